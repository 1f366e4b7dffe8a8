import type { Known, References } from './known.ts'
import type { Action, BookRow, Kind, Rows } from './records.ts'

/** Who makes a change, and on which device. */
export type Author = { readonly user_id: string; readonly device_name: string }

/** A book as a verb sees it: `version` is that of the change being made, `at` its time. */
export type Book = BookRow & {
  readonly at: string
  readonly by: Author
  readonly size: Size
  readonly most: Size
}

/** How much there is of a book, or may be at most: rows of its log and its journal, and bytes of both, roughly. */
export type Size = { readonly rows: number; readonly bytes: number }

/** A record of a book, as the API shows it. */
export type Versioned = { readonly id: string; readonly version: number }

/** Refuses a change to a record that is not the one its caller has seen. */
export type Guard = (record: Versioned) => void

/**
 * What a request does to a book. A verb says which records its rules look at, and then decides: a plain function of the book, those
 * records and the request, which awaits nothing but its turn. So the same verb serves one request, a batch and an import; the writer
 * loads before it and writes after it. A verb may be asked to decide more than once, on a book that has changed meanwhile.
 */
export type Verb<Answer> = {
  readonly looksAt: References
  /** Many records at once: it travels alone. */
  readonly isBatch?: true
  readonly decide: (book: Book, known: Known) => Decision<Answer> | Promise<Decision<Answer>>
}

/** A record before and after: null before it was created, and after it was removed. */
export type RecordChange = {
  [K in Kind]: { readonly kind: K; readonly before: Rows[K] | null; readonly after: Rows[K] | null }
}[Kind]

/** What a verb decided: the answer, and every record that changes, in the order of the log. Without any, nothing is written. */
export type Decision<Answer> = {
  readonly answer: Answer
  /** The answer where it shows the hash of the change. */
  readonly withSeal?: (hash: string) => Answer
  readonly changes: readonly RecordChange[]
  /** The change that this one takes back. */
  readonly undoes?: number
  /** Which change takes back which, from now on: null for one that is in effect again. */
  readonly undone?: readonly { readonly version: number; readonly undone_by: number | null }[]
  /** Records that are deleted for good: their content disappears from the tables and from the log. */
  readonly erases?: readonly Erased[]
}

/** A record that is deleted for good, as the log calls it. */
export type Erased = { readonly resource: string; readonly id: string }

/** Whether there is anything to write. */
export const hasChanges = ({ changes, erases = [] }: Decision<unknown>): boolean =>
  changes.length > 0 || erases.length > 0

/** One record's change. */
export const changed = <K extends Kind>(
  kind: K,
  before: Rows[K] | null,
  after: Rows[K] | null,
): RecordChange => ({ kind, before, after }) as RecordChange // the two rows are of this kind

/** Nothing changes: the answer shows the record as it is. */
export const unchanged = <Answer>(answer: Answer): Decision<Answer> => ({ answer, changes: [] })

/** How the log calls a record's change. */
export function actionOf({ before, after }: RecordChange): Action {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  const [was, is] = [before, after].map((row) => 'deleted_at' in row && row.deleted_at !== null)
  return was === is ? 'updated' : is ? 'deleted' : 'restored'
}
