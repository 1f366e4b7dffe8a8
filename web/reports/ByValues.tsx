import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { comma } from '../../words/t.ts'
import { accounts, isThing } from '../page/accounts.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { type ChangePart, type ChangeParts, partsOfChange } from './worth.ts'

/** The words of each part. A changed value has the name of its thing, where there is one only. */
const said: Record<ChangePart, (amount: ReactNode, thing: string | undefined) => ReactNode> = {
  kept: (amount) => rich('{amount} kept', { amount }),
  taken: (amount) => rich('{amount} taken from what you had', { amount }),
  'stated-more': (amount, thing) =>
    thing === undefined
      ? rich('your things are worth {amount} more', { amount })
      : rich('{thing} is worth {amount} more', { thing, amount }),
  'stated-less': (amount, thing) =>
    thing === undefined
      ? rich('your things are worth {amount} less', { amount })
      : rich('{thing} is worth {amount} less', { thing, amount }),
  'rated-more': (amount) => rich('{amount} more by exchange rates', { amount }),
  'rated-less': (amount) => rich('{amount} less by exchange rates', { amount }),
  came: (amount) => rich('{amount} from other books', { amount }),
  went: (amount) => rich('{amount} to other books', { amount }),
}

/** The parts of a change of net worth: kept, made by stated values or exchange rates, come from other books. The same sentence wherever net worth is. */
export function ByValues({
  gained,
  parts,
  currency,
}: {
  /** The whole change, without balances that accounts began with. */
  gained: bigint
  parts: ChangeParts
  currency: string
}) {
  const { data: known = [] } = useQuery(accounts)
  const valued = known.filter(({ is_valued }) => is_valued)
  const thing = valued.length === 1 ? valued.find(isThing)?.name : undefined
  return partsOfChange(gained, parts, currency).map(({ amount, part }, index) => (
    <Fragment key={part}>
      {index > 0 && comma()}
      {said[part](<Money amount={amount} currency={currency} />, thing)}
    </Fragment>
  ))
}
