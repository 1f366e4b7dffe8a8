import { monthOfDay } from '../../contract/month.ts'
import type { NetWorth } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { Card } from '../ui/Card.tsx'
import { StackBars } from '../ui/charts/StackBars.tsx'
import { dayText, monthShort, monthShortText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { rich } from '../ui/rich.ts'
import { BeganLater, RATE_MISSING } from './BeganNote.tsx'
import { changeOver, sinceKnown, type WorthMonth } from './worth.ts'

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
  const last = months.at(-1)
  if (!last) return null
  // A change is counted from the first end of a month on which all that weighs is known.
  const { parts, since, counted } = sinceKnown(months, report.began_with, currency)
  const { change, began } = changeOver(counted, currency)
  const before = report.points.at(-counted.length - 1)
  const isFromStart = !since && before?.assets === 0 && before.liabilities === 0
  const current = months.findIndex(({ month }) => month === monthOfDay(today, start))
  const isLong = months.length > 13
  const gained = <Money amount={change} currency={currency} variant="signed" className="font-semibold" />
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
              {isFromStart
                ? rich('{change} since the start of your book', { change: gained })
                : rich('{change} since {day}', { change: gained, day: dayText(before?.date ?? last.date) })}
              {began !== 0n && ' '}
              {began !== 0n &&
                rich('and {amount} that accounts began with', {
                  amount: <Money amount={began} currency={currency} variant="change" />,
                })}
            </span>
          </p>
        </div>
      </div>
      <StackBars
        label={t('What you have and owe by month')}
        currency={currency}
        legend="above"
        height={isPhone ? 190 : 250}
        {...(current < 0 ? {} : { today: current })}
        points={months.map(({ month, date, assets, liabilities, net, is_complete }, index) => ({
          key: month,
          label: is_complete ? dayText(date) : t('{day}, as recorded', { day: dayText(date) }),
          short: isLong ? monthShortText(month) : monthShort(month),
          have: assets,
          owe: liabilities,
          net,
          isRecorded: !is_complete,
          isPart: index < parts,
        }))}
        dottedNote={RATE_MISSING}
        onOpen={onChoose}
      />
      <BeganLater began={report.began_with} since={months[0]?.date ?? last.date} />
    </Card>
  )
}
