import type { Day } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { closedDay, isLive, isSameLine, linesOf, type Step } from '../ledger/journal.ts'
import type { Known } from '../ledger/known.ts'
import type { Tick } from './reconciliation.ts'

/**
 * Refuses a step that touches a closed day, or a line of a finished reconciliation. Every verb that posts calls this above the line
 * below which nothing refuses. `reopened` are the reconciliations that the same change reopens.
 */
export function checkOpen(
  book: { closed_through: Day | null },
  known: Known,
  steps: readonly Step[],
  reopened: ReadonlySet<string> = new Set(),
): void {
  for (const step of steps) {
    const date = closedDay(book, step)
    if (date !== undefined) refuse('locked', { date, closed_through: String(book.closed_through) })
    const tick = lostTick(known, step, reopened)
    if (tick) {
      const { reconciliation_id, account_name } = tick
      refuse('locked', {
        date: step.before?.date ?? step.after.date,
        ...{ reconciliation_id, account_name, statement_date: tick.date },
      })
    }
  }
}

/** A tick of a finished reconciliation whose line the step changes, moves to another day or removes. The other side of its entry may change. */
function lostTick(known: Known, { before, after }: Step, reopened: ReadonlySet<string>): Tick | undefined {
  if (!isLive(before)) return undefined
  const ticks = (known.find('ticks', before.id) ?? []).filter(
    ({ is_finished, reconciliation_id }) => is_finished && !reopened.has(reconciliation_id),
  )
  if (ticks.length === 0) return undefined
  const isSameDay = before.date === after.date
  const had = before.entries.flatMap(linesOf)
  const has = isLive(after) ? after.entries.flatMap(linesOf) : []
  return ticks.find(({ line_id }) => {
    const line = had.find(({ id }) => id === line_id)
    return line && !(isSameDay && has.some((one) => one.id === line_id && isSameLine(one, line)))
  })
}
