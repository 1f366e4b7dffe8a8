import type { Spending } from '../../contract/reports.ts'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Empty } from '../ui/States.tsx'
import { DrillDown } from './DrillDown.tsx'
import { spanText } from './ReportFrame.tsx'
import { SpendingChart } from './SpendingChart.tsx'
import { SpendingTable } from './SpendingTable.tsx'
import { isSoFar } from './span.ts'
import { type By, isOverTime, spendingFigures, withNames } from './spent.ts'
import { useFigures } from './use-report.ts'
import { WhySpent } from './WhySpent.tsx'

/** The days in figures: the total and why it changed, the shares, and the table. */
export function SpendingReport({
  report,
  by,
  kind,
}: {
  report: Spending
  by: By
  kind: 'expense' | 'income'
}) {
  const { search, filter } = useAddress()
  const today = useToday()
  const { month_starts_on: start } = useBook()
  const currency = report.base_currency_id
  const rows = withNames(report.rows, by)
  const { current, show, close } = useFigures(spendingFigures(report, rows))
  const before = spanText({ date_from: report.previous_date_from, date_to: report.previous_date_to })
  const isByChange = search.sort === 'change'
  if (rows.length === 0)
    return (
      <Card>
        <Empty
          title={
            kind === 'expense' ? 'Nothing was spent on these days' : 'Nothing was received on these days'
          }
        />
      </Card>
    )
  return (
    <>
      <Card className="@container mb-4 p-5">
        <p className="text-table text-text-2">
          {spanText(report)}
          {isSoFar(report.date_to, today, start) ? ', so far' : ''}
        </p>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Money
            amount={report.total}
            currency={currency}
            variant="figure"
            className="text-figure-lg font-semibold"
          />
          <Difference
            amount={sumOf([report.total, -report.previous_total], currency)}
            currency={currency}
            before={before}
          />
        </p>
        {by === 'category' ? <WhySpent report={report} rows={rows} kind={kind} /> : null}
        <div className="mt-4">
          <SpendingChart rows={rows} by={by} currency={currency} today={today} start={start} onOpen={show} />
        </div>
      </Card>
      {isOverTime(rows, by) ? null : (
        <Segmented
          label="Order"
          className="mb-3 print:hidden"
          value={isByChange ? 'change' : 'size'}
          options={[
            { value: 'size', label: 'By size' },
            { value: 'change', label: 'By change' },
          ]}
          onChange={(value) => filter({ sort: value === 'change' ? value : undefined })}
        />
      )}
      <Card>
        <SpendingTable
          report={report}
          rows={rows}
          before={before}
          isByChange={isByChange}
          onSort={(sort) => filter({ sort })}
          isByTime={isOverTime(rows, by)}
          openKey={current?.key}
          onShow={show}
        />
      </Card>
      {by === 'tag' ? (
        <p className="mt-3 text-caption text-text-3">
          A transaction with several tags counts for each of them.
        </p>
      ) : null}
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

/** How much more or less than before, in words: neither is good or bad. */
const Difference = ({ amount, currency, before }: { amount: bigint; currency: string; before: string }) => (
  <span className="text-table text-text-2">
    {amount === 0n ? (
      'as much as'
    ) : (
      <>
        <Money amount={amount < 0n ? -amount : amount} currency={currency} className="font-semibold" />{' '}
        {amount < 0n ? 'less than' : 'more than'}
      </>
    )}{' '}
    {before}
  </span>
)
