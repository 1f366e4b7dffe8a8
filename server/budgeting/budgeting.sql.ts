import type { Transaction as Shown, TransactionQuery } from '../../contract/budgeting.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Db, row } from '../database/database.ts'
import { allOf, join, type Sql, sql } from '../database/sql.ts'
import { knownId } from '../ids.ts'
import type { BookRow } from '../ledger/book.ts'
import { columnsWith, type EntryRow, type TransactionRow, transactionOf } from '../ledger/read.ts'
import { beyond, contains, type Key, type Page, page, type Window } from '../lists.ts'
import type { RecordedKind } from './load.sql.ts'
import { type Names, shownTransaction } from './shown.ts'

type NamedEntry = EntryRow & {
  debit_name: string
  credit_name: string
  category_name: string | null
  share: { contact_id: string; contact_name: string } | null
}
type NamedRow = Omit<TransactionRow, 'entries'> & { entries: NamedEntry[]; contact_name: string | null }

/** A transaction `t` with the names it shows. */
const columnsIn = (book: BookRow): Sql =>
  sql`${columnsWith(
    book.id,
    // Looked up one by one: for an entry or two, a join costs more to set up than it saves.
    sql`, 'debit_name', (select name from accounts d where d.book_id = ${book.id} and d.id = e.debit_account_id)
      , 'credit_name', (select name from accounts c where c.book_id = ${book.id} and c.id = e.credit_account_id)
      , 'category_name', (select name from categories g where g.book_id = ${book.id} and g.id = e.category_id)
      , 'share', (select json_build_object('contact_id', s.contact_id, 'contact_name', p.name)
                  from obligations s join contacts p on p.book_id = s.book_id and p.id = s.contact_id
                  where s.book_id = ${book.id} and s.id = e.obligation_id)`,
  )}, (select p.name from contacts p where p.book_id = ${book.id} and p.id = t.contact_id) as contact_name`

function shownRow(book: BookRow, { contact_name, ...stored }: NamedRow): Shown {
  const names: Names = { accounts: {}, categories: {}, contact: contact_name, shares: {} }
  for (const entry of stored.entries) {
    if (entry.obligation_id !== null && entry.share !== null) names.shares[entry.obligation_id] = entry.share
    names.accounts[entry.debit_account_id] = entry.debit_name
    names.accounts[entry.credit_account_id] = entry.credit_name
    if (entry.category_id !== null && entry.category_name !== null)
      names.categories[entry.category_id] = entry.category_name
  }
  return shownTransaction(book, transactionOf(stored), names)
}

export async function readTransaction(db: Db, book: BookRow, kind: RecordedKind, id: string): Promise<Shown> {
  const found = await row<NamedRow>(
    db,
    sql`select ${columnsIn(book)} from transactions t
        where t.book_id = ${book.id} and t.id = ${id} and t.kind = ${kind} and t.deleted_at is null`,
  )
  return found ? shownRow(book, found) : refuse('not_found')
}

/** One page of transactions of a kind, or of all kinds, in one statement; free text takes one more. */
export async function listTransactions(
  db: Db,
  book: BookRow,
  kind: RecordedKind | undefined,
  query: TransactionQuery,
): Promise<Page<Shown>> {
  const isHit = query.category_id !== undefined || query.account_id !== undefined
  const date = isHit ? sql`hit.date` : sql`t.date`
  const named = query.q ? await findNamed(db, book, query.q) : undefined
  return page<NamedRow, Shown>(db, query, {
    columns: columnsIn(book),
    from: isHit
      ? (window) =>
          sql`${hits(book, kind, query, window)} join transactions t on t.book_id = ${book.id} and t.id = hit.transaction_id`
      : sql`transactions t`,
    where: [
      sql`t.book_id = ${book.id}`,
      query.deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
      ...(kind ? [sql`t.kind = ${kind}`] : []),
      ...filtersOf(book, query, date),
      ...(query.q && named ? [found(query.q, named)] : []),
    ],
    order: '-date',
    orders: {
      date: { key: date, type: 'date' },
      amount: { key: sql`t.base_amount`, type: 'bigint' },
      created_at: { key: sql`t.created_at`, type: 'timestamptz' },
    },
    ties: [
      { key: isHit ? sql`hit.created_version` : sql`t.created_version`, type: 'bigint' },
      { key: isHit ? sql`hit.created_position` : sql`t.created_position`, type: 'integer' },
    ],
    record: (found) => shownRow(book, found),
  })
}

/**
 * The transactions that touch an account, each once, in the order of that account's two indexes. Where nothing else decides which
 * of them are shown, each side stops after a page's worth of rows, so that a page costs the same however many there are. A
 * category is its account.
 */
function hits(book: BookRow, kind: RecordedKind | undefined, query: TransactionQuery, window?: Window): Sql {
  const {
    category_id,
    account_id,
    date_from,
    date_to,
    deleted,
    sort = '-date',
    limit,
    cursor,
    include,
    ...others
  } = query
  const account =
    category_id === undefined
      ? sql`${knownId(account_id)}::uuid`
      : sql`(select account_id from categories where book_id = ${book.id} and id = ${knownId(category_id)})`
  const isWhole =
    Object.keys(others).length === 0 &&
    (category_id === undefined || account_id === undefined) &&
    sort.endsWith('date')
  const direction = sort === 'date' ? sql`asc` : sql`desc`
  const conditions = [
    sql`book_id = ${book.id} and is_deleted = ${deleted === 'only'}`,
    ...(kind ? [sql`kind = ${kind}`] : []),
    ...(date_from ? [sql`date >= ${date_from}`] : []),
    ...(date_to ? [sql`date <= ${date_to}`] : []),
    ...(isWhole && window?.position ? [beyond(hitKeys, window.position, window.isDescending)] : []),
  ]
  const side = (column: Sql, isFirst: Sql) => sql`
    (select date, created_version, created_position, transaction_id from entries
     where ${allOf([...conditions, sql`${column} = ${account} and ${isFirst}`])}
     order by date ${direction}, created_version ${direction}, created_position ${direction}
     ${isWhole && window ? sql`limit ${window.rows}` : sql``})`
  return sql`(${side(sql`debit_account_id`, sql`is_debit_first`)} union all
              ${side(sql`credit_account_id`, sql`is_credit_first`)}) hit`
}

const hitKeys: Key[] = [
  { key: sql`date`, type: 'date' },
  { key: sql`created_version`, type: 'bigint' },
  { key: sql`created_position`, type: 'integer' },
]

function filtersOf(book: BookRow, query: TransactionQuery, date: Sql): Sql[] {
  const {
    date_from,
    date_to,
    category_id,
    account_id,
    contact_id,
    currency_id,
    amount_min,
    amount_max,
    tag,
  } = query
  const when = (isGiven: boolean, condition: () => Sql) => (isGiven ? [condition()] : [])
  const units = (amount: number) =>
    sql`${String(amount)}::numeric * (select power(10::numeric, decimals) from currencies where id = t.currency_id)`
  return [
    ...when(date_from !== undefined, () => sql`${date} >= ${date_from}`),
    ...when(date_to !== undefined, () => sql`${date} <= ${date_to}`),
    // With both, the category leads to the hits and the account is looked for among their entries.
    ...when(category_id !== undefined && account_id !== undefined, () =>
      touches(book, sql`= ${knownId(account_id)}`),
    ),
    ...when(contact_id !== undefined, () => sql`t.contact_id = ${knownId(contact_id)}`),
    ...when(currency_id !== undefined, () => sql`t.currency_id = ${currency_id}`),
    ...when(amount_min !== undefined, () => sql`t.amount >= ${units(Number(amount_min))}`),
    ...when(amount_max !== undefined, () => sql`t.amount <= ${units(Number(amount_max))}`),
    ...when(tag !== undefined, () => sql`t.tags @> array[${tag}]`),
  ]
}

const touches = (book: BookRow, account: Sql) => sql`exists (
  select from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
    and (e.debit_account_id ${account} or e.credit_account_id ${account}))`

/** Whose names contain a text. */
type Named = { contacts: string[]; categories: string[] }

const findNamed = async (db: Db, book: BookRow, text: string): Promise<Named> =>
  (await row<Named>(
    db,
    sql`select array(select id from contacts where book_id = ${book.id} and ${contains(sql`name`, text)}) as contacts,
               array(select id from categories where book_id = ${book.id} and ${contains(sql`name`, text)}) as categories`,
  )) ?? { contacts: [], categories: [] }

/**
 * Free text over notes and memos (by trigrams), and over the names of contacts and categories. Who is meant is looked up before,
 * so that PostgreSQL knows how many rows to expect and takes the indexes for a rare word and the order of days for a common one.
 */
const found = (text: string, { contacts, categories }: Named): Sql =>
  sql`(${join(
    [
      contains(sql`t.search`, text),
      ...(contacts.length > 0 ? [sql`t.contact_id = any (${contacts}::uuid[])`] : []),
      ...(categories.length > 0 ? [sql`t.category_ids && ${categories}::uuid[]`] : []),
    ],
    sql` or `,
  )})`
