import { t } from '../../../words/t.ts'
import { moneyText } from '../../ui/money.ts'
import type { Bill } from './bills.ts'

/** The least width of day and words. */
export const MIN_WORDS = 260
const FIGURE = 8.8
const PADDING = 16

/** The widths of the columns of amounts, for the longest of each. */
export function columnsOf(bills: readonly Bill[]): [number, number, number] {
  const longest = (amountOf: (line: Bill['line']) => number): number => {
    let most = 0
    for (const { line } of bills) if (Math.abs(amountOf(line)) > Math.abs(most)) most = amountOf(line)
    const currency = bills[0]?.line.currency_id ?? ''
    return (moneyText(-Math.abs(most), currency).length + 1) * FIGURE + PADDING
  }
  return [
    Math.max(
      112,
      longest(({ credit }) => credit),
    ),
    Math.max(
      112,
      longest(({ debit }) => debit),
    ),
    Math.max(
      144,
      longest(({ running_balance }) => running_balance),
    ),
  ]
}

export const Head = ({
  isLedger,
  isCard,
  columns: [credit, debit, balance],
}: {
  isLedger: boolean
  isCard: boolean
  columns: readonly [number, number, number]
}) => (
  <>
    <colgroup>
      <col className="w-28" />
      <col />
      <col className="hidden w-[20%] @3xl:table-column" />
      <col style={{ width: isLedger ? debit : credit }} />
      <col style={{ width: isLedger ? credit : debit }} />
      <col style={{ width: balance }} />
    </colgroup>
    <thead>
      <tr aria-rowindex={1} className="h-10 text-caption text-text-2 [&>th]:px-2 [&>th]:font-medium">
        <th scope="col" className="text-start">
          <span className="ps-3">{t('Date')}</span>
        </th>
        <th scope="col" className="text-start">
          {t('What [it was for]')}
        </th>
        <th scope="col" className="hidden text-start @3xl:table-cell">
          {t('For [a category]')}
        </th>
        <th scope="col" className="text-end">
          {isLedger ? t('Debit') : t('Out [money]')}
        </th>
        <th scope="col" className="text-end">
          {isLedger ? t('Credit') : t('In [money]')}
        </th>
        <th scope="col" className="text-end">
          <span className="pe-3">{isCard ? t('You owe') : t('Balance')}</span>
        </th>
      </tr>
    </thead>
  </>
)
