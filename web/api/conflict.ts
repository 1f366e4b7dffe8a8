/**
 * An edit of a record that somebody else changed meanwhile: the values of both sides, field by field, and the change to send once somebody has picked.
 * Pure, so that it can be tested without a screen.
 */
export type Pick = 'mine' | 'theirs'

export type Difference<V> = { name: keyof V & string; pick: Pick }

/** Whether two values of the API are the same: texts, numbers, and lists and objects of them. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => isSame(one[name as never], other[name as never])) // a name of one of them
  )
}

/**
 * The fields in which my version and the saved one differ. A field that only they have changed is theirs at first; one that I have
 * changed, or both, is mine until somebody picks.
 */
export const differences = <V extends object>(
  names: readonly (keyof V & string)[],
  { base, mine, theirs }: { base: V; mine: V; theirs: V },
): Difference<V>[] =>
  names
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, pick: isSame(mine[name], base[name]) ? 'theirs' : 'mine' }))

/** The change to send on top of the saved version, so that every field is as it was picked. */
export const mixed = <V extends object>(picked: readonly Difference<V>[], mine: V): Partial<V> =>
  Object.fromEntries(
    picked.filter(({ pick }) => pick === 'mine').map(({ name }) => [name, mine[name]]),
  ) as Partial<V> // fields of V with their values

/** The changed fields of an edited record: the body of an update. */
export const changedIn = <V extends object>(before: V, edits: Partial<V>): Partial<V> =>
  Object.fromEntries(
    Object.entries(edits).filter(([name, value]) => !isSame(value, before[name as keyof V])),
  ) as Partial<V> // fields of V with their values
