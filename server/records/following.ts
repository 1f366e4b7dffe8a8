import { ownAccountsOf, type Transaction } from '../ledger/journal.ts'
import type { Follow } from '../ledger/kind.ts'
import type { Known } from '../ledger/known.ts'
import type { Decision, RecordChange } from '../ledger/verb.ts'
import { atOnce } from '../process/slices.ts'
import { withOtherHalves } from './half.ts'
import { followingEntries } from './stated-values.ts'

/** The decision with the entries that follow from it, and the other halves of transfers between books. Nothing follows from most decisions. */
export const withFollowing: Follow = (book, known, decision) =>
  standsAlone(known, decision)
    ? decision
    : withOtherHalves(book, known, atOnce(followingEntries(book, known, decision)))

/** Whether it is known that nothing follows: each account that the changes post to was loaded, and has neither a balance as of a day nor stated values. */
function standsAlone(known: Known, { changes, later, erases }: Decision<unknown>): boolean {
  if (later || erases?.length) return false
  const plain = new Set<string>()
  const isPlain = (id: string): boolean => {
    if (!plain.has(id) && hasNothingSaid(known, id)) plain.add(id)
    return plain.has(id)
  }
  const postsPlainly = (one: Transaction | null) => one === null || ownAccountsOf(one).every(isPlain)
  return changes.every((change) =>
    change.kind === 'transaction'
      ? change.before?.kind !== 'transfer' && postsPlainly(change.before) && postsPlainly(change.after)
      : !mayBeFollowed(change),
  )
}

function hasNothingSaid(known: Known, id: string): boolean {
  if (!known.isLoaded('account', id) || !known.isLoaded('has_values', id)) return false
  return known.find('account', id)?.as_of_date === null && !known.find('has_values', id)
}

/** Values, and accounts whose balance is or was said. */
const mayBeFollowed = ({ kind, before, after }: RecordChange): boolean =>
  kind === 'value' ||
  (kind === 'account' && [before, after].some((account) => account !== null && account.as_of_date !== null))
