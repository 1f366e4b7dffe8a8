import type { TSchema } from 'typebox'
import { api } from './api.ts'
import { Problem } from './problem.ts'
import { type Code, refusals } from './refusals.ts'
import { type Route, refusalsOf, takesIdempotencyKey, takesIfMatch } from './route.ts'

type Json = { [key: string]: unknown }

const paramNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** The OpenAPI 3.1 document, made from the routes and nothing else. */
export function openapi(): Json {
  const schemas: Json = {}

  /** Replaces every schema that has a title by a reference to it under components. */
  function referred(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map(referred)
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, ...rest } = schema as Json
    const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, referred(value)]))
    if (typeof title !== 'string') return plain
    schemas[title] = plain
    return { $ref: `#/components/schemas/${title}` }
  }

  const json = (schema: TSchema) => ({ 'application/json': { schema: referred(schema) } })
  const problem = referred(Problem)

  function refused(codes: Code[]): Json {
    const byStatus = Map.groupBy(codes, (code) => refusals[code].status)
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [
          String(status),
          {
            description: codes.map((code) => `\`${code}\`: ${refusals[code].title}.`).join(' '),
            content: {
              'application/json': { schema: problem },
              'application/problem+json': { schema: problem },
            },
          },
        ]),
    )
  }

  function operation(name: string, part: string, route: Route): Json {
    const required = new Set<string>(route.query?.required ?? [])
    const parameters: Json[] = [
      ...paramNames(route.path).map((param) => ({
        name: param,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(route.query?.properties ?? {}).map(([param, schema]) => ({
        name: param,
        in: 'query',
        required: required.has(param),
        schema: referred(schema),
      })),
    ]
    if (takesIdempotencyKey(route)) {
      parameters.push(
        header(
          'Idempotency-Key',
          'Repeats of this request with the same key, within a day, get the first answer.',
        ),
      )
    }
    if (takesIfMatch(route)) {
      parameters.push(
        header('If-Match', 'The ETag of the record as you know it; refused with 412 if it has changed.'),
      )
    }
    const success = route.reply
      ? { '200': { description: 'Done.', content: json(route.reply) } }
      : { '204': { description: 'Done.' } }
    return {
      operationId: name,
      tags: [part],
      summary: route.summary,
      ...(route.open ? { security: [] } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(route.body
        ? { requestBody: { required: (route.body.required ?? []).length > 0, content: json(route.body) } }
        : {}),
      responses: { ...success, ...refused(refusalsOf(route)) },
    }
  }

  const paths: Record<string, Json> = {}
  for (const { name, part, route } of api) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(name, part, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: '1.0.0',
      description: 'A personal finance service: people, their books, and what they owe each other.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'service-session' },
      },
    },
  }
}
