import type { ErrorObject } from 'ajv'
import { type Fault, fault, isForm } from '../../contract/faults.ts'
import { type Later, later } from '../../words/t.ts'
import { commaSeparated } from './ids.ts'

/** The part of a request that was checked. */
type RequestPart = 'body' | 'query'

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'boolean'
        ? 'a_boolean'
        : typeof value

const shown = (value: unknown): string => String(JSON.stringify(value)?.slice(0, 60))

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

/** The fault that an error is, with the numbers that were sent, but never with a value that could be a secret. */
function faultOf(error: ErrorObject, part: RequestPart): Fault {
  const { keyword, params, data, parentSchema } = error
  const field = fieldOf(error, part)
  const value = shown(data)
  const length = lengthOf(data)
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return missing(field, error)
    case 'type':
      return ofAnotherType(field, error, part)
    case 'minLength':
      return length === 0 ? fault(field, 'empty', {}) : fault(field, 'too_short', { limit, length })
    case 'maxLength':
      return fault(field, 'too_long', { limit, length })
    case 'pattern': {
      const { 'x-allowed': form, 'x-values': values } = parentSchema ?? {}
      if (values) return notAllOf(field, values, String(data))
      return isForm(form) ? fault(field, 'not_in_form', { form, value }) : fault(field, 'blank', {})
    }
    case 'format':
      return fault(field, 'not_in_form', { form: isForm(params.format) ? params.format : 'date', value })
    case 'discriminator':
      return unknownShape(field, error)
    case 'uniqueItems':
      return fault(field, 'entry_twice', { first: Number(params.j), second: Number(params.i) })
    case 'enum': {
      const form = parentSchema?.['x-allowed']
      return isForm(form)
        ? fault(field, 'not_in_form', { form, value })
        : fault(field, 'not_in_list', { values: params.allowedValues.map(String).join(', '), value })
    }
    case 'minimum':
      return fault(field, 'too_small', { limit, value })
    case 'exclusiveMinimum':
      return fault(field, 'not_above', { limit, value })
    case 'maximum':
      return fault(field, 'too_large', { limit, value })
    case 'maxItems':
      return fault(field, 'too_many_entries', { limit, length })
    case 'minItems':
      return fault(field, 'too_few_entries', { limit, length })
    default:
      return fault(field, 'not_valid', { reason: reasonOf(error) })
  }
}

/** The words of the validator, for what our schemas ask beside the cases above. */
function reasonOf({ keyword }: ErrorObject): Later {
  if (keyword === 'const') return later('must be equal to constant')
  return keyword === 'anyOf' ? later('must match a schema in anyOf') : later('is not valid')
}

function ofAnotherType(field: string, { params, data, parentSchema }: ErrorObject, part: RequestPart): Fault {
  if (typeof data === 'number' && !Number.isFinite(data)) return fault(field, 'number_too_large', {})
  const wanted = [params.type].flat().join(',')
  // In a query everything is text, so only the text is checked, not the type.
  if (part === 'query')
    return Array.isArray(data)
      ? fault(field, 'not_once', { count: data.length })
      : fault(field, 'not_readable_as', { wanted, value: shown(data) })
  // A value that may be a number or a word is described; of others, the kind is enough.
  const isMonthStart = parentSchema?.['x-allowed'] === 'month_start'
  return fault(field, 'not_of_type', { wanted: isMonthStart ? 'month_start' : wanted, given: kindOf(data) })
}

/** Several values, of which one is not in their closed list. */
const notAllOf = (field: string, values: readonly string[], data: string): Fault =>
  fault(field, 'not_all_in_list', {
    values: values.join(', '),
    value: shown(commaSeparated(data).find((one) => !values.includes(one))),
  })

/** A value that can have several shapes, and does not say which, or says one that does not exist. */
function unknownShape(field: string, { params: { tag, tagValue }, parentSchema }: ErrorObject): Fault {
  const values = parentSchema?.oneOf.map((shape: TagSchema) => shape.properties[tag]?.enum[0]).join(', ')
  return tagValue === undefined
    ? fault(field, 'shape_required', { values })
    : fault(field, 'unknown_shape', { values, value: shown(tagValue) })
}
type TagSchema = { properties: Record<string, { enum: string[] }> }

/** A field can have its own sentence for when it is required. */
const missing = (field: string, { parentSchema, params }: ErrorObject): Fault =>
  fault(
    field,
    parentSchema?.properties?.[String(params.missingProperty)]?.['x-missing'] === 'debt_category_required'
      ? 'debt_category_required'
      : 'required',
    {},
  )

/** For a missing field: the other missing fields that are required unless another field is sent, which is missing too. */
function alsoMissing({ keyword, parentSchema, data }: ErrorObject): string[] {
  if (keyword !== 'required') return []
  const fields: [string, { 'x-required-unless'?: string }][] = Object.entries(parentSchema?.properties ?? {})
  const has = (name: string) => Object.hasOwn(Object(data), name)
  return fields.flatMap(([name, { 'x-required-unless': other }]) =>
    other !== undefined && !has(name) && !has(other) ? [name] : [],
  )
}

/** The validator's findings. One of each field: for an empty name, a second sentence that it is blank does not help. */
export function faultsIn(errors: ErrorObject[], part: RequestPart): Fault[] {
  const found = new Map<string, Fault>()
  for (const error of errors) {
    if (found.size === MAX_ERRORS) break
    const one = faultOf(error, part)
    if (!found.has(one.field)) found.set(one.field, one)
    for (const missingProperty of alsoMissing(error)) {
      const field = fieldOf({ ...error, params: { missingProperty } }, part)
      if (found.size < MAX_ERRORS) found.set(field, fault(field, 'required', {}))
    }
  }
  return [...found.values()]
}
