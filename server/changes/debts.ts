import type { Book } from '../ledger/book.ts'
import type { Step, Transaction } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Debt } from '../ledger/records.ts'
import { effectOf } from '../obligations/debt.ts'

/** An obligation before and after an undo. */
export type DebtStep = { before: Debt; after: Debt }

const isLive = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null

type Outstanding = { amount: bigint; base_amount: bigint }

function effectsOf(debt: Debt, transaction: Transaction | null): Outstanding {
  const effects = (transaction && isLive(transaction) ? transaction.entries : []).map((entry) =>
    effectOf(debt, entry),
  )
  return effects.reduce(
    (all, one) => ({ amount: all.amount + one.amount, base_amount: all.base_amount + one.base_amount }),
    { amount: 0n, base_amount: 0n },
  )
}

/**
 * What is outstanding once these steps are taken: what was, and what the steps do to it. One that is or was in the trash keeps what it
 * had; one that stands on another account or in another currency afterwards is added up anew.
 */
export function withOutstanding(
  book: Book,
  known: Known,
  { before, after }: DebtStep,
  steps: readonly Step[],
): Debt {
  if (!isLive(before) || !isLive(after)) return after
  const isSameSide =
    before.claim_account_id === after.claim_account_id &&
    before.direction === after.direction &&
    before.currency_id === after.currency_id
  const { amount, base_amount } = isSameSide ? moved(after, steps) : addedUp(known, after, steps)
  return {
    ...after,
    outstanding_amount: amount,
    outstanding_base: base_amount,
    settled_at: amount > 0n ? null : (after.settled_at ?? book.at),
  }
}

function moved(debt: Debt, steps: readonly Step[]): Outstanding {
  let amount = debt.outstanding_amount
  let base_amount = debt.outstanding_base
  for (const step of steps) {
    const [was, is] = [effectsOf(debt, step.before), effectsOf(debt, step.after)]
    amount += is.amount - was.amount
    base_amount += is.base_amount - was.base_amount
  }
  return { amount, base_amount }
}

function addedUp(known: Known, debt: Debt, steps: readonly Step[]): Outstanding {
  const postings = new Map((known.find('postings', debt.id) ?? []).map((one) => [one.id, one]))
  for (const { after } of steps) postings.set(after.id, after)
  return moved(
    { ...debt, outstanding_amount: 0n, outstanding_base: 0n },
    [...postings.values()].map((after) => ({ before: null, after })),
  )
}

/** Whether so much can be outstanding: nothing less than nothing, and nothing of no amount. */
export const isPossible = ({ outstanding_amount, outstanding_base }: Debt): boolean =>
  outstanding_amount >= 0n && outstanding_base >= 0n && (outstanding_amount > 0n || outstanding_base === 0n)

/** What its payments are reckoned by: fixed once there are any. */
const reckonedBy = ['original_amount', 'account_id', 'currency_id', 'fx_rate'] as const
const copied = ['contact_id', 'name', 'opened_date'] as const

/** Whether the postings of an obligation have to be looked at. */
export const concernsPostings = ({ before, after }: DebtStep): boolean =>
  isLive(before) &&
  isLive(after) &&
  [...reckonedBy, ...copied].some((field) => before[field] !== after[field])

/** Payments and write-offs that rest on the obligation as it is now. */
export function settlementsOn({ before, after }: DebtStep, postings: readonly Transaction[]): Transaction[] {
  const isFixed = reckonedBy.some((field) => before[field] !== after[field])
  return postings.filter(
    (one) =>
      isLive(one) &&
      (one.kind === 'payment' || one.kind === 'write_off') &&
      (isFixed || one.date < after.opened_date),
  )
}

/** The postings that show the contact or the name of their obligation, with what it has afterwards. */
export const followers = ({ before, after }: DebtStep, postings: readonly Transaction[]): Step[] =>
  before.contact_id === after.contact_id && before.name === after.name
    ? []
    : postings
        .filter((one) => isLive(one) && one.id !== after.expense_id)
        .map((one) => ({
          before: one,
          after: {
            ...one,
            contact_id: after.contact_id,
            notes: one.kind === 'obligation' ? after.name : one.notes,
          },
        }))
