import { classes } from '../ui/classes.ts'
import { dense } from './table.tsx'

/** The largest fall and the largest rise, as lengths. */
export type Extent = { less: number; more: number }

export function extentOf(changes: readonly bigint[]): Extent {
  const lengths = changes.map(Number)
  return { less: -Math.min(0, ...lengths), more: Math.max(0, ...lengths) }
}

/** How much a row fell or rose: bars of all rows start at one zero. The figure is in the column of changes. */
export function ChangeBar({ less, more, change }: Extent & { change: bigint }) {
  const whole = less + more || 1
  const percent = (part: number) => `${(100 * part) / whole}%`
  const size = Math.abs(Number(change))
  const isLess = change < 0n
  return (
    <td aria-hidden className={classes(dense, 'w-40')}>
      <span className="relative block h-2.5">
        <span className="absolute inset-y-[-4px] w-px bg-line-2" style={{ left: percent(less) }} />
        <span
          className={`absolute inset-y-0 rounded-[2px] ${isLess ? 'bg-chart-3' : 'bg-chart-2'}`}
          style={{ left: percent(isLess ? less - size : less), width: percent(size) }}
        />
      </span>
    </td>
  )
}
