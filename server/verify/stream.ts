import { type Db, firstRows } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'

/** So much of a table is in memory at once. */
const PAGE_BYTES = 2 * 1024 * 1024
/** With a limit, PostgreSQL follows the index from where the last page ended instead of sorting the whole table for each page. */
export const PAGE_ROWS = 2_000

/** The rows of a table in the order of a key, of which a page at a time is in memory. */
export type Stream<Row> = {
  /** The row that comes next; undefined at the end. */
  readonly peek: () => Promise<Row | undefined>
  readonly skip: () => void
}

/** Reads page after page: `after` is the statement of the page that follows a row. */
export function streamOf<Row>(db: Db, after: (last: Row | undefined) => Sql): Stream<Row> {
  let page: Row[] = []
  let index = 0
  let isLast = false
  return {
    async peek() {
      if (index === page.length && !isLast) {
        const { rows, isCut } = await firstRows<Row>(db, after(page.at(-1)), PAGE_BYTES)
        isLast = !isCut && rows.length < PAGE_ROWS
        page = rows
        index = 0
      }
      return page[index]
    },
    skip() {
      index++
    },
  }
}

/** Gathers items, and hands so many of them at a time to `handle`. */
export function batched<Item>(most: number, handle: (items: Item[]) => Promise<void>) {
  let items: Item[] = []
  const flush = async () => {
    const full = items
    items = []
    if (full.length > 0) await handle(full)
  }
  return {
    flush,
    async add(item: Item) {
      items.push(item)
      if (items.length >= most) await flush()
    },
  }
}
