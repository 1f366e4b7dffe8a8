import { change, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import type { Book } from './book.ts'

export type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'
type Opening = {
  code: string
  name: string
  type: AccountType
  role?: string
  is_claim?: true
  is_default?: true
}

/** The accounts every book starts with. The ones with a role are those that Florin itself posts to. */
export const openingChart: readonly Opening[] = [
  { code: '1000', name: 'Cash', type: 'asset', is_default: true },
  { code: '1010', name: 'Bank', type: 'asset' },
  { code: '1200', name: 'Receivables', type: 'asset', role: 'receivables', is_claim: true },
  { code: '2000', name: 'Payables', type: 'liability', role: 'payables' },
  { code: '3000', name: 'Opening balances', type: 'equity', role: 'opening_balances' },
  { code: '3900', name: 'Currency exchange', type: 'equity', role: 'currency_exchange' },
  { code: '4900', name: 'Exchange gains and losses', type: 'income', role: 'exchange_gains' },
]

export type NewBook = { id: string; name: string; base_currency_id: string; at: string; by: string }

/** An account as its row is. */
export type AccountRow = {
  id: string
  name: string
  code: string
  type: AccountType
  role: string | null
  is_active: boolean
  is_claim: boolean
  currency_id: string | null
  version: number
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** An account as rules look at it, in the trash or not. */
export type LoadedAccount = {
  id: string
  name: string
  code: string
  type: string
  role: string | null
  is_active: boolean
  is_claim: boolean
  currency_id: string | null
  is_deleted: boolean
}

/** Rows of accounts as one JSON list of them, to go along with whatever else a verb loads. */
export const loadedAccounts: Sql = sql`json_agg(json_build_object('id', id, 'name', name, 'code', code, 'type', type, 'role', role,
  'is_active', is_active, 'is_claim', is_claim, 'currency_id', currency_id, 'is_deleted', deleted_at is not null))`

/** Whether money can come from an account or go to it: an active asset that is no claim, or a liability, and none of Florin's own. */
export const isMoneyAccount = (account: LoadedAccount): boolean =>
  ((account.type === 'asset' && !account.is_claim) || account.type === 'liability') &&
  account.role === null &&
  account.is_active &&
  !account.is_deleted

export function accountWithRole(accounts: readonly LoadedAccount[], role: string): LoadedAccount {
  const account = accounts.find((one) => one.role === role)
  if (!account) throw new Error(`a book without ${role}`)
  return account
}

/** Opens a book at version 1, with its chart of accounts, and leaves both in the caller's hand. */
export async function openBook(
  tx: Tx,
  { at, ...draft }: NewBook,
): Promise<{ book: Book; accounts: AccountRow[] }> {
  const accounts = openingChart.map(
    ({ is_default: _, role = null, is_claim = false, ...account }): AccountRow => ({
      id: newId(),
      ...account,
      role,
      is_claim,
      is_active: true,
      currency_id: null,
      version: 1,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    }),
  )
  const default_account_id = accounts[openingChart.findIndex(({ is_default }) => is_default)]?.id ?? ''
  const book = {
    ...draft,
    time_zone: 'UTC',
    closed_through: null,
    default_account_id,
    version: 1,
    created_at: at,
    updated_at: at,
    at,
    size: { rows: 0, bytes: 0 },
    most: { rows: 1_000, bytes: 1_000_000 }, // what a book starts with is far less
  }
  await change(
    tx,
    sql`insert into books (id, name, base_currency_id, version, created_at, updated_at)
        values (${book.id}, ${book.name}, ${book.base_currency_id}, 1, ${at}, ${at})`,
  )
  for (const account of accounts) await change(tx, insertAccount(book.id, account))
  return { book, accounts }
}

export const insertAccount = (bookId: string, account: AccountRow): Sql =>
  sql`insert into accounts (book_id, id, name, code, type, role, is_active, is_claim, currency_id, created_version, version, created_at, updated_at)
      values (${bookId}, ${account.id}, ${account.name}, ${account.code}, ${account.type}, ${account.role}, ${account.is_active},
              ${account.is_claim}, ${account.currency_id}, ${account.version}, ${account.version}, ${account.created_at}, ${account.updated_at})`

export const changeAccount = (bookId: string, account: AccountRow): Sql =>
  sql`update accounts set name = ${account.name}, code = ${account.code}, type = ${account.type}, is_active = ${account.is_active},
             is_claim = ${account.is_claim}, currency_id = ${account.currency_id}, version = ${account.version},
             updated_at = ${account.updated_at}, deleted_at = ${account.deleted_at}
      where book_id = ${bookId} and id = ${account.id}`

const FIRST_DIGIT = { asset: 1, liability: 2, equity: 3, income: 4, expense: 5 }

/** The smallest code that is free for an account of this type: four digits, and more when those run out. */
export const freeCode = (bookId: string, type: AccountType): Sql =>
  sql`(select n::text from (values (1000), (10000), (100000), (1000000)) size (unit),
              generate_series(${FIRST_DIGIT[type]} * unit + 1, (${FIRST_DIGIT[type]} + 1) * unit - 1) n
       where not exists (select from accounts where book_id = ${bookId} and code = n::text) limit 1)`
