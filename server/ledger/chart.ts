import { change, type Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../ids.ts'
import type { Book } from './book.ts'

type AccountType = 'asset' | 'liability' | 'equity' | 'income' | 'expense'
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

/** Opens a book at version 1, with its chart of accounts, and leaves it in the caller's hand. */
export async function openBook(tx: Tx, book: NewBook): Promise<Book> {
  await change(
    tx,
    sql`insert into books (id, name, base_currency_id, version, created_at, updated_at)
        values (${book.id}, ${book.name}, ${book.base_currency_id}, 1, ${book.at}, ${book.at})`,
  )
  await change(
    tx,
    sql`insert into accounts (book_id, id, code, name, type, role, is_claim, is_default, version, created_at, updated_at)
        select ${book.id}, id, code, name, type, role, is_claim, is_default, 1, ${book.at}, ${book.at}
        from jsonb_to_recordset(${JSON.stringify(openingChart.map(newAccount))}::jsonb)
             as account (id uuid, code text, name text, type text, role text, is_claim boolean, is_default boolean)`,
  )
  return {
    ...book,
    time_zone: 'UTC',
    closed_through: null,
    version: 1,
    created_at: book.at,
    updated_at: book.at,
  }
}

/** Takes another base currency. */
export async function rebaseBook(tx: Tx, book: Book, currencyId: string): Promise<void> {
  await change(
    tx,
    sql`update books set base_currency_id = ${currencyId}, updated_at = ${book.at} where id = ${book.id}`,
  )
}

const newAccount = (account: Opening) => ({ id: newId(), is_claim: false, is_default: false, ...account })
