import { addDays, type Day, LAST_DAY, todayIn } from '../../contract/day.ts'
import { addMonths } from '../../contract/month.ts'
import { join, nothing, type Sql, sql } from '../database/sql.ts'
import { isCreatedBy } from './authors.ts'
import type { BookRow } from './book.ts'
import { countsAt } from './known-at.sql.ts'

/** The balance on a day of the last years is found from today's, that on an earlier day from the beginning. */
const RECENT_YEARS = 5

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
  if (day < Temporal.PlainDate.from(todayIn(book.time_zone)).subtract({ years: RECENT_YEARS }).toString())
    return sql`(${stored(sql`balances`)} and month < ${month} union all ${sides(book, accountId, sql`${inMonth} and ${through}`)})`
  // For a recent day, subtracting the later months from the totals reads few rows, however many years the book has.
  const later = sql`${inMonth} and date < ${month} + interval '1 month' and not (${through})`
  return sql`(${stored(sql`totals`)} union all ${stored(sql`balances`, sql`-`)} and month > ${month}
              union all ${sides(book, accountId, later, -1)})`
}

/**
 * Rows of period, account_id, currency_id, amount and base_amount, debits less credits: the movements of consecutive periods, several
 * rows for one account, currency and period, to be added up. `starts` has the first day of each period, in order, and at its end the day
 * after the last period; periods count from 1. As known now, whole calendar months come from the stored balances, and only the days of
 * months that lie partly in a period come from the entries.
 */
export function movementsBetween(
  book: BookRow,
  starts: readonly Day[],
  version: number | undefined,
  accountId?: string,
): Sql {
  const [first = '', end = ''] = [starts[0], starts.at(-1)]
  const periodOf = (day: Sql) => sql`width_bucket(${day}, ${starts}::date[]) as period`
  if (version !== undefined) {
    const condition = sql`date >= ${first}::date and date < ${end}::date and ${countsAt(version)}`
    return sql`(${sides(book, accountId, condition, 1, sql`${periodOf(sql`date`)},`)})`
  }
  const { months, spans } = wholeMonths(starts)
  // Each span is looked up by itself (offset 0), however few entries PostgreSQL expects in the book.
  const inSpan = (account: Sql, sign: Sql) => sql`
    select ${periodOf(sql`e.date`)}, e.account_id, e.currency_id, ${sign}e.amount, ${sign}e.base_amount
    from unnest(${spans.map(([from]) => from)}::date[], ${spans.map(([, to]) => to)}::date[]) span (first, next)
    cross join lateral (
      select date, ${account} as account_id, currency_id, amount, base_amount from entries
      where book_id = ${book.id} and date >= span.first and date < span.next and ${countsAt(version)}
        and ${accountId === undefined ? sql`true` : sql`${account} = ${accountId}`} offset 0) e`
  const parts = [
    ...(months.length === 0
      ? []
      : [
          sql`select ${periodOf(sql`month`)}, account_id, currency_id, amount, base_amount from balances
              where book_id = ${book.id} and month = any (${months}::date[])
                and ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`}`,
        ]),
    // Without any days at all, this finds nothing.
    ...(spans.length === 0 && months.length > 0
      ? []
      : [inSpan(sql`debit_account_id`, sql``), inSpan(sql`credit_account_id`, sql`-`)]),
  ]
  return sql`(${join(parts, sql` union all `)})`
}

/** The same rows of the transactions that one person created: stored balances are of all people, so that everything comes from the entries. */
export function movementsBy(
  book: BookRow,
  starts: readonly Day[],
  version: number | undefined,
  userId: string,
): Sql {
  const condition = sql`date >= ${starts[0]}::date and date < ${starts.at(-1)}::date and ${countsAt(version)}
    and ${isCreatedBy(book, sql`entries.created_version`, userId)}`
  return sql`(${sides(book, undefined, condition, 1, sql`width_bucket(date, ${starts}::date[]) as period,`)})`
}

/**
 * Rows of account_id, currency_id, amount and base_amount, debits less credits, to be added up: the movements from one day to another,
 * both included; from the beginning or up to the end where a day is not given. None if the range ends before it starts.
 */
export function movementsIn(
  book: BookRow,
  from: Day | undefined,
  to: Day | undefined,
  accountId?: string,
): Sql {
  if (from === undefined) return balancesThrough(book, { day: to, accountId })
  const end = addDays(to ?? LAST_DAY, 1)
  return movementsBetween(book, [from, end], undefined, accountId)
}

/**
 * The same rows for balances on several days, in order: period 0 is the balance through the first of these days, and each later period is
 * the movement up to the next one.
 */
export function balancesOnDays(book: BookRow, days: readonly Day[], version: number | undefined): Sql {
  const first = sql`select 0 as period, account_id, currency_id, amount, base_amount
    from ${balancesThrough(book, { day: days[0], version })} before`
  if (days.length < 2) return sql`(${first})`
  const starts = days.map((day) => addDays(day, 1))
  return sql`(${first} union all select * from ${movementsBetween(book, starts, version)} moved)`
}

/** The calendar months that lie within one period each, by their first days; and the other days, as spans that leave out their end. */
function wholeMonths(starts: readonly Day[]): { months: Day[]; spans: [Day, Day][] } {
  const months: Day[] = []
  const spans: [Day, Day][] = []
  const cut = new Set(starts.map((day) => (day.endsWith('-01') ? '' : day.slice(0, 7))))
  const end = starts.at(-1) ?? ''
  let from = starts[0] ?? ''
  while (from < end) {
    const next = `${addMonths(from.slice(0, 7), 1)}-01`
    const to = next < end ? next : end
    const last = spans.at(-1)
    if (!cut.has(from.slice(0, 7))) months.push(from)
    else if (last?.[1] === from) last[1] = to
    else spans.push([from, to])
    from = to
  }
  return { months, spans }
}

/** Both sides of entries: positive on the debited account, negative on the credited one, all multiplied by `times`; `more` are further columns. */
function sides(
  book: BookRow,
  accountId: string | undefined,
  condition: Sql,
  times: 1 | -1 = 1,
  more: Sql = nothing,
): Sql {
  const [plus, minus] = times === 1 ? [sql``, sql`-`] : [sql`-`, sql``]
  const side = (account: Sql, sign: Sql) => sql`
    select ${more} ${account} as account_id, currency_id, ${sign}amount as amount, ${sign}base_amount as base_amount from entries
    where book_id = ${book.id} and ${accountId === undefined ? sql`true` : sql`${account} = ${accountId}`} and ${condition}`
  return sql`${side(sql`debit_account_id`, plus)} union all ${side(sql`credit_account_id`, minus)}`
}
