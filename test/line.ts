import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, row } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { until } from './until.ts'
import { type Person, serviceConnection, shards, type World } from './world.ts'

/**
 * The fate of a statement on its way: it goes through; the connection ends before PostgreSQL gets it; or PostgreSQL executes it, and the
 * connection ends before its answer arrives.
 */
export type Fate = 'through' | 'cut' | 'unanswered'

/** A connection between the service and PostgreSQL, on which a test listens and which it can cut. */
export type Line = {
  db: Database
  /** The text of every statement that was sent, in order. */
  statements: string[]
  /** Decides about each statement, and may take its time. */
  fate: (text: string) => Fate | Promise<Fate>
}

export const isLoad = (text: string): boolean => /^select \$1 as part/.test(text)
export const isWrite = (text: string): boolean => /^\s*(with part_0|update books)/.test(text)

/** Whether a statement is of a request that holds a lane up (`holdUp`). */
export const isPlug = (text: string): boolean => text.includes('insert into categories')

/** The statements by their purpose. */
export const wordsOf = (statements: readonly string[]): string[] =>
  statements.map((text) =>
    isLoad(text) ? 'load' : isWrite(text) ? 'write' : text.trim().split(/\s+/).slice(0, 3).join(' '),
  )

export async function makeLine(world: World, processes = 1): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-line-'))
  const name = '.s.PGSQL.5432'
  const found = await row<{ database: string }>(world.db, sql`select current_database() as database`)
  const { host, port = 5432 } = serviceConnection
  const isSocket = host.startsWith('/')
  const connection = { ...serviceConnection, host: folder, port: 5432, database: found?.database ?? '' }
  const db = openDatabase(connection, () => undefined, { shards, processes })
  const line: Line = { db, statements: [], fate: () => 'through' }
  const server = createServer((client) =>
    relay(client, connect(isSocket ? { path: join(host, name) } : { host, port }), (text) => {
      if (text !== 'discard plans') line.statements.push(text) // every few seconds, by the clock
      return line.fate(text)
    }),
  )
  await new Promise<void>((resolve) => server.listen(join(folder, name), resolve))
  after(async () => {
    await closeDatabase(db)
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  return line
}

/** Passes messages between the two ends; asks for the fate of each statement, once all of its messages are there. */
function relay(client: Socket, server: Socket, fateOf: (text: string) => Fate | Promise<Fate>): void {
  const cut = () => {
    client.destroy()
    server.destroy()
  }
  for (const end of [client, server]) end.on('error', cut).on('close', cut)
  let isAnswered = true
  const fromServer = messagesIn(true)
  server.on('data', (bytes: Buffer) => {
    if (isAnswered) client.write(bytes)
    else if (fromServer(bytes).some(({ type }) => type === 'Z')) cut() // ready for the next: the query is done
  })

  const texts = new Map<string, string>()
  const fromClient = messagesIn(false)
  let asked: Buffer[] = []
  let text = ''
  let passing: Promise<unknown> = Promise.resolve()
  async function pass(bytes: Buffer, statement: string): Promise<void> {
    const fate = statement === '' ? 'through' : await fateOf(statement)
    if (fate === 'cut') return cut()
    if (fate === 'unanswered') isAnswered = false
    server.write(bytes)
  }
  client.on('data', (bytes: Buffer) => {
    for (const { type, body, all } of fromClient(bytes)) {
      asked.push(all)
      const [first = '', second = ''] = body.toString('utf8').split('\0')
      if (type === 'P') texts.set(first, second)
      if (type === 'P') text = second
      if (type === 'B') text = carriedBy(texts.get(second) ?? '', body)
      if (type === 'Q') text = first
      if ('PBDE'.includes(type)) continue // the rest of the statement follows
      const [message, statement] = [Buffer.concat(asked), text]
      asked = []
      text = ''
      passing = passing.then(() => pass(message, statement))
    }
  })
}

/** The statement that a call carries to a node of a cluster (`scale/on-shard.ts`): its second value, of which each table is marked. */
function carriedBy(text: string, bound: Buffer): string {
  if (!/^select .*_on_shard\(/.test(text)) return text
  let at = bound.indexOf(0, bound.indexOf(0) + 1) + 1
  at += 2 + 2 * bound.readInt16BE(at) + 2 // how each value is written, and how many there are
  at += 4 + bound.readInt32BE(at)
  const carried = bound.toString('utf8', at + 4, at + 4 + bound.readInt32BE(at))
  return carried.replace(/@(\w+)@ as (\w+)/g, (_, table, name) =>
    table === name ? table : `${table} ${name}`,
  )
}

type Message = { type: string; body: Buffer; all: Buffer }

/** Cuts bytes into messages: a letter, a length, and the rest. Only the client's first has no letter. */
function messagesIn(hasLetter: boolean): (bytes: Buffer) => Message[] {
  let left = Buffer.alloc(0)
  let isFirst = !hasLetter
  return (bytes) => {
    left = Buffer.concat([left, bytes])
    const messages: Message[] = []
    for (;;) {
      const at = isFirst ? 0 : 1
      const end = left.length < at + 4 ? Number.POSITIVE_INFINITY : at + left.readInt32BE(at)
      if (left.length < end) return messages
      const type = isFirst ? '-' : String.fromCharCode(left[0] ?? 0)
      messages.push({ type, body: left.subarray(at + 4, end), all: left.subarray(0, end) })
      left = left.subarray(end)
      isFirst = false
    }
  }
}

/** People whose requests can travel together, beginning with the given one: on a cluster, their books are on one shard. */
export async function neighbours(world: World, count: number, first?: Person): Promise<Person[]> {
  const shardOf = ({ book_id }: Person) => world.db.shardOf(book_id)
  const found = [first ?? (await world.person())]
  while (found.length < count) {
    const more = await Promise.all(Array.from({ length: count - found.length }, () => world.person()))
    found.push(...more.filter((one) => found[0] && shardOf(one) === shardOf(found[0])))
  }
  return found
}

/** An instance of the service on a line of its own, and functions that make requests wait for its writer together. */
export type LinedUp = {
  line: Line
  app: FastifyInstance
  /** Sends requests while both of the writer's lanes are held up, so that the rest travel together; then lets them go. */
  together: <T>(requests: readonly (() => Promise<T>)[]) => Promise<T[]>
  /** Holds both lanes up, until it is told to let go. */
  holdUp: () => Promise<() => Promise<unknown>>
  /** Waits until so many more requests than at the last call are with the writer. */
  arrived: (count: number) => Promise<void>
}

export async function lineUp(world: World): Promise<LinedUp> {
  const line = await makeLine(world)
  const app = world.another({}, line.db)
  let count = 0
  let seen = 0
  app.addHook('preHandler', async () => {
    count++
  })
  const ask = await Promise.all([world.person(), world.person()])
  const arrived = async (more: number) => {
    await until(() => count === seen + more, 5_000)
    seen = count
    await setImmediate() // the handler runs right after the hook
  }
  async function holdUp(): Promise<() => Promise<unknown>> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { fate } = line
    let held = 0
    line.fate = async (text): Promise<Fate> => {
      if (!isLoad(text)) return 'through'
      held++
      await promise
      return 'through'
    }
    seen = count
    const plugs: Promise<unknown>[] = []
    for (const { token } of ask) {
      plugs.push(post(app, token, '/budgeting/categories', { name: newId() })) // loads all codes each time
      await until(() => held === plugs.length, 5_000) // in a lane of its own
    }
    await arrived(2)
    let written = 0
    const { promise: areWritten, resolve: goOn } = Promise.withResolvers<void>()
    return () => {
      // The requests that held the lanes up are written first, whether the others have something to load or not.
      line.fate = async (text) => {
        if (isPlug(text) && ++written === plugs.length) goOn()
        if (isWrite(text) && !isPlug(text)) await areWritten
        return fate(text)
      }
      line.statements.length = 0
      resolve()
      return Promise.all(plugs)
    }
  }
  async function together<T>(requests: readonly (() => Promise<T>)[]): Promise<T[]> {
    const letGo = await holdUp()
    const answers = requests.map((send) => send())
    await arrived(requests.length)
    await letGo()
    return Promise.all(answers)
  }
  return { line, app, together, holdUp, arrived }
}

export type Sent = {
  status: number
  body: { id: string; version: number; code?: string }
  text: string
  replayed: boolean
}

/** A POST or a PUT with a person's token, to any instance. */
export async function post(
  app: FastifyInstance,
  token: string,
  url: string,
  payload: object,
  { method = 'POST', ...headers }: Record<string, string> = {},
): Promise<Sent> {
  const answer = await app.inject({
    method: method as 'POST',
    url: `/api/v1${url}`,
    payload,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const replayed = answer.headers['idempotency-replayed'] === 'true'
  return { status: answer.statusCode, body: answer.json(), text: answer.payload, replayed }
}
