import type { Db } from '../database/database.ts'
import { manyRows } from '../database/stream.ts'
import { categoryIdsOf, searchText, type Transaction } from '../ledger/journal.ts'
import type { Kind } from '../ledger/rows.ts'
import { entryColumns, fromList } from '../ledger/stored.ts'
import { kinds } from '../records/kinds.ts'
import type { Findings } from './findings.ts'
import { entriesAtVersions, foldedTexts, postedColumns, rowsOfKind, type TableRow } from './rebuild.sql.ts'

/** A record as the log keeps it. Its shape is not trusted: a row that was changed by hand can hold anything. */
export type Json = Readonly<Record<string, unknown>>

/** A record as the log says it is: null where it was removed or never there. */
export type Rebuilt = { kind: Kind; book_id: string; id: string; isErased: boolean; state: Json | null }

/** The entries that a version posted of a transaction, if any: those in its content, which count until another version. */
export type LoggedEntries = {
  book_id: string
  id: string
  version: number
  until: number | null
  after: Json | null
}

/** Compares records with the rows of their tables. */
export async function compareRecords(db: Db, records: readonly Rebuilt[], findings: Findings): Promise<void> {
  for (const [kind, some] of Map.groupBy(records, ({ kind }) => kind)) {
    const stored = await manyRows<TableRow>(db, rowsOfKind(kind, some))
    const byPlace = new Map(stored.map((row) => [row.place, row]))
    const folded = await foldedOf(db, kind, some)
    some.forEach((record, index) => {
      const { table } = kinds[kind]
      const name = kind === 'book' ? table : `${table} ${record.id}`
      const tell = (sentence: string) => findings.add('records', record.book_id, sentence)
      compareRecord(name, record, byPlace.get(index + 1), folded[index], tell)
    })
  }
}

/** The folded search texts of transactions. */
async function foldedOf(db: Db, kind: Kind, records: readonly Rebuilt[]): Promise<string[]> {
  if (kind !== 'transaction') return []
  // JSON can hold a character that no text in PostgreSQL can: Florin did not write it.
  const texts = records.map(({ state }) =>
    state ? searchText(asTransaction(state)).replaceAll('\0', '') : '',
  )
  return (await manyRows<{ text: string }>(db, foldedTexts(texts))).map(({ text }) => text)
}

function compareRecord(
  name: string,
  { kind, isErased, state }: Rebuilt,
  row: TableRow | undefined,
  folded: string | undefined,
  tell: (sentence: string) => void,
): void {
  if (isErased || state === null) {
    if (row)
      tell(`${name}: the row is there, but the log says that it was ${isErased ? 'erased' : 'removed'}`)
    return
  }
  if (!row) {
    tell(`${name}: the row is missing`)
    return
  }
  const { columns, added, logged } = kinds[kind]
  const read = fromList(columns, row.list)
  const inTable: Record<string, unknown> = logged ? { ...logged(read as never) } : read // a row of this kind
  const inLog: Record<string, unknown> = Object.fromEntries(
    Object.keys(columns).map((key) => [key, state[key] === undefined ? added[key] : state[key]]),
  )
  if (kind === 'book') delete inLog.version // that of its latest change, which the chain is compared with
  if (kind === 'transaction') {
    Object.assign(inTable, { category_ids: row.category_ids, search: row.search })
    Object.assign(inLog, { category_ids: categoryIdsOf(asTransaction(state)), search: folded })
  }
  compareColumns(name, inTable, inLog, tell)
}

/** The text and the categories of a transaction in the log. */
const asTransaction = (json: Json): Transaction =>
  ({ ...json, tags: listIn(json.tags), entries: entriesIn(json) }) as unknown as Transaction // only these are looked at

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const entriesIn = (json: Json): Json[] =>
  listIn(json.entries).filter((entry): entry is Json => typeof entry === 'object' && entry !== null)

function compareColumns(
  name: string,
  inTable: Readonly<Record<string, unknown>>,
  inLog: Readonly<Record<string, unknown>>,
  tell: (sentence: string) => void,
): void {
  for (const column in inLog) {
    const [stored, logged] = [plainJson(inTable[column]), plainJson(inLog[column])]
    if (stored === logged) continue
    const [text, expected] = [JSON.stringify(stored), JSON.stringify(logged)]
    if (text !== expected) tell(`${name}: ${column} is ${text} in the table, ${expected} in the log`)
  }
}

/** A value as JSON has it: the log keeps bigints as text. */
export const plainJson = (value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : (value ?? null)

/** Compares the postings of versions with the entries that are there, replaced ones too. */
export async function compareEntries(
  db: Db,
  postings: readonly LoggedEntries[],
  findings: Findings,
): Promise<void> {
  const stored = await manyRows<{ place: number; ordinal: number; list: unknown[] }>(
    db,
    entriesAtVersions(postings),
  )
  const byPlace = Map.groupBy(stored, ({ place }) => place)
  postings.forEach((posting, index) => {
    const { book_id, id, version } = posting
    const tell = (sentence: string) => findings.add('entries', book_id, sentence)
    const byOrdinal = new Map(
      (byPlace.get(index + 1) ?? []).map(({ ordinal, list }) => [ordinal, fromList(postedColumns, list)]),
    )
    postedBy(posting).forEach((expected, ordinal) => {
      const name = `entries ${id}, version ${version}, ordinal ${ordinal}`
      const row = byOrdinal.get(ordinal)
      byOrdinal.delete(ordinal)
      if (row) compareColumns(name, row, expected, tell)
      else tell(`${name}: the row is missing`)
    })
    for (const ordinal of byOrdinal.keys())
      tell(
        `entries ${id}, version ${version}, ordinal ${ordinal}: the row is there, but the log does not know it`,
      )
  })
}

/** The entries of a posting, in the order of their columns. */
function postedBy({ after, until }: LoggedEntries): Record<string, unknown>[] {
  if (!after) return []
  const touched = new Set<unknown>()
  return entriesIn(after).map((entry) => {
    const { debit_account_id, credit_account_id } = entry
    const isFirst = [debit_account_id, credit_account_id].map((id) => !touched.has(id))
    touched.add(debit_account_id).add(credit_account_id)
    const { kind, date, created_version, created_position } = after
    return {
      until_version: until,
      kind,
      date,
      created_version,
      created_position,
      ...Object.fromEntries(Object.keys(entryColumns).map((name) => [name, entry[name]])),
      is_debit_first: isFirst[0],
      is_credit_first: isFirst[1],
    }
  })
}
