import { type Day, todayIn } from '../../contract/day.ts'
import {
  type Entry,
  isLive,
  isSameTransaction,
  keepLines,
  plainTransaction,
  type SlimTransaction,
  type Step,
  type Transaction,
} from '../ledger/journal.ts'
import type { Book } from '../ledger/verb.ts'
import { newId } from '../process/ids.ts'
import type { Debt } from '../records/obligation.ts'
import { effectOf, moveDebt, outstandingOf, released, worthOf } from './debt.ts'

/** An obligation's own postings: its opening, and the corrections of its outstanding amount, which are not payments. */

/** Live payments and write-offs. */
export const settlementsIn = <T extends SlimTransaction>(transactions: readonly T[]): T[] =>
  transactions.filter((one) => isLive(one) && (one.kind === 'payment' || one.kind === 'write_off'))

/** A transaction of an obligation: its opening or a correction. */
const postingOf = (
  book: Book,
  debt: Debt,
  date: Day,
  entries: Entry[],
  before: Transaction | null,
): Transaction => ({
  ...plainTransaction,
  id: before?.id ?? newId(),
  kind: 'obligation',
  date,
  currency_id: debt.currency_id,
  amount: entries[0]?.amount ?? 0n,
  base_amount: entries[0]?.base_amount ?? 0n,
  fx_rate: debt.fx_rate,
  fx_source: debt.fx_source,
  fx_date: debt.fx_date,
  account_id: debt.account_id,
  contact_id: debt.contact_id,
  obligation_id: debt.id,
  notes: debt.name,
  version: book.version,
  created_version: before?.created_version ?? book.version,
  created_at: before?.created_at ?? book.at,
  updated_at: book.at,
  entries,
})

/** A correction of the outstanding amount: its day, its amount, and its stored transaction, if any. */
type Correction = { date: Day; amount: bigint; before: Transaction | null }

/**
 * An obligation's own postings: the original amount against its counter account, the difference to the first outstanding amount
 * against the opening balances, and each later correction.
 */
export function openingPostings(
  book: Book,
  debt: Debt,
  openingBalances: string,
  opening: { before: Transaction | null; correction: bigint },
  corrections: readonly Correction[],
): Transaction[] {
  const original = { amount: debt.original_amount, base_amount: worthOf(book, debt, debt.original_amount) }
  let owed = original
  // Without payments, the value of the debt follows from its amount, so that a debt of zero has a value of zero.
  const correct = (amount: bigint): Entry => {
    const left = owed.amount + amount
    const next = { amount: left, base_amount: worthOf(book, debt, left) }
    const base_amount = next.base_amount - owed.base_amount
    owed = next
    return moveDebt(debt, openingBalances, { amount, base_amount })
  }
  const entries = [
    moveDebt(debt, debt.counter_account_id, original),
    ...(opening.correction === 0n ? [] : [correct(opening.correction)]),
  ]
  return [
    postingOf(book, debt, debt.opened_date, entries, opening.before),
    ...corrections.map(({ date, amount, before }) => postingOf(book, debt, date, [correct(amount)], before)),
  ]
}

/**
 * The postings of an edited obligation, which was `before`: its opening and corrections (`own`, the live ones), with one more correction
 * where needed.
 */
export function repost(
  book: Book,
  before: Debt,
  debt: Debt,
  { transactions, own }: { transactions: readonly SlimTransaction[]; own: readonly Transaction[] },
  openingBalances: string,
): Transaction[] {
  if (before.expense_id !== null) return correctOnly(book, debt, transactions, openingBalances)
  const [opening = null, ...later] = own
  if (settlementsIn(transactions).length > 0)
    return [
      ...moveOpening(book, debt, before, opening),
      ...correctOnly(book, debt, transactions, openingBalances),
    ]
  if (debt.currency_id !== before.currency_id) {
    // Corrections in the old currency no longer apply: rebuild from the original amount.
    const correction = debt.outstanding_amount - debt.original_amount
    return [
      ...openingPostings(book, debt, openingBalances, { before: opening, correction }, []),
      ...later.map((one) => ({ ...one, version: book.version, updated_at: book.at, deleted_at: book.at })),
    ]
  }
  const initial = opening ? effectOf(before, opening.entries.slice(1)).amount : 0n
  const corrections: Correction[] = later.map((one) => ({
    date: one.date,
    amount: effectOf(before, one.entries).amount,
    before: one,
  }))
  const posted = debt.original_amount + initial + corrections.reduce((sum, { amount }) => sum + amount, 0n)
  const missing = debt.outstanding_amount - posted
  if (missing !== 0n) corrections.push({ date: todayIn(book.time_zone), amount: missing, before: null })
  return openingPostings(book, debt, openingBalances, { before: opening, correction: initial }, corrections)
}

/** Once payments were computed from it, an opening keeps its amounts; its day and its counter account may still change. */
function moveOpening(book: Book, debt: Debt, before: Debt, opening: Transaction | null): Transaction[] {
  const [first, ...rest] = opening?.entries ?? []
  if (!opening || !first) return []
  const swap = (id: string) => (id === before.counter_account_id ? debt.counter_account_id : id)
  const moved = {
    ...first,
    debit_line_id: newId(),
    credit_line_id: newId(),
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

/** A correction, dated today, if the outstanding amount in the request differs from the books. */
function correctOnly(
  book: Book,
  debt: Debt,
  transactions: readonly SlimTransaction[],
  openingBalances: string,
): Transaction[] {
  const owed = outstandingOf(debt, transactions)
  const amount = debt.outstanding_amount - owed.amount
  if (amount === 0n) return []
  const base_amount = amount < 0n ? -released(owed, -amount) : worthOf(book, debt, amount)
  const entries = [moveDebt(debt, openingBalances, { amount, base_amount })]
  return [postingOf(book, debt, todayIn(book.time_zone), entries, null)]
}

/** The live transactions that an edit may change: opening and corrections, and with another contact the payments and write-offs too. */
export const affectedBy = (
  before: Debt,
  { contact_id }: Debt,
  transactions: readonly SlimTransaction[],
): SlimTransaction[] =>
  transactions.filter(
    (one) =>
      isLive(one) &&
      one.id !== before.expense_id &&
      (one.kind === 'obligation' || contact_id !== before.contact_id),
  )

/** The transactions that were not reposted get the obligation's contact; corrections also get its name. */
export const followers = (
  book: Book,
  debt: Debt,
  affected: readonly Transaction[],
  postings: readonly Transaction[],
): Transaction[] => {
  const reposted = new Set(postings.map(({ id }) => id))
  return affected
    .filter(({ id }) => !reposted.has(id))
    .map((one) => ({
      ...one,
      contact_id: debt.contact_id,
      notes: one.kind === 'obligation' ? debt.name : one.notes,
      version: book.version,
      updated_at: book.at,
    }))
}

/** Pairs each transaction with its stored one. Unchanged ones are left out, and unchanged entries keep their lines and their ids. */
export const stepsTo = (stored: readonly Transaction[], after: readonly Transaction[]): Step[] => {
  const byId = new Map(stored.map((one) => [one.id, one]))
  return after.flatMap((one): Step[] => {
    const before = byId.get(one.id) ?? null
    if (before === null) return [{ before, after: one }]
    if (isSameTransaction(before, one)) return []
    return [{ before, after: { ...one, entries: keepLines(before.entries, one.entries) } }]
  })
}
