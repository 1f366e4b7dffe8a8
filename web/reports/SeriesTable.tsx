import { Fragment, type ReactNode, useState } from 'react'
import type { Day } from '../../contract/day.ts'
import type { Period } from '../../contract/report-parts.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { symbolOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'
import { rich } from '../ui/rich.ts'
import { FoldButton } from './FoldButton.tsx'
import { emptyBefore, figureKey, type RateRow, type RowGroup, type SeriesRow, SUM } from './rows.ts'
import { isUnfinished, periodShort, periodText } from './span.ts'
import { AmountCell, dense, GroupHeadRow, HeadCell, RowHead, TableScroll } from './table.tsx'

export type SeriesTableProps = {
  label: string
  currency: string
  periods: readonly Period[]
  groups: readonly RowGroup[]
  final: SeriesRow
  today: Day
  /** A row of parts below the last one: the savings rate. */
  rate?: RateRow | undefined
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
  rate,
  openKey,
  onShow,
}: SeriesTableProps) {
  const columns = periods.length + 2
  const before = emptyBefore(groups, periods)
  const cells = { currency, periods, openKey, onShow, empty: before < periods.length ? before : 0 }
  return (
    <TableScroll label={label} columns={columns}>
      <table className="w-full text-table">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            {periods.map((period, index) => (
              <HeadCell key={period.label} title={periodText(period)} isPale={index < cells.empty}>
                {isUnfinished(period, today)
                  ? rich('{period} <aside>so far</aside>', {
                      period: periodShort(period, today),
                      aside: (words) => <span className="sr-only">{words}</span>,
                    })
                  : periodShort(period, today)}
              </HeadCell>
            ))}
            <HeadCell>{t('Sum')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ key, title, rows, total }) => (
            <Fragment key={key}>
              <GroupHeadRow columns={columns}>{title}</GroupHeadRow>
              {rows.map((row) => (
                <FoldedRow key={row.key} row={row} {...cells} />
              ))}
              {total ? <AmountRow row={total} isStrong {...cells} /> : null}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <AmountRow row={final} isStrong isFinal {...cells} />
          {rate ? (
            <tr>
              <RowHead>{rate.name}</RowHead>
              {[...rate.amounts, rate.total].map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no name but its column.
                <td key={index} className={classes(dense, 'text-end text-text-2 last:pe-5')}>
                  {index < cells.empty ? null : part === null ? '–' : percentText(part)}
                </td>
              ))}
            </tr>
          ) : null}
        </tfoot>
      </table>
    </TableScroll>
  )
}

type Cells = Pick<SeriesTableProps, 'currency' | 'periods' | 'openKey' | 'onShow'> & {
  /** How many periods are before the first with anything in it: they have no figures. */
  empty: number
}

/** A row that opens to its members, if it has any. */
function FoldedRow({ row, ...cells }: Cells & { row: SeriesRow }) {
  const [isUnfolded, setUnfolded] = useState(false)
  if (!row.members) return <AmountRow row={row} {...cells} />
  return (
    <>
      <AmountRow
        row={row}
        {...cells}
        before={
          <FoldButton name={row.name} isUnfolded={isUnfolded} onPress={() => setUnfolded(!isUnfolded)} />
        }
      />
      {isUnfolded &&
        row.members.map((member) => (
          <AmountRow
            key={member.key}
            row={member}
            {...cells}
            before={<span aria-hidden className="inline-block w-7" />}
          />
        ))}
    </>
  )
}

function AmountRow({
  row,
  currency,
  periods,
  openKey,
  onShow,
  before,
  isStrong = false,
  isFinal = false,
  empty,
}: Cells & {
  row: SeriesRow
  before?: ReactNode
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
      <RowHead isStrong={isStrong}>
        {before}
        {row.name}
      </RowHead>
      {periods.map(({ label }, index) =>
        index < empty ? (
          <td key={label} />
        ) : (
          <AmountCell
            key={label}
            amount={row.amounts[index] ?? 0}
            {...look}
            isStrong={isStrong}
            {...opening(label, row.explains?.[index])}
          />
        ),
      )}
      <AmountCell amount={row.total} {...look} isStrong {...opening(SUM, row.explain)} />
    </tr>
  )
}
