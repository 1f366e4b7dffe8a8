import { useQuery } from '@tanstack/react-query'
import { type CashFlow, cashFlow } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { accounts, inOrder } from '../page/accounts.ts'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { rich } from '../ui/rich.ts'
import { DrillDown } from './DrillDown.tsx'
import { useSinceBegin } from './first-day.ts'
import { InOutBars } from './InOutBars.tsx'
import { NothingHere } from './NothingHere.tsx'
import { PeriodList } from './PeriodList.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { figuresOf, flowRows, rowsOf, shownPeriod } from './rows.ts'
import { SeriesTable } from './SeriesTable.tsx'
import { columnsOf, periodText, type Span } from './span.ts'
import { useFigures, useSpan } from './use-report.ts'

/** Money into and out of the accounts that hold it. */
export function CashFlowPage() {
  const { month_starts_on: start } = useBook()
  const { today, ...span } = useSpan('6m')
  const { date_from, date_to } = span
  const query = useAsk(cashFlow, { query: { date_from, date_to, by: columnsOf(span, start) } })
  return (
    <>
      <ReportHeading title={t('Cash flow')} subtitle={spanText(span)}>
        <SpanPicker span={span} />
      </ReportHeading>
      <Loaded query={query} rows={12}>
        {(report) =>
          report.accounts.length === 0 ? (
            <NothingHere title={t('No money moved {days}', { days: spanText(span) })}>
              {t(
                'The money that came into your accounts and went out of them would stand here, month by month.',
              )}
            </NothingHere>
          ) : (
            <Flow report={report} span={span} today={today} />
          )
        }
      </Loaded>
    </>
  )
}

function Flow({ report, span, today }: { report: CashFlow; span: Span; today: string }) {
  const { search, filter } = useAddress()
  const isPhone = useIsPhone()
  const { data: known = [] } = useQuery(accounts)
  const { totals, base_currency_id: currency } = report
  const { groups, final, periods, skipped } = useSinceBegin(
    flowRows({ ...report, accounts: inOrder(report.accounts, ({ account_id }) => account_id, known) }),
    report,
  )
  const { current, show, close } = useFigures(figuresOf(rowsOf(groups, final), periods, spanText(span)))
  const at = shownPeriod(periods, search.month, today)
  const shown = isPhone ? periods[at] : undefined // a phone shows one month at a time
  const [moved, days] = shown
    ? [totals.moved.amounts[at + skipped] ?? 0, periodText(shown)]
    : [totals.moved.total, spanText(span)]
  const props = {
    label: t('Cash flow'),
    currency,
    periods,
    groups,
    final,
    today,
    openKey: current?.key,
    onShow: show,
  }
  return (
    <>
      <InOutBars
        label={t('Cash flow over time')}
        periods={periods}
        today={today}
        currency={currency}
        names={{ in: t('Came in'), out: t('Went out') }}
        amounts={{
          in: totals.came_in.amounts.slice(skipped),
          out: totals.went_out.amounts.slice(skipped),
        }}
        figureOf="net"
      />
      <Card>
        {isPhone ? (
          <PeriodList {...props} at={at} onMove={(label) => filter({ month: label })} />
        ) : (
          <SeriesTable {...props} />
        )}
      </Card>
      <p className="mt-3 text-caption text-text-3">
        {t(
          'Unlike Income and spending, this counts money when it moves: also what is lent, paid back, or paid to a card. What you pay by card is not in it.',
        )}{' '}
        {moved === 0
          ? null
          : rich(
              'Moved between cash, bank and savings, {days}: {amount}. It counts only in the change of each account.',
              { days, amount: <Money amount={moved} currency={currency} /> },
            )}
      </p>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}
