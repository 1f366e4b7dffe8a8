import { type MoneyFlow, moneyFlow } from '../../contract/flow.ts'
import type { Period } from '../../contract/report-parts.ts'
import { cashFlow, incomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { MiniBars, MiniLine } from '../ui/charts/Mini.tsx'
import { monthName, monthShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'
import { rich } from '../ui/rich.ts'
import { useSkipped } from './first-day.ts'
import type { Glanced } from './glances.ts'
import { MiniFlow } from './MiniFlow.tsx'
import { timesText } from './percent.ts'
import { ReportCard } from './ReportCard.tsx'

const labelsOf = (periods: readonly Period[]) => periods.map(({ label }) => monthShort(label))

const isNothing = (...series: readonly { amounts: readonly number[] }[]) =>
  series.every(({ amounts }) => amounts.every((amount) => amount === 0))

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const lastMonth = (periods: readonly Period[]): string => monthName(periods.at(-1)?.label ?? '')

/** More flows through a month than its income where something came back or was taken from before. */
function flowedText({ nodes }: MoneyFlow): string {
  const has = (kind: MoneyFlow['nodes'][number]['kind']) => nodes.some((node) => node.kind === kind)
  if (has('refunds'))
    return has('from_savings')
      ? t('came in, besides refunds and a part of what you had')
      : t('came in, besides refunds')
  return has('from_savings') ? t('came in, besides a part of what you had') : t('came in')
}

const otherBooksText = (amount: bigint, month: string): string =>
  amount < 0n ? t('to other books in {month}', { month }) : t('from other books in {month}', { month })

const movedText = (amount: bigint, month: string): string =>
  amount < 0n
    ? t('more went out than came in in {month}', { month })
    : t('more came in than went out in {month}', { month })

/** Half a year of income against spending, the part kept, and the money that moved. */
export function FlowCards({ glanced: { month, six, search } }: { glanced: Glanced }) {
  const statement = useAsk(incomeStatement, { query: { ...six, by: 'month' } })
  const flowed = useAsk(moneyFlow, { query: month })
  const flow = useAsk(cashFlow, { query: { ...six, by: 'month' } })
  const kept = statement.data?.totals
  const ofStatement = useSkipped(statement.data?.periods, ...(kept ? [kept.income, kept.expense] : []))
  const moved = flow.data?.totals
  const ofFlow = useSkipped(
    flow.data?.periods,
    ...(moved ? [moved.came_in, moved.went_out, moved.opening, moved.between] : []),
  )
  return (
    <>
      <li>
        <ReportCard
          to="/reports/income-statement"
          search={search.six}
          title={t('Income and spending')}
          query={statement}
        >
          {({ periods, totals: { income, expense, net }, base_currency_id: currency }) => {
            const kept = net.amounts.at(-1) ?? 0
            const month = lastMonth(periods)
            return {
              figure: <Money amount={Math.abs(kept)} currency={currency} />,
              sentence:
                kept < 0
                  ? t('more spent than received in {month}', { month })
                  : t('kept in {month}', { month }),
              chart: (
                <MiniBars
                  groups={income.amounts
                    .map((amount, index) => [amount, expense.amounts[index] ?? 0])
                    .slice(ofStatement)}
                />
              ),
              labels: labelsOf(periods.slice(ofStatement)),
              isBars: true,
              nothing: isNothing(income, expense) && t('Income against spending, month by month'),
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard
          to="/reports/income-statement"
          search={search.six}
          title={t('Savings rate')}
          query={statement}
        >
          {({ periods, totals: { income, expense, savings_rate } }) => {
            const parts = savings_rate.amounts.map((part) => part ?? undefined)
            const [now, month] = [parts.at(-1), lastMonth(periods)]
            return {
              figure: now === undefined ? '–' : now < 0 ? timesText(now) : percentText(now),
              sentence:
                now === undefined
                  ? t('no income in {month}', { month })
                  : now < 0
                    ? t('what came in was spent in {month}', { month })
                    : t('of the income was kept in {month}', { month }),
              chart: <MiniLine values={parts.slice(ofStatement)} />,
              labels: labelsOf(periods.slice(ofStatement)),
              nothing: isNothing(income, expense) && t('The part of your income that you keep'),
            }
          }}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/flow" search={search.month} title={t('Where it flowed')} query={flowed}>
          {(report) => ({
            figure: <Money amount={report.income} currency={report.base_currency_id} />,
            sentence: flowedText(report),
            chart: <MiniFlow flow={report} />,
            nothing: report.links.length === 0 && t('Where money came from, and where it went'),
          })}
        </ReportCard>
      </li>
      <li>
        <ReportCard to="/reports/cash-flow" search={search.six} title={t('Cash flow')} query={flow}>
          {({ periods, totals, base_currency_id: currency }) => {
            const [came, went] = [totals.came_in.amounts, totals.went_out.amounts] // without balances that accounts began with
            const between = totals.between.amounts
            const moved = sumOf([came.at(-1) ?? 0, -(went.at(-1) ?? 0)], currency)
            const other = sumOf([between.at(-1) ?? 0], currency)
            const month = lastMonth(periods)
            const isOther = other !== 0n && !came.at(-1) && !went.at(-1)
            const shown = isOther ? other : moved
            const besides = { month, amount: <Money amount={sizeOf(other)} currency={currency} /> }
            return {
              figure: <Money amount={sizeOf(shown)} currency={currency} />,
              sentence: isOther
                ? otherBooksText(other, month)
                : other === 0n
                  ? movedText(moved, month)
                  : rich(
                      '{way, select, out_to {more went out than came in in {month}, besides {amount} to other books} out_from {more went out than came in in {month}, besides {amount} from other books} in_to {more came in than went out in {month}, besides {amount} to other books} other {more came in than went out in {month}, besides {amount} from other books}}',
                      { ...besides, way: `${moved < 0n ? 'out' : 'in'}_${other < 0n ? 'to' : 'from'}` },
                    ),
              chart: (
                <MiniBars
                  groups={came
                    .map((amount, index) => [
                      amount + Math.max(between[index] ?? 0, 0),
                      (went[index] ?? 0) + Math.max(-(between[index] ?? 0), 0),
                    ])
                    .slice(ofFlow)}
                />
              ),
              labels: labelsOf(periods.slice(ofFlow)),
              isBars: true,
              nothing:
                isNothing(totals.came_in, totals.went_out, totals.between) &&
                t('Money into your accounts and out of them'),
            }
          }}
        </ReportCard>
      </li>
    </>
  )
}
