import { Fragment, type ReactNode } from 'react'
import { comma } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { type ChangePart, type ChangeParts, partsOfChange } from './worth.ts'

const said: Record<ChangePart, (amount: ReactNode) => ReactNode> = {
  kept: (amount) => rich('{amount} kept', { amount }),
  taken: (amount) => rich('{amount} taken from what you had', { amount }),
  'stated-more': (amount) => rich('{amount} more by values', { amount }),
  'stated-less': (amount) => rich('{amount} less by values', { amount }),
  'rated-more': (amount) => rich('{amount} more by exchange rates', { amount }),
  'rated-less': (amount) => rich('{amount} less by exchange rates', { amount }),
  came: (amount) => rich('{amount} from other books', { amount }),
  went: (amount) => rich('{amount} to other books', { amount }),
}

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
  partsOfChange(gained, parts, currency).map(({ amount, part }, index) => (
    <Fragment key={part}>
      {index > 0 && comma()}
      {said[part](<Money amount={amount} currency={currency} />)}
    </Fragment>
  ))
