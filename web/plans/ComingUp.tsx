import type { ComponentProps } from 'react'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { Card, CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { PlanLink } from './PlanLink.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { isLate, stateText } from './plan-words.ts'

type Query = ComponentProps<typeof Loaded<Occurrence[]>>['query']

/** The occurrences of the next 31 days, by date, late ones first: the same as on Home. */
export const ComingUp = ({
  query,
  plans,
  names,
}: {
  query: Query
  plans: ReadonlyMap<string, Plan>
  names: PlanNames
}) => (
  <Card aria-label={t('Coming up')} className="p-5 max-sm:p-4">
    <CardHeading end={<span className="text-table text-text-3">{t('next 31 days')}</span>}>
      {t('Coming up')}
    </CardHeading>
    <Loaded query={query}>
      {(all) => {
        const coming = all.filter(({ state }) => state !== 'posted')
        return coming.length === 0 ? (
          <p className="py-3 text-table text-text-2">{t('Nothing comes in the next 31 days.')}</p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {coming.map((one) => (
              <Row
                key={`${one.plan_id} ${one.scheduled_date}`}
                occurrence={one}
                plan={plans.get(one.plan_id)}
                names={names}
              />
            ))}
          </ul>
        )
      }}
    </Loaded>
  </Card>
)

function Row({
  occurrence,
  plan,
  names,
}: {
  occurrence: Occurrence
  plan: Plan | undefined
  names: PlanNames
}) {
  const today = useToday()
  if (!plan) return null
  const isSkipped = occurrence.state === 'skipped'
  const says =
    occurrence.state === 'coming' && occurrence.draft === null ? '' : stateText(occurrence, occurrence.date) // the day stands beside it
  return (
    <li>
      <PlanLink
        id={plan.id}
        className="flex min-h-10 touch:min-h-12 items-center gap-3 py-1.5 text-table hover:underline"
      >
        <span className={classes('w-14 shrink-0', isLate(occurrence, today) ? 'text-warn' : 'text-text-2')}>
          {dayShort(occurrence.date, today)}
        </span>
        <span className="min-w-0 flex-1">
          <span className={classes('block truncate', isSkipped && 'text-text-2 line-through')}>
            {occurrence.plan_name}
          </span>
          {says && <span className="block text-caption text-text-3">{says}</span>}
        </span>
        {!isSkipped && <PlanMoney plan={plan} occurrence={occurrence} places={names} />}
      </PlanLink>
    </li>
  )
}
