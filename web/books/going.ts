import { flushSync } from 'react-dom'
import { sayAfterLoad } from '../ui/toast.ts'

/** Opens the default book after this one was left or deleted, and says so there. The app is loaded again: nothing of this book may stay in its memory. */
export function goAfter(words: string): void {
  sayAfterLoad(words)
  window.location.assign('/')
}

/** Closes a dialog, which gives the focus back to the control that opened it, and gives it to the heading of the page: that control goes. */
export function closeToHeading(close: () => void): void {
  flushSync(close)
  document.querySelector<HTMLElement>('#content h1')?.focus({ preventScroll: true })
}
