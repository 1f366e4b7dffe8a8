import { todayIn } from '../../contract/day.ts'
import type { Book } from '../ledger/book.ts'
import { accountWithRole } from '../ledger/chart.ts'
import type { Transaction } from '../ledger/journal.ts'
import { type Correction, correctionOf, type Debt, effectOf, openingPostings, standingOf } from './debt.ts'
import type { LoadedDebt, PostedDebt } from './obligations.sql.ts'

export const openingBalances = ({ accounts }: LoadedDebt): string =>
  accountWithRole(accounts, 'opening_balances').id

export const isStanding = ({ deleted_at }: Transaction) => deleted_at === null

/** Payments and write-offs that count. */
export const settlements = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.filter((one) => isStanding(one) && (one.kind === 'payment' || one.kind === 'write_off'))

/** Rebuilds an edited obligation's postings: its opening and corrections, and one more for what they do not explain yet. */
export function repost(
  book: Book,
  loaded: PostedDebt,
  before: Debt,
  debt: Debt,
  paid: readonly Transaction[],
): Transaction[] {
  const own = loaded.transactions.filter((one) => one.kind === 'obligation' && isStanding(one))
  const [opening = null, ...later] = own
  const effect = (entries: Transaction['entries']) =>
    entries.reduce((sum, entry) => sum + effectOf(before, entry).amount, 0n)
  const settled = paid.reduce((sum, { entries }) => sum + effect(entries), 0n)
  if (debt.currency_id !== before.currency_id) {
    // Corrections in the old currency no longer apply: rebuild from the original amount.
    const correction = debt.outstanding_amount - debt.original_amount
    const gone = later.map((one) => ({
      ...one,
      version: book.version,
      updated_at: book.at,
      deleted_at: book.at,
    }))
    return [
      ...openingPostings(book, debt, openingBalances(loaded), { before: opening, correction }, []),
      ...gone,
    ]
  }
  const initial = opening ? effect(opening.entries.slice(1)) : 0n
  const corrections: Correction[] = later.map((one) => ({
    date: one.date,
    amount: effect(one.entries),
    before: one,
  }))
  const known =
    debt.original_amount + initial + corrections.reduce((sum, { amount }) => sum + amount, 0n) + settled
  const missing = debt.outstanding_amount - known
  if (missing !== 0n) corrections.push({ date: todayIn(book.time_zone), amount: missing, before: null })
  if (paid.length === 0) {
    return openingPostings(
      book,
      debt,
      openingBalances(loaded),
      { before: opening, correction: initial },
      corrections,
    )
  }
  return [...moveOpening(book, debt, before, opening), ...correctOnly(book, loaded, debt)]
}

/** With payments reckoned by it, an opening keeps its amounts; its day and its counter may still change. */
function moveOpening(book: Book, debt: Debt, before: Debt, opening: Transaction | null): Transaction[] {
  if (!opening) return []
  const swap = (id: string) => (id === before.counter_account_id ? debt.counter_account_id : id)
  const [first, ...rest] = opening.entries
  if (!first) return []
  const moved = {
    ...first,
    debit_account_id: swap(first.debit_account_id),
    credit_account_id: swap(first.credit_account_id),
  }
  return [
    {
      ...opening,
      date: debt.opened_date,
      contact_id: debt.contact_id,
      notes: debt.name,
      version: book.version,
      updated_at: book.at,
      entries: [moved, ...rest],
    },
  ]
}

/** One more correction, today, for the difference between what was sent and what the books say. */
export function correctOnly(book: Book, loaded: PostedDebt, debt: Debt): Transaction[] {
  const standing = standingOf(debt, loaded.transactions)
  const amount = debt.outstanding_amount - standing.amount
  return amount === 0n ? [] : [correctionOf(book, debt, openingBalances(loaded), standing, amount)]
}

/** Payments and corrections that stay as they are, but for the contact, which is the obligation's, and the name on its postings. */
export const followers = (
  book: Book,
  debt: Debt,
  transactions: readonly Transaction[],
  postings: readonly Transaction[],
): Transaction[] =>
  transactions
    .filter(
      (one) => isStanding(one) && one.id !== debt.expense_id && !postings.some(({ id }) => id === one.id),
    )
    .map((one) => ({
      ...one,
      contact_id: debt.contact_id,
      notes: one.kind === 'obligation' ? debt.name : one.notes,
      version: book.version,
      updated_at: book.at,
    }))
