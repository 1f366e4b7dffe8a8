import { useSyncExternalStore } from 'react'
import { logout } from '../../contract/auth.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { sentenceOf } from '../api/change.ts'
import { tellTabs } from '../api/person.ts'
import { isKeptFor } from '../api/queue.ts'
import { me } from '../page/me.ts'
import { forgetDrafts } from '../ui/draft.ts'
import { say } from '../ui/toast.ts'

/** Whether the question before signing out is open. The frame shows it. */
let isAsked = false
const listeners = new Set<() => void>()
function setAsked(now: boolean): void {
  isAsked = now
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useIsSignOutAsked = (): boolean => useSyncExternalStore(subscribe, () => isAsked)
export const stay = (): void => setAsked(false)

/** Signs out; after a question, if entries of this person wait on this device. */
export function signOut(): void {
  const person = cache.getQueryData(me.queryKey)
  if (person && isKeptFor(person.id)) setAsked(true)
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
