import type { Day } from '../../contract/day.ts'
import type { Brings } from '../../contract/import-brings.ts'
import type { ImportFormat, Mapping, MappingChange, Need } from '../../contract/import-mapping.ts'
import { type Verdict, verdicts } from '../../contract/import-rows.ts'
import type { Counts, Import } from '../../contract/imports.ts'
import type { Language } from '../../words/languages.ts'
import { change, type Database, type Db, row, rows, type Tx, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import { type Page, page } from '../lists/lists.ts'
import { commaSeparated, knownIds } from '../process/ids.ts'
import type { KeptBesides } from './read/besides.ts'
import type { KeptSentence } from './read/kept-sentences.ts'
import type { FileBalance } from './read/row.ts'
import { saidIn } from './said-again.ts'

/** A mapping as it is stored, with the balances that the file states, its order, and the questions that it leaves open. Files that were read before these were do not have them. */
export type StoredMapping = Mapping & {
  balances?: readonly FileBalance[]
  is_newest_first?: boolean
  needs?: readonly Need[]
}

/** An import as it is stored. */
export type StoredImport = {
  id: string
  account_id: string | null
  filename: string
  asked_format: ImportFormat | null
  format: ImportFormat | null
  mapping: StoredMapping | null
  given: MappingChange | null
  status: Import['status']
  progress: number
  counts: Counts
  fault: string | null
  /** The words and values of the fault; null of faults of before 0017. */
  fault_said: KeptSentence | null
  date_from: Day | null
  date_to: Day | null
  checked_version: number | null
  committed_version: number | null
  /** What its file brings besides rows, as it is said; null of files with rows alone. What it is in detail is read apart. */
  brings: readonly Brings[] | null
  request_hash: string | null
  /** How often a person has decided about its rows. */
  decisions: number
  is_undone: boolean
  /** Whether its reader has died: the process that read it has not reported for a while. */
  is_abandoned: boolean
  created_at: string
  committed_at: string | null
}

/** The reader of a file reports every second or two; after this long without a report, another process takes over. */
const LEASE = sql`interval '10 seconds'`

const columnsIn = (
  bookId: string,
): Sql => sql`i.id, i.account_id, i.filename, i.asked_format, i.format, i.mapping, i.brings, i.given, i.status, i.progress, i.counts, i.fault, i.fault_said,
  i.date_from, i.date_to, i.checked_version::float8 as checked_version, i.committed_version::float8 as committed_version,
  encode(i.request_hash, 'hex') as request_hash, i.decisions, i.created_at, i.committed_at,
  i.status = 'reading' and coalesce(i.reading_at < now() - ${LEASE}, true) as is_abandoned,
  exists (select from changes c where c.book_id = ${bookId} and c.version = i.committed_version and c.undone_by is not null) as is_undone`

/** JSON as it is stored; null is stored as SQL null. */
const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** A number for each verdict. */
const byVerdict = (count: (verdict: Verdict) => number): Record<Verdict, number> =>
  Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number> // the very names

export const noCounts = (): Counts => ({
  rows: 0,
  ...byVerdict(() => 0),
  chosen: 0,
  attention: 0,
  becomes: byVerdict(() => 0),
})

/** Counts that were stored before decisions were counted have the verdicts alone. */
export const countsToApi = (counts: Omit<Counts, 'becomes'> & Partial<Counts>): Counts => ({
  ...counts,
  becomes: counts.becomes ?? byVerdict((verdict) => counts[verdict]),
})

/** The questions that have to be answered before the commit, as they are kept. */
export const needsOf = ({ status, mapping }: StoredImport): Need[] =>
  status === 'ready' ? [...(mapping?.needs ?? [])] : []

const withoutBalances = (mapping: StoredMapping | null): Mapping | null => {
  if (mapping === null) return null
  const { balances: _, is_newest_first: __, needs: ___, ...rest } = mapping
  return rest
}

/** The fault of an import as what is kept has its sentences, for `saidIn` and `toBeSaid`. */
export const faultOfImport = ({ fault, fault_said }: StoredImport) => ({
  fault,
  ...(fault_said && { said: { fault: fault_said } }),
})

/** An import as it is shown; without a language its sentences are as they are kept, to be said by `saidIn`. */
export const importToApi = (stored: StoredImport, language?: Language): Import => ({
  id: stored.id,
  account_id: stored.account_id,
  filename: stored.filename,
  format: stored.format,
  mapping: saidIn(language, withoutBalances(stored.mapping)),
  needs: saidIn(language, needsOf(stored)),
  status: stored.status,
  progress: stored.progress,
  counts: countsToApi(stored.counts),
  fault: saidIn(language, faultOfImport(stored)).fault,
  date_from: stored.date_from,
  date_to: stored.date_to,
  committed_version: stored.committed_version,
  is_undone: stored.is_undone,
  left_out: [],
  missed_by: [],
  balances: [],
  added: [],
  brings: stored.status === 'reading' ? [] : saidIn(language, [...(stored.brings ?? [])]),
  created_at: stored.created_at,
  committed_at: stored.committed_at,
})

export const findImport = (db: Db, bookId: string, id: string): Promise<StoredImport | undefined> =>
  row(db, sql`select ${columnsIn(bookId)} from imports i where i.book_id = ${bookId} and i.id = ${id}`)

/** The same, with its row locked until the end of the transaction: decisions about one import are made one after another. */
export const takeImport = async (tx: Tx, bookId: string, id: string): Promise<StoredImport | undefined> => {
  await change(tx, sql`select from imports where book_id = ${bookId} and id = ${id} for update`)
  return findImport(tx, bookId, id)
}

export const findImportByKey = (db: Db, bookId: string, key: string): Promise<StoredImport | undefined> =>
  row(
    db,
    sql`select ${columnsIn(bookId)} from imports i where i.book_id = ${bookId} and i.idempotency_key = ${key}`,
  )

export function listImportsOf(
  db: Db,
  book: BookRow,
  language: Language,
  query: {
    limit?: number
    cursor?: string
    sort?: string
    include?: string
    status?: string
    account_id?: string
  },
): Promise<Page<Import>> {
  const { status, account_id } = query
  return page<StoredImport, Import>(db, query, {
    columns: columnsIn(book.id),
    from: sql`imports i`,
    where: [
      sql`i.book_id = ${book.id}`,
      ...(status === undefined ? [] : [sql`i.status = any (${commaSeparated(status)}::text[])`]),
      ...(account_id === undefined ? [] : [sql`i.account_id = any (${knownIds(account_id)}::uuid[])`]),
    ],
    order: '-created_at',
    orders: { created_at: { key: sql`i.created_at`, type: 'timestamptz' } },
    ties: [{ key: sql`i.id`, type: 'uuid' }],
    record: (stored) => importToApi(stored, language),
  })
}

/** The number and size of a book's imports that are not committed. */
export type ImportsTaken = { count: number; bytes: number; rows: number }

const takenByOthers = async (db: Db, bookId: string, id: string): Promise<ImportsTaken> =>
  (await row<ImportsTaken>(
    db,
    sql`select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes,
               coalesce(sum((counts ->> 'rows')::int), 0)::float8 as rows
        from imports where book_id = ${bookId} and id <> ${id} and status <> 'committed'`,
  )) ?? { count: 0, bytes: 0, rows: 0 }

type NewImport = {
  id: string
  account_id: string | null
  filename: string
  asked_format: ImportFormat | null
  bytes: Uint8Array
  key: { key: string; hash: Uint8Array } | undefined
}

/**
 * Stores a file to read, if the check accepts it in addition to the others. False if the key of the request has already made an import.
 * Simultaneous files are stored one after another, so that the second is counted with the first; the book itself is not locked for that.
 */
export const insertImport = (
  db: Database,
  bookId: string,
  made: NewImport,
  check: (others: ImportsTaken) => void,
): Promise<boolean> =>
  transaction(db, async (tx) => {
    await change(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`imports ${bookId}`}, 0))`)
    const inserted = await change(
      tx,
      sql`insert into imports (book_id, id, account_id, filename, bytes, asked_format, status, progress, counts,
                               idempotency_key, request_hash, created_at)
          values (${bookId}, ${made.id}, ${made.account_id}, ${made.filename}, ${made.bytes.length}, ${made.asked_format}, 'reading', 0,
                  ${JSON.stringify(noCounts())}, ${made.key?.key ?? null}, ${made.key?.hash ?? null}, now())
          on conflict on constraint imports_key_key do nothing returning id`,
    )
    if (inserted.length === 0) return false
    check(await takenByOthers(tx, bookId, made.id))
    await change(
      tx,
      sql`insert into import_files (book_id, import_id, bytes) values (${bookId}, ${made.id}, ${made.bytes})`,
    )
    return true
  })

export const bytesOf = async (db: Db, bookId: string, id: string): Promise<Uint8Array | undefined> =>
  (
    await row<{ bytes: Uint8Array }>(
      db,
      sql`select bytes from import_files where book_id = ${bookId} and import_id = ${id}`,
    )
  )?.bytes

/** Removes an import with its file and its rows. */
export async function removeImport(tx: Tx, bookId: string, id: string): Promise<void> {
  await change(tx, sql`delete from import_files where book_id = ${bookId} and import_id = ${id}`)
  await change(tx, sql`delete from import_rows where book_id = ${bookId} and import_id = ${id}`)
  await change(tx, sql`delete from imports where book_id = ${bookId} and id = ${id}`)
}

/** Imports of all books whose reader has died. */
export const abandoned: Sql = sql`select book_id, id from imports
  where status = 'reading' and coalesce(reading_at < now() - ${LEASE}, true) order by reading_at limit 100`

export const abandonedImports = (db: Db): Promise<{ book_id: string; id: string }[]> => rows(db, abandoned)

/**
 * Claims a file that has no reader, or whose reader no longer reports. Returns how often it was claimed, or undefined if another reader has
 * it, or it needs no reading.
 */
export const takeForReading = async (
  db: Database,
  bookId: string,
  id: string,
  readerId: string,
): Promise<number | undefined> => {
  const [taken] = await transaction(db, (tx) =>
    change<{ attempts: number }>(
      tx,
      sql`update imports set reader_id = ${readerId}, reading_at = now(), progress = 0, attempts = attempts + 1
          where book_id = ${bookId} and id = ${id} and status = 'reading' and (reading_at is null or reading_at < now() - ${LEASE})
          returning attempts`,
    ),
  )
  return taken?.attempts
}

/** Reports the progress of reading a file. False if another reader has claimed it. */
export const sayProgress = async (
  db: Database,
  bookId: string,
  id: string,
  readerId: string,
  progress: number,
): Promise<boolean> =>
  (
    await transaction(db, (tx) =>
      change(
        tx,
        sql`update imports set reading_at = now(), progress = ${progress}
            where book_id = ${bookId} and id = ${id} and reader_id = ${readerId} and status = 'reading' returning 1`,
      ),
    )
  ).length > 0

/** The additional attempts that are counted while the rows of a file are judged. */
const JUDGING_COUNTS = 2

/**
 * Notes that the judging of a file's rows begins, or has ended. A process that died in between may have died because of it: after the
 * second time, the file is given up.
 */
export const sayJudging = (
  db: Database,
  bookId: string,
  id: string,
  readerId: string,
  isBegun: boolean,
): Promise<unknown> =>
  transaction(db, (tx) =>
    change(
      tx,
      sql`update imports set attempts = attempts + ${isBegun ? JUDGING_COUNTS : -JUDGING_COUNTS}, reading_at = now(), progress = 0.5
          where book_id = ${bookId} and id = ${id} and reader_id = ${readerId} and status = 'reading'`,
    ),
  )

/** The facts about a file that was read. */
export type ReadImport = {
  status: 'ready' | 'failed'
  format: ImportFormat | null
  mapping: StoredMapping | null
  account_id: string | null
  counts: Counts
  fault: string | null
  fault_said: KeptSentence | null
  date_from: Day | null
  date_to: Day | null
  checked_version: number
  besides?: KeptBesides | null
  brings?: readonly Brings[] | null
}

/** Ends the reading of a file. False if another reader has claimed it. */
export const finishReading = async (
  tx: Tx,
  bookId: string,
  id: string,
  readerId: string,
  read: ReadImport,
): Promise<boolean> =>
  (
    await change(
      tx,
      sql`update imports set status = ${read.status}, progress = 1, format = ${read.format}, mapping = ${json(read.mapping)},
                 account_id = ${read.account_id}, counts = ${JSON.stringify(read.counts)}, fault = ${read.fault},
                 fault_said = ${json(read.fault_said)},
                 date_from = ${read.date_from}, date_to = ${read.date_to}, checked_version = ${read.checked_version},
                 besides = ${json(read.besides ?? null)}, brings = ${json(read.brings ?? null)},
                 reader_id = null, reading_at = null, attempts = 0
          where book_id = ${bookId} and id = ${id} and reader_id = ${readerId} and status = 'reading' returning 1`,
    )
  ).length > 0

/** Stores a person's corrections; the file is read again. */
export const correctImport = (
  tx: Tx,
  bookId: string,
  id: string,
  { account_id, given }: { account_id: string | null; given: MappingChange | null },
): Promise<unknown> =>
  change(
    tx,
    sql`update imports set account_id = ${account_id}, given = ${json(given)}, status = 'reading', progress = 0, fault = null, fault_said = null,
               reader_id = null, reading_at = null, attempts = 0
        where book_id = ${bookId} and id = ${id}`,
  )

/** Stores the counts after a decision about rows. */
export const saveDecision = async (tx: Tx, bookId: string, id: string, counts: Counts): Promise<void> => {
  await change(
    tx,
    sql`update imports set counts = ${JSON.stringify(counts)}, decisions = decisions + 1 where book_id = ${bookId} and id = ${id}`,
  )
}

/** Stores the counts of newly judged rows, and the version of the book at which they were judged. */
export const saveLook = async (
  tx: Tx,
  bookId: string,
  id: string,
  { counts, version }: { counts: Counts; version: number },
): Promise<void> => {
  await change(
    tx,
    sql`update imports set counts = ${JSON.stringify(counts)}, checked_version = ${version} where book_id = ${bookId} and id = ${id}`,
  )
}
