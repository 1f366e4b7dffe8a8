import assert from 'node:assert/strict'
import { readBook, restoreBook } from '../server/book-file/restore.ts'
import { bookFile } from '../server/book-file/write.ts'
import { onlyRow, onWriter, snapshot, transactionOn } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { type BookRow, bookColumns } from '../server/ledger/records.ts'
import { verify } from '../server/verify/verify.ts'
import { answersOf, assertSameAnswers } from './answers.ts'
import type { Person, World } from './world.ts'

const MADE_AT = '2026-01-01T00:00:00.000Z'

/** The file of a person's book. */
export const fileOf = ({ service }: World, { book_id }: Person): Promise<string> =>
  snapshot(service, async (db) => {
    const book = await onlyRow<BookRow>(db, sql`select ${bookColumns} from books where id = ${book_id}`)
    return (await Array.fromAsync(bookFile(db, book, MADE_AT))).join('')
  })

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
export async function roundTrip(
  from: World,
  person: Person,
  to: World = from,
  everyNth = 1,
): Promise<Person> {
  const file = await fileOf(from, person)
  const other = await to.person({ name: 'Somebody else' })
  await restoreInto(to, other, Buffer.from(file))
  assert.deepEqual(await verify(to.db), [])
  assert.equal(await fileOf(to, other), file)
  assertSameAnswers(await answersOf(other, everyNth), await answersOf(person, everyNth))
  return other
}
