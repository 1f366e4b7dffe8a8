import type { Spending } from '../../contract/reports.ts'
import { ShareSwatch } from '../ui/charts/ShareBar.tsx'
import { MAX_COLOURS } from '../ui/charts/shares.ts'
import { classes } from '../ui/classes.ts'
import { currentLocale } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import { useIsPhone } from '../ui/media.ts'
import { sumOf, symbolOf } from '../ui/money.ts'
import { ChangeBar, type Extent, extentOf } from './ChangeBar.tsx'
import { NamedRow, useIsTall } from './NamedRow.tsx'
import { byChange, type SpentRow } from './spent.ts'
import { AmountCell, dense, HeadCell, TableScroll } from './table.tsx'

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

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 0 }).format(share)

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
        {shown.map((row) => (
          <tbody key={row.key} className="border-t border-line">
            <Row
              row={row}
              place={!isByTime ? shareIndex(rows.indexOf(row), rows.length) : undefined}
              {...cells}
              change={sumOf([row.amount, -row.previous], currency)}
              bar={extent}
              hasBefore={row.previous_explain !== null}
            />
          </tbody>
        ))}
        <tfoot className="border-t border-text">
          <Row
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

function Row({
  row,
  currency,
  openKey,
  onShow,
  isPhone,
  isTall,
  change,
  hasBefore,
  place,
  bar,
  isFinal = false,
}: {
  row: Pick<SpentRow, 'key' | 'label' | 'amount' | 'previous' | 'share'>
  currency: string
  openKey: string | undefined
  onShow: (key: string) => void
  isPhone: boolean
  isTall: boolean
  change: bigint
  hasBefore: boolean
  place?: number | undefined
  /** The largest fall and rise of all rows, where the rows are sorted by change. */
  bar?: Extent | undefined
  isFinal?: boolean
}) {
  const earlier = `${row.key}.before`
  // The name opens what its figure opens; of one that has nothing now, what it had before.
  const opened = row.amount !== 0 || isFinal ? row.key : hasBefore && row.previous !== 0 ? earlier : undefined
  return (
    <NamedRow
      isTall={isTall}
      isStrong={isFinal}
      name={
        <>
          {place === undefined ? null : (
            <span className="mr-2.5">
              <ShareSwatch index={place} />
            </span>
          )}
          {opened === undefined ? (
            row.label
          ) : (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={openKey === opened}
              onClick={() => onShow(opened)}
              className="min-h-6 rounded-[4px] text-left underline-offset-4 hover:underline touch:min-h-9"
            >
              {row.label}
            </button>
          )}
        </>
      }
    >
      <AmountCell
        amount={row.amount}
        currency={currency}
        isFinal={isFinal}
        isStrong={isFinal}
        onOpen={() => onShow(row.key)}
        isOpen={openKey === row.key}
      />
      {isPhone ? null : bar !== undefined ? (
        <ChangeBar {...bar} change={change} />
      ) : (
        <td className={classes(dense, 'text-right text-text-3')}>
          {row.share === null || isFinal ? '' : percent(row.share)}
        </td>
      )}
      {isPhone ? null : (
        <AmountCell
          amount={row.previous}
          currency={currency}
          isFinal={isFinal}
          onOpen={hasBefore ? () => onShow(earlier) : undefined}
          isOpen={openKey === earlier}
        />
      )}
      <td className={classes(dense, 'text-right text-text-2 last:pr-5 @max-[760px]:last:pr-4')}>
        {change === 0n ? (
          'same'
        ) : (
          <Money amount={change} currency={currency} symbol={false} variant="change" />
        )}
      </td>
    </NamedRow>
  )
}
