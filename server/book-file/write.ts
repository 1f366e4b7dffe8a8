import { createHash } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { openStream } from '../database/stream.ts'
import type { BookRow } from '../ledger/records.ts'
import { toJson } from './fields.ts'
import { FORMAT } from './format.ts'
import { type FileKind, fileKinds, settingsShape, shapes } from './shapes.ts'
import { rowsOfFile, type StoredRow, toRow } from './write.sql.ts'

/** A piece of the file has about so many characters: as large as a network likes it, and small beside the memory of the process. */
const PIECE = 65_536

/**
 * The file of a book, in pieces: valid JSON, and one record in each line. `db` is a snapshot, so that all of it is of one moment; a
 * page of rows is in memory at a time.
 */
export async function* bookFile(db: Db, book: BookRow, madeAt: string): AsyncGenerator<string, undefined> {
  const sum = createHash('sha256')
  const seal = (text: string) => {
    sum.update(text)
    return text
  }
  const settings = toJson(settingsShape, book, book.base_currency_id)
  yield seal(
    `${JSON.stringify({ florin: FORMAT, made_at: madeAt, book: settings }).slice(0, -1)},"records":[`,
  )
  const counts = new Map<FileKind, number>()
  let piece = ''
  for await (const [kind, record] of recordsOf(db, book)) {
    piece += `${counts.size === 0 ? '' : ','}\n${JSON.stringify({ [kind]: record })}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (piece.length < PIECE) continue
    yield seal(piece)
    piece = ''
  }
  yield seal(`${piece}\n],\n`)
  yield `${JSON.stringify({ end: { counts: Object.fromEntries(counts), sha256: sum.digest('hex') } }).slice(1)}\n`
}

async function* recordsOf(db: Db, book: BookRow): AsyncGenerator<[FileKind, Record<string, unknown>]> {
  for (const kind of fileKinds) {
    const stream = await openStream<StoredRow>(db, `file_of_${kind}`, rowsOfFile(book.id, kind))
    for (;;) {
      const row = await stream.peek()
      if (!row) break
      stream.skip()
      yield [kind, toJson(shapes[kind], toRow(kind, row), book.base_currency_id)]
    }
  }
}
