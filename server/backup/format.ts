import type { CopiedTable } from '../database/copy.ts'
import { StartError } from '../process/start-error.ts'

/**
 * The file: a line with its type and format; then pieces, compressed together by Zstandard; at its end the SHA-256 of all bytes before, in
 * hex, and a line feed. A piece is its kind (one byte), its length (four bytes) and its content:
 *
 *   H  a header: migrations and tables, as JSON
 *   T  the name of the table whose rows come next
 *   D  rows, as `copy` writes them
 *   E  the end of a table: how many rows there were
 */
export const BACKUP_FORMAT = 1
export const FIRST_LINE = `florin-backup ${BACKUP_FORMAT}\n`
export const CHECKSUM_BYTES = 65

export type Header = {
  made_at: string
  /** The migrations that the database had been through. */
  migrations: { id: string; checksum: string }[]
  tables: CopiedTable[]
}

type BlockKind = 'H' | 'T' | 'D' | 'E'

const HEAD_BYTES = 5

export function pieceOf(kind: BlockKind, content: Uint8Array | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Counts the rows in a piece of `copy`'s output: each ends with the only line feed in it. */
export function rowsIn(bytes: Uint8Array): number {
  let rows = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows++
  return rows
}

/** A file that is not a backup, or not one that can be restored. */
export class Unusable extends StartError {
  constructor(sentence: string) {
    super(`${sentence} Nothing was restored.`)
  }
}

/** The pieces of a file, taken apart. Its checksum has been compared by then. */
export async function* piecesIn(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: string; content: Buffer }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const more of bytes) {
    rest = rest.length === 0 ? more : Buffer.concat([rest, more])
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUInt32BE(1)
      if (rest.length < end) break
      yield { kind: rest.toString('latin1', 0, 1), content: rest.subarray(HEAD_BYTES, end) }
      rest = rest.subarray(end)
    }
  }
}
