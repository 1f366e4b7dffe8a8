import { Fragment, type ReactNode } from 'react'
import { comma } from '../../words/t.ts'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { AllAmounts } from './AllAmounts.tsx'
import type { ComingSums } from './coming.ts'

/** How many entries come, the amounts that go out and come in, and those that are moved: the same words and figures wherever occurrences are added up. */
export function ComingSum({ sums: { count, out, in: income, moved }, className }: Props) {
  const parts: ReactNode[] = [
    out.length > 0 && rich('{out} out', { out: <Sums sums={out} /> }),
    income.length > 0 && rich('{in} in', { in: <Sums sums={income} /> }),
    moved.length > 0 && rich('{moved} moved', { moved: <Sums sums={moved} /> }),
  ].filter(Boolean)
  const sums = parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sides of a sum have a fixed order
    <Fragment key={index}>
      {index > 0 && comma()}
      {part}
    </Fragment>
  ))
  return (
    <p className={className}>
      {rich('{count, plural, one {# entry: {sums}} other {# entries: {sums}}}', { count, sums })}
    </p>
  )
}

type Props = { sums: ComingSums; className?: string }

const Sums = ({ sums }: { sums: ComingSums['out'] }) => (
  <AllAmounts
    amounts={sums.map(({ currency, minor }) => (
      <Money key={currency} amount={minor} currency={currency} className="font-medium text-text" />
    ))}
  />
)
