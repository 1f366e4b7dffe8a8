import { createHash } from 'node:crypto'
import type { Table } from '../database/copy.ts'
import { StartError } from '../database/start-error.ts'

/**
 * The file: a line that says what it is, then records, compressed together by Zstandard. A record is its kind (one byte), its length
 * (four bytes) and its content:
 *
 *   H  a header: what follows, as JSON
 *   T  the name of the table whose rows come next
 *   D  rows, as `copy` writes them
 *   E  the end of a table: how many rows there were, and the SHA-256 of their bytes, as JSON
 *   F  the end of the file: the SHA-256 of everything before, in hex
 */
export const FORMAT = 1
export const FIRST_LINE = `florin-backup ${FORMAT}\n`

export type Header = {
  made_at: string
  /** The migrations that the database had been through. */
  migrations: { id: string; checksum: string }[]
  tables: Table[]
}
export type End = { rows: number; sha256: string }

type Kind = 'H' | 'T' | 'D' | 'E' | 'F'
export type Piece = { kind: Kind; content: Buffer }

const HEAD_BYTES = 5
/** No piece that was ever written is as long. */
const MAX_BYTES = 64 * 1024 * 1024

export function pieceOf(kind: Kind, content: Uint8Array | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Counts the rows of a table and hashes their bytes. Each row ends with the only line feed in it. */
export function tally() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(bytes: Uint8Array): void {
      hash.update(bytes)
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) rows++
    },
    end: (): End => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Why a file cannot be used. */
export class Unusable extends StartError {}

const broken = (what: string) =>
  new Unusable(`The file is damaged: ${what}. Nothing was restored; use another copy of it.`)

/** Takes the pieces of a file apart. */
async function* piecesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const more of bytes) {
    rest = rest.length === 0 ? more : Buffer.concat([rest, more])
    while (rest.length >= HEAD_BYTES) {
      const kind = rest.toString('latin1', 0, 1)
      const length = rest.readUInt32BE(1)
      if (!/[HTDEF]/.test(kind) || length > MAX_BYTES) throw broken('it has a piece that makes no sense')
      if (rest.length < HEAD_BYTES + length) break
      yield { kind: kind as Kind, content: rest.subarray(HEAD_BYTES, HEAD_BYTES + length) } // tested above
      rest = rest.subarray(HEAD_BYTES + length)
    }
  }
  if (rest.length > 0) throw broken('it ends in the middle of a piece')
}

/** What a file holds, in order: its header, then for each table its rows and how many there are. */
export type Part = { header: Header } | { table: Table } | { rows: Buffer } | { end: End }

/** Reads a file and checks it as it goes: the order of its pieces, every sum, and that its end is there. */
export async function* checkedParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  const whole = createHash('sha256')
  const left: Table[] = []
  let hasHeader = false
  let counted: ReturnType<typeof tally> | undefined
  let isEnded = false
  for await (const piece of piecesOf(bytes)) {
    if (isEnded) throw broken('something follows its end')
    const { kind, content } = piece
    if (kind === 'F') {
      if (!hasHeader || counted || left.length > 0) throw broken('it ends before its last table')
      if (content.toString() !== whole.digest('hex')) throw broken('its checksum does not match')
      isEnded = true
      continue
    }
    whole.update(pieceOf(kind, content))
    if (kind === 'H') {
      if (hasHeader) throw broken('it has two headers')
      hasHeader = true
      const header = readJson<Header>(content)
      left.push(...header.tables)
      yield { header }
    } else if (kind === 'T') {
      const table = left.shift()
      if (counted || table?.name !== content.toString()) throw broken('its tables are not in order')
      counted = tally()
      yield { table }
    } else if (!counted) {
      throw broken('it has rows outside a table')
    } else if (kind === 'D') {
      counted.add(content)
      yield { rows: content }
    } else {
      const [end, found] = [readJson<End>(content), counted.end()]
      if (end.rows !== found.rows || end.sha256 !== found.sha256)
        throw broken('the checksum of a table does not match')
      counted = undefined
      yield { end }
    }
  }
  if (!isEnded) throw broken('its end is missing')
}

function readJson<T>(content: Buffer): T {
  try {
    return JSON.parse(content.toString()) as T // we wrote it; the checksum at the end says whether it is still what we wrote
  } catch {
    throw broken('a part of it cannot be read')
  }
}
