import type { ReactNode } from 'react'
import type { Day } from '../../contract/day.ts'
import { type MonthStart, monthOfDay } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { monthShortText } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { symbolOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { AmountCell, HeadCell, RowHead, TableScroll } from './table.tsx'
import type { WorthMonth } from './worth.ts'

/** The balance that new accounts began with: with the change it is the difference from the month before. */
const Began = ({ amount, currency }: { amount: number; currency: string }) =>
  amount === 0 ? (
    <span className="text-text-3">–</span>
  ) : (
    <Money amount={amount} currency={currency} symbol={false} variant="change" />
  )

const aside = (words: ReactNode) => <span className="text-text-3">{words}</span>

/** The months from the latest, each with its change, which says why when it is pressed. */
export function NetWorthTable({
  months,
  currency,
  today,
  start,
  chosen,
  openKey,
  onShow,
  onChoose,
  isShort,
}: {
  months: readonly WorthMonth[]
  currency: string
  today: Day
  start: MonthStart
  /** The month whose change is explained. */
  chosen: string | undefined
  openKey: string | undefined
  onShow: (key: string) => void
  onChoose: (month: string) => void
  /** On a phone, assets and debts stand with the chosen month. */
  isShort: boolean
}) {
  const cell = (name: 'have' | 'owe' | 'net', month: string, amount: number) => (
    <AmountCell
      amount={amount}
      currency={currency}
      isStrong={name === 'net'}
      onOpen={() => onShow(`${name}.${month}`)}
      isOpen={openKey === `${name}.${month}`}
    />
  )
  const hasBegun = months.some(({ opening }) => opening !== 0)
  return (
    <TableScroll label={t('Net worth by month')}>
      <table className="w-full text-table">
        <caption className="sr-only">{t('Net worth by month, the latest first')}</caption>
        <thead>
          <tr>
            <HeadCell isFirst>{t('in {currency}', { currency: symbolOf(currency) })}</HeadCell>
            {isShort ? null : <HeadCell>{t('What you have')}</HeadCell>}
            {isShort ? null : <HeadCell>{t('What you owe')}</HeadCell>}
            <HeadCell>{t('Net worth')}</HeadCell>
            {hasBegun && !isShort ? <HeadCell>{t('New accounts')}</HeadCell> : null}
            <HeadCell>{t('Change')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, assets, liabilities, net, opening, change, is_complete }) => (
            <tr key={month} className="border-t border-line">
              <RowHead>
                {month === monthOfDay(today, start)
                  ? rich('{month} <aside>so far</aside>', { month: monthShortText(month), aside })
                  : monthShortText(month)}
                {is_complete ? null : <span className="text-warn"> {t('a rate is missing')}</span>}
              </RowHead>
              {isShort ? null : cell('have', month, assets)}
              {isShort ? null : cell('owe', month, liabilities)}
              {cell('net', month, net)}
              {hasBegun && !isShort ? (
                <td className="px-3 text-end">
                  <Began amount={opening} currency={currency} />
                </td>
              ) : null}
              <td className="p-0 pe-2 text-end @max-[760px]:pe-2.5">
                <button
                  type="button"
                  aria-pressed={month === chosen}
                  onClick={() => onChoose(month)}
                  className={classes(
                    'h-[33px] w-full rounded-control px-3 text-end hover:bg-tile touch:h-11 @max-[760px]:px-1.5',
                    month === chosen && 'bg-tile',
                  )}
                >
                  <Money amount={change} currency={currency} symbol={false} variant="signed" />
                  <span className="sr-only">{t(', why [the change of a month: +€120, why]')}</span>
                </button>
                {isShort && opening !== 0 ? (
                  <p className="px-1.5 pb-1.5 text-caption text-text-2">
                    {rich('new {amount} [new accounts began with €100]', {
                      amount: <Began amount={opening} currency={currency} />,
                    })}
                  </p>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
