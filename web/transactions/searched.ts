import { decimalText } from '../../contract/money.ts'
import { readAmountText } from '../ui/amount-text.ts'

/** Reads the text of the search: a text, a tag written as #tag, or an amount. */

const TAG = /^(?:(.*\S)\s+)?#(\S.*)$/s
const AMOUNT = /^[-+−]?\s?\p{Sc}?\s?(\d[\d.,'’\s]*[.,]\d{1,2})\s?\p{Sc}?$/u

/** "50.60" is an amount, "dinner #work" a text and a tag: the tag is all after #, and may have spaces. */
export function readSearched(text: string): {
  q?: string
  tag?: string
  amount_min?: string
  amount_max?: string
} {
  const [, before, tag] = TAG.exec(text.trim()) ?? []
  if (tag !== undefined) return { tag: tag.trim(), ...(before ? { q: before } : {}) }
  const [, digits] = AMOUNT.exec(text.trim()) ?? []
  const read = digits === undefined ? undefined : readAmountText(digits, { decimals: 2, separator: '.' })
  if (!read || read.fault !== undefined) return { q: text }
  const amount = decimalText({ digits: read.minor, scale: 2 })
  return { amount_min: amount, amount_max: amount }
}

const WHOLE = /^\d{1,9}$/

/** A whole number may be an amount, or a part of a name as in "Studio 54": it is searched for as a text, and offered as an amount. */
export const isPerhapsAmount = (text: string | undefined): boolean => WHOLE.test(text?.trim() ?? '')
