import type { useQuery } from '@tanstack/react-query'
import { listCategories } from '../../contract/categories.ts'
import { monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useBook, useToday } from '../page/me.ts'
import { MiniLine, MiniRows } from '../ui/charts/Mini.tsx'
import { MiniShares } from '../ui/charts/MiniShares.tsx'
import { dayOfMonth, monthName, rangeText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { nothingOn, useFirstDay } from './first-day.ts'
import type { Glanced } from './glances.ts'
import { ReportCard } from './ReportCard.tsx'
import { addedUp, sharesIn, withNames } from './spent.ts'

/** €83.50 less */
const ChangeFigure = ({ change, currency }: { change: bigint; currency: string }) =>
  change === 0n ? (
    'as much'
  ) : (
    <>
      <Money amount={change < 0n ? -change : change} currency={currency} /> {change < 0n ? 'less' : 'more'}
    </>
  )

/** So many names have room in a card. */
const ROWS = 4

/** The spending of the month: on what, on which days, and to whom. */
export function SpentCards({
  glanced: { month, search },
  isNow,
  seen,
}: {
  glanced: Glanced
  isNow: boolean
  seen: ReturnType<typeof useQuery<Overview>>
}) {
  const { month_starts_on: start } = useBook()
  const people = useAsk(spending, { query: { ...month, by: 'contact' } })
  const { data: categories } = useEverything(listCategories)
  const hasGroups = categories?.some(({ parent_id }) => parent_id !== null) ?? false
  const groups = useAsk(spending, { query: { ...month, by: 'group' } })
  const year = useAsk(spending, { query: { ...month, by: 'day', compare: 'year' } })
  const first = useFirstDay(year.data?.previous_total === 0)
  const today = useToday()
  return (
    <>
      <li>
        <ReportCard
          to="/reports/spending"
          search={hasGroups ? { ...search.month, by: 'group' } : search.month}
          title={hasGroups ? 'Spending by group' : 'Spending'}
          query={groups}
        >
          {({ rows, total, base_currency_id: currency }) => ({
            figure: <Money amount={total} currency={currency} />,
            sentence: `in ${monthName(monthOfDay(month.date_from, start))}${isNow ? ' so far' : ''}${hasGroups ? '' : ', by category'}`,
            chart: <MiniShares currency={currency} items={sharesIn(withNames(rows, 'group'))} />,
            nothing: total === 0 && 'Your spending, the largest part first',
          })}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/spending"
          search={{ ...search.month, by: 'day' }}
          title="Day by day"
          query={seen}
        >
          {({ spent, base_currency_id: currency }) => {
            const { days, previous_month: before } = spent
            return {
              figure: <ChangeFigure change={sumOf([spent.change], currency)} currency={currency} />,
              sentence: `${spent.change === 0 ? 'as' : 'than'} ${isNow ? 'by this day ' : ''}in ${monthName(before.label)}`,
              chart: (
                <MiniLine
                  values={days.map(({ amount }) => amount)}
                  second={before.days.map(({ amount }) => amount)}
                />
              ),
              labels: [spent.date_from, spent.date_to].map((day) => dayOfMonth(day)),
              nothing: spent.amount === 0 && before.total === 0 && 'Your spending, against the month before',
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/spending"
          search={{ ...search.month, by: 'day', compare: 'year' }}
          title="Against last year"
          query={year}
        >
          {({ rows, base_currency_id: currency, ...report }) => {
            const change = sumOf([report.total, -report.previous_total], currency)
            const before = rangeText(report.previous_date_from, report.previous_date_to)
            return {
              figure:
                report.previous_total === 0 ? '–' : <ChangeFigure change={change} currency={currency} />,
              sentence:
                report.previous_total === 0
                  ? nothingOn(first, report.previous_date_to, today, `nothing was spent ${before}`)
                  : `${rangeText(report.date_from, report.date_to)} against ${before}`,
              chart: (
                <MiniLine
                  values={addedUp(
                    rows.map(({ amount }) => amount),
                    currency,
                  )}
                  second={addedUp(
                    rows.map(({ previous }) => previous),
                    currency,
                  )}
                />
              ),
              labels: [month.date_from, month.date_to].map((day) => dayOfMonth(day)),
              nothing:
                report.total === 0 &&
                report.previous_total === 0 &&
                'Your spending, against the same days a year before',
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/spending"
          search={{ ...search.month, by: 'contact' }}
          title="Who got it"
          query={people}
        >
          {({ rows, base_currency_id: currency }) => {
            const named = withNames(rows, 'contact').filter(({ id, amount }) => id !== null && amount !== 0)
            const all = sumOf(
              named.map(({ amount }) => amount),
              currency,
            )
            return {
              figure: named.length === 0 ? '–' : <Money amount={all} currency={currency} />,
              sentence:
                named.length === 0
                  ? 'no contact is named'
                  : `to ${named.length === 1 ? 'one contact' : `${named.length} contacts`}`,
              nothing: rows.length === 0 && 'The people and shops that you paid most',
              chart: (
                <MiniRows
                  rows={named
                    .slice(0, ROWS)
                    .map(({ key, label, amount }) => ({ key, name: label, value: amount }))}
                />
              ),
            }
          }}
        </ReportCard>
      </li>
    </>
  )
}
