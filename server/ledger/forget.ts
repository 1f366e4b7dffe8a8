import { type Find, kindNamed, validAfter } from './kind.ts'
import { type Holdings, heldKey, type Reference } from './known.ts'
import type { AnyRow } from './rows.ts'
import type { RecordChange } from './verb.ts'

/**
 * Forgets the loaded records of a book that a change may have made outdated: everything that does not survive a change of its kind, and the
 * changed record itself. A forgotten key stays in its map with the value `undefined`: `isLoaded` still answers true, and `find` throws
 * `NotLoaded`.
 */
export function forgetChanged(holdings: Holdings, changes: readonly RecordChange[]): void {
  for (const { kind, before, after } of changes) {
    const [valid, { finds }] = [validAfter(kind), kindNamed(kind)]
    for (const [reference, held] of holdings)
      if (!valid.has(reference)) for (const key of held.keys()) held.set(key, undefined)
      else for (const row of [before, after]) if (row) forgetRow(reference, held, row, finds[reference])
  }
}

/** Forgets a record under its id and every other key that the reference may find it by. */
function forgetRow(
  reference: Reference,
  held: Map<string, unknown>,
  row: AnyRow,
  find: Find<never, unknown> | undefined,
): void {
  const forget = (key: string) => held.has(key) && held.set(key, undefined)
  forget(heldKey(reference, row.id))
  for (const key of find?.keys?.(row as never) ?? []) if (key !== null) forget(heldKey(reference, key)) // a row of this kind
}
