import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tooSmall } from '../../contract/because.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Search } from '../page/address.ts'
import { monthName } from '../ui/dates.ts'
import { Money } from '../ui/Money.tsx'
import { type Amount, minorOf, sumOf } from '../ui/money.ts'
import { rich } from '../ui/rich.ts'
import { changeKey } from './explain.ts'
import { refundIn, type Spent } from './refund.ts'

export type Reason = { key: string; name: string; change: Amount } & Partial<Spent>

/** Why spending changed, in one sentence: €282.00 more on Groceries, €226.00 on Household; €42.00 less on Leisure, and others. */
export function Because<T extends Reason>({
  reasons,
  change,
  currency,
  of = 'on',
  days,
  opens,
}: {
  reasons: readonly T[]
  /** The whole change, which is not 0. */
  change: Amount
  currency: string
  /** Money is spent on something, and received from it. */
  of?: 'on' | 'from'
  /** The names of both ranges, for a refund in one of them. */
  days?: { now: string; before: string } | undefined
  /** Wraps the words of a reason in the control that opens its list. */
  opens: (reason: T, words: ReactNode) => ReactNode
}) {
  if (reasons.length === 0)
    return (
      <>
        {rich('Many small ones, none above {amount}', {
          amount: <Money amount={tooSmall(minorOf(change, currency))} currency={currency} />,
        })}
      </>
    )
  const rest =
    minorOf(change, currency) -
    sumOf(
      reasons.map((reason) => reason.change),
      currency,
    )
  const refundOf = ({ amount, previous }: Reason) =>
    days && amount !== undefined && previous !== undefined ? refundIn({ amount, previous }) : undefined
  const sizeOf = (minor: bigint) => (
    <Money amount={minor < 0n ? -minor : minor} currency={currency} className="font-semibold" />
  )
  const named = reasons.reduce<ReactNode>((said, reason, index) => {
    const minor = minorOf(reason.change, currency)
    const [isMore, refund] = [minor > 0n, refundOf(reason)]
    const last = reasons[index - 1]
    const isTurn =
      last === undefined || refundOf(last) !== undefined || minorOf(last.change, currency) > 0n !== isMore
    const values = {
      amount: sizeOf(minor),
      category: reason.name,
      way: isTurn ? (isMore ? 'more' : 'less') : 'same',
    }
    const words = refund
      ? rich('{month} had a refund of {amount} ({category})', { ...values, month: days?.[refund] })
      : of === 'on'
        ? rich(
            '{way, select, more {{amount} more on {category}} less {{amount} less on {category}} other {{amount} on {category}}}',
            values,
          )
        : rich(
            '{way, select, more {{amount} more from {category}} less {{amount} less from {category}} other {{amount} from {category}}}',
            values,
          )
    const next = opens(reason, words)
    if (last === undefined) return next
    return isTurn || refund ? rich('{said}; {next}', { said, next }) : rich('{said}, {next}', { said, next })
  }, null)
  return <>{rest === 0n ? named : rich('{reasons}, and others', { reasons: named })}</>
}

/** The reasons of an overview; each opens the two lists whose difference it is, in the report on spending. */
export const BecauseOf = ({
  overview: { because, spent, base_currency_id: base },
  most = because.length,
  search = {},
}: {
  overview: Overview
  most?: number
  /** The month, as the report on spending takes it; the current one if left out. */
  search?: Search
}) => (
  <Because
    reasons={because.slice(0, most).map((reason) => ({ key: reason.explain, ...reason }))}
    change={spent.change}
    currency={base}
    days={{ now: monthName(spent.label), before: monthName(spent.previous_month.label) }}
    opens={({ category_id }, words) => (
      <Link
        to="/reports/spending"
        search={{ ...search, figure: changeKey(category_id ?? 'none') }}
        className="rounded-[4px] text-accent underline-offset-4 hover:underline"
      >
        {words}
      </Link>
    )}
  />
)
