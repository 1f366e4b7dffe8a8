import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { isDay } from '../../contract/day.ts'
import { isEmail } from '../../contract/email.ts'
import { currencyCode } from '../../contract/iso4217.ts'

/** The part of JSON Schema that decides sizes and the types of query parameters. */
type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  maxItems?: number
  maxLength?: number
  format?: string
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  strictNumbers: true, // JSON can spell numbers that are read as Infinity
  coerceTypes: false,
  removeAdditional: false,
  formats: {
    date: isDay,
    email: (text: string) => text === '' || isEmail(text),
    'date-time': true,
    currency: true,
    uuid: true, // an unknown id is refused where it is looked up, malformed or not
  },
})

/**
 * Checks a body or a query against its schema: sizes first, so that the rest of the work is bounded by the schema and not
 * by the request. Compiled with the first request: all schemas together take a third of a start.
 */
export function checkOf(schema: object, isQuery: boolean) {
  let check: ValidateFunction | undefined
  return (value: unknown): true | { error: ErrorObject[] } => {
    if (isQuery) readQuery(schema, value as Record<string, unknown>) // the parser of query strings makes an object
    const oversized = [...tooLarge(schema, value, '')]
    if (oversized.length > 0) return { error: oversized }
    check ??= ajv.compile(schema)
    return check(value) || { error: check.errors ?? [] }
  }
}

/**
 * What a schema knows of a value that fits it, the codes of currencies in upper case. Unknown fields are ignored, and here that means that no code of ours ever
 * sees one: it could be a field that another route knows, with a value that nobody has checked.
 */
export function onlyKnown(schema: Schema, value: unknown): unknown {
  const { items, properties, format } = schema
  if (typeof value === 'string' && format === 'currency') return currencyCode(value)
  if (Array.isArray(value)) return items ? value.map((item) => onlyKnown(items, item)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, inner]) => [name, onlyKnown(inner, (value as Record<string, unknown>)[name])]),
  )
}

/** Lists and texts that are certainly too long, found without a look at each of their items or characters. */
function* tooLarge(schema: Schema, value: unknown, path: string): Generator<ErrorObject> {
  const { maxItems = Number.POSITIVE_INFINITY, maxLength = Number.POSITIVE_INFINITY } = schema
  if (Array.isArray(value)) {
    if (value.length > maxItems) yield sizeError('maxItems', maxItems, value, path)
    else if (schema.items)
      for (const [index, item] of value.entries()) yield* tooLarge(schema.items, item, `${path}/${index}`)
  } else if (typeof value === 'string') {
    // A character takes at most two units of a JavaScript string; the validator counts what is near the limit.
    if (value.length > 2 * maxLength) yield sizeError('maxLength', maxLength, value, path)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(schema.properties ?? {}))
      if (Object.hasOwn(value, name))
        yield* tooLarge(inner, (value as Record<string, unknown>)[name], `${path}/${name}`)
  }
}

const sizeError = (
  keyword: 'maxItems' | 'maxLength',
  limit: number,
  data: unknown,
  instancePath: string,
): ErrorObject => ({ keyword, params: { limit }, data, instancePath, schemaPath: '' })

/** A query has only text: digits become numbers, true and false booleans, codes of currencies upper case, where the schema says so. */
function readQuery(schema: Schema, query: Record<string, unknown>): void {
  for (const [name, { type, format }] of Object.entries(schema.properties ?? {})) {
    const text = query[name]
    if (typeof text !== 'string') continue
    if (format === 'currency') query[name] = currencyCode(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true'
    if (type === 'integer' && /^-?\d+$/.test(text)) query[name] = Number(text)
    if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) query[name] = Number(text)
  }
}
