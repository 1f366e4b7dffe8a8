import { type MoneyFlow, moneyFlow } from '../../contract/flow.ts'
import { monthOfDay } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { useBook } from '../page/me.ts'
import { useShortcut } from '../page/shortcuts.ts'
import { Card } from '../ui/Card.tsx'
import { monthName } from '../ui/dates.ts'
import { useIsPhone } from '../ui/media.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import { Segmented } from '../ui/Segmented.tsx'
import type { Figure } from './behind.ts'
import { DrillDown } from './DrillDown.tsx'
import { FlowChart } from './FlowChart.tsx'
import { FlowTable } from './FlowTable.tsx'
import { keyOf, withNodeNames } from './flow-layout.ts'
import { MonthStepper } from './MonthStepper.tsx'
import { NothingHere } from './NothingHere.tsx'
import { ReportHeading, SpanPicker, spanText } from './ReportFrame.tsx'
import { soFar } from './span.ts'
import { useFigures, useSpan } from './use-report.ts'

/** Where the money of a time came from, and where it went: as bands, or as the table that says the same. */
export function FlowPage() {
  const { search, filter } = useAddress()
  const { month_starts_on: start } = useBook()
  const isPhone = useIsPhone()
  const { today, ...asked } = useSpan('month')
  const span = soFar(asked, today)
  const { date_from, date_to } = span
  const month = monthOfDay(date_from, start)
  const isMonth = span.choice === 'month' || span.choice === 'last-month'
  const query = useAsk(moneyFlow, { query: { date_from, date_to } })
  // A phone has room for the table only; the bands are one press away.
  const view = search.view === 'chart' || search.view === 'table' ? search.view : isPhone ? 'table' : 'chart'
  const turn = () => filter({ view: view === 'chart' ? 'table' : 'chart' })
  useShortcut('t', t('Bands or table'), turn)
  return (
    <>
      <ReportHeading
        title={
          isMonth
            ? t('Where {month}’s money flowed', { month: monthName(month) })
            : t('Where the money flowed')
        }
        subtitle={spanText(span)}
      >
        <Segmented
          label={t('Shown as')}
          value={view}
          options={[
            { value: 'chart', label: t('Chart') },
            { value: 'table', label: t('Table') },
          ]}
          onChange={(value) => filter({ view: value })}
        />
        <SpanPicker span={span} hasMonths />
        {isMonth ? (
          <MonthStepper
            month={month}
            current={monthOfDay(today, start)}
            onMonth={(to) => filter({ month: to, period: undefined, figure: undefined })}
          />
        ) : null}
      </ReportHeading>
      <Loaded query={query} rows={10}>
        {(flow) => <Shown flow={flow} view={view} />}
      </Loaded>
    </>
  )
}

function Shown({ flow: asked, view }: { flow: MoneyFlow; view: 'chart' | 'table' }) {
  const flow = withNodeNames(asked)
  const currency = flow.base_currency_id
  const { filter } = useAddress()
  const figures = figuresOf(flow)
  const { current, show, close } = useFigures(figures)
  if (flow.links.length === 0)
    return (
      <NothingHere title={t('Nothing came in or went out {days}', { days: spanText(flow) })}>
        {t(
          'The way of the money would stand here: from where it came in to the groups and categories it went to, and the part that was kept.',
        )}
      </NothingHere>
    )
  return (
    <>
      {view === 'chart' ? (
        <Card className="mb-4 p-5 max-sm:p-4">
          <FlowChart
            flow={flow}
            currency={currency}
            sentenceOf={({ from, to, amount }, nodes) =>
              t('From {from} to {to}: {amount}', {
                from: nameOf(nodes, from),
                to: nameOf(nodes, to),
                amount: hiddenMoneyText(amount, currency),
              })
            }
            // The table has those that the chart joins.
            onOpen={(key) => (figures.some((one) => one.key === key) ? show(key) : filter({ view: 'table' }))}
          />
        </Card>
      ) : (
        <Card>
          <FlowTable flow={flow} openKey={current?.key} onShow={show} />
        </Card>
      )}
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

const nameOf = (nodes: MoneyFlow['nodes'], id: string): string =>
  nodes.find((node) => node.id === id)?.name ?? ''

/** Every flow opens the list that proves it. Of refunds and of savings, the list ends in the amount below zero. */
const figuresOf = ({ nodes, links }: MoneyFlow): Figure[] =>
  links.flatMap((link) =>
    link.explain === null
      ? []
      : [
          {
            key: keyOf(link),
            title: t('{from} to {to}', { from: nameOf(nodes, link.from), to: nameOf(nodes, link.to) }),
            amount: link.amount,
            explain: link.explain,
            isUnsigned: true,
          },
        ],
  )
