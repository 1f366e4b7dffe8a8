import type { ExchangeRate } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { sql } from '../database/sql.ts'
import { hold, type KnownRate, type List, rateKey } from '../ledger/known.ts'
import { ratePart } from '../ledger/rates.ts'
import { currency, day, type RowOf, rate, version } from './columns.ts'
import { byAddress, dayColumns, kind } from './kind.ts'

/** A rate of the book's own. Its id is its address. */
const columns = { from_id: currency, to_id: currency, date: day, rate, version }
export type RateRow = RowOf<typeof columns> & { id: string }

declare module '../ledger/rows.ts' {
  interface Rows {
    exchange_rate: RateRow
  }
}
declare module '../ledger/known.ts' {
  interface Found {
    /** A rate of the book's own, by its address: `EUR/USD/2026-01-31`. */
    own_rate: RateRow
    /** The rates of a currency into another one than the base currency, on a day: `EUR CHF 2026-01-31`. */
    rate_into: KnownRate
  }
}

export const rateId = ({ from_id, to_id, date }: { from_id: string; to_id: string; date: Day }): string =>
  `${from_id}/${to_id}/${date}`

/** A rate of the book's own as the API shows it. */
export const rateToApi = (own: Omit<RateRow, 'id'>): ExchangeRate => ({
  id: rateId(own),
  from: own.from_id,
  to: own.to_id,
  date: own.date,
  rate: decimalNumber(decimalFrom(own.rate)),
  source: 'own',
  rate_date: own.date,
  version: own.version,
})

/** A rate out of the columns of its part, in their order. */
function knownRate(list: List): KnownRate {
  const [currency_id, , , own_date, own, is_inverse, published_date, from_per_euro, to_per_euro, later_date] =
    list
  const known = {
    currency_id,
    own_date,
    own,
    is_inverse,
    published_date,
    from_per_euro,
    to_per_euro,
    later_date,
  }
  return known as KnownRate // the columns of the part
}

const address = { from_id: 'text', to_id: 'text', date: 'date' }

export const exchangeRate = kind('exchange_rate', {
  table: 'book_rates',
  alias: 'r',
  address,
  columns,
  order: sql`r.from_id, r.to_id, r.date`,
  entered: ['rate'],
  finds: {
    own_rate: byAddress(sql`r`, address),
    // The ledger declares this reference (`ledger/known.ts`), since it exchanges amounts by it.
    rate: {
      survives: ['transaction', 'obligation', 'contact'],
      load: (books, { ofBooks }) => {
        const column = dayColumns(ofBooks())
        return [
          ratePart(
            books,
            sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::date[]) d (book_id, currency_id, day)`,
          ),
        ]
      },
    },
    rate_into: {
      load: (books, { ofBooks }) => {
        const keys = ofBooks().map(({ bookId, key }) => [bookId, ...key.split(' ')])
        const column = (index: number) => keys.map((one) => one[index]?.toUpperCase())
        const asked = sql`unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::date[]) d (book_id, currency_id, base_id, day)`
        return [ratePart(books, asked, 'rate_into', sql`d.base_id`)]
      },
    },
  },
  holders: {
    rate(holdings, lists) {
      for (const list of lists)
        hold(holdings, 'rate', rateKey(String(list[0]), String(list[2])), knownRate(list))
    },
    rate_into(holdings, lists) {
      for (const list of lists) hold(holdings, 'rate_into', list.slice(0, 3).join(' '), knownRate(list))
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  course: 'held',
  show: rateToApi,
})
