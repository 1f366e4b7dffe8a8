import { decimalText, divide } from '../../../contract/money.ts'

/** GnuCash writes every amount as a fraction, such as -12345/100. */
const FRACTION = /^(-?)(\d{1,18})(?:\/(\d{1,18}))?$/

/** The parts of a fraction, in its lowest terms; undefined if it is none, as with a zero below the line. */
function fractionIn(written: string): { over: bigint; under: bigint } | undefined {
  const [, sign, over, under = '1'] = FRACTION.exec(written) ?? []
  if (over === undefined || BigInt(under) === 0n) return undefined
  const [a, b] = [BigInt(over), BigInt(under)]
  const common = greatestCommon(a, b)
  return { over: (sign === '-' ? -a : a) / common, under: b / common }
}

function greatestCommon(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b]
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller]
  return larger
}

/** A fraction as decimal text, if it is one exactly: 1/3 is not. */
export function fractionText(written: string): string | undefined {
  const { over, under } = fractionIn(written) ?? {}
  if (over === undefined || under === undefined) return undefined
  let [rest, scale] = [under, 0]
  for (const prime of [2n, 5n]) {
    let times = 0
    for (; rest % prime === 0n; rest /= prime) times++
    scale = Math.max(scale, times)
  }
  if (rest !== 1n || scale > 18) return undefined
  return decimalText({ digits: (over * 10n ** BigInt(scale)) / under, scale })
}

/** A fraction above 0 as an exchange rate, with the digits that a rate has. */
export function rateText(written: string): string | undefined {
  const { over, under } = fractionIn(written) ?? {}
  if (over === undefined || under === undefined || over <= 0n) return undefined
  const scale = RATE_SCALE
  return decimalText({ digits: divide(over * 10n ** BigInt(scale), under), scale })
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
}
const RATE_SCALE = 12

/** A sum of fractions, exactly; it is only shown, with at most six decimals. */
export function makeShares() {
  let [over, under] = [0n, 1n]
  return {
    add(written: string) {
      const one = fractionIn(written)
      if (!one) return
      const [a, b] = [over * one.under + one.over * under, under * one.under]
      const common = greatestCommon(a < 0n ? -a : a, b)
      ;[over, under] = [a / common, b / common]
    },
    text: () =>
      decimalText({ digits: divide(over * 1_000_000n, under), scale: 6 })
        .replace(/0+$/, '')
        .replace(/\.$/, ''),
    isZero: () => over === 0n,
  }
}
