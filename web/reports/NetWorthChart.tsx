import { monthOfDay } from '../../contract/month.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { Legend } from '../ui/charts/Legend.tsx'
import { StackBars } from '../ui/charts/StackBars.tsx'
import { dayText, monthShort, monthShortText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { BeganLater, RATE_MISSING } from './BeganNote.tsx'
import { type WorthMonth, worthLine } from './worth.ts'

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
  const currency = report.base_currency_id
  const line = worthLine(report.points, currency)
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last) return null
  const places = report.points.slice(1).map(({ date }) => ({ date, month: monthOfDay(date, start) }))
  const current = places.findIndex(({ month }) => month === monthOfDay(today, start))
  const isLong = places.length > 13
  const change = (
    <Money
      amount={sumOf([last.net, -first.net], currency)}
      currency={currency}
      variant="signed"
      className="font-semibold"
    />
  )
  return (
    <Card className="@container mb-4 p-5">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-table text-text-2">{dayText(last.date)}</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <Money
              amount={last.onDay.net}
              currency={currency}
              variant="figure"
              className="text-figure-lg font-semibold"
            />
            <span className="text-table text-text-2">
              {first.isBefore
                ? rich('{change} since the start of your book', { change })
                : rich('{change} since {day}', { change, day: dayText(first.date) })}
            </span>
          </p>
        </div>
        <Legend
          series={[
            { name: t('What you have'), mark: 'soft', colour: 'text-chart-1' },
            { name: t('What you owe'), mark: 'soft', colour: 'text-chart-2' },
            { name: t('Net worth'), mark: 'line', colour: 'text-chart-1' },
          ]}
        />
      </div>
      <StackBars
        label={t('What you have and owe by month')}
        currency={currency}
        height={isPhone ? 190 : 250}
        {...(current < 0 ? {} : { today: current })}
        points={places.map(({ month, date }) => {
          const point = months.find((one) => one.month === month)
          return {
            key: month,
            label:
              point?.is_complete === false ? t('{day}, as recorded', { day: dayText(date) }) : dayText(date),
            short: isLong ? monthShortText(month) : monthShort(month),
            have: point?.onDay.assets,
            owe: point?.onDay.liabilities,
            net: point?.onDay.net,
            missing: t('nothing was recorded'),
            isRecorded: point?.is_complete === false,
          }
        })}
        dottedNote={RATE_MISSING}
        onOpen={onChoose}
      />
      {line.some(({ isEarly }) => isEarly) && (
        <p className="mt-2 text-caption text-text-3">
          <BeganLater began={report.began_with} since={first.date} currency={currency} />
        </p>
      )}
    </Card>
  )
}
