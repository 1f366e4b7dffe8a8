import { useState } from 'react'
import type { Spending } from '../../contract/reports.ts'
import { t } from '../../words/t.ts'
import { shareColours } from '../ui/charts/shares.ts'
import { classes } from '../ui/classes.ts'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import { extentOf } from './ChangeBar.tsx'
import { useGroupColours } from './group-colours.ts'
import { useIsTall } from './NamedRow.tsx'
import { shareText } from './percent.ts'
import { SpendingRow } from './SpendingRow.tsx'
import { byChange, partsOf, type SpentRow, shareOf, sharesIn } from './spent.ts'
import { HeadCell, TableScroll } from './table.tsx'

type Props = {
  report: Spending
  rows: readonly SpentRow[]
  kind: 'expense' | 'income'
  /** The days that it is compared with. */
  before: string
  openKey: string | undefined
  onShow: (key: string) => void
  /** Whether the rows are months or days; others have the colours of the shares above. */
  isByTime: boolean
  isByTag: boolean
  /** Whether the rows are sorted by how much they changed, and not by amount. */
  isByChange: boolean
  onSort: (sort: 'change' | undefined) => void
}

/** The largest, or the earliest, first: the amount, its share, and its change since the days of comparison. A phone leaves the middle out. */
export function SpendingTable({
  report,
  rows,
  kind,
  before,
  openKey,
  onShow,
  isByTime,
  isByTag,
  isByChange,
  onSort,
}: Props) {
  const currency = report.base_currency_id
  const isPhone = useIsPhone()
  const name = kind === 'income' ? t('Income') : t('Spending')
  const shown = isByChange ? byChange(rows, currency) : rows
  const change = sumOf([report.total, -report.previous_total], currency)
  const extent = isByChange
    ? extentOf(shown.map(({ amount, previous }) => sumOf([amount, -previous], currency)))
    : undefined
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const isTall = useIsTall([report.total, change], currency)
  const cells = { currency, openKey, onShow, isPhone, isTall }
  const colours = shareColours(sharesIn(rows, useGroupColours()), currency)
  const { whole } = partsOf(rows, currency)
  const shareIn = (row: SpentRow) => {
    // A transaction counts for each of its tags: each has its part of the total.
    const share = isByTag ? (row.share ?? undefined) : shareOf(row, whole, currency)
    return share === undefined ? undefined : shareText(share)
  }
  return (
    <TableScroll label={name}>
      <table className={classes('w-full text-table', isTall && 'table-fixed')}>
        <caption className="sr-only">
          {isByChange
            ? t('{report}, those that grew most first', { report: name })
            : isByTime
              ? t('{report}, in order of time', { report: name })
              : t('{report}, the largest first', { report: name })}
        </caption>
        <thead>
          <tr>
            {isTall ? null : (
              <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            )}
            <HeadCell isSorted={!isByChange && !isByTime} onSort={() => onSort(undefined)}>
              {isTall ? t('Amount in {currency}', { currency: symbolOf(currency) }) : t('Amount')}
            </HeadCell>
            {isPhone ? null : (
              <HeadCell>{isByChange ? t('less – more') : t('Share [of the total]')}</HeadCell>
            )}
            {isPhone ? null : <HeadCell>{before}</HeadCell>}
            <HeadCell isSorted={isByChange} onSort={() => onSort('change')}>
              {t('Change')}
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
            share: shareIn(one),
            hasBefore: one.previous_explain !== null,
          })
          return (
            <tbody key={row.key} className="border-t border-line">
              <SpendingRow
                {...rowCells(row)}
                place={isByTime ? undefined : colours.get(row.key)}
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
              label: t('Total'),
              amount: report.total,
              previous: report.previous_total,
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
