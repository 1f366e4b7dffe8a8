/**
 * Takes the place of TypeBox in the web app. The app reads from a route its method, its path, and the field names of its query and
 * reply; the rules of a schema are for the service alone. Everything else of TypeBox answers with an empty schema.
 */
type Schema = { properties?: Record<string, unknown> }

const empty: Schema = {}

export const Type = new Proxy(
  {},
  {
    get: (_, name) =>
      name === 'Object'
        ? (properties: Record<string, unknown>): Schema => ({ properties })
        : (schema?: unknown): Schema => (name === 'Unsafe' && isSchema(schema) ? schema : empty),
  },
)

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
