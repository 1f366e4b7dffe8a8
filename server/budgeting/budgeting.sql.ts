import type { Transaction as Shown, TransactionQuery } from '../../contract/budgeting.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Listed } from '../../contract/route.ts'
import { type Db, row } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { isId } from '../ids.ts'
import type { BookRow } from '../ledger/book.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../ledger/read.ts'
import { containing, page } from '../lists.ts'
import type { RecordedKind } from './load.sql.ts'
import { shownTransaction } from './shown.ts'

type NamedRow = TransactionRow & {
  account_names: Record<string, string>
  category_names: Record<string, string> | null
  contact_name: string | null
}

/** A transaction `t` with the names it shows. */
const columns: Sql = sql`${transactionColumns},
  (select json_object_agg(a.id, a.name) from accounts a where a.book_id = t.book_id and a.id in (
     select unnest(array[e.debit_account_id, e.credit_account_id]) from entries e
     where e.book_id = t.book_id and e.transaction_id = t.id)) as account_names,
  (select json_object_agg(c.id, c.name) from categories c where c.book_id = t.book_id and c.id in (
     select e.category_id from entries e where e.book_id = t.book_id and e.transaction_id = t.id)) as category_names,
  (select p.name from contacts p where p.book_id = t.book_id and p.id = t.contact_id) as contact_name`

function shownRow(
  book: BookRow,
  { account_names, category_names, contact_name, ...stored }: NamedRow,
): Shown {
  const names = { accounts: account_names, categories: category_names ?? {}, contact: contact_name }
  return shownTransaction(book, transactionOf(stored), names)
}

export async function readTransaction(db: Db, book: BookRow, kind: RecordedKind, id: string): Promise<Shown> {
  const found = await row<NamedRow>(
    db,
    sql`select ${columns} from transactions t
        where t.book_id = ${book.id} and t.id = ${id} and t.kind = ${kind} and t.deleted_at is null`,
  )
  return found ? shownRow(book, found) : refuse('not_found')
}

/** One page of transactions of a kind, or of all kinds, in one statement. */
export function listTransactions(
  db: Db,
  book: BookRow,
  kind: RecordedKind | undefined,
  query: TransactionQuery,
): Promise<Listed<Shown>> {
  const isHit = query.category_id !== undefined || query.account_id !== undefined
  return page<NamedRow, Shown>(db, query, {
    name: `${kind ?? 'transactions'} of ${book.id}`,
    columns,
    from: isHit
      ? sql`${hits(book, query)} join transactions t on t.book_id = ${book.id} and t.id = hit.transaction_id`
      : sql`transactions t`,
    where: [
      sql`t.book_id = ${book.id}`,
      query.deleted ? sql`t.deleted_at is not null` : sql`t.deleted_at is null`,
      ...(kind ? [sql`t.kind = ${kind}`] : []),
      ...filtersOf(book, query),
    ],
    order: '-date',
    orders: {
      date: { key: isHit ? sql`hit.date` : sql`t.date`, type: sql`date` },
      amount: { key: sql`t.base_amount`, type: sql`bigint` },
      created_at: { key: sql`t.created_at`, type: sql`timestamptz` },
    },
    ties: [
      { key: isHit ? sql`hit.version` : sql`t.version`, type: sql`bigint` },
      { key: isHit ? sql`hit.transaction_id` : sql`t.id`, type: sql`uuid` },
    ],
    record: (found) => shownRow(book, found),
  })
}

/** An id that can be one; nothing equals the null that any other becomes. */
const known = (id: string | undefined) => (id !== undefined && isId(id) ? id : null)

/**
 * The transactions that touch an account, each once, in the order of that account's two indexes, so that a page costs the same
 * however many there are. A category is its account.
 */
function hits(book: BookRow, { category_id, account_id, deleted }: TransactionQuery): Sql {
  const account =
    category_id !== undefined
      ? sql`(select account_id from categories where book_id = ${book.id} and id = ${known(category_id)})`
      : sql`${known(account_id)}::uuid`
  const side = (column: Sql) => sql`
    select date, version, transaction_id from entries
    where book_id = ${book.id} and ${column} = ${account} and is_deleted = ${deleted === 'only'}`
  return sql`(select distinct date, version, transaction_id
              from (${side(sql`debit_account_id`)} union all ${side(sql`credit_account_id`)}) sides) hit`
}

function filtersOf(book: BookRow, query: TransactionQuery): Sql[] {
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
    q,
  } = query
  const when = (isGiven: boolean, condition: () => Sql) => (isGiven ? [condition()] : [])
  const units = (amount: number) =>
    sql`${String(amount)}::numeric * (select power(10::numeric, decimals) from currencies where id = t.currency_id)`
  return [
    ...when(date_from !== undefined, () => sql`t.date >= ${date_from}`),
    ...when(date_to !== undefined, () => sql`t.date <= ${date_to}`),
    // With both, the category leads to the hits and the account is looked for among their entries.
    ...when(category_id !== undefined && account_id !== undefined, () =>
      touches(book, sql`= ${known(account_id)}`),
    ),
    ...when(contact_id !== undefined, () => sql`t.contact_id = ${known(contact_id)}`),
    ...when(currency_id !== undefined, () => sql`t.currency_id = ${currency_id}`),
    ...when(amount_min !== undefined, () => sql`t.amount >= ${units(Number(amount_min))}`),
    ...when(amount_max !== undefined, () => sql`t.amount <= ${units(Number(amount_max))}`),
    ...when(tag !== undefined, () => sql`t.tags @> array[${tag}]`),
    ...when(Boolean(q), () => found(book, containing(String(q)), query.deleted === 'only')),
  ]
}

const touches = (book: BookRow, account: Sql) => sql`exists (
  select from entries e where e.book_id = ${book.id} and e.transaction_id = t.id
    and (e.debit_account_id ${account} or e.credit_account_id ${account}))`

/** Free text over notes and memos (by trigrams), the names of contacts, and those of categories: each through its own index. */
const found = (book: BookRow, pattern: string, isTrash: boolean): Sql => {
  const state = isTrash ? sql`x.deleted_at is not null` : sql`x.deleted_at is null`
  const accounts = sql`any (array(select account_id from categories where book_id = ${book.id} and name ilike ${pattern}))`
  return sql`t.id in (
    select x.id from transactions x where x.book_id = ${book.id} and ${state} and x.search ilike ${pattern}
    union select x.id from transactions x where x.book_id = ${book.id} and x.contact_id = any (
      array(select id from contacts where book_id = ${book.id} and name ilike ${pattern}))
    union select e.transaction_id from entries e where e.book_id = ${book.id} and e.debit_account_id = ${accounts}
    union select e.transaction_id from entries e where e.book_id = ${book.id} and e.credit_account_id = ${accounts})`
}
