import type { RegisterLine, RegisterQuery } from '../../contract/accounts.ts'
import { currencyCode } from '../../contract/iso4217.ts'
import { type Db, firstRows, row } from '../database/database.ts'
import { allOf, join, type Sql, sql } from '../database/sql.ts'
import { valuesOf } from '../ids.ts'
import { shown } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import {
  beyond,
  isIncluded,
  isOneOf,
  type Key,
  PAGE_BYTES,
  type Page,
  type Position,
  positionIn,
  type Sums,
} from '../lists.ts'
import { findNamed, hasText } from '../search.ts'

type RegisterRow = {
  line_id: string
  transaction_id: string
  kind: string
  date: string
  is_debit: boolean
  currency_id: string
  amount: bigint
  base_amount: bigint
  memo: string
  contact_id: string | null
  contact_name: string | null
  category_id: string | null
  category_name: string | null
  counter_account_id: string
  counter_account_name: string
  position: string[]
  /** What the account has in each currency after the first line of the page, debits less credits. */
  standing?: { currency_id: string; amount: string }[]
  /** The same after this very line, in its currency, where the lines of a page do not follow on each other. */
  balance?: string
}

type Account = { id: string; name: string }

const keys: Key[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`created_position`, type: 'integer' },
  { key: sql`ordinal`, type: 'smallint' },
]
const order = sql`date desc, created_version desc, created_position desc, ordinal desc`

/** Lines of an account, both sides, each straight from its index; so many of each at most, where a limit is given. */
function linesOf(book: BookRow, account: Account, conditions: readonly Sql[], limit?: number): Sql {
  const side = (isDebit: boolean) => sql`
    (select transaction_id, created_version, created_position, ordinal, date, kind, ${isDebit ? sql`true` : sql`false`} as is_debit,
            currency_id, amount, base_amount
     from entries where book_id = ${book.id} and ${isDebit ? sql`debit_account_id` : sql`credit_account_id`} = ${account.id}
       and not is_deleted and ${allOf(conditions)} order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`})`
  return sql`(${side(true)} union all ${side(false)})`
}

/** Which lines are shown. Text is looked for in their transactions, as lists of those do. */
async function conditionsOf(db: Db, book: BookRow, query: RegisterQuery): Promise<Sql[]> {
  const { date_from, date_to, currency_id, q } = query
  const named = q ? await findNamed(db, book, q) : undefined
  return [
    ...(date_from ? [sql`date >= ${date_from}`] : []),
    ...(date_to ? [sql`date <= ${date_to}`] : []),
    ...(currency_id === undefined
      ? []
      : [isOneOf(sql`currency_id`, valuesOf(currency_id).map(currencyCode), sql`text`)]),
    ...(q && named
      ? [
          sql`exists (select from transactions t where t.book_id = ${book.id} and t.id = entries.transaction_id and ${hasText(q, named)})`,
        ]
      : []),
  ]
}

/** A page of an account's register, the latest line first, in one statement; free text takes one more. */
export async function readRegister(
  db: Db,
  book: BookRow,
  account: Account,
  sign: bigint,
  query: RegisterQuery,
): Promise<Page<RegisterLine>> {
  const limit = query.limit ?? 200
  const from = positionIn(query.cursor, keys)
  const conditions = await conditionsOf(db, book, query)
  const after = from ? [beyond(keys, from, true)] : []
  const everything = sql`from ${linesOf(book, account, conditions)} lines`
  const signed = sql`case when is_debit then base_amount else -base_amount end`
  const sums = [
    ...(isIncluded(query, 'total') ? [sql`(select count(*)::int ${everything}) as total`] : []),
    ...(isIncluded(query, 'sum') ? [sql`(select sum(${signed})::text ${everything}) as sum_base`] : []),
  ]
  const { rows, isCut } = await firstRows<RegisterRow & Sums>(
    db,
    sql`with page as (
          select * from ${linesOf(book, account, [...conditions, ...after], limit + 1)} lines order by ${order} limit ${limit + 1}),
        ${query.q ? balanceOfEach(book, account) : balancesAtFirst(book, account, from, query.date_to)}
        select ${join([sql`p.*`, ...sums], sql`, `)}, ${query.q ? sql`each_line.balance::text` : sql`standing`},
               array[p.date::text, p.created_version::text, p.created_position::text, p.ordinal::text] as position,
               case when p.is_debit then e.debit_line_id else e.credit_line_id end as line_id, e.memo, t.contact_id, c.name as contact_name,
               g.id as category_id, g.name as category_name, o.id as counter_account_id, o.name as counter_account_name
        from page p ${query.q ? sql`join each_line using (transaction_id, ordinal)` : sql`cross join standing`}
        join entries e using (transaction_id, ordinal)
        join transactions t on t.book_id = ${book.id} and t.id = e.transaction_id
        join accounts o on o.book_id = ${book.id} and o.id = case when p.is_debit then e.credit_account_id else e.debit_account_id end
        left join contacts c on c.book_id = ${book.id} and c.id = t.contact_id
        left join categories g on g.book_id = ${book.id} and g.id = coalesce(e.category_id,
          case when e.obligation_id is null and cardinality(t.category_ids) = 1 then t.category_id end)
        where e.book_id = ${book.id}
        order by p.date desc, p.created_version desc, p.created_position desc, p.ordinal desc`,
    PAGE_BYTES,
  )
  const isAlone = sums.length > 0 && from !== undefined && rows.length === 0
  const { total = 0, sum_base = null } =
    (isAlone ? await row<Sums>(db, sql`select ${join(sums, sql`, `)}`) : rows[0]) ?? {}
  const page = rows.slice(0, limit)
  return {
    data: withRunningBalances(book, account, sign, page),
    positions: page.map(({ position }) => position),
    isMore: isCut || rows.length > limit,
    meta: {
      limit,
      ...(isIncluded(query, 'total') && { total }),
      ...(isIncluded(query, 'sum') && {
        sum_base: shown(sign * BigInt(sum_base ?? 0), book.base_currency_id),
      }),
    },
  }
}

/**
 * What the account has in each currency after the first line of the page. The lines of a page follow on each other within their
 * currency, and the first of them on the cursor or on the last day that is asked for. So this is all there is, or the sum of whole
 * months less the lines of the last of them that come after that point: it does not grow with the account.
 */
function balancesAtFirst(
  book: BookRow,
  account: Account,
  from: Position | undefined,
  dateTo: string | undefined,
): Sql {
  const day = from?.[0] ?? dateTo
  const newer = from
    ? sql`(date, created_version, created_position, ordinal) >= (${from[0]}::date, ${from[1]}::bigint, ${from[2]}::integer, ${from[3]}::smallint)`
    : sql`date > ${day}::date`
  const inMonth = sql`date < date_trunc('month', ${day}::date) + interval '1 month'`
  const kept = sql`select currency_id, amount from ${day ? sql`balances` : sql`totals`}
    where book_id = ${book.id} and account_id = ${account.id} ${day ? sql`and month <= ${day}::date` : sql``}`
  const less = sql`union all select currency_id, case when is_debit then -amount else amount end
    from ${linesOf(book, account, [newer, inMonth])} newer`
  return sql`standing as (
    select coalesce(json_agg(json_build_object('currency_id', currency_id, 'amount', amount::text)), '[]') as standing from (
      select currency_id, sum(amount) as amount from (${kept} ${day ? less : sql``}) parts group by currency_id) sums)`
}

/** What the account has after each line of the page, in its currency: the months before, and the lines of its month up to it. */
const balanceOfEach = (book: BookRow, account: Account): Sql => sql`
  months as (select distinct currency_id, date_trunc('month', date)::date as month from page),
  earlier as (
    select currency_id, month, sum(amount) over (partition by currency_id order by month) - amount as amount
    from balances where book_id = ${book.id} and account_id = ${account.id}),
  each_line as (
    select l.transaction_id, l.ordinal, earlier.amount + sum(case when l.is_debit then l.amount else -l.amount end)
             over (partition by earlier.currency_id, earlier.month order by l.date, l.created_version, l.created_position, l.ordinal) as balance
    from months join earlier using (currency_id, month) cross join lateral ${linesOf(book, account, [
      sql`currency_id = earlier.currency_id and date >= earlier.month and date < earlier.month + interval '1 month'`,
    ])} l)`

function withRunningBalances(
  book: BookRow,
  account: Account,
  sign: bigint,
  page: readonly RegisterRow[],
): RegisterLine[] {
  const standing = new Map(page[0]?.standing?.map(({ currency_id, amount }) => [currency_id, BigInt(amount)]))
  return page.map((line) => {
    const { currency_id, is_debit, amount, base_amount } = line
    const balance = line.balance === undefined ? (standing.get(currency_id) ?? 0n) : BigInt(line.balance)
    standing.set(currency_id, balance - (is_debit ? amount : -amount))
    const base = book.base_currency_id
    return {
      id: line.line_id,
      account_id: account.id,
      account_name: account.name,
      currency_id,
      debit: is_debit ? shown(amount, currency_id) : 0,
      credit: is_debit ? 0 : shown(amount, currency_id),
      debit_base: is_debit ? shown(base_amount, base) : 0,
      credit_base: is_debit ? 0 : shown(base_amount, base),
      memo: line.memo,
      transaction_id: line.transaction_id,
      kind: line.kind,
      date: line.date,
      contact_id: line.contact_id,
      contact_name: line.contact_name,
      category_id: line.category_id,
      category_name: line.category_name,
      counter_account_id: line.counter_account_id,
      counter_account_name: line.counter_account_name,
      running_balance: shown(sign * balance, currency_id),
    }
  })
}
