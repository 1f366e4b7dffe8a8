import { showAmount } from '../../contract/money.ts'
import { t } from '../../words/t.ts'
import {
  type AmountText,
  amountFaultText,
  amountForEditing,
  readAmountText,
  separatorIn,
} from './amount-text.ts'
import { currentLocale } from './locale.ts'
import { type Amount, decimalsOf, minorOf, moneyText } from './money.ts'

/** Converts between the text of an AmountField and the amounts of the API. */

const styleOf = (currencyId: string, locale: string) => ({
  decimals: decimalsOf(currencyId),
  separator: separatorIn(locale),
})

/** Reads the field: minor units, or why it is not an amount. */
export const readField = (text: string, currencyId: string, locale = currentLocale()): AmountText =>
  readAmountText(text, styleOf(currencyId, locale))

/** The amount in the field as the API takes it; undefined if it is not an amount. */
export function amountOfField(text: string, currencyId: string): number | undefined {
  const read = readField(text, currencyId)
  return read.fault === undefined ? showAmount(read.minor, decimalsOf(currencyId)) : undefined
}

/** Reads an amount field in minor units; undefined if it is not an amount above zero. */
export function typedAmount(text: string, currency: string): bigint | undefined {
  const read = readField(text, currency)
  return read.fault === undefined && read.minor > 0n ? read.minor : undefined
}

/** Why the field has no amount above zero, in a sentence. */
export function faultInField(text: string, currencyId: string): string | undefined {
  const read = readField(text, currencyId)
  if (read.fault !== undefined) return amountFaultText(read.fault)
  return read.minor > 0n ? undefined : t('It has to be more than nothing.')
}

/** An amount of the API, or minor units, as the text of a field. */
export const fieldOfAmount = (amount: Amount, currencyId: string, locale = currentLocale()): string =>
  amountForEditing(minorOf(amount, currencyId), styleOf(currencyId, locale))

const THOUSAND = 1_000n

/** The text of a field that nobody edits: an amount of a thousand and more as it is written everywhere else, 2,410.72. */
export function shownAmount(text: string, currencyId: string): string {
  const read = readField(text, currencyId)
  if (read.fault !== undefined || read.isSum) return text
  return read.minor < THOUSAND * 10n ** BigInt(decimalsOf(currencyId))
    ? text
    : moneyText(read.minor, currencyId, { symbol: false })
}

/**
 * The text after a key of the keypad. A sign in place of another sign replaces it; a number with all its decimals takes no further figure.
 * Selected text is replaced by a figure, as by a keyboard; a sign continues it as a sum.
 */
export function afterKey(text: string, key: string, decimals: number, isSelected = false): string {
  if (key === 'delete') return isSelected ? '' : text.slice(0, -1)
  if (isSelected && /[\d.,]/.test(key)) return key
  const [, behind] = /[.,](\d*)$/.exec(text) ?? []
  if (behind !== undefined && (/[.,]/.test(key) || (/\d/.test(key) && behind.length >= decimals))) return text
  const isSign = key === '+' || key === '−'
  if (isSign && text === '') return text
  return isSign && /[+−]$/.test(text) ? text.slice(0, -1) + key : text + key
}
