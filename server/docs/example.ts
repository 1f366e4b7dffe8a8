import type { Route } from '../../contract/route.ts'
import { choicesOf, type PlainSchema, plainSchema, typeNamesOf } from './schema.ts'

/** Realistic values by the field's name. A schema's own `examples` come before these. */
const FAMILIAR: Record<string, unknown> = {
  name: 'Ana',
  email: 'ana@example.com',
  phone: '+43 1 234567',
  password: 'correct horse battery',
  password_confirmation: 'correct horse battery',
  current_password: 'correct horse battery',
  currency_id: 'EUR',
  base_currency_id: 'EUR',
  to_currency_id: 'EUR',
  from: 'EUR',
  to: 'USD',
  code: 'EUR',
  rate: 1.08,
  date: '2026-10-31',
  month: '2026-11',
  time_zone: 'Europe/Vienna',
}

/** Names of records by the first part of their path; people are called Ana. */
const NAMES: Record<string, string> = {
  accounts: 'Savings',
  books: 'Household',
  categories: 'Groceries',
  goals: 'Holiday',
  obligations: 'Car loan',
}

/** A shell variable for a value that only the reader knows: an id from an earlier answer. */
const variable = (name: string): string => `$${name.toUpperCase()}`

/** A value that the schema accepts. */
export function exampleOf(schema: PlainSchema, name: string): unknown {
  const given = schema.examples?.[0] ?? schema.const ?? schema.enum?.[0] ?? schema.default ?? FAMILIAR[name]
  if (given !== undefined) return given
  const [choice] = choicesOf(schema)
  if (choice) return exampleOf(choice, name)
  switch (typeNamesOf(schema)[0]) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return schema.items ? [exampleOf(schema.items, name.replace(/ids$/, 'id'))] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, Math.min(schema.maximum ?? 25, 25))
    default:
      return exampleText(schema, name)
  }
}

function exampleText({ format, maxLength = 255 }: PlainSchema, name: string): string {
  if (format === 'date') return '2026-10-31'
  if (format === 'date-time') return '2026-11-30T08:15:00.000Z'
  if (format === 'email') return 'ana@example.com'
  return format === 'uuid' || name === 'id' || name.endsWith('_id')
    ? variable(name)
    : name.replaceAll('_', ' ').slice(0, maxLength)
}

/**
 * The required fields, and those whose description begins with "Required " ("Required unless …"). If there are none, the first field, so
 * that the example is not empty.
 */
function exampleObject(schema: PlainSchema): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {})
  const required = fields.filter(
    ([name, { description }]) => schema.required?.includes(name) || description?.startsWith('Required '),
  )
  const shown = required.length > 0 ? required : fields.slice(0, 1)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, name)]))
}

/** A body that the route accepts; undefined if it takes none. */
export function exampleBody(route: Route): Record<string, unknown> | undefined {
  if (!route.body) return undefined
  const body = exampleObject(plainSchema(route.body))
  const name = NAMES[route.path.split('/').find((word) => word in NAMES) ?? '']
  return name !== undefined && 'name' in body ? { ...body, name } : body
}

function addressOf(route: Route): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(FAMILIAR[name] ?? variable(name)))
  const { required = [], properties = {} } = route.query ? plainSchema(route.query) : {}
  const query = required.map((name) => `${name}=${exampleOf(properties[name] ?? {}, name)}`).join('&')
  return `$FLORIN${path}${query === '' ? '' : `?${query}`}`
}

/** Escapes signs that the shell would interpret between `<<JSON` and `JSON`, except our own variables. */
const forShell = (json: string): string => json.replace(/[\\`]|\$(?![A-Z])/g, '\\$&')

/** The route as a command that can be pasted into a shell. A body that is a file is sent from `$FILE`. */
export function curlOf(route: Route): string {
  const body = exampleBody(route)
  const method = route.method === (body ? 'POST' : 'GET') ? '' : `-X ${route.method} `
  const lines = [
    `curl ${method}"${addressOf(route)}"`,
    ...(route.open ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(route.raw ? ['--data-binary "@$FILE"'] : []),
    ...(body ? ["-H 'Content-Type: application/json'", '--data @- <<JSON'] : []),
  ]
  const sent = body ? `\n${forShell(JSON.stringify(body, undefined, 2))}\nJSON` : ''
  return lines.join(' \\\n  ') + sent
}
