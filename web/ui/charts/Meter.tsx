import { t } from '../../../words/t.ts'
import { hiddenWord, usePrivacy } from '../privacy.ts'
import { type BarParts, type Budgeted, barOf } from './shares.ts'

/**
 * The bar of a budget, the same wherever the budget is shown: filled as far as it is spent, a line for today, a striped end that was carried over,
 * hatched amber for the excess, a notch for the amount that the month before took, and dashes without a budget. The figures stand beside it.
 */
export function Meter({
  label,
  today,
  className,
  ...budget
}: Budgeted & {
  /** Whose budget it is: Transport. */
  label: string
  /** How much of the month has passed, from 0 to 1; left out for a month that is over. */
  today?: number | undefined
  className?: string | undefined
}) {
  const isHidden = usePrivacy()
  const bar = barOf(budget)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> has neither a hatched part nor a mark.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isHidden || !bar ? 0 : Math.min(bar.percent, 100)}
      aria-valuetext={isHidden ? hiddenWord() : spokenBar(bar)}
      className={`relative h-1.5 ${className ?? ''}`}
    >
      {bar ? (
        <Parts bar={bar} />
      ) : (
        <div className="absolute inset-x-0 top-1/2 border-t-2 border-dotted border-line-2" />
      )}
      {today === undefined || !bar ? null : (
        <div
          className="absolute -top-1 h-3.5 w-0.5 -translate-x-1/2 rtl:translate-x-1/2 rounded-full bg-text ring-1 ring-surface"
          style={{ insetInlineStart: `${Math.min(Math.max(today, 0), 1) * 100}%` }}
        />
      )}
    </div>
  )
}

const width = (share: number) => ({ width: `${share * 100}%` })

const Parts = ({ bar: { used, over, carried, notch } }: { bar: BarParts }) => (
  <div className="relative flex h-full overflow-hidden rounded-full bg-tile">
    {carried > 0 && <div className="striped absolute inset-y-0 end-0 text-in" style={width(carried)} />}
    {notch > 0 && (
      <div
        className="absolute inset-y-0 end-0 rounded-e-full border-[1.5px] border-warn bg-surface"
        style={width(notch)}
      />
    )}
    <div
      className={`relative h-full bg-chart-1 ${over > 0 || notch > 0 ? '' : 'rounded-full'}`}
      style={width(used)}
    />
    {over > 0 && <div className="hatched relative h-full text-warn" style={width(over)} />}
  </div>
)

/** The bar in words, for those who do not see it. */
function spokenBar(bar: BarParts | undefined): string {
  if (!bar) return t('no budget')
  const { percent, over, carried, notch } = bar
  if (over > 0) return t('{percent, number} percent, over the budget', { percent })
  if (notch > 0)
    return t('{percent, number} percent used, less to spend because of the month before', { percent })
  return carried > 0
    ? t('{percent, number} percent used, with an amount carried over', { percent })
    : t('{percent, number} percent used', { percent })
}
