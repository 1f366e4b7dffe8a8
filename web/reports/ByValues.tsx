import { Fragment } from 'react'
import { Money } from '../ui/Money.tsx'
import { partsOfChange } from './worth.ts'

/** The part of a change of net worth that was kept, and the part that stated values made: the same sentence wherever net worth is. */
export const ByValues = ({
  gained,
  value,
  currency,
}: {
  /** The whole change, without balances that accounts began with. */
  gained: bigint
  value: number
  currency: string
}) =>
  partsOfChange(gained, value, currency).map(({ amount, words }, index) => (
    <Fragment key={words}>
      {index > 0 && ', '}
      <Money amount={amount} currency={currency} /> {words}
    </Fragment>
  ))
