import type { Day } from '../../contract/day.ts'
import type { Value } from '../../contract/values.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { countsAt } from '../ledger/known-at.sql.ts'
import { type ValueRow, valueFieldsToApi } from '../records/value.ts'

/** A value as it is read: with the amount stated before it, and the difference that was posted, on the normal side of the account. */
export type ReadValue = Omit<ValueRow, 'id'> & { previous: bigint | null; difference: bigint }

export const readValueToApi = (
  { previous, difference, ...value }: ReadValue,
  account: { name: string },
): Value => ({
  ...valueFieldsToApi(value, account),
  change: previous === null ? null : amountToApi(value.amount - previous, value.currency_id),
  difference: amountToApi(difference, value.currency_id),
})

/** Values of an account at a version; as they are now without one. A value that has changed or was removed since is in the log. */
function valuesAt(book: BookRow, accountId: string, version: number | undefined): Sql {
  const now = sql`
    select account_id, date, amount, currency_id, fx_rate, fx_source, fx_date, notes, version
    from stated_values where book_id = ${book.id} and account_id = ${accountId}`
  if (version === undefined) return sql`(${now})`
  return sql`
   (${now} and version <= ${version}
    union all
    select was.account_id, was.date, was.amount, was.currency_id, was.fx_rate, was.fx_source, was.fx_date, was.notes, was.version
    from (select distinct record_id from events where book_id = ${book.id} and resource = 'value' and version > ${version}
            and record_id like ${`${accountId}/%`}) later
    cross join lateral (
      select after from events e where e.book_id = ${book.id} and e.record_id = later.record_id and e.version <= ${version}
      order by e.version desc limit 1) stored
    cross join lateral json_to_record(stored.after) was (
      account_id uuid, date date, amount bigint, currency_id text, fx_rate numeric, fx_source text, fx_date date, notes text, version bigint)
    where stored.after is not null)`
}

export const valueColumns: Sql = sql`account_id, date, amount, currency_id, fx_rate, fx_source, fx_date, notes, version::float8 as version,
  previous, difference`

/** The values of an account, each with the one before it and the difference that was posted. */
export function valuesOf(
  book: BookRow,
  { id, sign }: { id: string; sign: bigint },
  version: number | undefined,
): Sql {
  const posted = (side: Sql) => sql`coalesce((
    select sum(e.amount) from entries e where e.book_id = ${book.id} and e.${side} = ${id} and e.date = v.date and e.kind = 'value'
      and ${countsAt(version, sql`e.`)}), 0)`
  const debit = sql`(${posted(sql`debit_account_id`)} - ${posted(sql`credit_account_id`)})`
  return sql`
    (select v.*, lag(v.amount) over (order by v.date) as previous, (${sign < 0n ? sql`-` : sql``}${debit})::bigint as difference
     from ${valuesAt(book, id, version)} v) stated`
}

export const findValue = (
  db: Db,
  book: BookRow,
  account: { id: string; sign: bigint },
  date: Day,
  version: number | undefined,
): Promise<ReadValue | undefined> =>
  row(db, sql`select ${valueColumns} from ${valuesOf(book, account, version)} where date = ${date}`)
