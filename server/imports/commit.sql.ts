import type { Day } from '../../contract/day.ts'
import { type Db, onlyRow, row, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { mapInSlices } from '../process/slices.ts'
import { type BookRecords, besidesOf, recordsOf } from './besides.sql.ts'
import { type StoredImport, takeImport } from './imports.sql.ts'
import type { KeptBesides } from './read/besides.ts'
import type { FileRow } from './read/row.ts'
import type { StoredRow } from './rows.sql.ts'

/** A row to record. It is readable, so it has all of these fields. */
export type ChosenRow = Pick<StoredRow, 'n' | 'account_id' | 'of_record' | 'pair_n' | 'transaction_id'> & {
  readonly date: Day
  readonly amount: bigint
  readonly currency_id: string
  readonly file_row: FileRow
  readonly draft: NonNullable<StoredRow['draft']>
}

/** At most this many rows are recorded as one change: such a change and its undo fit into the log and into the memory of the service. */
export const MAX_CHOSEN = 25_000

/** An import to record: its rows are read only if they were judged at the current version of the book, and are not too many. */
export type ToCommit = {
  readonly stored: StoredImport
  readonly isChecked: boolean
  readonly base_currency_id: string
  readonly rows: ChosenRow[]
  /** Rows that are not chosen but may be the other half of a chosen transfer. */
  readonly halves: ChosenRow[]
  /** What the file has besides rows, with the records of the book that it may name. */
  readonly besides?: { readonly has: KeptBesides; readonly records: BookRecords }
}

/** Reads an import and the rows that are to be recorded. It is locked until the end of the transaction. */
export async function readToCommit(tx: Tx, bookId: string, id: string): Promise<ToCommit | undefined> {
  const stored = await takeImport(tx, bookId, id)
  if (!stored) return undefined
  const { version, base_currency_id, last } = await onlyRow<{
    version: number
    base_currency_id: string
    last: number | null
  }>(
    tx,
    sql`select version::float8 as version, base_currency_id,
               (select max(n) from import_rows where book_id = ${bookId} and import_id = ${id}) as last from books where id = ${bookId}`,
  )
  const isChecked = stored.checked_version === version
  const has = stored.brings && (await besidesOf(tx, bookId, id))
  const besides = has ? { besides: { has, records: await recordsOf(tx, bookId) } } : {}
  const found: ToCommit = { stored, isChecked, base_currency_id, rows: [], halves: [], ...besides }
  if (stored.status !== 'ready' || !isChecked || stored.counts.chosen > MAX_CHOSEN) return found
  const ask = (first: number) => rows<AsText>(tx, someRows(bookId, id, first))
  let next = ask(0)
  for (let first = 0; first <= (last ?? 0); first += STEP_READ) {
    const some = await next
    next = ask(first + STEP_READ) // PostgreSQL reads these while those before them are parsed
    next.catch(() => undefined) // awaiting it reports the error
    for (const { isChosen, row } of await mapInSlices(some, chosenFrom))
      (isChosen ? found.rows : found.halves).push(row)
  }
  await next
  // The order of a day is the bank's: the earliest first.
  if (stored.mapping?.is_newest_first) found.rows.reverse()
  return found
}

/** At most this many rows are read at a time: one turn of the event loop processes all rows that have arrived, and this many take a few milliseconds. */
const STEP_READ = 1_000

type AsText = Omit<ChosenRow, 'file_row' | 'of_record' | 'draft'> & {
  readonly is_chosen: boolean
  readonly file_row: string
  readonly of_record: string | null
  readonly draft: string
}

const someRows = (bookId: string, id: string, first: number): Sql =>
  sql`select n, account_id, date, amount, currency_id, file_row::text, of_record::text, pair_n, draft::text, is_chosen, transaction_id
      from import_rows where book_id = ${bookId} and import_id = ${id} and n >= ${first} and n < ${first + STEP_READ}
        and (is_chosen or pair_n is not null) order by n`

const chosenFrom = ({ is_chosen, file_row, of_record, draft, ...row }: AsText) => ({
  isChosen: is_chosen,
  row: {
    ...row,
    file_row: JSON.parse(file_row),
    of_record: of_record === null ? null : JSON.parse(of_record),
    draft: JSON.parse(draft),
  } as ChosenRow, // as it was written
})

const STEP = 2_000

/**
 * Stores the outcome of a committed import: the transaction that each row became or was found to be, the new account that it belongs to,
 * and the change that recorded them. `became` has the rows whose outcome differs from the plan made when they were read. The file itself
 * is deleted.
 */
export function* committedStatements(
  bookId: string,
  importId: string,
  {
    became,
    made,
    mapping,
  }: {
    became: ReadonlyMap<number, string | null>
    made: ReadonlyMap<string, string>
    mapping: StoredImport['mapping']
  },
  { version, at }: { version: number; at: string },
): Generator<Sql> {
  // Ids are looked up by row number: without statistics, a join would compare every row with every id.
  const ids = [...became].sort(([a], [b]) => a - b)
  for (let first = 0; first < ids.length; first += STEP) {
    const some = Object.fromEntries(ids.slice(first, first + STEP))
    yield sql`update import_rows set transaction_id = (${JSON.stringify(some)}::jsonb ->> n::text)::uuid
      where book_id = ${bookId} and import_id = ${importId} and n = any (${Object.keys(some)}::int[])`
  }
  yield sql`update import_rows set transaction_id = null
    where book_id = ${bookId} and import_id = ${importId} and not is_chosen and transaction_id is not null and pair_n is null`
  // A question that nobody has answered is asked again by the next file.
  yield sql`update import_rows set transaction_id = (of_record ->> 'id')::uuid
    where book_id = ${bookId} and import_id = ${importId} and not is_chosen and not needs_attention
      and verdict = 'duplicate' and of_record ->> 'kind' = 'transaction'`
  // Rows of a created account are remembered as rows of that account.
  const accounts = JSON.stringify(Object.fromEntries(made))
  if (made.size > 0)
    yield sql`update import_rows set account_id = (${accounts}::jsonb ->> (file_row ->> 'account'))::uuid
      where book_id = ${bookId} and import_id = ${importId} and account_id is null and ${accounts}::jsonb ? (file_row ->> 'account')`
  yield sql`delete from import_files where book_id = ${bookId} and import_id = ${importId}`
  yield sql`update imports set status = 'committed', committed_version = ${version}, committed_at = ${at}, besides = null,
      mapping = ${mapping && JSON.stringify(mapping)}
    where book_id = ${bookId} and id = ${importId}`
}

/** Whether a version recorded an import. */
export const isOfImport = async (db: Db, bookId: string, version: number): Promise<boolean> =>
  (await row(
    db,
    sql`select from imports where book_id = ${bookId} and committed_version = ${version} limit 1`,
  )) !== undefined

/** An import that an undo would record once more, and a later one that recorded some of its rows. */
export type ImportedAgain = { filename: string; again: string; again_version: number; rows: number }

/**
 * Whether undoing a version, itself an undo, would bring back an import of which rows were recorded again since: in a chain of undos, every
 * second one restores the change. Rows are looked up by key in a JSON object, because a join might compare every pair.
 */
export const importedAgain = (db: Db, bookId: string, version: number): Promise<ImportedAgain | undefined> =>
  row(
    db,
    sql`with recursive chain as (
          select undoes as version, true as is_back from changes where book_id = ${bookId} and version = ${version} and undoes is not null
          union all
          select c.undoes, not chain.is_back from chain join changes c on c.book_id = ${bookId} and c.version = chain.version
          where c.undoes is not null),
        back as materialized (
          select i.id, i.filename, (select jsonb_object_agg(${keyOf(sql`r`)}, 0) from import_rows r
                                    where r.book_id = ${bookId} and r.import_id = i.id and ${isRecorded(sql`r`)}) as keys
          from chain join imports i on i.book_id = ${bookId} and i.committed_version = chain.version where chain.is_back)
        select back.filename, i.filename as again, i.committed_version::float8 as again_version, count(*)::int as rows
        from back cross join imports i join import_rows r on r.book_id = ${bookId} and r.import_id = i.id
        where i.book_id = ${bookId} and i.id <> back.id and i.status = 'committed' and ${isRecorded(sql`r`)} and back.keys ? ${keyOf(sql`r`)}
          and not exists (select from changes c where c.book_id = ${bookId} and c.version = i.committed_version and c.undone_by is not null)
          and exists (select from transactions t where t.book_id = ${bookId} and t.id = r.transaction_id and t.deleted_at is null)
        group by back.filename, i.filename, i.committed_version order by i.committed_version desc limit 1`,
  )

const keyOf = (one: Sql): Sql =>
  sql`(${one}.account_id || ' ' || ${one}.line_key || ' ' || ${one}.occurrence)`
const isRecorded = (one: Sql): Sql =>
  sql`${one}.is_chosen and ${one}.line_key is not null and ${one}.account_id is not null`
