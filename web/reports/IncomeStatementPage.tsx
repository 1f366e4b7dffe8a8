import { type IncomeStatement, incomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { Switch } from '../ui/Field.tsx'
import { useIsPhone } from '../ui/media.ts'
import { ComparePicker, useComparison } from './ComparePicker.tsx'
import { CompareTable } from './CompareTable.tsx'
import { DrillDown } from './DrillDown.tsx'
import { useSinceBegin } from './first-day.ts'
import { InOutBars } from './InOutBars.tsx'
import { NothingHere } from './NothingHere.tsx'
import { PeriodList } from './PeriodList.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { figuresOf, rowsOf, shownPeriod, statementRows } from './rows.ts'
import { SeriesTable } from './SeriesTable.tsx'
import { columnsOf, type Span, soFar } from './span.ts'
import { useFigures, useSpan } from './use-report.ts'

/** Income and spending, by category and month. */
export function IncomeStatementPage() {
  const { month_starts_on: start } = useBook()
  const { search, filter } = useAddress()
  const { today, ...span } = useSpan('6m')
  const { date_from, date_to } = span
  const isByGroup = search.by === 'group'
  const query = useAsk(incomeStatement, {
    query: { date_from, date_to, by: columnsOf(span, start), ...(isByGroup && { by_group: true }) },
  })
  const compare = useComparison(soFar(span, today))
  return (
    <>
      <ReportHeading title={t('Income and spending')} subtitle={spanText(span)}>
        <Switch
          checked={isByGroup}
          onChange={(event) => filter({ by: event.target.checked ? 'group' : undefined, figure: undefined })}
        >
          {t('By group')}
        </Switch>
        <ComparePicker span={soFar(span, today)} className="max-sm:min-w-32 max-sm:flex-1" />
        <SpanPicker span={span} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(statement) =>
          statement.income.length + statement.expense.length === 0 && !compare ? (
            <NothingHere title={t('Nothing came in and nothing was spent {days}', { days: spanText(span) })}>
              {t(
                'Income and spending would stand here, a row for each category and a column for each month, and below them the part that you kept.',
              )}
            </NothingHere>
          ) : compare ? (
            <CompareTable span={soFar(span, today)} isByGroup={isByGroup} compare={compare} />
          ) : (
            <Statement statement={statement} span={span} today={today} />
          )
        }
      </Loaded>
    </>
  )
}

function Statement({ statement, span, today }: { statement: IncomeStatement; span: Span; today: string }) {
  const { search, filter } = useAddress()
  const isPhone = useIsPhone()
  const { totals, base_currency_id: currency } = statement
  const { groups, final, periods, skipped } = useSinceBegin(statementRows(statement), statement)
  const { current, show, close } = useFigures(figuresOf(rowsOf(groups, final), periods, spanText(span)))
  const props = {
    label: t('Income and spending'),
    currency,
    periods,
    groups,
    final,
    today,
    rate: {
      ...totals.savings_rate,
      amounts: totals.savings_rate.amounts.slice(skipped),
      name: t('Savings rate'),
    },
    openKey: current?.key,
    onShow: show,
  }
  return (
    <>
      <InOutBars
        label={t('Income and spending over time')}
        periods={periods}
        today={today}
        currency={currency}
        names={{ in: t('Income'), out: t('Spending') }}
        amounts={{ in: totals.income.amounts.slice(skipped), out: totals.expense.amounts.slice(skipped) }}
        figureOf="kept"
      />
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
