import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { type Database, type Db, onlyRow, rows, snapshot } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { KnownRate } from '../ledger/known.ts'
import { findRate, knownRatesOn } from '../ledger/rates.ts'
import { type BookRow, bookColumns } from '../ledger/records.ts'
import { type Earlier, makeHistory } from './history.ts'
import type { BookKnows, KnownAccount, KnownCategory, KnownDebt, KnownLine, Remembered } from './known.ts'
import { NEAR_DAYS } from './match.ts'
import { activeRules } from './rules/rules.sql.ts'
import { numberOf } from './words.ts'

/** How many of the latest transactions categories and contacts are learned from: an old book costs no more than this. */
const LATEST = 20_000
/** Rates are looked up so many at a time. */
const PAIRS = 500

/** What is looked for: the accounts, days and amounts of a file. */
export type Sought = {
  readonly import_id: string
  readonly from: Day
  readonly to: Day
  readonly amounts: readonly bigint[]
  /** The currencies of its rows with their days, but for the base currency. */
  readonly pairs: readonly { readonly currency_id: string; readonly date: Day }[]
}

/** The book, its accounts, categories and what earlier files were: what is needed to know what a file means. */
export type Basics = Pick<
  BookKnows,
  | 'version'
  | 'base_currency_id'
  | 'closed_through'
  | 'today'
  | 'time_zone'
  | 'accounts'
  | 'numbers'
  | 'categories'
> & {
  readonly book: BookRow
  /** Which account and category of the book the names of earlier files were, the latest last. */
  readonly names: readonly {
    readonly kind: 'account' | 'expense' | 'income'
    readonly name: string
    readonly id: string
  }[]
}

export async function loadBasics(db: Db, bookId: string): Promise<Basics> {
  const book = await onlyRow<BookRow>(db, sql`select ${bookColumns} from books where id = ${bookId}`)
  const accounts = await rows<KnownAccount>(
    db,
    sql`select id, name, currency_id from accounts where book_id = ${bookId} and role is null and is_active and deleted_at is null
          and (type = 'asset' and not is_claim or type = 'liability') order by created_version, id`,
  )
  const categories = await rows<KnownCategory>(
    db,
    sql`select id, kind, name from categories where book_id = ${bookId} and is_active and deleted_at is null order by created_version, id`,
  )
  const names = await rows<Basics['names'][number]>(db, earlierNames(bookId))
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return {
    book,
    ...{
      version: book.version,
      base_currency_id: book.base_currency_id,
      closed_through: book.closed_through,
    },
    ...{ today: todayIn(book.time_zone), time_zone: book.time_zone },
    accounts: byId,
    categories: new Map(categories.map((category) => [category.id, category])),
    names,
    numbers: new Map(
      names.flatMap(({ kind, name, id }) =>
        kind === 'account' && byId.has(id) ? [[numberOf(name), id]] : [],
      ),
    ),
  }
}

/** The names in the mappings of the latest imports that were committed or corrected. */
const earlierNames = (bookId: string): Sql => sql`
  with latest as (
    select mapping, created_at, id from imports
    where book_id = ${bookId} and mapping is not null and (status = 'committed' or given is not null)
    order by created_at desc, id limit 200)
  select kind, name, id from (
    select 'account' as kind, one ->> 'name' as name, one ->> 'account_id' as id, created_at
    from latest cross join lateral json_array_elements(mapping -> 'accounts') one
    union all
    select one ->> 'kind', one ->> 'name', one ->> 'category_id', created_at
    from latest cross join lateral json_array_elements(mapping -> 'categories') one) named
  where id is not null order by created_at`

/** Everything that rows are judged by, as it was at one moment. */
export const loadKnown = (db: Database, bookId: string, sought: Sought): Promise<BookKnows> =>
  snapshot(db, async (moment) => {
    const { book, names: _, ...basics } = await loadBasics(moment, bookId)
    const accountIds = [...basics.accounts.keys()]
    const contacts = await rows<{ id: string; name: string }>(
      moment,
      sql`select id, name from contacts where book_id = ${bookId} and deleted_at is null order by created_version, id limit 10000`,
    )
    const debts = await rows<KnownDebt>(
      moment,
      sql`select o.id, o.name, o.contact_id, c.name as contact_name, o.direction, o.outstanding_amount as outstanding, o.currency_id,
                 coalesce(o.due_date, o.opened_date) as date
          from obligations o join contacts c on c.book_id = ${bookId} and c.id = o.contact_id
          where o.book_id = ${bookId} and o.outstanding_amount > 0 and o.deleted_at is null
          order by coalesce(o.due_date, o.opened_date), o.created_version, o.id limit 10000`,
    )
    const lines = await rows<KnownLine>(moment, linesOf(bookId, accountIds, sought))
    const remembered = await rows<Remembered>(moment, rememberedOf(bookId, accountIds, sought))
    const earlier = await rows<Earlier>(moment, earlierOf(bookId))
    return {
      ...{ ...basics, contacts, debts, lines, remembered, rules: await activeRules(moment, bookId) },
      history: await makeHistory(earlier),
      missingRates: await missingRates(moment, book, sought.pairs),
    }
  })

/** What transactions do to accounts around the days of a file, if it is one of its amounts, in either direction. */
const linesOf = (bookId: string, accountIds: readonly string[], { from, to, amounts }: Sought): Sql => {
  const side = (account: Sql, amount: Sql) => sql`
    select e.transaction_id, ${account} as account_id, e.currency_id, ${amount} as amount from entries e
    where e.book_id = ${bookId} and e.until_version is null and ${account} = any (${accountIds}::uuid[])
      and e.date between ${addDays(from, -NEAR_DAYS - 1)} and ${addDays(to, NEAR_DAYS + 1)}`
  return sql`
    with lines as (
      select transaction_id, account_id, currency_id, sum(amount)::bigint as amount
      from (${side(sql`e.debit_account_id`, sql`e.amount`)} union all ${side(sql`e.credit_account_id`, sql`-e.amount`)}) sides
      group by transaction_id, account_id, currency_id),
    wanted as (select distinct abs(amount) as amount from unnest(${amounts}::bigint[]) asked (amount))
    select l.transaction_id, t.kind, t.date, l.account_id, l.currency_id, l.amount, t.category_id, t.contact_id, t.plan_id, t.created_at,
           case when t.kind = 'transfer' then case when t.account_id = l.account_id then t.to_account_id else t.account_id end end
             as other_account_id,
           (select nullif(e.memo, '') from entries e where e.book_id = ${bookId} and e.transaction_id = t.id and e.until_version is null
            order by e.ordinal limit 1) as memo,
           t.kind in ('expense', 'income') and not t.is_refund and cardinality(t.category_ids) = 1 and t.obligation_id is null
             and not exists (select from obligations o where o.book_id = ${bookId} and o.expense_id = t.id) as is_plain,
           exists (select from entries e
                   join cleared_lines c on c.book_id = ${bookId} and c.line_id in (e.debit_line_id, e.credit_line_id)
                   join reconciliations r on r.book_id = ${bookId} and r.id = c.reconciliation_id and r.finished_at is not null
                   where e.book_id = ${bookId} and e.transaction_id = t.id and e.until_version is null) as is_reconciled
    from lines l join wanted w on w.amount = abs(l.amount)
    join transactions t on t.book_id = ${bookId} and t.id = l.transaction_id and t.deleted_at is null
    where t.kind in ('expense', 'income', 'transfer', 'payment')
    order by t.date, t.created_version, t.created_position`
}

/** Rows of imports that were committed and not undone, of the days and amounts of a file. */
const rememberedOf = (bookId: string, accountIds: readonly string[], sought: Sought): Sql => sql`
  with wanted as (select distinct amount from unnest(${sought.amounts}::bigint[]) asked (amount))
  select r.account_id, r.line_key, r.occurrence, r.date, r.amount, r.file_row ->> 'reference' as reference, r.transaction_id,
         r.transaction_id is null and r.decision is not null as is_left_out, r.transaction_id is not null and t.id is null as is_erased,
         t.deleted_at, i.filename, i.format, i.committed_at
  from import_rows r
  join wanted w on w.amount = r.amount
  join imports i on i.book_id = ${bookId} and i.id = r.import_id and i.status = 'committed'
  join changes c on c.book_id = ${bookId} and c.version = i.committed_version and c.undone_by is null
  left join transactions t on t.book_id = ${bookId} and t.id = r.transaction_id
  where r.book_id = ${bookId} and r.account_id = any (${accountIds}::uuid[]) and r.date between ${sought.from} and ${sought.to}
    and r.import_id <> ${sought.import_id} and (r.transaction_id is not null or r.decision is not null)
  order by i.committed_version, r.n`

const earlierOf = (bookId: string): Sql => sql`
  select id, kind, is_refund, date, amount, currency_id, category_id, contact_id, account_id, to_account_id, search as text,
         (select nullif(e.memo, '') from entries e where e.book_id = ${bookId} and e.transaction_id = transactions.id and e.until_version is null
          order by e.ordinal limit 1) as memo
  from transactions where book_id = ${bookId} and deleted_at is null and kind in ('expense', 'income', 'transfer')
  order by date desc, created_version desc, created_position desc limit ${LATEST}`

/** The currencies and days that have no rate. */
async function missingRates(db: Db, book: BookRow, pairs: Sought['pairs']): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  for (let first = 0; first < pairs.length; first += PAIRS) {
    const found = await rows<KnownRate & { date: Day }>(
      db,
      knownRatesOn(book, pairs.slice(first, first + PAIRS)),
    )
    for (const known of found)
      if (!findRate(book, known.currency_id, known.date, known))
        missing.add(`${known.currency_id} ${known.date}`)
  }
  return missing
}
