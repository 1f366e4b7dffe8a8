import type { Counts } from '../../contract/imports.ts'
import { type Database, type Db, snapshot, type Tx } from '../database/database.ts'
import { lazily, mapInSlices } from '../slices.ts'
import { decided, misfitOf } from './decide.ts'
import { noCounts, type StoredImport } from './imports.sql.ts'
import { makeJudge, type Understood } from './judge.ts'
import { loadBasics, loadKnown, type Sought } from './known.sql.ts'
import type { BadRow, FileRow, FoundMapping } from './read/row.ts'
import { makeResolver } from './resolve.ts'
import type { StoredRow } from './rows.sql.ts'
import { textOfRow } from './to-api.ts'
import { understand } from './understand.ts'

/** What Florin makes of a file, at a version of the book. Its rows are judged as they are asked for: they can be written meanwhile. */
type Looked = { understood: Understood; rows: Iterable<StoredRow>; version: number }

/**
 * Looks at the rows of a file as the book is now. What a person decided about a row that is still the same stays. In a transaction that holds
 * the book, all of its statements are of one moment without a snapshot.
 */
export async function look(
  db: Database | Tx,
  bookId: string,
  stored: Pick<StoredImport, 'id' | 'account_id' | 'given'>,
  file: { mapping: FoundMapping; rows: readonly (FileRow | BadRow)[] },
  earlier: readonly StoredRow[],
): Promise<Looked> {
  const read = async (moment: Db) => {
    const basics = await loadBasics(moment, bookId)
    const understood = await understand(file.rows, { ...stored, mapping: file.mapping }, basics)
    const resolved = await mapInSlices(file.rows, makeResolver(basics, understood))
    const sought = await soughtBy(stored.id, basics.base_currency_id, resolved)
    return { understood, resolved, knows: await loadKnown(moment, basics, sought) }
  }
  const { understood, resolved, knows } = await ('pool' in db ? snapshot(db, read) : read(db))
  const judge = await makeJudge(resolved, understood, knows)
  const before = new Map(earlier.flatMap((row) => (row.decision === null ? [] : [[identityOf(row), row]])))
  const rows = lazily(resolved, (row) => withDecision(judge(row), before))
  return { understood, rows, version: knows.version }
}

/** What makes a row the same after the file was read again. */
const identityOf = ({ n, date, amount, currency_id, file_row }: StoredRow): string =>
  JSON.stringify([n, date, String(amount), currency_id, textOfRow(file_row)])

/** A row as a person decided about it, as far as what they saw then is still so. */
function withDecision(row: StoredRow, earlier: ReadonlyMap<string, StoredRow>): StoredRow {
  const before = earlier.size === 0 ? undefined : earlier.get(identityOf(row))
  if (!before?.decision) return row
  const { is_chosen, ...corrections } = before.decision
  const isSame = row.verdict === before.verdict && row.of_record?.id === before.of_record?.id
  if (isSame || is_chosen === false) {
    const again = decided(row, before.decision)
    return again.is_chosen && misfitOf(again) ? row : again
  }
  // It was ticked as something else, and may be in the book by now: it is ticked only if it would be by itself, and a person looks again.
  const again = {
    ...decided(row, corrections),
    is_chosen: row.is_chosen,
    needs_attention: row.needs_attention,
  }
  return again.is_chosen && misfitOf(again) ? row : again
}

async function soughtBy(
  importId: string,
  baseId: string,
  rows: readonly ReturnType<ReturnType<typeof makeResolver>>[],
): Promise<Sought> {
  const amounts = new Set<bigint>()
  const pairs = new Map<string, Sought['pairs'][number]>()
  let [from, to] = ['9999-12-31', '0000-01-01']
  await mapInSlices(rows, (row) => {
    if ('faults' in row) return
    amounts.add(row.amount)
    const { date, currency_id } = row
    if (date < from) from = date
    if (date > to) to = date
    if (currency_id !== baseId) pairs.set(`${currency_id} ${date}`, { currency_id, date })
  })
  if (amounts.size === 0) [from, to] = ['2000-01-01', '2000-01-01']
  return { import_id: importId, from, to, amounts: [...amounts], pairs: [...pairs.values()] }
}

export function countsOf(rows: Iterable<StoredRow>): Counts {
  const counts = noCounts()
  for (const { verdict, is_chosen, needs_attention } of rows) {
    counts.rows++
    counts[verdict]++
    if (is_chosen) counts.chosen++
    if (needs_attention) counts.attention++
  }
  return counts
}

/** The first and the last day of rows. */
export function daysOf(rows: Iterable<StoredRow>): { date_from: string | null; date_to: string | null } {
  let [first, last]: [string | null, string | null] = [null, null]
  for (const { date } of rows) {
    if (date === null) continue
    if (first === null || date < first) first = date
    if (last === null || date > last) last = date
  }
  return { date_from: first, date_to: last }
}
