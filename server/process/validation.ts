import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { readSource } from '../../contract/budgets.ts'
import { isDay } from '../../contract/day.ts'
import { isEmail } from '../../contract/email.ts'
import { currencyCode } from '../../contract/iso4217.ts'
import { readMoment, readTime } from '../../contract/moment.ts'
import { isMonth } from '../../contract/month.ts'
import { refuse } from '../../contract/refusals.ts'
import { faultsIn, MAX_ERRORS } from './sentences.ts'
import { allowFor, startSlice } from './slices.ts'

/** The part of JSON Schema that decides sizes and the types of query parameters. */
type BodySchema = {
  type?: string | string[]
  properties?: Record<string, BodySchema>
  items?: BodySchema
  maxItems?: number
  maxLength?: number
  format?: string
  enum?: unknown[]
  oneOf?: BodySchema[]
  discriminator?: { propertyName: string }
}

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  strictNumbers: true, // JSON can spell numbers that are read as Infinity
  discriminator: true, // of several shapes, only the one that the tag of the value names is checked
  coerceTypes: false,
  removeAdditional: false,
  formats: {
    date: isDay,
    email: (text: string) => text === '' || isEmail(text),
    'date-time': (text: string) => readTime(text) !== undefined,
    moment: (text: string) => readMoment(text) !== undefined,
    month: isMonth,
    budget_source: (text: string) => readSource(text) !== undefined,
    language_tag: isLanguageTag,
    currency: true,
    uuid: true, // an unknown id is refused where it is looked up, malformed or not
  },
})

function isLanguageTag(text: string): boolean {
  try {
    return new Intl.Locale(text).baseName !== ''
  } catch {
    return false
  }
}

type CompiledCheck = (value: unknown) => true | { error: ErrorObject[] }

/**
 * Checks a body or a query against its schema: sizes first, so that the rest of the work is bounded by the schema and not by the request. A
 * schema is compiled for the first request: compiling all of them would take a third of the start. The items of a long list are checked by
 * `readBody`.
 */
export function checkOf(schema: BodySchema, isQuery: boolean): CompiledCheck {
  let check: ValidateFunction | undefined
  const checked = withoutLongItems(schema)
  return (value) => {
    if (isQuery) readQuery(schema, value as Record<string, unknown>) // the parser of query strings makes an object
    const oversized = [...tooLarge(checked, value, '')]
    if (oversized.length > 0) return { error: oversized }
    check ??= ajv.compile(checked)
    return check(value) || { error: check.errors ?? [] }
  }
}

/** A list that may have more records than this is checked in time slices. */
const LONG = 1_000

/** The list of a body that may be long: its name, and the schema of its items. */
function longListIn({ properties = {} }: BodySchema): { name: string; items: BodySchema } | undefined {
  for (const [name, { items, maxItems = 0 }] of Object.entries(properties))
    if (maxItems > LONG && (items?.properties || items?.oneOf)) return { name, items }
  return undefined
}

function withoutLongItems(schema: BodySchema): BodySchema {
  const { name } = longListIn(schema) ?? {}
  if (name === undefined) return schema
  const { items: _, ...list } = schema.properties?.[name] ?? {}
  return { ...schema, properties: { ...schema.properties, [name]: list } }
}

const itemChecks = new WeakMap<BodySchema, CompiledCheck>()
const itemCheckOf = (items: BodySchema): CompiledCheck => {
  const check = itemChecks.get(items) ?? checkOf(items, false)
  itemChecks.set(items, check)
  return check
}

/** A validated body, and the paths of up to 20 unknown fields, such as `splits.0.memmo`. */
type ReadBody = { readonly body: unknown; readonly ignored: string[] }

/** The most names of unknown parameters and fields in one answer. */
export const MAX_IGNORED = 20

/**
 * Reads a body that `checkOf` has accepted. The items of a long list are checked here, in slices. `shown` is the shape of a record that may
 * be sent back as it was read: fields of it that the route does not take are ignored, but they are not unknown.
 */
export async function readBody(schema: BodySchema, body: unknown, shown?: BodySchema): Promise<ReadBody> {
  const ignored: string[] = []
  const long = longListIn(schema)
  if (!long) return { body: onlyKnown(schema, body, ignored, '', shown), ignored }
  const { name, items } = long
  const { [name]: list, ...others } = body as Record<string, unknown> // an object with a list of this name, as the schema says
  const check = itemCheckOf(items)
  allowFor((list as unknown[]).length)
  const slice = startSlice()
  const known: unknown[] = []
  const errors: ErrorObject[] = []
  for (const [index, item] of (list as unknown[]).entries()) {
    const result = check(item)
    if (result === true) known.push(onlyKnown(items, item, ignored, `${name}.${index}.`))
    else
      for (const one of result.error)
        errors.push({ ...one, instancePath: `/${name}/${index}${one.instancePath}` })
    if (errors.length >= MAX_ERRORS) break
    if (slice.isOver()) await slice.next()
  }
  if (errors.length > 0) refuse('invalid', { faults: faultsIn(errors, 'body') })
  return { body: { ...(onlyKnown(schema, others, ignored) as object), [name]: known }, ignored }
}

/**
 * Copies the fields of a valid value that its schema knows, with currency codes in upper case. Unknown fields never reach our code: they
 * could be fields of another route, with unchecked values.
 */
export function onlyKnown(
  schema: BodySchema,
  value: unknown,
  ignored: string[] = [],
  path = '',
  shown: BodySchema = {},
): unknown {
  const { items, properties, format } = shapeOf(schema, value)
  if (typeof value === 'string' && format === 'currency') return currencyCode(value)
  if (Array.isArray(value))
    return items
      ? value.map((item, index) => onlyKnown(items, item, ignored, `${path}${index}.`, shown.items))
      : value
  if (typeof value !== 'object' || value === null || !properties) return value
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name))
  const names = Object.keys(value)
  if (names.length > known.length)
    for (const name of names) {
      if (ignored.length === MAX_IGNORED) break
      if (!Object.hasOwn(properties, name) && !Object.hasOwn(shown.properties ?? {}, name))
        ignored.push(path + name)
    }
  return Object.fromEntries(
    known.map(([name, inner]) => [
      name,
      onlyKnown(
        inner,
        (value as Record<string, unknown>)[name],
        ignored,
        `${path}${name}.`,
        shown.properties?.[name],
      ),
    ]),
  )
}

/** Of several shapes, the one that the tag of the value names. */
function shapeOf(schema: BodySchema, value: unknown): BodySchema {
  const { oneOf, discriminator } = schema
  if (!oneOf || !discriminator || typeof value !== 'object' || value === null) return schema
  const { propertyName } = discriminator
  const tag = (value as Record<string, unknown>)[propertyName]
  return oneOf.find(({ properties }) => properties?.[propertyName]?.enum?.[0] === tag) ?? schema
}

/** Finds lists and texts that are certainly too long, without reading each item or character. */
function* tooLarge(schema: BodySchema, value: unknown, path: string): Generator<ErrorObject> {
  const { maxItems = Number.POSITIVE_INFINITY, maxLength = Number.POSITIVE_INFINITY } = schema
  if (Array.isArray(value)) {
    if (value.length > maxItems) yield sizeError('maxItems', maxItems, value, path)
    else if (schema.items)
      for (const [index, item] of value.entries()) yield* tooLarge(schema.items, item, `${path}/${index}`)
  } else if (typeof value === 'string') {
    // A character takes at most two units of a JavaScript string; the validator counts texts near the limit.
    if (value.length > 2 * maxLength) yield sizeError('maxLength', maxLength, value, path)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(shapeOf(schema, value).properties ?? {}))
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
function readQuery(schema: BodySchema, query: Record<string, unknown>): void {
  for (const [name, { type, format }] of Object.entries(schema.properties ?? {})) {
    const text = query[name]
    if (typeof text !== 'string') continue
    if (format === 'currency') query[name] = currencyCode(text)
    if (type === 'boolean' && (text === 'true' || text === 'false')) query[name] = text === 'true'
    if (type === 'integer' && /^-?\d+$/.test(text)) query[name] = Number(text)
    if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) query[name] = Number(text)
  }
}
