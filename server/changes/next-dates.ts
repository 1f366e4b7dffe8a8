import { type Known, requireLoaded } from '../ledger/known.ts'
import { withNextDate } from '../plans/next.ts'
import type { PlanRow } from '../records/plan.ts'
import type { OccurrenceRow, SlimOccurrence } from '../records/plan-occurrence.ts'
import type { UndoStep } from './take-back.ts'

/**
 * The steps with the next date of every plan whose schedule or occurrences they change: it is computed, and so not taken back. A plan
 * of which only occurrences change gets a step of its own.
 */
export function withNextDates(known: Known, steps: readonly UndoStep[]): UndoStep[] {
  const idOf = ({ before, after }: UndoStep) => (after ?? before)?.id ?? ''
  const plans = new Map(steps.filter(({ kind }) => kind === 'plan').map((step) => [idOf(step), step]))
  const changed = steps
    .filter(({ kind, after }) => kind === 'plan_occurrence' && after !== null)
    .map(({ after }) => after as OccurrenceRow) // a row of this kind
  const byPlan = Map.groupBy(changed, ({ plan_id }) => plan_id)
  const ids = new Set([...plans.keys(), ...byPlan.keys()])
  requireLoaded(known, { plan: [...ids], occurrences: [...ids] }) // all at once: rounds of loading are limited
  const moved = [...ids].flatMap((id): UndoStep[] => {
    const stored = known.find('plan', id) ?? null
    const { before, after } = plans.get(id) ?? { before: stored, after: stored }
    if (after === null) return []
    const settled = known.find('occurrences', id) ?? []
    const occurrences = new Map<string, SlimOccurrence>(settled.map((one) => [one.id, one]))
    for (const one of byPlan.get(id) ?? []) occurrences.set(one.id, one)
    return [{ kind: 'plan', before, after: withNextDate(after as PlanRow, [...occurrences.values()]) }] // a row of this kind
  })
  return [...steps.filter(({ kind }) => kind !== 'plan'), ...moved]
}
