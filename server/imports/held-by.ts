import { addDays, type Day } from '../../contract/day.ts'
import type { KnownBalance } from './book-knows.ts'

/** Whether the opening that follows from a balance may not move for a row of a day: it is on a reconciled statement, or on a closed day. */
export function heldBy(
  date: Day,
  { opening_date, first_date, is_reconciled }: KnownBalance,
  closed_through: Day | null,
): 'statement' | 'closed' | undefined {
  if (is_reconciled) return 'statement'
  const first = first_date !== null && first_date < date ? first_date : date
  const isClosed = (day: string) => closed_through !== null && day <= closed_through
  if ((opening_date !== null && isClosed(opening_date)) || isClosed(addDays(first, -1))) return 'closed'
  return undefined
}

/** The last day whose rows a balance holds up; null if it holds up none. Every covered day before it is held up too: an earlier row moves the opening further. */
export function heldThrough(
  balance: KnownBalance & { through: Day },
  closed_through: Day | null,
): Day | null {
  const { through } = balance
  if (heldBy(through, balance, closed_through)) return through
  const first = closed_through === null ? null : addDays(closed_through, 1)
  return first !== null && first < through && heldBy(first, balance, closed_through) ? first : null
}
