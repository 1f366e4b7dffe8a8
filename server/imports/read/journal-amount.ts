import { allCurrencies, currencyFacts } from '../../../contract/iso4217.ts'
import { type Decimal, decimalFrom, decimalText, divide } from '../../../contract/money.ts'
import { amountText, currencyCodeOf, decimalMarkOf, decimalsOrTwo, quotedValue } from './file-values.ts'

/** An amount of a journal: its currency is undefined if it has no commodity and the journal has no default. */
export type Quantity = { readonly amount: string; readonly currency: string | undefined }

/** How a journal writes amounts: its default commodity, and the decimal mark of all commodities or of one. */
export type AmountStyle = {
  decimal: '.' | ',' | undefined
  currency: string | undefined
  readonly marks: Map<string, '.' | ','>
  /** The currency of the imported account: it decides the currency of an ambiguous sign. */
  readonly own: string | undefined
}

/** Thrown for text that is not an amount; the message says why. */
export class NotAnAmount extends Error {}

const SIGNS = /^[-+]/
const COMMODITY = '"[^"]*"|[^\\s\\d"+.,;@={}()\\[\\]-]+'
const NUMBER = "\\d[\\d.,'\u00a0\u202f]*(?: \\d{3}(?![\\d])[\\d.,]*)*|[.,]\\d+"
const BEFORE = new RegExp(`^([-+]?)\\s*(${COMMODITY})\\s*([-+]?)\\s*(${NUMBER})\\s*`)
const AFTER = new RegExp(`^([-+]?)\\s*(${NUMBER})\\s*(${COMMODITY})?\\s*`)

/** An amount at the start of the words, and the words after it. */
export function quantityAt(written: string, style: AmountStyle): { quantity: Quantity; rest: string } {
  const words = written.replace(/\s+/g, ' ') // otherwise many blanks would cause quadratic backtracking
  const before = BEFORE.exec(words)
  const after = before === null ? AFTER.exec(words) : null
  const [whole = '', sign = '', commodity = '', second = '', number = ''] = before ?? [
    after?.[0],
    after?.[1],
    after?.[3] ?? '',
    '',
    after?.[2],
  ]
  if (whole === '') throw new NotAnAmount(`${quotedValue(words)} is not an amount.`)
  const name = commodity.replace(/^"|"$/g, '')
  const currency = name === '' ? style.currency : currencyNamed(name, style.own)
  if (name !== '' && currency === undefined)
    throw new NotAnAmount(`${quotedValue(name)} is not a currency; holdings of other things are not read.`)
  const mark =
    style.decimal ?? style.marks.get(name) ?? decimalMarkOf(number, decimalsOrTwo(currency ?? style.own))
  const amount = amountText(`${SIGNS.test(sign) ? sign : second}${number}`, mark)
  if (amount === undefined || (sign !== '' && second !== ''))
    throw new NotAnAmount(`${quotedValue(whole)} is not an amount.`)
  return { quantity: { amount, currency }, rest: words.slice(whole.length) }
}

/** The commodity and the decimal mark of an amount that shows how others are written, as in `commodity 1.000,00 EUR`. */
export function styleIn(written: string): { name: string; decimal: '.' | ',' | undefined } {
  const words = written.replace(/\s+/g, ' ')
  const before = BEFORE.exec(words)
  const after = before === null ? AFTER.exec(words) : null
  const name = (before?.[2] ?? after?.[3] ?? words.trim()).replace(/^"|"$/g, '')
  const number = before?.[4] ?? after?.[2] ?? ''
  const last = /[.,](?=\d*$)/.exec(number)?.[0]
  // "1.000," shows both: the last mark is the decimal mark, even without digits after it.
  return { name, decimal: last === '.' || last === ',' ? last : undefined }
}

const signs = new Map<string, string>()
for (const { id, symbol } of allCurrencies)
  if (allCurrencies.filter((one) => one.symbol === symbol).length === 1) signs.set(symbol, id)
for (const [sign, id] of [
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
] as const)
  signs.set(sign, id)

function currencyNamed(name: string, own: string | undefined): string | undefined {
  if (own !== undefined && currencyFacts(own)?.symbol === name) return own
  return currencyCodeOf(name) ?? signs.get(name)
}

/** The currency that a default commodity names. */
export const currencyOfCommodity = (name: string, own: string | undefined): string | undefined =>
  name === '' ? undefined : currencyNamed(name, own)

/** An amount by a price for one, exactly. */
export function times(amount: string, price: string): string {
  const [a, b] = [decimalFrom(amount), decimalFrom(price)]
  return decimalText({ digits: a.digits * b.digits, scale: a.scale + b.scale })
}

/** An amount with no more than this many decimals, rounded half to even. */
export function rounded(amount: string, decimals: number): string {
  const { digits, scale }: Decimal = decimalFrom(amount)
  return scale <= decimals
    ? amount
    : decimalText({ digits: divide(digits, 10n ** BigInt(scale - decimals)), scale: decimals })
}

export const isZero = (amount: string): boolean => !/[1-9]/.test(amount)
