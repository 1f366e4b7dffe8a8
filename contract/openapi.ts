import type { TSchema } from 'typebox'
import { api, parts } from './api.ts'
import { id } from './examples/ids.ts'
import { FILE } from './examples/imports.ts'
import { examplesOfRefusals } from './examples/refusals.ts'
import { exampleBody, exampleReply } from './examples.ts'
import { ANSWER_HEADERS, type AnswerHeader, answerHeaders, requestHeaders } from './headers.ts'
import { bug, Problem } from './problem.ts'
import { type Code, refusals } from './refusals.ts'
import {
  isList,
  PATH_PARAMETERS,
  pathNames,
  type Route,
  refusalsOf,
  takesIfMatch,
  takesIfNoneMatch,
} from './route.ts'

export type Json = { [key: string]: unknown }

const mapped = (object: object, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

const CSV_EXAMPLE = 'The first line has the names of the fields, and each record has a line.\r\n'

/** Sentences about a route that follow from its shape. */
const factsOf = (route: Route): string[] => [
  ...(route.open ? ['Needs no sign-in.'] : []),
  ...(isList(route) ? ['Answers page by page: meta.next_cursor is null on the last one.'] : []),
  ...(route.method === 'PUT' && takesIfMatch(route)
    ? [
        'A record that was read and is sent back whole changes nothing; fields that cannot be set are ignored.',
      ]
    : []),
  ...(takesIfNoneMatch(route) ? ['Carries an ETag.'] : []),
  ...(isList(route)
    ? ['With format=csv, Accept: text/csv or format=json: all pages as one file, without an ETag.']
    : []),
  ...(route.maxBodyBytes ? [`A body may have up to ${route.maxBodyBytes / 1024 ** 2} MiB.`] : []),
  ...(route.file ? ['Answers with a file.'] : []),
  ...(route.reply || route.file ? [] : ['Answers without a body.']),
]

/** An example of everything that a route can refuse, and of a fault. */
function usedExamples(): Json {
  const codes = new Set<string>(api.flatMap(({ route }) => refusalsOf(route)))
  const refused = Object.entries(examplesOfRefusals).filter(([code]) => codes.has(code))
  return { ...Object.fromEntries(refused), internal: bug(id.request) }
}

/** The OpenAPI 3.1 document, made from the routes and nothing else. */
export function openapi(): Json {
  const schemas: Json = {}

  /** A schema as the document has it: a named schema is under components, and is referred to. */
  function referred(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, properties, items, anyOf, oneOf, additionalProperties, ...rest } = schema as Json
    // How a code of currency, a moment or a month is read, and how a missing or a wrong field is told, is the service's own affair. So is how the
    // shapes of a choice are told apart: generators take the names of the shapes for the values of the discriminator.
    if (['currency', 'moment', 'month', 'budget_source'].includes(String(rest.format))) delete rest.format
    delete rest['x-missing']
    delete rest['x-allowed']
    delete rest['x-required-unless']
    delete rest.discriminator
    const plain = {
      ...rest,
      ...(properties !== undefined && { properties: mapped(properties as object, referred) }), // JSON Schema says what each of these is
      ...(items !== undefined && { items: referred(items) }),
      ...(anyOf !== undefined && { anyOf: (anyOf as unknown[]).map(referred) }),
      ...(oneOf !== undefined && { oneOf: (oneOf as unknown[]).map(referred) }),
      ...(additionalProperties !== undefined && { additionalProperties: referred(additionalProperties) }),
    }
    if (typeof title !== 'string') return plain
    schemas[title] = plain
    return { $ref: `#/components/schemas/${title}` }
  }

  const json = (schema: TSchema, example: unknown) => ({
    'application/json': { schema: referred(schema), example },
  })
  const problem = referred(Problem)
  function problems(codes: string[]): Json {
    const examples = Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    )
    const content = { schema: problem, examples }
    return { 'application/json': content, 'application/problem+json': content }
  }

  const named = (names: AnswerHeader[]): Json => ({
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  })
  const headers = (route: Route, status: number): Json => named(answerHeaders(route, status))

  function refused(route: Route): Json {
    const byStatus = Map.groupBy(refusalsOf(route), (code: Code) => refusals[code].status)
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [
          String(status),
          {
            description: codes.map((code) => `\`${code}\`: ${refusals[code].title}.`).join(' '),
            ...headers(route, status),
            content: problems(codes),
          },
        ]),
    )
  }

  function success(route: Route): Json {
    const files = { ...(isList(route) && { 'text/csv': CSV_EXAMPLE }), ...route.file }
    const content = {
      ...(route.reply && json(route.reply, exampleReply(route))),
      ...mapped(files, (example) => ({ schema: { type: 'string' }, example })),
    }
    return Object.keys(content).length > 0
      ? { '200': { description: 'Done.', ...headers(route, 200), content } }
      : { '204': { description: 'Done.', ...headers(route, 204) } }
  }

  function parametersOf(route: Route): Json[] {
    const required = new Set<string>(route.query?.required ?? [])
    const parameter = (where: string, name: string, isRequired: boolean, schema: object): Json => {
      const { description, ...rest } = schema as Json
      return { name, in: where, required: isRequired, description, schema: referred(rest) }
    }
    return [
      ...pathNames(route.path).map((name) => parameter('path', name, true, PATH_PARAMETERS[name] ?? {})),
      ...Object.entries(route.query?.properties ?? {}).map(([name, schema]) =>
        parameter('query', name, required.has(name), schema),
      ),
      ...requestHeaders(route).map(({ name, description }) =>
        parameter('header', name, false, { type: 'string', description }),
      ),
    ]
  }

  function operation(name: string, part: string, route: Route): Json {
    const parameters = parametersOf(route)
    return {
      operationId: name,
      tags: [part],
      summary: route.summary,
      description: [route.summary, ...factsOf(route)].join(' '),
      ...(route.open ? { security: [] } : {}),
      ...(route.needs ? { 'x-needs': route.needs } : {}),
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(route.raw
        ? {
            requestBody: {
              required: true,
              content: {
                'application/octet-stream': { schema: { type: 'string', format: 'binary' }, example: FILE },
              },
            },
          }
        : {}),
      ...(route.body
        ? {
            requestBody: {
              required: (route.body.required ?? []).length > 0,
              content: json(route.body, exampleBody(route)),
            },
          }
        : {}),
      responses: {
        ...success(route),
        ...(takesIfNoneMatch(route)
          ? { '304': { description: 'Unchanged since the ETag in If-None-Match.', ...headers(route, 304) } }
          : {}),
        ...refused(route),
        default: {
          description:
            'Any other problem has the same shape: 405 for a method that is not possible here, 408 and 431 for a request that is too slow or whose headers are too large, 500 for a fault of the service.',
          ...named(['X-Request-Id', 'Allow']),
          content: problems(['internal']),
        },
      },
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
      description:
        'A personal finance service: people, their books, and what they owe each other.\n\nReports and explain: beside a figure of a report is explain, the path and the query of the list that it is made of. The list asks for include=sum: its meta.sum_base is the figure, and counted_base of each transaction or line is the part that counts. Where a rate is missing, an account counts at its recorded base amount, is_complete is false, and missing_rates says which. ignored names the query parameters that were not known.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1', description: 'The service that this document comes from.' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(parts).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: mapped(usedExamples(), (value) => ({ value })),
      headers: mapped(ANSWER_HEADERS, (description) => ({ description, schema: { type: 'string' } })),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that signing in answers with. It counts where a cookie is sent along.',
        },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'service-session',
          description:
            "The cookie that signing in sets, for Florin's own pages. Over https it is called __Host-service-session.",
        },
      },
    },
  }
}
