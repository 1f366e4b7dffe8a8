import type { Blocker } from '../../contract/refusal.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatAmount } from '../ledger/amounts.ts'
import { isLive, isSameTransaction, type Transaction } from '../ledger/journal.ts'
import type { Known, PastChange, PastEvent } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type AccountRow, isAsOf, NOT_SAID } from '../records/account.ts'
import { removal } from '../records/opening.ts'
import { isThere, type Reversal, type Touched, touches, type UndoStep } from './take-back.ts'

/**
 * Openings that follow from a balance that was said as of a day, and differences to stated values with the account that they are posted against.
 * Nobody entered them, so an undo does not take them back, and they block none: they follow again. Only the undo of the change that said the balance also brings back the opening that was there before.
 */

type EventRows = Pick<PastEvent, 'kind' | 'before' | 'after'>

const isFound = (row: EventRows['before']): boolean => (row as Transaction | null)?.other_source === 'found' // an opening
const isSaid = (row: EventRows['before']): boolean => row !== null && isAsOf(row as AccountRow) // an account

/** Whether the event says a balance of an account of which none was said. */
const saysBalance = ({ kind, before, after }: EventRows) =>
  kind === 'account' && !isSaid(before) && isSaid(after)

const OPENED_WHEN_NEEDED: readonly unknown[] = ['value_changes', 'other_book']

/** Whether the event is of a difference to a value, or opens the account for these, or the account that stands for the other books of a person. */
const isOfValues = ({ kind, resource, after }: PastEvent): boolean =>
  resource === 'value_posting' ||
  (kind === 'account' && OPENED_WHEN_NEEDED.includes((after as AccountRow | null)?.role)) // a row of this kind

/** The records of a change without openings that follow, and the later events of the others without such changes. */
export function* withoutFollowing({ events }: PastChange, all: Iterable<Touched>): Generator<Touched> {
  const said = new Set(events.filter(saysBalance).map(({ id }) => id))
  const isFollowing = ({ before, after }: EventRows) =>
    isLive(before as Transaction | null) // an opening, here and below
      ? isFound(before)
      : isFound(after) && !said.has((after as Transaction).account_id ?? '')
  for (const touched of all) {
    if (isOfValues(touched.event)) continue
    if (touched.event.resource !== 'opening') yield touched
    else if (!isFollowing(touched.event))
      yield {
        ...touched,
        later: touched.later.filter(({ before, after }) => !(isFound(before) && isFound(after))),
      }
  }
}

/** An opening that is in the trash, and was there before the change, stays as it is: a record in the trash is not edited. */
export const keptInTrash = (reversal: Reversal): Reversal => {
  const { event, current, after } = reversal
  return event.resource === 'opening' && !isThere(current) && !isThere(after)
    ? { ...reversal, after: current }
    : reversal
}

const OF_BALANCE = ['type', 'currency_id', ...Object.keys(NOT_SAID)]

/**
 * A balance that comes back has to fit the account as it is now, and the book; and no opening may be lost that was entered since it ended.
 * Returns the changes that are in the way.
 */
export function balanceBlockers(
  { base_currency_id }: Pick<Book, 'base_currency_id'>,
  known: Known,
  past: PastChange,
  { event: { kind }, current, after, later }: Reversal,
): Blocker[] {
  if (kind !== 'account' || !isThere(after)) return []
  const account = after as AccountRow
  if (!isAsOf(account)) return []
  const { as_of_currency_id: said, as_of_fx_source: source } = account
  const isFitting =
    (account.type === 'asset' || account.type === 'liability') &&
    said === (account.currency_id ?? base_currency_id) &&
    (source === 'base') === (said === base_currency_id)
  if (!isFitting) {
    const changes = later.filter((one) => touches(one, OF_BALANCE))
    if (changes.length > 0) return changes
    refuse('balance_not_possible', {
      said: formatAmount(account.as_of_amount, said),
      base: base_currency_id,
    })
  }
  const opening = isSaid(current) ? null : (known.find('opening', account.id) ?? null)
  if (!isLive(opening) || isFound(opening)) return []
  const left = past.events.find(({ id }) => id === opening.id)?.after as Transaction | null | undefined // an opening
  return left && isSameTransaction(left, opening)
    ? []
    : [{ version: opening.version, resource: 'opening', id: opening.id }]
}

/** The openings of accounts that had none when a balance of them was said, which is taken back now. */
export const openingsToRemove = (book: Book, known: Known, reversals: readonly Reversal[]): UndoStep[] => {
  const said = reversals.filter(({ event }) => saysBalance(event) && event.before !== null)
  const own = new Set(said.length === 0 ? [] : reversals.map(({ event }) => event.id))
  return said.flatMap(({ event }): UndoStep[] => {
    const opening = known.find('opening', event.id)
    const step = opening && !own.has(opening.id) && isLive(opening) ? removal(book, opening) : null
    return step ? [{ kind: 'transaction', ...step }] : []
  })
}
