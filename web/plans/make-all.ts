import { undoChange } from '../../contract/changes.ts'
import type { Day } from '../../contract/day.ts'
import { createPlan, type NewPlan } from '../../contract/plans.ts'
import type { FoundPlan } from '../../contract/recurring.ts'
import { t } from '../../words/t.ts'
import { call } from '../api/ask.ts'
import { refresh, sentenceOf } from '../api/change.ts'
import { shownText } from '../ui/bank-text.ts'
import { say } from '../ui/toast.ts'
import { type PlanForm, planFaults, planFormOf, planOf } from './plan-form.ts'

/** A proposal as a form, by the name that lists show. */
export const foundForm = (found: FoundPlan, today: Day): PlanForm =>
  planFormOf({ ...found, name: shownText(found.name), auto: false }, today, found.currency_id)

/** The plan that a proposal makes as it is; undefined if something is missing that only a person knows, such as its category. */
export function planOfFound(found: FoundPlan, today: Day): NewPlan | undefined {
  const form = foundForm(found, today)
  return Object.keys(planFaults(form)).length === 0 ? planOf(form) : undefined
}

const headers = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** Makes proposals recurring, one after the other, with one undo for all. Those that were made before one was refused stay, and can be undone. */
export async function makeAll(bodies: readonly NewPlan[]): Promise<void> {
  const versions: number[] = []
  let refused: string | undefined
  try {
    for (const body of bodies) versions.push((await call(createPlan, { body, headers: headers() })).version)
  } catch (error) {
    refused = sentenceOf(error)
  }
  void refresh()
  const [only, ...more] = bodies
  const words =
    only && more.length === 0
      ? t('{plan} recurs from now on', { plan: only.name })
      : t('{count, plural, one {# payment recurs from now on} other {# payments recur from now on}}', {
          count: versions.length,
        })
  say({
    words: refused === undefined ? words : versions.length > 0 ? `${words}. ${refused}` : refused,
    ...(refused !== undefined && { tone: 'refused' }),
    ...(versions.length > 0 && {
      action: { label: t('Undo'), turn: 'undo', run: () => undoAll(versions, words) },
    }),
  })
}

async function undoAll(versions: readonly number[], words: string): Promise<void> {
  try {
    for (const version of versions.toReversed())
      await call(undoChange, { params: { version: String(version) }, headers: headers() })
    say({ words: t('Undone: {change}', { change: words }) })
  } catch (error) {
    say({ words: sentenceOf(error), tone: 'refused' })
  }
  void refresh()
}
