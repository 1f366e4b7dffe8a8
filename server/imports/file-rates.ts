import type { Day } from '../../contract/day.ts'
import { decimalOf, decimalText } from '../../contract/money.ts'
import { LARGEST_RATE, SMALLEST_RATE } from '../../contract/route.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Found, Known, KnownRate, Reference } from '../ledger/known.ts'
import { findRate } from '../ledger/rates.ts'
import type { FileRate, KeptBesides } from './read/besides.ts'

/** The exchange rates that a file brings are used for its own rows, as if the book had them already. */

type Dated = { readonly date: Day; readonly rate: string; readonly is_inverse: boolean }

const NONE: Omit<KnownRate, 'currency_id'> = {
  own_date: null,
  own: null,
  is_inverse: null,
  published_date: null,
  from_per_euro: null,
  to_per_euro: null,
  later_date: null,
}

function makeFileRates(rates: readonly FileRate[], base: string) {
  const byCurrency = new Map<string, Dated[]>()
  for (const { from, to, date, rate } of rates) {
    const number = Number(rate)
    const is_inverse = from === base
    if ((!is_inverse && to !== base) || !(number >= SMALLEST_RATE && number <= LARGEST_RATE)) continue
    const currency = is_inverse ? to : from
    const all = byCurrency.get(currency) ?? []
    byCurrency.set(currency, all)
    all.push({ date, rate: decimalText(decimalOf(number)), is_inverse })
  }
  for (const all of byCurrency.values()) all.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  /** The last rate up to a day. */
  const find = (currency: string, day: Day): Dated | undefined => {
    const all = byCurrency.get(currency) ?? []
    let [from, to] = [0, all.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((all[middle]?.date ?? '') <= day) from = middle + 1
      else to = middle
    }
    return all[from - 1]
  }
  return (currency_id: string, day: Day, known: KnownRate | undefined): KnownRate | undefined => {
    const own = find(currency_id, day)
    if (!own || (known?.own_date != null && known.own_date >= own.date)) return known
    return { ...NONE, ...known, currency_id, own_date: own.date, own: own.rate, is_inverse: own.is_inverse }
  }
}

/** The known records, with the rates of a file where they are later than the book's own. */
export function withFileRates(known: Known, besides: KeptBesides | undefined, base: string): Known {
  if (!besides?.rates?.length) return known
  const rateOver = makeFileRates(besides.rates, base)
  return {
    isLoaded: known.isLoaded,
    find<R extends Reference>(reference: R, key: string): Found[R] | undefined {
      const found = known.find(reference, key)
      if (reference !== 'rate') return found
      const [currency = '', day = ''] = key.split(' ')
      return rateOver(currency, day, found as KnownRate | undefined) as Found[R] | undefined // both are of `rate`
    },
  }
}

/** Which currencies and days still have no rate. */
export function missingBesides(
  missing: ReadonlySet<string>,
  rates: readonly FileRate[] | undefined,
  book: BookRow,
): ReadonlySet<string> {
  if (!rates?.length || missing.size === 0) return missing
  const rateOver = makeFileRates(rates, book.base_currency_id)
  return new Set(
    [...missing].filter((key) => {
      const [currency = '', day = ''] = key.split(' ')
      return !findRate(book, currency, day, rateOver(currency, day, undefined))
    }),
  )
}
