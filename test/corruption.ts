import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { change, rows, script, type Tx, transaction } from '../server/database/database.ts'
import { join, names, type Sql, sql } from '../server/database/sql.ts'
import { differences } from '../server/verify/verify.ts'
import { isCluster } from './waiting.ts'
import type { World } from './world.ts'

/** Changes made past Florin, as a person with a superuser's rights would make them, and the findings of verify. */

export type Column = { table: string; column: string; type: string; isNullable: boolean; isKey: boolean }
export type Row = Record<string, string | null>

/** The tables of the books and their columns, as the database's own catalog has them. */
export async function columnsOf({ db }: World): Promise<Map<string, Column[]>> {
  const columns = await rows<Column>(
    db,
    sql`select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as "isNullable",
               exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any ((i.indkey::int2[])[0:i.indnkeyatts - 1])
                       where i.indrelid = table_name::regclass and i.indisprimary and a.attname = column_name) as "isKey"
        from information_schema.columns c
        where table_schema = 'public' and is_generated = 'NEVER'
          and (table_name = 'books' or exists (select from information_schema.columns o
               where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'book_id'))
        order by table_name, ordinal_position`,
  )
  return Map.groupBy(columns, ({ table }) => table)
}

/** Somebody who can write to the tables can also drop the constraints. The primary keys stay. Citus hides its shards from `pg_class` alone. */
export const dropConstraints = ({ db }: World): Promise<void> =>
  transaction(db, async (tx) => {
    const statements = await rows<{ text: string }>(
      tx,
      sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text, contype = 'u' as is_last
          from pg_constraint join pg_class on pg_class.oid = conrelid
          where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
          union all
          select format('drop index %s', indexrelid::regclass), true from pg_index
          where indisunique and not indisprimary and indrelid::regclass::text in (select table_name from information_schema.tables where table_schema = 'public')
            and not exists (select from pg_constraint where conindid = indexrelid)
          order by is_last`,
    )
    await inTurn(tx)
    for (const { text } of statements) await script(tx, text)
  })

/** On a cluster, lets one transaction write to many shards and read them again, over one connection to each node. */
export const inTurn = async (tx: Tx): Promise<void> => {
  if (isCluster) await script(tx, "set local citus.multi_shard_modify_mode = 'sequential'")
}

/** Another value of the column's type, whatever its value. */
export function another({ column, type }: Column): Sql {
  const name = names(column)
  const made: Record<string, Sql> = {
    uuid: sql`${randomUUID()}::uuid`,
    text: sql`coalesce(${name}, '') || 'x'`,
    bigint: sql`coalesce(${name}, 0) + 1000`,
    integer: sql`coalesce(${name}, 0) + 1000`,
    smallint: sql`coalesce(${name}, 0) + 1000`,
    numeric: sql`coalesce(${name}, 0) + 1`,
    boolean: sql`not coalesce(${name}, false)`,
    date: sql`coalesce(${name}, '2026-01-01') + 40`,
    'timestamp with time zone': sql`coalesce(${name}, '2026-01-01') + interval '1 ms'`,
    bytea: sql`coalesce(${name}, '') || '\\x00'`,
    json: sql`'{"id": "x"}'`,
    ARRAY: sql`array_append(${name}, ${column === 'tags' ? sql`'x'` : sql`${randomUUID()}::uuid`})`,
  }
  return made[type] ?? assert.fail(`no other value for ${column}, which is of type ${type}`)
}

/** The rows of a table, each column as text, in the order of their keys. */
export function textRows({ db }: World, columns: readonly Column[]): Promise<Row[]> {
  const [{ table } = assert.fail('a table has columns')] = columns
  const texts = columns.map(({ column }) => sql`${names(column)}::text as ${names(column)}`)
  const keys = columns.filter(({ isKey }) => isKey).map(({ column }) => sql`t.${names(column)}`)
  return rows<Row>(
    db,
    sql`select ${join(texts, sql`, `)} from ${names(table)} t order by ${join(keys, sql`, `)}`,
  )
}

/** The findings of verify after work past Florin, which is rolled back. */
export const findingsAfter = ({ db }: World, work: (tx: Tx) => Promise<unknown>): Promise<string[]> =>
  transaction(
    db,
    async (tx) => {
      await inTurn(tx)
      await work(tx)
      return differences(tx)
    },
    () => false,
  )

/** Runs a statement that changes something. */
export async function run(tx: Tx, statement: Sql): Promise<void> {
  const changed = await change(tx, sql`with done as (${statement} returning 1) select * from done`)
  assert(changed.length > 0, 'it changes something')
}

/** Asserts that one of the findings about a book says this. */
export function assertNamed(found: readonly string[], pattern: string): void {
  const named = new RegExp(`: ${pattern}`)
  assert(
    found.some((sentence) => named.test(sentence)),
    `nothing names ${pattern} among ${found.length}:\n${found.slice(0, 20).join('\n')}`,
  )
}
