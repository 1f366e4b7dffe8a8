/**
 * Imports: files of banks and other programs, working data beside the book until they are committed. This file takes a file and its corrections.
 * `stage.ts` reads it in the background (`read/`, in a thread); `look.ts` and `judge.ts` compare its rows with the book; `overrides.ts` and
 * `decision.ts` keep the decisions of a person; `commit-import.ts` records the chosen rows as one change (`commit.ts` is its verb).
 * `rules/` are the rules that choose categories, `whole-book.ts` is the file of a whole book. docs/imports.md explains each step.
 */

import type { ImportFormat } from '../../contract/import-mapping.ts'
import { type Import, type ImportChange, UNNAMED_FILE } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Language } from '../../words/languages.ts'
import { type Database, row, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { BookRow } from '../ledger/book.ts'
import type { RequestKey } from '../ledger/repeats.ts'
import { idOrNone, newId } from '../process/ids.ts'
import type { Say } from '../process/say.ts'
import { accountsOfSameBalance, addedBy, balancesOf } from './balances.sql.ts'
import { saveBrings } from './besides.sql.ts'
import { loadBasics } from './book-knows.sql.ts'
import { withChoices } from './brings.ts'
import { checkCorrections, mergeCorrections } from './corrections.ts'
import {
  correctImport,
  findImport,
  findImportByKey,
  type ImportsTaken,
  importToApi,
  insertImport,
  removeImport,
  type StoredImport,
  takeImport,
} from './imports.sql.ts'
import { leftOutOf, missedBy } from './left-out.sql.ts'
import { startReading, waitFor } from './stage.ts'
import { checkUnused, isWholeBook } from './whole-book.ts'

/** Limits of a book's imports that are not committed. A file takes about ten times its size while it is staged. */
const MAX_IMPORTS = 50
const MAX_BYTES = 50_000_000
const MAX_STAGED_ROWS = 300_000

/** How long an answer waits for the file to be read. Most files are read by then. */
const WAIT_MS = 1_000

/** Where failures are logged, and the language that the answer is in. */
type AskedFor = { readonly log: Pick<Say, 'warn'>; readonly language: Language }

/** Stores a file and starts to read it. The same key gives the same import. */
export async function addImport(
  db: Database,
  book: BookRow,
  file: {
    bytes: Uint8Array | undefined
    account_id: string | undefined
    filename: string | undefined
    format: ImportFormat | undefined
  },
  key: RequestKey | undefined,
  { log, language }: AskedFor,
): Promise<{ import: Import; isReplayed: boolean }> {
  const { bytes } = file
  if (!bytes || bytes.length === 0) return refuse('file_empty')
  const earlier = key && (await findImportByKey(db, book.id, key.key))
  if (earlier) return { import: await repeated(db, book, key, earlier, language), isReplayed: true }
  if (file.account_id !== undefined) await checkAccount(db, book, file.account_id, 'account_id')
  if (isWholeBook({ asked_format: file.format ?? null }, bytes)) await checkUnused(db, book.id)
  const id = newId()
  const made = {
    id,
    bytes,
    account_id: file.account_id ?? null,
    asked_format: file.format ?? null,
    key,
    filename: file.filename ?? UNNAMED_FILE,
  }
  if (!(await insertImport(db, book.id, made, (others) => checkRoom(others, bytes.length))) && key) {
    const first = await findImportByKey(db, book.id, key.key)
    if (first) return { import: await repeated(db, book, key, first, language), isReplayed: true }
  }
  await waitFor(startReading(db, book.id, id, log), WAIT_MS)
  return { import: await shown(db, book, await requireImport(db, book, id), language), isReplayed: false }
}

/** Refuses a file if the open imports would become too many or too large. */
function checkRoom(others: ImportsTaken, added: number): void {
  if (others.count >= MAX_IMPORTS) refuse('imports_too_many', { count: others.count, most: MAX_IMPORTS })
  if (others.bytes + added > MAX_BYTES || others.rows > MAX_STAGED_ROWS)
    refuse('imports_too_large', {
      megabytes: Math.ceil((others.bytes + added) / 1e6),
      most_megabytes: MAX_BYTES / 1e6,
      rows: others.rows,
      most_rows: MAX_STAGED_ROWS,
    })
}

async function repeated(
  db: Database,
  book: BookRow,
  { key, hash }: RequestKey,
  earlier: StoredImport,
  language: Language,
): Promise<Import> {
  if (earlier.request_hash !== hash.toString('hex')) refuse('idempotency_key_reused', { key })
  return shown(db, book, earlier, language)
}

/** An import with what it leaves out, with the balances of its file beside those of the book, and with the accounts that these may be of. */
async function shown(db: Database, book: BookRow, stored: StoredImport, language: Language): Promise<Import> {
  const plain = importToApi(stored, language)
  const alike = await accountsOfSameBalance(db, book, stored)
  const accounts = plain.mapping?.accounts.map((one) => {
    const id = alike.get(one.name)
    return id === undefined ? one : { ...one, same_balance_account_id: id }
  })
  return {
    ...plain,
    mapping: plain.mapping && { ...plain.mapping, accounts: accounts ?? [] },
    left_out: await leftOutOf(db, book, stored),
    missed_by: await missedBy(db, book.id, stored),
    balances: [...(await balancesOf(db, book, stored))],
    added: await addedBy(db, book, stored),
  }
}

const requireImport = async (db: Database | Tx, book: BookRow, id: string): Promise<StoredImport> =>
  (await findImport(db, book.id, id)) ?? refuse('not_found')

/** Reads an import. If its reader has died, reading is resumed. */
export async function showImport(
  db: Database,
  book: BookRow,
  id: string,
  { log, language }: AskedFor,
): Promise<Import> {
  const stored = await requireImport(db, book, id)
  if (!stored.is_abandoned) return shown(db, book, stored, language)
  await waitFor(startReading(db, book.id, id, log), WAIT_MS)
  return shown(db, book, await requireImport(db, book, id), language)
}

/** Corrects the mapping of a file: it is read again. */
export async function changeImport(
  db: Database,
  book: BookRow,
  id: string,
  sent: ImportChange,
  { log, language }: AskedFor,
): Promise<Import> {
  await transaction(db, async (tx) => {
    const stored = (await takeImport(tx, book.id, id)) ?? refuse('not_found')
    checkImportOpen(stored)
    if (sent.brings && stored.brings)
      await saveBrings(tx, book.id, id, withChoices(stored.brings, sent.brings))
    // Choices of what it brings change no row; anything else, and an empty body too, has the file read again.
    if (sent.brings && sent.account_id === undefined && sent.mapping === undefined) return
    const account_id = sent.account_id === undefined ? stored.account_id : sent.account_id
    if (account_id !== null && account_id !== stored.account_id)
      await checkAccount(tx, book, account_id, 'account_id')
    if (sent.mapping) await checkMapping(tx, book, sent.mapping, stored)
    const given = sent.mapping ? mergeCorrections(stored.given, sent.mapping) : stored.given
    await correctImport(tx, book.id, id, { account_id, given })
  })
  await waitFor(startReading(db, book.id, id, log), WAIT_MS)
  return shown(db, book, await requireImport(db, book, id), language)
}

/** Refuses a mapping that does not fit the file, or names records that the book does not have. */
async function checkMapping(
  tx: Tx,
  book: BookRow,
  sent: NonNullable<ImportChange['mapping']>,
  { mapping }: StoredImport,
): Promise<void> {
  checkCorrections(sent, mapping)
  const { accounts, categories } = await loadBasics(tx, book.id)
  for (const [index, { account_id }] of (sent.accounts ?? []).entries())
    if (account_id !== null && !accounts.has(account_id))
      refuse('account_not_usable', { field: `mapping.accounts.${index}.account_id` })
  for (const [index, { category_id, kind }] of (sent.categories ?? []).entries())
    if (category_id !== null && categories.get(category_id)?.kind !== kind)
      refuse('category_not_found', { field: `mapping.categories.${index}.category_id`, kind })
}

/** Removes an import that is not committed, also while it is being read: its reader then writes nothing. */
export const dropImport = (db: Database, book: BookRow, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const stored = (await takeImport(tx, book.id, id)) ?? refuse('not_found')
    checkNotCommitted(stored)
    await removeImport(tx, book.id, id)
  })

function checkNotCommitted({ status, filename, committed_version }: StoredImport): void {
  if (status === 'committed') refuse('import_committed', { filename, version: committed_version ?? 0 })
}

/** Refuses a decision about an import that is committed, or still being read. */
export function checkImportOpen(stored: StoredImport): void {
  checkNotCommitted(stored)
  if (stored.status === 'reading') refuse('import_reading', { filename: stored.filename })
}

/** Refuses an account that cannot be a bank account, or that is no longer in use. */
export async function checkAccount(
  db: Database | Tx,
  book: BookRow,
  id: string,
  field: string,
): Promise<void> {
  const found = await row(
    db,
    sql`select from accounts where book_id = ${book.id} and id = ${idOrNone(id)} and role is null and is_active and deleted_at is null
          and (type = 'asset' and not is_claim or type = 'liability')`,
  )
  if (!found) refuse('account_not_usable', { field })
}
