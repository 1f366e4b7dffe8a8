import type { Day } from '../../contract/day.ts'
import { todayIn } from '../../contract/day.ts'
import type { Obligation } from '../../contract/obligations.ts'
import { type Db, row, rows, type Tx } from '../database/database.ts'
import { nothing, type Sql, sql } from '../database/sql.ts'
import { idOrNull, isId } from '../ids.ts'
import type { Book, BookRow } from '../ledger/book.ts'
import { type LoadedAccount, loadedAccounts } from '../ledger/chart.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type KnownRate, knownRatesJson } from '../ledger/rates.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../ledger/read.sql.ts'
import { contains } from '../lists.ts'
import type { Debt } from './debt.ts'
import { type DebtNames, shownObligation } from './shown.ts'

export type DebtRow = Omit<Debt, 'version'> & DebtNames & { created_version: bigint; version: bigint }

/** Obligations with the names they show: those that have a text, if one is given. */
export const obligationsOf = (bookId: string, text?: string): Sql => sql`
  (select o.id, o.name, o.reference, o.notes, o.opened_date, o.due_date, o.direction, o.original_amount, o.outstanding_amount,
          o.outstanding_base, o.currency_id, o.contact_id, o.account_id, o.claim_account_id, o.counter_account_id, o.fx_rate, o.fx_source,
          o.fx_date, o.expense_id, o.settled_at, o.created_version, o.version, o.created_at, o.updated_at, o.deleted_at,
          c.name as contact_name, a.name as account_name, a.code as account_code
   from obligations o
   join contacts c on c.book_id = o.book_id and c.id = o.contact_id
   join accounts a on a.book_id = o.book_id and a.id = o.account_id
   where o.book_id = ${bookId} ${text ? sql`and (${contains(sql`o.search`, text)} or ${contains(sql`folded(c.name)`, text)})` : nothing})`

export const debtOf = ({
  contact_name: _,
  account_name: __,
  account_code: ___,
  created_version: ____,
  version,
  ...debt
}: DebtRow): Debt => ({
  ...debt,
  version: Number(version),
})

export const shownRow = (book: BookRow, found: DebtRow): Obligation =>
  shownObligation(book, debtOf(found), found)

export async function findObligation(db: Db, book: BookRow, id: string): Promise<Obligation | undefined> {
  const found = await row<DebtRow>(
    db,
    sql`select * from ${obligationsOf(book.id)} o where id = ${id} and deleted_at is null`,
  )
  return found && shownRow(book, found)
}

/** What the rules of an obligation and of a single payment look at. */
export type LoadedDebt = {
  before: Debt | null
  names: DebtNames | null
  accounts: LoadedAccount[]
  contacts: { id: string; name: string; is_deleted: boolean }[]
  /** The category that was sent along, if there is one. */
  category: LoadedCategory | null
  known_rates: KnownRate[]
}
export type LoadedCategory = {
  id: string
  name: string
  kind: 'expense' | 'income'
  is_active: boolean
  account_id: string
  is_deleted: boolean
}

/** The same with all of its transactions, in the trash or not, in the order of the book: for what changes it as a whole. */
export type PostedDebt = LoadedDebt & { transactions: Transaction[] }

type Wanted = {
  id: string | null
  /** A payment of it that is changed: its account, its currency and its day count too. */
  payment?: string
  accounts?: (string | null | undefined)[]
  contact?: string | undefined
  category?: string | null | undefined
  currencies?: (string | null | undefined)[]
  date?: Day | undefined
}

const ids = (given: readonly (string | null | undefined)[] = []) =>
  given.filter((id) => typeof id === 'string' && isId(id))

/** All transactions that an obligation has entries in, in the trash or not, in the order of the book. */
async function findPostings(db: Db, book: BookRow, debt: Debt): Promise<Transaction[]> {
  const found = await rows<TransactionRow>(
    db,
    sql`select ${transactionColumns(book.id)} from transactions t
        where t.book_id = ${book.id} and (t.obligation_id = ${debt.id} or t.id = ${debt.expense_id})
        order by t.created_version, t.created_position`,
  )
  return found.map(transactionOf)
}

/** The latest live posting of a kind that an obligation has, or the one with this id. */
export async function findPosting(
  db: Db,
  book: BookRow,
  debt: Debt,
  kind: 'payment' | 'write_off',
  id?: string,
): Promise<Transaction | undefined> {
  const found = await row<TransactionRow>(
    db,
    sql`select ${transactionColumns(book.id)} from transactions t
        where t.book_id = ${book.id} and t.obligation_id = ${debt.id} and t.kind = ${kind} and t.deleted_at is null
          and ${id === undefined ? sql`true` : sql`t.id = ${idOrNull(id)}`}
        order by t.created_version desc, t.created_position desc limit 1`,
  )
  return found && transactionOf(found)
}

/** A category in the trash that an obligation, or something that went to the trash with it, is of. */
export const findTrashedCategory = (
  db: Db,
  book: BookRow,
  debt: Debt,
): Promise<{ name: string } | undefined> =>
  row(
    db,
    sql`select name from categories where book_id = ${book.id} and deleted_at is not null and (account_id = ${debt.account_id}
          or id in (select category_id from transactions
                    where book_id = ${book.id} and obligation_id = ${debt.id} and version = ${debt.version})) limit 1`,
  )

/** The obligation with all of its postings. */
export async function loadWithPostings(tx: Tx, book: Book, wanted: Wanted): Promise<PostedDebt> {
  const loaded = await loadForObligation(tx, book, wanted)
  return { ...loaded, transactions: loaded.before ? await findPostings(tx, book, loaded.before) : [] }
}

/** Loads the obligation, what was sent along and the rates of the day in one statement, however many payments there are. */
export async function loadForObligation(tx: Tx, book: Book, wanted: Wanted): Promise<LoadedDebt> {
  const today = todayIn(book.time_zone)
  const currencies = (wanted.currencies ?? []).filter((id) => typeof id === 'string')
  const found = await row<DebtRow & Omit<LoadedDebt, 'before' | 'names'>>(
    tx,
    sql`select o.*, a.accounts, c.contacts, g.category,
               ${knownRatesJson(book, sql`${currencies}::text[] || o.currency_id || payment.currency_id`, sql`coalesce(${wanted.date ?? null}::date, payment.date, ${today})`, true)} as known_rates
        from (values (1)) nothing
        left join ${obligationsOf(book.id)} o on o.id = ${wanted.id}
        left join transactions payment on payment.book_id = ${book.id} and payment.id = ${ids([wanted.payment])[0] ?? null}
        left join lateral (
          select ${loadedAccounts} as accounts
          from accounts where book_id = ${book.id} and id in (
            select unnest(${ids(wanted.accounts)}::uuid[] || o.account_id || o.counter_account_id || o.claim_account_id || payment.account_id
                          || ${book.default_account_id}::uuid)
            union select id from accounts where book_id = ${book.id} and role is not null)) a on true
        left join lateral (
          select json_agg(json_build_object('id', id, 'name', name, 'is_deleted', deleted_at is not null)) as contacts
          from contacts where book_id = ${book.id} and id in (select unnest(${ids([wanted.contact])}::uuid[] || o.contact_id))) c on true
        left join lateral (
          select json_build_object('id', id, 'name', name, 'kind', kind, 'is_active', is_active, 'account_id', account_id,
                                   'is_deleted', deleted_at is not null) as category
          from categories where book_id = ${book.id} and id = ${idOrNull(wanted.category ?? undefined)}) g on true`,
  )
  if (!found) throw new Error('a select without a row')
  const { accounts, contacts, category, known_rates, ...stored } = found
  const before = stored.id === null ? null : debtOf(stored)
  const { contact_name, account_name, account_code } = stored
  return {
    before,
    names: before && { contact_name, account_name, account_code },
    accounts: accounts ?? [],
    contacts: contacts ?? [],
    category,
    known_rates,
  }
}

/** Writes an obligation as it is now, new or not. */
export const saveDebts = (bookId: string, debts: readonly Debt[]): Sql => sql`
  insert into obligations (book_id, id, name, reference, notes, opened_date, due_date, direction, original_amount, outstanding_amount,
    outstanding_base, currency_id, contact_id, account_id, claim_account_id, counter_account_id, fx_rate, fx_source, fx_date,
    expense_id, settled_at, created_version, version, created_at, updated_at, deleted_at)
  select ${bookId}, id, name, reference, notes, opened_date, due_date, direction, original_amount, outstanding_amount,
    outstanding_base, currency_id, contact_id, account_id, claim_account_id, counter_account_id, fx_rate, fx_source, fx_date,
    expense_id, settled_at, version, version, created_at, updated_at, deleted_at
  from json_to_recordset(${JSON.stringify(debts, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}::json)
    as o (id uuid, name text, reference text, notes text, opened_date date, due_date date, direction text, original_amount bigint,
          outstanding_amount bigint, outstanding_base bigint, currency_id text, contact_id uuid, account_id uuid, claim_account_id uuid,
          counter_account_id uuid, fx_rate numeric, fx_source text, fx_date date, expense_id uuid, settled_at timestamptz,
          version bigint, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz)
  on conflict (book_id, id) do update set name = excluded.name, reference = excluded.reference, notes = excluded.notes,
    opened_date = excluded.opened_date, due_date = excluded.due_date, direction = excluded.direction,
    original_amount = excluded.original_amount, outstanding_amount = excluded.outstanding_amount,
    outstanding_base = excluded.outstanding_base, currency_id = excluded.currency_id, contact_id = excluded.contact_id,
    account_id = excluded.account_id, claim_account_id = excluded.claim_account_id, counter_account_id = excluded.counter_account_id,
    fx_rate = excluded.fx_rate, fx_source = excluded.fx_source, fx_date = excluded.fx_date, settled_at = excluded.settled_at,
    version = excluded.version, updated_at = excluded.updated_at, deleted_at = excluded.deleted_at`
