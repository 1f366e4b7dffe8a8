import { DatabaseSync } from 'node:sqlite'
import { actualDatabase } from './actual-file.ts'
import { household } from './actual-household.ts'

/** Damage to the pages of a database: what its format allows to be written, and no program writes. */

/** The number of the first page of a table, from 1, and how large pages are. */
function rootOf(bytes: Uint8Array, table: string): { root: number; size: number } {
  const db = new DatabaseSync(':memory:')
  db.deserialize(bytes)
  const { root } = db.prepare('select rootpage as root from sqlite_schema where name = ?').get(table) ?? {}
  const { size } = db.prepare('select page_size as size from pragma_page_size').get() ?? {}
  db.close()
  return { root: Number(root), size: Number(size) }
}

/** A copy with a change. */
export function withPage(bytes: Uint8Array, change: (bytes: Buffer) => unknown): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

/** A page that leads to others: which page each of its cells, and its end, leads to. */
function leadTo(bytes: Buffer, page: number, size: number, child: number, cells: number): void {
  const at = (page - 1) * size
  bytes.fill(0, at, at + size)
  bytes[at] = 5 // a page of a table that leads to others
  bytes.writeUInt16BE(cells, at + 3)
  bytes.writeUInt16BE(size - cells * 5, at + 5)
  bytes.writeUInt32BE(child, at + 8)
  for (let n = 0; n < cells; n++) {
    const cell = size - (n + 1) * 5
    bytes.writeUInt16BE(cell, at + 12 + n * 2)
    bytes.writeUInt32BE(child, at + cell)
    bytes[at + cell + 4] = 1 // the row that it leads up to
  }
}

export const endless = {
  /** The first page of the transactions leads to itself. */
  ownChild(bytes: Buffer): void {
    const { root, size } = rootOf(bytes, 'transactions')
    leadTo(bytes, root, size, root, 100)
  },
  /** A budget whose transactions are all deleted, over pages that lead to the same one again and again, in several storeys. */
  database(): Buffer<ArrayBuffer> {
    const bytes = actualDatabase(
      household,
      `update transactions set tombstone = 1; create table spare (x); insert into spare
         with recursive c(x) as (select 1 union all select x + 1 from c where x < 20) select zeroblob(4000) from c`,
    )
    const { root, size } = rootOf(bytes, 'transactions')
    const pages = Math.floor(bytes.length / size)
    const storeys = [root, pages, pages - 1, pages - 2, pages - 3, pages - 4]
    const leaf = pages - 5
    bytes.copy(bytes, (leaf - 1) * size, (root - 1) * size, root * size)
    for (const [at, page] of storeys.entries()) leadTo(bytes, page, size, storeys[at + 1] ?? leaf, 300)
    return bytes
  },
}
