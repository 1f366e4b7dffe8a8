import type { useQuery } from '@tanstack/react-query'
import { monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { trialBalance } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { useBook } from '../page/me.ts'
import { MiniBars, MiniLine } from '../ui/charts/Mini.tsx'
import { barsOf } from '../ui/charts/scale.ts'
import { dayInSentence, monthName, monthShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { ByValues } from './ByValues.tsx'
import type { Glanced } from './glances.ts'
import { ReportCard } from './ReportCard.tsx'
import { beginLater, beginLaterText, hasParts, type WorthPoint, worthLine } from './worth.ts'

const barsOfPoint = ({ onDay: { assets, liabilities } }: WorthPoint): number[] => {
  const { above, below } = barsOf({ have: assets, owe: liabilities })
  return [above ?? 0, below ?? 0]
}

const hasNothing = (points: readonly { assets: number; liabilities: number }[]) =>
  points.every(({ assets, liabilities }) => assets === 0 && liabilities === 0)

/** Net worth over a year, the parts of it on the day, and the ledger itself. */
export function WorthCards({
  glanced: { date, search },
  isNow,
  seen,
}: {
  glanced: Glanced
  isNow: boolean
  seen: ReturnType<typeof useQuery<Overview>>
}) {
  const { month_starts_on: start } = useBook()
  const balance = useAsk(trialBalance, { query: { date } })
  const on = isNow ? 'today' : `on ${dayInSentence(date, date)}`
  const labelsOf = (points: readonly { date: string }[]) =>
    points
      .filter((_, index) => (points.length - 1 - index) % 2 === 0)
      .map((point) => monthShort(monthOfDay(point.date, start)))
  /** ; 3 accounts begin later */
  const later = (began: Overview['net_worth']['began_with']) => {
    const { length } = beginLater(began, date)
    return length === 0 ? null : `; ${beginLaterText(length)}`
  }
  return (
    <>
      <li>
        <ReportCard to="/reports/net-worth" search={search.six} title="Net worth" query={seen}>
          {({
            net_worth: { net, change, opening, points, began_with: began, ...parts },
            spent,
            base_currency_id: currency,
          }) => {
            const gained = sumOf([change, -opening], currency)
            const drawn = worthLine(points, currency)
            return {
              figure: <Money amount={net} currency={currency} />,
              sentence: (
                <>
                  {hasParts(parts) ? (
                    <ByValues gained={gained} parts={parts} currency={currency} />
                  ) : (
                    <Money amount={gained} currency={currency} variant="change" />
                  )}{' '}
                  in {monthName(spent.label)}
                  {later(began) ??
                    (began && drawn.some(({ isEarly }) => isEarly) ? (
                      <>
                        ; you began with <Money amount={began.net} currency={currency} />
                      </>
                    ) : null)}
                </>
              ),
              chart: (
                <MiniLine values={drawn.map(({ isBefore, onDay }) => (isBefore ? undefined : onDay.net))} />
              ),
              labels: labelsOf(drawn),
              nothing: hasNothing(points) && 'What you have less what you owe, over a year',
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/balance-sheet"
          search={search.day}
          title="What you have and owe"
          query={seen}
        >
          {({
            net_worth: { assets, liabilities, points, began_with: began },
            base_currency_id: currency,
          }) => ({
            figure: <Money amount={assets} currency={currency} />,
            sentence: (
              <>
                and <Money amount={liabilities} currency={currency} /> owed, {on}
                {later(began)}
              </>
            ),
            chart: <MiniBars groups={worthLine(points, currency).map(barsOfPoint)} />,
            labels: labelsOf(worthLine(points, currency)),
            isBars: true,
            nothing: hasNothing(points) && 'What you have above the line, what you owe below',
          })}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/trial-balance" search={search.day} title="Trial balance" query={balance}>
          {({
            total_debit_base: debit,
            total_credit_base: credit,
            accounts,
            base_currency_id: currency,
          }) => ({
            figure: <Money amount={debit} currency={currency} />,
            sentence: `${debit === credit ? 'on both sides' : 'of debit, which is not the credit'} of ${accounts.length} accounts, ${on}`,
            chart: <MiniBars groups={[[debit], [credit]]} />,
            labels: ['Debit', 'Credit'],
            isBars: true,
            nothing: accounts.length === 0 && 'All accounts of the books: debit equals credit',
          })}
        </ReportCard>
      </li>
    </>
  )
}
