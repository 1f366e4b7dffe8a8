import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { type Db, onlyRow, rows } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { manyRows } from '../database/stream.ts'
import { type BookRow, bookColumns } from '../ledger/book.ts'
import type { KnownRate } from '../ledger/known.ts'
import { findRate, knownRatesOn } from '../ledger/rates.ts'
import { numberOf } from '../lists/words.ts'
import { mapInSlices } from '../process/slices.ts'
import type {
  BookKnows,
  EarlierRow,
  KnownAccount,
  KnownCategory,
  KnownDebt,
  KnownLine,
  KnownTransfer,
} from './book-knows.ts'
import { byIds, isUndone, isUndoneImport, memoOf, ownRecords, replacementsOf } from './by-id.sql.ts'
import { defaultNames, isDefault } from './default-category.ts'
import type { Earlier } from './history.ts'
import { NEAR_DAYS } from './match.ts'
import { ASKED_DAYS } from './near-transfer.ts'
import { numbersIn } from './own-account.ts'
import { activeRules } from './rules/rules.sql.ts'
import { openingsOf, saidBalances } from './said.sql.ts'

/** The number of latest transactions from which categories and contacts are learned, so that an old book costs no more. */
const LATEST = 20_000
/** The characters of each text that are read, enough for its meaning: with the longest notes, all of them would be 700 MB. */
const MAX_WORDS = 1_000
/** At most this many rates are looked up at a time. */
const PAIRS = 500

/** The search: the import, days, amounts and currencies of a file. */
export type Sought = {
  readonly import_id: string
  readonly from: Day
  readonly to: Day
  readonly amounts: readonly bigint[]
  /** The currencies of its rows with their days, except the base currency. */
  readonly pairs: readonly { readonly currency_id: string; readonly date: Day }[]
}

/** The part of the book that the meaning of a file depends on: settings, accounts, categories and earlier files. */
export type Basics = Pick<
  BookKnows,
  | 'version'
  | 'base_currency_id'
  | 'closed_through'
  | 'today'
  | 'time_zone'
  | 'accounts'
  | 'retired'
  | 'numbers'
  | 'categories'
  | 'defaults'
> & {
  readonly book: BookRow
  /** The accounts and categories of the book that names in earlier files stood for, the latest last. */
  readonly names: readonly {
    readonly kind: 'account' | 'expense' | 'income'
    readonly name: string
    readonly id: string
  }[]
}

export async function loadBasics(db: Db, bookId: string): Promise<Basics> {
  const book = await onlyRow<BookRow>(db, sql`select ${bookColumns} from books where id = ${bookId}`)
  const all = await rows<KnownAccount & { is_active: boolean }>(
    db,
    sql`select id, name, currency_id, type = 'liability' as is_liability, is_active,
          exists (select from totals t where t.book_id = ${bookId} and t.account_id = accounts.id) as is_used
        from accounts where book_id = ${bookId} and role is null and deleted_at is null
          and (type = 'asset' and not is_claim or type = 'liability') order by created_version, id`,
  )
  const those = (isActive: boolean): KnownAccount[] =>
    all.filter(({ is_active }) => is_active === isActive).map(({ is_active: _, ...account }) => account)
  const [accounts, retired] = [those(true), those(false)]
  const categories = await categoriesInUse(db, bookId)
  const names = await manyRows<Basics['names'][number]>(db, earlierNames(bookId))
  const said = await saidBalances(db, bookId)
  const openings = await openingsOf(db, bookId)
  const byId = new Map(
    accounts.map((account) => [
      account.id,
      { ...account, said: said.get(account.id), opening: openings.get(account.id) },
    ]),
  )
  return {
    book,
    version: book.version,
    base_currency_id: book.base_currency_id,
    closed_through: book.closed_through,
    today: todayIn(book.time_zone),
    time_zone: book.time_zone,
    accounts: byId,
    retired: new Map(retired.map((account) => [account.id, account])),
    categories: new Map(categories.map((category) => [category.id, category])),
    defaults: defaultNames(categories),
    names,
    numbers: new Map([
      ...accounts.flatMap(({ id, name }) => numbersIn(name).map((number) => [number, id] as const)),
      ...names.flatMap(({ kind, name, id }) =>
        kind === 'account' && byId.has(id) ? [[numberOf(name), id] as const] : [],
      ),
    ]),
  }
}

export const categoriesInUse = (db: Db, bookId: string): Promise<KnownCategory[]> =>
  rows(
    db,
    sql`select id, kind, name, parent_id from categories where book_id = ${bookId} and is_active and deleted_at is null order by created_version, id`,
  )

/** The names in the mappings of the latest imports that were committed or corrected. */
export const earlierNames = (bookId: string): Sql => sql`
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
  where id is not null group by kind, name, id order by max(created_at)`

/** The records of the book that rows are judged by, besides the basics. The judging thread learns words and categories from `earlier` itself. */
export type JudgingRecords = Pick<
  BookKnows,
  'contacts' | 'debts' | 'lines' | 'transfers' | 'remembered' | 'own' | 'rules' | 'missingRates'
> & {
  readonly earlier: Earlier[]
  /** The categories that rows go to when nothing tells which. */
  readonly rest: readonly string[]
}

/** Everything that rows are judged by, besides the basics of the same moment. `ownIds` are those that a journal of Florin's own has. */
export async function loadKnown(
  moment: Db,
  { book, accounts, retired, categories }: Basics,
  sought: Sought,
  ownIds: ReadonlySet<string>,
): Promise<JudgingRecords> {
  const bookId = book.id
  const accountIds = [...accounts.keys(), ...retired.keys()]
  const contacts = await rows<{ id: string; name: string }>(
    moment,
    sql`select id, name from contacts where book_id = ${bookId} and deleted_at is null order by created_version, id limit 10000`,
  )
  const debts = await rows<KnownDebt>(
    moment,
    sql`select o.id, o.name, o.contact_id, c.name as contact_name, o.direction, o.outstanding_amount as outstanding, o.currency_id,
                 coalesce(o.due_date, o.opened_date) as date, o.opened_date
          from obligations o join contacts c on c.book_id = ${bookId} and c.id = o.contact_id
          where o.book_id = ${bookId} and o.outstanding_amount > 0 and o.deleted_at is null
          order by coalesce(o.due_date, o.opened_date), o.created_version, o.id limit 10000`,
  )
  const lines = await linesOf(moment, bookId, accountIds, sought)
  const remembered = await rememberedOf(moment, bookId, accountIds, sought)
  const earlier = await manyRows<Earlier>(moment, earlierOf(bookId))
  const rest = [...categories.values()].filter(isDefault)
  return {
    contacts,
    debts,
    lines,
    transfers: await transfersNear(moment, bookId, sought),
    remembered,
    own: await ownRecords(moment, bookId, ownIds),
    rules: await activeRules(moment, bookId),
    earlier,
    rest: rest.map(({ id }) => id),
    missingRates: await missingRates(moment, book, sought.pairs),
  }
}

/**
 * Whether an amount is one of many, regardless of its sign. Keys of a JSON object are found quickly with any plan; without statistics, a
 * join would compare every pair of amounts.
 */
const isAmong = (amount: Sql, amounts: readonly bigint[]): Sql =>
  sql`${`{${amounts.map((one) => `"${one < 0n ? -one : one}":0`).join()}}`}::jsonb ? (${amount})::text`

type LineSide = Pick<KnownLine, 'transaction_id' | 'part_ids' | 'account_id' | 'currency_id' | 'amount'>

/**
 * One payment over several debts is a transaction for each of them, and one row of the bank: those of one change, contact and day that no file
 * had as rows of their own. What is paid beyond the debts is a debt in the other direction. A list of shared expenses has days and amounts of people,
 * and the bank's row comes besides. Entries are looked up by transaction, and only of payments that have others beside them.
 */
const spreadPayments = (
  bookId: string,
  accountIds: readonly string[],
  [from, to]: readonly [Day, Day],
  amounts: readonly bigint[],
): Sql => sql`
  select (array_agg(id order by created_position))[1] as transaction_id, array_agg(id order by created_position) as part_ids,
         account_id, currency_id, sum(amount)::bigint as amount
  from (select t.id, t.created_version, t.created_position, t.contact_id, t.date, side.account_id, e.currency_id, sum(side.amount) as amount
        from (select id, created_version, created_position, contact_id, date,
                     count(*) over (partition by created_version, contact_id, date) as together
              from transactions where book_id = ${bookId} and kind in ('payment', 'obligation') and deleted_at is null and date between ${from} and ${to}) t
        cross join lateral (select debit_account_id, credit_account_id, currency_id, amount, until_version from entries
                            where book_id = ${bookId} and transaction_id = t.id offset 0) e
        cross join lateral (values (e.debit_account_id, e.amount), (e.credit_account_id, -e.amount)) side (account_id, amount)
        where t.together > 1 and e.until_version is null and side.account_id = any (${accountIds}::uuid[])
          and not exists (select from import_rows r where r.book_id = ${bookId} and r.transaction_id = t.id and r.file_row ->> 'shared' is null)
        group by 1, 2, 3, 4, 5, 6, 7) parts
  group by created_version, contact_id, date, account_id, currency_id
  having count(*) > 1 and ${isAmong(sql`abs(sum(amount))::bigint`, amounts)}`

/** The lines of accounts around the days of a file whose amount is one of the file's, in either direction. */
async function linesOf(
  db: Db,
  bookId: string,
  accountIds: readonly string[],
  { amounts, ...days }: Sought,
): Promise<KnownLine[]> {
  const [from, to] = [addDays(days.from, -NEAR_DAYS - 1), addDays(days.to, NEAR_DAYS + 1)]
  const side = (account: Sql, amount: Sql) => sql`
    select e.transaction_id, ${account} as account_id, e.currency_id, ${amount} as amount from entries e
    where e.book_id = ${bookId} and e.until_version is null and ${account} = any (${accountIds}::uuid[])
      and e.date between ${from} and ${to}`
  const sides = await manyRows<LineSide>(
    db,
    sql`select transaction_id, account_id, currency_id, sum(amount)::bigint as amount
        from (${side(sql`e.debit_account_id`, sql`e.amount`)} union all ${side(sql`e.credit_account_id`, sql`-e.amount`)}) sides
        group by transaction_id, account_id, currency_id having ${isAmong(sql`abs(sum(amount))::bigint`, amounts)}`,
  )
  for (const one of await manyRows<LineSide>(db, spreadPayments(bookId, accountIds, [from, to], amounts)))
    sides.push(one)
  type Details = Omit<KnownLine, keyof LineSide | 'other_account_id'> & {
    id: string
    from_id: string | null
    to_id: string | null
  }
  const details = await byIds<Details>(
    db,
    sides.map(({ transaction_id }) => transaction_id),
    (ids) => detailsOf(bookId, ids),
  )
  const byId = new Map(details.map((one) => [one.id, one]))
  const lines = sides.flatMap((line): KnownLine[] => {
    const one = byId.get(line.transaction_id)
    if (!one) return []
    const { id: _, from_id, to_id, ...rest } = one
    const other = from_id === line.account_id ? to_id : from_id
    return [{ ...line, ...rest, other_account_id: one.kind === 'transfer' ? other : null }]
  })
  return lines.sort((a, b) =>
    a.date === b.date ? (a.transaction_id < b.transaction_id ? -1 : 1) : a.date < b.date ? -1 : 1,
  )
}

const detailsOf = (bookId: string, ids: readonly string[]): Sql => sql`
  select t.id, t.kind, t.date, t.category_id, t.contact_id, t.plan_id, t.created_at, t.account_id as from_id, t.to_account_id as to_id,
         coalesce(${memoOf(bookId, sql`t.id`)}, case t.kind when 'obligation' then t.notes end) as memo,
         t.kind in ('expense', 'income') and not t.is_refund and cardinality(t.category_ids) = 1 and t.obligation_id is null
           and not exists (select from obligations o where o.book_id = ${bookId} and o.expense_id = t.id) as is_plain,
         exists (select from entries e
                 join cleared_lines c on c.book_id = ${bookId} and c.line_id in (e.debit_line_id, e.credit_line_id)
                 join reconciliations r on r.book_id = ${bookId} and r.id = c.reconciliation_id and r.finished_at is not null
                 where e.book_id = ${bookId} and e.transaction_id = t.id) as is_reconciled
  from transactions t
  where t.book_id = ${bookId} and t.id = any (${ids}::uuid[]) and t.deleted_at is null
    and t.kind in ('expense', 'income', 'transfer', 'payment', 'obligation')`

/** The transfers around the days of a file, with the accounts whose files had them. */
async function transfersNear(db: Db, bookId: string, sought: Sought): Promise<KnownTransfer[]> {
  const transfers = await manyRows<Omit<KnownTransfer, 'listed_by'>>(db, transfersOf(bookId, sought))
  const files = await rows<{ id: string }>(
    db,
    sql`select i.id from imports i where i.book_id = ${bookId} and i.status = 'committed' and not ${isUndoneImport(bookId)}`,
  )
  const fileIds = new Set(files.map(({ id }) => id))
  const listed = await byIds<{ transaction_id: string; import_id: string; account_id: string }>(
    db,
    transfers.map(({ id }) => id),
    (ids) => sql`
      select transaction_id, import_id, account_id from import_rows
      where book_id = ${bookId} and transaction_id = any (${ids}::uuid[]) and account_id is not null`,
  )
  const accounts = Map.groupBy(
    listed.filter(({ import_id }) => fileIds.has(import_id)),
    ({ transaction_id }) => transaction_id,
  )
  return mapInSlices(transfers, (transfer) => ({
    ...transfer,
    listed_by: (accounts.get(transfer.id) ?? []).map(({ account_id }) => account_id),
  }))
}

const transfersOf = (bookId: string, { from, to }: Sought): Sql => sql`
  select t.id, t.date, t.account_id, t.amount, t.currency_id, t.to_account_id, coalesce(t.to_amount, t.amount) as to_amount,
         coalesce(t.to_currency_id, t.currency_id) as to_currency_id, ${memoOf(bookId, sql`t.id`)} as memo
  from transactions t
  where t.book_id = ${bookId} and t.kind = 'transfer' and t.deleted_at is null
    and t.date between ${addDays(from, -ASKED_DAYS)} and ${addDays(to, ASKED_DAYS)}
  order by t.date, t.created_version, t.created_position`

/** Rows of imports that were committed and not undone, of the days and amounts of a file, those of the earliest import first. */
async function rememberedOf(
  db: Db,
  bookId: string,
  accountIds: readonly string[],
  { import_id, amounts, ...days }: Sought,
): Promise<EarlierRow[]> {
  const [from, to] = [addDays(days.from, -NEAR_DAYS - 1), addDays(days.to, NEAR_DAYS + 1)]
  type File = Pick<EarlierRow, 'filename' | 'format' | 'committed_at'> & { id: string }
  const files = await rows<File>(
    db,
    sql`select i.id, i.filename, i.format, i.committed_at from imports i
        where i.book_id = ${bookId} and i.status = 'committed' and i.id <> ${import_id} and i.date_from <= ${to} and i.date_to >= ${from}
          and not ${isUndoneImport(bookId)}
        order by i.committed_version`,
  )
  if (files.length === 0) return []
  type Row = Omit<EarlierRow, keyof File | 'deleted_at' | 'is_erased'> & { import_id: string; n: number }
  const found = await manyRows<Row>(
    db,
    sql`select import_id, n, account_id, line_key, occurrence, date, amount, file_row ->> 'reference' as reference, transaction_id,
               transaction_id is null and decision is not null as is_left_out, file_row ->> 'shared' is not null as is_shared
        from import_rows
        where book_id = ${bookId} and account_id = any (${accountIds}::uuid[]) and import_id = any (${files.map(({ id }) => id)}::uuid[])
          and (date between ${from} and ${to} and ${isAmong(sql`abs(amount)`, amounts)} and (transaction_id is not null or decision is not null)
               or date is null and line_key is not null and transaction_id is not null)`, // of a row whose transaction was deleted for good, only the key is left
  )
  const ids = found.flatMap(({ transaction_id }) => transaction_id ?? [])
  const states = await byIds<{ id: string; deleted_at: string | null; is_undone: boolean }>(
    db,
    ids,
    (some) =>
      sql`select t.id, t.deleted_at, ${isUndone(bookId)} as is_undone
          from transactions t where t.book_id = ${bookId} and t.id = any (${some}::uuid[])`,
  )
  const byId = new Map(states.map((one) => [one.id, one]))
  const replaced = await replacementsOf(
    db,
    bookId,
    states.flatMap(({ id, deleted_at }) => (deleted_at === null ? [] : id)),
  )
  const places = new Map(files.map((file, place) => [file.id, { ...file, place }]))
  const placeOf = (row: Row) => places.get(row.import_id)?.place ?? 0
  return found
    .sort((a, b) => placeOf(a) - placeOf(b) || a.n - b.n)
    .flatMap(({ import_id: file, n: _, ...row }) => {
      const from_file = places.get(file)
      if (!from_file) return []
      const { filename, format, committed_at } = from_file
      const transfer = replaced.get(row.transaction_id ?? '')
      // Of a transaction whose making was undone, nobody said that it is not to be.
      if (!transfer && byId.get(row.transaction_id ?? '')?.is_undone) return []
      const state = transfer ?? byId.get(row.transaction_id ?? '')
      const transaction_id = transfer?.id ?? row.transaction_id
      const is_erased = transaction_id !== null && !state
      const known = { transaction_id, is_erased, deleted_at: state?.deleted_at ?? null }
      return [{ ...row, filename, format, committed_at, ...known }]
    })
}

const earlierOf = (bookId: string): Sql => sql`
  select id, kind, is_refund, date, amount, currency_id, category_id, contact_id, account_id, to_account_id, left(search, ${MAX_WORDS}) as text,
         ${memoOf(bookId, sql`transactions.id`)} as memo
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
