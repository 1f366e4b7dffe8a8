import type { ExchangeRate } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { decimalFrom, decimalNumber } from '../../contract/money.ts'
import { sql } from '../database/sql.ts'
import { hold, type KnownRate } from '../ledger/known.ts'
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
  },
  holders: {
    rate(holdings, lists) {
      for (const [currency_id, day, ...list] of lists) {
        const [own_date, own, is_inverse, published_date, from_per_euro, to_per_euro, later_date] = list
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
        hold(holdings, 'rate', `${currency_id} ${day}`, known as KnownRate) // the columns of the part, in order
      }
    },
  },
  survives: ['transaction', 'obligation', 'contact'],
  show: rateToApi,
})
