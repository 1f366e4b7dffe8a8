import type { useQuery } from '@tanstack/react-query'
import type { Overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { MiniLine, MiniRows } from '../ui/charts/Mini.tsx'
import { dayOfMonth, monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import type { Glanced } from './glances.ts'
import { ReportCard } from './ReportCard.tsx'
import { withNames } from './spent.ts'

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
  const people = useAsk(spending, { query: { ...month, by: 'contact' } })
  return (
    <>
      <li>
        <ReportCard to="/reports/spending" search={search.month} title="Spending" query={seen}>
          {({ spent, categories, base_currency_id: currency }) => ({
            figure: <Money amount={spent.amount} currency={currency} />,
            sentence: `in ${monthName(spent.label)}${isNow ? ' so far' : ''}, by category`,
            chart: (
              <MiniRows
                rows={categories.rows.slice(0, ROWS).map(({ account_id, category_name, amount }) => ({
                  key: account_id,
                  name: category_name,
                  value: amount,
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
          search={{ ...search.month, by: 'contact' }}
          title="Who got it"
          query={people}
        >
          {({ rows, base_currency_id: currency }) => {
            const named = withNames(rows, 'contact').filter(({ id }) => id !== null)
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
