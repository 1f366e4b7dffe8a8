import { type MoneyFlow, moneyFlow } from '../../contract/flow.ts'
import type { Period } from '../../contract/report-parts.ts'
import { cashFlow, incomeStatement } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { MiniBars, MiniLine } from '../ui/charts/Mini.tsx'
import { monthName, monthShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { listed } from '../ui/wording.ts'
import type { Glanced } from './glances.ts'
import { MiniFlow } from './MiniFlow.tsx'
import { percentText, timesText } from './percent.ts'
import { ReportCard } from './ReportCard.tsx'

const labelsOf = (periods: readonly Period[]) => periods.map(({ label }) => monthShort(label))

const isNothing = (...series: readonly { amounts: readonly number[] }[]) =>
  series.every(({ amounts }) => amounts.every((amount) => amount === 0))

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const inMonth = ({ label }: Period) => `in ${monthName(label)}`

/** More flows through a month than its income where something came back or was taken from before. */
function flowedBesides({ nodes }: MoneyFlow): string {
  const has = (kind: MoneyFlow['nodes'][number]['kind']) => nodes.some((node) => node.kind === kind)
  const words = [
    ...(has('refunds') ? ['refunds'] : []),
    ...(has('from_savings') ? ['a part of what you had'] : []),
  ]
  return words.length === 0 ? '' : `, besides ${listed(words)}`
}

/** Half a year of income against spending, the part kept, and the money that moved. */
export function FlowCards({ glanced: { month, six, search } }: { glanced: Glanced }) {
  const statement = useAsk(incomeStatement, { query: { ...six, by: 'month' } })
  const flowed = useAsk(moneyFlow, { query: month })
  const flow = useAsk(cashFlow, { query: { ...six, by: 'month' } })
  return (
    <>
      <li>
        <ReportCard
          to="/reports/income-statement"
          search={search.six}
          title="Income and spending"
          query={statement}
        >
          {({ periods, totals: { income, expense, net }, base_currency_id: currency }) => {
            const kept = net.amounts.at(-1) ?? 0
            const last = periods.at(-1)
            return {
              figure: <Money amount={Math.abs(kept)} currency={currency} />,
              sentence: `${kept < 0 ? 'more spent than received' : 'kept'} ${last ? inMonth(last) : ''}`,
              chart: (
                <MiniBars
                  groups={income.amounts.map((amount, index) => [amount, expense.amounts[index] ?? 0])}
                />
              ),
              labels: labelsOf(periods),
              isBars: true,
              nothing: isNothing(income, expense) && 'Income against spending, month by month',
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/income-statement" search={search.six} title="Savings rate" query={statement}>
          {({ periods, totals: { income, expense, savings_rate } }) => {
            const parts = savings_rate.amounts.map((part) => part ?? undefined)
            const [now, last] = [parts.at(-1), periods.at(-1)]
            return {
              figure: now === undefined ? '–' : now < 0 ? timesText(now) : percentText(now),
              sentence:
                now === undefined
                  ? `no income ${last ? inMonth(last) : ''}`
                  : now < 0
                    ? `what came in was spent ${last ? inMonth(last) : ''}`
                    : `of the income was kept ${last ? inMonth(last) : ''}`,
              chart: <MiniLine values={parts} />,
              labels: labelsOf(periods),
              nothing: isNothing(income, expense) && 'The part of your income that you keep',
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/flow" search={search.month} title="Where it flowed" query={flowed}>
          {(report) => ({
            figure: <Money amount={report.income} currency={report.base_currency_id} />,
            sentence: `came in${flowedBesides(report)}`,
            chart: <MiniFlow flow={report} />,
            nothing: report.links.length === 0 && 'Where money came from, and where it went',
          })}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/cash-flow" search={search.six} title="Cash flow" query={flow}>
          {({ periods, totals, base_currency_id: currency }) => {
            const [came, went] = [totals.came_in.amounts, totals.went_out.amounts] // without balances that accounts began with
            const between = totals.between.amounts
            const moved = sumOf([came.at(-1) ?? 0, -(went.at(-1) ?? 0)], currency)
            const other = sumOf([between.at(-1) ?? 0], currency)
            const last = periods.at(-1)
            const when = last ? inMonth(last) : ''
            const where = other < 0n ? 'to other books' : 'from other books'
            const isOther = other !== 0n && !came.at(-1) && !went.at(-1)
            const shown = isOther ? other : moved
            const words = moved < 0n ? 'more went out than came in' : 'more came in than went out'
            return {
              figure: <Money amount={sizeOf(shown)} currency={currency} />,
              sentence: isOther ? (
                `${where} ${when}`
              ) : other === 0n ? (
                `${words} ${when}`
              ) : (
                <>
                  {words} {when}, besides <Money amount={sizeOf(other)} currency={currency} /> {where}
                </>
              ),
              chart: (
                <MiniBars
                  groups={came.map((amount, index) => [
                    amount + Math.max(between[index] ?? 0, 0),
                    (went[index] ?? 0) + Math.max(-(between[index] ?? 0), 0),
                  ])}
                />
              ),
              labels: labelsOf(periods),
              isBars: true,
              nothing:
                isNothing(totals.came_in, totals.went_out, totals.between) &&
                'Money into your accounts and out of them',
            }
          }}
        </ReportCard>
      </li>
    </>
  )
}
