import { type IncomeStatement, incomeStatement } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { useAsk } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useBook } from '../page/me.ts'
import { Card } from '../ui/Card.tsx'
import { PairedBars } from '../ui/charts/PairedBars.tsx'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import { ChangeCell } from './ChangeCell.tsx'
import type { Comparison } from './ComparePicker.tsx'
import { DrillDown } from './DrillDown.tsx'
import { changeKey } from './explain.ts'
import { spanText } from './ReportFrame.tsx'
import { type Compared, comparedFigures, comparedRows } from './rows.ts'
import { type Span, spanBefore, spanYearBefore } from './span.ts'
import { AmountCell, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'
import { useFigures } from './use-report.ts'

/** The span beside the days before it or those a year before, and the change. */
export function CompareTable({
  span,
  compare,
  isByGroup,
}: {
  span: Span
  compare: Comparison
  isByGroup: boolean
}) {
  const { month_starts_on: start } = useBook()
  const { date_from, date_to } = span
  const earlier = compare === 'year' ? spanYearBefore(span, start) : spanBefore(span, start)
  const more = isByGroup ? { by_group: true } : {}
  const query = useAsk(incomeStatement, { query: { date_from, date_to, ...more } })
  const other = useAsk(incomeStatement, { query: { ...earlier, ...more } })
  const names = { now: spanText(span), before: spanText(earlier) }
  return (
    <Loaded query={query} rows={12}>
      {(now) => (
        <Loaded query={other}>{(before) => <Sides now={now} before={before} names={names} />}</Loaded>
      )}
    </Loaded>
  )
}

type ComparedSide = 'now' | 'before'

type SidesProps = Record<ComparedSide, IncomeStatement> & { names: Record<ComparedSide, string> }

/** Both ranges as bars, and below them row by row. */
function Sides({ now, before, names }: SidesProps) {
  const { current, show, close } = useFigures(comparedFigures(now, before))
  const bars = (side: ComparedSide, { totals }: IncomeStatement) => ({
    key: side,
    label: names[side],
    short: names[side],
    in: totals.income.total,
    out: totals.expense.total,
  })
  return (
    <>
      <Card className="mb-4 px-5 pt-4 pb-3">
        <PairedBars
          label={t('Income and spending, both ranges')}
          currency={now.base_currency_id}
          height={140}
          legend="above"
          points={[bars('before', before), bars('now', now)]}
          onOpen={(side) => show(`kept.${side}`)}
        />
      </Card>
      <Card>
        <p className="px-4 pt-4 pb-2 text-table text-text-2 sm:hidden">
          {t('{days} against {others}', { days: names.now, others: names.before })}
        </p>
        <Table {...{ now, before, names, show }} openKey={current?.key} />
      </Card>
      {current ? <DrillDown figure={current} onClose={close} /> : null}
    </>
  )
}

function Table({
  now,
  before,
  names,
  openKey,
  show,
}: SidesProps & { openKey: string | undefined; show: (key: string) => void }) {
  const currency = now.base_currency_id
  const { income, expense } = comparedRows(now, before)
  const isPhone = useIsPhone()
  const columns = isPhone ? 3 : 4
  const cells = { currency, openKey, show, isPhone }
  const total = (key: 'income' | 'expense' | 'net', name: string): Compared => ({
    key: key === 'net' ? 'kept' : key,
    name,
    now: now.totals[key].total,
    before: before.totals[key].total,
  })
  return (
    <TableScroll label={t('Income and spending, compared')}>
      <table className="w-full text-table">
        <caption className="sr-only">{t('Income and spending, compared')}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            {isPhone ? null : <HeadCell>{names.before}</HeadCell>}
            <HeadCell>{isPhone ? t('Now') : names.now}</HeadCell>
            <HeadCell>{t('Change')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          <GroupHeadRow columns={columns}>{t('Income')}</GroupHeadRow>
          {income.map((row) => (
            <CompareRow key={row.key} row={row} {...cells} />
          ))}
          <CompareRow row={total('income', t('All income'))} isStrong {...cells} />
          <GroupHeadRow columns={columns}>{t('Spending')}</GroupHeadRow>
          {expense.map((row) => (
            <CompareRow key={row.key} row={row} {...cells} />
          ))}
          <CompareRow row={total('expense', t('All spending'))} isStrong {...cells} />
        </tbody>
        <tfoot>
          <CompareRow row={total('net', t('Kept'))} isStrong isFinal {...cells} />
        </tfoot>
      </table>
    </TableScroll>
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
  /** A phone has no room for the amount before: the change opens both lists. */
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
      <ChangeCell
        change={change}
        currency={currency}
        onOpen={() => show(changeKey(row.key))}
        isOpen={openKey === changeKey(row.key)}
      />
    </tr>
  )
}
