import { getMe } from '../../contract/auth.ts'
import { Refused } from '../../contract/client.ts'
import { cache, callOpenly } from '../api/ask.ts'
import { me } from './me.ts'

/**
 * Back has brought this page from the browser's memory as it was left. Its figures stay hidden until it is known that its person is still
 * signed in; otherwise it is loaded anew. Without an answer it is shown: it is no older than what an open tab shows.
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
