import { getMe } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { me } from '../page/me.ts'

/**
 * Back has restored this page from the browser's memory. Its figures stay hidden until its person is known to be signed in; otherwise it
 * is reloaded. Without an answer it is shown: it is as recent as an open tab.
 */
export async function hideUntilKnown(root: HTMLElement): Promise<void> {
  const person = cache.getQueryData(me.queryKey)
  if (!person) return
  root.hidden = true
  try {
    if ((await callOpenly(getMe)).id !== person.id) return location.reload()
    void cache.invalidateQueries()
  } catch (error) {
    if (error instanceof Refused) return location.reload()
  }
  root.hidden = false
}
