import type { ExchangeRate } from '../../contract/currencies.ts'
import type { Day } from '../../contract/day.ts'
import { decimalFrom, decimalNumber, decimalOf, decimalText } from '../../contract/money.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type KnownRate, knownRates } from '../ledger/rates.ts'

/** Two currencies and a day: what a rate is for, and its address. */
export type Pair = { from: string; to: string; date: Day }

export const idOf = ({ from, to, date }: Pair): string => `${from}/${to}/${date}`

export type OwnRateRow = { from_id: string; to_id: string; date: Day; rate: string; version: bigint }

export const ownRateOf = ({ from_id: from, to_id: to, date, rate, version }: OwnRateRow): ExchangeRate => ({
  id: idOf({ from, to, date }),
  from,
  to,
  date,
  rate: decimalNumber(decimalFrom(rate)),
  source: 'own',
  rate_date: date,
  version: Number(version),
})

export async function findOwnRate(
  db: Db,
  bookId: string,
  { from, to, date }: Pair,
): Promise<ExchangeRate | undefined> {
  const found = await row<OwnRateRow>(
    db,
    sql`select from_id, to_id, date, rate, version from book_rates
        where book_id = ${bookId} and from_id = ${from} and to_id = ${to} and date = ${date}`,
  )
  return found && ownRateOf(found)
}

/** What is known of a currency on a day for a book that is kept in the other one. */
export const findKnownRate = (db: Db, book: BookRow, { from, date }: Pair): Promise<KnownRate | undefined> =>
  row<KnownRate>(db, knownRates(book, sql`array[${from}]::text[]`, date))

export const saveOwnRate = (bookId: string, { from, to, date, rate, version }: ExchangeRate): Sql =>
  sql`insert into book_rates (book_id, from_id, to_id, date, rate, version)
      values (${bookId}, ${from}, ${to}, ${date}, ${decimalText(decimalOf(rate))}, ${version})
      on conflict (book_id, from_id, to_id, date) do update set rate = excluded.rate, version = excluded.version`

export const deleteOwnRate = (bookId: string, { from, to, date }: Pair): Sql =>
  sql`delete from book_rates
      where book_id = ${bookId} and from_id = ${from} and to_id = ${to} and date = ${date}`
