import type { useQuery } from '@tanstack/react-query'
import { listCategories } from '../../contract/categories.ts'
import { monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useBook } from '../page/me.ts'
import { MiniLine, MiniRows } from '../ui/charts/Mini.tsx'
import { MiniShares } from '../ui/charts/MiniShares.tsx'
import { dayOfMonth, dayText, monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import type { Glanced } from './glances.ts'
import { ReportCard } from './ReportCard.tsx'
import { withNames } from './spent.ts'

/** Each amount with those before it: lengths on the screen. */
const courseOf = (amounts: readonly number[], currency: string): number[] =>
  amounts.map((_, index) => Number(sumOf(amounts.slice(0, index + 1), currency)))

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
            chart: (
              <MiniShares
                currency={currency}
                items={withNames(rows, 'group').map(({ key, label, amount }) => ({
                  key,
                  name: label,
                  amount,
                }))}
              />
            ),
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
              figure: <Money amount={Math.abs(spent.change)} currency={currency} />,
              sentence: `${spent.change < 0 ? 'less' : 'more'} than ${isNow ? 'by this day ' : ''}in ${monthName(before.label)}`,
              chart: (
                <MiniLine
                  values={days.map(({ amount }) => amount)}
                  second={before.days.map(({ amount }) => amount)}
                />
              ),
              labels: [spent.date_from, spent.date_to].map((day) => dayOfMonth(day)),
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
          {({ rows, total, previous_total, previous_date_to, base_currency_id: currency }) => {
            const change = sumOf([total, -previous_total], currency)
            return {
              figure:
                change === 0n ? (
                  'as much'
                ) : (
                  <>
                    <Money amount={change < 0n ? -change : change} currency={currency} />{' '}
                    {change < 0n ? 'less' : 'more'}
                  </>
                ),
              sentence: `${change === 0n ? 'as' : 'than'} by ${dayText(previous_date_to)}`,
              chart: (
                <MiniLine
                  values={courseOf(
                    rows.map(({ amount }) => amount),
                    currency,
                  )}
                  second={courseOf(
                    rows.map(({ previous }) => previous),
                    currency,
                  )}
                />
              ),
              labels: [month.date_from, month.date_to].map((day) => dayOfMonth(day)),
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
              figure: <Money amount={all} currency={currency} />,
              sentence:
                named.length === 0
                  ? 'no contact is named'
                  : `to ${named.length === 1 ? 'one contact' : `${named.length} contacts`}`,
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
