import { listText } from '../database/driver-query.ts'
import { privileges } from '../database/privileges.ts'
import { elsewhere } from '../database/shards.ts'
import { type Sql, sql, textOf, textsIn, type Value } from '../database/sql.ts'

/**
 * A statement about books of one shard, as one call of a function that Citus runs on the node that has them (`scale/functions.ts`). There it
 * names the tables of the shard themselves, and is planned once; through Citus, the coordinator and the node would plan each of its parts
 * each time. The call is a transaction by itself, so it cannot be used inside another one.
 */
export const readOnShard = (bookId: string, statement: Sql, ofRecords: Tables): Sql =>
  sql`select * from read_on_shard(${bookId}::uuid, ${markedText(textOf(statement), ofRecords)}::text, ${texts(statement)}::text[])`

export const writeOnShard = (bookId: string, statement: Sql, ofRecords: Tables): Sql =>
  sql`select write_on_shard(${bookId}::uuid, ${markedText(textOf(statement), ofRecords)}::text, ${texts(statement)}::text[])`

/** The values of a statement as text. Bytes among them are lists of text. */
const texts = ({ values }: Sql): Value[] =>
  values.map((value) => {
    if (value instanceof Uint8Array) return listText(textsIn(value))
    return Array.isArray(value) ? listText(value) : value
  })

/** The tables of records, which the ledger knows from their kinds. */
type Tables = readonly string[]

/** Where a statement names a table that is on the shard of a book. */
const tablesIn = (ofRecords: Tables): RegExp => {
  const spread = [...Object.keys(privileges), ...ofRecords].filter((table) => !elsewhere.includes(table))
  return new RegExp(
    String.raw`\b(from|join|into|update)\s+(${spread.join('|')})\b(?:\s+(?:as\s+)?([a-z_]+))?`,
    'g',
  )
}
/** The words that may follow the name of a table without an alias. */
const keywords = new Set('cross for group join left on order select set union using values where'.split(' '))

const MAX_KEPT = 1_000
const kept = new Map<string, string>()

/** The text with each table marked: a node puts the name of its shard there, and the rest of the statement goes on with the table's own name. */
export function markedText(text: string, ofRecords: Tables): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  const made = text.replace(tablesIn(ofRecords), (_, word, table, next) => {
    const isNamed = next !== undefined && !keywords.has(next)
    return `${word} @${table}@ as ${isNamed ? next : [table, next].join(' ').trimEnd()}`
  })
  if (kept.size < MAX_KEPT) kept.set(text, made)
  return made
}
