import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../words/t.ts'
import { atFoot } from './at-foot.ts'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import { rich } from './rich.ts'

/** The actions on all selected rows, above the foot of the page. `className` says how far above. */
export const SelectedToolbar = ({
  label,
  count,
  isBusy = false,
  onEnd,
  more,
  className,
  children,
}: {
  label: string
  count: number
  isBusy?: boolean
  onEnd: () => void
  /** Beside the count, on a line of its own above the actions. */
  more?: ReactNode
  className: string
  children: ReactNode
}) => (
  <div
    ref={atFoot}
    role="toolbar"
    aria-label={label}
    aria-busy={isBusy || undefined}
    className={classes(
      'fixed inset-x-3 z-30 mx-auto flex w-fit max-w-[calc(100%-24px)] items-center sm:start-19 sm:max-w-[calc(100%-88px)] lg:start-63 lg:max-w-[calc(100%-264px)] gap-1 rounded-card border border-line bg-raised p-1.5 shadow-overlay',
      more !== undefined && 'flex-wrap max-lg:justify-between max-sm:w-auto',
      className,
    )}
  >
    <span aria-live="polite" className="px-2.5 text-table font-semibold">
      {rich('{count, plural, one {# <words>selected</words>} other {# <words>selected</words>}}', {
        count,
        words: (inner) => <span className={more === undefined ? 'max-sm:sr-only' : ''}>{inner}</span>,
      })}
    </span>
    {more}
    <span
      className={classes(
        'flex items-center gap-1',
        more !== undefined && 'max-lg:order-last max-lg:basis-full max-lg:justify-center',
      )}
    >
      {children}
    </span>
    <IconButton label={t('End the selection')} onClick={onEnd}>
      <X size={16} />
    </IconButton>
  </div>
)
