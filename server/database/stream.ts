import type { Socket } from 'node:net'
import { clientOf, type Db, firstRows, rows } from './database.ts'
import { TooMuchRead } from './failures.ts'
import { names, type Sql, sql } from './sql.ts'

/** As much as 500 of the widest records there are, or the rows of the largest file. */
const MAX_IN_PIECES = 256 * 1_048_576

/** Reads a statement that may give more than `rows` takes: the rows come in pieces, as they are asked for. */
export async function manyRows<Row>(db: Db, statement: Sql): Promise<Row[]> {
  const { rows: found, isCut } = await firstRows<Row>(db, statement, Number.POSITIVE_INFINITY, MAX_IN_PIECES)
  if (isCut) throw new TooMuchRead(MAX_IN_PIECES)
  return found
}

/** The rows of a statement one after another, of which a page at a time is in memory. */
export type Stream<Row> = {
  /** The row that comes next; undefined at the end. */
  readonly peek: () => Promise<Row | undefined>
  readonly skip: () => void
}

/** Opens a cursor: PostgreSQL plans and sorts once, instead of again for every page. */
export async function openStream<Row>(db: Db, cursor: string, statement: Sql): Promise<Stream<Row>> {
  await rows(db, sql`declare ${names(cursor)} no scroll cursor for ${statement}`)
  let page: Row[] = []
  let index = 0
  let isOpen = true
  return {
    async peek() {
      if (index === page.length && isOpen) {
        page = await manyRows<Row>(db, sql`fetch forward 500 from ${names(cursor)}`)
        index = 0
        isOpen = page.length > 0
        if (!isOpen) await rows(db, sql`close ${names(cursor)}`)
      }
      return page[index]
    },
    skip() {
      index++
    },
  }
}

/** How many rows are fetched at a time: few until it is known how wide they are, and of wide ones no more. */
const FEW = 50
const MANY = 500
const WIDE_BYTES = 4 * 1024

/** The rows of a statement in batches. The next batch is on its way while one is worked on. */
export async function* batchesOf<Row>(db: Db, cursor: string, statement: Sql): AsyncGenerator<Row[]> {
  await rows(db, sql`declare ${names(cursor)} no scroll cursor for ${statement}`)
  const { stream } = (clientOf(db) as unknown as { connection: { stream: Socket } }).connection // the driver's types leave it out
  let count = FEW
  let read = stream.bytesRead
  const next = () =>
    manyRows<Row>(
      db,
      count === FEW
        ? sql`fetch forward 50 from ${names(cursor)}`
        : sql`fetch forward 500 from ${names(cursor)}`,
    )
  let coming = next()
  try {
    for (let batch = await coming; batch.length > 0; batch = await coming) {
      count = (stream.bytesRead - read) / batch.length > WIDE_BYTES ? FEW : MANY
      read = stream.bytesRead
      coming = next()
      coming.catch(() => undefined) // it is awaited in its turn, unless the reader has left
      yield batch
    }
  } finally {
    await coming.catch(() => undefined)
  }
  await rows(db, sql`close ${names(cursor)}`)
}
