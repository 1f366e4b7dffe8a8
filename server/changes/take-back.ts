import { isDeepStrictEqual } from 'node:util'
import { bareEntries, type Transaction } from '../ledger/journal.ts'
import type { EnteredField } from '../ledger/kind.ts'
import type { LaterEvent, PastChange, PastEvent } from '../ledger/known.ts'
import type { AnyRow, Kind } from '../ledger/rows.ts'
import type { Book } from '../ledger/verb.ts'
import { kinds } from '../records/kinds.ts'
import type { OccurrenceRow } from '../records/plan-occurrence.ts'

/** The columns of a posting, treated as one field unless the transaction can be composed again. */
export const POSTING: EnteredField = [
  'date',
  'currency_id',
  'amount',
  'base_amount',
  'fx_rate',
  'fx_source',
  'fx_date',
  'category_id',
  'account_id',
  'charged_amount',
  'to_account_id',
  'to_amount',
  'to_currency_id',
  'other_source',
  'obligation_id',
  'is_refund',
  'entries',
]

const columnIn = (row: AnyRow, name: string): unknown => (row as unknown as Record<string, unknown>)[name]

const valuesIn = (row: AnyRow, field: EnteredField): unknown[] =>
  field.map((name) => (name === 'entries' ? bareEntries((row as Transaction).entries) : columnIn(row, name)))

/** Whether a record is live: neither in the trash nor removed. */
export const isThere = (row: AnyRow | null): row is AnyRow =>
  row !== null && (!('deleted_at' in row) || row.deleted_at === null)

type EventState = Pick<PastEvent, 'kind' | 'before' | 'after'>

/** The contact of an obligation's posting is the obligation's, and so is the name on those that are not payments. */
function fieldsOf({ kind, before, after }: EventState): readonly EnteredField[] {
  const { entered } = kinds[kind]
  if (kind !== 'transaction') return entered
  const { obligation_id, kind: recorded } = (after ?? before) as Transaction // a row of this kind
  const copied = [
    ...(obligation_id === null ? [] : ['contact_id']),
    ...(recorded === 'obligation' ? ['notes'] : []),
  ]
  return [...entered.filter(([name = '']) => !copied.includes(name)), POSTING]
}

/** Whether an event changed a field: one that made a record or removed it has changed all of them. */
export const touches = ({ before, after }: EventState, field: EnteredField): boolean =>
  before === null || after === null || !isDeepStrictEqual(valuesIn(before, field), valuesIn(after, field))

const changesPresence = ({ before, after }: EventState) => isThere(before) !== isThere(after)

/** A record that a change has touched: the event, the current record, and later events still in effect. */
export type Touched = { event: PastEvent; current: AnyRow | null; later: LaterEvent[] }

/**
 * The records of a change. A later change counts while it is in effect: not if it was taken back, and not if it takes back another
 * one that came after the change in question, since the two cancel out.
 */
export function touchedBy({ version, events, later }: PastChange): Iterable<Touched> {
  return events.values().map((event) => {
    const since = later.get(event.id) ?? []
    return {
      event,
      current: (since.at(-1) ?? event).after,
      later: since.filter(({ undoes, undone_by }) => undone_by === null && (undoes ?? 0) <= version),
    }
  })
}

/** A record before and after the undo. */
export type UndoStep = { kind: Kind; before: AnyRow | null; after: AnyRow | null }

/** The effect of an undo on one record: `after` is null where the record is removed. */
export type Reversal = {
  event: PastEvent
  current: AnyRow | null
  after: AnyRow | null
  /** Later events of the record that are still in effect. */
  later: LaterEvent[]
  /** The later events that changed a field which is taken back. */
  blockers: LaterEvent[]
  /** Whether only the posting of a transaction blocks: it may be composed again. */
  isPosting: boolean
}

/** An occurrence that was posted stays so: once its transaction is in the trash, it counts as skipped, and is not posted again. */
const isPosted = ({ kind, after }: EventState) =>
  kind === 'plan_occurrence' && (after as OccurrenceRow | null)?.action === 'post'

/** The record with this change's fields restored; later changes to other fields stay. */
export function takeBack(book: Book, { event, current, later }: Touched): Reversal {
  const { kind, before, after } = event
  if (isPosted(event)) return { event, current, later, after: current, blockers: [], isPosting: false }
  const fields = fieldsOf(event).filter((field) => touches(event, field))
  const isPresence = changesPresence(event)
  const inTheWay = (fieldsInQuestion: readonly EnteredField[]) =>
    later.filter(
      (one) => (isPresence && changesPresence(one)) || fieldsInQuestion.some((field) => touches(one, field)),
    )
  const own = fields.filter((field) => field !== POSTING)
  const ownBlockers = [...inTheWay(own), ...inTrash(event, current, later, fields)]
  const posting = fields.includes(POSTING) ? inTheWay([POSTING]) : []
  return {
    event,
    current,
    later,
    after: without(book, { kind, before, after }, current, fields),
    blockers: ownBlockers.length > 0 ? [...new Set([...ownBlockers, ...posting])] : posting,
    isPosting: ownBlockers.length === 0 && posting.length > 0 && before !== null && !isPresence,
  }
}

/** A record in the trash is not edited: the change that deleted it blocks. */
function inTrash(
  event: EventState,
  current: AnyRow | null,
  later: LaterEvent[],
  fields: readonly EnteredField[],
) {
  if (event.before === null || changesPresence(event) || fields.length === 0) return []
  return isThere(current) ? [] : later.filter(changesPresence)
}

function without(
  book: Book,
  { kind, before, after }: EventState,
  current: AnyRow | null,
  fields: readonly EnteredField[],
): AnyRow | null {
  if (before === null) return removed(book, kind, current)
  if (current === null) return { ...before, version: book.version } as AnyRow // a rate or a budget that was removed
  const isMoved = changesPresence({ kind, before, after }) && isThere(before) !== isThere(current)
  // A transaction goes to the trash with the entries that it has: an opening may have been there with others before.
  const taken = isMoved && !isThere(before) ? fields.filter((field) => field !== POSTING) : fields
  const back = withColumns(current, before, taken.flat())
  if (!isMoved || !('deleted_at' in before)) return back
  return { ...back, deleted_at: before.deleted_at === null ? null : book.at } as AnyRow // of the same kind
}

/** A record with some columns of another one of its kind. */
export function withColumns(row: AnyRow, from: AnyRow, columns: readonly string[]): AnyRow {
  const taken = Object.fromEntries(columns.map((name) => [name, columnIn(from, name)]))
  return { ...row, ...taken } as AnyRow // the same columns
}

/** A created record goes to the trash; one whose id is its address, such as a rate or a budget, is removed. */
function removed(book: Book, kind: Kind, current: AnyRow | null): AnyRow | null {
  const { address, trashed } = kinds[kind]
  if (current === null || address || kind === 'book') return null
  return { ...current, deleted_at: book.at, ...trashed } as AnyRow
}

/** The record with the marks of this change. */
export const withVersion = (book: Book, row: AnyRow): AnyRow =>
  ({ ...row, version: book.version, ...('updated_at' in row && { updated_at: book.at }) }) as AnyRow // of the same kind
