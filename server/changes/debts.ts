import type { Step, Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Debt } from '../ledger/records.ts'
import type { Book } from '../ledger/verb.ts'
import { type Owed, outstandingOf, withOutstanding } from '../obligations/debt.ts'
import { settlementsIn } from '../obligations/postings.ts'
import { isThere } from './take-back.ts'

/** An obligation before and after an undo. */
export type DebtStep = { before: Debt; after: Debt }

/**
 * What is outstanding once these steps are taken: what was, and what the steps do to it. One that is or was in the trash keeps what it
 * had; one that stands on another account or in another currency afterwards is added up anew.
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
  const postings = new Map((known.find('postings', debt.id) ?? []).map((one) => [one.id, one]))
  for (const { after } of steps) postings.set(after.id, after)
  return outstandingOf(debt, [...postings.values()])
}

/** Whether so much can be outstanding: nothing less than nothing, and nothing of no amount. */
export const isPossible = ({ outstanding_amount, outstanding_base }: Debt): boolean =>
  outstanding_amount >= 0n && outstanding_base >= 0n && (outstanding_amount > 0n || outstanding_base === 0n)

/** What its payments are reckoned by: fixed once there are any. */
const reckonedBy = ['original_amount', 'account_id', 'currency_id', 'fx_rate'] as const
const copied = ['contact_id', 'name', 'opened_date'] as const

/** Whether the postings of an obligation have to be looked at. */
export const concernsPostings = ({ before, after }: DebtStep): boolean =>
  isThere(before) &&
  isThere(after) &&
  [...reckonedBy, ...copied].some((field) => before[field] !== after[field])

/** Payments and write-offs that rest on the obligation as it is now. */
export function settlementsOn({ before, after }: DebtStep, postings: readonly Transaction[]): Transaction[] {
  const isFixed = reckonedBy.some((field) => before[field] !== after[field])
  return settlementsIn(postings).filter(({ date }) => isFixed || date < after.opened_date)
}

/** A posting shows the contact of its obligation, and its name unless it is a payment or a write-off. */
export const asPostingOf = ({ contact_id, name }: Debt, posting: Transaction): Transaction => ({
  ...posting,
  contact_id,
  notes: posting.kind === 'obligation' ? name : posting.notes,
})

/** The other postings of an obligation whose contact or name changes. */
export const followers = ({ before, after }: DebtStep, postings: readonly Transaction[]): Step[] =>
  before.contact_id === after.contact_id && before.name === after.name
    ? []
    : postings
        .filter((one) => isThere(one) && one.obligation_id === after.id)
        .map((one) => ({ before: one, after: asPostingOf(after, one) }))
