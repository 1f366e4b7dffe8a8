import type { Period } from '../../contract/report-parts.ts'
import { type IncomeStatement, incomeStatement } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook } from '../auth/me.ts'
import { useAddress } from '../shell/address.ts'
import { Card } from '../ui/Card.tsx'
import { Legend } from '../ui/charts/Legend.tsx'
import { PairedBars } from '../ui/charts/PairedBars.tsx'
import { Switch } from '../ui/Field.tsx'
import { useIsPhone } from '../ui/media.ts'
import { CompareTable } from './CompareTable.tsx'
import { DrillDown } from './DrillDown.tsx'
import { PeriodList } from './PeriodList.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { figureKey, figuresOf, rowsOf, shownPeriod, statementRows } from './rows.ts'
import { SeriesTable } from './SeriesTable.tsx'
import { columnsOf, isUnfinished, periodShort, periodText, type Span } from './span.ts'
import { useFigures, useSpan } from './use-report.ts'

const LABEL = 'Income and spending'

/** What came in and what was spent, by category and month. */
export function IncomeStatementPage() {
  const { month_starts_on: start } = useBook()
  const { search, filter } = useAddress()
  const { today, ...span } = useSpan('6m')
  const { date_from, date_to } = span
  const query = useAsk(incomeStatement, { query: { date_from, date_to, by: columnsOf(span, start) } })
  const isCompared = search.compare === 'before'
  return (
    <>
      <ReportHeading title={LABEL} subtitle={spanText(span)}>
        <Switch
          checked={isCompared}
          onChange={(event) =>
            filter({ compare: event.target.checked ? 'before' : undefined, figure: undefined })
          }
        >
          Compare
        </Switch>
        <SpanPicker span={span} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(statement) => (
          <>
            <Bars statement={statement} today={today} />
            {isCompared ? <CompareTable span={span} /> : <Statement {...{ statement, span, today }} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function Bars({ statement, today }: { statement: IncomeStatement; today: string }) {
  const { search, filter, open } = useAddress()
  const isPhone = useIsPhone()
  const { periods, totals, base_currency_id } = statement
  if (periods.length < 2) return null
  const unfinished = periods.findIndex((period) => isUnfinished(period, today))
  const short = (period: Period, index: number) =>
    index === unfinished ? `${periodShort(period, today)} so far` : periodShort(period, today)
  // A phone shows one month at a time: the chart chooses it. Elsewhere a month opens.
  const show = (label: string) => {
    if (isPhone) return filter({ month: label })
    const figure = figureKey({ key: 'kept' }, label)
    return search.figure === undefined ? open({ figure }) : filter({ figure })
  }
  return (
    <Card className="mb-4 px-5 pt-4 pb-3">
      <Legend
        series={[
          { name: 'Income', mark: 'bar', colour: 'text-chart-3' },
          { name: 'Spending', mark: 'bar', colour: 'text-chart-2' },
        ]}
      />
      <div className="mt-2">
        <PairedBars
          label={`${LABEL} by ${periods[0]?.label.includes('Q') ? 'quarter' : periods[0]?.label.length === 4 ? 'year' : 'month'}`}
          currency={base_currency_id}
          height={140}
          {...(unfinished < 0 ? {} : { today: unfinished })}
          points={periods.map((period, index) => ({
            key: period.label,
            label: periodText(period),
            short: short(period, index),
            in: totals.income.amounts[index],
            out: totals.expense.amounts[index],
          }))}
          onOpen={show}
        />
      </div>
    </Card>
  )
}

function Statement({ statement, span, today }: { statement: IncomeStatement; span: Span; today: string }) {
  const { search, filter } = useAddress()
  const isPhone = useIsPhone()
  const { periods, base_currency_id: currency } = statement
  const { groups, final } = statementRows(statement)
  const { current, show, close } = useFigures(figuresOf(rowsOf(groups, final), periods, spanText(span)))
  const props = {
    ...{ label: LABEL, currency, periods, groups, final, today },
    openKey: current?.key,
    onShow: show,
  }
  return (
    <>
      <Card>
        {isPhone ? (
          <PeriodList
            {...props}
            at={shownPeriod(periods, search.month, today)}
            onMove={(label) => filter({ month: label })}
          />
        ) : (
          <SeriesTable {...props} />
        )}
      </Card>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}
