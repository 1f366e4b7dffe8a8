import type { Day } from '../../contract/day.ts'
import { type Db, row, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { KnownRate } from '../ledger/known.ts'
import { knownRates } from '../ledger/rates.ts'
import type { RateRow } from '../records/exchange-rate.ts'

/** Two currencies and a day: the address of a rate. */
export type RateKey = { from: string; to: string; date: Day }

export const ownRateColumns: Sql = sql`from_id, to_id, date, rate, version::float8 as version`

export const findOwnRate = (
  db: Db,
  bookId: string,
  { from, to, date }: RateKey,
): Promise<Omit<RateRow, 'id'> | undefined> =>
  row(
    db,
    sql`select ${ownRateColumns} from book_rates
        where book_id = ${bookId} and from_id = ${from} and to_id = ${to} and date = ${date}`,
  )

/** The currencies that accounts, amounts, debts, plans, own rates and files under way of a book are in; its base currency may be among them. */
export const listUsedCurrencies = (db: Db, bookId: string): Promise<{ id: string }[]> =>
  rows(
    db,
    sql`select currency_id as id from accounts where book_id = ${bookId} and currency_id is not null and deleted_at is null
        union select currency_id from totals where book_id = ${bookId}
        union select currency_id from obligations where book_id = ${bookId} and deleted_at is null
        union select draft ->> 'currency_id' from plans where book_id = ${bookId} and deleted_at is null and draft ->> 'currency_id' is not null
        union select from_id from book_rates where book_id = ${bookId}
        union select to_id from book_rates where book_id = ${bookId}
        union select r.currency_id from imports i join import_rows r on r.book_id = i.book_id and r.import_id = i.id
          where i.book_id = ${bookId} and i.status = 'ready' and r.currency_id is not null
        order by id limit 1000`,
  )

/** The known rates of a currency on a day, for a book that is kept in the other currency. */
export const findKnownRate = (
  db: Db,
  book: BookRow,
  { from, date }: RateKey,
): Promise<KnownRate | undefined> => row<KnownRate>(db, knownRates(book, sql`array[${from}]::text[]`, date))
