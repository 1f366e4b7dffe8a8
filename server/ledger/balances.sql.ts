import { type Day, todayIn } from '../../contract/day.ts'
import { type Sql, sql } from '../database/sql.ts'
import { countsAt } from './known-at.sql.ts'
import type { BookRow } from './records.ts'

/** Which entries are added up. */
type Through = {
  /** One account; all accounts of the book unless it is given. */
  accountId?: string | undefined
  /** The last day; all days unless it is given. */
  day?: Day | undefined
  /** A condition on the entries of the last day's month; by default, those through the end of the day count. */
  upTo?: Sql | undefined
  /** As known at this version; as known now unless it is given. */
  version?: number | undefined
}

/**
 * Rows of account_id, currency_id, amount and base_amount, debits less credits: several for one account and currency, to be added up. As
 * known now, whole months come from the stored balances and the days of the last month from the entries, so that the cost does not grow
 * with the book. Balances are stored only for the latest version: as known at a version, everything comes from the entries.
 */
export function balancesThrough(book: BookRow, { accountId, day, upTo, version }: Through): Sql {
  const through = upTo ?? (day === undefined ? sql`true` : sql`date <= ${day}::date`)
  if (version !== undefined) return sql`(${sides(book, accountId, sql`${through} and ${countsAt(version)}`)})`
  const ofAccount = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`
  const stored = (table: Sql, sign = sql``) =>
    sql`select account_id, currency_id, ${sign}amount, ${sign}base_amount from ${table} where book_id = ${book.id} and ${ofAccount}`
  if (day === undefined) return sql`(${stored(sql`totals`)})`
  const month = sql`${`${day.slice(0, 7)}-01`}::date`
  const inMonth = sql`date >= ${month} and ${countsAt(undefined)}`
  if (day < `${todayIn(book.time_zone).slice(0, 7)}-01`)
    return sql`(${stored(sql`balances`)} and month < ${month} union all ${sides(book, accountId, sql`${inMonth} and ${through}`)})`
  // For a recent day, subtracting the later months from the totals reads fewer rows than adding up all earlier ones.
  const later = sql`${inMonth} and date < ${month} + interval '1 month' and not (${through})`
  return sql`(${stored(sql`totals`)} union all ${stored(sql`balances`, sql`-`)} and month > ${month}
              union all ${sides(book, accountId, later, -1)})`
}

/** Both sides of entries: positive on the debited account, negative on the credited one, all multiplied by `times`. */
function sides(book: BookRow, accountId: string | undefined, condition: Sql, times: 1 | -1 = 1): Sql {
  const [plus, minus] = times === 1 ? [sql``, sql`-`] : [sql`-`, sql``]
  const side = (account: Sql, sign: Sql) => sql`
    select ${account} as account_id, currency_id, ${sign}amount as amount, ${sign}base_amount as base_amount from entries
    where book_id = ${book.id} and ${accountId === undefined ? sql`true` : sql`${account} = ${accountId}`} and ${condition}`
  return sql`${side(sql`debit_account_id`, plus)} union all ${side(sql`credit_account_id`, minus)}`
}
