import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { compose, Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { copyOut, tablesOf } from '../database/copy.ts'
import { type Database, type Db, rows, snapshot } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../database/start-error.ts'
import { type Bar, estimateOf } from './bar.ts'
import { FIRST_LINE, type Header, pieceOf, tally } from './format.ts'

/** The file as it is written: everything of one moment, while the service goes on writing. */
async function* partsOf(db: Db, bar: Bar): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const counted = (piece: Buffer) => {
    whole.update(piece)
    return piece
  }
  const header: Header = {
    made_at: new Date().toISOString(),
    migrations: await rows(db, sql`select id, checksum from migrations order by id`),
    tables: await tablesOf(db),
  }
  yield counted(pieceOf('H', JSON.stringify(header)))
  for (const table of header.tables) {
    const sum = tally()
    yield counted(pieceOf('T', table.name))
    for await (const chunk of copyOut(db, table) as AsyncIterable<Buffer>) {
      sum.add(chunk)
      bar.add(chunk.length)
      yield counted(pieceOf('D', chunk))
    }
    yield counted(pieceOf('E', JSON.stringify(sum.end())))
  }
  yield pieceOf('F', whole.digest('hex'))
}

/** How hard to compress: 3 is as fast as PostgreSQL delivers. The checksum of the frame finds a flipped bit before anything is parsed. */
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Writes the whole database into a file that only its owner can read: it holds everything, sessions included. The file appears under
 * its name when it is complete and on the disk, or not at all.
 */
export async function backUp(db: Database, file: string, bar: Bar): Promise<void> {
  const draft = `${file}.${randomUUID()}.part`
  const handle = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be written: ${error.message}.`)
  })
  try {
    await handle.write(FIRST_LINE)
    await snapshot(
      db,
      async (moment) => {
        bar.expect(await estimateOf(moment))
        const packed = compose(
          Readable.from(partsOf(moment, bar), { objectMode: false }),
          createZstdCompress(compression),
        )
        for await (const chunk of packed as AsyncIterable<Buffer>) await handle.writeFile(chunk)
      },
      { isPatient: true },
    )
    await handle.sync()
    await handle.close()
    await rename(draft, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}
