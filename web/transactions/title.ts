import type { Account } from '../../contract/accounts.ts'
import type { Line, Transaction } from '../../contract/budgeting.ts'
import { comma, listed, t } from '../../words/t.ts'
import { type Amount, minorOf } from '../ui/money.ts'
import { onward } from '../ui/reading.ts'

/** A transaction in the reader's words: its title, its purpose, the account of the money, and its direction. */

/** The accounts of the book, by id. A title does not need one that is missing, it only says less. */
export type AccountsById = ReadonlyMap<string, Pick<Account, 'name' | 'type' | 'is_claim' | 'is_system'>>

export const accountsById = (accounts: readonly Account[] | undefined): AccountsById =>
  new Map(accounts?.map((account) => [account.id, account]))

type Titled = Pick<
  Transaction,
  | 'kind'
  | 'memo'
  | 'notes'
  | 'contact_name'
  | 'category_name'
  | 'splits'
  | 'shares'
  | 'is_refund'
  | 'asset_account_id'
  | 'from_account_id'
  | 'to_account_id'
  | 'lines'
> &
  Partial<Pick<Transaction, 'obligation_id'>>

/** The categories of a transaction, each once. */
export const categoryNames = ({
  splits,
  category_name,
}: Pick<Titled, 'splits' | 'category_name'>): string[] =>
  splits.length > 0
    ? [...new Set(splits.map((split) => split.category_name))]
    : category_name === null
      ? []
      : [category_name]

/** The memo; of a split transaction the one that all of its parts have. */
function memoOf({ memo, splits }: Pick<Titled, 'memo' | 'splits'>): string | null {
  const memos = new Set(splits.map((split) => split.memo))
  return memo ?? (memos.size === 1 ? (splits[0]?.memo ?? null) : null)
}

/** How a list shows a memo: `shownText`, which shortens the texts of banks to the names in them. */
export type ShownText = (text: string) => string
const asTyped: ShownText = (text) => text

/** The whole text of a bank where the title is only the name in it: for whoever points at the title. */
export function bankTextOf(
  transaction: Pick<Titled, 'memo' | 'splits'>,
  shown: ShownText,
): string | undefined {
  const memo = memoOf(transaction)
  return memo === null || shown(memo) === memo ? undefined : memo
}

/** The words of a bill whose parts have memos of their own: the first line of its notes. */
const billWords = ({ notes, splits }: Titled): string | undefined =>
  splits.length > 1 ? notes?.split('\n', 1)[0]?.trim() || undefined : undefined

const accountName = ({ lines }: Titled, id: string | null): string | undefined =>
  lines.find((line) => line.account_id === id)?.account_name || undefined

/** Where people keep money, or owe it to a bank: cash, banks, cards, loans. */
function isMoney(accounts: AccountsById, id: string | undefined): boolean {
  const account = accounts.get(id ?? '')
  return (
    account !== undefined &&
    !account.is_system &&
    !account.is_claim &&
    (account.type === 'asset' || account.type === 'liability')
  )
}

/** Whether an account stands for somebody's other books: a transfer from or to it is one half of money that was moved between two books. */
export const isOtherBook = (accounts: AccountsById, id: string | null | undefined): boolean => {
  const account = accounts.get(id ?? '')
  return account?.is_system === true && account.type === 'equity'
}

/** Whether a transfer is one half of money that was moved between two books. */
export const isBetween = (
  { kind, from_account_id, to_account_id }: Pick<Titled, 'kind' | 'from_account_id' | 'to_account_id'>,
  accounts: AccountsById,
): boolean => kind === 'transfer' && [from_account_id, to_account_id].some((id) => isOtherBook(accounts, id))

const isClaim = (accounts: AccountsById, line: Line | undefined) =>
  accounts.get(line?.account_id ?? '')?.is_claim === true

/** The event that opened a debt, or corrected its amount. */
type DebtEvent = 'lent' | 'borrowed' | 'claimed' | 'owed' | 'claimed-less' | 'owed-less'

function debtOf({ lines }: Titled, accounts: AccountsById): DebtEvent {
  const to = lines.find(({ debit }) => debit > 0)
  const from = lines.find(({ credit }) => credit > 0)
  if (isClaim(accounts, to)) return isMoney(accounts, from?.account_id) ? 'lent' : 'claimed'
  if (isClaim(accounts, from)) return 'claimed-less'
  if (isMoney(accounts, to?.account_id)) return 'borrowed'
  return accounts.get(to?.account_id ?? '')?.type === 'liability' ? 'owed-less' : 'owed'
}

const debtWords: Record<DebtEvent, (person: string) => string> = {
  lent: (person) => t('Lent to {person}', { person }),
  borrowed: (person) => t('Borrowed from {person}', { person }),
  claimed: (person) => t('{person} owes you', { person: atStart(person) }),
  owed: (person) => t('You owe {person}', { person }),
  'claimed-less': (person) => t('{person} owes you less', { person: atStart(person) }),
  'owed-less': (person) => t('You owe {person} less', { person }),
}

/** The same where nobody is named. */
const namelessDebts: Record<DebtEvent, () => string> = {
  lent: () => t('Lent to somebody'),
  borrowed: () => t('Borrowed from somebody'),
  claimed: () => t('Somebody owes you'),
  owed: () => t('You owe somebody'),
  'claimed-less': () => t('Somebody owes you less'),
  'owed-less': () => t('You owe somebody less'),
}

/** Whether money came in (1), went out (-1), or neither: it moved between one's own accounts, or none moved. */
export function directionOf(transaction: Titled, accounts: AccountsById): -1 | 0 | 1 {
  const { kind, is_refund, lines, asset_account_id } = transaction
  if (kind === 'expense') return is_refund ? 1 : -1
  if (kind === 'income') return is_refund ? -1 : 1
  if (kind === 'obligation') {
    const debt = debtOf(transaction, accounts)
    return debt === 'borrowed' ? 1 : debt === 'lent' ? -1 : 0
  }
  if (kind !== 'payment') return 0
  const line = lines.find(({ account_id }) => account_id === asset_account_id)
  if (!line || accounts.get(line.account_id)?.is_system) return 0 // set off: no money moved
  return line.debit > 0 ? 1 : -1
}

/** Lidl; To Savings; Lent to Sam; Bela paid back; Forgiven; Balance at the start. */
export function titleOf(transaction: Titled, accounts: AccountsById, shown: ShownText = asTyped): string {
  const memo = memoOf(transaction)
  const words = memo === null ? null : shown(memo)
  const { kind, contact_name: person, from_account_id, to_account_id } = transaction
  switch (kind) {
    case 'expense':
    case 'income':
      return (
        words ??
        person ??
        billWords(transaction) ??
        (categoryNames(transaction).join(comma()) || kindOf(transaction))
      )
    case 'transfer':
      return (
        words ??
        (isOtherBook(accounts, from_account_id)
          ? fromText(accountName(transaction, from_account_id))
          : toText(accountName(transaction, to_account_id)))
      )
    case 'opening':
      return t('Balance at the start')
    case 'value': {
      const account = accountName(transaction, transaction.asset_account_id)
      if (accounts.get(transaction.asset_account_id ?? '')?.type === 'liability')
        return account === undefined
          ? t('Amount owed on an account')
          : t('Amount owed on {account}', { account })
      return account === undefined ? t('Value of an account') : t('Value of {account}', { account })
    }
    case 'obligation': {
      const debt = debtOf(transaction, accounts)
      return person === null ? namelessDebts[debt]() : debtWords[debt](person)
    }
    case 'payment': {
      const direction = directionOf(transaction, accounts)
      if (direction === 0)
        return person === null ? t('Set off with somebody') : t('Set off with {person}', { person })
      return direction > 0 ? paidBackText(person) : paidText(person)
    }
    case 'write_off':
      if (transaction.lines.some((line) => line.credit > 0 && isClaim(accounts, line))) return t('Forgiven')
      return person === null ? t('Forgiven by somebody') : t('Forgiven by {person}', { person })
  }
}

const fromText = (account: string | undefined): string =>
  account === undefined ? t('From another book') : t('From {account}', { account })

const toText = (account: string | undefined): string =>
  account === undefined ? t('To another account') : t('To {account}', { account })

/** Money that somebody paid back. */
export const paidBackText = (person: string | null): string =>
  person === null ? t('Somebody paid back') : t('{person} paid back', { person: atStart(person) })

/** Money that was paid back to somebody. */
export const paidText = (person: string | null): string =>
  person === null ? t('Paid somebody') : t('Paid {person}', { person })

/** A name that a text begins with. */
export const atStart = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** The names of debts, by their ids. */
export type DebtNames = ReadonlyMap<string, string>

/** The purpose: its categories, the way of a transfer, the name of a debt. Empty where the title says it all. */
export function purposeOf(transaction: Titled, debts?: DebtNames): string {
  const { kind, notes, contact_name, shares, obligation_id, is_refund } = transaction
  switch (kind) {
    case 'expense':
    case 'income': {
      const categories = categoryNames(transaction).join(comma())
      const names = is_refund ? `${kindOf(transaction)} · ${categories}` : categories
      return shares.length === 0
        ? names
        : t('{categories}, with {people}', {
            categories: names,
            people: shortlyListed(shares.map((share) => share.contact_name)),
          })
    }
    case 'transfer': {
      const from = accountName(transaction, transaction.from_account_id)
      const to = accountName(transaction, transaction.to_account_id)
      return from && to ? `${from} ${onward()} ${to}` : ''
    }
    case 'opening':
    case 'value':
      return ''
    case 'write_off':
      return contact_name ?? ''
    case 'obligation':
    case 'payment':
      return debts?.get(obligation_id ?? '') ?? notes ?? ''
  }
}

/** The purpose in a row of a list, with the person where the title does not name them. */
export function rowPurpose(transaction: Titled, title: string, debts?: DebtNames): string {
  const { kind, contact_name } = transaction
  const isOwn = kind === 'expense' || kind === 'income' || kind === 'transfer'
  const person = isOwn && contact_name !== null && !title.includes(contact_name) ? contact_name : ''
  return [purposeOf(transaction, debts), person].filter(Boolean).join(' · ')
}

/** Sam and Mia; Sam, Mia and 2 others. */
export function shortlyListed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names
  const rest = names.length - shown.length
  return listed(rest > 0 ? [...shown, othersText(rest)] : shown)
}

/** 1 other, 2 others: the end of a list of which not all are named. */
export const othersText = (count: number): string =>
  t('{count, plural, one {# other} other {# others}}', { count })

/** The account of the money; empty where no money moved, and for a transfer, whose purpose names both accounts. */
export function moneyAccountName(transaction: Titled, accounts: AccountsById): string {
  const { kind, asset_account_id } = transaction
  if (kind === 'transfer') return ''
  const account = accounts.get(asset_account_id ?? '')
  const isPlace = account === undefined || isMoney(accounts, asset_account_id ?? undefined)
  return isPlace ? (accountName(transaction, asset_account_id) ?? account?.name ?? '') : ''
}

/** The kind in the reader's words: Expense, Refund, Transfer. */
export function kindOf({ kind, is_refund }: Pick<Titled, 'kind' | 'is_refund'>): string {
  if (kind === 'expense' && is_refund) return t('Refund')
  if (kind === 'income' && is_refund) return t('Income paid back')
  return kindWords[kind]()
}

export const kindWords: Record<Transaction['kind'], () => string> = {
  expense: () => t('Expense'),
  income: () => t('Income'),
  transfer: () => t('Transfer'),
  opening: () => t('Balance at the start'),
  value: () => t('Change in value'),
  obligation: () => t('Debt'),
  payment: () => t('Payment of a debt'),
  write_off: () => t('Forgiven debt'),
}

/** A kind that an address names; undefined for others. */
export const kindWord = (kind: string): string | undefined =>
  Object.hasOwn(kindWords, kind) ? kindWords[kind as keyof typeof kindWords]() : undefined // just looked up

/** Whether a transaction that moves no money leaves one with less: a debt that an account begins with, or one that is written down. */
function isLess(transaction: Titled, accounts: AccountsById): boolean {
  if (transaction.kind === 'opening' || transaction.kind === 'value')
    return transaction.lines.some(({ account_id, credit }) => credit > 0 && isMoney(accounts, account_id))
  const debt = transaction.kind === 'obligation' && debtOf(transaction, accounts)
  return debt === 'owed' || debt === 'claimed-less'
}

/** The amount in the base currency with its sign, as a list shows it; in minor units. */
export function signedBase(
  transaction: Titled & Pick<Transaction, 'base_amount' | 'base_currency_id'>,
  accounts: AccountsById,
): bigint {
  const size = minorOf(transaction.base_amount, transaction.base_currency_id)
  return directionOf(transaction, accounts) < 0 || isLess(transaction, accounts) ? -size : size
}

/** Money that came in less money that went out, in the base currency; transfers move none. */
export const movedBy = (
  all: readonly (Titled & Pick<Transaction, 'base_amount' | 'base_currency_id'>)[],
  accounts: AccountsById,
): bigint =>
  all.reduce((sum, one) => sum + (directionOf(one, accounts) === 0 ? 0n : signedBase(one, accounts)), 0n)

/** The part of a transaction that counts in the sum of a filtered list, where it is not all of it: of a split, or a shared one. */
export function countedPart({
  counted_base,
  base_amount,
  base_currency_id,
}: Pick<Transaction, 'counted_base' | 'base_amount' | 'base_currency_id'>): bigint | undefined {
  if (counted_base === undefined) return undefined
  const counted = minorOf(counted_base, base_currency_id)
  const whole = minorOf(base_amount, base_currency_id)
  return counted === whole || counted === -whole || counted === 0n ? undefined : counted
}

/** My own share of a bill that I paid for others too, as spending; undefined for all other transactions. */
export function ownShare(
  { shares, lines, base_currency_id }: Pick<Transaction, 'shares' | 'lines' | 'base_currency_id'>,
  accounts: AccountsById,
): bigint | undefined {
  if (shares.length === 0) return undefined
  const own = lines.filter(({ account_id }) => accounts.get(account_id)?.type === 'expense')
  if (own.length === 0) return undefined // the accounts are not here yet
  return own.reduce(
    (sum, line) =>
      sum + minorOf(line.credit_base, base_currency_id) - minorOf(line.debit_base, base_currency_id),
    0n,
  )
}

/** The amount in the currency it was paid in; undefined where that is the base currency. */
export const originalOf = ({
  amount,
  currency_id,
  base_currency_id,
}: Pick<Transaction, 'amount' | 'currency_id' | 'base_currency_id'>):
  | { amount: Amount; currency: string }
  | undefined => (currency_id === base_currency_id ? undefined : { amount, currency: currency_id })

/** 1 transaction, 19 transactions */
export const countedTransactions = (count: number): string =>
  t('{count, plural, one {# transaction} other {# transactions}}', { count })
