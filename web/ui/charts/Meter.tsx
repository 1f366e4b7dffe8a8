import { usePrivacy } from '../privacy.ts'
import { meterOf } from './shares.ts'

/** How far a budget is used: a mark for today, hatched amber for the excess. The figures stand beside it. */
export function Meter({
  label,
  spent,
  planned,
  today,
  className,
}: {
  /** Whose budget it is: Transport. */
  label: string
  spent: number
  planned: number
  /** How much of the month has passed, from 0 to 1; left out for a month that is over. */
  today?: number | undefined
  className?: string | undefined
}) {
  const isHidden = usePrivacy()
  const { used, over, percent } = meterOf(spent, planned)
  const said = isHidden
    ? 'hidden'
    : over > 0
      ? `${percent} percent, over the plan`
      : `${percent} percent used`
  // Over the plan, the whole bar is the spending, and the plan is the part before the hatching.
  const mark = today === undefined || planned <= 0 ? undefined : over > 0 ? today * used : today
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> has neither a hatched part nor a mark.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={isHidden ? 0 : Math.min(percent, 100)}
      aria-valuetext={said}
      className={`relative h-1.5 ${className ?? ''}`}
    >
      <div className="flex h-full overflow-hidden rounded-full bg-tile">
        <div
          className={`h-full bg-chart-1 ${over > 0 ? '' : 'rounded-full'}`}
          style={{ width: `${used * 100}%` }}
        />
        {over > 0 ? <div className="hatched h-full text-warn" style={{ width: `${over * 100}%` }} /> : null}
      </div>
      {mark === undefined ? null : (
        <div
          className="absolute -top-1 h-3.5 w-0.5 -translate-x-1/2 rounded-full bg-text ring-1 ring-surface"
          style={{ left: `${Math.min(Math.max(mark, 0), 1) * 100}%` }}
        />
      )}
    </div>
  )
}
