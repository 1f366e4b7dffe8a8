import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { tooSmall } from '../../contract/because.ts'
import type { Overview } from '../../contract/overview.ts'
import type { Search } from '../page/address.ts'
import { Money } from '../ui/Money.tsx'
import { type Amount, minorOf, sumOf } from '../ui/money.ts'
import { changeKey } from './explain.ts'

export type Reason = { key: string; name: string; change: Amount }

/** Why spending changed, in one sentence: €282.00 more on Groceries, €226.00 on Household; €42.00 less on Leisure, and others. */
export function Because<T extends Reason>({
  reasons,
  change,
  currency,
  of = 'on',
  opens,
}: {
  reasons: readonly T[]
  /** The whole change, which is not 0. */
  change: Amount
  currency: string
  /** Money is spent on something, and received from it. */
  of?: 'on' | 'from'
  /** Wraps the words of a reason in the control that opens its list. */
  opens: (reason: T, words: ReactNode) => ReactNode
}) {
  if (reasons.length === 0)
    return (
      <>
        Many small ones, none above <Money amount={tooSmall(minorOf(change, currency))} currency={currency} />
      </>
    )
  const rest =
    minorOf(change, currency) -
    sumOf(
      reasons.map((reason) => reason.change),
      currency,
    )
  const named = reasons.map((reason, index) => {
    const minor = minorOf(reason.change, currency)
    const isMore = minor > 0n
    const last = reasons[index - 1]
    const isTurn = last === undefined || minorOf(last.change, currency) > 0n !== isMore
    return (
      <Fragment key={reason.key}>
        {last === undefined ? '' : isTurn ? '; ' : ', '}
        {opens(
          reason,
          <>
            <Money amount={isMore ? minor : -minor} currency={currency} className="font-semibold" />{' '}
            {isTurn ? (isMore ? 'more ' : 'less ') : ''}
            {of} {reason.name}
          </>,
        )}
      </Fragment>
    )
  })
  return (
    <>
      {named}
      {rest === 0n ? '' : ', and others'}
    </>
  )
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
