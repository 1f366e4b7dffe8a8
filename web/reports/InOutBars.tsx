import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import { t } from '../../words/t.ts'
import { useAddress } from '../page/address.ts'
import { Card } from '../ui/Card.tsx'
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
      <PairedBars
        label={label}
        inName={names.in}
        outName={names.out}
        currency={currency}
        height={140}
        legend="above"
        {...(unfinished < 0 ? {} : { today: unfinished })}
        points={periods.map((period, index) => ({
          key: period.label,
          label: periodText(period),
          short:
            index === unfinished
              ? t('{period} so far', { period: periodShort(period, today) })
              : periodShort(period, today),
          narrow: periodShort(period, today),
          in: amounts.in[index],
          out: amounts.out[index],
        }))}
        onOpen={show}
      />
    </Card>
  )
}
