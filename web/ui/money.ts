import { allCurrencies, currencyFacts } from '../../contract/iso4217.ts'
import { decimalOf, decimalText, divide, trimmed } from '../../contract/money.ts'
import { isRightToLeft, languageOf } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/t.ts'
import { currentLocale } from './locale.ts'

/**
 * The only formatter of amounts. An amount is a number as the API writes it, or a bigint of minor units, which is how sums are made. It is
 * turned into its exact decimal text and never into a float; Intl gets that text, and the decimals from our table of ISO 4217.
 */
export type Amount = number | bigint

export const MINUS = '−'

export const decimalsOf = (currencyId: string): number => currencyFacts(currencyId)?.decimals ?? 2

/** An amount of the API as minor units, for sums. */
export function minorOf(amount: Amount, currencyId: string): bigint {
  if (typeof amount === 'bigint') return amount
  const { digits, scale } = decimalOf(amount)
  const shift = decimalsOf(currencyId) - scale
  return shift >= 0 ? digits * 10n ** BigInt(shift) : divide(digits, 10n ** BigInt(-shift))
}

/** The exact sum of amounts of one currency, in minor units. */
export const sumOf = (amounts: Iterable<Amount>, currencyId: string): bigint => {
  let sum = 0n
  for (const amount of amounts) sum += minorOf(amount, currencyId)
  return sum
}

type Exact = `${number}`

/** The exact decimal text of an amount. */
export const exactText = (amount: Amount, currencyId: string): Exact =>
  decimalText(
    typeof amount === 'bigint' ? { digits: amount, scale: decimalsOf(currencyId) } : decimalOf(amount),
  ) as Exact // digits with at most one point

/** Currencies that are known by a symbol which others have too. */
const owners: Readonly<Record<string, string>> = { $: 'USD', '£': 'GBP', '¥': 'JPY', kr: 'SEK' }

const symbolIn = (
  locale: string,
  currencyId: string,
  currencyDisplay: 'symbol' | 'narrowSymbol',
): string | undefined =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currencyId, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value

const isRtl = (locale: string): boolean => {
  const language = languageOf(locale)
  return language !== undefined && isRightToLeft(language)
}

/**
 * The narrow symbol, unless another currency is known by it: in a list of both, $ and CA$ are not the same. Locales that are written from right to left have
 * no narrow symbol of their own script: E£ is ج.م. there.
 */
function displayOf(locale: string, currencyId: string): 'symbol' | 'narrowSymbol' {
  if (isRtl(locale)) return 'symbol'
  const narrow = symbolIn(locale, currencyId, 'narrowSymbol')
  const owner = owners[narrow ?? '']
  if (owner === undefined) return 'narrowSymbol'
  if (owner !== currencyId) return 'symbol'
  const others = allCurrencies.filter(({ id, symbol }) => symbol === narrow && id !== currencyId)
  return others.some(({ id }) => symbolIn(locale, id, 'symbol') === narrow) ? 'symbol' : 'narrowSymbol'
}

const cached = <Value>(make: (locale: string, currencyId: string) => Value) => {
  const values = new Map<string, Value>()
  return (locale: string, currencyId: string): Value => {
    const key = `${locale} ${currencyId}`
    let value = values.get(key)
    if (value === undefined) {
      value = make(locale, currencyId)
      values.set(key, value)
    }
    return value
  }
}

const display = cached(displayOf)

/** Never a sign before zero: with whole units, −0.30 is 0 as well. */
type Sign = 'negative' | 'exceptZero'

const withSymbol = (decimals: (currencyId: string) => number, signDisplay: Sign) =>
  cached(
    (locale, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: display(locale, currency),
        minimumFractionDigits: decimals(currency),
        maximumFractionDigits: decimals(currency),
        roundingMode: 'halfEven',
        signDisplay,
      }),
  )

const withoutSymbol = (decimals: (currencyId: string) => number, signDisplay: Sign) =>
  cached(
    (locale, currency) =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimals(currency),
        maximumFractionDigits: decimals(currency),
        roundingMode: 'halfEven',
        signDisplay,
      }),
  )

const none = () => 0
const formatters = {
  symbol: { negative: withSymbol(decimalsOf, 'negative'), exceptZero: withSymbol(decimalsOf, 'exceptZero') },
  whole: { negative: withSymbol(none, 'negative'), exceptZero: withSymbol(none, 'exceptZero') },
  bare: {
    negative: withoutSymbol(decimalsOf, 'negative'),
    exceptZero: withoutSymbol(decimalsOf, 'exceptZero'),
  },
  bareWhole: { negative: withoutSymbol(none, 'negative'), exceptZero: withoutSymbol(none, 'exceptZero') },
}

const axis = (notation: 'compact' | 'standard') =>
  cached(
    (locale, currency) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: display(locale, currency),
        notation,
        useGrouping: true, // 7.300 beside 10.000, also where figures in a text have no point before five digits
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
        signDisplay: 'negative',
      }),
  )
const [compact, inFull] = [axis('compact'), axis('standard')]

export type MoneyOptions = {
  /** Writes + before money in. */
  signed?: boolean
  /** False in a column whose head says the currency. */
  symbol?: boolean
  /** Leaves the cents out, rounded half to even. */
  whole?: boolean
  locale?: string
}

type NumberPart = Intl.NumberFormatPart

/**
 * Where lines are read from right to left, marks that are not seen keep a symbol in Latin letters together: $ and £ have no direction of their own, and the one
 * of US$ would stand on the other side of the figures.
 */
const together = (symbol: string, locale: string): string =>
  isRtl(locale) && /[A-Za-z]/.test(symbol) ? `\u200f${symbol}\u200e\u200f` : symbol

/** ICU writes a hyphen in many locales, and a capital K for thousand. */
function written({ type, value }: NumberPart, locale: string): string {
  if (type === 'minusSign') return value.replace('-', MINUS)
  if (type === 'currency') return together(value, locale)
  return type === 'compact' && value === 'K' ? 'k' : value
}

const join = (parts: readonly NumberPart[], locale: string): string =>
  parts.map((part) => written(part, locale)).join('')

function partsOf(amount: Amount, currencyId: string, options: MoneyOptions): NumberPart[] {
  const { signed = false, symbol = true, whole = false, locale = currentLocale() } = options
  const kind = symbol ? (whole ? 'whole' : 'symbol') : whole ? 'bareWhole' : 'bare'
  const format = formatters[kind][signed ? 'exceptZero' : 'negative'](locale, currencyId)
  return format.formatToParts(exactText(amount, currencyId))
}

/** An amount as text: −€73.20. */
export const moneyText = (amount: Amount, currencyId: string, options: MoneyOptions = {}): string =>
  join(partsOf(amount, currencyId, options), options.locale ?? currentLocale())

/** An amount of everyday life, as somebody would type it: 12.50, or 12,50 in German; 1200 yen. */
export const exampleAmount = (currencyId: string, locale = currentLocale()): string =>
  decimalsOf(currencyId) === 0 ? '1200' : moneyText(12.5, currencyId, { symbol: false, locale })

/** An amount in three pieces, so that large figures can show the cents in a quieter colour. */
export function figureParts(
  amount: Amount,
  currencyId: string,
  options: MoneyOptions = {},
): { whole: string; cents: string; after: string } {
  const { locale = currentLocale() } = options
  const parts = partsOf(amount, currencyId, options)
  const point = parts.findIndex(({ type }) => type === 'decimal')
  const from = (start: number, end?: number) => join(parts.slice(start, end), locale)
  if (point < 0) return { whole: from(0), cents: '', after: '' }
  return { whole: from(0, point), cents: from(point, point + 2), after: from(point + 2) }
}

/** A round value at an axis: €32k. It is a place on a scale and not an amount of the books. */
export const compactMoney = (value: number, currencyId: string, locale = currentLocale()): string =>
  join(compact(locale, currencyId).formatToParts(value), locale)

/** Whether one digit behind a thousand, a million or more says a value exactly: €8.1k, but not €8.09k. */
const isShort = (value: number): boolean => {
  const size = Math.abs(value)
  const unit = size >= 1e9 ? 1e8 : size >= 1e6 ? 1e5 : 100
  return size < 1_000 || value % unit === 0
}

/** The values of an axis: €10k, or €10,135 where a short one would not be true. */
export function axisMoney(values: readonly number[], currencyId: string, locale = currentLocale()): string[] {
  const format = (values.every(isShort) ? compact : inFull)(locale, currencyId)
  return values.map((value) => join(format.formatToParts(value), locale))
}

/** The currency's symbol, for the head of a column: in €. */
export const symbolOf = (currencyId: string, locale = currentLocale()): string =>
  together(symbolIn(locale, currencyId, display(locale, currencyId)) ?? currencyId, locale)

const nameIn = cached(
  (language, currency) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'name',
      maximumFractionDigits: 0,
    })
      .formatToParts(1)
      .find(({ type }) => type === 'currency')?.value ?? currency,
)

/** The currency's name in a sentence of the reader's language, whatever the first argument says: euro, US dollar, Japanese yen. */
export const currencyName = (currencyId: string): string => nameIn(currentLanguage(), currencyId)

/** The same at the beginning of a line: Euro, US dollar. */
export function currencyHeading(currencyId: string): string {
  const [first = '', ...others] = nameIn(currentLanguage(), currencyId)
  return first.toLocaleUpperCase(currentLanguage()) + others.join('')
}

/** An amount as a screen reader should say it: minus 73 euro 20. Without grouping, which would be read as a pause. */
export function spokenMoney(
  amount: Amount,
  currencyId: string,
  { signed = false, whole = false } = {},
): string {
  const minor = minorOf(amount, currencyId)
  const unit = 10n ** BigInt(decimalsOf(currencyId))
  const rounded = whole ? divide(minor, unit) * unit : minor
  const size = rounded < 0n ? -rounded : rounded
  const [units, currency] = [String(size / unit), nameIn(currentLanguage(), currencyId)]
  const cents = (size % unit).toString().padStart(decimalsOf(currencyId), '0')
  const spoken =
    size % unit === 0n
      ? t('{units} {currency}', { units, currency })
      : t('{units} {currency} {cents}', { units, currency, cents })
  if (rounded < 0n) return t('minus {amount}', { amount: spoken })
  return signed && rounded > 0n ? t('plus {amount}', { amount: spoken }) : spoken
}

const SHOWN_DIGITS = 7

/** An exchange rate as it is read: seven digits, more than published rates have. */
export const rateText = (rate: number, locale = currentLocale()): string =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: SHOWN_DIGITS }).format(rate)

/** Every digit of a rate, for a field in which it is changed and for the history of it. */
export const rateExact = (rate: number, locale = currentLocale()): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(
    decimalText(trimmed(decimalOf(rate))) as Exact,
  ) // digits with at most one point
