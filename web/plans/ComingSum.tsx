import { Money } from '../ui/Money.tsx'
import { rich } from '../ui/rich.ts'
import { AllAmounts } from './AllAmounts.tsx'
import type { ComingSums } from './coming.ts'

/** How many payments come, the amounts that go out and come in, and those that are moved: the same words and figures wherever occurrences are added up. */
export const ComingSum = ({ sums, className }: { sums: ComingSums; className?: string }) => (
  <p className={className}>
    <Words sums={sums} />
  </p>
)

function Words({ sums }: { sums: ComingSums }) {
  const moved = <Sums sums={sums.moved} />
  if (sums.moved.length === 0) return <Payments sums={sums} />
  if (sums.count === 0) return rich('{moved} moved', { moved })
  return rich('{payments}, {moved} moved', { payments: <Payments sums={sums} />, moved })
}

function Payments({ sums: { count, out, in: income } }: { sums: ComingSums }) {
  const values = { count, out: <Sums sums={out} />, in: <Sums sums={income} /> }
  if (out.length > 0 && income.length > 0)
    return rich(
      '{count, plural, one {# payment: {out} out, {in} in} other {# payments: {out} out, {in} in}}',
      values,
    )
  if (out.length > 0)
    return rich('{count, plural, one {# payment: {out} out} other {# payments: {out} out}}', values)
  if (income.length > 0)
    return rich('{count, plural, one {# payment: {in} in} other {# payments: {in} in}}', values)
  return rich('{count, plural, one {# payment} other {# payments}}', { count })
}

const Sums = ({ sums }: { sums: ComingSums['out'] }) => (
  <AllAmounts
    amounts={sums.map(({ currency, minor }) => (
      <Money key={currency} amount={minor} currency={currency} className="font-medium text-text" />
    ))}
  />
)
