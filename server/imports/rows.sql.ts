import type { Day } from '../../contract/day.ts'
import { folded } from '../../contract/fold.ts'
import type { Reason } from '../../contract/import-reasons.ts'
import type { ImportDraft, ImportRow, RowChange, Verdict } from '../../contract/import-rows.ts'
import type { Counts } from '../../contract/imports.ts'
import { copyIn } from '../database/copy.ts'
import { change, type Db, row, rows, type Tx } from '../database/database.ts'
import { allOf, copyLine, names, type Sql, sql, type Value } from '../database/sql.ts'
import { manyRows } from '../database/stream.ts'
import { contains, type Page, page } from '../lists/lists.ts'
import { commaSeparated, newId } from '../process/ids.ts'
import { AS_LONG_AS_ITS_SIZE, startSlice } from '../process/slices.ts'
import { noCounts } from './imports.sql.ts'
import type { BadRow, FileRow } from './read/row.ts'

/** A draft as it is stored: names are looked up when it is shown, except names of records that the commit creates. */
export type StoredDraft = Omit<ImportDraft, 'contact_name' | 'other_account_name' | 'obligation_name'>

/** A row of a file as it is stored. */
export type StoredRow = {
  n: number
  account_id: string | null
  line_key: string | null
  occurrence: number
  date: Day | null
  amount: bigint | null
  currency_id: string | null
  file_row: FileRow | BadRow
  verdict: Verdict
  /** In English; `reasons` is the same to be said in any language, and null for rows of before 0017. */
  reason: string
  reasons: readonly Reason[] | null
  of_record: ImportRow['of']
  pair_n: number | null
  draft: StoredDraft | null
  suggestion: ImportRow['suggestion']
  decision: RowChange | null
  search: string
  is_chosen: boolean
  needs_attention: boolean
  transaction_id: string | null
}

const columns = [
  'n',
  'account_id',
  'line_key',
  'occurrence',
  'date',
  'amount',
  'currency_id',
  'file_row',
  'verdict',
  'reason',
  'reasons',
  'of_record',
  'pair_n',
  'draft',
  'suggestion',
  'decision',
  'search',
  'is_chosen',
  'needs_attention',
  'transaction_id',
] as const satisfies readonly (keyof StoredRow)[]

export const rowColumns: Sql = names(...columns)

/** JSON that PostgreSQL can hold: U+0000 and halves of surrogate pairs, which a file may have, become U+FFFD. */
function jsonOf(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u(0000|d[89a-f])/.test(text)
    ? JSON.stringify(value, (_, one) => (typeof one === 'string' ? textOf(one) : one))
    : text
}
const textOf = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

const jsonOrNull = (value: object | null) => (value === null ? null : jsonOf(value))

/** A row for COPY. A row of an expense or an income already has the transaction's id, so that the commit does not have to write the row again. */
const valuesIn = (row: StoredRow): Value[] => [
  row.n,
  row.account_id,
  row.line_key,
  row.occurrence,
  row.date,
  row.amount,
  row.currency_id,
  jsonOf(row.file_row),
  row.verdict,
  textOf(row.reason),
  jsonOrNull(row.reasons),
  jsonOrNull(row.of_record),
  row.pair_n,
  jsonOrNull(row.draft),
  jsonOrNull(row.suggestion),
  jsonOrNull(row.decision),
  folded(textOf(row.search)),
  row.is_chosen,
  row.needs_attention,
  row.is_chosen && (row.draft?.kind === 'expense' || row.draft?.kind === 'income') ? newId() : null,
]

/** The most rows that one statement copies, and the longest time for producing them: the usual time limit of statements applies. */
const STEP = 4_000
const STEP_MS = 1_000
/** About this many characters are sent together, which takes a millisecond. */
const PIECE = 65_536

/** The text of the next rows, and whether there are more. */
async function* textFor(
  place: Value[],
  rows: Iterator<StoredRow>,
  end: () => void,
): AsyncGenerator<Uint8Array> {
  const slice = startSlice(AS_LONG_AS_ITS_SIZE)
  const until = performance.now() + STEP_MS
  let text = ''
  for (let count = 0; count < STEP && performance.now() < until; count++) {
    const { value: row, done } = rows.next()
    if (done) {
      end()
      break
    }
    text += copyLine([...place, ...valuesIn(row)])
    if (slice.isOver()) await slice.next()
    if (text.length < PIECE) continue
    yield Buffer.from(text)
    slice.resume()
    text = ''
  }
  yield Buffer.from(text)
}

/** Replaces all rows of the import. The new rows may be produced lazily. */
export async function replaceRows(
  tx: Tx,
  bookId: string,
  importId: string,
  all: Iterable<StoredRow>,
): Promise<void> {
  await change(tx, sql`delete from import_rows where book_id = ${bookId} and import_id = ${importId}`)
  const table = { name: 'import_rows', columns: ['book_id', 'import_id', ...columns] }
  const rows = all[Symbol.iterator]()
  let isOver = false
  const end = () => {
    isOver = true
  }
  while (!isOver) await copyIn(tx, table, textFor([bookId, importId], rows, end))
}

export const rowsOfImport = (db: Db, bookId: string, importId: string): Promise<StoredRow[]> =>
  manyRows(
    db,
    sql`select ${rowColumns} from import_rows where book_id = ${bookId} and import_id = ${importId} order by n`,
  )

/** The verdict of a row, or what a person has decided instead; `becomesOf` says the same of a row. */
const BECOMES = sql`case when decision is null or draft is null or verdict in ('duplicate', 'invalid') then verdict
  when draft ->> 'kind' = 'transfer' then 'transfer' when draft ->> 'kind' = 'payment' then 'settles'
  when draft ->> 'is_refund' = 'true' then 'refund' else 'new' end`

/** The filters of a list of rows, as they are sent. */
type RowFilters = {
  q?: string
  verdict?: string
  becomes?: string
  needs_attention?: boolean
  is_chosen?: boolean
}

export const rowsWhere = (bookId: string, importId: string, filters: RowFilters): Sql[] => [
  sql`book_id = ${bookId}`,
  sql`import_id = ${importId}`,
  ...(filters.verdict === undefined ? [] : [sql`verdict = any (${commaSeparated(filters.verdict)}::text[])`]),
  ...(filters.becomes === undefined
    ? []
    : [sql`${BECOMES} = any (${commaSeparated(filters.becomes)}::text[])`]),
  ...(filters.needs_attention === undefined ? [] : [sql`needs_attention = ${filters.needs_attention}`]),
  ...(filters.is_chosen === undefined ? [] : [sql`is_chosen = ${filters.is_chosen}`]),
  ...(filters.q ? [contains(sql`search`, filters.q)] : []),
]

export const listRowsOf = (
  db: Db,
  bookId: string,
  importId: string,
  query: RowFilters & { limit?: number; cursor?: string; sort?: string; include?: string },
): Promise<Page<StoredRow>> =>
  page<StoredRow>(db, query, {
    columns: rowColumns,
    from: sql`import_rows`,
    where: rowsWhere(bookId, importId, query),
    order: 'n',
    orders: {
      n: { key: sql`n`, type: 'integer' },
      date: { key: sql`coalesce(date, 'infinity')`, type: 'date' },
      amount: { key: sql`coalesce(amount, 0)`, type: 'bigint' },
      attention: { key: sql`(not needs_attention)::int`, type: 'integer' },
    },
    ties: [{ key: sql`n`, type: 'integer' }],
    record: (row) => row,
  })

/** The names of records, by id. */
export type RecordNames = Record<'account' | 'category' | 'contact' | 'obligation', Map<string, string>>

/** The names of the records that some rows refer to. */
export async function namesFor(db: Db, bookId: string, some: readonly StoredRow[]): Promise<RecordNames> {
  const drafts = some.flatMap(({ draft }) => draft ?? [])
  const ids = {
    account: [...some.map((row) => row.account_id), ...drafts.map((draft) => draft.other_account_id)],
    category: [
      ...drafts.flatMap((draft) => [draft.category_id, ...draft.splits.map((split) => split.category_id)]),
      ...some.map(({ suggestion }) => suggestion?.category_id ?? null),
    ],
    contact: [
      ...drafts.map((draft) => draft.contact_id),
      ...some.map(({ suggestion }) => suggestion?.contact_id ?? null),
    ],
    obligation: drafts.map((draft) => draft.obligation_id),
  }
  const distinct = (list: readonly (string | null)[]) => [...new Set(list)].filter((id) => id !== null)
  const found = await rows<{ kind: keyof RecordNames; id: string; name: string }>(
    db,
    sql`select 'account' as kind, id, name from accounts where book_id = ${bookId} and id = any (${distinct(ids.account)}::uuid[])
        union all
        select 'category', id, name from categories where book_id = ${bookId} and id = any (${distinct(ids.category)}::uuid[])
        union all
        select 'contact', id, name from contacts where book_id = ${bookId} and id = any (${distinct(ids.contact)}::uuid[])
        union all
        select 'obligation', id, name from obligations where book_id = ${bookId} and id = any (${distinct(ids.obligation)}::uuid[])`,
  )
  const names: RecordNames = {
    account: new Map(),
    category: new Map(),
    contact: new Map(),
    obligation: new Map(),
  }
  for (const { kind, id, name } of found) names[kind].set(id, name)
  return names
}

/** Writes a person's decisions about rows. */
export const updateRows = (
  tx: Tx,
  bookId: string,
  importId: string,
  some: readonly StoredRow[],
): Promise<unknown> => {
  const decisions = some.map(({ n, draft, decision, is_chosen, needs_attention }) => ({
    n,
    draft,
    decision,
    is_chosen,
    needs_attention,
  }))
  return change(
    tx,
    sql`update import_rows r set draft = s.draft, decision = s.decision, is_chosen = s.is_chosen, needs_attention = s.needs_attention
        from json_to_recordset(${jsonOf(decisions)}::json) as s (n int, draft json, decision json, is_chosen boolean, needs_attention boolean)
        where r.book_id = ${bookId} and r.import_id = ${importId} and r.n = s.n`,
  )
}

/** Chooses or unchooses the rows that match. */
export async function chooseRows(tx: Tx, where: readonly Sql[], isChosen: boolean): Promise<void> {
  await change(
    tx,
    sql`update import_rows set is_chosen = ${isChosen}, needs_attention = false,
               decision = (coalesce(decision::jsonb, '{}') || ${JSON.stringify({ is_chosen: isChosen })}::jsonb)::json
        where ${allOf(where)}`,
  )
}

/** The first row that cannot be recorded, among those that match. */
export const firstUnfit = (db: Db, where: readonly Sql[]): Promise<StoredRow | undefined> =>
  row(
    db,
    sql`select ${rowColumns} from import_rows
        where ${allOf([...where, sql`(draft is null or account_id is null and file_row ->> 'account' is null)`])} order by n limit 1`,
  )

/** The number of rows of an import with each verdict, and with what becomes of them. */
export async function countRows(db: Db, bookId: string, importId: string): Promise<Counts> {
  const found = await rows<{
    verdict: Verdict
    becomes: Verdict
    count: number
    chosen: number
    attention: number
  }>(
    db,
    sql`select verdict, ${BECOMES} as becomes, count(*)::int as count, count(*) filter (where is_chosen)::int as chosen,
               count(*) filter (where needs_attention)::int as attention
        from import_rows where book_id = ${bookId} and import_id = ${importId} group by 1, 2`,
  )
  const counts = noCounts()
  for (const { verdict, becomes, count, chosen, attention } of found) {
    counts[verdict] += count
    counts.becomes[becomes] += count
    counts.rows += count
    counts.chosen += chosen
    counts.attention += attention
  }
  return counts
}
