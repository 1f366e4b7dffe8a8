import { Link } from '@tanstack/react-router'
import { useToday } from '../page/me.ts'
import { dayShort } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { rateText } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import type { BehindRow, Held } from './behind.ts'

/** A row of the list behind a figure: a transaction, or the balance of an account. */
export function ListedRow({ row, base, signed }: { row: BehindRow; base: string; signed: boolean }) {
  const today = useToday()
  const title = row.transactionId ? (
    <Link to="/transactions" search={{ open: row.transactionId }} className="font-medium hover:underline">
      {row.title}
    </Link>
  ) : row.accountId ? (
    <Link to="/accounts/$id" params={{ id: row.accountId }} className="font-medium hover:underline">
      {row.title}
    </Link>
  ) : (
    row.title
  )
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <span className="flex gap-3">
          {row.date ? (
            <span className="w-13 shrink-0 whitespace-nowrap text-text-3">{dayShort(row.date, today)}</span>
          ) : null}
          <span className="min-w-0">
            <span className="block break-words">{title}</span>
            <span className="block text-caption text-text-3">
              {row.of === undefined
                ? row.detail
                : rich('part of {amount}', { amount: <Money amount={row.of} currency={base} /> })}
              {row.held ? <HeldText held={row.held} today={today} /> : null}
            </span>
          </span>
        </span>
      </th>
      <td className="py-2 text-end align-top">
        <Money
          amount={row.counted}
          currency={base}
          variant={signed ? 'signed' : 'plain'}
          className="font-medium"
        />
      </td>
    </tr>
  )
}

/** ¥12,400 at 0.00558, the rate of 15 Nov */
function HeldText({ held: { amount, currency, rate, rateDate }, today }: { held: Held; today: string }) {
  const held = <Money amount={amount} currency={currency} />
  return rate === null || rateDate === null
    ? rich('{amount}, without a rate: counted as recorded', { amount: held })
    : rich('{amount} at {rate}, the rate of {day}', {
        amount: held,
        rate: rateText(rate),
        day: dayShort(rateDate, today),
      })
}
