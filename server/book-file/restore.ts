import { refuse } from '../../contract/refusals.ts'
import { isClosed } from '../ledger/journal.ts'
import type { AnyRow, Kind } from '../ledger/rows.ts'
import { type Book, changed, type RecordChange } from '../ledger/verb.ts'
import { mapInSlices } from '../process/slices.ts'
import { settingsBefore } from '../records/book.ts'
import { kinds } from '../records/kinds.ts'
import { checkBook } from './check.ts'
import { type FileBook, FileFault, fileKinds } from './format.ts'
import { readBookFile } from './read.ts'
import { MAX_KNOWN, type Present } from './restore.sql.ts'

/** Reads the file of a book, and checks all of it. An error is reported with its line. */
export async function readBook(bytes: Uint8Array): Promise<FileBook> {
  const file = await readBookFile(bytes)
  await checkBook(file)
  return file
}

/** The summary of a file before it is restored: the number of its records, and their first and last day. */
export function summaryOf({ records }: FileBook) {
  const days = records.transaction.map(({ row }) => row.date).sort()
  const count = Object.values(records).reduce((sum, { length }) => sum + length, 0)
  return { count, date_from: days[0] ?? null, date_to: days.at(-1) ?? null }
}

/**
 * The changes that make a book that is empty the book of a file. Records keep their ids, their times and their order. The ready-made
 * accounts and categories of the book give way to those of the file.
 */
export async function restoredBook(book: Book, file: FileBook, present: Present): Promise<RecordChange[]> {
  checkEmpty(present)
  await checkDays(book, file)
  await checkIds(file, present)

  // Nothing below this line refuses.
  const kept = new Map([...present.accounts, ...present.categories].map((row) => [row.id, row]))
  const records: readonly { kind: Kind; row: AnyRow }[] = fileKinds.flatMap((kind) =>
    file.records[kind].map(({ row }) => ({ kind, row })),
  )
  return [
    ...settingsOf(book, file),
    ...ownChanges(present, file),
    ...(await mapInSlices(
      records,
      ({ kind, row }) => changed(kind, (kept.get(row.id) ?? null) as never, row as never), // rows of one kind
    )),
  ]
}

/** Refuses a book that has records of its own, or had many. */
export function checkEmpty({ count, ids }: Present): void {
  if (count > 0) refuse('book_not_empty', { count })
  if (ids.size > MAX_KNOWN) refuse('book_not_empty', { count: ids.size })
}

/** The day through which the empty book is closed counts until it is restored. */
async function checkDays(book: Book, { records }: FileBook): Promise<void> {
  const { closed_through } = book
  if (closed_through === null) return
  await mapInSlices(records.transaction, ({ row: { date, deleted_at } }) => {
    if (deleted_at === null && isClosed(book, date)) refuse('locked', { date, closed_through })
  })
}

/** The log knows records by their ids: a known id must belong to the same account or category. */
async function checkIds({ records }: FileBook, { ids, accounts, categories }: Present): Promise<void> {
  const same: { readonly [kind in Kind]?: ReadonlySet<string> } = {
    account: new Set(accounts.map(({ id }) => id)),
    category: new Set(categories.map(({ id }) => id)),
  }
  for (const kind of fileKinds)
    if (!kinds[kind].address)
      for (const { line, row } of records[kind])
        if (ids.has(row.id) && !same[kind]?.has(row.id))
          throw new FileFault(line, `its id ${row.id} was used in this book before`)
}

function settingsOf(book: Book, { settings }: FileBook): RecordChange[] {
  const before = settingsBefore(book)
  return [changed('book', before, { ...before, ...settings, version: book.version, updated_at: book.at })]
}

/** The accounts and categories of the book that the file does not have are removed. */
function ownChanges({ accounts, categories }: Present, { records }: FileBook): RecordChange[] {
  const [keptAccounts, keptCategories] = [records.account, records.category].map(
    (all) => new Set(all.map(({ row }) => row.id)),
  )
  return [
    ...categories.filter(({ id }) => !keptCategories?.has(id)).map((row) => changed('category', row, null)),
    ...accounts.filter(({ id }) => !keptAccounts?.has(id)).map((row) => changed('account', row, null)),
  ]
}
