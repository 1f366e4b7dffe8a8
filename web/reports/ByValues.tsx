import { Fragment } from 'react'
import { Money } from '../ui/Money.tsx'
import { partsOfChange } from './worth.ts'

/** The parts of a change of net worth: kept, made by stated values, come from other books. The same sentence wherever net worth is. */
export const ByValues = ({
  gained,
  value,
  between,
  currency,
}: {
  /** The whole change, without balances that accounts began with. */
  gained: bigint
  value: number
  between: number
  currency: string
}) =>
  partsOfChange(gained, { value, between }, currency).map(({ amount, words }, index) => (
    <Fragment key={words}>
      {index > 0 && ', '}
      <Money amount={amount} currency={currency} /> {words}
    </Fragment>
  ))
