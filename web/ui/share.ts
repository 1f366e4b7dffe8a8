import { t } from '../../words/t.ts'
import { say } from './toast.ts'

/** Whether this browser hands texts to other apps. */
export const canShare = (text: string): boolean =>
  typeof navigator.share === 'function' && (navigator.canShare?.({ text }) ?? true)

/** Hands a text to another app, which the person chooses; `what` (link or message, or words in their place) is copied instead where that fails. */
export async function share(title: string, text: string, what: string): Promise<void> {
  try {
    await navigator.share({ title, text })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // the person closed it
    say({
      words: t(
        'This browser could not share it. {what, select, link {Copy the link instead.} message {Copy the message instead.} other {Copy {what} instead.}}',
        { what },
      ),
      tone: 'refused',
    })
  }
}
