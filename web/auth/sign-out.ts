import { logout } from '../../contract/auth.ts'
import { t } from '../../words/t.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { forgetBook } from '../api/forget-book.ts'
import { noteSignedOut, tellTabs } from '../api/person.ts'
import { isKeptFor } from '../api/queue.ts'
import { Unreachable } from '../api/session.ts'
import { me } from '../page/me.ts'
import { forgetDrafts } from '../ui/draft.ts'
import { openState } from '../ui/open-state.ts'
import { say } from '../ui/toast.ts'

/** The question before signing out, which the frame shows. */
const question = openState()
export const { close: stay, useIsOpen: useIsSignOutAsked } = question

/** Signs out; after a question, if entries of this person wait on this device. */
export function signOut(): void {
  const person = cache.getQueryData(me.queryKey)
  if (person && isKeptFor(person.id)) question.open()
  else void endSession()
}

/**
 * Ends the session of this browser, and takes the copy of the book off this device. The page is loaded anew, so that nothing of the book
 * stays in its memory. Without a connection the session cannot be ended, but the copy goes all the same.
 */
export async function endSession(): Promise<void> {
  try {
    await callOpenly(logout)
    await noteSignedOut()
    tellTabs(null)
    forgetDrafts()
    window.location.replace('/sign-in') // Back does not lead to the book
  } catch (error) {
    if (error instanceof Unreachable) {
      await forgetBook()
      return say({
        words: t(
          'Florin did not answer: you are still signed in. The copy of your book on this device is gone.',
        ),
        tone: 'refused',
      })
    }
    say({ words: sentenceOf(error), tone: 'refused' })
  }
}
