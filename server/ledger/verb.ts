import type { Tx } from '../database/database.ts'
import type { Sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import type { Known, References } from './known.ts'
import type { Action, Kind, Rows } from './rows.ts'

/**
 * Who makes a change, and on which device: the log has the id of the token (or `FLORIN`), since its seal covers it for ever, and a device's name is its
 * person's own. `device_name` is for the answer to them.
 */
export type Author = {
  readonly user_id: string
  readonly device: string
  readonly device_name: string | null
}

/** In place of a device: no device did it. */
export const FLORIN = 'Florin'

/** Florin itself, in the name of somebody. */
export const florinFor = (user_id: string): Author => ({ user_id, device: FLORIN, device_name: FLORIN })

/** A book as a verb sees it: `version` is that of the change being made, `at` its time. */
export type Book = BookRow & {
  readonly at: string
  readonly by: Author
  readonly size: Size
  readonly most: Size
}

/** The size of a book, or its limit: rows of its log and its entries, and roughly the bytes of both. */
export type Size = { readonly rows: number; readonly bytes: number }

/** A record of a book, as the API shows it. */
export type Versioned = { readonly id: string; readonly version: number }

/** Refuses a change to a record whose version is not the one that the caller has seen. */
export type Guard = (record: Versioned) => void

/**
 * An operation on a book. A verb lists the records that its rules look at, and then decides: a function of the book, those records and
 * the request. Its `decide` does no I/O; a long one yields to other requests. So the same verb serves one request, a batch and an import; the
 * writer loads before it and writes after it. A verb may have to decide more than once, on a book that has changed meanwhile.
 */
export type Verb<Answer> = {
  readonly looksAt: References
  /** It may change many records: the writer serves it alone, not in a group. */
  readonly isServedAlone?: true
  /**
   * Only for a verb that is served alone: reads the rows it needs that are not records of the book, once the book is locked and before
   * anything is loaded. It locks the rows that others may change meanwhile, refuses nothing, and returns further references to load.
   */
  readonly prepare?: (tx: Tx) => Promise<References>
  /** Only for a verb that is served alone: the other books that it changes (`Decision.elsewhere`), which are locked with its own. */
  readonly books?: readonly string[]
  readonly decide: (book: Book, known: Known) => Decision<Answer> | Promise<Decision<Answer>>
}

/** A record before and after: null before it was created, and after it was removed. */
export type RecordChange = {
  [K in Kind]: { readonly kind: K; readonly before: Rows[K] | null; readonly after: Rows[K] | null }
}[Kind]

/** Records of a book that change. */
export type Changed = { readonly book: Book; readonly changes: readonly RecordChange[] }

export type TransactionChange = Extract<RecordChange, { kind: 'transaction' }>

/** The answer, and every record that changes, in the order of the log. If none changes, nothing is written. */
export type Decision<Answer> = {
  readonly answer: Answer
  /** The answer, if it contains the hash of the change. */
  readonly withSeal?: (hash: string) => Answer
  readonly changes: readonly RecordChange[]
  /**
   * Of a verb that is served alone: transactions that change too, after `changes`, some at a time: they are decided while those before them
   * are written. A refusal here rolls everything back. No transaction comes twice. `records` is their number, and `accountIds` are the accounts
   * that money of theirs is on.
   */
  readonly later?: {
    readonly records: number
    readonly accountIds: readonly string[]
    readonly decided: AsyncIterable<readonly TransactionChange[]>
  }
  /** Everything that follows from the changes is among them. */
  readonly isComplete?: true
  /** The version of the change that this one undoes. */
  readonly undoes?: number
  /** For each change that is undone now, the change that undoes it; null for one that is in effect again. */
  readonly undone?: readonly { readonly version: number; readonly undone_by: number | null }[]
  /** Records that are deleted for good: their content disappears from the tables and from the log. */
  readonly erases?: readonly Erased[]
  /** Of a verb that is served alone: statements that are written beside the book's records, after them and with them. */
  readonly beside?: Iterable<Sql>
  /** Changes of other books, which are written with this one in one transaction. */
  readonly elsewhere?: readonly Elsewhere[]
}

/** A change of another book, which is written with a change of this one, or neither is. */
export type Elsewhere = {
  readonly bookId: string
  readonly verb: Verb<unknown>
  /** If that book was deleted, it is left out. */
  readonly isOptional?: true
  /** Replaces the refusal for a person who may not change that book. */
  readonly bar?: () => never
}

/** A record that is deleted for good, by its name in the log. */
export type Erased = { readonly resource: string; readonly id: string }

/** Whether there is anything to write. */
export const hasChanges = ({ changes, later, erases = [] }: Decision<unknown>): boolean =>
  changes.length > 0 || later !== undefined || erases.length > 0

/** One record's change. */
export const changed = <K extends Kind>(
  kind: K,
  before: Rows[K] | null,
  after: Rows[K] | null,
): RecordChange => ({ kind, before, after }) as RecordChange // the two rows are of this kind

/** Nothing changes: the answer shows the record as it is. */
export const unchanged = <Answer>(answer: Answer): Decision<Answer> => ({ answer, changes: [] })

/** The name of a record's change in the log. */
export function actionOf({ before, after }: RecordChange): Action {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  const [was, is] = [before, after].map((row) => 'deleted_at' in row && row.deleted_at !== null)
  return was === is ? 'updated' : is ? 'deleted' : 'restored'
}
