import { decimalText } from '../../contract/money.ts'
import { LARGEST_RATE, SMALLEST_RATE } from '../../contract/route.ts'
import { readAmountText, separatorIn } from '../ui/amount-text.ts'
import { currentLocale } from '../ui/locale.ts'

/** The most decimals that are read from a typed rate: yen to euro needs seven, and a rate of the service has no more than fifteen. */
const MAX_DECIMALS = 15

/** Reads a typed rate, with a point or a comma; undefined if it is not a rate above zero that the service takes. */
export function readRate(text: string, locale = currentLocale()): number | undefined {
  // One separator alone is the decimal one: nobody groups the thousands of a rate by hand.
  const plain = text.trim().replace(/^(\d*)[.,](\d+)$/, `$1${separatorIn(locale)}$2`)
  const separator = separatorIn(locale)
  if (/^\d*[.,]\d+$/.test(plain) || /^\d+$/.test(plain)) return usable(plain.replace(',', '.'))
  const read = readAmountText(plain, { decimals: MAX_DECIMALS, separator })
  return read.fault === undefined
    ? usable(decimalText({ digits: read.minor, scale: MAX_DECIMALS }))
    : undefined
}

const usable = (text: string): number | undefined => {
  const rate = Number(text)
  return rate >= SMALLEST_RATE && rate <= LARGEST_RATE ? rate : undefined
}
