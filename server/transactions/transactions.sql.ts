import type { Transaction as Shown, TransactionQuery } from '../../contract/budgeting.ts'
import { refuse, refuseField } from '../../contract/refusals.ts'
import { moneyAccountId } from '../../contract/transaction-columns.ts'
import { type Db, isForFile, rows } from '../database/database.ts'
import { allOf, nothing, type Sql, sql } from '../database/sql.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { movementsIn } from '../ledger/balances.sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { Entry } from '../ledger/journal.ts'
import { accountsAt, tickOn, transactionsAt } from '../ledger/known-at.sql.ts'
import {
  entriesAt,
  gather,
  type JoinedRow,
  storedColumns,
  transactionOf,
  withEntries,
} from '../ledger/read.sql.ts'
import { bookAt } from '../lists/known-at.ts'
import {
  beyond,
  type Counted,
  isNoneIn,
  isOneOf,
  limitTo,
  type Page,
  page,
  type SortKey,
  type Window,
} from '../lists/lists.ts'
import { findByName, hasText } from '../lists/search.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'
import { isDebitSection, moneyAccount, sectionOf } from '../records/sections.ts'
import { type TransactionNames, transactionToApi } from '../records/transaction-to-api.ts'
import { type FlowFilter, fewOf, filtersOf, flowSide, isFlow } from './filters.sql.ts'
import type { RecordedKind } from './transactions.ts'

/**
 * A transaction and one of its entries, with the names that it shows: those of the entry's accounts, unless one is the account of its
 * category, which has the same name; of its category, and of the contact. With an entry comes who owes its share, and the ticks on its lines.
 */
type NamedRow = Counted &
  JoinedRow & {
    named: (string | null)[]
    share: [id: string, name: string] | null
    ticks: [lineId: string, reconciliationId: string, isFinished: boolean][] | null
    /** Of a list that is read for a file. */
    money?: string | null
    others?: NamedRow[]
  }

/** The ticks on the lines of an entry `e`. */
const ticksOn = (book: BookRow, version: number | undefined): Sql =>
  version === undefined
    ? sql`(select json_agg(json_build_array(k.line_id, r.id, r.finished_at is not null))
           from cleared_lines k join reconciliations r on r.book_id = k.book_id and r.id = k.reconciliation_id
           where k.book_id = ${book.id} and k.line_id in (e.debit_line_id, e.credit_line_id))`
    : sql`(select json_agg(json_build_array(l.id, tick.at -> 0, tick.at -> 1))
           from (values (e.debit_line_id), (e.credit_line_id)) l (id)
           cross join lateral (select ${tickOn(book, sql`l.id`, version)} as at) tick where tick.at is not null)`

/** The columns of the transactions of a page, `t`, and their entries. A book without reconciliations has no ticks. */
function besideThem(book: BookRow, version?: number, isFile = false) {
  const nameOf = (account: Sql) => sql`
    case when ${account} is distinct from g.account_id then (select name from accounts a where a.book_id = ${book.id} and a.id = ${account}) end`
  const contact = (id: Sql) =>
    sql`(select p.name from contacts p where p.book_id = ${book.id} and p.id = ${id})`
  return {
    columns: sql`${storedColumns},
      ${nameOf(sql`e.debit_account_id`)} as "named[]", ${nameOf(sql`e.credit_account_id`)} as "named[]", g.name as "named[]",
      ${contact(sql`t.contact_id`)} as "named[]",
      case when e.obligation_id is not null then
        (select json_build_array(s.contact_id, ${contact(sql`s.contact_id`)})
         from obligations s where s.book_id = ${book.id} and s.id = e.obligation_id) end as share,
      case when exists (select from reconciliations where book_id = ${book.id}) then ${ticksOn(book, version)} end as ticks
      ${isFile ? sql`, ${moneyAccount(book)} as money` : nothing}`,
    from: sql`${withEntries(book.id, version)}
      left join lateral (
        select name, account_id from categories c where c.book_id = ${book.id} and c.id = e.category_id offset 0) g on true`,
    order: sql`e.ordinal`,
    gather: gather<NamedRow>,
  }
}

/** Makes the API's form of rows that are read together: the names of one are those of the others. */
function rowsToApi(book: BookRow): (row: NamedRow) => Shown {
  const names: TransactionNames = {
    accounts: new Map(),
    categories: new Map(),
    contact: null,
    shares: new Map(),
    ticks: [],
  }
  const note = (entry: Entry, { named, share, ticks }: NamedRow) => {
    const [debit = null, credit = null, category = null] = named
    names.accounts.set(entry.debit_account_id, debit ?? category ?? '')
    names.accounts.set(entry.credit_account_id, credit ?? category ?? '')
    if (entry.category_id !== null) names.categories.set(entry.category_id, category ?? '')
    if (entry.obligation_id !== null && share !== null)
      names.shares.set(entry.obligation_id, { contact_id: share[0], contact_name: share[1] })
    for (const [line_id, reconciliation_id, is_finished] of ticks ?? [])
      names.ticks.push({ line_id, reconciliation_id, is_finished })
  }
  return (row) => {
    names.contact = row.named[3] ?? null
    names.ticks = []
    names.shares.clear()
    const transaction = transactionOf(row)
    const rows = [row, ...(row.others ?? [])]
    for (const [index, entry] of transaction.entries.entries()) note(entry, rows[index] ?? row)
    const shown = transactionToApi(book, transaction, names)
    if (transaction.obligation_id !== null && row.money !== undefined)
      Object.assign(shown, { [moneyAccountId]: rows.find(({ money }) => money !== null)?.money ?? null })
    if (row.counted !== undefined)
      shown.counted_base = amountToApi(BigInt(row.counted ?? 0), book.base_currency_id)
    return shown
  }
}

/** A transaction of one kind, or of any kind, unless it is in the trash. */
export async function readTransaction(
  db: Db,
  book: BookRow,
  kind: RecordedKind | undefined,
  id: string,
): Promise<Shown> {
  const { columns, from, order } = besideThem(book)
  const found = await rows<NamedRow>(
    db,
    // Looked up before it is known whether it is live: of a book, a planner without statistics expects one live transaction.
    sql`select ${columns} from (select * from transactions where book_id = ${book.id} and id = ${id} offset 0) t ${from}
        where t.deleted_at is null ${kind ? sql`and t.kind = ${kind}` : nothing} order by ${order}`,
  )
  const [one] = gather(found)
  return one ? rowsToApi(book)(one) : refuse('not_found')
}

const orders = {
  amount: { key: sql`t.base_amount`, type: 'bigint' },
  created_at: { key: sql`t.created_at`, type: 'timestamptz' },
} as const

/** Transactions `t` of hits. */
const joined = (book: BookRow, hits: Sql, accounts: AccountFilter | undefined): Sql =>
  accounts && accounts.only === undefined
    ? // Hits of many accounts lead to their transactions one by one, however few of them PostgreSQL expects.
      sql`${hits} cross join lateral (select * from transactions x where x.book_id = ${book.id} and x.id = hit.transaction_id offset 0) t`
    : sql`${hits} join transactions t on t.book_id = ${book.id} and t.id = hit.transaction_id`

/** One page of transactions of a kind, or of all kinds, in one statement; free text takes one more. */
export async function listTransactions(
  db: Db,
  book: BookRow,
  kind: RecordedKind | undefined,
  query: TransactionQuery,
  version?: number,
): Promise<Page<Shown>> {
  const asked = kind ? { ...query, kind } : query
  const [accounts, ...others] = namesAccounts(query) ? accountsIn(book, asked, version) : []
  const few = fewOf(book, query)
  // Accounts lead to transactions by their live entries, which those in the trash and those of an earlier version do not have. Words, tags,
  // external ids, contacts and ids have an index of their own, which leads to fewer rows.
  const { deleted, q, tag, contact_id, external_id } = query
  const isLed =
    accounts !== undefined &&
    few.length === 0 &&
    [deleted, q, tag, contact_id, external_id, version].every((other) => other === undefined)
  const of = isLed ? sql`hit` : sql`t`
  const date = sql`${of}.date`
  const named = query.q ? await findByName(db, book, query.q) : undefined
  const then = version === undefined ? book : await bookAt(db, book, version)
  return page<NamedRow, Shown>(db, query, {
    columns: sql`t.*`,
    from(window) {
      if (version !== undefined) return sql`${transactionsAt(book, version)} t`
      // Found before it is known which of them are live: a planner without statistics would rather read all that are.
      if (few.length > 0)
        return sql`(select * from transactions where book_id = ${book.id} and ${allOf(few)} offset 0) t`
      if (isLed) return joined(book, hits(book, asked, accounts, window), accounts)
      const isOfSeveral = (asked.contact_id ?? asked.kind)?.includes(',')
      const ofEach = window && isOfSeveral ? hitsOfEach(book, asked, window) : undefined
      return ofEach ? joined(book, ofEach, accounts) : sql`transactions t`
    },
    where: [
      sql`t.book_id = ${book.id}`,
      // Live entries lead to live transactions. A condition would offer indexes on these, which without statistics seem to lead to one row.
      ...(isLed ? [] : [query.deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`]),
      ...filtersOf(book, asked, date, version),
      ...(version === undefined ? [] : few),
      ...(accounts && !isLed ? [touches(book, accounts.ids, version)] : []),
      // The first filter leads to the hits, and the others are looked for among their entries.
      ...others.map(({ ids }) => touches(book, ids, version)),
      ...[accounts, ...others].flatMap((filter) =>
        filter?.flow ? [isFlow(book, filter.ids, filter.flow, version)] : [],
      ),
      ...(query.q && named ? [hasText(query.q, named)] : []),
    ],
    order: '-date',
    orders: { ...orders, date: { key: date, type: 'date' } },
    ties: [
      { key: sql`${of}.created_version`, type: 'bigint' },
      { key: sql`${of}.created_position`, type: 'integer' },
    ],
    sum: () => ({
      of: accounts ? onNormalSide(book, accounts, version) : incomeLessExpense(book, version),
      toApi: (minor) => amountToApi(minor, book.base_currency_id),
      whole: isLed && isByDaysAlone(asked) ? movedOnNormalSide(book, accounts, asked) : undefined,
    }),
    record: rowsToApi(then),
    isExact: true,
    beside: besideThem(book, version, isForFile(db)),
  })
}

/**
 * Accounts that a list is filtered by, and the only one, if there is just one. Amounts are added up on the normal side of each account, or
 * all on the side that `isDebit` says; `flow` counts one side alone.
 */
type AccountFilter = { ids: Sql; only?: Sql | undefined; isDebit?: boolean; flow?: FlowFilter | undefined }

const namesAccounts = (query: TransactionQuery): boolean =>
  [
    query.category_id,
    query.group_id,
    query.section,
    query.except_account_id,
    query.flow,
    query.account_id,
  ].some((one) => one !== undefined)

/** The accounts of each filter. The first one decides the sum of the list: a category is its account, and a group those of its categories too. */
function accountsIn(
  book: BookRow,
  { category_id, group_id, section, except_account_id, flow, account_id }: TransactionQuery,
  version: number | undefined,
): AccountFilter[] {
  if (except_account_id !== undefined && section === undefined)
    refuseField('except_account_id', 'without_section', {})
  if (flow !== undefined && section === undefined) refuseField('flow', 'flow_without_section', {})
  const found: AccountFilter[] = []
  if (category_id !== undefined) {
    const ids = knownIds(category_id)
    const ofThem = sql`(select account_id from categories where book_id = ${book.id} and ${isOneOf(sql`id`, ids, sql`uuid`)})`
    found.push({ ids: ofThem, only: ids.length === 1 ? ofThem : undefined })
  }
  if (group_id !== undefined) {
    const isIn = sql`= any (${knownIds(group_id)}::uuid[])`
    const ids = sql`(select account_id from categories where book_id = ${book.id} and (id ${isIn} or parent_id ${isIn}))`
    found.push({ ids })
  }
  if (section !== undefined) {
    const [first = '', ...more] = commaSeparated(section)
    const inThem = isOneOf(sectionOf(sql`chart`), [first, ...more], sql`text`)
    const isLeft = except_account_id
      ? sql`and chart.id <> all (${knownIds(except_account_id)}::uuid[])`
      : nothing
    const ids = sql`(select chart.id from ${accountsAt(book, version)} chart where ${inThem} ${isLeft})`
    found.push({ ids, isDebit: isDebitSection(first), flow })
  }
  if (account_id !== undefined) {
    const ids = knownIds(account_id)
    found.push({
      ids: sql`(select unnest(${ids}::uuid[]))`,
      only: ids.length === 1 ? sql`${ids[0]}::uuid` : undefined,
    })
  }
  return found
}

/** The conditions that entries repeat of their transaction, so that an index knows them; transactions have the same columns. */
function ownConditions(book: BookRow, { kind, date_from, date_to }: TransactionQuery): Sql[] {
  return [
    sql`book_id = ${book.id}`,
    ...(kind === undefined ? [] : [isOneOf(sql`kind`, commaSeparated(kind), sql`text`)]),
    ...(date_from ? [sql`date >= ${date_from}`] : []),
    ...(date_to ? [sql`date <= ${date_to}`] : []),
  ]
}

/** Whether accounts, contact, kind and days alone decide which transactions are shown, in the order of days. */
function isInOrder(query: TransactionQuery): boolean {
  const { category_id, group_id, section, account_id, contact_id, kind, date_from, date_to, ...rest } = query
  const { sort = '-date', limit, cursor, include, except_account_id, deleted, ...others } = rest
  const leads = [category_id, group_id, section, account_id, contact_id].filter((lead) => lead !== undefined)
  return Object.keys(others).length === 0 && leads.length <= 1 && sort.endsWith('date')
}

/** Whether accounts and days alone decide the sum of a list: then the stored balances have it. */
function isByDaysAlone({ category_id, group_id, section, account_id, ...query }: TransactionQuery): boolean {
  const { date_from, date_to, sort, limit, cursor, include, except_account_id, ...others } = query
  const leads = [category_id, group_id, section, account_id].filter((lead) => lead !== undefined)
  return Object.keys(others).length === 0 && leads.length === 1
}

const hitKeys: SortKey[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`created_position`, type: 'integer' },
]

/** Rows of transactions or of their entries, in the order of days; a page's worth of them, where a window is given. */
function inOrder(transactionId: Sql, from: Sql, conditions: Sql[], sort = '-date', window?: Window): Sql {
  const direction = sort === 'date' ? sql`asc` : sql`desc`
  const after = window?.position ? [beyond(hitKeys, window.position, window.isDescending)] : []
  return sql`
    (select date, created_version, created_position, ${transactionId} as transaction_id from ${from}
     where ${allOf([...conditions, ...after])}
     order by date ${direction}, created_version ${direction}, created_position ${direction}
     ${window ? limitTo(window.rows) : sql``})`
}

/**
 * The transactions that touch one of some accounts, each once, in the order of each account's two indexes. Where nothing else decides
 * which of them are shown, each side of each account stops after a page's worth of rows, so that a page costs the same however many
 * there are.
 */
function hits(book: BookRow, query: TransactionQuery, { ids, only }: AccountFilter, window?: Window): Sql {
  const conditions = [...ownConditions(book, query), sql`until_version is null`]
  const side = (column: Sql, isFirst: Sql, account: Sql) =>
    inOrder(
      sql`transaction_id`,
      sql`entries`,
      [...conditions, sql`${column} = ${account} and ${isFirst}`],
      query.sort,
      isInOrder(query) ? window : undefined,
    )
  const of = (account: Sql) => sql`
    (${side(sql`debit_account_id`, sql`is_debit_first`, account)} union all
     ${side(sql`credit_account_id`, sql`is_credit_first`, account)})`
  if (only) return sql`${of(only)} hit`
  // A transaction may touch several of the accounts.
  return sql`(select distinct hits.* from ${ids} account (id), lateral ${of(sql`account.id`)} hits) hit`
}

/** The first transactions of each of several contacts, or else of several kinds, each from its own index; none for a single one. */
function hitsOfEach(book: BookRow, query: TransactionQuery, window: Window): Sql | undefined {
  if (!isInOrder(query) || query.deleted) return undefined
  const contacts = knownIds(query.contact_id ?? '')
  const kinds = commaSeparated(query.kind ?? '')
  const isOfContacts = query.contact_id !== undefined
  if ((isOfContacts ? contacts : kinds).length < 2) return undefined
  if (isOfContacts && isNoneIn(query.contact_id)) return undefined
  const values = isOfContacts ? sql`unnest(${contacts}::uuid[])` : sql`unnest(${kinds}::text[])`
  const conditions = [
    ...ownConditions(book, query),
    sql`deleted_at is null and ${isOfContacts ? sql`contact_id` : sql`kind`} = one.value`,
  ]
  const rows = inOrder(sql`id`, sql`transactions`, conditions, query.sort, window)
  return sql`(select distinct hits.* from ${values} one (value), lateral ${rows} hits) hit`
}

/** Whether a transaction `t` has an entry on one of some accounts. */
const touches = (book: BookRow, accounts: Sql, version?: number): Sql =>
  sql`exists (select from ${entriesAt(book.id, version)} and (e.debit_account_id in ${accounts} or e.credit_account_id in ${accounts}))`

/** The amount that a transaction `t` adds to some accounts, each on its normal side, or all on the same side. */
function onNormalSide(book: BookRow, { ids, isDebit, flow }: AccountFilter, version?: number): Sql {
  if (flow === 'in' || flow === 'out')
    return sql`(select sum(e.base_amount) from ${entriesAt(book.id, version)} and ${flowSide(flow)} in ${ids})`
  if (isDebit !== undefined) {
    const isOurs = (account: Sql) => sql`(${account} = any (array${ids}))::int`
    const net = sql`${isOurs(sql`e.debit_account_id`)} - ${isOurs(sql`e.credit_account_id`)}`
    return sql`(select ${isDebit ? sql`` : sql`-`}sum(e.base_amount * (${net})) from ${entriesAt(book.id, version)})`
  }
  const accountsOn = (isDebit: boolean) => sql`(select array_agg(id) from accounts
    where book_id = ${book.id} and id in ${ids} and (type in ('asset', 'expense')) = ${isDebit})`
  const sign = (account: Sql) => sql`case when ${account} = any (${accountsOn(true)}::uuid[]) then 1
                                          when ${account} = any (${accountsOn(false)}::uuid[]) then -1 else 0 end`
  return sql`(select sum(e.base_amount * (${sign(sql`e.debit_account_id`)} - ${sign(sql`e.credit_account_id`)}))
              from ${entriesAt(book.id, version)})`
}

/** The amount that all entries of some days add to some accounts, likewise. */
function movedOnNormalSide(book: BookRow, { ids, isDebit }: AccountFilter, query: TransactionQuery): Sql {
  const isOnDebit =
    isDebit === undefined ? sql`a.type in ('asset', 'expense')` : isDebit ? sql`true` : sql`false`
  return sql`
    select sum(case when ${isOnDebit} then moved.base_amount else -moved.base_amount end)
    from (select account_id, sum(base_amount) as base_amount from ${movementsIn(book, query.date_from, query.date_to)} parts
          group by account_id) moved
    join accounts a on a.book_id = ${book.id} and a.id = moved.account_id where a.id in ${ids}`
}

/** The amount of a transaction `t` as income, negative for an expense, without the shares that others owe. */
const incomeLessExpense = (book: BookRow, version?: number): Sql => sql`
  case when t.kind in ('income', 'expense') then
    (select sum(e.base_amount) from ${entriesAt(book.id, version)} and e.category_id is not null)
    * case when (t.kind = 'income') = t.is_refund then -1 else 1 end end`
