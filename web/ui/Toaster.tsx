import { useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { Kbd } from './Kbd.tsx'
import { dismiss, useToast } from './toast.ts'

const SHOWN_MS = 8_000

/**
 * Shows the latest message for 8 seconds, and as long as somebody points at it or is in it. It is at the foot of the page, or at its top
 * where the foot is needed for something else.
 */
export function Toaster({ isAtTop = false }: { isAtTop?: boolean }) {
  const toast = useToast()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || isHeld) return undefined
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast, isHeld])
  const hold = { onPointerEnter: () => setHeld(true), onPointerLeave: () => setHeld(false) }
  return (
    <div
      role="status"
      className={classes(
        'pointer-events-none fixed inset-x-4 z-50 flex justify-center print:hidden',
        isAtTop ? 'top-4' : 'bottom-[calc(76px+env(safe-area-inset-bottom))] sm:bottom-6',
      )}
    >
      {toast && (
        // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it does nothing but keep it there.
        <div
          key={toast.id}
          {...hold}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
          className={classes(
            'pointer-events-auto flex max-w-full items-center gap-4 rounded-control bg-toast py-2 pr-2 pl-4 text-table text-white shadow-overlay',
            !toast.action && 'pr-4',
          )}
        >
          <span className="min-w-0 py-1">{toast.words}</span>
          {toast.action && (
            <button
              type="button"
              onClick={() => {
                dismiss(toast.id)
                toast.action?.run()
              }}
              className="flex min-h-8 touch:min-h-11 shrink-0 items-center gap-2 rounded-[6px] bg-white/15 px-3 font-semibold hover:bg-white/25"
            >
              {toast.action.label}
              {toast.action.key && <Kbd isOnFill>{toast.action.key}</Kbd>}
            </button>
          )}
        </div>
      )}
    </div>
  )
}
