import { type Db, rows } from '../database/database.ts'
import { names, type Sql, sql } from '../database/sql.ts'

/** The rows of a statement one after another, of which a page at a time is in memory. */
export type Stream<Row> = {
  /** The row that comes next; undefined at the end. */
  readonly peek: () => Promise<Row | undefined>
  readonly skip: () => void
}

/** Opens a cursor: PostgreSQL plans and sorts once, whatever the statistics of a table say of the pages that follow. */
export async function openStream<Row>(db: Db, cursor: string, statement: Sql): Promise<Stream<Row>> {
  await rows(db, sql`declare ${names(cursor)} no scroll cursor for ${statement}`)
  let page: Row[] = []
  let index = 0
  let isOpen = true
  return {
    async peek() {
      if (index === page.length && isOpen) {
        page = await rows<Row>(db, sql`fetch forward 500 from ${names(cursor)}`)
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
