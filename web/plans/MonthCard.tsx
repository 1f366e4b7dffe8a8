import { ChevronLeft, ChevronRight } from 'lucide-react'
import { laterDay } from '../../contract/day.ts'
import { addMonths, isMonth } from '../../contract/month.ts'
import { listUpcoming, type Plan } from '../../contract/plans.ts'
import { t } from '../../words/t.ts'
import { useEverything } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useToday } from '../page/me.ts'
import { IconButton } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { monthText } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { ComingSum } from './ComingSum.tsx'
import { byDay, sumsOf } from './coming.ts'
import { MonthDays } from './MonthDays.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import type { PlanNames } from './plan-names.ts'

/** So many months after this one are shown whole: the service lists two years. */
const MONTHS_AHEAD = 23

/** A calendar of a month with all that comes in it: a grid, or on phones its days. The address says which month. */
export function MonthCard({ plans, names }: { plans: ReadonlyMap<string, Plan>; names: PlanNames }) {
  const { search, filter } = useAddress()
  const today = useToday()
  const isPhone = useIsPhone()
  const [first, last] = [today.slice(0, 7), addMonths(today.slice(0, 7), MONTHS_AHEAD)]
  const asked = search.month
  const month = asked && isMonth(asked) && asked > first && asked <= last ? asked : first
  const until = Temporal.PlainYearMonth.from(month)
  const query = {
    until: until.toPlainDate({ day: until.daysInMonth }).toString(),
    // Whatever is late counts today.
    ...(month > first && { from: laterDay(`${month}-01`, today) }),
  }
  const upcoming = useEverything(listUpcoming, { query })
  const go = (by: number) => {
    const next = addMonths(month, by)
    filter({ month: next <= first ? undefined : next })
  }
  return (
    <Card className="p-5 max-sm:p-4" aria-label={t('Calendar')} isBehind={upcoming.isPlaceholderData}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-body font-semibold">{t('Calendar')}</h2>
        <div className="ms-auto flex items-center">
          <IconButton
            label={monthText(addMonths(month, -1))}
            onClick={() => go(-1)}
            className={month === first ? 'invisible' : ''}
          >
            <ChevronLeft size={18} />
          </IconButton>
          <span aria-live="polite" className="min-w-32 px-1 text-center text-table font-semibold">
            {monthText(month)}
          </span>
          <IconButton
            label={monthText(addMonths(month, 1))}
            onClick={() => go(1)}
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
              {sums.count > 0 ? (
                <ComingSum sums={sums} className="mb-3 text-table text-text-2" />
              ) : (
                <p className="mb-3 text-table text-text-2">
                  {t('Nothing comes in {month}.', { month: monthText(month) })}
                </p>
              )}
              <Days month={month} days={byDay(all, today)} plans={plans} names={names} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
