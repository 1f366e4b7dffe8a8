import { isLive, type Transaction } from '../ledger/journal.ts'
import type { Known, PastChange, PastEvent } from '../ledger/known.ts'
import type { Book } from '../ledger/verb.ts'
import { type AccountRow, isAsOf } from '../records/account.ts'
import { removal } from '../records/opening.ts'
import { POSTING, type Reversal, type Touched, type UndoStep, withColumns } from './take-back.ts'

/**
 * Openings that follow from a balance that was said as of a day. Nobody entered them, so an undo does not take them back, and they block none:
 * they follow again. Only the change that said the balance also gives back the opening that was there before.
 */

type AccountEvent = Pick<PastEvent, 'kind' | 'before' | 'after'>

const isSaid = (row: AnyAccount): boolean => row !== null && isAsOf(row)
type AnyAccount = AccountRow | null

/** Whether a person entered the opening with this event of its account: until then, it did not follow a balance. */
const isEntered = ({ kind, before }: AccountEvent) => kind === 'account' && !isSaid(before as AnyAccount) // a row of this kind

/** Whether the event says a balance of an account of which none was said. */
const saysBalance = (event: AccountEvent) => isEntered(event) && isSaid(event.after as AnyAccount) // likewise

const accountOf = ({ before, after }: PastEvent): string =>
  ((after ?? before) as Transaction).account_id ?? '' // an opening

/** The records of a change without openings that have followed from others, and the later events of the other openings without those. */
export function* withoutFollowing({ events, later }: PastChange, all: Iterable<Touched>): Generator<Touched> {
  const accounts = new Map(events.filter(({ kind }) => kind === 'account').map((event) => [event.id, event]))
  for (const touched of all) {
    const account = touched.event.resource === 'opening' ? accounts.get(accountOf(touched.event)) : undefined
    if (touched.event.resource !== 'opening') yield touched
    else if (account && isEntered(account)) {
      const entered = new Set((later.get(account.id) ?? []).filter(isEntered).map(({ version }) => version))
      yield { ...touched, later: touched.later.filter(({ version }) => entered.has(version)) }
    }
  }
}

/** The opening as it was before the change that said a balance, whatever has followed since; the balance itself decides what blocks. */
export function beforeItWasSaid(reversal: Reversal, past: PastChange): Reversal {
  const { event, current } = reversal
  if (event.resource !== 'opening' || current === null || event.before === null) return reversal
  const account = past.events.find(({ kind, id }) => kind === 'account' && id === accountOf(event))
  if (!account || !saysBalance(account)) return reversal
  const { deleted_at } = event.before as Transaction // an opening
  return {
    ...reversal,
    blockers: [],
    after: { ...withColumns(current, event.before, POSTING), deleted_at } as Transaction,
  } // likewise
}

/** The openings of accounts that had none when a balance of them was said, which is taken back now. */
export const openingsToRemove = (book: Book, known: Known, reversals: readonly Reversal[]): UndoStep[] => {
  const own = new Set(reversals.map(({ event }) => event.id))
  return reversals.flatMap(({ event }): UndoStep[] => {
    if (!saysBalance(event) || event.before === null) return []
    const opening = known.find('opening', event.id)
    const step = opening && !own.has(opening.id) && isLive(opening) ? removal(book, opening) : null
    return step ? [{ kind: 'transaction', ...step }] : []
  })
}
