import type { ImportFormat } from '../../contract/import-mapping.ts'
import type { Counts } from '../../contract/imports.ts'
import { type Database, type Db, snapshot, type Tx } from '../database/database.ts'
import { isId } from '../process/ids.ts'
import { ClientGone, startSlice } from '../process/slices.ts'
import { loadBasics, loadKnown } from './book-knows.sql.ts'
import { becomesOf } from './decision.ts'
import { missingBesides } from './file-rates.ts'
import { noCounts, type StoredImport } from './imports.sql.ts'
import type { Understood } from './judge.ts'
import type { JudgeSays, Lists } from './judging.ts'
import type { FileRate } from './read/besides.ts'
import type { BadRow, FileRow, KeptMapping } from './read/row.ts'
import type { Thread } from './read/thread.ts'
import { withRefunds } from './refunded-rows.ts'
import type { StoredRow } from './rows.sql.ts'

/** A file as Florin understands it at a version of the book, with its judged rows, and whether it is a journal of this very book. */
type Looked = { understood: Understood; rows: StoredRow[]; version: number; isOfBook: boolean }

/** The time and the memory for judging the rows of a file: the rows and all that they are compared with are in memory. */
export const JUDGING = { ms: 30_000, bytes: 600_000_000 }

/** Formats of programs that keep books, and list a transfer once. */
const WHOLE: ReadonlySet<ImportFormat | null> = new Set(['hledger', 'beancount', 'gnucash', 'firefly'])

/**
 * Judges the rows of a file against the current book. A person's decision about a row that is still the same is kept. The rows are judged
 * in a thread, which is handed all of the book that it needs, since people choose both the rows and the rules, and the rows, unless the
 * file is of this thread: read by it. In a transaction that locks
 * the book, all statements see one moment without a snapshot.
 */
export async function look(
  thread: Thread,
  db: Database | Tx,
  bookId: string,
  { id, account_id, given }: Pick<StoredImport, 'id' | 'account_id' | 'given'>,
  file: {
    format: ImportFormat | null
    mapping: KeptMapping
    rows: readonly (FileRow | BadRow)[]
    rates?: readonly FileRate[] | undefined
    isOfThread?: boolean
  },
  earlier: readonly StoredRow[],
  ms = JUDGING.ms,
): Promise<Looked> {
  thread.allow({ ...JUDGING, ms })
  await begin(thread)
  await handOver(thread, {
    rows: file.isOfThread ? [] : file.rows,
    decided: earlier.filter(({ decision }) => decision !== null),
  })
  const ownIds = await ownIdsIn(file.rows)
  const read = async (moment: Db) => {
    const basics = await loadBasics(moment, bookId)
    const { names, ...others } = basics
    await handOver(thread, { names })
    const isWhole = WHOLE.has(file.format)
    const about = { id, account_id, given, mapping: file.mapping, isWhole }
    thread.post({ is: 'understand', basics: others, file: about })
    const says = await thread.next<JudgeSays & { is: 'understood' }>()
    thread.post('taken')
    const { contacts, debts, lines, transfers, remembered, own, rules, earlier, missingRates, ...known } =
      await loadKnown(moment, basics, says.sought, ownIds)
    await handOver(thread, { contacts, debts, lines, transfers, remembered, own, rules, earlier })
    const missing = missingBesides(missingRates, file.rates, basics.book)
    thread.post({ is: 'judge', known: { ...known, missingRates: missing } })
    return { understood: says.understood, version: basics.version, isOfBook: own.length > 0 }
  }
  const { understood, version, isOfBook } = await ('pool' in db ? snapshot(db, read) : read(db))
  const rows: StoredRow[] = []
  for (;;) {
    const says = await thread.next<JudgeSays>()
    if (says.is !== 'judged') return { understood, rows: await withRefunds(rows), version, isOfBook }
    thread.post('taken')
    if ('pool' in db && db.isGone?.()) throw new ClientGone()
    for (const row of says.rows)
      rows.push({ ...row, file_row: row.file_row ?? (file.rows[rows.length] as FileRow | BadRow) }) // each is judged, in order
  }
}

async function ownIdsIn(rows: readonly (FileRow | BadRow)[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  const slice = startSlice()
  for (const { own_id = '' } of rows) {
    if (isId(own_id)) ids.add(own_id)
    if (slice.isOver()) await slice.next()
  }
  return ids
}

/** Tells the thread to start, and skips messages of an earlier interrupted run. */
async function begin(thread: Thread): Promise<void> {
  thread.post({ is: 'begin' })
  for (;;) {
    const { is } = await thread.next<JudgeSays>()
    if (is === 'begun') return
    if (is !== 'end') thread.post('taken')
  }
}

/** Items sent at once. A piece is serialized as a whole, which blocks the event loop. */
const PIECE = 50

async function handOver(
  thread: Thread,
  lists: { readonly [Name in keyof Lists]?: readonly Lists[Name][number][] },
) {
  const slice = startSlice()
  for (const [name, items] of Object.entries(lists))
    for (let first = 0; first < items.length; first += PIECE) {
      thread.post({ is: 'list', name, items: items.slice(first, first + PIECE) })
      if (slice.isOver()) await slice.next()
    }
}

export function countsOf(rows: Iterable<StoredRow>): Counts {
  const counts = noCounts()
  for (const row of rows) {
    const { verdict, is_chosen, needs_attention } = row
    counts.rows++
    counts[verdict]++
    counts.becomes[becomesOf(row)]++
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
