import type { RegisterLine } from '../../contract/accounts.ts'
import { type Db, firstRows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { shown } from '../ledger/amounts.ts'
import type { BookRow } from '../ledger/book.ts'
import { beyond, type Key, PAGE_BYTES, type Page, type Position, positionIn } from '../lists.ts'

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
  position: string[]
  /** What the account has in each currency after the first line of the page, debits less credits. */
  standing: { currency_id: string; amount: string }[]
}

const keys: Key[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`created_position`, type: 'integer' },
  { key: sql`ordinal`, type: 'smallint' },
]
const order = sql`date desc, created_version desc, created_position desc, ordinal desc`

/** One side of an account's entries, straight from that side's index. */
const side = (book: BookRow, account: string, isDebit: boolean, after: Sql, limit: Sql): Sql => sql`
  (select transaction_id, created_version, created_position, ordinal, date, kind, ${isDebit ? sql`true` : sql`false`} as is_debit, currency_id, amount, base_amount
   from entries where book_id = ${book.id} and ${isDebit ? sql`debit_account_id` : sql`credit_account_id`} = ${account}
     and not is_deleted and ${after} order by ${order} ${limit})`

/**
 * A page of an account's register, the latest line first, in one statement. The running balance of its first line is all
 * there is, or the sum of whole months less the lines of that month that come after it: it does not grow with the account.
 */
export async function readRegister(
  db: Db,
  book: BookRow,
  account: { id: string; name: string },
  sign: bigint,
  query: { limit?: number; cursor?: string },
): Promise<Page<RegisterLine>> {
  const limit = query.limit ?? 200
  const from = positionIn(query.cursor, keys)
  const after = from ? beyond(keys, from, true) : sql`true`
  const later = from
    ? sql`(select currency_id, case when is_debit then -amount else amount end as amount from (
             ${side(book, account.id, true, sinceMonthOf(from), sql``)} union all
             ${side(book, account.id, false, sinceMonthOf(from), sql``)}) newer)`
    : sql`(select null::text, 0 where false)`
  const { rows, isCut } = await firstRows<RegisterRow>(
    db,
    sql`with page as (
          select * from (${side(book, account.id, true, after, sql`limit ${limit + 1}`)} union all
                         ${side(book, account.id, false, after, sql`limit ${limit + 1}`)}) lines
          order by ${order} limit ${limit + 1}),
        standing as (
          select coalesce(json_agg(json_build_object('currency_id', currency_id, 'amount', amount::text)), '[]') as standing from (
            select currency_id, sum(amount) as amount from (
              select currency_id, amount from ${from ? sql`balances` : sql`totals`}
              where book_id = ${book.id} and account_id = ${account.id} ${from ? sql`and month <= ${from[0]}::date` : sql``}
              union all select * from ${later} less) parts group by currency_id) sums)
        select p.*, standing, array[p.date::text, p.created_version::text, p.created_position::text, p.ordinal::text] as position,
               case when p.is_debit then e.debit_line_id else e.credit_line_id end as line_id, e.memo, t.contact_id, c.name as contact_name
        from page p cross join standing
        join entries e using (transaction_id, ordinal)
        join transactions t on t.book_id = e.book_id and t.id = e.transaction_id
        left join contacts c on c.book_id = t.book_id and c.id = t.contact_id
        where e.book_id = ${book.id}
        order by p.date desc, p.created_version desc, p.created_position desc, p.ordinal desc`,
    PAGE_BYTES,
  )
  const page = rows.slice(0, limit)
  return {
    data: withRunningBalances(book, account, sign, page),
    positions: page.map(({ position }) => position),
    isMore: isCut || rows.length > limit,
    meta: { limit },
  }
}

/** The lines from the cursor up to the end of its month: already shown on earlier pages, the cursor's own line included. */
const sinceMonthOf = (from: Position): Sql => sql`
  (date, created_version, created_position, ordinal) >= (${from[0]}::date, ${from[1]}::bigint, ${from[2]}::integer, ${from[3]}::smallint)
  and date < date_trunc('month', ${from[0]}::date) + interval '1 month'`

function withRunningBalances(
  book: BookRow,
  account: { id: string; name: string },
  sign: bigint,
  page: readonly RegisterRow[],
): RegisterLine[] {
  const standing = new Map(page[0]?.standing.map(({ currency_id, amount }) => [currency_id, BigInt(amount)]))
  return page.map((line) => {
    const { currency_id, is_debit, amount, base_amount } = line
    const balance = standing.get(currency_id) ?? 0n
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
      running_balance: shown(sign * balance, currency_id),
    }
  })
}
