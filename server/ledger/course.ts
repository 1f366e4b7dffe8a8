import assert from 'node:assert/strict'
import { type InCourse, kindNamed } from './kind.ts'
import { type Holdings, hold, type Known, knownFrom } from './known.ts'
import { putFound } from './stored.ts'
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

/** Holds a changed record under the references that verbs find it by. */
function holdAfter(
  known: Known,
  own: Known,
  holdings: Holdings,
  { kind, before, after }: RecordChange,
): void {
  if (after === null) return
  const { course, finds } = kindNamed(kind)
  assert(course, `no verb of a larger change makes a ${kind}`)
  const put: InCourse['put'] = (reference, key, found) => hold(holdings, reference, key, found)
  if (course !== 'held')
    course({ known, own, put }, before as never, after as never) // rows of this kind
  else putFound(finds, after, known.find, put)
}
