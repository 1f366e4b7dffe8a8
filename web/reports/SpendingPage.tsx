import { type Spending, spending } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook, useToday } from '../page/me.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { daysBetween } from '../ui/dates.ts'
import { SelectField } from '../ui/Field.tsx'
import { Money } from '../ui/Money.tsx'
import { sumOf } from '../ui/money.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { Empty, Refusal } from '../ui/States.tsx'
import { DrillDown } from './DrillDown.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { SpendingChart } from './SpendingChart.tsx'
import { SpendingTable } from './SpendingTable.tsx'
import { isSoFar, soFar } from './span.ts'
import { isBy, isKind, isOverTime, spendingFigures, withNames } from './spent.ts'
import { useFigures, useSpan } from './use-report.ts'
import { WhySpent } from './WhySpent.tsx'

/** More days than these are too many to read one by one. */
const MAX_DAYS = 400

/** Where the money went, or came from, against the time before. */
export function SpendingPage() {
  const { search, filter } = useAddress()
  const { today, ...asked } = useSpan('month')
  const span = soFar(asked, today)
  const { date_from, date_to } = span
  const by = isBy(search.by) ? search.by : 'category'
  const kind = isKind(search.kind) ? search.kind : 'expense'
  const isTooLong = by === 'day' && daysBetween(date_from, date_to) >= MAX_DAYS
  // Months are asked for in place of too many days, and shown once somebody chooses so.
  const query = useAsk(spending, { query: { date_from, date_to, by: isTooLong ? 'month' : by, kind } })
  return (
    <>
      <ReportHeading title="Spending" subtitle={spanText(span)}>
        <Segmented
          label="What"
          value={kind}
          options={[
            { value: 'expense', label: 'Spent' },
            { value: 'income', label: 'Received' },
          ]}
          onChange={(value) => filter({ kind: value === 'expense' ? undefined : value, figure: undefined })}
        />
        <SelectField
          label="Divided by"
          isLabelHidden
          value={by}
          onChange={(event) =>
            filter({
              by: event.target.value === 'category' ? undefined : event.target.value,
              figure: undefined,
            })
          }
        >
          <option value="category">By category</option>
          <option value="contact">By contact</option>
          <option value="tag">By tag</option>
          <option value="account">By account</option>
          <option value="month">By month</option>
          <option value="day">By day</option>
        </SelectField>
        <SpanPicker span={span} hasMonths />
      </ReportHeading>
      {isTooLong ? (
        <Refusal
          title={`${spanText(span)} are too many days to show one by one`}
          actions={
            <>
              <Button onClick={() => filter({ by: 'month' })}>Show by month</Button>
              <Button onClick={() => filter({ period: '1y', date_from: undefined, date_to: undefined })}>
                Show one year
              </Button>
            </>
          }
        />
      ) : (
        <Loaded query={query} rows={10}>
          {(report) => <Report report={report} by={by} kind={kind} />}
        </Loaded>
      )}
    </>
  )
}

function Report({
  report,
  by,
  kind,
}: {
  report: Spending
  by: Parameters<typeof withNames>[1]
  kind: 'expense' | 'income'
}) {
  const { search, filter } = useAddress()
  const today = useToday()
  const { month_starts_on: start } = useBook()
  const currency = report.base_currency_id
  const rows = withNames(report.rows, by)
  const { current, show, close } = useFigures(spendingFigures(report, rows))
  const before = spanText({ date_from: report.previous_date_from, date_to: report.previous_date_to })
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
        {by === 'category' ? (
          <WhySpent report={report} rows={rows} kind={kind} openKey={current?.key} onShow={show} />
        ) : null}
        <div className="mt-4">
          <SpendingChart rows={rows} by={by} currency={currency} today={today} start={start} onOpen={show} />
        </div>
      </Card>
      <Card>
        <SpendingTable
          report={report}
          rows={rows}
          before={before}
          isByChange={search.sort === 'change'}
          onSort={(sort) => filter({ sort })}
          hasColours={!isOverTime(rows, by)}
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
