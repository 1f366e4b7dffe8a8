import { classes } from './classes.ts'
import { initialsOf } from './initials.ts'

/** A round mark with somebody's initials. The name stands beside it, so it is not read aloud. */
export const Initials = ({
  name,
  size = 'md',
  isYou = false,
}: {
  name: string
  size?: 'xs' | 'sm' | 'md' | 'lg'
  /** One's own are in the accent colour. */
  isYou?: boolean
}) => (
  <span
    aria-hidden
    className={classes(
      'flex shrink-0 items-center justify-center rounded-full font-semibold print:hidden',
      isYou ? 'bg-accent-soft text-accent' : 'bg-tile text-text-2',
      size === 'xs' && 'size-4 text-[8px]',
      size === 'sm' && 'size-5 text-[9px]',
      size === 'md' && 'size-7 text-axis touch:size-9',
      size === 'lg' && 'size-12 text-title',
    )}
  >
    {initialsOf(name)}
  </span>
)
