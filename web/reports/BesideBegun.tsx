import { Money } from '../ui/Money.tsx'

/** Goes on after an amount gained or lost: what one began with is no gain, and the two add up to the difference of net worth. */
export const BesideBegun = ({ opening, currency }: { opening: number; currency: string }) =>
  opening === 0 ? null : (
    <>
      , beside <Money amount={opening} currency={currency} /> that you began with
    </>
  )
