import type { Account } from '../../contract/accounts.ts'
import type { Line, Transaction } from '../../contract/budgeting.ts'
import { countText } from '../ui/locale.ts'
import { type Amount, minorOf } from '../ui/money.ts'

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
function memoOf({ memo, splits }: Titled): string | null {
  const memos = new Set(splits.map((split) => split.memo))
  return memo ?? (memos.size === 1 ? (splits[0]?.memo ?? null) : null)
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
type DebtEvent = 'lent' | 'borrowed' | 'owed to you' | 'you owe' | 'you are owed less' | 'you owe less'

function debtOf({ lines }: Titled, accounts: AccountsById): DebtEvent {
  const to = lines.find(({ debit }) => debit > 0)
  const from = lines.find(({ credit }) => credit > 0)
  if (isClaim(accounts, to)) return isMoney(accounts, from?.account_id) ? 'lent' : 'owed to you'
  if (isClaim(accounts, from)) return 'you are owed less'
  if (isMoney(accounts, to?.account_id)) return 'borrowed'
  return accounts.get(to?.account_id ?? '')?.type === 'liability' ? 'you owe less' : 'you owe'
}

const debtWords: Record<DebtEvent, (who: string) => string> = {
  lent: (who) => `Lent to ${who}`,
  borrowed: (who) => `Borrowed from ${who}`,
  'owed to you': (who) => `${who} owes you`,
  'you owe': (who) => `You owe ${who}`,
  'you are owed less': (who) => `${who} owes you less`,
  'you owe less': (who) => `You owe ${who} less`,
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
export function titleOf(transaction: Titled, accounts: AccountsById): string {
  const { kind, contact_name, from_account_id, to_account_id } = transaction
  const who = contact_name ?? 'somebody'
  switch (kind) {
    case 'expense':
    case 'income':
      return (
        memoOf(transaction) ??
        contact_name ??
        billWords(transaction) ??
        (categoryNames(transaction).join(', ') || kindOf(transaction))
      )
    case 'transfer':
      return (
        memoOf(transaction) ??
        (isOtherBook(accounts, from_account_id)
          ? `From ${accountName(transaction, from_account_id) ?? 'another book'}`
          : `To ${accountName(transaction, to_account_id) ?? 'another account'}`)
      )
    case 'opening':
      return 'Balance at the start'
    case 'value':
      return `${accounts.get(transaction.asset_account_id ?? '')?.type === 'liability' ? 'Amount owed on' : 'Value of'} ${accountName(transaction, transaction.asset_account_id) ?? 'an account'}`
    case 'obligation':
      return capital(debtWords[debtOf(transaction, accounts)](who))
    case 'payment': {
      const direction = directionOf(transaction, accounts)
      if (direction === 0) return `Set off with ${who}`
      return direction > 0 ? capital(`${who} paid back`) : `Paid ${who}`
    }
    case 'write_off':
      return transaction.lines.some((line) => line.credit > 0 && isClaim(accounts, line))
        ? 'Forgiven'
        : `Forgiven by ${who}`
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The names of debts, by their ids. */
export type DebtNames = ReadonlyMap<string, string>

/** The purpose: its categories, the way of a transfer, the name of a debt. Empty where the title says it all. */
export function purposeOf(transaction: Titled, debts?: DebtNames): string {
  const { kind, notes, contact_name, shares, obligation_id } = transaction
  switch (kind) {
    case 'expense':
    case 'income': {
      const names = categoryNames(transaction).join(', ')
      return shares.length === 0
        ? names
        : `${names}, with ${shortlyListed(shares.map((share) => share.contact_name))}`
    }
    case 'transfer': {
      const from = accountName(transaction, transaction.from_account_id)
      const to = accountName(transaction, transaction.to_account_id)
      return from && to ? `${from} → ${to}` : ''
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
  const all = rest > 0 ? [...shown, `${rest} others`] : shown
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

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
  if (kind === 'expense' && is_refund) return 'Refund'
  if (kind === 'income' && is_refund) return 'Income paid back'
  return kindWords[kind]
}

export const kindWords: Record<Transaction['kind'], string> = {
  expense: 'Expense',
  income: 'Income',
  transfer: 'Transfer',
  opening: 'Balance at the start',
  value: 'Change in value',
  obligation: 'Debt',
  payment: 'Payment of a debt',
  write_off: 'Forgiven debt',
}

/** Whether a transaction that moves no money leaves one with less: a debt that an account begins with, or one that is written down. */
function isLess(transaction: Titled, accounts: AccountsById): boolean {
  if (transaction.kind === 'opening' || transaction.kind === 'value')
    return transaction.lines.some(({ account_id, credit }) => credit > 0 && isMoney(accounts, account_id))
  const debt = transaction.kind === 'obligation' && debtOf(transaction, accounts)
  return debt === 'you owe' || debt === 'you are owed less'
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
  count === 1 ? '1 transaction' : `${countText(count)} transactions`
