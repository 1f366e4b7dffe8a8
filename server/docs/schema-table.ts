import { type Html, html, joinedHtml } from './html.ts'
import {
  choicesOf,
  isNull,
  isNullable,
  mapValueOf,
  type PlainSchema,
  type SchemaField,
  typeNamesOf,
} from './schema.ts'

export const shapeLink = (title: string): Html => html`<a href="#shape-${title}">${title}</a>`

const code = (value: unknown): Html =>
  html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`

/** The type in words: `string (date) or null`, `array of Contact`. */
export function typeOf(schema: PlainSchema): Html {
  return isNullable(schema) ? html`${typeWithoutNull(schema)} or null` : typeWithoutNull(schema)
}

function typeWithoutNull(schema: PlainSchema): Html {
  if (schema.title !== undefined) return shapeLink(schema.title)
  if (schema.items) {
    const list = html`array of ${typeOf(schema.items)}`
    return typeNamesOf(schema).includes('string') ? html`string or ${list}` : list
  }
  const choices = choicesOf(schema).filter((one) => !isNull(one))
  if (choices.length > 0) return joinedHtml(choices.map(typeOf), ' or ')
  const value = mapValueOf(schema)
  if (value) return html`object of ${typeOf(value)}`
  const names = html`${typeNamesOf(schema).join(' or ') || 'any value'}`
  return schema.format === undefined ? names : html`${names} (${schema.format})`
}

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 20 })

/** `1 to 255 characters`, `at most 20 entries`, `at least 0`; nothing where there is no bound. */
function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  const said =
    least !== undefined && most !== undefined
      ? `${number(least)} to ${number(most)}`
      : least !== undefined
        ? `at least ${number(least)}`
        : most !== undefined
          ? `at most ${number(most)}`
          : undefined
  return said === undefined ? [] : [said + unit]
}

/** JSON numbers beyond this are not exact, so such a bound is not shown. */
const told = (maximum: number | undefined) => (maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum)

const choiceOf = (values: unknown[]): Html =>
  html`${values.length === 1 ? 'only' : 'one of'} ${joinedHtml(values.map(code), ', ')}`

function limitsOf(schema: PlainSchema): Html[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below, pattern } = schema
  const bounds = [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, told(schema.maximum), ''),
    ...range(schema.minItems, schema.maxItems, ' entries'),
    ...(above === undefined ? [] : [`greater than ${number(above)}`]),
    ...(below === undefined ? [] : [`less than ${number(below)}`]),
    ...(pattern === '\\S' ? ['not blank'] : []),
  ]
  return [
    ...bounds.map((bound) => html`${bound}`),
    ...(pattern === undefined || pattern === '\\S' || schema['x-values']
      ? []
      : [html`matches ${code(pattern)}`]),
    ...(schema.const === undefined ? [] : [html`always ${code(schema.const)}`]),
    ...(schema.enum ? [choiceOf(schema.enum)] : []),
    ...(schema.default === undefined ? [] : [html`default ${code(schema.default)}`]),
    ...(schema.items && schema.items.title === undefined
      ? limitsOf(schema.items).map((limit) => html`each ${limit}`)
      : []),
  ]
}

/** A shape with a name is described in its own place. */
const descriptionOf = (schema?: PlainSchema): string | undefined =>
  schema?.title === undefined ? schema?.description : undefined

function notes({ schema, isRequired }: SchemaField, isSent: boolean): Html {
  const said = [descriptionOf(schema), descriptionOf(schema.items)]
  const sentences = [...said, isSent || isRequired ? undefined : 'Not always there.'].filter(Boolean)
  const limits = limitsOf(schema)
  const limited =
    limits.length === 0 ? undefined : html`<span class="limits">${joinedHtml(limits, '; ')}</span>`
  return html`${sentences.join(' ')} ${limited}`
}

function row(field: SchemaField, isSent: boolean): Html {
  const need = field.isRequired ? html`<strong>required</strong>` : html`optional`
  return html`<tr>
<th scope="row"><code>${field.name}</code></th>
<td class="type">${typeOf(field.schema)}</td>
${isSent ? html`<td class="need">${need}</td>` : undefined}
<td class="notes">${notes(field, isSent)}</td>
</tr>
`
}

/** For a request, the reader asks whether a field is required; for an answer, whether it is always there. */
export function fieldTable(fields: SchemaField[], isSent: boolean, label: string): Html {
  const columns = ['Name', 'Type', ...(isSent ? ['Required'] : []), 'Notes']
  return html`<table aria-label="${label}">
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${fields.map((field) => row(field, isSent))}</tbody>
</table>
`
}
