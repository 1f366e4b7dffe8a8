import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { compose, Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { copyOut, tablesOf } from '../database/copy.ts'
import { type Database, type Db, rows, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../process/start-error.ts'
import { type Bar, estimateOf } from './bar.ts'
import { FIRST_LINE, type Header, pieceOf, rowsIn } from './format.ts'

/** The pieces of the file: all tables as of one moment, while the service goes on writing. */
async function* piecesOf(db: Db, bar: Bar): AsyncGenerator<Buffer> {
  const header: Header = {
    made_at: new Date().toISOString(),
    migrations: await rows(db, sql`select id, checksum from migrations order by id`),
    tables: await tablesOf(db),
  }
  yield pieceOf('H', JSON.stringify(header))
  for (const table of header.tables) {
    yield pieceOf('T', table.name)
    let count = 0
    for await (const chunk of copyOut(db, table) as AsyncIterable<Buffer>) {
      count += rowsIn(chunk)
      bar.add(chunk.length)
      yield pieceOf('D', chunk)
    }
    yield pieceOf('E', String(count))
  }
}

/** How hard to compress: 3 is about as fast as PostgreSQL delivers. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/**
 * Writes the whole database into a file that only its owner can read: it holds everything, sessions included. The file appears under
 * its name when it is complete and on the disk, or not at all.
 */
export async function backUp(db: Database, file: string, bar: Bar): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be written: ${error.message}.`)
  })
  const whole = createHash('sha256')
  const write = async (bytes: Uint8Array) => {
    whole.update(bytes)
    await handle.writeFile(bytes)
  }
  try {
    await write(Buffer.from(FIRST_LINE))
    await snapshot(
      db,
      async (moment) => {
        bar.expect(await estimateOf(moment))
        const pieces = Readable.from(piecesOf(moment, bar), { objectMode: false })
        const packed = compose(pieces, createZstdCompress(compression))
        for await (const chunk of packed as AsyncIterable<Buffer>) await write(chunk)
      },
      { isPatient: true },
    )
    await handle.writeFile(`${whole.digest('hex')}\n`)
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}
