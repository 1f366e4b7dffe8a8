import assert from 'node:assert/strict'
import type { Day } from '../../contract/day.ts'
import { Abandoned } from '../database/failures.ts'
import { mapInSlices } from '../process/slices.ts'
import type { Action, AnyRow, Kind } from './rows.ts'

/**
 * The rates of a currency around a day: the latest of the book's own on or before the day, stored in either direction, the latest
 * published one, and the first of either after the day. `findRate` decides whether one of them is recent enough.
 */
export type KnownRate = {
  currency_id: string
  own_date: Day | null
  own: string | null
  is_inverse: boolean | null
  published_date: Day | null
  from_per_euro: string | null
  to_per_euro: string | null
  /** The day of the first rate after the asked day: a refusal may name it. */
  later_date: Day | null
}

/** A record before and after a change of the log. Both are null if it was deleted for good later. */
export type PastEvent = {
  version: number
  ordinal: number
  action: Action
  resource: string
  kind: Kind
  id: string
  before: AnyRow | null
  after: AnyRow | null
  isErased: boolean
}

/** A later event of the same record, and whether its change was undone or undoes another. */
export type LaterEvent = PastEvent & { undoes: number | null; undone_by: number | null }

/** Live records that refer to another one, each with the version since which it does. At most MAX_REFERRERS are listed. */
export type Referrers = { list: { version: number; resource: string; id: string }[]; count: number }

/** A change of the log. */
export type PastChange = {
  version: number
  undone_by: number | null
  /** The chain of undos: the version of the change that it undoes, of the change which that one undoes, and so on. */
  chain: number[]
  events: PastEvent[]
  /** The later events of each of its records, by id, the oldest first. */
  later: ReadonlyMap<string, LaterEvent[]>
}

/** How many records refer to one, and one of them. `is_past`: they did at earlier versions only. */
type Uses = { count: number; by: { resource: string; id: string }; is_past?: true }

/**
 * Everything that a verb can look at, by the kind of reference. The keys are ids unless a comment says otherwise. Every file of
 * `server/records/` adds the references to its kind.
 */
export interface Found {
  /** The rates of a currency on a day: `EUR 2026-01-31`. */
  rate: KnownRate
  /** A change of the log, by its version. */
  past: PastChange
  /** The live records that came to refer to a record after a version; `referrersKey` makes the key. */
  referrers: Referrers
  /** The version in which a record was deleted for good, by its id. */
  erased_in: number
  /** How many records refer to a record, in the trash or not; replaced entries count too. */
  used_by: Uses
}
export type Reference = keyof Found

/** A row of a list: none of the columns that people write in at length. */
type Slim = {
  [Long in 'notes' | 'tags' | 'memo' | 'draft' | 'conditions' | 'actions' | 'cleared_line_ids']?: never
} & { readonly entries?: readonly Slim[] } & object

/** References that find lists of whole records. */
type WholeLists = {
  [R in Reference]: Found[R] extends readonly object[] ? (Found[R][number] extends Slim ? never : R) : never
}[Reference]

/**
 * The number of rows has no limit, so a list of whole records does not compile here: the notes of everything that a contact owes
 * were once loaded for each payment. A verb that changes some of the rows asks for these (`wholeOf`), and decides again.
 */
export const hasOnlySlimLists: WholeLists extends never ? true : WholeLists = true

/** The keys that a verb looks at. Null and undefined may be among them, for fields that were not sent; they are skipped. */
export type References = { readonly [R in Reference]?: readonly (string | null | undefined)[] }

export const rateKey = (currencyId: string, date: Day): string => `${currencyId} ${date}`

/** A verb looked at a record that was not loaded: the writer loads it, and the verb decides again. */
export class NotLoaded extends Abandoned {
  readonly references: References
  constructor(references: References) {
    const some = Object.entries(references).map(([name, keys]) => `${name} ${keys.slice(0, 3).join(', ')}`)
    super(`not loaded: ${some.join('; ').slice(0, 200)}`)
    this.references = references
  }
}

/**
 * Decides each of many items, letting others in between. Records that some of them look at and that were not loaded are collected over
 * all of them, so that the writer loads them at once.
 */
export async function decideEach<Item, Made>(
  items: Iterable<Item>,
  decide: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const missing: References[] = []
  const made = await mapInSlices(items, (item, index) => {
    try {
      return [decide(item, index)]
    } catch (error) {
      if (!(error instanceof NotLoaded)) throw error
      missing.push(error.references)
      return []
    }
  })
  if (missing.length > 0) throw new NotLoaded(together(missing))
  return made.flat() as Made[] // one of each
}

/** The records that were loaded for a verb. */
export type Known = {
  /** The record, or undefined where the book has none. */
  readonly find: <R extends Reference>(reference: R, key: string) => Found[R] | undefined
  /** Whether the key was loaded, found or not. */
  readonly isLoaded: (reference: Reference, key: string) => boolean
}

/** Throws `NotLoaded` for all missing references at once. */
export function requireLoaded(known: Known, references: References): void {
  const missing: { [R in Reference]?: string[] } = {}
  for (const [name, keys] of Object.entries(references)) {
    const reference = name as Reference // a key of References
    for (const key of keys)
      if (typeof key === 'string' && !known.isLoaded(reference, key)) {
        missing[reference] ??= []
        missing[reference].push(key)
      }
  }
  if (Object.keys(missing).length > 0) throw new NotLoaded(missing)
}

/** The whole records of some rows of a list: the few that a change needs, and no others. */
export function wholeOf<R extends Reference>(
  known: Known,
  reference: R,
  rows: readonly { readonly id: string }[],
): Found[R][] {
  requireLoaded(known, { [reference]: rows.map(({ id }) => id) })
  return rows.map(({ id }) => known.find(reference, id) ?? assert.fail(`the book has no ${reference} ${id}`))
}

/** The loaded records by reference and key; null for a key that the book does not have, undefined for a forgotten one. */
export type Holdings = Map<Reference, Map<string, unknown>>

/** References whose keys are different in another case, unlike ids and currencies. */
export const exactReferences = new Set<Reference>()

export const heldKey = (reference: Reference, key: string) =>
  exactReferences.has(reference) ? key : key.toLowerCase()

export const knownFrom = (holdings: Holdings): Known => ({
  find<R extends Reference>(reference: R, key: string): Found[R] | undefined {
    const found = holdings.get(reference)?.get(heldKey(reference, key)) as Found[R] | null | undefined // as `hold` was given it
    if (found === undefined) throw new NotLoaded({ [reference]: [key] })
    return found ?? undefined
  },
  isLoaded: (reference, key) => holdings.get(reference)?.has(heldKey(reference, key)) ?? false,
})

export function hold<R extends Reference>(
  holdings: Holdings,
  reference: R,
  key: string,
  found: Found[R] | null,
): void {
  const held = holdings.get(reference)
  if (held) held.set(heldKey(reference, key), found)
  else holdings.set(reference, new Map([[heldKey(reference, key), found]]))
}

/** A row of a part: the list of its columns. */
export type List = readonly unknown[]

/** Holds the rows of one part. `of` gives the rows of another part that belongs to it. */
export type Holder = (
  holdings: Holdings,
  lists: readonly List[],
  loaded: { readonly references: References; readonly of: (part: string) => List[] },
) => void | Promise<void>

/** Several verbs' references as one. */
export function together(references: Iterable<References>): References {
  const all: { [R in Reference]?: Set<string | null | undefined> } = {}
  for (const one of references)
    for (const [reference, keys] of Object.entries(one)) {
      const set = all[reference as Reference] ?? new Set() // a key of References
      all[reference as Reference] = set
      for (const key of keys) set.add(key)
    }
  return Object.fromEntries(Object.entries(all).map(([reference, keys]) => [reference, [...keys]]))
}
