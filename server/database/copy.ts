import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { clientOf, type Db, rows, type Tx } from './database.ts'
import { sql, type Value } from './sql.ts'

/** A table and those of its columns that are stored, rather than computed from others. */
export type Table = { name: string; columns: string[] }

/**
 * The tables of the service, each after those that it refers to. Their names come from the catalog, never from a file: whoever copies
 * compares what a file says with them.
 */
export async function tablesOf(db: Db): Promise<Table[]> {
  const found = await rows<Table & { refers_to: string[] }>(
    db,
    sql`select c.relname::text as name,
               (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
               array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                     where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers_to
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
        order by c.relname`,
  )
  const ordered: Table[] = []
  const isPlaced = (name: string) => ordered.some((table) => table.name === name)
  while (ordered.length < found.length) {
    const next = found.find((table) => !isPlaced(table.name) && table.refers_to.every(isPlaced))
    if (!next) throw new Error('the tables refer to each other in a circle')
    ordered.push({ name: next.name, columns: next.columns })
  }
  return ordered
}

/** A name as it is written in a statement. */
export const quoted = (name: string): string => pg.escapeIdentifier(name)

const listOf = ({ name, columns }: Table): string => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** The rows of a table as PostgreSQL's own text, in pieces. */
export const copyOut = (db: Db, table: Table): Readable =>
  clientOf(db).query(copyTo(`copy ${listOf(table)} to stdout`))

/** Fills a table with rows of that text; answers with how many there were. */
export async function copyIn(tx: Tx, table: Table, text: AsyncIterable<Uint8Array>): Promise<number> {
  const stream = clientOf(tx).query(copyFrom(`copy ${listOf(table)} from stdin`))
  await pipeline(text, stream as Writable)
  return stream.rowCount
}

/** One row of that text. */
export const copyLine = (values: readonly Value[]): string => `${values.map(copyCell).join('\t')}\n`

function copyCell(value: Value): string {
  if (value === null || value === undefined) return '\\N'
  const text = String(value)
  return typeof value === 'string' && /[\\\t\n\r]/.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '')
    : text
}

const escapes: Readonly<Record<string, string>> = {
  ...{ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' },
}
