import type { ExpenseChange, Transaction, TransferChange } from '../../../contract/budgeting.ts'
import type { Day } from '../../../contract/day.ts'
import { decimalText, impliedRate, trimmed } from '../../../contract/money.ts'
import { t } from '../../../words/t.ts'
import { readRate } from '../../currencies/rate-text.ts'
import { amountOfField, faultInField, fieldOfAmount, readField } from '../../ui/amount-input.ts'
import { decimalsOf, moneyText } from '../../ui/money.ts'
import { equally, remainderOf } from './parts.ts'

/** A transaction as its form shows it, and the change that the form sends. */

export type SplitLine = { category: string | null; amount: string; memo: string }
export type ShareLine = { contact: string; amount: string }

export type TransactionValues = {
  amount: string
  date: Day
  /** The account of the money; of a transfer the one that it comes from. */
  account: string | null
  to: string | null
  /** The amount that arrives, of a transfer between currencies; empty if Florin finds it. */
  toAmount: string
  category: string | null
  splits: readonly SplitLine[]
  shares: readonly ShareLine[]
  contact: string | null
  memo: string
  notes: string
  tags: readonly string[]
  isRefund: boolean
  /** The rate that a person gave; empty if Florin finds it. */
  rate: string
  /** The amount the bank took, as a person gave it; empty if Florin finds it. */
  charged: string
}

type AccountCurrencies = readonly { id: string; currency_id: string | null }[] | undefined

/**
 * The currency that the bank takes the money in, where an account has one of its own that is not that of the transaction. The account is
 * the one that is chosen in the form; the saved lines know theirs even while the accounts are not here yet.
 */
export function takenCurrency(
  accountId: string | null,
  { lines, currency_id }: Pick<Transaction, 'lines' | 'currency_id'>,
  accounts: AccountCurrencies,
): string | undefined {
  const account = accounts?.find(({ id }) => id === accountId)
  const own = account
    ? account.currency_id
    : lines.find(({ account_id }) => account_id === accountId)?.currency_id
  return own === currency_id ? undefined : (own ?? undefined)
}

export function transactionValues(transaction: Transaction): TransactionValues {
  const { currency_id, splits, shares, memo } = transaction
  const memos = new Set(splits.map((split) => split.memo ?? ''))
  const text = (amount: number) => fieldOfAmount(amount, currency_id)
  return {
    amount: text(transaction.amount),
    date: transaction.date,
    account: transaction.from_account_id ?? transaction.asset_account_id,
    to: transaction.to_account_id,
    toAmount:
      transaction.to_source === 'given' && transaction.to_amount !== null && transaction.to_currency_id
        ? fieldOfAmount(transaction.to_amount, transaction.to_currency_id)
        : '',
    category: transaction.category_id,
    splits: splits.map((split) => ({
      category: split.category_id,
      amount: text(split.amount),
      memo: split.memo ?? '',
    })),
    shares: shares.map(({ contact_id, amount }) => ({ contact: contact_id, amount: text(amount) })),
    contact: transaction.contact_id,
    memo: memo ?? (memos.size === 1 ? (splits[0]?.memo ?? '') : ''),
    notes: transaction.notes ?? '',
    tags: transaction.tags,
    isRefund: transaction.is_refund,
    rate: transaction.fx_source === 'given' ? plainNumber(transaction.fx_rate) : '',
    charged:
      transaction.charged_source === 'given' && transaction.charged_amount !== null
        ? fieldOfAmount(
            transaction.charged_amount,
            takenCurrency(transaction.asset_account_id, transaction, undefined) ?? currency_id,
          )
        : '',
  }
}

/** A number without an exponent, which small rates have in JavaScript, and which nobody types. */
const plainNumber = (number: number): string =>
  number.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 17 })

/** The amount in minor units; 0 while it cannot be read. */
export const minorOfField = (text: string, currencyId: string): bigint => {
  const read = readField(text, currencyId)
  return read.fault === undefined ? read.minor : 0n
}

/** My part: the amount without the shares of others, which the categories have to add up to. */
export const mineOf = (
  { amount, shares }: Pick<TransactionValues, 'amount' | 'shares'>,
  currencyId: string,
): bigint =>
  remainderOf(
    minorOfField(amount, currencyId),
    shares.map((share) => minorOfField(share.amount, currencyId)),
  )

/** The shares of the others together. */
export const othersOf = (values: Pick<TransactionValues, 'amount' | 'shares'>, currencyId: string): bigint =>
  minorOfField(values.amount, currencyId) - mineOf(values, currencyId)

/** The amount that the categories have not taken yet. */
export const leftToAssign = (
  values: Pick<TransactionValues, 'amount' | 'shares' | 'splits'>,
  currencyId: string,
): bigint =>
  remainderOf(
    mineOf(values, currencyId),
    values.splits.map((split) => minorOfField(split.amount, currencyId)),
  )

export type TransactionFaults = Partial<Record<keyof TransactionValues, string>>

/** The fields that the form shows, each of which can say its own fault. */
export function shownFields(
  { splits }: Pick<TransactionValues, 'splits'>,
  { kind, currency_id, to_currency_id, base_currency_id }: Transaction,
): ReadonlySet<keyof TransactionValues> {
  const common = ['amount', 'date', 'account', 'contact', 'memo', 'notes', 'tags'] as const
  if (kind === 'transfer')
    return new Set([
      ...common,
      'to',
      ...(isExchanged(currency_id, to_currency_id) ? ['toAmount' as const] : []),
    ])
  return new Set([
    ...common,
    'splits',
    ...(splits.length === 0 ? ['category' as const] : []),
    ...(kind === 'expense' ? ['shares' as const] : []),
    ...(currency_id === base_currency_id ? [] : (['rate', 'charged'] as const)),
  ])
}

/** Whether another currency arrives than the one that was sent. */
export const isExchanged = (currencyId: string, toCurrencyId: string | null): toCurrencyId is string =>
  toCurrencyId !== null && toCurrencyId !== currencyId

/** Finds fields that are missing, unreadable or contradictory, before anything is sent. */
export function transactionFaults(
  values: TransactionValues,
  transaction: Transaction,
  accounts: AccountCurrencies,
): TransactionFaults {
  const { kind, currency_id: currencyId, to_currency_id } = transaction
  const faults: TransactionFaults = {}
  if (minorOfField(values.amount, currencyId) <= 0n) faults.amount = t('How much was it?')
  if (values.rate.trim() !== '' && readRate(values.rate) === undefined) faults.rate = t('This is not a rate.')
  if (kind === 'transfer') {
    if (values.account === values.to) faults.to = t('Choose another account than the one it comes from.')
    const fault = values.toAmount.trim() && faultInField(values.toAmount, to_currency_id ?? currencyId)
    if (fault) faults.toAmount = fault
    return faults
  }
  const taken = takenCurrency(values.account, transaction, accounts)
  const takenFault = taken && values.charged.trim() && faultInField(values.charged, taken)
  if (takenFault) faults.charged = takenFault
  if (values.splits.length === 0 && values.category === null) faults.category = t('Choose a category.')
  const left = leftToAssign(values, currencyId)
  if (values.splits.some(({ category }) => category === null))
    faults.splits = t('Choose a category for each part.')
  else if (values.splits.length > 0 && left !== 0n)
    faults.splits =
      left > 0n
        ? t('{amount} is left to assign.', { amount: moneyText(left, currencyId) })
        : values.shares.length > 0
          ? t('The parts are {amount} more than your share.', { amount: moneyText(-left, currencyId) })
          : t('The parts are {amount} more than the amount.', { amount: moneyText(-left, currencyId) })
  if (values.shares.length > 0 && mineOf(values, currencyId) <= 0n)
    faults.shares = t('Some of it must be yours.')
  return faults
}

/** A transaction at a version, with its fields as a form shows them. */
export type SavedTransaction = { values: TransactionValues; version: number; transaction: Transaction }

export const savedOf = (transaction: Transaction): SavedTransaction => ({
  values: transactionValues(transaction),
  version: transaction.version,
  transaction,
})

/** The change to send on top of a saved version, from the edited fields. Parts are sent together with the amount they have to add up to. */
export function bookingOf(
  on: SavedTransaction,
  edits: Partial<TransactionValues>,
  accounts: AccountCurrencies,
): ExpenseChange {
  const values = { ...on.values, ...edits }
  const { currency_id } = on.transaction
  const amount = (text: string, currency = currency_id) => amountOfField(text, currency) ?? 0
  const taken = takenCurrency(values.account, on.transaction, accounts)
  const isSplit = values.splits.length > 0
  const isPartsChanged = ['amount', 'splits', 'shares'].some((name) => name in edits)
  const isMemoOfParts = isSplit && 'memo' in edits
  return {
    ...('amount' in edits ? { amount: amount(values.amount) } : {}),
    ...('date' in edits ? { date: values.date } : {}),
    ...('account' in edits && values.account ? { asset_account_id: values.account } : {}),
    ...('contact' in edits ? { contact_id: values.contact } : {}),
    // A transaction that is no longer split takes over the memo of its parts.
    ...(!isSplit && ('memo' in edits || 'splits' in edits) ? { memo: values.memo || null } : {}),
    ...('notes' in edits ? { notes: values.notes || null } : {}),
    ...('tags' in edits ? { tags: [...values.tags] } : {}),
    ...('isRefund' in edits ? { is_refund: values.isRefund } : {}),
    ...('rate' in edits ? { fx_rate: readRate(values.rate) ?? null } : {}),
    ...('charged' in edits
      ? {
          charged_amount:
            taken === undefined || values.charged.trim() === '' ? null : amount(values.charged, taken),
        }
      : {}),
    ...(isSplit && (isPartsChanged || isMemoOfParts)
      ? {
          splits: values.splits.map((split) => ({
            category_id: split.category ?? '',
            amount: amount(split.amount),
            memo: (isMemoOfParts ? values.memo : split.memo) || null,
          })),
        }
      : {}),
    ...(!isSplit && 'splits' in edits ? { splits: [] } : {}),
    ...(!isSplit && values.category && ('category' in edits || 'splits' in edits)
      ? { category_id: values.category }
      : {}),
    ...('shares' in edits
      ? {
          shares: values.shares.map((share) => ({ contact_id: share.contact, amount: amount(share.amount) })),
        }
      : {}),
  }
}

export function transferOf(on: SavedTransaction, edits: Partial<TransactionValues>): TransferChange {
  const values = { ...on.values, ...edits }
  const { currency_id, to_currency_id } = on.transaction
  const toCurrency = to_currency_id ?? currency_id
  return {
    ...('amount' in edits ? { amount: amountOfField(values.amount, currency_id) ?? 0 } : {}),
    ...('date' in edits ? { date: values.date } : {}),
    ...('account' in edits && values.account ? { from_account_id: values.account } : {}),
    ...('to' in edits && values.to ? { to_account_id: values.to } : {}),
    ...('toAmount' in edits ? { to_amount: amountOfField(values.toAmount, toCurrency) ?? null } : {}),
    ...('contact' in edits ? { contact_id: values.contact } : {}),
    ...('memo' in edits ? { memo: values.memo || null } : {}),
    ...('notes' in edits ? { notes: values.notes || null } : {}),
    ...('tags' in edits ? { tags: [...values.tags] } : {}),
    ...('rate' in edits ? { fx_rate: readRate(values.rate) ?? null } : {}),
  }
}

/** The form with another amount. Shares that were equal stay equal. */
export function withAmount(
  values: TransactionValues,
  amount: string,
  currencyId: string,
): Partial<TransactionValues> {
  if (!isEqually(values, currencyId)) return { amount }
  return { amount, shares: sharedEqually(values.shares, amount, currencyId) }
}

/** Whether everybody has the same part of it, as far as minor units allow. */
export function isEqually(
  { amount, shares }: Pick<TransactionValues, 'amount' | 'shares'>,
  currencyId: string,
): boolean {
  const [, part = 0n] = equally(minorOfField(amount, currencyId), shares.length + 1)
  const isThat = (share: bigint) => share === part || share === part + 1n
  return shares.length > 0 && shares.every((share) => isThat(minorOfField(share.amount, currencyId)))
}

/** The shares of these people if everybody has the same part, mine first. */
export function sharedEqually(shares: readonly ShareLine[], amount: string, currencyId: string): ShareLine[] {
  const parts = equally(minorOfField(amount, currencyId), shares.length + 1)
  return shares.map((share, index) => ({
    ...share,
    amount: fieldOfAmount(parts[index + 1] ?? 0n, currencyId),
  }))
}

/**
 * The rate at which an amount is what the bank took, as the text of the field. While one of them cannot be read it is a question mark,
 * which is not a rate, so that the form is not sent without it.
 */
export function rateFor(amount: string, currencyId: string, taken: string, takenIn: string): string {
  if (taken.trim() === '') return ''
  const [from, to] = [minorOfField(amount, currencyId), minorOfField(taken, takenIn)]
  if (from <= 0n || to <= 0n) return '?'
  return decimalText(trimmed(impliedRate(from, decimalsOf(currencyId), to, decimalsOf(takenIn))))
}
