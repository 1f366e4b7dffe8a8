import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import { useAddress } from '../shell/address.ts'
import { Card } from '../ui/Card.tsx'
import { Legend } from '../ui/charts/Legend.tsx'
import { PairedBars } from '../ui/charts/PairedBars.tsx'
import { useIsPhone } from '../ui/media.ts'
import { figureKey } from './rows.ts'
import { isUnfinished, periodShort, periodText } from './span.ts'

/** The chart above a report with one column for each period: in against out. */
export function InOutBars({
  label,
  periods,
  today,
  currency,
  names,
  amounts,
  figureOf,
}: {
  label: string
  periods: readonly Period[]
  today: Day
  currency: string
  names: { in: string; out: string }
  amounts: { in: readonly number[]; out: readonly number[] }
  /** The row whose figure a pair of bars opens. */
  figureOf: string
}) {
  const { search, filter, open } = useAddress()
  const isPhone = useIsPhone()
  if (periods.length < 2) return null
  const unfinished = periods.findIndex((period) => isUnfinished(period, today))
  // A phone shows one month at a time: the chart chooses it. Elsewhere a month opens.
  const show = (period: string) => {
    if (isPhone) return filter({ month: period })
    const figure = figureKey({ key: figureOf }, period)
    return search.figure === undefined ? open({ figure }) : filter({ figure })
  }
  return (
    <Card className="mb-4 px-5 pt-4 pb-3">
      <Legend
        series={[
          { name: names.in, mark: 'bar', colour: 'text-chart-3' },
          { name: names.out, mark: 'bar', colour: 'text-chart-2' },
        ]}
      />
      <div className="mt-2">
        <PairedBars
          label={`${label} over time`}
          inName={names.in}
          outName={names.out}
          currency={currency}
          height={140}
          {...(unfinished < 0 ? {} : { today: unfinished })}
          points={periods.map((period, index) => ({
            key: period.label,
            label: periodText(period),
            short: `${periodShort(period, today)}${index === unfinished ? ' so far' : ''}`,
            in: amounts.in[index],
            out: amounts.out[index],
          }))}
          onOpen={show}
        />
      </div>
    </Card>
  )
}
