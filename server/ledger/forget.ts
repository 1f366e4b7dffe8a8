import { findNamed, kindNamed } from './kind.ts'
import { type Holdings, heldKey, type Reference } from './known.ts'
import type { RecordChange } from './verb.ts'

/**
 * Forgets the loaded records of a book that a change may have made outdated: everything that does not survive a change of its kind, and the
 * changed record itself. A forgotten key stays in its map with the value `undefined`: `isLoaded` still answers true, and `find` throws
 * `NotLoaded`.
 */
export function forgetChanged(holdings: Holdings, changes: readonly RecordChange[]): void {
  for (const change of changes)
    for (const [reference, held] of holdings)
      if (!findNamed(reference).survives?.includes(change.kind))
        for (const key of held.keys()) held.set(key, undefined)
      else for (const own of keysOf(reference, change)) if (held.has(own)) held.set(own, undefined)
}

/** The keys that a reference may find a changed record by, before and after. */
function* keysOf(reference: Reference, { kind, before, after }: RecordChange): Generator<string> {
  const { keys } = kindNamed(kind).finds[reference] ?? {}
  for (const row of [before, after]) {
    if (row === null) continue
    yield heldKey(reference, row.id)
    for (const key of keys?.(row as never) ?? []) if (key !== null) yield heldKey(reference, key) // a row of this kind
  }
}
