import { refuse } from '../../contract/refusals.ts'
import type { Known, References } from '../ledger/known.ts'
import {
  type Book,
  type Decision,
  type Erased,
  type Guard,
  unchanged,
  type Verb,
  type Versioned,
} from '../ledger/verb.ts'

type Trashable = Versioned & { readonly deleted_at: string | null }

/** How one record goes to the trash, comes back, and is deleted for good. Each feature says it of its records. */
export type LifeCycle<Row extends Trashable, Answer> = {
  readonly looksAt: References
  /** The further records that the way to the trash looks at. */
  readonly looksAtForTrashing?: References
  /** The record, in the trash or not. */
  readonly find: (known: Known) => Row | undefined
  readonly show: (book: Book, known: Known, row: Row) => Answer
  /** The change that puts a live record into the trash, or a refusal. */
  readonly trash: (book: Book, known: Known, row: Row) => Decision<Answer>
  /** The change that brings a record back from the trash, or a refusal. */
  readonly restore: (book: Book, known: Known, row: Row) => Decision<Answer>
}

/** A life cycle that can end. */
export type Erasable<Row extends Trashable, Answer> = LifeCycle<Row, Answer> & {
  /** The further records that its end looks at. */
  readonly looksAtForErasing?: References
  /** Its end, or a refusal. That it is in the trash, and that nothing refers to it, is checked afterwards. */
  readonly erase: (book: Book, known: Known, row: Row) => Erasure
}

type Erasure = {
  /** The name of its kind in the log. */
  readonly resource: string
  readonly name: string
  /** Ids by which nothing may refer to it: no record in the trash either, nor an entry that was replaced. */
  readonly referred?: readonly string[]
  /** The records that are deleted with it. */
  readonly belonging?: readonly Erased[]
}

/** Puts a record into the trash. */
export const trash = <Row extends Trashable, Answer>(
  { looksAt, looksAtForTrashing, find, trash }: LifeCycle<Row, Answer>,
  guard: Guard,
): Verb<Answer> => ({
  looksAt: { ...looksAt, ...looksAtForTrashing },
  decide(book, known) {
    const row = find(known)
    if (!row || row.deleted_at !== null) return refuse('not_found')
    guard(row)
    return trash(book, known, row)
  },
})

/** Brings a record back from the trash; one that is not there stays as it is. */
export const restore = <Row extends Trashable, Answer>({
  looksAt,
  find,
  show,
  restore,
}: LifeCycle<Row, Answer>): Verb<Answer> => ({
  looksAt,
  decide(book, known) {
    const row = find(known) ?? refuse('not_found')
    return row.deleted_at === null ? unchanged(show(book, known, row)) : restore(book, known, row)
  },
})

/** Deletes a record in the trash for good, with the records that belong to it. */
export const erase = <Row extends Trashable, Answer>(
  { looksAt, looksAtForErasing, find, show, erase }: Erasable<Row, Answer>,
  guard: Guard,
): Verb<Answer> => ({
  looksAt: { ...looksAt, ...looksAtForErasing },
  isServedAlone: true,
  decide(book, known) {
    const row = find(known) ?? refuse('not_found')
    guard(row)
    const { resource, name, referred = [], belonging = [] } = erase(book, known, row)
    if (row.deleted_at === null) refuse('not_in_trash', { resource, name })
    for (const id of referred) {
      const uses = known.find('used_by', id)
      if (uses) refuse('in_use', { resource, name, ...uses })
    }

    // Nothing below this line refuses.
    return { answer: show(book, known, row), changes: [], erases: [{ resource, id: row.id }, ...belonging] }
  },
})

/** The verb of DELETE: it moves a record to the trash; with `forever` it deletes a record in the trash for good. */
export const remove = <Row extends Trashable, Answer>(
  life: Erasable<Row, Answer>,
  { forever }: { readonly forever?: boolean },
  guard: Guard,
): Verb<Answer> => (forever ? erase : trash)(life, guard)
