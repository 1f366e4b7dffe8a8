import { isDeepStrictEqual } from 'node:util'
import { convert, decimalFrom, divide } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { decimalsOf } from '../ledger/amounts.ts'
import { type Entry, entryOf, isLive, type SlimEntry, type SlimTransaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import type { Debt } from '../records/obligation.ts'
import { accountWithRole } from '../records/require.ts'

/** An amount in the obligation's currency, and its value in the books. Negative if it reduces the debt. */
export type Owed = { amount: bigint; base_amount: bigint }

/** The obligation, unless it is in the trash. */
export function requireObligation(known: Known, id: string): Debt {
  const debt = known.find('obligation', id)
  return debt && debt.deleted_at === null ? debt : refuse('not_found')
}

/** Refuses to change one side of a set-off alone. The sides are connected by the account Currency exchange. */
export function checkNoSetOff(known: Known, payments: readonly SlimTransaction[]): void {
  const between = accountWithRole(known, 'currency_exchange').id
  const side = payments.find(({ kind, account_id }) => kind === 'payment' && account_id === between)
  if (side) refuse('payment_of_set_off', { date: side.date, version: side.created_version })
}

/** Whether two rows differ only in version and times. */
export function isSameDebt(a: Debt, b: Debt): boolean {
  const plain = ({ created_version: _, version: __, updated_at: ___, ...rest }: Debt) => rest
  return isDeepStrictEqual(plain(a), plain(b))
}

/** An entry that makes the debt larger (a positive amount) or smaller (a negative one), against another account. */
export function moveDebt(debt: Debt, against: string, { amount, base_amount }: Owed): Entry {
  const isUp = amount > 0n || (amount === 0n && base_amount > 0n)
  const towardsClaim = isUp === (debt.direction === 'receivable')
  const sides = towardsClaim
    ? { from: against, to: debt.claim_account_id }
    : { from: debt.claim_account_id, to: against }
  const size = (value: bigint) => (value < 0n ? -value : value)
  const money = { currency_id: debt.currency_id, amount: size(amount), base_amount: size(base_amount) }
  return entryOf(sides, money, { obligation_id: debt.id })
}

/** The fields of an obligation that decide which entries belong to it, and how they count. */
export type Claim = Pick<Debt, 'id' | 'claim_account_id' | 'direction'>

/** The effect of entries on the debt. Entries of other obligations, or on other accounts than the claim account, have none. */
export function effectOf(debt: Claim, entries: readonly SlimEntry[]): Owed {
  const sum = { amount: 0n, base_amount: 0n }
  for (const { debit_account_id, credit_account_id, obligation_id, amount, base_amount } of entries) {
    if (obligation_id !== debt.id) continue
    const side =
      debt.claim_account_id === debit_account_id ? 1n : debt.claim_account_id === credit_account_id ? -1n : 0n
    const sign = debt.direction === 'receivable' ? side : -side
    sum.amount += sign * amount
    sum.base_amount += sign * base_amount
  }
  return sum
}

/** The effect of transactions on the debt: of all its transactions together, the outstanding amount. Those in the trash have none. */
export const outstandingOf = (debt: Debt, transactions: readonly (SlimTransaction | null)[]): Owed =>
  effectOf(
    debt,
    transactions.filter(isLive).flatMap(({ entries }) => entries),
  )

/** The obligation with this outstanding amount. `settled_at` is when the amount became zero. */
export const withOutstanding = (book: Book, debt: Debt, { amount, base_amount }: Owed): Debt => ({
  ...debt,
  outstanding_amount: amount,
  outstanding_base: base_amount,
  settled_at: amount > 0n ? null : (debt.settled_at ?? book.at),
  version: book.version,
  updated_at: book.at,
})

/** The part of the debt's value in the books that goes with a part of its amount; the last part takes the rest. */
export const released = ({ amount, base_amount }: Owed, part: bigint): bigint =>
  amount === 0n ? 0n : divide(base_amount * part, amount)

/** The value of an amount at the rate that the debt was opened at. */
export const worthOf = (book: Book, debt: Debt, amount: bigint): bigint =>
  convert(amount, decimalsOf(debt.currency_id), decimalFrom(debt.fx_rate), decimalsOf(book.base_currency_id))
