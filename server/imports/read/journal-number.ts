import { type Decimal, decimalText, divide, trimmed } from '../../../contract/money.ts'

/**
 * Numbers as Beancount computes them: exact decimals of 28 digits, rounded half to even. Zeros at the end are kept, since the decimals of an amount
 * say how much a transaction may be off.
 */
const DIGITS = 28
/** Smaller parts than this are lost: no amount has them. */
const MAX_SCALE = 60
/** A number that is written has at most this many characters. */
const MAX_WRITTEN = 60

export type Num = Decimal
export const ZERO: Num = { digits: 0n, scale: 0 }

const POWERS = Array.from({ length: MAX_SCALE + 1 }, (_, exponent) => 10n ** BigInt(exponent))
const power = (exponent: number): bigint => POWERS[exponent] ?? 10n ** BigInt(exponent)
const size = (digits: bigint): bigint => (digits < 0n ? -digits : digits)
const lengthOf = (digits: bigint): number => size(digits).toString().length

/** The same number with no more digits than are computed with. */
function fitted({ digits, scale }: Num): Num {
  const over = Math.max(lengthOf(digits) - DIGITS, scale - MAX_SCALE)
  if (over <= 0) return { digits, scale }
  const kept = divide(digits, power(over))
  return scale >= over
    ? { digits: kept, scale: scale - over }
    : { digits: kept * power(over - scale), scale: 0 }
}

/** A number as it is written, such as 1,234.50; undefined if it is too long. */
export function numberFrom(written: string): Num | undefined {
  if (written.length > MAX_WRITTEN) return undefined
  const [whole = '', fraction = ''] = written.replaceAll(',', '').split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

export function plus(a: Num, b: Num): Num {
  const scale = Math.max(a.scale, b.scale)
  return fitted({ digits: a.digits * power(scale - a.scale) + b.digits * power(scale - b.scale), scale })
}

export const minus = (a: Num, b: Num): Num => plus(a, negative(b))
export const negative = ({ digits, scale }: Num): Num => ({ digits: -digits, scale })
export const absolute = ({ digits, scale }: Num): Num => ({ digits: size(digits), scale })
export const by = (a: Num, b: Num): Num => fitted({ digits: a.digits * b.digits, scale: a.scale + b.scale })

/** Whether a number is larger than any amount, so that what is computed with it would only grow. */
export const isHuge = ({ digits, scale }: Num): boolean => size(digits) > HUGE * power(scale)
const HUGE = 10n ** 40n

/** One number divided by another, which is not 0. */
export function over(a: Num, b: Num): Num {
  const shift = Math.max(DIGITS + 2 + lengthOf(b.digits) - lengthOf(a.digits), b.scale - a.scale, 0)
  let quotient = fitted({
    digits: divide(a.digits * power(shift), b.digits),
    scale: a.scale - b.scale + shift,
  })
  const least = Math.max(a.scale - b.scale, 0)
  while (quotient.scale > least && quotient.digits % 10n === 0n)
    quotient = { digits: quotient.digits / 10n, scale: quotient.scale - 1 }
  return quotient
}

export const isNone = ({ digits }: Num): boolean => digits === 0n
export const isBelow = (a: Num, b: Num): boolean => minus(a, b).digits < 0n
export const isSame = (a: Num, b: Num): boolean => minus(a, b).digits === 0n

/** The number with this many decimals, rounded half to even. */
export const withDecimals = ({ digits, scale }: Num, decimals: number): Num =>
  scale <= decimals
    ? { digits: digits * power(decimals - scale), scale: decimals }
    : { digits: divide(digits, power(scale - decimals)), scale: decimals }

/** Whether the number has more decimals than these. */
export const isFiner = (number: Num, decimals: number): boolean => trimmed(number).scale > decimals

/** The number in its shortest form. */
export const numberText = (number: Num): string => decimalText(trimmed(number))

export const sumOf = (numbers: readonly Num[]): Num => numbers.reduce(plus, ZERO)
