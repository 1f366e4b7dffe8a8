import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { trialBalance } from '../contract/reports.ts'
import type { Route } from '../contract/route.ts'
import { randomFrom } from '../demo/random.ts'
import { account, category, publish, spend } from './books.ts'
import { makeWorld } from './world.ts'

/**
 * Requests made from the routes' own schemas, some valid, some not: none is answered with a 5xx, and every answer fits the contract
 * (which the test world checks). `FUZZ_SEED` repeats a run, `FUZZ_REQUESTS` sets how many.
 */
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600)

type Random = () => number

const junk: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1e308,
  1e-320,
  1.5,
  0.001,
  2 ** 60,
  Number.MAX_VALUE,
  '',
  ' ',
  '\0',
  '\ud800',
  '"',
  "'; --",
  '0',
  'null',
  'x'.repeat(300),
  '😀'.repeat(151),
  '2026-02-30',
  '9999-12-31',
  '0001-01-01',
  'NaN',
  '%',
  '_',
  '\\',
  'ʼ',
  '١٢',
  [],
  {},
  [null],
  [[[[]]]],
  { a: { b: 1 } },
  ['x'],
  [{}],
  { toString: 1 },
  { length: -1 },
]
const days = ['2026-01-05', '2026-01-31', '2026-02-28', '2200-12-31', '1900-01-01']
const times = [
  '2026-11-30T08:15:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999-12:00',
  '2026-11-30',
]
const currencies = ['USD', 'EUR', 'JPY', 'BHD', 'XXX', 'EUR ', 'E U']

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxItems?: number
  oneOf?: Schema[]
}

test(`no request made from the schemas gets a 5xx (seed ${SEED}, ${REQUESTS} requests)`, async () => {
  const world = await makeWorld()
  await publish(world, '2026-01-05', { USD: '1.1', JPY: '160' })
  const random = randomFrom(SEED).next
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T // never empty
  const [ana, eve] = [await world.person(), await world.person()]
  const theirs = await category(eve, 'Theirs')
  const ids: string[] = [theirs.id, 'nonsense', theirs.id.toUpperCase()]
  const made = new Map<string, string[]>()
  const know = (collection: string, id: string) =>
    made.set(collection, [...(made.get(collection) ?? []).slice(-20), id])
  for (const kind of ['expense', 'income'] as const) {
    const { id } = await category(ana, kind, kind)
    know('/budgeting/categories', id)
    know('/contacts', (await ana.call(createContact, { body: { name: kind } })).id)
    if (kind === 'expense') know('/budgeting/expenses', (await spend(ana, { amount: 5, category_id: id })).id)
  }
  for (const name of ['Cash', 'Bank', 'Receivables', 'Payables'])
    know('/accounts', (await account(ana, name)).id)
  const pools: [ending: string, collection: string][] = [
    ['category_id', '/budgeting/categories'],
    ['contact_id', '/contacts'],
    ['account_id', '/accounts'],
  ]
  const idFor = (name: string, collection = pools.find(([ending]) => name.endsWith(ending))?.[1] ?? '') => {
    const known = made.get(collection)
    return known && random() < 0.9 ? pick(known) : pick(ids)
  }

  const textFor = (name: string, schema: Schema): unknown =>
    schema.format === 'date'
      ? pick(days)
      : name === 'version' || (schema.format === 'moment' && random() < 0.5)
        ? pick(['0', '1', '2', '7', '999999999999999'])
        : schema.format === 'moment' || schema.format === 'date-time'
          ? pick(times)
          : name.endsWith('currency_id') || name === 'from' || name === 'to'
            ? pick(currencies)
            : name.endsWith('id')
              ? idFor(name)
              : pick(['Name', 'árvíztűrő', '👩‍👩‍👧', 'a@example.com', 'Europe/Budapest', 'x'])
  function make(name: string, schema: Schema, depth = 0): unknown {
    if (random() < 0.08) return pick(junk)
    if (schema.oneOf) return make(name, pick(schema.oneOf), depth)
    const types = [schema.type].flat()
    const type = pick(types)
    if (schema.enum) return pick(schema.enum)
    if (type === 'object') {
      const fields = Object.entries(schema.properties ?? {})
      const chosen = fields.filter(([field]) =>
        schema.required?.includes(field) ? random() < 0.97 : random() < 0.4,
      )
      return Object.fromEntries(chosen.map(([field, inner]) => [field, make(field, inner, depth + 1)]))
    }
    if (type === 'array')
      return Array.from({ length: Math.floor(random() * 4) }, () => make(name, schema.items ?? {}, depth + 1))
    if (type === 'number' || type === 'integer') return pick([1, 2, 5, 10, 12.5, 100, 0.01, 1e6, 99999.99, 3])
    if (type === 'boolean') return random() < 0.5
    return type === 'null' ? null : textFor(name, schema)
  }

  const routes = api.filter(
    ({ route }) => !route.open && route.path !== '/auth/logout' && !route.proof, // these would end the session, which is fresh
  )
  const seen = new Map<number, number>()
  for (let count = 0; count < REQUESTS; count++) {
    const { route } = pick(routes)
    if (route.path.startsWith('/auth/tokens/')) continue
    const collection = collectionOf(route)
    const request = requestOf(route, random, make, (name) =>
      name === 'id' ? idFor(name, collection) : String(textFor(name, {})),
    )
    if (random() < 0.1) twist(request, pick, random)
    const answer = await ana.send(request)
    assert(answer.status < 500, `seed ${SEED}, request ${count}: ${JSON.stringify(request)} ${answer.text}`)
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    if (answer.status === 200 && typeof answer.body?.id === 'string' && random() < 0.3)
      ids.push(answer.body.id)
  }
  console.log(`answers by status: ${[...seen].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  assert((seen.get(200) ?? 0) > REQUESTS / 20, 'enough of them were right to get anywhere')
  const balance = await ana.call(trialBalance, { query: { date: '2200-12-31' } })
  assert.equal(balance.total_debit_base, balance.total_credit_base)
})

/** The list that a route's id belongs to. */
const collectionOf = (route: Route) => route.path.split('/{')[0] ?? ''

type Make = (name: string, schema: Schema) => unknown

function requestOf(
  route: Route,
  random: Random,
  make: Make,
  textFor: (name: string) => string,
): InjectOptions & { url: string; headers: Record<string, string> } {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(
    names.map((name) => [name, name === 'date' ? '2026-01-05' : textFor(name)]),
  )
  const given = Object.entries(route.query?.properties ?? {}).filter(() => random() < 0.3)
  const query = Object.fromEntries(given.map(([name, schema]) => [name, plain(make(name, schema as Schema))]))
  const headers = {
    ...(random() < 0.1 ? { 'idempotency-key': `k${Math.floor(random() * 20)}` } : {}),
    ...(random() < 0.1 ? { 'if-match': `"${Math.floor(random() * 50)}"` } : {}),
    'content-type': 'application/json',
  }
  const payload = route.body ? JSON.stringify(make('body', route.body as Schema)) : undefined
  return {
    method: route.method,
    url: addressOf(route, { params, query }),
    headers,
    ...(payload ? { payload } : {}),
  }
}

const texts = ['\0', '\ud800', 'a\0b', '%00', '%ed%a0%80', '%', '%zz', '../..', '\u202e', 'x'.repeat(5_000)]
const types = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  '',
  ';',
  'application/json; charset=utf-16',
  '\xa0',
]
const names = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'accept',
  'cookie',
  'content-encoding',
  'user-agent',
]

/** Lists and objects nested this deep. */
const nested = (depth: number) => `${'[{"a":'.repeat(depth)}0${'}]'.repeat(depth)}`

/** Spoils a request in a way that no schema knows of. */
function twist(
  request: InjectOptions & { url: string; headers: Record<string, string> },
  pick: <T>(list: readonly T[]) => T,
  random: Random,
): void {
  const payload = typeof request.payload === 'string' ? request.payload : '{}'
  const [path = '', query = ''] = request.url.split('?')
  const code = (text: string) => (random() < 0.5 ? encodeURIComponent(text.toWellFormed()) : text)
  const name = pick([
    'limit',
    'cursor',
    'sort',
    'q',
    'date_from',
    'tag',
    'amount_min',
    'include',
    'zzz',
    '__proto__',
  ])
  const ways: (() => void)[] = [
    () => (request.url = `${path}?${query}&${query}&${name}=1&${name}=${code(pick(texts))}`),
    () => (request.url = `${path}?${`${name}=1&`.repeat(200)}`),
    () => (request.url = `${path}?${name}[a]=1&${name}[]=2&=&&${name}`),
    () => (request.url = path.replace(/[^/]*$/, code(pick(texts)))),
    () => (request.headers['content-type'] = pick(types)),
    () =>
      (request.headers[pick(names)] = pick([...texts, '"', '*', 'W/"1"', 'gzip', '\xff']).replaceAll(
        '\ud800',
        '',
      )),
    () => (request.payload = payload.replace('{', `{"${name}":${nested(pick([1, 15, 40, 5_000]))},`)),
    () => (request.payload = payload.replace('{', '{"amount":1,"amount":"1","name":null,')), // the last of a name counts
    () =>
      (request.payload = payload.replace(
        /\}$/,
        ',"tags":[""],"amount":1e999,"constructor":{"prototype":1}}',
      )),
    () => (request.payload = payload.slice(0, Math.floor(random() * payload.length))),
    () => {
      const item = pick(['0', '{}', '"x"', '[]', 'null', '{"amount":1,"category_id":"x"}'])
      const many = Array(pick([101, 1_000, 8_000])).fill(item)
      request.payload = payload.replace('{', `{"${pick(['splits', 'shares', 'tags', 'name'])}":[${many}],`)
    },
  ]
  pick(ways)()
}

/** A value as a query string can hold it: well-formed text. */
const plain = (value: unknown): string =>
  String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed()
