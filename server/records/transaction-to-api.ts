import type { Line, Transaction as Shown } from '../../contract/budgeting.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { createdIn } from '../ledger/authors.ts'
import type { BookRow } from '../ledger/book.ts'
import { isClosed, type ReadTransaction, type Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { ContactRow } from './contact.ts'
import type { Tick } from './reconciliation.ts'

/** The names a transaction shows beside its ids. */
export type TransactionNames = {
  accounts: Map<string, string>
  categories: Map<string, string>
  contact: string | null
  /** Who owes each share, by its obligation. */
  shares: Map<string, { contact_id: string; contact_name: string }>
  /** The ticks on its lines. */
  ticks: Pick<Tick, 'line_id' | 'reconciliation_id' | 'is_finished'>[]
}

/** The contract's lines: two for each entry, a debit and a credit. */
function linesOf(book: BookRow, { kind, date, entries }: ReadTransaction, names: TransactionNames): Line[] {
  const base = book.base_currency_id
  const isOnClosedDay = isClosed(book, date)
  const lines: Line[] = []
  const isBooked = kind === 'expense' || kind === 'income'
  const words = entries.find((entry) => entry.memo !== '')?.memo ?? ''
  for (const entry of entries) {
    const { currency_id, category_id, obligation_id } = entry
    // The amount that an account in another currency was charged has no words of its own.
    const isCharge = isBooked && category_id === null && obligation_id === null
    const memo = entry.memo || (isCharge ? words : '')
    const amount = amountToApi(entry.amount, currency_id)
    const worth = amountToApi(entry.base_amount, base)
    const add = (id: string, account_id: string, isDebit: boolean) => {
      const tick = names.ticks.find(({ line_id }) => line_id === id)
      lines.push({
        id,
        account_id,
        account_name: names.accounts.get(account_id) ?? '',
        currency_id,
        debit: isDebit ? amount : 0,
        credit: isDebit ? 0 : amount,
        debit_base: isDebit ? worth : 0,
        credit_base: isDebit ? 0 : worth,
        memo,
        reconciliation_id: tick?.reconciliation_id ?? null,
        is_locked: isOnClosedDay || (tick?.is_finished ?? false),
      })
    }
    add(entry.debit_line_id, entry.debit_account_id, true)
    add(entry.credit_line_id, entry.credit_account_id, false)
  }
  return lines
}

const optional = (amount: bigint | null, currencyId: string | null) =>
  amount === null || currencyId === null ? null : amountToApi(amount, currencyId)

/** The parts of a split; none of any other transaction. */
function splitsOf(
  { entries, currency_id }: ReadTransaction,
  { categories }: TransactionNames,
): Shown['splits'] {
  const parts = entries.filter((entry) => entry.category_id !== null)
  if (parts.length < 2) return []
  return parts.map(({ category_id, amount, memo }) => ({
    category_id: category_id ?? '',
    category_name: categories.get(category_id ?? '') ?? '',
    amount: amountToApi(amount, currency_id),
    memo: memo || null,
  }))
}

/** The parts of an expense that others owe. */
function sharesOf(
  { kind, entries, currency_id }: ReadTransaction,
  { shares }: TransactionNames,
): Shown['shares'] {
  if (kind !== 'expense') return []
  return entries.flatMap(({ obligation_id, amount }) => {
    const share = obligation_id === null ? undefined : shares.get(obligation_id)
    return share && obligation_id
      ? [{ ...share, amount: amountToApi(amount, currency_id), obligation_id }]
      : []
  })
}

/** A transaction as the API shows it. */
export function transactionToApi(
  book: BookRow,
  transaction: ReadTransaction,
  names: TransactionNames,
): Shown {
  const { id, kind, date, currency_id, category_id, account_id, entries } = transaction
  const isTransfer = kind === 'transfer'
  const splits = splitsOf(transaction, names)
  const lines = linesOf(book, transaction, names)
  return createdIn(transaction.created_version, {
    id,
    kind,
    date,
    currency_id,
    currency_code: currency_id,
    base_currency_id: book.base_currency_id,
    base_currency_code: book.base_currency_id,
    category_id,
    category_name: category_id === null ? null : (names.categories.get(category_id) ?? null),
    asset_account_id: account_id,
    amount: amountToApi(transaction.amount, currency_id),
    base_amount: amountToApi(transaction.base_amount, book.base_currency_id),
    fx_rate: Number(transaction.fx_rate),
    fx_source: transaction.fx_source,
    fx_date: transaction.fx_date,
    charged_amount: optional(transaction.charged_amount, entries.at(-1)?.currency_id ?? null),
    charged_source: transaction.charged_amount === null ? null : transaction.other_source,
    contact_id: transaction.contact_id,
    contact_name: names.contact,
    obligation_id: transaction.obligation_id,
    plan_id: transaction.plan_id,
    notes: transaction.notes,
    memo: splits.length > 0 ? null : (entries[0]?.memo ?? '') || null,
    tags: transaction.tags,
    is_refund: transaction.is_refund,
    splits,
    shares: sharesOf(transaction, names),
    from_account_id: isTransfer ? account_id : null,
    to_account_id: transaction.to_account_id,
    to_amount: optional(transaction.to_amount, transaction.to_currency_id),
    to_currency_id: transaction.to_currency_id,
    to_source: isTransfer ? transaction.other_source : null,
    is_locked: isClosed(book, date) || lines.some(({ is_locked }) => is_locked),
    lines,
    version: transaction.version,
    created_at: transaction.created_at,
    updated_at: transaction.updated_at,
    deleted_at: transaction.deleted_at,
    external_id: transaction.external_id,
  })
}

/** The names that a verb knows. The account of a category has the category's name. */
export function namesIn(
  known: Known,
  transaction: Transaction,
  shares: readonly { contact: ContactRow; obligation_id: string }[],
): TransactionNames {
  const { id } = transaction
  // A new transaction has no ticks, and none were loaded for it.
  const ticks = known.isLoaded('ticks', id) ? [...(known.find('ticks', id) ?? [])] : []
  const names: TransactionNames = {
    accounts: new Map(),
    categories: new Map(),
    contact: null,
    shares: new Map(),
    ticks,
  }
  const nameAccount = (id: string) => {
    if (!names.accounts.has(id)) names.accounts.set(id, known.find('account', id)?.name ?? '')
  }
  for (const { category_id } of transaction.entries) {
    const category = category_id === null ? undefined : known.find('category', category_id)
    if (!category) continue
    names.categories.set(category.id, category.name)
    names.accounts.set(category.account_id, category.name)
  }
  for (const { debit_account_id, credit_account_id } of transaction.entries) {
    nameAccount(debit_account_id)
    nameAccount(credit_account_id)
  }
  if (transaction.contact_id !== null)
    names.contact = known.find('contact', transaction.contact_id)?.name ?? null
  for (const { obligation_id, contact } of shares)
    names.shares.set(obligation_id, { contact_id: contact.id, contact_name: contact.name })
  return names
}
