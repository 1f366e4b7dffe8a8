import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** The key that does the same. Hidden on touch devices and narrow screens. */
export const Kbd = ({ children, isOnFill = false }: { children: ReactNode; isOnFill?: boolean }) => (
  <kbd
    aria-hidden
    className={classes(
      'touch:hidden max-sm:hidden inline-flex min-w-5 items-center justify-center rounded-[5px] border px-1 font-sans text-axis font-medium',
      isOnFill ? 'border-white/40 text-white' : 'border-line bg-canvas text-text-3',
    )}
  >
    {children}
  </kbd>
)
