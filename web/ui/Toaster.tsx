import { useEffect, useState, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './Kbd.tsx'
import { REDO_KEYS, UNDO_KEYS } from './keys.ts'
import { actOnToast, dismiss, useToast } from './toast.ts'

const SHOWN_MS = 8_000

/**
 * Shows the latest message for 8 seconds, and as long as somebody points at it or has the focus in it. It is at the foot of the page, over
 * it, and above the bars that are there (`atFoot`); `isInFlow` makes room for it where it stands, so that it covers nothing.
 */
export function Toaster({ isInFlow = false }: { isInFlow?: boolean }) {
  const toast = useToast()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || isHeld) return undefined
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  const keys = useKeysNow(toast?.action?.turn)
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return (
    <div
      role="status"
      className={classes(
        'pointer-events-none z-50 flex justify-center print:hidden',
        isInFlow
          ? 'px-4 [&:not(:empty)]:py-2'
          : 'fixed inset-x-4 sm:start-19 sm:end-3 lg:start-63 bottom-[calc(max(var(--foot,0px),68px+env(safe-area-inset-bottom))+8px)] sm:bottom-[calc(max(var(--foot,0px),16px)+8px)]',
      )}
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it does nothing but keep it there.
        <div
          key={toast.id}
          data-toast
          {...hold}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className={classes(
            'pointer-events-auto flex max-w-full items-center gap-4 max-sm:flex-wrap max-sm:gap-y-1 rounded-control bg-toast py-2 pe-2 ps-4 text-table text-white shadow-overlay',
            !toast.action && 'pe-4',
          )}
        >
          <span className="min-w-0 py-1">{toast.words}</span>
          {toast.other && (
            <button type="button" onClick={toast.other.run} className={buttonClasses}>
              {toast.other.label}
            </button>
          )}
          {toast.action && (
            <button type="button" onClick={actOnToast} className={buttonClasses}>
              {toast.action.label}
              {keys && <Kbd isOnFill>{keys}</Kbd>}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const buttonClasses =
  'flex min-h-8 touch:min-h-11 shrink-0 items-center gap-2 rounded-[6px] bg-white/15 px-3 font-semibold hover:bg-white/25'

const onFocusMoves = (listener: () => void) => {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

type Focus = 'page' | 'line' | 'field'
const focusNow = (): Focus => {
  const focused = document.activeElement
  if (focused?.matches('[data-line]')) return 'line'
  return focused?.matches('input,textarea,select') ? 'field' : 'page'
}

/** The keys of undoing and redoing, the same everywhere, where they work: in a field they undo what was typed there. */
function useKeysNow(turn: 'undo' | 'redo' | undefined): string | undefined {
  const focus = useSyncExternalStore(onFocusMoves, focusNow)
  return turn && focus !== 'field' ? { undo: UNDO_KEYS, redo: REDO_KEYS }[turn] : undefined
}
