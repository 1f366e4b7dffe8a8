import type { ErrorObject } from 'ajv'
import type { FieldErrors } from '../../contract/refusal.ts'
import { commaSeparated } from './ids.ts'

/** The part of a request that was checked. */
type RequestPart = 'body' | 'query'

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60)

/** The most errors in one answer: enough for any form, and the answer stays small. */
export const MAX_ERRORS = 20
/** The most characters of a field's name in an answer: a name can be as long as a body. */
const MAX_PATH = 100

/** A field's name as it is written in an answer. */
export const fieldName = (path: string): string =>
  path.length > MAX_PATH ? `${path.slice(0, MAX_PATH).toWellFormed()}…` : path

/** The field an error is about: `name`, `splits.0.amount`; the body or the query as a whole where there is none. */
function fieldOf(error: ErrorObject, part: RequestPart): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const { missingProperty, tag } = error.params
  const inside = error.keyword === 'required' ? missingProperty : error.keyword === 'discriminator' ? tag : ''
  return [path, inside].filter(Boolean).join('.') || part
}

/** Code points of a text, entries of a list. */
function lengthOf(data: unknown): number {
  if (typeof data !== 'string') return Array.isArray(data) ? data.length : 0
  let length = 0
  for (const _ of data) length++
  return length
}

/** Describes an error with the numbers that were sent, but never with a value that could be a secret. */
function complaint(error: ErrorObject, part: RequestPart): string {
  const { keyword, params, data } = error
  const length = lengthOf(data)
  switch (keyword) {
    case 'required':
      return missing(error)
    case 'type':
      if (typeof data === 'number' && !Number.isFinite(data))
        return 'must be a number small enough to be read'
      // In a query everything is text, so only the text is checked, not the type.
      if (part === 'query')
        return Array.isArray(data)
          ? `must be given once; this request has it ${length} times`
          : `must be ${wanted(params.type)}; ${shown(data)} is not`
      return `must be ${error.parentSchema?.['x-allowed'] ?? wanted(params.type)}, not ${kindOf(data)}`
    case 'minLength':
      return length === 0
        ? 'must not be empty'
        : `must have at least ${params.limit} characters; this one has ${length}`
    case 'maxLength':
      return `must have at most ${params.limit} characters; this one has ${length}`
    case 'pattern': {
      const { 'x-allowed': allowed, 'x-values': values } = error.parentSchema ?? {}
      if (values) return notAllOf(values, String(data))
      return allowed ? `must be ${allowed}; ${shown(data)} is not` : 'must not be blank'
    }
    case 'format':
      return `must be ${formats[params.format] ?? formats.date}; ${shown(data)} is not`
    case 'discriminator':
      return unknownShape(error)
    case 'uniqueItems':
      return `must have each entry once; entries ${params.j} and ${params.i} are the same`
    case 'enum':
      return `must be ${error.parentSchema?.['x-allowed'] ?? `one of ${params.allowedValues.join(', ')}`}; ${shown(data)} is not`
    case 'minimum':
      return `must be at least ${params.limit}; ${shown(data)} is not`
    case 'exclusiveMinimum':
      return `must be greater than ${params.limit}; ${shown(data)} is not`
    case 'maximum':
      return `must be at most ${params.limit}; ${shown(data)} is not`
    case 'maxItems':
      return `must have at most ${params.limit} entries; this has ${length}`
    case 'minItems':
      return `must have at least ${params.limit} entries; this has ${length}`
    default:
      return error.message ?? 'is not valid'
  }
}

/** Several values, of which one is not in their closed list. */
const notAllOf = (values: readonly string[], data: string): string =>
  `must be one or several of ${values.join(', ')}, separated by commas; it has ${shown(commaSeparated(data).find((one) => !values.includes(one)))}`

const formats: Record<string, string> = {
  date: 'a day from 1900-01-01 to 2200-12-31, as YYYY-MM-DD',
  'date-time': 'a time, as 2026-11-30T08:15:00Z',
  moment: 'a time, as 2026-11-30T08:15:00Z, or a version, in digits alone',
  month: 'a month from 1901-01 to 2199-12, as YYYY-MM',
  budget_source: 'a month, as 2026-10, or what was spent in one, as actual:2026-10',
  email: 'an e-mail address',
  language_tag: 'a language tag, such as de-AT',
}

/** A value that can have several shapes, and does not say which, or says one that does not exist. */
function unknownShape({ params: { tag, tagValue }, parentSchema }: ErrorObject): string {
  const tags = parentSchema?.oneOf.map((shape: TagSchema) => shape.properties[tag]?.enum[0]).join(', ')
  return tagValue === undefined
    ? `is required: one of ${tags}`
    : `must be one of ${tags}; ${shown(tagValue)} is not`
}
type TagSchema = { properties: Record<string, { enum: string[] }> }

/** A field can have its own sentence for when it is required. */
function missing({ parentSchema, params }: ErrorObject): string {
  const field = parentSchema?.properties?.[String(params.missingProperty)]
  return typeof field?.['x-missing'] === 'string' ? field['x-missing'] : 'is required'
}

/** For a missing field: the other missing fields that are required unless another field is sent, which is missing too. */
function alsoMissing({ keyword, parentSchema, data }: ErrorObject): string[] {
  if (keyword !== 'required') return []
  const fields: [string, { 'x-required-unless'?: string }][] = Object.entries(parentSchema?.properties ?? {})
  const has = (name: string) => Object.hasOwn(Object(data), name)
  return fields.flatMap(([name, { 'x-required-unless': other }]) =>
    other !== undefined && !has(name) && !has(other) ? [name] : [],
  )
}

const wanted = (type: string | string[]): string =>
  [type]
    .flat()
    .map(
      (one) =>
        ({
          integer: 'a whole number',
          array: 'a list',
          object: 'an object',
          null: 'null',
          boolean: 'true or false',
        })[one] ?? `a ${one}`,
    )
    .join(' or ')

/** The validator's findings as sentences by field. */
export function fieldErrors(errors: ErrorObject[], part: RequestPart): FieldErrors {
  const fields = new Map<string, string[]>()
  for (const error of errors) {
    if (fields.size === MAX_ERRORS) break
    const field = fieldOf(error, part)
    // One sentence per field: for an empty name, a second sentence that it is blank does not help.
    if (!fields.has(field)) fields.set(field, [`${field} ${complaint(error, part)}.`])
    for (const missingProperty of alsoMissing(error)) {
      const other = fieldOf({ ...error, params: { missingProperty } }, part)
      if (fields.size < MAX_ERRORS) fields.set(other, [`${other} is required.`])
    }
  }
  return Object.fromEntries(fields)
}
