import type { TSchema } from 'typebox'
import { Problem } from '../../contract/problem.ts'
import type { Route } from '../../contract/route.ts'

/** The parts of a JSON schema that the reference reads. */
export type Schema = {
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  pattern?: string
  /** The values of a closed list, which the description names. */
  'x-values'?: string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}

export type Field = { name: string; schema: Schema; isRequired: boolean }

/** The library's type leaves the keywords open; the schemas that it builds are plain JSON schemas. */
export const plain = (schema: TSchema): Schema => schema as Schema

const typesOf = (schema: Schema): string[] =>
  [schema.type ?? []].flat().filter((type) => typeof type === 'string')

/** The shapes of which a value has one. */
export const choicesOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? []

export const isNull = (schema: Schema): boolean => schema.type === 'null'

export const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes('null') || choicesOf(schema).some(isNull)

/** The type without null; undefined if any value is allowed. */
export const typeNamesOf = (schema: Schema): string[] => typesOf(schema).filter((type) => type !== 'null')

/** The schema of a map's values, for an object whose keys are not known beforehand. */
export function mapValueOf(schema: Schema): Schema | undefined {
  const { additionalProperties: others } = schema
  return Object.values(schema.patternProperties ?? {})[0] ?? (typeof others === 'object' ? others : undefined)
}

/** The fields of an object, and below each the fields inside it: `meta`, `meta.limit`, `splits[].amount`. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => [
    { name: prefix + key, schema: field, isRequired: schema.required?.includes(key) ?? false },
    ...fieldsInside(field, prefix + key),
  ])
}

/** A shape with a name is described once, in its own place, and not inside others. */
function fieldsInside(schema: Schema, name: string): Field[] {
  if (schema.title !== undefined) return []
  if (schema.items) return fieldsInside(schema.items, `${name}[]`)
  return [...fieldsOf(schema, `${name}.`), ...choicesOf(schema).flatMap((one) => fieldsInside(one, name))]
}

export type Shape = { title: string; schema: Schema; isSent: boolean }

/** Every shape with a name that these routes take or give, by name. */
export function shapesOf(routes: Route[]): Shape[] {
  const shapes = new Map<string, Shape>()
  function collect(schema: Schema, isSent: boolean): void {
    const { title } = schema
    if (title !== undefined && !shapes.has(title)) shapes.set(title, { title, schema, isSent })
    const inner = [schema.items, mapValueOf(schema), ...choicesOf(schema)]
    for (const one of [...inner, ...Object.values(schema.properties ?? {})]) if (one) collect(one, isSent)
  }
  for (const { body, reply } of routes) {
    if (body) collect(plain(body), true)
    if (reply) collect(plain(reply), false)
  }
  collect(plain(Problem), false)
  return [...shapes.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}
