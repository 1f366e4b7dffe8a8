import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import type { Book } from './book.ts'

/** One amount from one account to another: debit and credit are equal because they are one number. */
export type Entry = {
  debit_account_id: string
  credit_account_id: string
  debit_line_id: string
  credit_line_id: string
  currency_id: string
  amount: bigint
  base_amount: bigint
  category_id: string | null
  obligation_id: string | null
  memo: string
}

export type Kind = 'expense' | 'income' | 'transfer' | 'opening' | 'obligation' | 'payment' | 'write_off'

export type FxSource = 'base' | 'given' | 'own' | 'ecb' | 'charged'

/** Whether a value was given by a person or found by Florin. */
export type Source = 'given' | 'found'

/** A transaction as the journal keeps it: amounts in minor units, its entries with it. */
export type Transaction = {
  id: string
  kind: Kind
  date: Day
  currency_id: string
  amount: bigint
  base_amount: bigint
  fx_rate: string
  fx_source: FxSource
  fx_date: Day
  category_id: string | null
  account_id: string | null
  charged_amount: bigint | null
  to_account_id: string | null
  to_amount: bigint | null
  to_currency_id: string | null
  /** Of the amount on the other side: charged to an account, arriving by a transfer, or settled by a payment. */
  other_source: Source | null
  contact_id: string | null
  obligation_id: string | null
  is_refund: boolean
  notes: string | null
  tags: string[]
  /** Its place in the order of the book: the version that created it, and which of that version's transactions it is. */
  created_version: number
  created_position: number
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
  entries: Entry[]
}

/** Default values of the optional columns. */
export const plainTransaction = {
  category_id: null,
  account_id: null,
  charged_amount: null,
  to_account_id: null,
  to_amount: null,
  to_currency_id: null,
  other_source: null,
  contact_id: null,
  obligation_id: null,
  is_refund: false,
  notes: null,
  tags: [] as string[],
  // The journal gives a new transaction its place.
  created_version: 0,
  created_position: 0,
  deleted_at: null,
}

type Sides = { from: string; to: string }
type Money = { currency_id: string; amount: bigint; base_amount: bigint }
type Marks = { category_id?: string | null; obligation_id?: string | null; memo?: string }

/** An entry that moves money from one account (credit) to another (debit). */
export const entryOf = (
  { from, to }: Sides,
  { currency_id, amount, base_amount }: Money,
  { category_id = null, obligation_id = null, memo = '' }: Marks = {},
): Entry => ({
  debit_account_id: to,
  credit_account_id: from,
  debit_line_id: newId(),
  credit_line_id: newId(),
  currency_id,
  amount,
  base_amount,
  category_id,
  obligation_id,
  memo,
})

/** A transaction before and after a change: none before it was recorded. */
export type Step = { before: Transaction | null; after: Transaction }

/** Whether entries dated on this day are closed to every change. */
export const isClosed = (book: { closed_through: Day | null }, date: Day): boolean =>
  book.closed_through !== null && date <= book.closed_through

/**
 * The statements that bring the journal from before to after: post, replace, remove and restore are all this one. A
 * transaction in the trash keeps its entries, which count nowhere. Refuses whatever touches a closed day, whichever way it came.
 */
export function journal(book: Book, steps: readonly Step[]): Sql[] {
  if (steps.length === 0) return []
  for (const step of steps) checkClosed(book, step)
  const after = steps.map((step, index) => ({
    ...step.after,
    created_version: step.before?.created_version ?? book.version,
    created_position: step.before?.created_position ?? index,
  }))
  const movements = netMovements(steps)
  return [
    saveTransactions(book, after),
    sql`delete from entries where book_id = ${book.id} and transaction_id = any (${after.map(({ id }) => id)}::uuid[])
          and version < ${book.version}`,
    insertEntries(book, after),
    ...(movements.length > 0 ? [addToBalances(book, movements), addToTotals(book, movements)] : []),
  ]
}

function checkClosed(book: Book, { before, after }: Step): void {
  const standing = [before, after].filter((one) => one !== null && one.deleted_at === null)
  const closed = standing.find((one) => one && isClosed(book, one.date))
  if (!closed || (standing.length === 2 && before && hasSameEntries(before, after))) return
  refuse('locked', { date: closed.date, closed_through: String(book.closed_through) })
}

/** Entries without the ids that every posting gives its lines anew. */
const bare = (entries: readonly Entry[]) =>
  entries.map(({ debit_line_id: _, credit_line_id: __, ...entry }) => entry)

/** Whether a change leaves the books themselves alone. */
export const hasSameEntries = (a: Transaction, b: Transaction) =>
  a.date === b.date && isDeepStrictEqual(bare(a.entries), bare(b.entries))

/** Whether anything but the ids of lines and the marks of time differs. */
export function isSameTransaction(a: Transaction, b: Transaction): boolean {
  const plain = (one: Transaction) => {
    const { version: _, updated_at: __, created_version: ___, created_position: ____, entries, ...rest } = one
    return { ...rest, entries: bare(entries) }
  }
  return isDeepStrictEqual(plain(a), plain(b))
}

const withBigints = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** What the change comes to for each account, currency and month: one row each, since an upsert meets a row only once. */
export type Movement = {
  account_id: string
  currency_id: string
  month: Day
  amount: bigint
  base_amount: bigint
}

export function netMovements(steps: readonly Step[]): Movement[] {
  const net = new Map<string, Movement>()
  const add = (transaction: Transaction, sign: bigint) => {
    if (transaction.deleted_at !== null) return
    const month = `${transaction.date.slice(0, 7)}-01`
    for (const {
      debit_account_id,
      credit_account_id,
      currency_id,
      amount,
      base_amount,
    } of transaction.entries) {
      for (const [account_id, side] of [
        [debit_account_id, sign],
        [credit_account_id, -sign],
      ] as const) {
        const key = `${account_id} ${currency_id} ${month}`
        const row = net.get(key) ?? { account_id, currency_id, month, amount: 0n, base_amount: 0n }
        row.amount += side * amount
        row.base_amount += side * base_amount
        net.set(key, row)
      }
    }
  }
  for (const { before, after } of steps) {
    if (before) add(before, -1n)
    add(after, 1n)
  }
  return [...net.values()].filter(({ amount, base_amount }) => amount !== 0n || base_amount !== 0n)
}

const json = (rows: unknown) => JSON.stringify(rows, withBigints)

/** What free-text search looks through, beside the names of contact and categories. */
const searchText = ({ notes, tags, entries }: Transaction) =>
  [...new Set([notes ?? '', ...entries.map(({ memo }) => memo), ...tags])]
    .filter((text) => text !== '')
    .join('\n')

const categoriesOf = ({ entries }: Transaction) =>
  [...new Set(entries.map(({ category_id }) => category_id))].filter((id) => id !== null)

function saveTransactions(book: Book, transactions: Transaction[]): Sql {
  const rows = transactions.map((transaction) => {
    const { entries: _, ...row } = transaction
    return { ...row, search: searchText(transaction), category_ids: categoriesOf(transaction) }
  })
  return sql`
    insert into transactions (book_id, id, kind, date, currency_id, amount, base_amount, fx_rate, fx_source, fx_date, category_id,
      account_id, charged_amount, to_account_id, to_amount, to_currency_id, other_source, contact_id, obligation_id, is_refund, notes, tags, search, category_ids,
      created_version, created_position, version, created_at, updated_at, deleted_at)
    select ${book.id}, id, kind, date, currency_id, amount, base_amount, fx_rate, fx_source, fx_date, category_id,
      account_id, charged_amount, to_account_id, to_amount, to_currency_id, other_source, contact_id, obligation_id, is_refund, notes, tags, folded(search), category_ids,
      created_version, created_position, version, created_at, updated_at, deleted_at
    from json_to_recordset(${json(rows)}::json) as t (id uuid, kind text, date date, currency_id text, amount bigint,
      base_amount bigint, fx_rate numeric, fx_source text, fx_date date, category_id uuid, account_id uuid, charged_amount bigint,
      to_account_id uuid, to_amount bigint, to_currency_id text, other_source text, contact_id uuid, obligation_id uuid, is_refund boolean, notes text, tags text[],
      search text, category_ids uuid[], created_version bigint, created_position integer, version bigint, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz)
    on conflict (book_id, id) do update set date = excluded.date, currency_id = excluded.currency_id, amount = excluded.amount,
      base_amount = excluded.base_amount, fx_rate = excluded.fx_rate, fx_source = excluded.fx_source, fx_date = excluded.fx_date,
      category_id = excluded.category_id, account_id = excluded.account_id, charged_amount = excluded.charged_amount,
      to_account_id = excluded.to_account_id, to_amount = excluded.to_amount, to_currency_id = excluded.to_currency_id,
      other_source = excluded.other_source,
      contact_id = excluded.contact_id, obligation_id = excluded.obligation_id, is_refund = excluded.is_refund, notes = excluded.notes, tags = excluded.tags,
      search = excluded.search, category_ids = excluded.category_ids, version = excluded.version, updated_at = excluded.updated_at, deleted_at = excluded.deleted_at`
}

function insertEntries(book: Book, transactions: readonly Transaction[]): Sql {
  const rows = transactions.flatMap(
    ({ id, kind, date, created_version, created_position, deleted_at, entries }) =>
      entries.map((entry, ordinal) => ({
        ...entry,
        transaction_id: id,
        created_version,
        created_position,
        ordinal,
        kind,
        date,
        is_deleted: deleted_at !== null,
        is_debit_first: !touches(entries.slice(0, ordinal), entry.debit_account_id),
        is_credit_first: !touches(entries.slice(0, ordinal), entry.credit_account_id),
      })),
  )
  return sql`
    insert into entries (book_id, transaction_id, created_version, created_position, version, ordinal, kind, date, debit_account_id, credit_account_id, debit_line_id,
      credit_line_id, currency_id, amount, base_amount, category_id, obligation_id, memo, is_debit_first, is_credit_first, is_deleted)
    select ${book.id}, transaction_id, created_version, created_position, ${book.version}, ordinal, kind, date, debit_account_id, credit_account_id, debit_line_id,
      credit_line_id, currency_id, amount, base_amount, category_id, obligation_id, memo, is_debit_first, is_credit_first, is_deleted
    from json_to_recordset(${json(rows)}::json) as e (transaction_id uuid, created_version bigint, created_position integer, ordinal smallint, kind text, date date,
      debit_account_id uuid, credit_account_id uuid, debit_line_id uuid, credit_line_id uuid, currency_id text, amount bigint,
      base_amount bigint, category_id uuid, obligation_id uuid, memo text, is_debit_first boolean, is_credit_first boolean, is_deleted boolean)`
}

const touches = (entries: readonly Entry[], accountId: string) =>
  entries.some((entry) => entry.debit_account_id === accountId || entry.credit_account_id === accountId)

const addToBalances = (book: Book, movements: Movement[]): Sql => sql`
    insert into balances (book_id, account_id, currency_id, month, amount, base_amount)
    select ${book.id}, account_id, currency_id, month, amount, base_amount
    from json_to_recordset(${json(movements)}::json)
         as m (account_id uuid, currency_id text, month date, amount bigint, base_amount bigint)
    on conflict (book_id, account_id, currency_id, month) do update
      set amount = balances.amount + excluded.amount, base_amount = balances.base_amount + excluded.base_amount`

/** The same over all months; summed here, since an upsert meets a row only once. */
const addToTotals = (book: Book, movements: Movement[]): Sql => sql`
    insert into totals (book_id, account_id, currency_id, amount, base_amount)
    select ${book.id}, account_id, currency_id, sum(amount), sum(base_amount)
    from json_to_recordset(${json(movements)}::json) as m (account_id uuid, currency_id text, amount bigint, base_amount bigint)
    group by account_id, currency_id
    on conflict (book_id, account_id, currency_id) do update
      set amount = totals.amount + excluded.amount, base_amount = totals.base_amount + excluded.base_amount`
