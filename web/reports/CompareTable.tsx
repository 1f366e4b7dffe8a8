import { type IncomeStatement, incomeStatement } from '../../contract/reports.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import type { Figure } from './behind.ts'
import { DrillDown } from './DrillDown.tsx'
import { spanText } from './ReportFrame.tsx'
import { type Compared, comparedRows } from './rows.ts'
import { type Span, spanBefore } from './span.ts'
import { AmountCell, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'
import { useFigures } from './use-report.ts'

/** The span beside as many months before it, and the change. */
export function CompareTable({ span }: { span: Span }) {
  const { month_starts_on: start } = useBook()
  const { date_from, date_to } = span
  const earlier = spanBefore(span, start)
  const query = useAsk(incomeStatement, { query: { date_from, date_to } })
  const other = useAsk(incomeStatement, { query: earlier })
  const names = { now: spanText(span), before: spanText(earlier) }
  return (
    <Card>
      <Loaded query={query} rows={12}>
        {(now) => (
          <Loaded query={other}>{(before) => <Table now={now} before={before} names={names} />}</Loaded>
        )}
      </Loaded>
    </Card>
  )
}

type ComparedSide = 'now' | 'before'
type Statements = Record<ComparedSide, IncomeStatement>

/** Where the list behind each amount is, by the keys of the rows. */
function figuresOfBoth({ now, before }: Statements, names: Record<ComparedSide, string>): Figure[] {
  const sides = [
    ['now', now],
    ['before', before],
  ] as const
  return sides.flatMap(([side, { income, expense, totals }]) => {
    const rows = [
      ...[...income, ...expense].map((row) => ({ ...row, key: row.account_id, name: row.category_name })),
      { ...totals.income, key: 'income', name: 'All income' },
      { ...totals.expense, key: 'expense', name: 'All spending' },
      { ...totals.net, key: 'kept', name: 'Kept' },
    ]
    return rows.map(({ key, name, total, explain }) => ({
      key: `${key}.${side}`,
      title: `${name}, ${names[side]}`,
      amount: total,
      explain,
    }))
  })
}

function Table({ now, before, names }: Statements & { names: Record<ComparedSide, string> }) {
  const currency = now.base_currency_id
  const { income, expense } = comparedRows(now, before)
  const { current, show, close } = useFigures(figuresOfBoth({ now, before }, names))
  const isPhone = useIsPhone()
  const columns = isPhone ? 3 : 4
  const cells = { currency, openKey: current?.key, show, isPhone }
  const total = (key: 'income' | 'expense' | 'net', name: string): Compared => ({
    key: key === 'net' ? 'kept' : key,
    name,
    now: now.totals[key].total,
    before: before.totals[key].total,
  })
  return (
    <>
      <TableScroll label="Income and spending, compared">
        <table className="w-full text-table">
          <caption className="sr-only">Income and spending, compared with the time before</caption>
          <thead>
            <tr>
              <HeadCell isFirst>{`in ${symbolOf(currency)}`}</HeadCell>
              {isPhone ? null : <HeadCell>{names.before}</HeadCell>}
              <HeadCell>{isPhone ? 'Now' : names.now}</HeadCell>
              <HeadCell>Change</HeadCell>
            </tr>
          </thead>
          <tbody>
            <GroupHeadRow columns={columns}>Income</GroupHeadRow>
            {income.map((row) => (
              <CompareRow key={row.key} row={row} {...cells} />
            ))}
            <CompareRow row={total('income', 'All income')} isStrong {...cells} />
            <GroupHeadRow columns={columns}>Spending</GroupHeadRow>
            {expense.map((row) => (
              <CompareRow key={row.key} row={row} {...cells} />
            ))}
            <CompareRow row={total('expense', 'All spending')} isStrong {...cells} />
          </tbody>
          <tfoot>
            <CompareRow row={total('net', 'Kept')} isStrong isFinal {...cells} />
          </tfoot>
        </table>
      </TableScroll>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

function CompareRow({
  row,
  currency,
  openKey,
  show,
  isPhone,
  isStrong = false,
  isFinal = false,
}: {
  row: Compared
  currency: string
  openKey: string | undefined
  show: (key: string) => void
  /** A phone has no room for the time before: its change says as much. */
  isPhone: boolean
  isStrong?: boolean
  isFinal?: boolean
}) {
  const cell = (side: ComparedSide, amount: number) => (
    <AmountCell
      amount={amount}
      currency={currency}
      isStrong={isStrong}
      isFinal={isFinal}
      onOpen={() => show(`${row.key}.${side}`)}
      isOpen={openKey === `${row.key}.${side}`}
    />
  )
  const change = sumOf([row.now, -row.before], currency)
  return (
    <tr className={isFinal ? 'border-t border-text' : 'border-t border-line'}>
      <RowHead isStrong={isStrong}>{row.name}</RowHead>
      {isPhone ? null : cell('before', row.before)}
      {cell('now', row.now)}
      <td className="pr-5 text-right text-text-2">
        {change === 0n ? (
          'same'
        ) : (
          <Money amount={change} currency={currency} symbol={false} variant="change" />
        )}
      </td>
    </tr>
  )
}
