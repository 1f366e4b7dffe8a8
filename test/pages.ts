import assert from 'node:assert/strict'
import type { Person } from './world.ts'

/** Every record of a list, on all of its pages. The type is the one that the list's route has. */
export async function pagesOf<T>(person: Person, url: string): Promise<T[]> {
  const found: T[] = []
  const join = url.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body, text } = await person.send({ url: `${url}${join}limit=1000${more}` })
    assert.equal(status, 200, text)
    found.push(...body.data)
    cursor = body.meta.next_cursor
  }
  return found
}
