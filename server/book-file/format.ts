import type { BookSettings } from '../ledger/book.ts'
import type { Kind, Rows } from '../ledger/rows.ts'
import { mapInSlices } from '../process/slices.ts'
import { Fault } from '../records/columns.ts'
import { kinds } from '../records/kinds.ts'

/** The kinds of records in the file of a book, in their order. */
export type FileKind = Exclude<Kind, 'book'>
export const fileKinds = Object.keys(kinds).filter((kind) => kind !== 'book') as FileKind[] // its own keys

/** The version of the file's format. A file of a newer one is refused; a change that an older reader would misread makes a new one. */
export const BOOK_FILE_FORMAT = 1

/** The most text that a file has, unpacked: more than one change of a book can hold. */
export const MAX_TEXT = 64 * 1024 * 1024

/** No record needs a longer line: the longest are statements with thousands of ticks, and notes. */
export const MAX_LINE = 1024 * 1024

/** A record of the file, and the line that it is in. */
export type Recorded<K extends FileKind> = { readonly line: number; readonly row: Rows[K] }

export type FileSettings = Pick<
  BookSettings,
  'name' | 'base_currency_id' | 'time_zone' | 'closed_through' | 'month_starts_on' | 'ecb_rates'
>

/** A book as its file has it. */
export type FileBook = {
  readonly settings: FileSettings
  readonly records: { readonly [K in FileKind]: Recorded<K>[] }
}

/** An error in a file, with its line. */
export class FileFault extends Error {
  readonly line: number
  constructor(line: number, sentence: string) {
    super(`Line ${line}: ${sentence}.`)
    this.line = line
  }
}

/** Runs a function on a record; a fault is reported with its line. */
export function onLine<T>(line: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Fault ? new FileFault(line, error.message) : error
  }
}

/** Runs a function on each record, in time slices. */
export async function eachOf<K extends FileKind>(
  records: readonly Recorded<K>[],
  look: (row: Rows[K], index: number) => void,
): Promise<void> {
  await mapInSlices(records, ({ line, row }, index) => onLine(line, () => look(row, index)))
}
