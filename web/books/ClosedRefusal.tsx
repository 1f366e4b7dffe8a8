import type { Problem } from '../../contract/problem.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { dayInSentence, monthName } from '../ui/dates.ts'
import { Refusal } from '../ui/States.tsx'
import { closedOf } from './closed.ts'

/** The books are closed on the day that was chosen: use the next open day, or reopen them. */
export function ClosedRefusal({
  problem,
  today,
  onUseDay,
}: {
  problem: Problem
  today: string
  /** Without it, the day cannot be changed here. */
  onUseDay?: (day: string) => void
}) {
  const closed = closedOf(problem)
  if (!closed) return <Refusal title={problem.detail} />
  const through = dayInSentence(closed.through, today)
  return (
    <Refusal
      title={`Your books are closed through ${through}, so nothing of ${dayInSentence(closed.date, today)} can change.`}
      actions={
        <>
          {onUseDay && (
            <Button onClick={() => onUseDay(closed.next)}>Use {dayInSentence(closed.next, today)}</Button>
          )}
          <ButtonLink to="/settings/book" look="quiet">
            Reopen {monthName(closed.through.slice(0, 7))}
          </ButtonLink>
        </>
      }
    />
  )
}
