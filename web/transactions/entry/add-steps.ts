import { showAmount } from '../../../contract/money.ts'
import type { PlainRequest } from '../../api/plain-requests.ts'
import { type AddDraft, equalAmounts } from './add-reading.ts'
import type { EntryBook } from './book.ts'
import { requestsOf } from './entry-requests.ts'
import type { EntryAmount, Reading } from './reading.ts'

/** The requests of the phone's page: those of its reading, and with people the shares that they owe. */
export function addSteps(
  draft: AddDraft,
  reading: Reading,
  book: EntryBook,
  fx_rate?: number,
  charged?: EntryAmount,
): PlainRequest[] | null {
  const steps = requestsOf(reading, book, fx_rate, charged)
  const { amount } = reading
  if (!steps || !amount || reading.kind !== 'spent' || draft.people.length === 0) return steps
  const [, ...theirs] = equalAmounts(amount.minor, draft.people.length)
  const shares = draft.people.flatMap(({ id }, index) => {
    const share = theirs[index] ?? 0n
    return share > 0n ? [{ contact_id: id, amount: showAmount(share, amount.decimals) }] : []
  })
  return steps.map((step, index) =>
    index === steps.length - 1 ? { ...step, body: { ...step.body, shares } } : step,
  )
}
