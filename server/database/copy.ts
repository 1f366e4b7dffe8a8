import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { clientOf, type Db, rows, type Tx } from './database.ts'
import { ofCopy } from './failures.ts'
import { sql } from './sql.ts'

/** A table and those of its columns that are stored, rather than computed from others. */
export type CopiedTable = { name: string; columns: string[] }

/** The tables of the service. Their names come from the catalog, never from a file: callers compare a file's names with them. */
export const tablesOf = (db: Db): Promise<CopiedTable[]> =>
  rows<CopiedTable>(
    db,
    sql`select c.relname::text as name,
               (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
        order by c.relname`,
  )

/** A name as it is written in a statement. */
export const quotedName = (name: string): string => pg.escapeIdentifier(name)

const listOf = ({ name, columns }: CopiedTable): string =>
  `${quotedName(name)} (${columns.map(quotedName).join(', ')})`

/** The rows of a table as PostgreSQL's own text, in pieces. */
export const copyOut = (db: Db, table: CopiedTable): Readable =>
  clientOf(db).query(copyTo(`copy ${listOf(table)} to stdout`))

/**
 * Fills a table with rows of that text; answers with how many there were. If the table was emptied in the same transaction, its rows are
 * written as frozen: no later transaction has to check their visibility and rewrite them.
 */
export async function copyIn(
  tx: Tx,
  table: CopiedTable,
  text: AsyncIterable<Uint8Array>,
  { isEmptied = false } = {},
): Promise<number> {
  const how = isEmptied ? ' with (freeze)' : ''
  const stream = clientOf(tx).query(copyFrom(`copy ${listOf(table)} from stdin${how}`))
  await pipeline(text, stream as Writable).catch((error) => {
    throw ofCopy(error)
  })
  return stream.rowCount
}
