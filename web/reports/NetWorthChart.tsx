import { monthOfDay } from '../../contract/month.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { Card } from '../ui/Card.tsx'
import { Legend } from '../ui/charts/Legend.tsx'
import { StackBars } from '../ui/charts/StackBars.tsx'
import { dayText, monthShort, monthShortText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { sumOf } from '../ui/money.ts'
import { BesideBegun } from './BesideBegun.tsx'
import { sinceStart, type WorthMonth } from './worth.ts'

/** The bars of each month, net worth as a line, and above them the figure of today. */
export function NetWorthChart({
  report,
  months,
  today,
  start,
  onChoose,
}: {
  report: NetWorth
  months: readonly WorthMonth[]
  today: string
  start: Parameters<typeof monthOfDay>[1]
  onChoose: (month: string) => void
}) {
  const isPhone = useIsPhone()
  const [first, last] = [report.points[0], report.points.at(-1)]
  const currency = report.base_currency_id
  if (!first || !last) return null
  const current = months.findIndex(({ month }) => month === monthOfDay(today, start))
  const begins = sinceStart(report.points)[0]?.date ?? ''
  const isLong = months.length > 13
  return (
    <Card className="@container mb-4 p-5">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-table text-text-2">{dayText(last.date)}</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Money
              amount={last.net}
              currency={currency}
              variant="figure"
              className="text-figure-lg font-semibold"
            />
            <span className="text-table text-text-2">
              <Money
                amount={sumOf([last.net, -first.net, -report.changes.opening], currency)}
                currency={currency}
                variant="signed"
                className="font-semibold"
              />{' '}
              since {dayText(first.date)}
              <BesideBegun opening={report.changes.opening} currency={currency} />
            </span>
          </p>
        </div>
        <Legend
          series={[
            { name: 'What you have', mark: 'soft', colour: 'text-chart-1' },
            { name: 'What you owe', mark: 'soft', colour: 'text-chart-2' },
            { name: 'Net worth', mark: 'line', colour: 'text-chart-1' },
          ]}
        />
      </div>
      <StackBars
        label="What you have and owe by month"
        currency={currency}
        height={isPhone ? 190 : 250}
        {...(current < 0 ? {} : { today: current })}
        points={months.map(({ month, date, assets, liabilities, net, isComplete }) => ({
          key: month,
          label: `${dayText(date)}${isComplete ? '' : ', as recorded'}`,
          short: isLong ? monthShortText(month) : monthShort(month),
          have: assets,
          owe: liabilities,
          net: date < begins ? undefined : net,
          missing: 'nothing was recorded',
          isRecorded: !isComplete,
        }))}
        dottedNote="Dotted: a rate is missing for that day, so amounts count as they were recorded."
        onOpen={onChoose}
      />
      {report.changes.opening === 0 ? null : (
        <p className="mt-2 text-caption text-text-2">
          Accounts count from the day of their first balance on, also if they were there before.
        </p>
      )}
    </Card>
  )
}
