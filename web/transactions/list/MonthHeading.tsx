import type { Month } from '../../../contract/month.ts'
import { useBook } from '../../page/me.ts'
import { classes } from '../../ui/classes.ts'
import { monthShortText, monthText } from '../../ui/dates.ts'
import { Money } from '../../ui/Money.tsx'
import { minorOf } from '../../ui/money.ts'
import { rich } from '../../ui/rich.ts'
import { countedTransactions } from '../title.ts'
import type { MonthSums } from './month-sums.ts'

/** A month with its figures: income, spending, and money from and to other books; of a filtered list the count and the sum. */
export function MonthHeading({
  month,
  sums,
  isFirst,
}: {
  month: Month
  sums: MonthSums | undefined
  isFirst: boolean
}) {
  return (
    <div
      className={classes(
        'flex h-full items-center justify-between gap-4 border-line bg-canvas px-4 text-table sm:px-5',
        isFirst ? 'rounded-t-card' : 'border-t',
      )}
    >
      <h2 className="font-semibold whitespace-nowrap">
        <span className="max-sm:hidden">{monthText(month)}</span>
        <span className="sm:hidden">{monthShortText(month)}</span>
      </h2>
      {sums && <Sums sums={sums} />}
    </div>
  )
}

function Sums({ sums }: { sums: MonthSums }) {
  const { base_currency_id: currency } = useBook()
  if ('count' in sums)
    return (
      <span className="flex min-w-0 flex-wrap justify-end gap-x-3 whitespace-nowrap text-text-2 max-sm:text-caption max-sm:leading-4">
        <span className="text-text-3">{countedTransactions(sums.count)}</span>
        {sums.sum !== undefined && <Money amount={sums.sum} currency={currency} />}
      </span>
    )
  const moved = minorOf(sums.moved, currency)
  return (
    <span className="flex min-w-0 flex-wrap justify-end gap-x-3 whitespace-nowrap text-text-2 max-sm:gap-x-2 max-sm:text-caption max-sm:leading-4">
      {(moved === 0n || minorOf(sums.in, currency) !== 0n) && (
        <span>
          {rich('in {amount} [money]', {
            amount: <Money amount={sums.in} currency={currency} variant="signed" className="text-text-2" />,
          })}
        </span>
      )}
      {(moved === 0n || minorOf(sums.out, currency) !== 0n) && (
        <span>
          {rich('out {amount} [money]', {
            amount: <Money amount={-minorOf(sums.out, currency)} currency={currency} />,
          })}
        </span>
      )}
      {moved !== 0n && (
        <span>
          {moved > 0n
            ? rich('moved in {amount}', { amount: <Money amount={moved} currency={currency} /> })
            : rich('moved out {amount}', { amount: <Money amount={-moved} currency={currency} /> })}
        </span>
      )}
    </span>
  )
}
