import { type ComponentProps, useState } from 'react'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card, CardHeading } from '../ui/Card.tsx'
import { classes } from '../ui/classes.ts'
import { dayShort } from '../ui/dates.ts'
import { PlanLink } from './PlanLink.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { isLate, stateText } from './plan-words.ts'

type Query = ComponentProps<typeof Loaded<Occurrence[]>>['query']

/** The next few, until all are asked for: their plans stand beside them, and the calendar has every day. */
const MAX_SHOWN = 5

/** The occurrences of the next 31 days, by date, late ones first: the same as on Home. */
export function ComingUp({
  query,
  plans,
  names,
}: {
  query: Query
  plans: ReadonlyMap<string, Plan>
  names: PlanNames
}) {
  const [isWhole, showWhole] = useState(false)
  return (
    <Card aria-label={t('Coming up')} className="p-5 max-sm:p-4">
      <CardHeading end={<span className="text-table text-text-3">{t('next 31 days')}</span>}>
        {t('Coming up')}
      </CardHeading>
      <Loaded query={query}>
        {(all) => {
          const coming = all.filter(({ state }) => state !== 'posted')
          if (coming.length === 0)
            return <p className="py-3 text-table text-text-2">{t('Nothing comes in the next 31 days.')}</p>
          const shown = isWhole || coming.length === MAX_SHOWN + 1 ? coming : coming.slice(0, MAX_SHOWN)
          return (
            <>
              <ul className="mt-1 divide-y divide-line">
                {shown.map((one) => (
                  <Row
                    key={`${one.plan_id} ${one.scheduled_date}`}
                    occurrence={one}
                    plan={plans.get(one.plan_id)}
                    names={names}
                  />
                ))}
              </ul>
              {shown.length < coming.length && (
                <Button look="quiet" className="-ms-3" onClick={() => showWhole(true)}>
                  {t('{count, plural, one {Show all #} other {Show all #}}', { count: coming.length })}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

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
