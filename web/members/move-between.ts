import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import type { BookOfPerson } from '../../contract/members.ts'
import { coveredThrough, isCredit, isMoney, worth } from '../page/accounts.ts'
import { readField } from '../ui/amount-input.ts'
import { minorOf } from '../ui/money.ts'

/** The books that somebody can move money to from another one. */
export const targets = (books: readonly BookOfPerson[], fromId: string): BookOfPerson[] =>
  books.filter(
    ({ id, role, is_archived }) => id !== fromId && !is_archived && (role === 'owner' || role === 'editor'),
  )

/** The book that the money goes to: the first of these that is there. Without a wish it is the first that is not made up. */
export const targetAmong = (
  others: readonly BookOfPerson[],
  wishes: readonly (string | null | undefined)[],
  isMadeUp: (book: BookOfPerson) => boolean,
): BookOfPerson | undefined =>
  wishes.map((wish) => others.find(({ id }) => id === wish)).find((book) => book !== undefined) ??
  others.find((book) => !isMadeUp(book)) ??
  others[0]

/** The accounts that money can come from or go to. */
export const reachable = (accounts: readonly Account[]): Account[] =>
  accounts.filter((one) => isMoney(one) || isCredit(one))

export const currencyIn = (account: Account | undefined, base: string): string => account?.currency_id ?? base

export type BetweenDraft = {
  toBook: string
  from: string
  to: string
  amount: string
  arrives: string
  date: Day | null
  /** The day on which `date` was chosen: on a later one it no longer counts. */
  chosenOn: Day | null
}

export const emptyDraft: BetweenDraft = {
  toBook: '',
  from: '',
  to: '',
  amount: '',
  arrives: '',
  date: null,
  chosenOn: null,
}

export const dayOf = ({ date, chosenOn }: BetweenDraft, today: Day): Day =>
  date !== null && chosenOn === today ? date : today

/** The same move from the other book to this one. In two currencies each amount stays with its account. */
export const turnedRound = (
  draft: BetweenDraft,
  { hereId, from, to, isOneCurrency }: { hereId: string; from: string; to: string; isOneCurrency: boolean },
): BetweenDraft => ({
  ...draft,
  toBook: hereId,
  from: to,
  to: from,
  amount: isOneCurrency ? draft.amount : draft.arrives,
  arrives: isOneCurrency ? '' : draft.amount,
})

export type BeforeAndAfter = {
  before: bigint
  /** Undefined while there is no amount. */
  after: bigint | undefined
  /** The day on which the balance was said, where that makes it stay. */
  saidOn?: Day
}

/**
 * The balance of an account before and after an amount comes (1) or goes (-1) on a day. A balance that was said stays for an entry of a day that it
 * covers: only the start moves. An account of every currency shows all of them in the base currency, or else the one of the amount.
 */
export function beforeAndAfter(
  account: Account,
  base: string,
  { text, currency, sign, date }: { text: string; currency: string; sign: 1n | -1n; date: Day },
): BeforeAndAfter {
  const held = account.balances.find(({ currency_id }) => currency_id === currency)
  const side = account.type === 'liability' ? -1n : 1n
  const isAllTogether = account.currency_id === null && currency === base
  const before = isAllTogether ? worth(account, base) : side * minorOf(held?.amount ?? 0, currency)
  const read = readField(text, currency)
  if (text.trim() === '' || read.fault !== undefined) return { before, after: undefined }
  const through = currency === currencyIn(account, base) ? coveredThrough(account) : null
  const saidOn = through !== null && date <= through ? account.balance_as_of?.date : undefined
  return saidOn === undefined
    ? { before, after: before + sign * read.minor }
    : { before, after: before, saidOn }
}
