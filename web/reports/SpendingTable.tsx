import { useState } from 'react'
import type { Spending } from '../../contract/reports.ts'
import { MAX_COLOURS } from '../ui/charts/shares.ts'
import { classes } from '../ui/classes.ts'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import { extentOf } from './ChangeBar.tsx'
import { useIsTall } from './NamedRow.tsx'
import { SpendingRow } from './SpendingRow.tsx'
import { byChange, type SpentRow } from './spent.ts'
import { HeadCell, TableScroll } from './table.tsx'

type Props = {
  report: Spending
  rows: readonly SpentRow[]
  /** The days that it is compared with. */
  before: string
  openKey: string | undefined
  onShow: (key: string) => void
  /** Whether the rows are months or days; others have the colours of the shares above. */
  isByTime: boolean
  /** Whether the rows are sorted by how much they changed, and not by amount. */
  isByChange: boolean
  onSort: (sort: 'change' | undefined) => void
}

/** The colour of a row: a sixth of six shares has the colour of the rest, as the bar shows it. */
const shareIndex = (index: number, count: number): number =>
  count > MAX_COLOURS + 1 ? Math.min(index, MAX_COLOURS) : index

/** The largest, or the earliest, first: the amount, its share, and the change since the time before. A phone leaves the middle out. */
export function SpendingTable({
  report,
  rows,
  before,
  openKey,
  onShow,
  isByTime,
  isByChange,
  onSort,
}: Props) {
  const currency = report.base_currency_id
  const isPhone = useIsPhone()
  const shown = isByChange ? byChange(rows, currency) : rows
  const change = sumOf([report.total, -report.previous_total], currency)
  const extent = isByChange
    ? extentOf(shown.map(({ amount, previous }) => sumOf([amount, -previous], currency)))
    : undefined
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const isTall = useIsTall([report.total, change], currency)
  const cells = { currency, openKey, onShow, isPhone, isTall }
  return (
    <TableScroll label="Spending">
      <table className={classes('w-full text-table', isTall && 'table-fixed')}>
        <caption className="sr-only">{`Spending, ${isByChange ? 'those that grew most first' : isByTime ? 'in order of time' : 'the largest first'}`}</caption>
        <thead>
          <tr>
            {isTall ? null : <HeadCell isFirst>{`in ${symbolOf(currency)}`}</HeadCell>}
            <HeadCell isSorted={!isByChange && !isByTime} onSort={() => onSort(undefined)}>
              {isTall ? `Amount in ${symbolOf(currency)}` : 'Amount'}
            </HeadCell>
            {isPhone ? null : <HeadCell>{isByChange ? 'less – more' : 'Share'}</HeadCell>}
            {isPhone ? null : <HeadCell title={before}>Before</HeadCell>}
            <HeadCell isSorted={isByChange} onSort={() => onSort('change')}>
              Change
            </HeadCell>
          </tr>
        </thead>
        {shown.map((row) => {
          const isUnfolded = unfolded.has(row.key)
          const rowCells = (one: SpentRow) => ({
            ...cells,
            row: one,
            change: sumOf([one.amount, -one.previous], currency),
            bar: extent,
            hasBefore: one.previous_explain !== null,
          })
          return (
            <tbody key={row.key} className="border-t border-line">
              <SpendingRow
                {...rowCells(row)}
                place={!isByTime ? shareIndex(rows.indexOf(row), rows.length) : undefined}
                fold={
                  row.members.length === 0
                    ? undefined
                    : {
                        isUnfolded,
                        onPress: () => setUnfolded(unfolded.symmetricDifference(new Set([row.key]))),
                      }
                }
              />
              {isUnfolded &&
                row.members.map((member) => <SpendingRow key={member.key} {...rowCells(member)} isMember />)}
            </tbody>
          )
        })}
        <tfoot className="border-t border-text">
          <SpendingRow
            row={{
              key: 'all',
              label: 'Total',
              amount: report.total,
              previous: report.previous_total,
              share: 1,
            }}
            {...cells}
            change={change}
            hasBefore={report.previous_explain !== null}
            isFinal
          />
        </tfoot>
      </table>
    </TableScroll>
  )
}
