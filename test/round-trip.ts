import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { verify } from '../server/verify/verify.ts'
import { answersOf, assertSameAnswers } from './answers.ts'
import type { Answer, Person, World } from './world.ts'

/** The file of a person's book. */
export async function fileOf(person: Person): Promise<string> {
  const { status, text } = await person.send({ url: '/books/current/export?format=json' })
  assert.equal(status, 200, text)
  return text
}

export type Json = Record<string, unknown>

/** A file with its checksum and its counts. */
export function sealed(first: string, records: readonly Json[]): Buffer {
  const body = `${first}\n${records.map((one) => JSON.stringify(one)).join(',\n')}\n],\n`
  const counts: Record<string, number> = {}
  for (const record of records) for (const kind of Object.keys(record)) counts[kind] = (counts[kind] ?? 0) + 1
  const sha256 = createHash('sha256').update(body).digest('hex')
  return Buffer.from(`${body}"end":${JSON.stringify({ counts, sha256 })}}\n`)
}

/** A file without its creation time and its checksum. */
const timeless = (file: string) => file.replace(/"made_at":"[^"]+"/, '').replace(/"sha256":"\w+"/, '')

/** Replaces a person's book by that of a file: the answer to the commit, or the import if the file cannot be read. */
export async function restoreInto({ send }: Person, bytes: Uint8Array): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  let read = await send({
    method: 'POST',
    url: '/imports?filename=book.json',
    payload: Buffer.from(bytes),
    headers,
  })
  while (read.body.status === 'reading') read = await send({ url: `/imports/${read.body.id}` })
  if (read.body.status !== 'ready') return read
  return send({ method: 'POST', url: `/imports/${read.body.id}/commit` })
}

/** Restores a person's book for somebody else, in the same or another world: all answers, or a part of them, are alike, and so is the file. */
export async function roundTrip(to: World, person: Person, everyNth = 1): Promise<Person> {
  const file = await fileOf(person)
  const other = await to.person({ name: 'Somebody else' })
  const { status, text } = await restoreInto(other, Buffer.from(file))
  assert.equal(status, 200, text)
  assert.deepEqual(await verify(to.db), [])
  assert.equal(timeless(await fileOf(other)), timeless(file))
  assertSameAnswers(await answersOf(other, everyNth), await answersOf(person, everyNth))
  return other
}
