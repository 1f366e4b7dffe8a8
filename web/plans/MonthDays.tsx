import { Link } from '@tanstack/react-router'
import type { Search } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { dayLong } from '../ui/dates.ts'
import type { MonthProps } from './MonthGrid.tsx'
import { PlanMoney } from './PlanMoney.tsx'
import { isLate } from './plan-words.ts'

/** The days of a month that something comes on, for phones. */
export function MonthDays({ days, plans, names }: MonthProps) {
  const today = useToday()
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1))
  return (
    <ol>
      {sorted.map(([day, occurrences]) => (
        <li key={day} className="border-t border-line py-2">
          <h3
            className={classes('text-caption font-medium', day === today ? 'text-accent' : 'text-text-2')}
            aria-current={day === today ? 'date' : undefined}
          >
            {dayLong(day, today)}
          </h3>
          <ul>
            {occurrences.map((one) => {
              const plan = plans.get(one.plan_id)
              return (
                plan && (
                  <li key={one.id}>
                    <Link
                      to="."
                      search={(before: Search) => ({ ...before, open: plan.id, edit: undefined })}
                      resetScroll={false}
                      className="flex min-h-11 items-center gap-3 text-table"
                    >
                      <span className={classes('min-w-0 flex-1 truncate', isLate(one, today) && 'text-warn')}>
                        {one.plan_name}
                        {isLate(one, today) && ', late'}
                      </span>
                      <PlanMoney plan={plan} occurrence={one} accounts={names.accounts} />
                    </Link>
                  </li>
                )
              )
            })}
          </ul>
        </li>
      ))}
    </ol>
  )
}
