import { isMonth, monthOfDay } from '../../contract/month.ts'
import { overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { PageHeading } from '../ui/Card.tsx'
import { dayText } from '../ui/dates.ts'
import { FlowCards } from './FlowCards.tsx'
import { glancedAt } from './glances.ts'
import { MonthStepper } from './MonthStepper.tsx'
import { NothingHere } from './NothingHere.tsx'
import { SpentCards } from './SpentCards.tsx'
import { WhyLine } from './WhyLine.tsx'
import { WorthCards } from './WorthCards.tsx'

/** Every report as a small chart with one figure, all about one month. */
export function ReportsPage() {
  const { search, filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const today = useToday()
  const current = monthOfDay(today, start)
  const month = search.month && isMonth(search.month) && search.month <= current ? search.month : current
  const glanced = glancedAt(month, { current, today, start })
  const isNow = month === current
  // Home has asked for the current month already.
  const seen = useAsk(overview, isNow ? {} : { query: { date: glanced.date } })
  const cards = { glanced, isNow, seen }
  return (
    <>
      <PageHeading
        end={<MonthStepper month={month} current={current} onMonth={(to) => filter({ month: to })} />}
      >
        {t('Reports')}
      </PageHeading>
      <div className={seen.data ? '' : 'min-h-[62px] max-sm:min-h-[140px]'}>
        {seen.data?.latest.length === 0 ? (
          <div className="mb-3">
            <NothingHere
              title={t('Nothing was written down by {day}', { day: dayText(glanced.date) })}
              hasDays={false}
            >
              {t('Each card below says what would stand there.')}
            </NothingHere>
          </div>
        ) : seen.data ? (
          <WhyLine overview={seen.data} isNow={isNow} search={glanced.search.month} />
        ) : null}
      </div>
      {/* Every row is full: the last card takes the place of one that is not shown. Those that may become a line have a row of their own, so that no card moves when they do. */}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3 sm:max-xl:[&>[data-people]]:col-span-2 [&>li:has([data-line])]:order-last [&>[data-row]]:col-span-full xl:[&:not(:has([data-people]))>[data-last]]:col-span-2">
        <FlowCards glanced={glanced} />
        <SpentCards {...cards} />
        <WorthCards {...cards} />
      </ul>
      <p className="mt-4 text-caption text-text-3">
        {t('An amount in a report opens the list behind it, which adds up to exactly that amount.')}
      </p>
    </>
  )
}
