import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyReply, InjectOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { type Registration, register, type User } from '../contract/auth.ts'
import { getBook } from '../contract/books.ts'
import { type Client, client, Refused } from '../contract/client.ts'
import { ANSWER_HEADERS, answerHeaders } from '../contract/headers.ts'
import { Problem } from '../contract/problem.ts'
import { type Code, refusals } from '../contract/refusals.ts'
import type { Route } from '../contract/route.ts'
import { refusalsOf } from '../contract/route-refusals.ts'
import { makeApp } from '../server/app.ts'
import { COST } from '../server/auth/passwords.ts'
import { type Database, row } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import type { Shard } from '../server/database/shards.ts'
import { sql } from '../server/database/sql.ts'
import type { House } from '../server/serve.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import type { Web } from '../server/web/pages.ts'
import { watchSlices } from './long-slices.ts'
import { closed, type Login, onAll } from './server.ts'

/** A service of its own on a database of its own, and people who use it through the contract's client. */
export type World = {
  app: FastifyInstance
  /** The database past the service, as its owner. */
  db: Database
  /** The same database as the service uses it: as a role that may do only what the service does. */
  service: Database
  /** Another instance of the service, on the same database and with the machine's clock unless others are given. */
  another: (settings?: Partial<Settings>, on?: Database, now?: () => string) => FastifyInstance
  /** The lines that the instances of this world logged, parsed. An instance logs errors only, unless `logLevel` says otherwise. */
  logged: LogLine[]
  /** Somebody who has just registered. */
  person: (draft?: Partial<Registration>) => Promise<Person>
  /** A request as it comes over the wire, below /api/v1. */
  send: (request: InjectOptions & { url: string }) => Promise<Answer>
}
/** As much of a world as several files may share. */
export type SharedWorld = Pick<World, 'person' | 'send'>
/** A test's knowledge of a person. */
export type Known = {
  user: User
  /** The book that they work in. */
  book_id: string
  token: string
  password: string
}
export type Person = Client & Known & { send: World['send'] }
export type LogLine = Record<string, unknown>
export type Answer = {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: an answer off the wire can be anything; a test looks at what it expects.
  body: any
  text: string
}

/** The key of second factors. */
const SECRET_KEY = 'a-key-of-the-tests-and-no-other-one'

export const PASSWORD = 'correct horse battery'

// Hundreds of people register in a run, so hashing is made cheap. Tests of its cost put the cost back.
Object.assign(COST, { memory: 8, passes: 1 })

const connection: Login = JSON.parse(process.env.FLORIN_TEST_POSTGRES ?? '{}')
export const serviceConnection: Login = JSON.parse(process.env.FLORIN_TEST_SERVICE ?? '{}')
const nodes: Login[] = JSON.parse(process.env.FLORIN_TEST_NODES ?? '[]')
/** The shards of a cluster, and none of one PostgreSQL. */
export const shards: Shard[] = JSON.parse(process.env.FLORIN_TEST_SHARDS ?? '[]')
export const instanceKey: Uint8Array = Buffer.from(process.env.FLORIN_TEST_KEY ?? '', 'hex')

/** Makes a world for a test file, with the web app if it is given one, and takes it down when the file is done. */
export async function makeWorld(
  settings: Partial<Settings> = {},
  web?: Web,
  template?: string,
): Promise<World> {
  watchSlices()
  const { world, close } = await openWorld(settings, web, template)
  after(() => close())
  return world
}

/** The database that others are copies of: with every table, and nobody in it. */
export const EMPTY = connection.database

let shared: ReturnType<typeof openWorld> | undefined

/**
 * The world of all files of a process that see nothing but people of their own: a database and an app take longer to make than most of their
 * tests. The program of the group closes it (`groups.ts`).
 */
export async function sharedWorld(): Promise<SharedWorld> {
  watchSlices()
  shared ??= openWorld()
  const { world, close } = await shared
  Object.assign(globalThis, { closeSharedWorld: close })
  return world
}

/** A world until it is closed: then its database becomes a template of this name, or is removed. */
export async function openWorld(
  settings: Partial<Settings> = {},
  web?: Web,
  template: string = EMPTY,
): Promise<{ world: World; close: (template?: string) => Promise<void> }> {
  assert(
    connection.host,
    'Tests run with npm test, which starts the PostgreSQL they need: npm test -- contacts',
  )
  const database = `test_p${process.pid}_${randomBytes(4).toString('hex')}`
  await onAll(nodes, [`create database ${database} template ${template}`])
  const db = openDatabase({ ...connection, database }, () => undefined, {
    shards,
    isPatient: nodes.length > 1,
  })
  const service = openDatabase({ ...serviceConnection, database }, () => undefined, {
    shards,
    observe: noteStatement,
  })
  const apps: FastifyInstance[] = []
  const logged: LogLine[] = []
  const log = {
    write: (line: string) => {
      if (process.env.SAY) process.stderr.write(line)
      logged.push(JSON.parse(line))
    },
  }
  const another = (more: Partial<Settings> = {}, on = service, now?: () => string) => {
    const all = {
      ...readSettings({ LOG_LEVEL: 'error', FAILURES_PER_MINUTE: '0', SECRET_KEY }),
      ...settings,
      ...more,
    }
    const app = checked({ db: on, instanceKey, settings: all, web, ...(now && { now }) }, log)
    apps.push(app)
    return app
  }
  const app = another()
  const world: World = {
    app,
    db,
    service,
    another,
    logged,
    send: sender(app),
    person: (draft) => personOf(app, draft),
  }
  const close = async (template?: string) => {
    for (const app of apps) await app.close()
    for (const one of [db, service]) await closeDatabase(one)
    const ending = template
      ? `alter database ${database} rename to ${template}`
      : `drop database ${database} with (force)`
    // Citus connects to a database again and again.
    await onAll(nodes, [...(nodes.length > 1 ? closed(database) : []), ending])
  }
  return { world, close }
}

/** The address of the world's database, for a process of its own. */
export async function databaseUrl(world: World): Promise<string> {
  const { host, port = 5432, user, password = '' } = connection
  const found = await row<{ name: string }>(world.db, sql`select current_database() as name`)
  return `postgres://${user}:${encodeURIComponent(password)}@/${found?.name}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Registers somebody with an app. */
export async function personOf(app: FastifyInstance, draft: Partial<Registration> = {}): Promise<Person> {
  const password = draft.password ?? PASSWORD
  const body = {
    name: 'Ana',
    email: `ana-${randomBytes(6).toString('hex')}@example.com`,
    password,
    password_confirmation: password,
    ...draft,
  }
  const { data: user, token } = await client(through(app), '/api/v1').call(register, { body })
  const { id: book_id } = await client(through(app), '/api/v1', token).call(getBook)
  return signedIn(app, { user, book_id, token, password })
}

/** Somebody who has signed in. */
export const signedIn = (app: FastifyInstance, known: Known): Person => {
  const send = sender(app)
  const { token } = known
  return {
    ...client(through(app), '/api/v1', token),
    ...known,
    send: (request) =>
      send({ ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } }),
  }
}

/** The contract's client without a network, as if from an address. */
export const through =
  (app: FastifyInstance, remoteAddress = '127.0.0.1') =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await app.inject({ url, remoteAddress, ...init } as InjectOptions) // the client sends plain headers and text only
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as [string, string]),
    )
    return new Response([204, 304].includes(answer.statusCode) ? null : answer.payload, {
      status: answer.statusCode,
      headers,
    })
  }

function sender(app: FastifyInstance): World['send'] {
  return async (request) => {
    const answer = await app.inject({ method: 'GET', ...request, url: `/api/v1${request.url}` })
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    )
    const isJson = answer.payload !== '' && headers['content-type']?.includes('json')
    return {
      status: answer.statusCode,
      headers,
      text: answer.payload,
      body: isJson ? JSON.parse(answer.payload) : undefined,
    }
  }
}

/** The refusal that a call ends with. */
export async function refused(work: Promise<unknown>): Promise<Problem> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.problem
    throw error
  }
  assert.fail('this should have been refused')
}

/** The migrated database that all others are cloned from. */
export const { database } = connection

/** Where databases are made and removed: outside of all worlds. */
export const admin = { ...connection, database: 'postgres' }

const ajv = new Ajv({
  strict: false,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    date: /^\d{4}-\d\d-\d\d$/,
    email: true,
    uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  },
})
const compiled = new Map<TSchema, ReturnType<typeof ajv.compile>>()

/** An app whose every answer is checked against the contract, and every refusal against its route's list. */
function checked(house: House, log: { write: (line: string) => void }): FastifyInstance {
  const observe = (code: Code, route: Route | undefined) => {
    if (route && !refusalsOf(route).includes(code))
      assert.fail(`${route.method} ${route.path} does not list ${code}`)
    noteProvoked(code, route)
  }
  const app = makeApp(house, observe, log)
  // A request without a connection has its answer when that ends: of a stream, the first events.
  app.addHook('onRequest', async (request, { raw }) => {
    if (!request.routeOptions.config.route?.stream || request.raw.socket instanceof Socket) return
    const write = raw.write.bind(raw)
    raw.write = (text: string) => {
      setImmediate(() => raw.end())
      return write(text)
    }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { route } = request.routeOptions.config
    const schema = reply.statusCode >= 400 ? Problem : reply.statusCode === 200 ? route?.reply : undefined
    assert.deepEqual(undeclaredHeaders(route, reply), [], `headers of ${request.method} ${request.url}`)
    if (!schema || request.method === 'HEAD' || payload instanceof Readable) return payload // a file is looked at by its own tests
    const fits = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, fits)
    const isZipped = reply.getHeader('content-encoding') === 'gzip'
    const body = JSON.parse(String(isZipped ? gunzipSync(payload as Buffer) : payload)) // gzipped by the hook before
    assert(
      fits(body) === true,
      `${request.method} ${request.url}: ${ajv.errorsText(fits.errors)} in ${payload}`,
    )
    if (reply.statusCode >= 400 && body.code !== 'internal')
      assert.equal(refusals[body.code as Code].status, reply.statusCode)
    return payload
  })
  return app
}

/** Headers that an answer has, though the contract does not mention them. */
function undeclaredHeaders(route: Route | undefined, reply: FastifyReply): string[] {
  const declared: string[] = route ? answerHeaders(route, reply.statusCode) : Object.keys(ANSWER_HEADERS)
  return Object.keys(ANSWER_HEADERS).filter((name) => reply.hasHeader(name) && !declared.includes(name))
}

function noteProvoked(code: Code, route: Route | undefined): void {
  const file = process.env.FLORIN_TEST_PROVOKED
  if (file) appendFileSync(file, `${code}\n${route ? `${code} ${route.method} ${route.path}\n` : ''}`)
}

const noted = new Set<string>()

/** Every distinct statement of the request path, for the check of all of them that ends a run. */
function noteStatement(text: string): void {
  const file = process.env.FLORIN_TEST_STATEMENTS
  if (!file || noted.has(text)) return
  noted.add(text)
  appendFileSync(file, `${JSON.stringify(text)}\n`)
}
