import type { SlimTransaction, Step, Transaction } from '../ledger/journal.ts'
import { type Known, wholeOf } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type Owed, outstandingOf, withOutstanding } from '../obligations/debt.ts'
import { settlementsIn } from '../obligations/postings.ts'
import type { Debt } from '../records/obligation.ts'
import { isThere } from './take-back.ts'

/** An obligation before and after an undo. */
export type DebtStep = { before: Debt; after: Debt }

/**
 * The obligation's outstanding amount after these steps. An obligation in the trash, before or after, keeps its amount. If its claim
 * account, direction or currency changes, the amount is summed again from all postings.
 */
export function recomputed(
  book: Book,
  known: Known,
  { before, after }: DebtStep,
  steps: readonly Step[],
): Debt {
  if (!isThere(before) || !isThere(after)) return after
  const isSameSide =
    before.claim_account_id === after.claim_account_id &&
    before.direction === after.direction &&
    before.currency_id === after.currency_id
  const owed = isSameSide ? moved(after, steps) : addedUp(known, after, steps)
  if (owed.amount === after.outstanding_amount && owed.base_amount === after.outstanding_base) return after
  return withOutstanding(book, after, owed)
}

function moved(debt: Debt, steps: readonly Step[]): Owed {
  const was = outstandingOf(
    debt,
    steps.map(({ before }) => before),
  )
  const is = outstandingOf(
    debt,
    steps.map(({ after }) => after),
  )
  return {
    amount: debt.outstanding_amount + is.amount - was.amount,
    base_amount: debt.outstanding_base + is.base_amount - was.base_amount,
  }
}

function addedUp(known: Known, debt: Debt, steps: readonly Step[]): Owed {
  const stored = known.find('postings', debt.id) ?? []
  const postings = new Map<string, SlimTransaction>(stored.map((one) => [one.id, one]))
  for (const { after } of steps) postings.set(after.id, after)
  return outstandingOf(debt, [...postings.values()])
}

/** Both values are at least zero, and a zero amount has a zero base value. */
export const isPossible = ({ outstanding_amount, outstanding_base }: Debt): boolean =>
  outstanding_amount >= 0n && outstanding_base >= 0n && (outstanding_amount > 0n || outstanding_base === 0n)

/** The fields that payments are computed from: fixed once there are any. */
const fixedByPayments = ['original_amount', 'account_id', 'currency_id', 'fx_rate'] as const
const copied = ['contact_id', 'name', 'opened_date'] as const

/** Whether a change of the obligation concerns its postings. */
export const concernsPostings = ({ before, after }: DebtStep): boolean =>
  isThere(before) &&
  isThere(after) &&
  [...fixedByPayments, ...copied].some((field) => before[field] !== after[field])

/** Payments and write-offs that depend on the obligation as it is now. */
export function settlementsOn(
  { before, after }: DebtStep,
  postings: readonly SlimTransaction[],
): SlimTransaction[] {
  const isFixed = fixedByPayments.some((field) => before[field] !== after[field])
  return settlementsIn(postings).filter(({ date }) => isFixed || date < after.opened_date)
}

/** A posting shows the contact of its obligation, and its name unless it is a payment or a write-off. */
export const asPostingOf = ({ contact_id, name }: Debt, posting: Transaction): Transaction => ({
  ...posting,
  contact_id,
  notes: posting.kind === 'obligation' ? name : posting.notes,
})

/** The postings of an obligation whose contact or name changes, but for those that the undo changes anyway. */
export function followingSteps(known: Known, { before, after }: DebtStep, own: ReadonlySet<string>): Step[] {
  if (before.contact_id === after.contact_id && before.name === after.name) return []
  const others = (known.find('postings', after.id) ?? []).filter(
    (one) => one.deleted_at === null && one.obligation_id === after.id && !own.has(one.id),
  )
  return wholeOf(known, 'transaction', others).map((one) => ({ before: one, after: asPostingOf(after, one) }))
}
