import { logout } from '../../contract/auth.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { tellTabs } from '../api/person.ts'
import { isKeptFor } from '../api/queue.ts'
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

/** Ends the session of this browser. The page is loaded anew, so that nothing of the book stays in its memory. */
export async function endSession(): Promise<void> {
  try {
    await callOpenly(logout)
    tellTabs(null)
    forgetDrafts()
    window.location.replace('/sign-in') // Back does not lead to the book
  } catch (error) {
    say({ words: sentenceOf(error), tone: 'refused' })
  }
}
