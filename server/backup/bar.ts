import { type Db, onlyRow } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Says how far a long piece of work is. */
export type Bar = { expect: (bytes: number) => void; add: (bytes: number) => void; end: () => void }

/** About how many bytes the rows of all tables have as text: near the size of the tables without their indexes. */
export const estimateOf = async (db: Db): Promise<number> =>
  Number(
    (
      await onlyRow<{ bytes: bigint }>(
        db,
        sql`select coalesce(sum(pg_table_size(c.oid)), 0)::bigint as bytes
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'public' and c.relkind = 'r'`,
      )
    ).bytes,
  )

const WIDTH = 30
const EVERY_MS = 200

/** A bar on a terminal; nothing where nobody watches. */
export function makeBar(stream: NodeJS.WriteStream): Bar {
  if (!stream.isTTY) return { expect: () => undefined, add: () => undefined, end: () => undefined }
  let [expected, done, shownAt] = [0, 0, 0]
  return {
    expect: (bytes) => {
      expected = bytes
    },
    add(bytes) {
      done += bytes
      const now = performance.now()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      const part = Math.min(0.99, expected === 0 ? 0 : done / expected)
      const filled = '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
      stream.write(`\r${filled} ${Math.round(part * 100)} %, ${Math.round(done / 1e6)} MB`)
    },
    end: () => stream.write('\r\u001b[K'),
  }
}
