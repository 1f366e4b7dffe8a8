import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Database, forExport, snapshot } from '../database/database.ts'
import { AS_LONG_AS_ITS_SIZE, working } from '../process/slices.ts'
import { zipFor } from './compress.ts'
import { holdFor } from './connections.ts'

/** An answer that is a file of any length: made piece by piece while it is sent, from a snapshot of the database. */
export type File = {
  type: string
  /** Of plain ASCII, without quotes. */
  name: string
  /** Whether its pieces are compressed already. */
  isPacked?: true
  pieces: (moment: Database) => AsyncGenerator<Piece>
}
type Piece = string | Uint8Array

/**
 * A file is made ahead of its reader by at most this many bytes, gzipped if the reader takes that. Most books are then read in a few
 * seconds, even on a slow connection, and neither a database session nor a snapshot waits for a reader. A larger file waits: a piece that
 * is not read within `pieceMs`, or waits of more than `inAllMs` in all, end the connection.
 */
export const AHEAD = { bytes: 8 * 1024 * 1024, pieceMs: 250, atOnceMs: 8_000, inAllMs: 30_000 }

/** Pieces have about this many characters, so that the cost per piece is negligible. */
export const PIECE_CHARACTERS = 64 * 1024

const TOO_SLOW = 'the file was read too slowly'

/**
 * Sends a file. An error before its first piece is answered as usual. After a later error the connection is closed before the end of the
 * answer, so that no client takes a part for the whole.
 */
export async function sendFile(
  db: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  file: File,
): Promise<void> {
  const name = () =>
    reply.type(file.type).header('content-disposition', `attachment; filename="${file.name}"`)
  if (request.method === 'HEAD') {
    name().send(Readable.from([]))
    return
  }
  const ready = new PassThrough({ readableHighWaterMark: AHEAD.bytes })
  const begun = Promise.withResolvers<void>()
  const { signal, abort } = abortable()
  const made = snapshot(forExport(db), async (moment) => {
    const pieces = file.pieces(moment)
    try {
      const first = await working(AS_LONG_AS_ITS_SIZE, () => pieces.next())
      const zip = file.isPacked ? undefined : zipFor(request, reply)
      begun.resolve()
      const text = Readable.from(paced(first, pieces, abort), { objectMode: false })
      await (zip ? pipeline(text, zip, ready, { signal }) : pipeline(text, ready, { signal }))
    } finally {
      await pieces.return(undefined) // it may be running a statement: the database session is released only when that is done
    }
  })
  made.catch((error: Error) => {
    begun.reject(error)
    const reason = signal.aborted ? TOO_SLOW : error.message
    request.log.info({ request_id: request.id, reason }, 'a file was not sent to its end')
  })
  await begun.promise
  holdFor(request.raw.socket, ready)
  reply.raw.setMaxListeners(20) // a stream adds listeners to those of every answer
  name().send(ready)
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

/** Passes on the pieces one by one, until the reader has kept them waiting for too long. */
async function* paced(
  first: IteratorResult<Piece>,
  pieces: AsyncGenerator<Piece>,
  giveUp: () => void,
): AsyncGenerator<Piece> {
  let left = AHEAD.inAllMs
  for (let piece = first; !piece.done; piece = await working(AS_LONG_AS_ITS_SIZE, () => pieces.next())) {
    const since = performance.now()
    const patience = setTimeout(giveUp, Math.min(AHEAD.atOnceMs, left))
    try {
      yield piece.value
    } finally {
      clearTimeout(patience)
    }
    const waited = performance.now() - since
    if (waited > AHEAD.pieceMs) left -= waited
  }
}
