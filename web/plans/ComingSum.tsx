import type { ReactNode } from 'react'
import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { AllAmounts } from './AllAmounts.tsx'
import type { ComingSums } from './coming.ts'

/** How many come, and the amounts that go out and come in: the same words and figures wherever occurrences are added up. */
export const ComingSum = ({ sums, className }: { sums: ComingSums; className?: string }) => (
  <p className={className}>
    <Words sums={sums} />
  </p>
)

function Words({ sums: { count, out, in: income } }: { sums: ComingSums }) {
  const going =
    out.length > 0 &&
    rich('{currencies, plural, one {{amounts} goes out} other {{amounts} go out}}', {
      currencies: out.length,
      amounts: <Sums sums={out} />,
    })
  const coming =
    income.length > 0 &&
    rich('{currencies, plural, one {{amounts} comes in} other {{amounts} come in}}', {
      currencies: income.length,
      amounts: <Sums sums={income} />,
    })
  if (going && coming)
    return rich('{count, plural, one {# in all: {going}, {coming}} other {# in all: {going}, {coming}}}', {
      count,
      going: <Unbroken>{going}</Unbroken>,
      coming: <Unbroken>{coming}</Unbroken>,
    })
  if (going || coming)
    return rich('{count, plural, one {# in all: {moving}} other {# in all: {moving}}}', {
      count,
      moving: going || coming,
    })
  return rich('{count, plural, one {# in all} other {# in all}}', { count })
}

/** Words that stay on one line where they have room. */
const Unbroken = ({ children }: { children: ReactNode }) => <span className="inline-block">{children}</span>

const Sums = ({ sums }: { sums: ComingSums['out'] }) => (
  <AllAmounts
    amounts={sums.map(({ currency, minor }) => (
      <Money key={currency} amount={minor} currency={currency} className="font-medium text-text" />
    ))}
  />
)
