import assert from 'node:assert/strict'
import { type Found, type Holdings, hold, type Known, knownFrom, type Reference } from './known.ts'
import type { AccountRow, CategoryRow, ContactRow, Debt } from './records.ts'
import type { Decision, RecordChange } from './verb.ts'

/**
 * A change that is made of many verbs, each of which decides on the book as those before it leave it. `known` has the loaded records with the
 * changes so far on top; `add` takes the decision of a verb and returns its answer; `take` returns the changes since its last call, each
 * record once, in the order in which they were first touched. A record that was taken does not change again.
 */
export type Course = {
  readonly known: Known
  readonly add: <Answer>(decision: Decision<Answer>) => Answer
  readonly take: () => RecordChange[]
}

export function startCourse(loaded: Known): Course {
  const holdings: Holdings = new Map()
  const own = knownFrom(holdings)
  let changes = new Map<string, RecordChange>()
  const taken = new Set<string>()
  const known: Known = {
    find: (reference, key) => (own.isLoaded(reference, key) ? own : loaded).find(reference, key),
    isLoaded: (reference, key) => own.isLoaded(reference, key) || loaded.isLoaded(reference, key),
  }
  return {
    known,
    add({ answer, changes: made }) {
      for (const change of made) {
        const key = `${change.kind} ${(change.after ?? change.before)?.id}`
        assert(!taken.has(key), `${key} changes once more`)
        const earlier = changes.get(key)
        changes.set(key, earlier ? ({ ...earlier, after: change.after } as RecordChange) : change) // of the same kind
        holdAfter(known, own, holdings, change)
      }
      return answer
    },
    take() {
      const latest = changes
      for (const key of latest.keys()) taken.add(key)
      changes = new Map()
      return [...latest.values()]
    },
  }
}

/** Holds a record as a change leaves it, under the references that verbs find it by. */
function holdAfter(
  known: Known,
  own: Known,
  holdings: Holdings,
  { kind, before, after }: RecordChange,
): void {
  if (after === null) return
  const put = <R extends Reference>(reference: R, key: string, found: Found[R]) =>
    hold(holdings, reference, key, found)
  if (kind === 'account') {
    const account = after as AccountRow // a row of this kind, as below
    put('account', account.id, account)
    put('code', account.code, account)
    if (account.is_default) put('default', '', account)
    if (before === null && known.isLoaded('codes', '')) {
      // A list of the course's own grows: a copy for each of many accounts would cost the square of their number.
      if (own.isLoaded('codes', '')) own.find('codes', '')?.push(account.code)
      else put('codes', '', [...(known.find('codes', '') ?? []), account.code])
    }
  } else if (kind === 'category') {
    const category = after as CategoryRow
    put('category', category.id, category)
    put('category_of', category.account_id, category)
    const account = known.find('account', category.account_id)
    if (account) put('account_of', category.id, account)
  } else if (kind === 'contact') put('contact', after.id, after as ContactRow)
  else if (kind === 'obligation') put('obligation', after.id, after as Debt)
  else if (kind === 'transaction') {
    // No verb looks at one that was made a moment ago, other than an opening: tens of thousands of them are not kept.
    if (before !== null) put('transaction', after.id, after)
    if (after.kind === 'opening' && after.account_id !== null) put('opening', after.account_id, after)
  } else throw new Error(`no verb of a larger change makes a ${kind}`)
}
