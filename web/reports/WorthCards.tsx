import type { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { monthOfDay } from '../../contract/month.ts'
import type { Overview } from '../../contract/overview.ts'
import { trialBalance } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { useBook } from '../page/me.ts'
import { MiniBars, MiniLine } from '../ui/charts/Mini.tsx'
import { barsOf } from '../ui/charts/scale.ts'
import { dayInSentence, monthName, monthShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { ByValues } from './ByValues.tsx'
import type { Glanced } from './glances.ts'
import { ReportCard } from './ReportCard.tsx'
import { apart, beginLater, drawnLine, hasParts } from './worth.ts'

const barsOfPoint = ({ assets, liabilities }: { assets: number; liabilities: number }): number[] => {
  const { above, below } = barsOf({ have: assets, owe: liabilities })
  return [above ?? 0, below ?? 0]
}

const hasNothing = (points: readonly { assets: number; liabilities: number }[]) =>
  points.every(({ assets, liabilities }) => assets === 0 && liabilities === 0)

/** Debts, after all that one has. */
const owedSentence = (isNow: boolean, values: { amount: ReactNode; later: number; day: string }) =>
  isNow
    ? rich(
        '{later, plural, =0 {and {amount} owed, today} one {and {amount} owed, today; one account begins later} other {and {amount} owed, today; # accounts begin later}} [€900 …]',
        values,
      )
    : rich(
        '{later, plural, =0 {and {amount} owed, on {day}} one {and {amount} owed, on {day}; one account begins later} other {and {amount} owed, on {day}; # accounts begin later}} [€900 …]',
        values,
      )

/** The accounts of the ledger, after the sum of their debits. */
function sidesText(isEqual: boolean, isNow: boolean, values: { count: number; day: string }): string {
  if (isEqual)
    return isNow
      ? t(
          '{count, plural, one {on both sides of # account, today} other {on both sides of # accounts, today}} [€900 …]',
          values,
        )
      : t(
          '{count, plural, one {on both sides of # account, on {day}} other {on both sides of # accounts, on {day}}} [€900 …]',
          values,
        )
  return isNow
    ? t(
        '{count, plural, one {of debit, which is not the credit of # account, today} other {of debit, which is not the credit of # accounts, today}} [€900 …]',
        values,
      )
    : t(
        '{count, plural, one {of debit, which is not the credit of # account, on {day}} other {of debit, which is not the credit of # accounts, on {day}}} [€900 …]',
        values,
      )
}

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
  const day = dayInSentence(date, date)
  const labelsOf = (points: readonly { date: string }[]) =>
    points
      .filter((_, index) => points.length <= 6 || (points.length - 1 - index) % 2 === 0)
      .map((point) => monthShort(monthOfDay(point.date, start)))
  return (
    <>
      <li>
        <ReportCard to="/reports/net-worth" search={search.six} title={t('Net worth')} query={seen}>
          {({
            net_worth: { net, change, opening, points, began_with: began, ...parts },
            spent,
            base_currency_id: currency,
          }) => {
            const gained = sumOf([change, -opening], currency)
            const drawn = drawnLine(points, began, currency).map((point) => ({ ...point, ...apart(point) }))
            const later = beginLater(began, date).length
            const month = monthName(spent.label)
            const lately = hasParts(parts) ? (
              <ByValues gained={gained} parts={parts} currency={currency} />
            ) : (
              <Money amount={gained} currency={currency} variant="change" />
            )
            return {
              figure: <Money amount={net} currency={currency} />,
              sentence:
                opening !== 0
                  ? rich('{change} in {month}, and {amount} that accounts began with', {
                      change: lately,
                      month,
                      amount: <Money amount={opening} currency={currency} variant="change" />,
                    })
                  : rich(
                      '{later, plural, =0 {{change} in {month}} one {{change} in {month}; one account begins later} other {{change} in {month}; # accounts begin later}}',
                      { change: lately, month, later },
                    ),
              chart: (
                <MiniLine
                  values={drawn.map(({ value }) => value)}
                  second={drawn.map(({ second }) => second)}
                />
              ),
              labels: labelsOf(drawn),
              nothing: hasNothing(points) && t('What you have less what you owe, over a year'),
            }
          }}
        </ReportCard>
      </li>
      <li data-last>
        <ReportCard
          to="/reports/balance-sheet"
          search={search.day}
          title={t('What you have and owe')}
          query={seen}
        >
          {({
            net_worth: { assets, liabilities, points, began_with: began },
            base_currency_id: currency,
          }) => ({
            figure: <Money amount={assets} currency={currency} />,
            sentence: owedSentence(isNow, {
              amount: <Money amount={liabilities} currency={currency} />,
              later: beginLater(began, date).length,
              day,
            }),
            chart: <MiniBars groups={drawnLine(points, began, currency).map(barsOfPoint)} />,
            labels: labelsOf(drawnLine(points, began, currency)),
            isBars: true,
            nothing: hasNothing(points) && t('What you have above the line, what you owe below'),
          })}
        </ReportCard>
      </li>
      <li data-row className="order-3">
        <ReportCard
          to="/reports/trial-balance"
          search={search.day}
          title={t('Trial balance')}
          isRow
          query={balance}
        >
          {({
            total_debit_base: debit,
            total_credit_base: credit,
            accounts,
            base_currency_id: currency,
          }) => ({
            figure: <Money amount={debit} currency={currency} />,
            sentence: sidesText(debit === credit, isNow, { count: accounts.length, day }),
            chart: <MiniBars groups={[[debit], [credit]]} />,
            labels: [t('Debit'), t('Credit')],
            isBars: true,
            isLine: debit === credit, // two blocks of one size say nothing
            nothing: accounts.length === 0 && t('All accounts of the books: debit equals credit'),
          })}
        </ReportCard>
      </li>
    </>
  )
}
