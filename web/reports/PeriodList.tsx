import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { t } from '../../words/t.ts'
import { IconButton } from '../ui/Button.tsx'
import { Money } from '../ui/Money.tsx'
import { percentText } from '../ui/percent.ts'
import { rich } from '../ui/rich.ts'
import { emptyBefore, figureKey, type RateRow, type SeriesRow } from './rows.ts'
import type { SeriesTableProps } from './SeriesTable.tsx'
import { isUnfinished, periodText } from './span.ts'

/** A phone has room for one period at a time: the same rows as the table, and arrows to the periods beside it. */
export function PeriodList({
  at,
  onMove,
  ...props
}: SeriesTableProps & { at: number; onMove: (label: string) => void }) {
  const { label, currency, periods, groups, final, today, rate, openKey, onShow } = props
  const period = periods[at]
  if (!period) return null
  const move = (to: number) => {
    const next = periods[to]
    if (next) onMove(next.label)
  }
  const rows = (list: readonly SeriesRow[], isStrong = false, isFinal = false) =>
    list
      .flatMap((row) => [row, ...(row.members ?? []).map((member) => ({ ...member, isMember: true }))])
      .filter((row) => isStrong || row.amounts[at] !== 0)
      .map((row) => (
        <Row
          key={row.key}
          row={row}
          isMember={'isMember' in row}
          currency={currency}
          isStrong={isStrong}
          isFinal={isFinal}
          amount={row.amounts[at] ?? 0}
          isOpen={openKey === figureKey(row, period.label)}
          onOpen={row.explains?.[at] === undefined ? undefined : () => onShow(figureKey(row, period.label))}
        />
      ))
  return (
    <section aria-label={label}>
      <div className="flex items-center justify-between border-b border-line px-1 py-1">
        <IconButton label={t('The one before')} onClick={() => move(at - 1)} isOff={at === 0}>
          <ChevronLeft size={18} />
        </IconButton>
        <h2 aria-live="polite" className="text-body font-semibold">
          {isUnfinished(period, today)
            ? rich('{period} <aside>so far</aside>', {
                period: periodText(period),
                aside: (words) => <span className="font-normal text-text-3">{words}</span>,
              })
            : periodText(period)}
        </h2>
        <IconButton label={t('The next one')} onClick={() => move(at + 1)} isOff={at === periods.length - 1}>
          <ChevronRight size={18} />
        </IconButton>
      </div>
      <table className="w-full text-table">
        <caption className="sr-only">
          {t('{name}, {days}', { name: label, days: periodText(period) })}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <Fragment key={group.key}>
              <tr className="border-t border-line first:border-0">
                <th scope="rowgroup" colSpan={2} className="px-4 pt-3 pb-1 text-start font-semibold">
                  {group.title}
                </th>
              </tr>
              {rows(group.rows)}
              {group.total ? rows([group.total], true) : null}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          {at < emptyBefore(groups, periods) ? <NothingYet name={final.name} /> : rows([final], true, true)}
          {rate ? (
            <tr>
              <th scope="row" className="h-9 px-4 text-start font-normal text-text-2">
                {rate.name}
              </th>
              <td className="px-4 text-end text-text-2">{rateAt(rate, at)}</td>
            </tr>
          ) : null}
        </tfoot>
      </table>
    </section>
  )
}

/** In place of a sum before the first entry. */
const NothingYet = ({ name }: { name: string }) => (
  <tr className="border-t border-text">
    <th scope="row" className="h-11 ps-4 text-start font-semibold">
      {name}
    </th>
    <td className="px-4 text-end text-text-3">–</td>
  </tr>
)

const rateAt = ({ amounts }: RateRow, at: number): string => {
  const part = amounts[at] ?? null
  return part === null ? '–' : percentText(part)
}

function Row({
  row,
  isMember,
  amount,
  currency,
  onOpen,
  isOpen,
  isStrong,
  isFinal,
}: {
  row: SeriesRow
  isMember: boolean
  amount: number
  currency: string
  onOpen: (() => void) | undefined
  isOpen: boolean
  isStrong: boolean
  isFinal: boolean
}) {
  const money = (
    <Money
      amount={amount}
      currency={currency}
      variant={row.signed ? 'signed' : 'plain'}
      className={`${isStrong ? 'font-semibold' : ''} ${isFinal ? 'double-rule' : ''}`}
    />
  )
  return (
    <tr className={isFinal ? 'border-t border-text' : 'border-t border-line'}>
      <th
        scope="row"
        className={`h-11 pe-4 text-start wrap-anywhere ${isMember ? 'ps-9 text-text-2' : 'ps-4'} ${isStrong || row.members ? 'font-semibold' : 'font-normal'}`}
      >
        {row.name}
      </th>
      <td className="p-0 text-end">
        {onOpen ? (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className="h-11 w-full px-4 text-end active:bg-tile"
            onClick={onOpen}
          >
            {money}
          </button>
        ) : (
          <span className="px-4">{money}</span>
        )}
      </td>
    </tr>
  )
}
