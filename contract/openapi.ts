import type { TSchema } from 'typebox'
import { api, parts } from './api.ts'
import { id } from './examples/ids.ts'
import { FILE } from './examples/imports.ts'
import { examplesOfRefusals } from './examples/refusals.ts'
import { exampleBody, exampleReply } from './examples.ts'
import { ANSWER_HEADERS, type AnswerHeader, answerHeaders, endSentence, requestHeaders } from './headers.ts'
import { PATH_PARAMETERS, pathNames } from './path-parameters.ts'
import { bug, Problem } from './problem.ts'
import { type Code, refusals } from './refusals.ts'
import {
  isAuth,
  isForPrograms,
  isList,
  isOfBook,
  type Route,
  takesIfMatch,
  takesIfNoneMatch,
} from './route.ts'
import { refusalsOf } from './route-refusals.ts'

export type Json = { [key: string]: unknown }

const mapped = (object: object, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

const FIRST = {
  url: '/api/v1',
  description: 'The service. Requests that name no book are about the default one.',
}
const OF_BOOK = {
  url: '/api/v1/books/{book_id}',
  description: 'Requests are about the book of this id, as GET /books lists it; current is the default one.',
  variables: { book_id: { default: 'current' } }, // a text of its own is valid, and validators refuse it
}

/**
 * The paths of a route in the document, each with the name of its operation: what lies below /books/current does so in every book. Operations from
 * before there were several books also keep the path by which generated clients know them.
 */
function shownPaths(name: string, { method, path }: Route): { path: string; id: string }[] {
  const ofBook = path.replace(/^\/books\/current/, '/books/{book_id}')
  if (ofBook === path) return [{ path, id: name }]
  return /^((GET|PUT) \/books\/current|\w+ \/books\/current\/(export|starter))$/.test(`${method} ${path}`)
    ? [
        { path, id: name },
        { path: ofBook, id: `${name}ById` },
      ]
    : [{ path: ofBook, id: name }]
}

const CSV_EXAMPLE = 'The first line has the names of the fields; each record is one line.\r\n'

/** Rules that hold for every route, in short; the guide at /docs has a chapter on each. */
const ABOUT = `A personal finance service: people, their books, and their debts to each other. The guide at \`/docs\` explains every rule below.

- **Signing in**: \`POST /auth/register\` and \`POST /auth/login\` answer with a token, sent as \`Authorization: Bearer …\`. A key for a program (\`POST /auth/tokens\`) needs the ability that an operation's \`x-needs\` and tag name, such as \`write:budgeting\`.
- **Books**: a person can be in several, with a role in each. \`GET /books\` lists them. Every operation on a book is also served below \`/books/{book_id}\`; without that it is about the default book. The header \`Book\` of an answer names its book.
- **Values**: ids are UUIDs, a currency's id is its ISO 4217 code, days are YYYY-MM-DD, times are in UTC. Amounts are JSON numbers in the currency's unit and are kept exactly.
- **Lists** come in pages: send \`meta.next_cursor\` as \`cursor\` until it is null. \`meta.ignored\` names unknown query parameters. \`format=csv\` and \`format=json\` put all pages into one file.
- **Changing**: a PUT changes only the fields that are sent. With \`If-Match\` and the ETag of the record, the change is refused if the record has changed since.
- **Sending twice** is safe with an \`Idempotency-Key\`.
- **Trash**: DELETE puts a record into the trash, \`…/restore\` restores it, \`forever=true\` erases a record in the trash.
- **History**: every change has a version; \`GET /changes\` lists them, \`POST /changes/{version}/undo\` takes one back, \`known_at\` reads the book as of an earlier time.
- **Reports**: next to a figure is \`explain\`, the address of the list that adds up to it (\`meta.sum_base\`, \`counted_base\`). If a rate is missing, the account counts at its recorded base amount, \`is_complete\` is false, and \`missing_rates\` names the rate.
- **Errors** have one shape, \`Problem\`; programs decide by its \`code\`.`

/** What a right is called where a route says that it needs it. */
const RIGHTS = {
  read: 'Requires the right to read the book.',
  write: 'Requires the right to change the book.',
  own: 'Only owners of the book may do this.',
}

/** Who may call a route of a book. */
export const rightsOf = (route: Route): string[] => [
  ...(route.needs ? [RIGHTS[route.needs]] : []),
  ...(route.annotates
    ? ['An annotator may do this where only category, tags, notes or contact of transactions change.']
    : []),
  ...(!route.open && !isForPrograms(route) ? ['Keys of programs cannot do this.'] : []),
]

/** Sentences about a route that follow from its shape. */
const factsOf = (route: Route): string[] => [
  ...(route.deprecated ? [endSentence(route.deprecated)] : []),
  ...(route.open ? ['Requires no sign-in.'] : []),
  ...(isAuth(route) && !route.open ? ['Applies to the person who is signed in.'] : []),
  ...rightsOf(route),
  ...(isList(route) ? ['The answer is a page; on the last one, meta.next_cursor is null.'] : []),
  ...(route.method === 'PUT' && takesIfMatch(route)
    ? ['Sending a record back as it was read changes nothing; fields that cannot be set are ignored.']
    : []),
  ...(takesIfNoneMatch(route) ? ['The answer has an ETag.'] : []),
  ...(isList(route)
    ? ['With format=csv, Accept: text/csv or format=json: all pages as one file, without an ETag.']
    : []),
  ...(route.maxBodyBytes ? [`The body may have up to ${route.maxBodyBytes / 1024 ** 2} MiB.`] : []),
  ...(route.file ? ['The answer is a file.'] : []),
  ...(route.reply || route.file || route.stream ? [] : ['The answer has no body.']),
]

/** An example of every refusal of a route, and of an internal error. */
function usedExamples(): Json {
  const codes = new Set<string>(api.flatMap(({ route }) => refusalsOf(route)))
  const refused = Object.entries(examplesOfRefusals).filter(([code]) => codes.has(code))
  return { ...Object.fromEntries(refused), internal: bug(id.request) }
}

/** Objects of a kind that several operations share: each is stored once under components, and is referred to by its name. */
function sharing(kind: string) {
  const shared: Json = {}
  const names = new Map<string, string>()
  /** Refers to an object. A new object gets the short name, or the longer name if the short one is taken. */
  const refer = (part: Json, name: string, longer: string): Json => {
    const text = JSON.stringify(part)
    const called = names.get(text) ?? (name in shared ? longer : name)
    names.set(text, called)
    shared[called] = part
    return { $ref: `#/components/${kind}/${called}` }
  }
  return { shared, refer }
}

/** The OpenAPI 3.1 document, made from the routes and nothing else. */
export function openapi(operations = api): Json {
  const schemas: Json = {}
  const [parameters, responses, examples] = [sharing('parameters'), sharing('responses'), sharing('examples')]

  /** The schema as written into the document: a named schema is moved to components and replaced by a reference. */
  function referred(schema: unknown): unknown {
    if (typeof schema !== 'object' || schema === null) return schema
    const { title, properties, items, anyOf, oneOf, additionalProperties, ...rest } = schema as Json
    // Keywords that only the service uses: for reading currency codes, moments and months, for examples, and for the sentences about missing or wrong fields.
    // The discriminator is left out because generators would use the names of the shapes as its values.
    if (['currency', 'moment', 'month', 'budget_source', 'language_tag'].includes(String(rest.format)))
      delete rest.format
    delete rest['x-example']
    delete rest['x-missing']
    delete rest['x-allowed']
    delete rest['x-values']
    delete rest['x-required-unless']
    delete rest.discriminator
    // Generators turn a schema with two types into one wrong type, so each type becomes a schema of its own.
    if (Array.isArray(rest.type) && Array.isArray(rest.enum)) {
      const { type: types, enum: values, ...others } = rest
      const isOf = (type: unknown) => (value: unknown) => (typeof value === 'string') === (type === 'string')
      return { ...others, oneOf: types.map((type) => ({ type, enum: values.filter(isOf(type)) })) }
    }
    if (Array.isArray(rest.type) && rest.type.includes('string') && items !== undefined) {
      const { type: _, maxItems, ...text } = rest
      return {
        oneOf: [
          { ...text, type: 'string' },
          { type: 'array', items: referred(items), maxItems },
        ],
      }
    }
    const plain = {
      ...rest,
      ...(properties !== undefined && { properties: mapped(properties as object, referred) }), // the types are those of JSON Schema
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
  /** An answer. The example of a named schema is shared: creating, reading and changing a record have the same one. */
  function replyJson(schema: TSchema, operationId: string, example: unknown): Json {
    const { title } = schema as Json
    if (typeof title !== 'string') return json(schema, example)
    const shared = examples.refer({ value: example }, title, `${title}_${operationId}`)
    const name = String(shared.$ref).split('/').at(-1) ?? title
    return { 'application/json': { schema: referred(schema), examples: { [name]: shared } } }
  }
  const problem = referred(Problem)
  function problems(codes: string[]): Json {
    const examples = Object.fromEntries(
      codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
    )
    return {
      'application/json': { schema: problem, examples },
      'application/problem+json': { schema: problem },
    }
  }

  const usedHeaders = new Set<AnswerHeader>()
  function named(names: AnswerHeader[]): Json {
    for (const name of names) usedHeaders.add(name)
    return {
      headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }
  }
  const headers = (route: Route, status: number): Json => named(answerHeaders(route, status))

  /** The refusals of an operation by status. A shared response is named after the first operation that has it. */
  function refused(route: Route, operationId: string): Json {
    const byStatus = Map.groupBy(refusalsOf(route), (code: Code) => refusals[code].status)
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => {
          const response = {
            description: codes.map((code) => `\`${code}\`: ${refusals[code].title}.`).join(' '),
            ...headers(route, status),
            content: problems(codes),
          }
          const name = `${operationId}_${status}`
          return [String(status), responses.refer(response, name, name)]
        }),
    )
  }

  const otherProblem: Json = {
    description:
      'Any other problem has the same shape: 405 for a method that is not allowed here, 408 for a request that is too slow, 431 for headers that are too large, 500 for a fault of the service.',
    ...named(['X-Request-Id', 'Allow']),
    content: problems(['internal']),
  }

  function success(route: Route, operationId: string): Json {
    const files = {
      ...(isList(route) && { 'text/csv': CSV_EXAMPLE }),
      ...route.file,
      ...(route.stream && { 'text/event-stream': route.stream }),
    }
    const content = {
      ...(route.reply && replyJson(route.reply, operationId, exampleReply(route))),
      ...Object.fromEntries(
        Object.entries(files).map(([type, example]) => [
          type,
          type === 'application/json'
            ? { schema: { type: 'object', additionalProperties: true }, example: JSON.parse(example) }
            : { schema: { type: 'string', ...(example.startsWith('PK') && { format: 'binary' }) }, example },
        ]),
      ),
    }
    if (route.redirects) return { '303': { description: 'Go to Location.', ...headers(route, 303) } }
    return Object.keys(content).length > 0
      ? { '200': { description: 'Done.', ...headers(route, 200), content } }
      : { '204': { description: 'Done.', ...headers(route, 204) } }
  }

  function parametersOf(route: Route, path: string, operationId: string): Json[] {
    const required = new Set<string>(route.query?.required ?? [])
    const parameter = (where: string, name: string, isRequired: boolean, schema: object): Json => {
      const { description, ...rest } = schema as Json
      const all = { name, in: where, required: isRequired, description, schema: referred(rest) }
      return parameters.refer(all, name, `${name}_${operationId}`)
    }
    return [
      ...pathNames(path).map((name) => parameter('path', name, true, PATH_PARAMETERS[name] ?? {})),
      ...Object.entries(route.query?.properties ?? {}).map(([name, schema]) =>
        parameter('query', name, required.has(name), schema),
      ),
      ...requestHeaders(route).map(({ name, description }) =>
        parameter('header', name, false, { type: 'string', description }),
      ),
    ]
  }

  function operation(name: string, part: string, route: Route, path: string): Json {
    const read = parametersOf(route, path, name)
    return {
      operationId: name,
      tags: [part],
      summary: route.summary,
      description: factsOf(route).join(' '),
      ...(route.deprecated ? { deprecated: true } : {}),
      ...(route.open ? { security: [] } : {}),
      ...(route.needs ? { 'x-needs': route.needs } : {}),
      ...(read.length > 0 ? { parameters: read } : {}),
      ...(route.raw
        ? {
            requestBody: {
              required: true,
              content: {
                'application/octet-stream': {
                  schema: { type: 'string', format: 'binary' },
                  example: route.rawExample ?? FILE,
                },
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
        ...success(route, name),
        ...(takesIfNoneMatch(route)
          ? { '304': { description: 'Unchanged since the ETag in If-None-Match.', ...headers(route, 304) } }
          : {}),
        ...refused(route, name),
        default: responses.refer(otherProblem, 'other', 'other'),
      },
    }
  }

  const paths: Record<string, Json> = {}
  for (const { name, part, route } of operations)
    for (const { path, id } of shownPaths(name, route))
      paths[path] = {
        ...(!isOfBook(route) || path.startsWith('/books') ? { servers: [FIRST] } : {}),
        ...paths[path],
        [route.method.toLowerCase()]: operation(id, part, route, path),
      }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: '1.0.0',
      description: ABOUT,
      contact: { name: 'The Florin authors' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [FIRST, OF_BOOK],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: Object.entries(parts).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: parameters.shared,
      responses: responses.shared,
      examples: { ...examples.shared, ...mapped(usedExamples(), (value) => ({ value })) },
      headers: Object.fromEntries(
        Object.entries(ANSWER_HEADERS)
          .filter(([name]) => usedHeaders.has(name as AnswerHeader)) // its own keys
          .map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token in the answer to signing in. If a cookie is sent too, the token is used.',
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
