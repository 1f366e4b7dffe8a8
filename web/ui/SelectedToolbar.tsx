import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'

/** The actions on all selected rows, above the foot of the page. `className` says how far above. */
export const SelectedToolbar = ({
  label,
  count,
  onEnd,
  className,
  children,
}: {
  label: string
  count: number
  onEnd: () => void
  className: string
  children: ReactNode
}) => (
  <div
    role="toolbar"
    aria-label={label}
    className={classes(
      'fixed inset-x-3 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] items-center gap-1 rounded-card border border-line bg-raised p-1.5 shadow-overlay',
      className,
    )}
  >
    <span aria-live="polite" className="px-2.5 text-table font-semibold">
      {count}
      <span className="max-sm:sr-only"> selected</span>
    </span>
    {children}
    <IconButton label="End the selection" onClick={onEnd}>
      <X size={16} />
    </IconButton>
  </div>
)
