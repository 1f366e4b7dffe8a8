import { type Account, listAccounts } from '../../contract/accounts.ts'
import { everything } from '../api/ask.ts'
import { minorOf } from '../ui/money.ts'

/** Every account of the book, the ledger's own included. */
export const accounts = everything(listAccounts)

/** The accounts that people keep money in: cash, banks, savings. */
export const isMoney = (account: Account): boolean =>
  account.type === 'asset' && !account.is_claim && !account.is_system && account.is_active

/** Cards and loans: money owed to a bank. */
export const isCredit = (account: Account): boolean =>
  account.type === 'liability' && !account.is_system && account.is_active

/** The account's share of net worth, in minor units of the base currency: a debt is negative. */
export function worth(account: Account, baseCurrency: string): bigint {
  const value = minorOf(account.base_value ?? account.base_balance, baseCurrency)
  return account.type === 'liability' ? -value : value
}
