import { type Holdings, heldKey, type Reference } from './known.ts'
import type { Kind } from './records.ts'
import type { RecordChange } from './verb.ts'

/** Accounts and categories, which only changes of their own kinds change. */
const chart = [
  ...['account', 'role', 'default', 'code', 'codes', 'names', 'category', 'category_of', 'account_of'],
] as const satisfies Reference[]
const elsewhere = ['own_rate', 'rate', 'person', 'external_id'] as const satisfies Reference[]
/**
 * References that stay valid after a change of another transaction or contact. A change of a debt changes the obligation too, which has its
 * own list.
 */
const others = [
  'contact',
  'obligation',
  'owed',
  'shares',
  'transaction',
  'ticks',
] as const satisfies Reference[]

/**
 * The references of a book that stay valid after a change of records of each kind, except for those records. References that are not listed
 * are forgotten, since sums and lists may have changed; after a change of any other kind, all are.
 */
const stillKnown: { readonly [K in Kind]?: ReadonlySet<Reference> } = {
  transaction: new Set([...chart, ...elsewhere, ...others]),
  obligation: new Set([...chart, ...elsewhere, 'contact', 'obligation', 'transaction', 'ticks']),
  contact: new Set([...chart, ...elsewhere, ...others]),
}

/**
 * Forgets the loaded records of a book that a change may have made outdated. A forgotten key stays in its map with the value `undefined`:
 * `isLoaded` still answers true, and `find` throws `NotLoaded`.
 */
export function forgetChanged(holdings: Holdings, changes: readonly RecordChange[]): void {
  for (const change of changes)
    for (const [reference, held] of holdings)
      if (!stillKnown[change.kind]?.has(reference)) for (const key of held.keys()) held.set(key, undefined)
      else for (const own of keysOf(reference, change)) if (held.has(own)) held.set(own, undefined)
}

/** The keys that a reference finds a changed record by, before and after. */
function keysOf(reference: Reference, { before, after }: RecordChange): string[] {
  if (reference !== 'external_id') return [heldKey(reference, (after ?? before)?.id ?? '')]
  return [before, after].flatMap((row) => (row && 'external_id' in row ? (row.external_id ?? []) : []))
}
