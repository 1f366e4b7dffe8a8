import { Fragment } from 'react'
import { countText } from '../ui/locale.ts'
import { Money } from '../ui/Money.tsx'
import type { ComingSums } from './coming.ts'

/** How many come, and the amounts that go out and come in: the same words and figures wherever occurrences are added up. */
export const ComingSum = ({ sums, className }: { sums: ComingSums; className?: string }) => (
  <p className={className}>
    {countText(sums.count)} in all
    {sums.out.length > 0 && (
      <>
        : <Sums sums={sums.out} /> {sums.out.length > 1 ? 'go' : 'goes'} out
      </>
    )}
    {sums.in.length > 0 && (
      <>
        {sums.out.length > 0 ? ', ' : ': '}
        <Sums sums={sums.in} /> {sums.in.length > 1 ? 'come' : 'comes'} in
      </>
    )}
  </p>
)

const Sums = ({ sums }: { sums: ComingSums['out'] }) =>
  sums.map(({ currency, minor }, index) => (
    <Fragment key={currency}>
      {index > 0 && ' and '}
      <Money amount={minor} currency={currency} className="font-medium text-text" />
    </Fragment>
  ))
