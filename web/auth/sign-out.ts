import { logout } from '../../contract/auth.ts'
import { callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { tellTabs } from '../api/person.ts'
import { forgetDrafts } from '../ui/draft.ts'
import { say } from '../ui/toast.ts'

/** Ends the session of this browser. The page is loaded anew, so that nothing of the book stays in its memory. */
export async function signOut(): Promise<void> {
  try {
    await callOpenly(logout)
    tellTabs(null)
    forgetDrafts()
    window.location.replace('/sign-in') // Back does not lead to the book
  } catch (error) {
    say({ words: sentenceOf(error), tone: 'refused' })
  }
}
