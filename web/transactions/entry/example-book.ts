import { type EntryBook, entryBook } from './book.ts'
import { entryWords } from './entry-words.ts'

/** The book that the tests of quick entry read in, on Sunday 15 November 2026. */
export const TODAY = '2026-11-15'

export const exampleAccount = (name: string, more: object = {}) => ({
  id: `account ${name}`,
  name,
  code: name,
  type: 'asset' as const,
  currency_id: null,
  is_active: true,
  is_claim: false,
  is_system: false,
  is_default: false,
  deleted_at: null,
  ...more,
})
const category = (name: string, kind: 'expense' | 'income' = 'expense') => ({
  id: `category ${name}`,
  name,
  kind,
  icon: null,
  is_active: true,
  deleted_at: null,
  account: { id: `ledger ${name}`, name, code: name, type: kind, is_active: true },
})

export const exampleBook = (more: Partial<Parameters<typeof entryBook>[0]> = {}): EntryBook =>
  entryBook({
    accounts: [
      exampleAccount('Cash', { is_default: true }),
      exampleAccount('Erste Bank', { currency_id: 'EUR' }),
      exampleAccount('Savings'),
      exampleAccount('Travel card', { currency_id: 'USD' }),
      exampleAccount('Visa card', { type: 'liability' }),
      exampleAccount('Old purse', { is_active: false }),
      exampleAccount('Receivables', { is_system: true, is_claim: true }),
      exampleAccount('Currency exchange', { is_system: true, type: 'equity' }),
      exampleAccount('Payables', { is_system: true, type: 'liability' }),
    ],
    categories: [
      ...['Eating out', 'Groceries', 'Transport', 'Household', 'Health', 'Leisure', 'Gifts', 'Rent'].map(
        (name) => category(name),
      ),
      category('Salary', 'income'),
      category('Interest', 'income'),
      category('Gifts', 'income'),
    ],
    contacts: [
      { id: 'contact Sam', name: 'Sam Okafor' },
      { id: 'contact Bela', name: 'Bela Kovács' },
      { id: 'contact Mum', name: 'Mum' },
      { id: 'contact Noor', name: 'Noor Haddad' },
      { id: 'contact City', name: 'City of Graz' },
    ],
    base_currency_id: 'EUR',
    today: TODAY,
    locale: 'en-GB',
    words: entryWords(),
    ...more,
  })
