import { useState } from 'react'
import type { Day } from '../../contract/day.ts'
import type { Month } from '../../contract/month.ts'
import type { Occurrence, Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useToday } from '../page/me.ts'
import { shownText } from '../ui/bank-text.ts'
import { classes } from '../ui/classes.ts'
import { dayLong, dayOfMonth, dayShort, weekdayText } from '../ui/dates.ts'
import { PlanLink } from './PlanLink.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import type { PlanNames } from './plan-names.ts'
import { isLate } from './plan-words.ts'

/** A day shows so many, and the others when it is asked to. */
const MAX_IN_DAY = 3

export type MonthProps = {
  /** The month that is shown; without one, the weeks from this one on. */
  month: Month | undefined
  /** Its name, or the days of the weeks. */
  label: string
  weeks: readonly (readonly Day[])[]
  days: ReadonlyMap<Day, readonly Occurrence[]>
  plans: ReadonlyMap<string, Plan>
  names: PlanNames
}

/** The weeks of a month or from today on, with all that comes on their days. */
export function MonthGrid({ month, label, weeks, days, plans, names }: MonthProps) {
  const today = useToday()
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="pb-1 text-start text-caption font-medium text-text-3">
              {weekdayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) =>
              month === undefined || day.slice(0, 7) === month ? (
                <td
                  key={day}
                  aria-current={day === today ? 'date' : undefined}
                  className={classes('h-20 border border-line p-1.5 align-top', day < today && 'bg-canvas')}
                >
                  <span
                    className={classes(
                      'inline-block min-w-6 text-caption',
                      day === today
                        ? 'rounded-control bg-fill px-1 text-center font-semibold text-white'
                        : 'text-text-2',
                    )}
                  >
                    <span aria-hidden>
                      {month === undefined && day.endsWith('-01') ? dayShort(day, day) : dayOfMonth(day)}
                    </span>
                    <span className="sr-only">{dayLong(day, today)}</span>
                  </span>
                  <InDay occurrences={days.get(day) ?? []} plans={plans} names={names} />
                </td>
              ) : (
                <td key={day} className="border border-line bg-canvas" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function InDay({
  occurrences,
  plans,
  names,
}: Pick<MonthProps, 'plans' | 'names'> & { occurrences: readonly Occurrence[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? occurrences : occurrences.slice(0, MAX_IN_DAY)
  if (shown.length === 0) return null
  return (
    <ul className="mt-0.5">
      {shown.map((one) => (
        <OnDay
          key={one.id}
          occurrence={one}
          plans={plans}
          names={names}
          className="block min-h-6 rounded-[4px] px-1 py-0.5 text-caption hover:bg-tile"
        />
      ))}
      {occurrences.length > shown.length && (
        <li>
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="min-h-6 rounded-[4px] px-1 text-caption text-text-2 hover:bg-tile"
          >
            {t('{count, plural, one {# more} other {# more}}', { count: occurrences.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  )
}

/** An occurrence on its day, which opens its plan. */
export function OnDay({
  occurrence,
  plans,
  names,
  className,
}: Pick<MonthProps, 'plans' | 'names'> & { occurrence: Occurrence; className: string }) {
  const today = useToday()
  const plan = plans.get(occurrence.plan_id)
  if (!plan) return null
  return (
    <li>
      <PlanLink id={plan.id} className={className}>
        <span className={classes('block min-w-0 truncate', isLate(occurrence, today) && 'text-warn')}>
          {isLate(occurrence, today)
            ? t('{plan}, late', { plan: shownText(occurrence.plan_name) })
            : shownText(occurrence.plan_name)}
        </span>
        <PlanMoney plan={plan} occurrence={occurrence} places={names} />
      </PlanLink>
    </li>
  )
}
