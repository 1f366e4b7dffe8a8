import type { RegisterLine, RegisterQuery } from '../../contract/accounts.ts'
import { currencyCode } from '../../contract/iso4217.ts'
import { MAX_LINES } from '../../contract/reconciliations.ts'
import { type Db, firstRows, row } from '../database/database.ts'
import { allOf, join, type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { balancesThrough, movementsIn } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { isClosed } from '../ledger/journal.ts'
import { countsAt, storedAt, tickOn } from '../ledger/known-at.sql.ts'
import { bookAt } from '../lists/known-at.ts'
import {
  beyond,
  isIncluded,
  isOneOf,
  type ListSums,
  limitTo,
  MAX_PAGE_BYTES,
  type Page,
  type Position,
  positionIn,
  type SortKey,
} from '../lists/lists.ts'
import { findByName, hadText } from '../lists/search.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'

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
  obligation_id: string | null
  share_contact_name: string | null
  share_obligation_id: string | null
  category_id: string | null
  category_name: string | null
  counter_account_id: string
  counter_account_name: string
  reconciliation_id: string | null
  is_finished: boolean | null
  place_in_list: string[]
  /** The balance of the account in each currency after the first line of the page, debits less credits. */
  balances_at_first?: { currency_id: string; amount: string }[]
  /** The balance after this line, in its currency: where a filter leaves out lines between those of the page. */
  balance?: string
}

/** The account whose register is read; `sign` is -1 where credits add to it. */
type RegisterAccount = { id: string; name: string; sign: bigint }

/** A register as known at a version; as known now without one. */
type Register = { book: BookRow; account: RegisterAccount; version: number | undefined }

const keys: SortKey[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`created_position`, type: 'integer' },
  { key: sql`ordinal`, type: 'smallint' },
]
const order = sql`date desc, created_version desc, created_position desc, ordinal desc`

/** A condition on entries, or on the line of either side, given the column of its id. */
type Condition = Sql | ((lineId: Sql) => Sql)

/** Lines of an account, both sides, each straight from its index; so many of each at most, where a limit is given. */
function linesOf(
  { book, account, version }: Register,
  conditions: readonly Condition[],
  { limit, only }: { limit?: number; only?: 'debit' | 'credit' | undefined } = {},
): Sql {
  const lineId = (isDebit: boolean) => (isDebit ? sql`entries.debit_line_id` : sql`entries.credit_line_id`)
  const side = (isDebit: boolean) => sql`
    (select transaction_id, version, created_version, created_position, ordinal, date, kind, ${isDebit ? sql`true` : sql`false`} as is_debit,
            currency_id, amount, base_amount
     from entries where book_id = ${book.id} and ${isDebit ? sql`debit_account_id` : sql`credit_account_id`} = ${account.id}
       and ${allOf([countsAt(version), ...conditions.map((one) => (typeof one === 'function' ? one(lineId(isDebit)) : one))])} order by ${order} ${limit === undefined ? sql`` : limitTo(limit)})`
  if (only) return side(only === 'debit')
  return sql`(${side(true)} union all ${side(false)})`
}

/** The filters of a register, but for its text. */
function conditionsOf(register: Register, query: RegisterQuery): Condition[] {
  const { date_from, date_to, currency_id, kind, reconciliation_id } = query
  return [
    ...(date_from ? [sql`date >= ${date_from}`] : []),
    ...(date_to ? [sql`date <= ${date_to}`] : []),
    ...(currency_id === undefined
      ? []
      : [isOneOf(sql`currency_id`, commaSeparated(currency_id).map(currencyCode), sql`text`)]),
    ...(kind === undefined ? [] : [isOneOf(sql`kind`, commaSeparated(kind), sql`text`)]),
    ...(reconciliation_id === undefined
      ? []
      : [(lineId: Sql) => isTicked(register, lineId, reconciliation_id)]),
  ]
}

/** Whether a transaction has the text that is looked for, as in the lists of transactions. Free text takes a statement of its own. */
async function textOf(
  db: Db,
  { book, version }: Register,
  { q }: RegisterQuery,
): Promise<((id: Sql) => Sql) | undefined> {
  if (!q) return undefined
  const named = await findByName(db, book, q)
  return (id) =>
    sql`exists (select from transactions t where t.book_id = ${book.id} and t.id = ${id} and ${hadText(book, q, named, version)})`
}

/** The most ticks that PostgreSQL is asked to keep at once, as a hash table of about 10 MB. */
const MAX_HASHED = 150_000

/**
 * Whether a line is ticked in one of these reconciliations, or in none if `none` is among them. The lists of the account's own
 * reconciliations are hashed once (`is true` keeps them from being joined in another way), which answers for nearly all lines; what is left
 * is looked up by its key, line by line.
 */
function isTicked({ book, account, version }: Register, lineId: Sql, wanted: string): Sql {
  const [ids, isNone] = [knownIds(wanted), commaSeparated(wanted).includes('none')]
  if (version !== undefined)
    return sql`coalesce(${tickOn(book, lineId, version)} ->> 0, 'none') = any (${commaSeparated(wanted.toLowerCase())}::text[])`
  const isListed = (condition: Sql) => sql`
    (${lineId} in (select unnest(c.cleared_line_ids) from reconciliations c where c.book_id = ${book.id} and c.account_id = ${account.id}
                   and c.deleted_at is null and ${condition} limit ${MAX_HASHED})) is true`
  const isThere = (condition: Sql) => sql`
    exists (select from cleared_lines k where k.book_id = ${book.id} and k.line_id = ${lineId} and ${condition} offset 0)`
  const [isOther, isOne] = [sql`<> all (${ids}::uuid[])`, sql`= any (${ids}::uuid[])`]
  if (isNone)
    return sql`not ${isListed(sql`c.id ${isOther}`)} and not ${isThere(sql`k.reconciliation_id ${isOther}`)}`
  return ids.length * MAX_LINES <= MAX_HASHED
    ? isListed(sql`c.id ${isOne}`)
    : isThere(sql`k.reconciliation_id ${isOne}`)
}

/**
 * A page of an account's register, the latest line first, in one statement; free text takes one more. The records of a line are looked up by
 * key (a subquery with an offset is not joined in another way): without statistics, a planner joined all of the book's entries instead.
 */
export async function readRegister(
  db: Db,
  book: BookRow,
  account: RegisterAccount,
  query: RegisterQuery,
  version: number | undefined,
): Promise<Page<RegisterLine>> {
  const limit = query.limit ?? 200
  const register = { book: await bookAt(db, book, version), account, version }
  const from = positionIn(query.cursor, keys)
  const conditions = conditionsOf(register, query)
  const hasText = await textOf(db, register, query)
  const onPage = [
    ...conditions,
    ...(hasText ? [hasText(sql`entries.transaction_id`)] : []),
    ...(from ? [beyond(keys, from, true)] : []),
  ]
  const signed = sql`case when is_debit then base_amount else -base_amount end`
  const lines = sql`${linesOf(register, conditions, { only: query.side })} lines`
  // A text is looked for once in each transaction: it may have a hundred lines here.
  const added = hasText
    ? sql`select coalesce(sum(count), 0)::int as total, sum(moved) as sum_base
          from (select transaction_id, count(*) as count, sum(${signed}) as moved from ${lines} group by transaction_id) each
          where ${hasText(sql`each.transaction_id`)}`
    : sql`select count(*)::int as total, sum(${signed}) as sum_base from ${lines}`
  const between = [query.kind, query.reconciliation_id, query.side]
  // Of whole days, the stored balances have the sum.
  const isOfDays =
    version === undefined && [query.q, query.currency_id, ...between].every((one) => one === undefined)
  const hasGaps = Boolean(query.q) || between.some((one) => one !== undefined)
  const sum = isOfDays
    ? sql`select sum(base_amount) from ${movementsIn(book, query.date_from, query.date_to, account.id)} moved`
    : sql`select sum_base from added`
  const sums = [
    ...(isIncluded(query, 'total') ? [sql`(select total from added) as total`] : []),
    ...(isIncluded(query, 'sum') ? [sql`(${sum})::text as sum_base`] : []),
  ]
  const { rows, isCut } = await firstRows<RegisterRow & ListSums>(
    db,
    sql`with added as (${added}), page as (
          select * from ${linesOf(register, onPage, { limit: limit + 1, only: query.side })} lines order by ${order} ${limitTo(limit + 1)}),
        ${hasGaps ? balanceOfEach(register) : balancesAtFirst(register, from, query.date_to)}
        select ${join([sql`p.transaction_id, p.kind, p.date, p.is_debit, p.currency_id, p.amount, p.base_amount`, ...sums], sql`, `)}, ${hasGaps ? sql`each_line.balance::text` : sql`balances_at_first`},
               p.date as "place_in_list[]", p.created_version as "place_in_list[]", p.created_position as "place_in_list[]", p.ordinal as "place_in_list[]",
               case when p.is_debit then e.debit_line_id else e.credit_line_id end as line_id,
               coalesce(first_words.memo, e.memo) as memo, t.contact_id, t.obligation_id, c.name as contact_name, s.name as share_contact_name, w.id as share_obligation_id,
               g.id as category_id, g.name as category_name, o.id as counter_account_id, o.name as counter_account_name,
               (tick.at ->> 0)::uuid as reconciliation_id, (tick.at ->> 1)::boolean as is_finished
        from page p ${hasGaps ? sql`join each_line using (transaction_id, ordinal)` : sql`cross join at_first`}
        cross join lateral (
          select e.* from entries e where e.book_id = ${book.id} and e.transaction_id = p.transaction_id and e.version = p.version
            and e.ordinal = p.ordinal offset 0) e
        cross join lateral ${transactionAt(register)} t
        join accounts o on o.book_id = ${book.id} and o.id = case when p.is_debit then e.credit_account_id else e.debit_account_id end
        left join contacts c on c.book_id = ${book.id} and c.id = t.contact_id
        left join categories g on g.book_id = ${book.id} and g.id = coalesce(e.category_id,
          case when e.obligation_id is null and t.categories = 1 then t.category_id end)
        left join obligations w on w.book_id = ${book.id} and w.id = e.obligation_id and p.kind = 'expense'
        left join contacts s on s.book_id = ${book.id} and s.id = w.contact_id
        left join lateral (
          select f.memo from entries f where f.book_id = ${book.id} and f.transaction_id = p.transaction_id and f.version = p.version
            and (w.id is not null or (e.memo = '' and f.memo <> '' and ${isCharge(sql`p.kind`)})) order by f.ordinal limit 1) first_words on true
        cross join lateral (
          select ${tickOn(book, sql`case when p.is_debit then e.debit_line_id else e.credit_line_id end`, version)} as at offset 0) tick
        order by p.date desc, p.created_version desc, p.created_position desc, p.ordinal desc`,
    limit + 1,
    MAX_PAGE_BYTES,
  )
  const isAlone = sums.length > 0 && from !== undefined && rows.length === 0
  const { total = 0, sum_base = null } =
    (isAlone
      ? await row<ListSums>(db, sql`with added as (${added}) select ${join(sums, sql`, `)}`)
      : rows[0]) ?? {}
  const page = rows.slice(0, limit)
  return {
    data: withRunningBalances(register, page, isIncluded(query, 'sum')),
    positions: page.map(({ place_in_list }) => place_in_list),
    isMore: isCut || rows.length > limit,
    meta: {
      limit,
      ...(isIncluded(query, 'total') && { total }),
      ...(isIncluded(query, 'sum') && {
        sum_base: amountToApi(account.sign * BigInt(sum_base ?? 0), book.base_currency_id),
      }),
    },
  }
}

/** Whether entry `e` is what an account in another currency was charged: it has no words of its own, and shows those of the first part. */
const isCharge = (kind: Sql): Sql =>
  sql`${kind} in ('expense', 'income') and e.category_id is null and e.obligation_id is null`

/** The transaction of entry `e`: its contact, its category, its obligation, and how many categories its entries have. */
function transactionAt({ book, version }: Register): Sql {
  const now = sql`select contact_id, category_id, obligation_id, cardinality(category_ids) as categories from transactions
    where book_id = ${book.id} and id = e.transaction_id`
  if (version === undefined) return sql`(${now} offset 0)`
  return sql`
   (${now} and version <= ${version}
    union all
    select (s.after ->> 'contact_id')::uuid, (s.after ->> 'category_id')::uuid, (s.after ->> 'obligation_id')::uuid,
           (select count(distinct entry ->> 'category_id') from json_array_elements(s.after -> 'entries') entry)
    from transactions x cross join lateral ${storedAt(book, sql`x.id`, version)} s
    where x.book_id = ${book.id} and x.id = e.transaction_id and x.version > ${version})`
}

/**
 * The balance of the account in each currency after the first line of the page. The lines of a page follow on each other within their
 * currency, and the first of them on the cursor or on the last day that is asked for.
 */
function balancesAtFirst(
  { book, account, version }: Register,
  from: Position | undefined,
  dateTo: string | undefined,
): Sql {
  const parts = balancesThrough(book, {
    accountId: account.id,
    day: from?.[0] ?? dateTo,
    upTo: from && beyond(keys, from, true),
    version,
  })
  return sql`at_first as materialized (
    select coalesce(json_agg(json_build_object('currency_id', currency_id, 'amount', amount::text)), '[]') as balances_at_first from (
      select currency_id, sum(amount) as amount from ${parts} parts group by currency_id) sums)`
}

/**
 * The balance of the account after each line of the page, in its currency: the months before, and the lines of its month up to it. A month
 * that came to nothing in one change has no stored balance. Those balances know nothing of earlier versions: as known at a version, all
 * lines are added up. Materialized, so that no plan adds them up once for each line.
 */
function balanceOfEach(register: Register): Sql {
  const eachLine = (earlier: Sql, partition: Sql, from: Sql) => sql`
    each_line as materialized (
      select * from (
        select l.transaction_id, l.ordinal, ${earlier} + sum(case when l.is_debit then l.amount else -l.amount end)
                 over (partition by ${partition} order by l.date, l.created_version, l.created_position, l.ordinal) as balance
        from ${from}) all_lines
      where (transaction_id, ordinal) in (select transaction_id, ordinal from page))`
  if (register.version !== undefined)
    return eachLine(sql`0`, sql`l.currency_id`, sql`${linesOf(register, [])} l`)
  const inMonth = sql`currency_id = earlier.currency_id and date >= earlier.month and date < earlier.month + interval '1 month'`
  return sql`
    months as (select distinct currency_id, date_trunc('month', date)::date as month from page),
    earlier as (
      select currency_id, month, coalesce(
        (select sum(amount) from balances b where b.book_id = ${register.book.id} and b.account_id = ${register.account.id}
           and b.currency_id = months.currency_id and b.month < months.month), 0) as amount
      from months),
    ${eachLine(
      sql`earlier.amount`,
      sql`earlier.currency_id, earlier.month`,
      sql`earlier cross join lateral ${linesOf(register, [inMonth])} l`,
    )}`
}

function withRunningBalances(
  { book, account }: Register,
  page: readonly RegisterRow[],
  isSummed: boolean,
): RegisterLine[] {
  const running = new Map(
    page[0]?.balances_at_first?.map(({ currency_id, amount }) => [currency_id, BigInt(amount)]),
  )
  return page.map((line) => {
    const { currency_id, is_debit, amount, base_amount } = line
    const balance = line.balance === undefined ? (running.get(currency_id) ?? 0n) : BigInt(line.balance)
    running.set(currency_id, balance - (is_debit ? amount : -amount))
    const base = book.base_currency_id
    return {
      id: line.line_id,
      account_id: account.id,
      account_name: account.name,
      currency_id,
      debit: is_debit ? amountToApi(amount, currency_id) : 0,
      credit: is_debit ? 0 : amountToApi(amount, currency_id),
      debit_base: is_debit ? amountToApi(base_amount, base) : 0,
      credit_base: is_debit ? 0 : amountToApi(base_amount, base),
      memo: line.memo,
      reconciliation_id: line.reconciliation_id,
      is_locked: isClosed(book, line.date) || (line.is_finished ?? false),
      transaction_id: line.transaction_id,
      kind: line.kind,
      date: line.date,
      contact_id: line.contact_id,
      contact_name: line.contact_name,
      obligation_id: line.obligation_id,
      share_contact_name: line.share_contact_name,
      share_obligation_id: line.share_obligation_id,
      category_id: line.category_id,
      category_name: line.category_name,
      counter_account_id: line.counter_account_id,
      counter_account_name: line.counter_account_name,
      running_balance: amountToApi(account.sign * balance, currency_id),
      ...(isSummed && {
        counted_base: amountToApi(account.sign * (is_debit ? base_amount : -base_amount), base),
      }),
    }
  })
}
