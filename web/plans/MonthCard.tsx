import { ChevronLeft, ChevronRight } from 'lucide-react'
import { laterDay } from '../../contract/day.ts'
import { addMonths, isMonth, type Month } from '../../contract/month.ts'
import { listUpcoming, type Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { weeksFrom, weeksOf } from '../ui/calendar-days.ts'
import { monthText } from '../ui/dates.ts'
import { useLocale } from '../ui/locale.ts'
import { useIsPhone } from '../ui/media.ts'
import { ComingSum } from './ComingSum.tsx'
import { byDay, isNothing, sumsOf } from './coming.ts'
import { MonthDays } from './MonthDays.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import type { PlanNames } from './plan-names.ts'

/** So many months after this one are shown whole: the service lists two years. */
const MONTHS_AHEAD = 23

/** The weeks that it opens with: at the end of a month, its own days would say little. */
const WEEKS = 5

/** A calendar of the next weeks, or of the month that the address says, with all that comes in it: a grid, or on phones its days. */
export function MonthCard({ plans, names }: { plans: ReadonlyMap<string, Plan>; names: PlanNames }) {
  const { search, filter } = useAddress()
  const today = useToday()
  const isPhone = useIsPhone()
  const locale = useLocale()
  const [first, last] = [today.slice(0, 7), addMonths(today.slice(0, 7), MONTHS_AHEAD)]
  const asked = search.month
  const month = asked && isMonth(asked) && asked > first && asked <= last ? asked : undefined
  const weeks = month ? weeksOf(`${month}-01`, locale) : weeksFrom(today, WEEKS, locale)
  const until = month
    ? Temporal.PlainYearMonth.from(month)
        .toPlainDate({ day: Temporal.PlainYearMonth.from(month).daysInMonth })
        .toString()
    : (weeks.at(-1)?.at(-1) ?? today)
  // Whatever is late counts today.
  const query = { until, ...(month && { from: laterDay(`${month}-01`, today) }) }
  const upcoming = useEverything(listUpcoming, { query })
  const nameOf = (one: Month | undefined) =>
    one ? monthText(one) : t('The next {count, plural, one {# week} other {# weeks}}', { count: WEEKS })
  const [before, next] = [addMonths(month ?? first, -1), addMonths(month ?? first, 1)]
  const former = before > first ? before : undefined
  const label = nameOf(month)
  return (
    <Card className="p-5 max-sm:p-4" aria-label={t('Calendar')} isBehind={upcoming.isPlaceholderData}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-body font-semibold">{t('Calendar')}</h2>
        <div className="ms-auto flex items-center">
          <IconButton
            label={nameOf(former)}
            onClick={() => filter({ month: former })}
            className={month === undefined ? 'invisible' : ''}
          >
            <ChevronLeft size={18} />
          </IconButton>
          <span aria-live="polite" className="min-w-32 px-1 text-center text-table font-semibold">
            {label}
          </span>
          <IconButton
            label={nameOf(next)}
            onClick={() => filter({ month: next })}
            className={month === last ? 'invisible' : ''}
          >
            <ChevronRight size={18} />
          </IconButton>
        </div>
      </div>
      <Loaded query={upcoming} rows={5}>
        {(all) => {
          const sums = sumsOf(all, plans, names.accounts)
          const Days = isPhone ? MonthDays : MonthGrid
          return (
            <>
              {/* The weeks end on another day than the 31 days that are added up above. */}
              {!isNothing(sums) ? (
                month && <ComingSum sums={sums} className="mb-3 text-table text-text-2" />
              ) : (
                <p className="mb-3 text-table text-text-2">
                  {month
                    ? t('Nothing comes in {month}.', { month: label })
                    : t('Nothing comes in these weeks.')}
                </p>
              )}
              <Days
                month={month}
                label={label}
                weeks={weeks}
                days={byDay(all, today)}
                plans={plans}
                names={names}
              />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
