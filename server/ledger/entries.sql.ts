import { copier, type Type } from '../database/copied.ts'
import { inserter, type Sql, sql } from '../database/sql.ts'
import { type Entry, isLive, type Step, type Transaction } from './journal.ts'
import { entryColumns, valuesOf } from './stored.ts'
import { booksIn, type Row, type TableWrite, valuesAs } from './table-write.sql.ts'
import type { Changed } from './verb.ts'

/** How the entries of transactions are loaded and written. */

/**
 * The live entries `e` of transactions `t` that meet a condition; of one in the trash its last ones. All of them have the latest version, and those
 * of earlier versions, which may be hundreds, are not read.
 */
export const entriesOf = (books: Sql, condition: Sql): Sql =>
  sql`transactions t join entries e on e.book_id = t.book_id and e.transaction_id = t.id
        and e.version = (select max(l.version) from entries l
                         where l.book_id = any (${books}) and l.book_id = t.book_id and l.transaction_id = t.id)
      where t.book_id = any (${books}) and e.book_id = any (${books}) and ${condition}
        and case when t.deleted_at is null then e.until_version is null else e.until_version = t.version end`

/** The transactions that change, and whether their entries do. */
export type EntryChange = Step & { readonly isReplaced: boolean }

export const stepsOf = ({ changes }: Changed): EntryChange[] =>
  changes.flatMap((change) => {
    if (change.kind !== 'transaction' || change.after === null) return []
    const { before, after } = change
    return [{ before, after, isReplaced: !isSamePosting(before, after) }]
  })

/** Whether the entries stay as they are: an edit of notes or tags does not change them. */
function isSamePosting(before: Transaction | null, after: Transaction): boolean {
  if (!isLive(before) || !isLive(after)) return isLive(before) === isLive(after)
  const text = ({ date, entries }: Transaction) =>
    JSON.stringify([date, entries.map((entry) => valuesOf(entryColumns, entry).map(String))])
  return before.entries === after.entries ? before.date === after.date : text(before) === text(after)
}

/** Replaced or removed entries stay, with `until_version` set. */
export const closedEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: saved.flatMap(({ book }, index) =>
    (steps[index] ?? [])
      .filter(({ before, isReplaced }) => isReplaced && isLive(before))
      .map(({ after }) => [book.id, after.id, book.version]),
  ),
  write: (rows) => sql`
    update entries set until_version = v.version
    from ${valuesAs({ book_id: 'uuid', transaction_id: 'uuid', version: 'bigint' }, rows)}
    where entries.book_id = any (${booksIn(rows)}) and entries.book_id = v.book_id
      and entries.transaction_id = v.transaction_id and entries.until_version is null`,
})

/** The columns of an entry in the order of its table, which ends with `until_version`. */
export const entryTypes: Readonly<Record<string, Type>> = {
  book_id: 'uuid',
  transaction_id: 'uuid',
  created_version: 'bigint',
  created_position: 'integer',
  version: 'bigint',
  ordinal: 'smallint',
  kind: 'text',
  date: 'date',
  debit_account_id: 'uuid',
  credit_account_id: 'uuid',
  debit_line_id: 'uuid',
  credit_line_id: 'uuid',
  currency_id: 'text',
  amount: 'bigint',
  base_amount: 'bigint',
  category_id: 'uuid',
  obligation_id: 'uuid',
  memo: 'text',
  is_debit_first: 'boolean',
  is_credit_first: 'boolean',
}
const columns = Object.keys(entryTypes)

const insertEntries = inserter('entries', columns, { unwritten: 1 })
const copyEntries = copier('entries', entryTypes)
const insertEnded = inserter('entries', [...columns, 'until_version'])

export const newEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: entryRows(saved, steps, isPosted),
  isLong: true,
  write: insertEntries,
  copy: (rows) => [copyEntries(rows)],
})

/** A restored book has transactions that were in the trash: their entries never count, and are kept for a restore from the trash. */
export const isCreatedInTrash = ({ before, after }: EntryChange): boolean => before === null && !isLive(after)

export const trashedEntries = (saved: readonly Changed[], steps: readonly EntryChange[][]): TableWrite => ({
  rows: entryRows(saved, steps, isCreatedInTrash).map((row) => [...row, row[VERSION]]),
  isLong: true,
  write: insertEnded,
})

const VERSION = columns.indexOf('version')

const isPosted = ({ after, isReplaced }: EntryChange): boolean => isReplaced && isLive(after)

function* entryRows(
  saved: readonly Changed[],
  steps: readonly EntryChange[][],
  isWritten: (posting: EntryChange) => boolean,
): Generator<Row, undefined> {
  for (const [index, { book }] of saved.entries())
    for (const posting of steps[index] ?? []) {
      if (!isWritten(posting)) continue
      const { after } = posting
      const { id, kind, date, created_version, created_position, entries } = after
      for (const [ordinal, entry] of entries.entries())
        yield [
          book.id,
          id,
          created_version,
          created_position,
          book.version,
          ordinal,
          kind,
          date,
          ...valuesOf(entryColumns, entry),
          !touches(entries, ordinal, entry.debit_account_id),
          !touches(entries, ordinal, entry.credit_account_id),
        ]
    }
}

/** Whether one of the first `count` entries touches an account. */
function touches(entries: readonly Entry[], count: number, accountId: string): boolean {
  for (let index = 0; index < count; index++) {
    const entry = entries[index]
    if (entry?.debit_account_id === accountId || entry?.credit_account_id === accountId) return true
  }
  return false
}
