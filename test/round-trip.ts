import assert from 'node:assert/strict'
import { readBook, restoreBook } from '../server/book-file/restore.ts'
import { onWriter, transactionOn } from '../server/database/database.ts'
import { verify } from '../server/verify/verify.ts'
import { answersOf, assertSameAnswers } from './answers.ts'
import type { Person, World } from './world.ts'

/** The file of a person's book. */
export async function fileOf(person: Person): Promise<string> {
  const { status, text } = await person.send({ url: '/books/current/export?format=json' })
  assert.equal(status, 200, text)
  return text
}

/** A file without the time that it was made at, and without its checksum. */
const timeless = (file: string) => file.replace(/"made_at":"[^"]+"/, '').replace(/"sha256":"\w+"/, '')

/** Makes a person's book that of a file. */
export async function restoreInto({ service }: World, { book_id }: Person, bytes: Uint8Array): Promise<void> {
  const file = await readBook(bytes)
  const most = { rows: 5_000_000, bytes: 20_000_000_000 }
  const options = { token: null, most, command: 'POST /imports/{id}/commit' }
  await onWriter(service, (session) =>
    transactionOn(session, (tx) => restoreBook(tx, book_id, file, options)),
  )
}

/** Restores a person's book for somebody else, there or elsewhere: everything that is asked is answered alike, and the file is the same again. */
export async function roundTrip(to: World, person: Person, everyNth = 1): Promise<Person> {
  const file = await fileOf(person)
  const other = await to.person({ name: 'Somebody else' })
  await restoreInto(to, other, Buffer.from(file))
  assert.deepEqual(await verify(to.db), [])
  assert.equal(timeless(await fileOf(other)), timeless(file))
  assertSameAnswers(await answersOf(other, everyNth), await answersOf(person, everyNth))
  return other
}
