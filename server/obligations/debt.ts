import { isDeepStrictEqual } from 'node:util'
import { type Day, todayIn } from '../../contract/day.ts'
import { convert, decimalFrom, divide } from '../../contract/money.ts'
import { newId } from '../ids.ts'
import type { Book } from '../ledger/book.ts'
import { type Entry, entryOf, plainTransaction, type Transaction } from '../ledger/journal.ts'
import { decimalsOf } from '../ledger/rates.ts'
import type { Debt } from '../ledger/records.ts'

/** Whether anything but the marks of time differs. */
export function isSameDebt(a: Debt, b: Debt): boolean {
  const plain = ({ created_version: _, version: __, updated_at: ___, ...rest }: Debt) => rest
  return isDeepStrictEqual(plain(a), plain(b))
}

/** A balance on the claim account: an amount in the obligation's currency, and its value in the books. */
export type Standing = { amount: bigint; base_amount: bigint }

/** An entry that makes the debt larger (a positive amount) or smaller (a negative one), against another account. */
export function moveDebt(debt: Debt, against: string, { amount, base_amount }: Standing): Entry {
  const isUp = amount > 0n || (amount === 0n && base_amount > 0n)
  const towardsClaim = isUp === (debt.direction === 'receivable')
  const sides = towardsClaim
    ? { from: against, to: debt.claim_account_id }
    : { from: debt.claim_account_id, to: against }
  const size = (value: bigint) => (value < 0n ? -value : value)
  const money = { currency_id: debt.currency_id, amount: size(amount), base_amount: size(base_amount) }
  return entryOf(sides, money, { obligation_id: debt.id })
}

/** What an entry does to the debt: its amount, negative where it makes the debt smaller; nothing where it stands elsewhere. */
export function effectOf(debt: Debt, entry: Entry): Standing {
  const { debit_account_id, credit_account_id, obligation_id, amount, base_amount } = entry
  if (obligation_id !== debt.id) return { amount: 0n, base_amount: 0n }
  const side =
    debt.claim_account_id === debit_account_id ? 1n : debt.claim_account_id === credit_account_id ? -1n : 0n
  const sign = debt.direction === 'receivable' ? side : -side
  return { amount: sign * amount, base_amount: sign * base_amount }
}

/** The outstanding amount: the sum of the obligation's live entries. */
export function standingOf(debt: Debt, transactions: readonly Transaction[]): Standing {
  const effects = transactions
    .filter(({ deleted_at }) => deleted_at === null)
    .flatMap(({ entries }) => entries.map((entry) => effectOf(debt, entry)))
  return effects.reduce(
    (all, one) => ({ amount: all.amount + one.amount, base_amount: all.base_amount + one.base_amount }),
    { amount: 0n, base_amount: 0n },
  )
}

/** The part of what the debt is worth in the books that goes with a part of it; the last part takes the rest. */
export const released = ({ amount, base_amount }: Standing, part: bigint): bigint =>
  amount === 0n ? 0n : divide(base_amount * part, amount)

export const worthOf = (book: Book, debt: Debt, amount: bigint): bigint =>
  convert(amount, decimalsOf(debt.currency_id), decimalFrom(debt.fx_rate), decimalsOf(book.base_currency_id))

/** A transaction of an obligation: its opening, or a change of what is outstanding that nobody paid. */
export const obligationTransaction = (
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
  created_at: before?.created_at ?? book.at,
  updated_at: book.at,
  entries,
})

/** What was said of an obligation besides its payments: by how much the debt was changed, when, and in which transaction. */
export type Correction = { date: Day; amount: bigint; before: Transaction | null }

/**
 * An obligation's own postings: the original amount against its counter, with what was not outstanding from the start against the
 * opening balances, and each later correction, at what the debt is worth in the books by then.
 */
export function openingPostings(
  book: Book,
  debt: Debt,
  openingBalances: string,
  opening: { before: Transaction | null; correction: bigint },
  corrections: readonly Correction[],
): Transaction[] {
  const original = { amount: debt.original_amount, base_amount: worthOf(book, debt, debt.original_amount) }
  let standing = original
  // While nobody has paid, what stands is worth what its amount is worth: nothing, once nothing is left of it.
  const correct = (amount: bigint): Entry => {
    const left = standing.amount + amount
    const next = { amount: left, base_amount: worthOf(book, debt, left) }
    const base_amount = next.base_amount - standing.base_amount
    standing = next
    return moveDebt(debt, openingBalances, { amount, base_amount })
  }
  const entries = [
    moveDebt(debt, debt.counter_account_id, original),
    ...(opening.correction === 0n ? [] : [correct(opening.correction)]),
  ]
  return [
    obligationTransaction(book, debt, debt.opened_date, entries, opening.before),
    ...corrections.map(({ date, amount, before }) =>
      obligationTransaction(book, debt, date, [correct(amount)], before),
    ),
  ]
}

/** A correction, dated today: the request's outstanding amount differs from the books. */
export function correctionOf(
  book: Book,
  debt: Debt,
  openingBalances: string,
  standing: Standing,
  amount: bigint,
): Transaction {
  const base_amount = amount < 0n ? -released(standing, -amount) : worthOf(book, debt, amount)
  const entries = [moveDebt(debt, openingBalances, { amount, base_amount })]
  return obligationTransaction(book, debt, todayIn(book.time_zone), entries, null)
}
