import type { Day } from '../../contract/day.ts'
import { onlyRow, rows, type Tx } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { type StoredImport, takeImport } from './imports.sql.ts'
import type { FileRow } from './read/row.ts'
import type { StoredRow } from './rows.sql.ts'

/** A row that is to be recorded. It can be read, and so has all of these. */
export type ChosenRow = Pick<StoredRow, 'n' | 'account_id' | 'of_record' | 'pair_n'> & {
  readonly date: Day
  readonly amount: bigint
  readonly currency_id: string
  readonly file_row: FileRow
  readonly draft: NonNullable<StoredRow['draft']>
}

/** So many rows are recorded as one change: it fits into the log, and into the memory of the service, and so does its undo. */
export const MOST_RECORDED = 25_000

/** An import that is to be recorded: its rows are read only if they were looked at as the book is now, and are not too many. */
export type ToCommit = {
  readonly stored: StoredImport
  readonly isChecked: boolean
  readonly rows: ChosenRow[]
  /** Rows that are not recorded themselves, as they may be with the other half of a transfer. */
  readonly halves: ChosenRow[]
}

/** Reads an import and the rows that are to be recorded. Nobody else decides about it until the end of the transaction. */
export async function readToCommit(tx: Tx, bookId: string, id: string): Promise<ToCommit | undefined> {
  const stored = await takeImport(tx, bookId, id)
  if (!stored) return undefined
  const { version } = await onlyRow<{ version: number }>(
    tx,
    sql`select version::float8 as version from books where id = ${bookId}`,
  )
  const isChecked = stored.checked_version === version
  if (stored.status !== 'ready' || !isChecked || stored.counts.chosen > MOST_RECORDED)
    return { stored, isChecked, rows: [], halves: [] }
  const found = await rows<ChosenRow & { is_chosen: boolean }>(
    tx,
    sql`select n, account_id, date, amount, currency_id, file_row, of_record, pair_n, draft, is_chosen from import_rows
        where book_id = ${bookId} and import_id = ${id} and (is_chosen or pair_n is not null) order by n`,
  )
  const of = (isChosen: boolean) => found.filter(({ is_chosen }) => is_chosen === isChosen)
  return { stored, isChecked, rows: of(true), halves: of(false) }
}

const STEP = 2_000
const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * What is kept of an import once its rows are recorded: what each became, or what it was found to be, of which account that was made it is, and which change recorded them. The
 * file itself is not kept.
 */
export function* committedStatements(
  bookId: string,
  importId: string,
  became: ReadonlyMap<number, string>,
  made: ReadonlyMap<string, string>,
  { version, at }: { version: number; at: string },
): Generator<Sql> {
  const last = Math.max(...became.keys())
  for (let first = 1; first <= last; first += STEP) {
    const ids = Array.from(
      { length: Math.min(STEP, last - first + 1) },
      (_, index) => became.get(first + index) ?? NONE,
    )
    // The id of a row is found by its number: a join would compare every row with every id where the planner knows of neither.
    yield sql`update import_rows set transaction_id = nullif((${ids}::uuid[])[n - ${first - 1}], ${NONE}::uuid)
      where book_id = ${bookId} and import_id = ${importId} and n between ${first} and ${first + STEP - 1}
        and (is_chosen or pair_n is not null)`
  }
  yield sql`update import_rows set transaction_id = (of_record ->> 'id')::uuid
    where book_id = ${bookId} and import_id = ${importId} and not is_chosen and verdict = 'duplicate' and of_record ->> 'kind' = 'transaction'`
  // Rows of an account that was made here are remembered as rows of that account.
  const accounts = JSON.stringify(Object.fromEntries(made))
  yield sql`update import_rows set account_id = (${accounts}::jsonb ->> (file_row ->> 'account'))::uuid
    where book_id = ${bookId} and import_id = ${importId} and account_id is null and ${accounts}::jsonb ? (file_row ->> 'account')`
  yield sql`delete from import_files where book_id = ${bookId} and import_id = ${importId}`
  yield sql`update imports set status = 'committed', committed_version = ${version}, committed_at = ${at}
    where book_id = ${bookId} and id = ${importId}`
}
