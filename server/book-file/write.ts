import { createHash } from 'node:crypto'
import { todayIn } from '../../contract/day.ts'
import { type Db, onlyRow } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { batchesOf } from '../database/stream.ts'
import { type File, PIECE_CHARACTERS } from '../http/file.ts'
import { type BookRow, bookColumns } from '../ledger/book.ts'
import { startSlice } from '../process/slices.ts'
import { toJson } from '../records/columns.ts'
import { kinds } from '../records/kinds.ts'
import { BOOK_FILE_FORMAT, type FileKind, fileKinds } from './format.ts'
import { type ListedColumns, rowsOfFile, toRow } from './write.sql.ts'

/** The whole book as one file, which is read into an empty book by POST /imports. */
export const wholeFile = ({ id, time_zone }: BookRow): File => ({
  type: 'application/json; charset=utf-8',
  name: `florin-book-${todayIn(time_zone)}.json`,
  pieces: (moment) => bookFile(moment, id, new Date().toISOString()),
})

/**
 * The file of a book, in pieces: valid JSON, and one record in each line. `db` is a snapshot, so that all of it is of one moment; a
 * page of rows is in memory at a time.
 */
async function* bookFile(db: Db, bookId: string, madeAt: string): AsyncGenerator<string> {
  const book = await onlyRow<BookRow>(db, sql`select ${bookColumns} from books where id = ${bookId}`)
  const sum = createHash('sha256')
  const sealed = (text: string) => {
    sum.update(text)
    return text
  }
  const settings = toJson(kinds.book.fields, book, book.base_currency_id)
  const head = JSON.stringify({ florin: BOOK_FILE_FORMAT, made_at: madeAt, book: settings })
  yield sealed(`${head.slice(0, -1)},"records":[`)
  const counts = new Map<FileKind, number>()
  const slice = startSlice()
  let piece = ''
  for await (const [kind, record] of recordsOf(db, book, slice.resume)) {
    piece += `${counts.size === 0 ? '' : ','}\n${JSON.stringify({ [kind]: record })}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (slice.isOver()) await slice.next()
    if (piece.length < PIECE_CHARACTERS) continue
    yield sealed(piece)
    slice.resume()
    piece = ''
  }
  yield sealed(`${piece}\n],\n`)
  const end = JSON.stringify({ end: { counts: Object.fromEntries(counts), sha256: sum.digest('hex') } })
  yield `${end.slice(1)}\n`
}

/** All records of the book. `onBatch` is called after each wait for the database, during which the thread has worked for others. */
async function* recordsOf(
  db: Db,
  book: BookRow,
  onBatch: () => void,
): AsyncGenerator<[FileKind, Record<string, unknown>]> {
  for (const kind of fileKinds)
    for await (const batch of batchesOf<ListedColumns>(db, `file_of_${kind}`, rowsOfFile(book.id, kind))) {
      onBatch()
      for (const row of batch)
        yield [kind, toJson(kinds[kind].fields, toRow(kind, row), book.base_currency_id)]
    }
}
