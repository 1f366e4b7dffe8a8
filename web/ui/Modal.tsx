import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { focusHeading } from './focus-heading.ts'

/**
 * Over the page, which cannot be reached meanwhile: the platform's own dialog keeps the focus inside, closes by Esc and by a press beside
 * it, and gives the focus back. Without `onClose` it stays until it is dealt with.
 */
export function Modal({
  label,
  onClose,
  className,
  children,
}: {
  label: string
  onClose?: (() => void) | undefined
  className?: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    // Without a control in it, the browser would focus whatever scrolls, and draw a ring around it.
    if (!document.activeElement?.matches('input,select,textarea,button,a,[tabindex]')) current?.focus()
    return () => {
      current?.close() // while it is still in the page, so that the focus goes back
      focusHeading()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same as a press beside it.
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === dialog.current) onClose?.()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.()
      }}
      className={classes(
        'fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-transparent text-text outline-none backdrop:bg-black/40 open:flex',
        className,
      )}
    >
      {children}
    </dialog>
  )
}
