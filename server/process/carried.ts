import { Later, type Words } from '../../words/t.ts'

/** A text that is said later, as it travels between processes and is kept: as JSON it would be the English one. */
type Carried = { $text: string; $values: Words }

const isCarried = (value: object): value is Carried => '$text' in value

const inside = (value: object, each: (inner: unknown) => unknown): unknown =>
  Array.isArray(value)
    ? value.map(each)
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]))

/** A detail of a refusal, ready to be sent to another process as JSON. */
export function carried(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  // One that is put together in a way of its own has no text: then it is the English one.
  if (value instanceof Later)
    return value.text === '' ? value.toJSON() : { $text: value.text, $values: inside(value.values, carried) }
  return inside(value, carried)
}

/** The same as it was before it was sent. */
export function arrived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isCarried(value)) return new Later(value.$text, inside(value.$values, arrived) as Words) // as `carried` made them
  return inside(value, arrived)
}
