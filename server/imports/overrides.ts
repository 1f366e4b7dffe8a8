import type { ImportRow, RowChange } from '../../contract/import-rows.ts'
import type { Import, RowsChange } from '../../contract/imports.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Language } from '../../words/languages.ts'
import { later } from '../../words/t.ts'
import { type Database, row, type Tx, transaction } from '../database/database.ts'
import { allOf, type Sql, sql } from '../database/sql.ts'
import { manyRows } from '../database/stream.ts'
import type { BookRow } from '../ledger/book.ts'
import { idOrNone } from '../process/ids.ts'
import { AS_LONG_AS_ITS_SIZE, mapInSlices, working } from '../process/slices.ts'
import { categoriesInUse } from './book-knows.sql.ts'
import { becomesOf, decided, misfitOf } from './decision.ts'
import { type DefaultNames, defaultNames } from './default-category.ts'
import { type Holds, readHolds } from './held.ts'
import {
  countsToApi,
  findImport,
  importToApi,
  type StoredImport,
  saveDecision,
  takeImport,
} from './imports.sql.ts'
import { checkAccount, checkImportOpen } from './imports.ts'
import { followed } from './refunded-rows.ts'
import {
  chooseRows,
  countRows,
  firstUnfit,
  namesFor,
  rowColumns,
  rowsWhere,
  type StoredRow,
  updateRows,
} from './rows.sql.ts'
import { importRowToApi, type RowsReader } from './to-api.ts'

/** How many rows are processed together. */
const STEP = 2_000

/** Decides about one row. */
export const changeRow = (
  db: Database,
  book: BookRow,
  importId: string,
  n: string,
  sent: RowChange,
  reader: RowsReader,
): Promise<ImportRow> =>
  transaction(db, async (tx) => {
    const stored = (await takeImport(tx, book.id, importId)) ?? refuse('not_found')
    const number = /^\d{1,9}$/.test(n) ? Number(n) : 0
    const before = await row<StoredRow>(
      tx,
      sql`select ${rowColumns} from import_rows where book_id = ${book.id} and import_id = ${importId} and n = ${number}`,
    )
    if (!before && stored.status !== 'reading') refuse('not_found')
    checkImportOpen(stored)
    if (!before) return refuse('not_found')
    await checkReferences(tx, book, sent, '')
    const known = await knownFor(tx, book)
    const after = decide(before, sent, '', known)
    await updateRows(tx, book.id, importId, [after, ...(await refundsOf(tx, book, importId, [after]))])
    const counts = countsToApi(stored.counts)
    const becomes = { ...counts.becomes }
    becomes[becomesOf(before)]--
    becomes[becomesOf(after)]++
    await saveDecision(tx, book.id, importId, {
      ...counts,
      becomes,
      chosen: stored.counts.chosen + Number(after.is_chosen) - Number(before.is_chosen),
      attention: stored.counts.attention + Number(after.needs_attention) - Number(before.needs_attention),
    })
    return importRowToApi(after, await namesFor(tx, book.id, [after]), known.holds, reader)
  })

/** Decides about several rows: all of them, or none if one is refused. */
export const changeRows = (
  db: Database,
  book: BookRow,
  importId: string,
  { n, set, ...filters }: RowsChange,
  language: Language,
): Promise<Import> =>
  transaction(db, async (tx) => {
    const stored = (await takeImport(tx, book.id, importId)) ?? refuse('not_found')
    checkImportOpen(stored)
    await checkReferences(tx, book, set, 'set.')
    const known = await knownFor(tx, book)
    const where = [
      ...rowsWhere(book.id, importId, filters),
      ...(n === undefined ? [] : [sql`n = any (${n}::int[])`]),
      // An unreadable row cannot be recorded: a filter skips it, and naming it is refused.
      ...(n === undefined ? [sql`verdict <> 'invalid'`] : []),
      // Nor is a row that the commit would refuse.
      ...(n === undefined && set.is_chosen ? [known.holds.isFree] : []),
    ]
    if (set.draft === undefined) await choose(tx, where, set, known)
    else await working(AS_LONG_AS_ITS_SIZE, () => decideSome(tx, book, importId, where, set, known))
    await recount(tx, book, stored)
    return importToApi((await findImport(tx, book.id, importId)) ?? refuse('not_found'), language)
  })

/** Whether rows are recorded, and nothing else: one statement does it. */
async function choose(
  tx: Tx,
  where: readonly Sql[],
  { is_chosen }: RowChange,
  known: KnownForDecision,
): Promise<void> {
  if (is_chosen === undefined) return
  const unfit = is_chosen ? await firstUnfit(tx, where) : undefined
  if (unfit) decide(unfit, { is_chosen }, 'set.', known)
  await chooseRows(tx, where, is_chosen)
}

async function decideSome(
  tx: Tx,
  book: BookRow,
  importId: string,
  where: readonly Sql[],
  set: RowChange,
  known: KnownForDecision,
): Promise<void> {
  for (let last = 0, isMore = true; isMore; ) {
    const some = await manyRows<StoredRow>(
      tx,
      sql`select ${rowColumns} from import_rows where ${allOf([...where, sql`n > ${last}`])} order by n limit ${STEP}`,
    )
    const all = await mapInSlices(some, (before) => decide(before, set, 'set.', known))
    await updateRows(tx, book.id, importId, all)
    await updateRows(tx, book.id, importId, await refundsOf(tx, book, importId, all))
    last = some.at(-1)?.n ?? last
    isMore = some.length === STEP
  }
}

/** The refunds of rows in the categories that were chosen for these rows. */
async function refundsOf(
  tx: Tx,
  book: BookRow,
  importId: string,
  decided: readonly StoredRow[],
): Promise<StoredRow[]> {
  const refunds = await manyRows<StoredRow>(
    tx,
    sql`select ${rowColumns} from import_rows where book_id = ${book.id} and import_id = ${importId} and verdict = 'refund'
          and decision is null and reasons #>> '{0,params,row}' = any (${decided.map(({ n }) => String(n))}::text[])`,
  )
  const byNumber = new Map(decided.map((row) => [row.n, row]))
  return refunds.map((refund) => followed(refund, byNumber))
}

const recount = async (tx: Tx, book: BookRow, { id }: StoredImport): Promise<void> =>
  saveDecision(tx, book.id, id, await countRows(tx, book.id, id))

type KnownForDecision = { readonly holds: Holds; readonly defaults: DefaultNames }

const knownFor = async (tx: Tx, book: BookRow): Promise<KnownForDecision> => ({
  holds: await readHolds(tx, book),
  defaults: defaultNames(await categoriesInUse(tx, book.id)),
})

/** Applies a decision to a row, or refuses it. */
function decide(
  before: StoredRow,
  sent: RowChange,
  place: string,
  { holds, defaults }: KnownForDecision,
): StoredRow {
  const after = decided(before, sent, defaults, holds.of(before) !== null)
  const isWanted = sent.is_chosen === true || sent.draft !== undefined
  const misfit = isWanted ? misfitOf(after) : undefined
  if (misfit) refuse('row_invalid', { field: place + misfit.field, n: before.n, reason: misfit.reason })
  return after
}

/** Refuses references to records that do not exist or are of another kind. */
async function checkReferences(
  tx: Tx,
  book: BookRow,
  { draft = {} }: RowChange,
  place: string,
): Promise<void> {
  const at = (field: string) => `${place}draft.${field}`
  const { category_id, contact_id, other_account_id, obligation_id, kind } = draft
  if (category_id) {
    const found = await row<{ kind: string }>(
      tx,
      sql`select kind from categories where book_id = ${book.id} and id = ${idOrNone(category_id)} and is_active and deleted_at is null`,
    )
    if (!found || (kind !== undefined && found.kind !== kind))
      refuse('category_not_found', { field: at('category_id'), kind: kind ?? 'expense' })
  }
  if (contact_id) {
    const found = await row(
      tx,
      sql`select from contacts where book_id = ${book.id} and id = ${idOrNone(contact_id)} and deleted_at is null`,
    )
    if (!found) refuse('contact_not_found', { field: at('contact_id') })
  }
  if (other_account_id) await checkAccount(tx, book, other_account_id, at('other_account_id'))
  if (obligation_id) {
    const found = await row<{ is_open: boolean }>(
      tx,
      sql`select outstanding_amount > 0 as is_open from obligations
          where book_id = ${book.id} and id = ${idOrNone(obligation_id)} and deleted_at is null`,
    )
    if (!found?.is_open)
      refuse('obligation_not_payable', {
        field: at('obligation_id'),
        reason: found
          ? later('nothing of it is outstanding.')
          : later('there is no such obligation; GET /obligations lists them.'),
      })
  }
}
