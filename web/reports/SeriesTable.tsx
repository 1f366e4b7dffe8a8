import { Fragment } from 'react'
import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import { symbolOf } from '../ui/money.ts'
import { figureKey, type RowGroup, type SeriesRow, SUM } from './rows.ts'
import { isUnfinished, periodShort, periodText } from './span.ts'
import { AmountCell, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'

export type SeriesTableProps = {
  label: string
  currency: string
  periods: readonly Period[]
  groups: readonly RowGroup[]
  final: SeriesRow
  today: Day
  /** The figure that is open. */
  openKey: string | undefined
  onShow: (key: string) => void
}

/** One column for each period and one for the sum; every amount that has a list opens it. */
export function SeriesTable({
  label,
  currency,
  periods,
  groups,
  final,
  today,
  openKey,
  onShow,
}: SeriesTableProps) {
  const columns = periods.length + 2
  const cells = { currency, periods, openKey, onShow }
  return (
    <TableScroll label={label} columns={columns}>
      <table className="w-full text-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{`in ${symbolOf(currency)}`}</HeadCell>
            {periods.map((period) => (
              <HeadCell key={period.label} title={periodText(period)}>
                {periodShort(period, today)}
                {isUnfinished(period, today) ? <span className="sr-only"> so far</span> : null}
              </HeadCell>
            ))}
            <HeadCell>Sum</HeadCell>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, title, rows, total }) => (
            <Fragment key={key}>
              <GroupHeadRow columns={columns}>{title}</GroupHeadRow>
              {rows.map((row) => (
                <AmountRow key={row.key} row={row} {...cells} />
              ))}
              {total ? <AmountRow row={total} isStrong {...cells} /> : null}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <AmountRow row={final} isStrong isFinal {...cells} />
        </tfoot>
      </table>
    </TableScroll>
  )
}

function AmountRow({
  row,
  currency,
  periods,
  openKey,
  onShow,
  isStrong = false,
  isFinal = false,
}: Pick<SeriesTableProps, 'currency' | 'periods' | 'openKey' | 'onShow'> & {
  row: SeriesRow
  isStrong?: boolean
  isFinal?: boolean
}) {
  const opening = (label: string, explain: string | undefined) => {
    const key = figureKey(row, label)
    return explain === undefined ? {} : { onOpen: () => onShow(key), isOpen: openKey === key }
  }
  const look = { currency, isFinal, signed: row.signed ?? false }
  return (
    <tr className={isFinal ? 'border-t border-text' : 'border-t border-line'}>
      <RowHead isStrong={isStrong}>{row.name}</RowHead>
      {periods.map(({ label }, index) => (
        <AmountCell
          key={label}
          amount={row.amounts[index] ?? 0}
          {...look}
          isStrong={isStrong}
          {...opening(label, row.explains?.[index])}
        />
      ))}
      <AmountCell amount={row.total} {...look} isStrong {...opening(SUM, row.explain)} />
    </tr>
  )
}
