import { say } from './toast.ts'

/** Whether this browser hands texts to other apps. */
export const canShare = (text: string): boolean =>
  typeof navigator.share === 'function' && (navigator.canShare?.({ text }) ?? true)

/** Hands a text to another app, which the person chooses; `what` is copied instead where that fails. */
export async function share(title: string, text: string, what: string): Promise<void> {
  try {
    await navigator.share({ title, text })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // the person closed it
    say({ words: `This browser could not share it. Copy ${what} instead.`, tone: 'refused' })
  }
}
