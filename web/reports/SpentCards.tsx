import type { useQuery } from '@tanstack/react-query'
import { listCategories } from '../../contract/categories.ts'
import { type Month, monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { spending } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk, useEverything } from '../api/ask.ts'
import { useBook, useToday } from '../page/me.ts'
import { MiniLine, MiniRows } from '../ui/charts/Mini.tsx'
import { MiniShares } from '../ui/charts/MiniShares.tsx'
import { dayOfMonth, monthName, rangeText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { minorOf, sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { nothingOn, useFirstDay } from './first-day.ts'
import type { Glanced } from './glances.ts'
import { useGroupColours } from './group-colours.ts'
import { ReportCard } from './ReportCard.tsx'
import { addedUp, isNamedLittle, MAX_NAMES, sharesIn, withNames } from './spent.ts'

/** €83.50 less */
function ChangeFigure({ change, currency }: { change: bigint; currency: string }) {
  if (change === 0n) return t('as much [as much … as in October]')
  const amount = <Money amount={change < 0n ? -change : change} currency={currency} />
  return change < 0n
    ? rich('{amount} less [€80 less … than in October]', { amount })
    : rich('{amount} more [€80 more … than in October]', { amount })
}

/** The days before, after a figure by how much they differ: than by this day in October */
function againstText(change: number, isNow: boolean, before: Month): string {
  const month = monthName(before)
  if (change === 0)
    return isNow
      ? t('as by this day in {month} [as much …]', { month })
      : t('as in {month} [as much …]', { month })
  return isNow
    ? t('than by this day in {month} [€80 less …]', { month })
    : t('than in {month} [€80 less …]', { month })
}

/** The month, after what was spent in it. */
function monthSentence(month: string, isNow: boolean, hasGroups: boolean): string {
  if (hasGroups) return isNow ? t('in {month} so far [€80 …]', { month }) : t('in {month} [€80 …]', { month })
  return isNow
    ? t('in {month} so far, by category [€80 …]', { month })
    : t('in {month}, by category [€80 …]', { month })
}

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
  const colours = useGroupColours()
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
          title={hasGroups ? t('Spending by group') : t('Spending')}
          query={groups}
        >
          {({ rows, total, base_currency_id: currency }) => ({
            figure: <Money amount={total} currency={currency} />,
            sentence: monthSentence(monthName(monthOfDay(month.date_from, start)), isNow, hasGroups),
            chart: <MiniShares currency={currency} items={sharesIn(withNames(rows, 'group'), colours)} />,
            nothing: total === 0 && t('Your spending, the largest part first'),
          })}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/spending"
          search={{ ...search.month, by: 'day' }}
          title={t('Day by day')}
          query={seen}
        >
          {({ spent, base_currency_id: currency }) => {
            const { days, previous_month: before } = spent
            return {
              figure: <ChangeFigure change={sumOf([spent.change], currency)} currency={currency} />,
              sentence: againstText(spent.change, isNow, before.label),
              chart: (
                <MiniLine
                  steps
                  values={days.map(({ amount }) => amount)}
                  second={before.days.map(({ amount }) => amount)}
                />
              ),
              labels: [spent.date_from, spent.date_to].map((day) => dayOfMonth(day)),
              nothing:
                spent.amount === 0 && before.total === 0 && t('Your spending, against the month before'),
            }
          }}
        </ReportCard>
      </li>
      <li data-row className="order-2">
        <ReportCard
          to="/reports/spending"
          search={{ ...search.month, by: 'day', compare: 'year' }}
          title={t('Against last year')}
          isRow
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
                  ? nothingOn(
                      first,
                      report.previous_date_to,
                      today,
                      t('nothing was spent {days}', { days: before }),
                    )
                  : t('{days} against {before} [€80 less, 1–14 Nov 2026 against 1–14 Nov 2025]', {
                      days: rangeText(report.date_from, report.date_to),
                      before,
                    }),
              chart: (
                <MiniLine
                  steps
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
              isLine: report.previous_total === 0,
              nothing:
                report.total === 0 &&
                report.previous_total === 0 &&
                t('Your spending, against the same days a year before'),
            }
          }}
        </ReportCard>
      </li>
      {isNamedLittle(people.data) ? null : (
        <li data-people className="order-1">
          <ReportCard
            to="/reports/spending"
            search={{ ...search.month, by: 'contact' }}
            title={t('Who got it')}
            query={people}
          >
            {({ rows, total, base_currency_id: currency }) => {
              const named = withNames(rows, 'contact').filter(({ id, amount }) => id !== null && amount !== 0)
              const all = sumOf(
                named.map(({ amount }) => amount),
                currency,
              )
              const count = named.length
              return {
                figure: <Money amount={all} currency={currency} />,
                sentence:
                  all === minorOf(total, currency)
                    ? t('{count, plural, one {to one contact} other {to # contacts}} [€80 …]', { count })
                    : rich(
                        '{count, plural, one {of {total} went to one contact} other {of {total} went to # contacts}} [€80 …]',
                        { count, total: <Money amount={total} currency={currency} /> },
                      ),
                nothing: rows.length === 0 && t('The people and shops that you paid most'),
                chart: (
                  <MiniRows
                    rows={named
                      .slice(0, MAX_NAMES)
                      .map(({ key, label, amount }) => ({ key, name: label, value: amount }))}
                  />
                ),
              }
            }}
          </ReportCard>
        </li>
      )}
    </>
  )
}
