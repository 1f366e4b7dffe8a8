import { useToday } from '../page/me.ts'
import { classes } from '../ui/classes.ts'
import { dayLong } from '../ui/dates.ts'
import { type MonthProps, OnDay } from './MonthGrid.tsx'

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
            {occurrences.map((one) => (
              <OnDay
                key={one.id}
                occurrence={one}
                plans={plans}
                names={names}
                className="flex min-h-11 items-center gap-3 text-table *:first:flex-1"
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
