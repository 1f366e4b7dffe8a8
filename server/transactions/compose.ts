import { type Day, todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { refuse } from '../../contract/refusals.ts'
import { amountOf, shown } from '../ledger/amounts.ts'
import type { Book } from '../ledger/book.ts'
import { accountWithRole, isMoneyAccount, type LoadedAccount } from '../ledger/chart.ts'
import type { Transaction } from '../ledger/journal.ts'
import type { Loaded, LoadedContact } from './load.sql.ts'
import type { Names } from './shown.ts'

/** What expenses, incomes and transfers have in common when they are put together from a request. */

/** A field that was left out keeps its value. */
export const kept = <T>(sent: T | undefined, stored: T): T => (sent === undefined ? stored : sent)

export function theCurrency(id: string, field = 'currency_id'): string {
  return currencyFacts(id)?.id ?? refuse('currency_not_found', { field, id: id.slice(0, 20) })
}

/** An account that money can come from or go to; one that the transaction has already may stay, whatever became of it. */
export function theMoneyAccount(
  loaded: Loaded,
  id: string,
  stored: string | null | undefined,
  field: string,
): LoadedAccount {
  const account = loaded.accounts.find((one) => one.id === id.toLowerCase())
  if (account && account.id === stored) return account
  if (!account || !isMoneyAccount(account)) refuse('account_not_usable', { field })
  return account
}

export function theContact(
  loaded: Loaded,
  id: string | null,
  stored: string | null | undefined,
): LoadedContact | null {
  if (id === null) return null
  const contact = loaded.contacts.find((one) => one.id === id.toLowerCase())
  if (!contact || (contact.is_deleted && contact.id !== stored))
    refuse('contact_not_found', { field: 'contact_id' })
  return contact
}

/** The amount that was sent, or the stored one. */
export function theAmount(
  sent: number | undefined,
  before: Transaction | null,
  currencyId: string,
  field: string,
): bigint {
  if (sent !== undefined) return amountOf(sent, currencyId, field)
  if (before === null) throw new Error('the contract requires an amount')
  return readAnew(before.amount, before.currency_id, currencyId, field)
}

/** A stored amount, read anew where the currency is another: ten euros become ten yen, in other minor units. */
export const readAnew = (amount: bigint, storedIn: string, currencyId: string, field: string): bigint =>
  storedIn === currencyId ? amount : amountOf(shown(amount, storedIn), currencyId, field)

export const theDate = (book: Book, sent: Day | undefined, before: Transaction | null): Day =>
  sent ?? before?.date ?? todayIn(book.time_zone)

/** Where Florin posts both sides of an exchange. */
export const exchangeAccount = (loaded: Loaded): LoadedAccount =>
  accountWithRole(loaded.accounts, 'currency_exchange')

/** The account that holds the shares of others in an expense. */
export const receivables = (loaded: Loaded): LoadedAccount => accountWithRole(loaded.accounts, 'receivables')

export const namesOf = (loaded: Loaded, contact: LoadedContact | null, shares: Names['shares']): Names => ({
  accounts: Object.fromEntries(loaded.accounts.map(({ id, name }) => [id, name])),
  categories: Object.fromEntries(loaded.categories.map(({ id, name }) => [id, name])),
  contact: contact?.name ?? null,
  shares,
})

export const contactName = ({ contacts }: Loaded, id: string): string =>
  contacts.find((one) => one.id === id)?.name ?? ''
