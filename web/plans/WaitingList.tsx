import type { Occurrence, Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { shownText } from '../ui/bank-text.ts'
import { Card } from '../ui/Card.tsx'
import { IconTile } from '../ui/icons.tsx'
import { OccurrenceActions } from './OccurrenceActions.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { iconOfPlan } from './plan-names.ts'
import { waitingText } from './plan-words.ts'

/** The occurrences that wait for somebody: their day has come, and Florin does not record them by itself, or cannot. */
export function WaitingList({
  occurrences,
  plans,
  names,
}: {
  occurrences: readonly Occurrence[]
  plans: ReadonlyMap<string, Plan>
  names: PlanNames
}) {
  const today = useToday()
  if (occurrences.length === 0) return null
  return (
    <Card>
      <h2 className="px-5 pt-4 pb-2 text-body font-semibold max-sm:px-4">{t('Waits for you')}</h2>
      <ul>
        {occurrences.map((one) => {
          const plan = plans.get(one.plan_id)
          return (
            plan && (
              <li
                key={`${one.plan_id} ${one.scheduled_date}`}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-3 max-sm:px-4"
              >
                <IconTile icon={iconOfPlan(plan, names)} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{shownText(one.plan_name)}</span>
                  <span className="block text-caption text-warn">{waitingText(one, today)}</span>
                </span>
                <PlanMoney plan={plan} occurrence={one} places={names} />
                <OccurrenceActions occurrence={one} plan={plan} />
              </li>
            )
          )
        })}
      </ul>
    </Card>
  )
}
