import type { Day } from '../../contract/day.ts'
import { todayIn } from '../../contract/day.ts'
import { row, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isId } from '../ids.ts'
import type { Book } from '../ledger/book.ts'
import { type LoadedAccount, loadedAccounts } from '../ledger/chart.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type KnownRate, knownRatesJson } from '../ledger/rates.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../ledger/read.ts'
import { findShares, type HeldShare } from '../obligations/shares.sql.ts'

export type LoadedCategory = {
  id: string
  name: string
  kind: string
  is_active: boolean
  account_id: string
  is_deleted: boolean
}
export type LoadedContact = { id: string; name: string; is_deleted: boolean }

/** Everything the rules of a transaction look at. */
export type Loaded = {
  before: Transaction | null
  accounts: LoadedAccount[]
  categories: LoadedCategory[]
  contacts: LoadedContact[]
  /** What others owe of it, in the trash or not. */
  shares: HeldShare[]
  known_rates: KnownRate[]
}

/** The kinds that people record themselves. */
export type RecordedKind = 'expense' | 'income' | 'transfer'

/** What a request refers to. */
export type References = {
  id: string | null
  kind: RecordedKind
  accounts: (string | null | undefined)[]
  categories: (string | null | undefined)[]
  contacts: (string | null | undefined)[]
  currencies: (string | null | undefined)[]
  date: Day | undefined
}

const ids = (given: readonly (string | null | undefined)[]) =>
  given.filter((id) => typeof id === 'string' && isId(id))

/**
 * Loads all of it in one statement (and the shares of a shared expense in another): the transaction as it is, whatever the request and the transaction refer to, in the trash or
 * not, and the rates of that day for every currency that may be needed.
 */
export async function loadForTransaction(tx: Tx, book: Book, wanted: References): Promise<Loaded> {
  const today = todayIn(book.time_zone)
  const found = await row<TransactionRow & Omit<Loaded, 'before' | 'shares'>>(
    tx,
    sql`select ${transactionColumns(book.id)}, a.accounts, c.categories, p.contacts,
               ${knownRatesJson(
                 book,
                 sql`${wanted.currencies.filter(Boolean)}::text[] || t.currency_id || t.to_currency_id || a.currencies
                 || array(select currency_id from entries where book_id = ${book.id} and transaction_id = t.id)`,
                 sql`coalesce(${wanted.date ?? null}::date, t.date, ${today})`,
                 true,
               )} as known_rates
        from (values (1)) nothing
        left join transactions t on t.book_id = ${book.id} and t.id = ${wanted.id} and t.kind = ${wanted.kind}
        left join lateral (
          select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'is_active', is_active, 'account_id', account_id,
                                            'is_deleted', deleted_at is not null)) as categories,
                 array_agg(account_id) as account_ids
          from categories where book_id = ${book.id} and id in (
            select unnest(${ids(wanted.categories)}::uuid[])
            union select category_id from entries where book_id = ${book.id} and transaction_id = t.id)) c on true
        left join lateral (
          select ${loadedAccounts} as accounts,
                 array_agg(currency_id) as currencies
          from accounts where book_id = ${book.id} and id in (
            select unnest(${ids(wanted.accounts)}::uuid[] || c.account_ids || t.account_id || t.to_account_id || ${book.default_account_id}::uuid)
            union select id from accounts where book_id = ${book.id} and role in ('currency_exchange', 'receivables'))) a on true
        left join lateral (
          select json_agg(json_build_object('id', id, 'name', name, 'is_deleted', deleted_at is not null)) as contacts
          from contacts where book_id = ${book.id} and id in (
            select unnest(${ids(wanted.contacts)}::uuid[] || t.contact_id)
            union select contact_id from obligations where book_id = ${book.id} and expense_id = t.id)) p on true`,
  )
  if (!found) throw new Error('a select without a row')
  const { accounts, categories, contacts, known_rates, ...stored } = found
  const before = stored.id === null ? null : transactionOf(stored)
  return {
    before,
    accounts: accounts ?? [],
    categories: categories ?? [],
    contacts: contacts ?? [],
    shares: before?.entries.some(({ obligation_id }) => obligation_id !== null)
      ? await findShares(tx, book, before.id)
      : [],
    known_rates,
  }
}
