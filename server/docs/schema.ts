import type { TSchema } from 'typebox'
import { Problem } from '../../contract/problem.ts'
import type { Route } from '../../contract/route.ts'

/** The parts of a JSON schema that the reference reads. */
export type PlainSchema = {
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
  items?: PlainSchema
  anyOf?: PlainSchema[]
  oneOf?: PlainSchema[]
  required?: string[]
  properties?: Record<string, PlainSchema>
  patternProperties?: Record<string, PlainSchema>
  additionalProperties?: boolean | PlainSchema
}

export type SchemaField = { name: string; schema: PlainSchema; isRequired: boolean }

/** The library's type leaves the keywords open; the schemas that it builds are plain JSON schemas. */
export const plainSchema = (schema: TSchema): PlainSchema => schema as PlainSchema

const typesOf = (schema: PlainSchema): string[] =>
  [schema.type ?? []].flat().filter((type) => typeof type === 'string')

/** The shapes of which a value has one. */
export const choicesOf = ({ anyOf, oneOf }: PlainSchema): PlainSchema[] => anyOf ?? oneOf ?? []

export const isNull = (schema: PlainSchema): boolean => schema.type === 'null'

export const isNullable = (schema: PlainSchema): boolean =>
  typesOf(schema).includes('null') || choicesOf(schema).some(isNull)

/** The type without null; undefined if any value is allowed. */
export const typeNamesOf = (schema: PlainSchema): string[] =>
  typesOf(schema).filter((type) => type !== 'null')

/** The schema of a map's values, for an object whose keys are not known beforehand. */
export function mapValueOf(schema: PlainSchema): PlainSchema | undefined {
  const { additionalProperties: others } = schema
  return Object.values(schema.patternProperties ?? {})[0] ?? (typeof others === 'object' ? others : undefined)
}

/** The fields of an object, and below each the fields inside it: `meta`, `meta.limit`, `splits[].amount`. */
export function fieldsOf(schema: PlainSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => [
    { name: prefix + key, schema: field, isRequired: schema.required?.includes(key) ?? false },
    ...fieldsInside(field, prefix + key),
  ])
}

/** A shape with a name is described once, in its own place, and not inside others. */
function fieldsInside(schema: PlainSchema, name: string): SchemaField[] {
  if (schema.title !== undefined) return []
  if (schema.items) return fieldsInside(schema.items, `${name}[]`)
  return [...fieldsOf(schema, `${name}.`), ...choicesOf(schema).flatMap((one) => fieldsInside(one, name))]
}

export type NamedSchema = { title: string; schema: PlainSchema; isSent: boolean }

/** Every shape with a name that these routes take or give, by name. */
export function shapesOf(routes: Route[]): NamedSchema[] {
  const shapes = new Map<string, NamedSchema>()
  function collect(schema: PlainSchema, isSent: boolean): void {
    const { title } = schema
    if (title !== undefined && !shapes.has(title)) shapes.set(title, { title, schema, isSent })
    const inner = [schema.items, mapValueOf(schema), ...choicesOf(schema)]
    for (const one of [...inner, ...Object.values(schema.properties ?? {})]) if (one) collect(one, isSent)
  }
  for (const { body, reply } of routes) {
    if (body) collect(plainSchema(body), true)
    if (reply) collect(plainSchema(reply), false)
  }
  collect(plainSchema(Problem), false)
  return [...shapes.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
}
