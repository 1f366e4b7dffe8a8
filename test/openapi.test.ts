import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createContact, listContacts } from '../contract/contacts.ts'
import { isDay } from '../contract/day.ts'
import { isEmail } from '../contract/email.ts'
import { type Json, openapi } from '../contract/openapi.ts'
import { isId, newId } from '../server/process/ids.ts'
import { makeWorld, refused } from './world.ts'

/** The document, as far as these tests look into it. */
type Parameter = { name: string; in: string; description?: string; schema: Json }
type Response = { description: string; headers?: Json; content?: Json }
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json'?: { schema: Json } } }
  responses: Record<string, Response>
}
type Schema = Json & { properties?: Record<string, Schema>; required?: string[] }
type Document = {
  info: { license: Json }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    examples: Record<string, { value: unknown }>
    schemas: Record<string, Schema>
    headers: Record<string, Json>
    parameters: Record<string, Parameter>
    responses: Record<string, Response>
    securitySchemes: Json
  }
}

const text = JSON.stringify(openapi())
const document = JSON.parse(text) as Document // plain JSON, of the shape that `openapi` builds
const { schemas } = document.components

/** A part of the document, or the one under components that it refers to. */
function resolved<Part>(part: Part & { $ref?: string }): Part {
  if (part.$ref === undefined) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  const found = (document.components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] // a `$ref` says where it is
  assert(found, part.$ref)
  return found
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    method === 'servers'
      ? []
      : {
          ...operation,
          method,
          path,
          parameters: (operation.parameters ?? []).map(resolved),
          responses: Object.fromEntries(
            Object.entries(operation.responses).map(([status, response]) => [status, resolved(response)]),
          ),
        },
  ),
)
const operationOf = (id: string) => {
  const found = operations.find(({ operationId }) => operationId === id)
  assert(found, id)
  return found
}

/** Every object inside a value, with the path that leads there. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Json]> {
  if (typeof value !== 'object' || value === null) return
  yield [path, value as Json]
  for (const [key, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${key}`)
}

test('every operation and every parameter is described, and no description only repeats the summary', () => {
  const silent = operations.flatMap(({ operationId, summary, description, parameters }) => [
    ...(operationId && summary && description && !description.includes(summary) ? [] : [String(operationId)]),
    ...parameters.flatMap(({ name, description }) => (description ? [] : [`${operationId} ${name}`])),
  ])
  assert.deepEqual(silent, [])
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length)
})

test('the document stays small enough to be read by tools: parts that several operations share stand once', () => {
  assert(
    text.length <= 5_400 * operations.length,
    `${text.length} characters for ${operations.length} operations`,
  )
  for (const { operationId, method, path } of operations) {
    const { responses, parameters = [] } = document.paths[path]?.[method] ?? assert.fail(operationId)
    for (const [status, response] of Object.entries(responses))
      if (status >= '400') assert('$ref' in response, `${operationId} ${status}`)
    for (const parameter of parameters) assert('$ref' in parameter, operationId)
  }
  for (const kind of ['responses', 'parameters', 'examples'] as const) {
    const all = Object.values(document.components[kind]).map((part) => JSON.stringify(part))
    assert.equal(new Set(all).size, all.length, `${kind} that stand twice`)
  }
})

test('every tag that is used is declared and described, and none is declared in vain', () => {
  assert.deepEqual(
    document.tags.map(({ name }) => name),
    [...new Set(operations.flatMap(({ tags }) => tags))],
  )
  for (const { name, description } of document.tags) assert(description, name)
  assert.deepEqual(document.info.license, { name: 'MIT', identifier: 'MIT' })
  assert.deepEqual(Object.keys(document.components.securitySchemes), ['bearer', 'cookie'])
})

test('whatever a shape requires is among its properties', () => {
  for (const [path, object] of objectsIn(document)) {
    if (!Array.isArray(object.required)) continue
    for (const name of object.required)
      assert(Object.hasOwn(object.properties ?? {}, name), `${path} ${name}`)
  }
  assert(schemas.Problem?.properties?.title)
  assert.deepEqual(schemas.Problem.properties.errors?.additionalProperties, {
    type: 'array',
    items: { type: 'string' },
  })
})

test('a body has no defaults: a client would send them and undo what it does not mention, or require them', () => {
  for (const { operationId, requestBody } of operations) {
    const json = requestBody?.content['application/json'] // a file is none
    if (!json) continue
    const { $ref = '' } = json.schema
    const name = String($ref).split('/').at(-1) ?? ''
    assert(schemas[name], operationId)
    for (const [path, object] of objectsIn(schemas[name])) assert(!('default' in object), `${name}${path}`)
  }
})

test('ids are UUIDs in answers, bodies and paths; what stands for several or is not a UUID is plain text', () => {
  const others =
    /currency_id$|external_id$|^Currency |^ExchangeRate |^Budget |^Value |^Spending rows|^MoneyFlow nodes\/items\/id$|^Obligation currency\/|^Change |^Problem |^(NewPasskey|Passkey(Answer|\w+Options)) /
  const plain: string[] = []
  for (const [name, schema] of Object.entries(schemas))
    for (const [path, object] of objectsIn(schema, `${name} `))
      for (const [field, inner] of Object.entries((object.properties ?? {}) as Record<string, Json>)) {
        const place = `${path.replaceAll('properties/', '').replace(' /', ' ')}/${field}`.replace(' /', ' ')
        if (/(^|_)id$/.test(field) && inner.format !== 'uuid' && !others.test(place)) plain.push(place)
      }
  assert.deepEqual(plain, [])
  for (const { operationId, parameters } of operations)
    for (const { name, in: where, schema } of parameters)
      if (where === 'path' && /id$/.test(name) && name !== 'book_id')
        assert.equal(schema.format, 'uuid', operationId)
})

test('every body and every answer has an example that fits its shape', () => {
  const ajv = new Ajv2020({
    strict: false,
    formats: { date: isDay, email: isEmail, 'date-time': true, uuid: isId },
  })
  // The validator knows the document by a name, below which it finds the referenced shapes.
  const named = JSON.parse(JSON.stringify(document).replaceAll('"#/components/', '"florin#/components/'))
  ajv.addSchema(named, 'florin')
  type Media = { schema: Json; example?: unknown; examples?: Record<string, { $ref: string }> }
  const checks = new Map<string, ValidateFunction>()
  function check(schema: Json): ValidateFunction {
    const text = JSON.stringify(schema)
    const made = checks.get(text) ?? ajv.compile(schema)
    checks.set(text, made)
    return made
  }
  let count = 0
  for (const [path, object] of objectsIn({ ...named.paths, responses: named.components.responses })) {
    for (const [type, { schema, example, examples }] of Object.entries(
      (object.content ?? {}) as Record<string, Media>,
    )) {
      if (type === 'application/problem+json') continue // as application/json, which has the examples
      const shown = examples
        ? Object.keys(examples).map((code) => document.components.examples[code]?.value)
        : [example]
      assert(
        shown.length > 0 && !shown.includes(undefined),
        `${path} has no example: add it to contract/examples`,
      )
      const fits = check(schema)
      for (const one of shown) assert(fits(one), `${path}: ${ajv.errorsText(fits.errors)}`)
      count += shown.length
    }
  }
  assert(count > 600, `${count} examples`)
})

test('headers are declared where they are sent and read', () => {
  const headersOf = (id: string, status: number | 'default') =>
    Object.keys(operationOf(id).responses[status]?.headers ?? {})
  const readBy = (id: string) =>
    operationOf(id)
      .parameters.filter((one) => one.in === 'header')
      .map(({ name }) => name)
  assert.deepEqual(headersOf('getContact', 200), ['X-Request-Id', 'Book', 'ETag', 'Ignored'])
  assert.deepEqual(headersOf('getContact', 304), ['X-Request-Id', 'Book', 'ETag', 'Ignored'])
  assert.deepEqual(headersOf('getContact', 401), ['X-Request-Id', 'Ignored', 'WWW-Authenticate'])
  assert.deepEqual(headersOf('listContacts', 200), [
    'X-Request-Id',
    'Book',
    'ETag',
    'Link',
    'Content-Disposition',
    'Ignored',
  ])
  assert.deepEqual(headersOf('createContact', 200), [
    'X-Request-Id',
    'Book',
    'ETag',
    'Idempotency-Replayed',
    'Ignored',
  ])
  assert.deepEqual(headersOf('createContact', 429), ['X-Request-Id', 'Book', 'Ignored', 'Retry-After'])
  assert.deepEqual(headersOf('createContact', 503), ['X-Request-Id', 'Book', 'Ignored', 'Retry-After'])
  assert.deepEqual(headersOf('register', 200), ['X-Request-Id', 'Ignored', 'Set-Cookie'])
  assert.deepEqual(headersOf('logout', 204), ['X-Request-Id', 'Ignored', 'Set-Cookie'])
  assert.deepEqual(headersOf('getContact', 'default'), ['X-Request-Id', 'Allow'])
  assert.deepEqual(readBy('getContact'), ['If-None-Match', 'Prefer', 'X-Florin-User'])
  assert.deepEqual(readBy('updateContact'), ['If-Match', 'Prefer', 'X-Florin-User'])
  assert.deepEqual(readBy('createContact'), ['Idempotency-Key', 'Prefer', 'X-Florin-User'])
  assert.deepEqual(readBy('register'), ['Prefer'])
})

test('a problem carries the numbers and names of its sentence, and a malformed id is refused like an unknown one', async () => {
  const world = await makeWorld()
  const ana = await world.person()
  const { id } = await ana.call(createContact, { body: { name: 'Bela' } })
  const stale = await ana.send({
    method: 'PUT',
    url: `/contacts/${id}`,
    headers: { 'if-match': '"1"' },
    payload: { name: 'Béla' },
  })
  assert.deepEqual(stale.body.params, { expected: '"1"', version: 2 })
  assert.deepEqual((await refused(ana.call(createContact, { body: { name: '' } }))).params, {})
  assert.deepEqual((await refused(ana.call(listContacts, { query: { cursor: 'x' } }))).params, {})
  const spend = (category_id: string) =>
    ana.send({ method: 'POST', url: '/budgeting/expenses', payload: { amount: 1, category_id } })
  const [malformed, unknown] = [await spend('nonsense'), await spend(newId())]
  assert.equal(malformed.status, 422)
  assert.deepEqual(malformed.body.params, { field: 'category_id', kind: 'expense' })
  assert.deepEqual(
    { ...malformed.body, request_id: '' },
    { ...unknown.body, request_id: '' },
    'malformed or unknown',
  )
  assert.equal((await ana.send({ url: '/contacts/nonsense' })).status, 404)
})
