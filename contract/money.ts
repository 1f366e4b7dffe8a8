/**
 * The only place that converts amounts. Inside, an amount is a bigint of minor units of its currency; on the wire it is a
 * JSON number. No other file does arithmetic on money with `number`.
 */

/** An exact decimal number: `digits` × 10^-`scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number }

/** The largest amount, in minor units: a JSON number carries 15 digits exactly. */
export const LARGEST = 10n ** 15n - 1n

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Reads a JSON number at 15 significant digits, so that 0.1 + 0.2 is 0.3. */
export function decimalOf(number: number): Decimal {
  const [mantissa = '', exponent = '0'] = number.toExponential(14).split('e')
  return trimmed({ digits: BigInt(mantissa.replace('.', '')), scale: 14 - Number(exponent) })
}

/** Reads a numeric as PostgreSQL writes it. */
export function decimalFrom(text: string): Decimal {
  const [whole = '', fraction = ''] = text.split('.')
  return trimmed({ digits: BigInt(whole + fraction), scale: fraction.length })
}

/** The same number without zeros at its end. */
export function trimmed({ digits, scale }: Decimal): Decimal {
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale--
  }
  return scale < 0 ? { digits: digits * power(-scale), scale: 0 } : { digits, scale }
}

export const decimalText = ({ digits, scale }: Decimal): string => {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + text : `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

export const decimalNumber = (decimal: Decimal): number => Number(decimalText(decimal))

/** An amount in a sentence, with all decimals of its currency: "12.50 EUR". */
export const amountText = (minor: bigint, decimals: number, currencyId: string): string =>
  `${decimalText({ digits: minor, scale: decimals })} ${currencyId}`

/** Why a number is not an amount of a currency. */
export type AmountFault = 'too_many_decimals' | 'too_large'

/** A JSON number as minor units of a currency with this many decimals. */
export function readAmount(number: number, decimals: number): bigint | AmountFault {
  // Most amounts are whole minor units. Numbers of at most 15 digits, as `decimalOf` reads them, are divided back without an error.
  const whole = number * 10 ** decimals
  if (Number.isInteger(whole) && Math.abs(whole) < 1e15 && whole / 10 ** decimals === number)
    return BigInt(whole)
  const { digits, scale } = decimalOf(number)
  if (scale > decimals) return 'too_many_decimals'
  const minor = digits * power(decimals - scale)
  return isTooLarge(minor) ? 'too_large' : minor
}

export const isTooLarge = (minor: bigint): boolean => minor > LARGEST || minor < -LARGEST

declare global {
  // In every current engine, and not yet in TypeScript's library.
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

/**
 * Minor units as the JSON number that reads the same. A sum may have more digits than a JavaScript number carries; JSON has
 * room for all of them, so it becomes a piece of JSON, which is written like a number and never computed with.
 */
export function showAmount(minor: bigint, decimals: number): number {
  // Both are exact numbers, so that the division gives the number nearest to the amount, which is the one its digits spell.
  if (!isTooLarge(minor)) return Number(minor) / 10 ** decimals
  const text = decimalText(trimmed({ digits: minor, scale: decimals }))
  return JSON.rawJSON(text) as unknown as number // the serialiser writes its digits
}

/** Divides, and rounds half to even. */
export function divide(numerator: bigint, denominator: bigint): bigint {
  if (denominator < 0n) return divide(-numerator, -denominator)
  const quotient = numerator / denominator // towards zero
  const twice = 2n * (numerator % denominator)
  const size = twice < 0n ? -twice : twice
  const isUp = size > denominator || (size === denominator && quotient % 2n !== 0n)
  return isUp ? quotient + (numerator < 0n ? -1n : 1n) : quotient
}

/** An amount at a rate, from one currency's decimals to another's, rounded half to even. */
export function convert(minor: bigint, decimals: number, rate: Decimal, toDecimals: number): bigint {
  const numerator = minor * rate.digits
  const shift = decimals + rate.scale - toDecimals
  return shift >= 0 ? divide(numerator, power(shift)) : numerator * power(-shift)
}

/** The inverse: the amount that is worth so much at this rate. */
export function convertBack(minor: bigint, decimals: number, rate: Decimal, toDecimals: number): bigint {
  const shift = toDecimals + rate.scale - decimals
  return shift >= 0 ? divide(minor * power(shift), rate.digits) : divide(minor, rate.digits * power(-shift))
}

/** One rate by another (`1/rate` with `one`), rounded half to even to this many decimals. */
export const ratio = (a: Decimal, b: Decimal, scale: number): Decimal => {
  const shift = scale + b.scale - a.scale
  return trimmed({
    digits:
      shift >= 0 ? divide(a.digits * power(shift), b.digits) : divide(a.digits, b.digits * power(-shift)),
    scale,
  })
}

/** The significant digits of a rate that was computed from others: as many as a JSON number carries. */
const RATE_DIGITS = 15

/** One rate by another (`1/rate` with `one`), rounded half to even to 15 significant digits. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  const whole = ({ digits, scale }: Decimal) => digits.toString().length - scale
  // The quotient has this many digits before its point, or one more.
  const scale = RATE_DIGITS - (whole(a) - whole(b))
  const rate = ratio(a, b, scale)
  return rate.digits * power(Math.max(scale - rate.scale, 0)) < power(RATE_DIGITS)
    ? rate
    : ratio(a, b, scale - 1)
}

/** The shortest rate, of at least ten decimals, at which one amount is exactly the other. */
export function impliedRate(minor: bigint, decimals: number, toMinor: bigint, toDecimals: number): Decimal {
  const [from, to] = [
    { digits: minor, scale: decimals },
    { digits: toMinor, scale: toDecimals },
  ]
  for (let scale = 10; ; scale++) {
    const rate = ratio(to, from, scale)
    if (convert(minor, decimals, rate, toDecimals) === toMinor) return rate
  }
}

export const one: Decimal = { digits: 1n, scale: 0 }

export const isEqual = (a: Decimal, b: Decimal): boolean =>
  decimalText(trimmed(a)) === decimalText(trimmed(b))

/** Shares of a total in proportion to weights, by largest remainder: they add up, to the last minor unit. */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0n))
  const shares = weights.map((weight) => (total * weight) / sum)
  const remainders = weights.map((weight, index) => ({ index, left: (total * weight) % sum }))
  let rest = total - shares.reduce((all, share) => all + share, 0n)
  for (const { index } of remainders.sort((a, b) =>
    a.left === b.left ? a.index - b.index : a.left > b.left ? -1 : 1,
  )) {
    if (rest === 0n) break
    shares[index] = (shares[index] ?? 0n) + 1n
    rest -= 1n
  }
  return shares
}
