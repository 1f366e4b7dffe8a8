import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Overview } from '../../contract/overview.ts'
import { t } from '../../words/t.ts'
import { useMembership } from '../page/me.ts'
import { BecauseOf } from '../reports/Because.tsx'
import { Behind } from '../reports/Behind.tsx'
import { useNothingOn } from '../reports/first-day.ts'
import { CountedMoney } from '../ui/CountedMoney.tsx'
import { LineChart } from '../ui/charts/LineChart.tsx'
import { dayInSentence, dayOfMonth, monthName } from '../ui/dates.ts'
import { lazily } from '../ui/lazily.tsx'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { FirstOne } from './FirstOne.tsx'
import { Nothing } from './HeadLink.tsx'
import { isNew, monthLines } from './overview-figures.ts'

const SpentByPerson = lazily(async () => (await import('./SpentByPerson.tsx')).SpentByPerson)

/** This month's spending, day by day, against the month before. */
export function SpentCard({ overview }: { overview: Overview }) {
  const { spent, base_currency_id: base } = overview
  const month = monthName(spent.label)
  const isShared = (useMembership()?.others.length ?? 0) > 0
  return (
    <div className="flex h-full flex-col">
      <h2 className="text-body font-semibold">{t('Spent in {month}', { month })}</h2>
      <div className="flex min-h-[38px] items-baseline">
        <Behind explain={spent.explain} className="text-figure-lg font-semibold sm:text-figure">
          <CountedMoney variant="figure" amount={spent.amount} currency={base} />
        </Behind>
      </div>
      {isShared && (
        <Suspense fallback={<div className="mt-1 min-h-5" />}>
          <SpentByPerson overview={overview} />
        </Suspense>
      )}
      {isNew(overview) ? (
        <>
          <div className="mt-3 sm:hidden">
            <FirstOne currency={base} />
          </div>
          <div className="hidden flex-1 sm:flex">
            <Nothing>{t('Day by day, against the month before.')}</Nothing>
          </div>
        </>
      ) : (
        <>
          <Compared overview={overview} />
          <Why overview={overview} />
          <MonthChart overview={overview} />
        </>
      )}
    </div>
  )
}

/** Less or more than by this day of the month before; it opens the report on spending. */
function Compared({ overview: { spent, base_currency_id: base } }: { overview: Overview }) {
  const { label, total, date_to } = spent.previous_month
  const before = monthName(label)
  const nothing = useNothingOn(total === 0, date_to, t('Nothing was spent in {month}', { month: before }))
  if (total === 0) return <p className="mt-1 min-h-6 text-table text-text-2">{nothing}</p>
  const put = {
    month: before,
    wide: (words: ReactNode) => <span className="@max-[305px]:hidden">{words}</span>,
    narrow: (words: ReactNode) => <span className="@min-[305px]:hidden">{words}</span>,
  }
  const change = {
    ...put,
    amount: <Money amount={Math.abs(spent.change)} currency={base} />,
    b: (words: ReactNode) => (
      <span className={spent.change < 0 ? 'font-semibold text-in' : 'font-semibold text-text'}>{words}</span>
    ),
  }
  return (
    <Link
      to="/reports/spending"
      className="mt-1 min-h-6 self-start rounded-[4px] text-table text-text-2 decoration-line-2 underline-offset-4 hover:underline"
    >
      {spent.change === 0
        ? rich('As much as by <wide>this day</wide><narrow>now</narrow> in {month}', put)
        : spent.change < 0
          ? rich('<b>{amount} less</b> than by <wide>this day</wide><narrow>now</narrow> in {month}', change)
          : rich('<b>{amount} more</b> than by <wide>this day</wide><narrow>now</narrow> in {month}', change)}
    </Link>
  )
}

/** As many reasons have room here; the report on spending has them all. */
const MAX_REASONS = 2

/** Which categories made the difference; each opens the lists of both months. */
function Why({ overview }: { overview: Overview }) {
  const { spent } = overview
  if (spent.change === 0 || spent.previous_month.total === 0) return null
  return (
    <p className="text-table text-text-2">
      <BecauseOf overview={overview} most={MAX_REASONS} />
    </p>
  )
}

function MonthChart({ overview: { spent, date, base_currency_id: base } }: { overview: Overview }) {
  const navigate = useNavigate()
  const lines = monthLines(spent)
  const today = lines.findIndex((line) => line.date === date)
  const [name, before] = [monthName(spent.label), monthName(spent.previous_month.label)]
  const hasBefore = spent.previous_month.total !== 0
  return (
    <div className="mt-3 flex flex-1">
      <LineChart
        label={
          hasBefore
            ? t('Spent in {month} and {before}, day by day', { month: name, before })
            : t('Spent in {month}, day by day', { month: name })
        }
        name={name}
        secondName={hasBefore ? before : undefined}
        currency={base}
        height={152}
        steps
        withZero
        today={today < 0 ? undefined : today}
        points={lines.map((line, index) => ({
          key: line.date,
          label: dayInSentence(line.date, date),
          short: index === today ? t('today') : dayOfMonth(line.date),
          value: line.value,
          second: line.second,
        }))}
        legend="below"
        beside={
          <Behind explain={spent.income_explain} className="text-caption text-text-2">
            {rich('<wide>Income</wide><narrow>In</narrow> {amount} [money that came in]', {
              wide: (words) => <span className="@max-[290px]:hidden">{words}</span>,
              narrow: (words) => <span className="@min-[290px]:hidden">{words}</span>,
              amount: <Money variant="change" amount={spent.income} currency={base} />,
            })}
          </Behind>
        }
        onOpen={(key) => {
          const index = lines.findIndex((line) => line.date === key)
          // A day to come opens the same day of the month before, which is all that is drawn there.
          const day = index <= today ? key : (spent.previous_month.days[index]?.date ?? key)
          void navigate({
            to: '/transactions',
            search: { section: 'expense', date_from: day, date_to: day },
          })
        }}
      />
    </div>
  )
}
