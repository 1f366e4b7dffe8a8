import { examplesOfBodies } from './examples/bodies.ts'
import { examplesOfGoals } from './examples/goals.ts'
import { at } from './examples/ids.ts'
import { examplesOfRules } from './examples/import-rules.ts'
import { examplesOfImports } from './examples/imports.ts'
import { examplesOfPlans } from './examples/plans.ts'
import { examplesOfRecords } from './examples/records.ts'
import { examplesOfReports } from './examples/reports.ts'
import type { Route } from './route.ts'

/**
 * Examples by the name of their shape: one little household, as the service would show it. Ana keeps a book in euros, has a cash box and
 * savings, went to Japan, earns a salary, and paid for Bela's concert ticket.
 */
const examples: Record<string, unknown> = {
  ...examplesOfRecords,
  ...examplesOfReports,
  ...examplesOfPlans,
  ...examplesOfGoals,
  ...examplesOfImports,
  ...examplesOfRules,
  ...examplesOfBodies,
}

/** The values of a list's `meta` in examples. */
const meta: Record<string, unknown> = { limit: 200, next_cursor: null, next_since: 3, means: [], ignored: [] }

type Shape = {
  title?: string
  'x-example'?: unknown
  items?: Shape
  required?: string[]
  properties?: Record<string, Shape>
}

/** An example of a shape: of one with a name, or of a list of such. */
function exampleOf(shape: Shape): unknown {
  if (shape.title !== undefined) return shape['x-example'] ?? examples[shape.title]
  const item = shape.properties?.data?.items
  if (!item) return undefined
  const fields = shape.properties?.meta?.required ?? []
  return { data: [exampleOf(item)], meta: Object.fromEntries(fields.map((name) => [name, meta[name]])) }
}

export const exampleBody = ({ body }: Route): unknown => body && exampleOf(body as Shape) // a schema is a plain object

/** An example of a route's answer. A record that it deletes is in the trash. */
export function exampleReply({ method, reply }: Route): unknown {
  const example = reply && exampleOf(reply as Shape) // as in `exampleBody`
  const isTrashed = method === 'DELETE' && typeof example === 'object' && example && 'deleted_at' in example
  return isTrashed ? { ...example, deleted_at: at } : example
}
