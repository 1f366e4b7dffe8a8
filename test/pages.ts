import assert from 'node:assert/strict'
import type { Person } from './world.ts'

/** A list read to its end: every record on all of its pages, and the sum that the first page shows if it was asked for. */
export type Whole<T> = { data: T[]; sum_base: number }

/** The type is the one that the list's route has. */
export async function readWhole<T>(person: Person, url: string): Promise<Whole<T>> {
  const data: T[] = []
  let sum_base = Number.NaN
  const join = url.includes('?') ? '&' : '?'
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { status, body, text } = await person.send({ url: `${url}${join}limit=1000${more}` })
    assert.equal(status, 200, text)
    data.push(...body.data)
    if (cursor === '') sum_base = body.meta.sum_base
    cursor = body.meta.next_cursor ?? null
  }
  return { data, sum_base }
}

export const pagesOf = async <T>(person: Person, url: string): Promise<T[]> =>
  (await readWhole<T>(person, url)).data
