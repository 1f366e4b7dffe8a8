import type { Account } from '../../contract/accounts.ts'
import type { BookOfPerson } from '../../contract/members.ts'
import { isCredit, isMoney, worth } from '../page/accounts.ts'
import { readField } from '../ui/amount-input.ts'
import { minorOf } from '../ui/money.ts'

/** The books that somebody can move money to from another one. */
export const targets = (books: readonly BookOfPerson[], fromId: string): BookOfPerson[] =>
  books.filter(
    ({ id, role, is_archived }) => id !== fromId && !is_archived && (role === 'owner' || role === 'editor'),
  )

/** The accounts that money can come from or go to. */
export const reachable = (accounts: readonly Account[]): Account[] =>
  accounts.filter((one) => isMoney(one) || isCredit(one))

export const currencyIn = (account: Account | undefined, base: string): string => account?.currency_id ?? base

/** The balance of an account before and after an amount of its currency comes (1) or goes (-1). After is undefined while there is no amount. */
export function beforeAndAfter(
  account: Account,
  base: string,
  text: string,
  sign: 1n | -1n,
): { currency: string; before: bigint; after: bigint | undefined } {
  const currency = currencyIn(account, base)
  const held = account.balances.find(({ currency_id }) => currency_id === currency)
  const side = account.type === 'liability' ? -1n : 1n
  const before =
    account.currency_id === null ? worth(account, base) : side * minorOf(held?.amount ?? 0, currency)
  const read = readField(text, currency)
  const after = text.trim() === '' || read.fault !== undefined ? undefined : before + sign * read.minor
  return { currency, before, after }
}
