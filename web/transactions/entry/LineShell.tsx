import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../words/t.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { shellClasses } from './quick-entry-shell.ts'

/**
 * The frame of quick entry: its first line with Add at the end of it, and what is below. Add is always there and enabled; it is the last
 * stop of the Tab key, after the sentence.
 */
export function LineShell({
  className,
  label = t('Add [verb]'),
  onAdd,
  onAddDown,
  line,
  children,
}: {
  className?: string | undefined
  label?: string
  onAdd: () => void
  /** At the beginning of a press, whose end this button may not see. */
  onAddDown?: () => void
  line: ReactNode
  children?: ReactNode
}) {
  return (
    <div className={classes('relative', shellClasses, className)}>
      <div className="relative flex items-center">
        <Plus size={18} aria-hidden className="pointer-events-none absolute start-4 text-text-3" />
        {line}
      </div>
      {children}
      <Button
        look="primary"
        shortcut="↵"
        // The line keeps the focus, and its picker opens under its token.
        onPointerDown={(event) => {
          event.preventDefault()
          onAddDown?.()
        }}
        onClick={onAdd}
        className="absolute top-2 end-2 touch:top-0.5"
      >
        {label}
      </Button>
    </div>
  )
}
