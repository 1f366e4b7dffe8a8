import { Fragment, type ReactNode } from 'react'
import { tooSmall } from '../../contract/because.ts'
import type { Overview } from '../../contract/overview.ts'
import { Money } from '../ui/Money.tsx'
import { type Amount, minorOf, sumOf } from '../ui/money.ts'
import { Behind } from './Behind.tsx'

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

/** The reasons of an overview; each opens the list behind it, or that of the month before if nothing was spent since. */
export const BecauseOf = ({
  overview: { because, spent, base_currency_id: base },
  most = because.length,
}: {
  overview: Overview
  most?: number
}) => (
  <Because
    reasons={because.slice(0, most).map((reason) => ({ key: reason.explain, ...reason }))}
    change={spent.change}
    currency={base}
    opens={({ amount, explain, previous_explain }, words) => (
      <Behind explain={amount === 0 ? previous_explain : explain} className="text-accent">
        {words}
      </Behind>
    )}
  />
)
