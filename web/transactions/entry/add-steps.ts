import { showAmount } from '../../../contract/money.ts'
import type { Step } from '../../api/steps.ts'
import { type AddDraft, equalShares } from './add-reading.ts'
import type { EntryBook } from './book.ts'
import { stepsOf } from './draft.ts'
import type { Reading } from './reading.ts'

/** The requests of the phone's page: those of its reading, and with people the shares that they owe. */
export function addSteps(
  draft: AddDraft,
  reading: Reading,
  book: EntryBook,
  fx_rate?: number,
): Step[] | null {
  const steps = stepsOf(reading, book, fx_rate)
  const { amount } = reading
  if (!steps || !amount || reading.kind !== 'spent' || draft.people.length === 0) return steps
  const [, ...theirs] = equalShares(amount.minor, draft.people.length)
  const shares = draft.people.flatMap(({ id }, index) => {
    const share = theirs[index] ?? 0n
    return share > 0n ? [{ contact_id: id, amount: showAmount(share, amount.decimals) }] : []
  })
  return steps.map((step, index) =>
    index === steps.length - 1 ? { ...step, body: { ...step.body, shares } } : step,
  )
}
