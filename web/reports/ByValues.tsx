import { Fragment } from 'react'
import { Money } from '../ui/Money.tsx'
import { type ChangeParts, partsOfChange } from './worth.ts'

/** The parts of a change of net worth: kept, made by stated values or exchange rates, come from other books. The same sentence wherever net worth is. */
export const ByValues = ({
  gained,
  parts,
  currency,
}: {
  /** The whole change, without balances that accounts began with. */
  gained: bigint
  parts: ChangeParts
  currency: string
}) =>
  partsOfChange(gained, parts, currency).map(({ amount, words }, index) => (
    <Fragment key={words}>
      {index > 0 && ', '}
      <Money amount={amount} currency={currency} /> {words}
    </Fragment>
  ))
