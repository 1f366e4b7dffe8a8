import { nothing, type Sql, sql } from '../database/sql.ts'
import { part } from '../ledger/stored.ts'

/** How the ticks of reconciliations are loaded. */

/**
 * The ticks on the live lines of entries `e`, looked up entry by entry: without `offset 0`, and without statistics of a book that was just
 * filled, PostgreSQL compares every entry of a book with every tick. In a book without ticks, it looks at no entry: that subquery has a column, since Citus
 * may read its rows before the rest, and cannot read rows without columns.
 */
const ticksIn = (books: Sql, from: Sql, condition: Sql): Sql =>
  part(
    'ticks',
    sql`e.book_id`,
    sql`e.transaction_id, k.line_id, k.reconciliation_id, k.is_finished, k.date, k.name`,
    sql`${from}
        cross join lateral (
          select k.line_id, k.reconciliation_id, c.finished_at is not null as is_finished, c.date, a.name
          from cleared_lines k join reconciliations c on c.book_id = k.book_id and c.id = k.reconciliation_id
            join accounts a on a.book_id = c.book_id and a.id = c.account_id
          where k.book_id = any (${books}) and c.book_id = any (${books}) and a.book_id = any (${books}) and k.book_id = e.book_id
            and k.line_id in (e.debit_line_id, e.credit_line_id)
          offset 0) k
        where e.book_id = any (${books}) and e.until_version is null and ${condition}
          and exists (select true from cleared_lines where book_id = any (${books}))`,
  )

/** The ticks on the live lines of transactions `t`. */
export const ticksPart = (books: Sql, condition: Sql): Sql =>
  ticksIn(
    books,
    sql`transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id`,
    sql`t.book_id = any (${books}) and ${condition}`,
  )

/** The ticks on the live lines of transactions with these ids. */
export const ticksOfPart = (books: Sql, ids: Sql): Sql =>
  ticksIn(books, sql`entries e`, sql`e.transaction_id = any (${ids})`)

/**
 * The live entries with a line `l.id` of the book `l.book_id`, on either side. Citus finds the shard by the last condition, for which it
 * knows the values. In a plan without values no index serves it, thanks to the `or`: one of books, which is as good as that of lines while the tables
 * are empty, would later read a whole book for each line.
 */
const entriesWith = (books: Sql): Sql => {
  const side = (line: Sql, account: Sql, sign: Sql) => sql`
    select e.book_id, e.${account} as account_id, e.currency_id, ${sign}e.amount as amount, e.date from entries e
    where e.${line} = l.id and e.until_version is null and ((e.book_id = l.book_id and e.book_id = any (${books})) or ${false})`
  return sql`(${side(sql`debit_line_id`, sql`debit_account_id`, nothing)} union all
    ${side(sql`credit_line_id`, sql`credit_account_id`, sql`-`)} offset 0)`
}

/** Live lines, each with the reconciliation that it is ticked in: `from` has rows `l` of book, line and reconciliation, and the condition knows `e`. */
const livePart = (name: string, books: Sql, from: Sql, condition: Sql): Sql =>
  part(
    name,
    sql`l.book_id`,
    sql`l.reconciliation_id, l.id, e.account_id, e.currency_id, e.amount::text, e.date, k.reconciliation_id`,
    sql`${from} cross join lateral ${entriesWith(books)} e
        left join lateral (
          select * from cleared_lines k where k.book_id = any (${books}) and k.book_id = l.book_id and k.line_id = l.id offset 0) k on true
        where ${condition}`,
  )

/** Live lines of any account. */
export const linesPart = (books: Sql, ids: Sql): Sql =>
  livePart(
    'line',
    books,
    sql`(select b.book_id, i.id, null::uuid as reconciliation_id from unnest(${books}) b (book_id) cross join unnest(${ids}) i (id)) l`,
    sql`true`,
  )

/** The live lines that are ticked in reconciliations: those of its account and currency. */
export const clearedPart = (books: Sql, ids: Sql): Sql =>
  livePart(
    'cleared',
    books,
    sql`(select c.book_id, unnest(c.cleared_line_ids) as id, c.id as reconciliation_id, c.account_id, c.currency_id
         from reconciliations c where c.book_id = any (${books}) and c.id = any (${ids})) l`,
    sql`e.account_id = l.account_id and e.currency_id = l.currency_id`,
  )
