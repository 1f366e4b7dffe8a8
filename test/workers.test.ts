import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listChanges } from '../contract/changes.ts'
import { listContacts } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { ownerProcess } from '../server/workers/peers.ts'
import {
  type Florin,
  isProcess,
  refusedStart,
  serverOf,
  start,
  startedFolder,
  stop,
  theServerOf,
} from './instance.ts'
import { until } from './until.ts'
import { numbersOf, theWorker, workersOf } from './worker-processes.ts'
import { databaseUrl, makeWorld, type Person } from './world.ts'

/** Several processes behind one port, as WORKERS makes them. */
const world = await makeWorld()
const env = { DATABASE_URL: await databaseUrl(world), WORKERS: '2', LOG_LEVEL: 'info' }
const people: Person[] = []
while (people.length < 8) {
  const person = await world.person()
  // Half of the books at each process, whatever their ids.
  if (booksAt(ownerProcess(person.book_id, 2)).length < 4) people.push(person)
}

function booksAt(number: number): Person[] {
  return people.filter(({ book_id }) => ownerProcess(book_id, 2) === number)
}

/** Somebody whose book a process of this number writes. */
const personAt = (number: number): Person =>
  booksAt(number)[0] ?? assert.fail('all books are at the other one')

type Sent = { status: number; connection: string | undefined; body: string }

/** A request over a connection of the agent's; its failure is that of the connection. */
function post(
  florin: Florin,
  agent: Agent,
  token: string,
  path: string,
  content: object,
  key?: string,
): Promise<Sent> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asked = request(`${florin.address}api/v1/${path}`, {
      agent,
      method: 'POST',
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, body }),
      )
    })
    asked.end(JSON.stringify(content))
  })
}
const send = (florin: Florin, agent: Agent, { token }: Person, name: string, key?: string): Promise<Sent> =>
  post(florin, agent, token, 'contacts', { name }, key)

/** The versions of a book, the first one first. */
async function versionsOf({ call }: Person): Promise<number[]> {
  const versions: number[] = []
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await call(listChanges, { query: { limit: 1_000, ...(cursor && { cursor }) } })
    versions.push(...data.map(({ version }) => version))
    if (meta.next_cursor === null) return [...new Set(versions)].sort((a, b) => a - b) // a change has several events
    cursor = meta.next_cursor
  }
}

const linux = process.platform !== 'linux' && 'processes are found in /proc'
const limited =
  linux ||
  (spawnSync('prlimit', ['--version']).status !== 0 && 'prlimit, of util-linux, is not installed here')

test('two processes take 25 changes of each of several books at once, and every version of each book is there once', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const sent = await Promise.all(
    Array.from({ length: 25 * people.length }, (_, index) =>
      send(florin, agent, people[index % people.length] as Person, `Contact ${index}`),
    ),
  )
  agent.destroy()
  assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([200]))
  for (const person of people) {
    const versions = await versionsOf(person)
    assert.deepEqual(
      versions,
      Array.from({ length: versions.length }, (_, index) => index + 1),
    )
    assert.equal((await person.call(listContacts, { query: { limit: 100 } })).data.length, 25)
  }
  for (const number of [1, 2])
    assert.match(florin.said(), new RegExp(`"worker":${number},.*"status":200`), 'each of them answered')
  assert.equal(await stop(florin), 0, florin.said())
  assert.equal(workersOf(florin).size, 0)
})

test('a process that hangs is ended, and another one takes its place', { skip: linux }, async () => {
  const florin = await start(env)
  const hung = theWorker(florin, 2)
  process.kill(hung, 'SIGSTOP')
  await until(() => florin.said().includes(`Worker 2 (process ${hung}) hangs and is ended.`), 30_000)
  await until(() => (workersOf(florin).get(2) ?? hung) !== hung, 10_000)
  const agent = new Agent({ keepAlive: true })
  await until(async () => (await send(florin, agent, personAt(2), 'After the pause')).status === 200, 10_000)
  agent.destroy()
  assert.deepEqual(numbersOf(florin), [1, 2])
  assert.equal(await stop(florin), 0, florin.said())
})

test('a change is written by the process that its book belongs to, wherever it came in', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const [one, two] = [personAt(1), personAt(2)]
  const agents = [1, 2, 3, 4].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) // a connection each, two at each process
  const all = (person: Person) => Promise.all(agents.map((agent) => send(florin, agent, person, 'Before')))
  for (const person of [one, two]) await all(person) // each process knows both people now
  const second = theWorker(florin, 2)
  process.kill(second, 'SIGSTOP')
  // Two of the connections lead to the stopped process; through the others only the first one's book can be written.
  const settled: string[] = []
  const sent = [one, two].flatMap((person) =>
    agents.map(() => {
      const agent = new Agent({ keepAlive: false })
      return send(florin, agent, person, 'Meanwhile').then(({ status }) => {
        assert.equal(status, 200)
        settled.push(person.book_id)
      })
    }),
  )
  await until(() => settled.length >= 2, 10_000, florin.said)
  assert.deepEqual(new Set(settled), new Set([one.book_id]))
  process.kill(second, 'SIGCONT')
  await Promise.all(sent)
  for (const agent of agents) agent.destroy()
  assert.equal(await stop(florin), 0, florin.said())
})

test('a process that is killed loses its own connections; the other one goes on, a new one comes, and repeated requests find their change', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const before = theWorker(florin, 2)
  const agents = Array.from({ length: 16 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const outcomes: string[] = []
  /** Repeats each request with its key until it is answered. */
  async function client(agent: Agent, index: number): Promise<void> {
    const person = people[index % people.length] as Person
    for (let n = 0; n < 12; n++) {
      const key = `killed-${index}-${n}`
      for (let isDone = false; !isDone; ) {
        const { status } = await send(florin, agent, person, key, key).catch(() => ({ status: 0 }))
        outcomes.push(String(status))
        isDone = status === 200
        assert([0, 200, 503].includes(status), `${status}: ${florin.said()}`)
      }
      if (index === 0 && n === 3) process.kill(before, 'SIGKILL')
    }
  }
  await Promise.all(agents.map(client))
  for (const agent of agents) agent.destroy()
  assert(outcomes.includes('0'), 'connections were lost')
  await until(() => (workersOf(florin).get(2) ?? before) !== before, 10_000, florin.said)
  assert.match(florin.said(), /^Worker 2 \(process \d+\) ended with SIGKILL; another one starts\.$/m)
  for (const line of florin.printed().trim().split('\n'))
    if (!line.startsWith('Florin is ready: '))
      assert.partialDeepStrictEqual(Object.keys(JSON.parse(line)), ['level', 'time', 'pid', 'msg'], line)
  for (const person of people) {
    const { data } = await person.call(listContacts, { query: { q: 'killed', limit: 100 } })
    assert.equal(data.length, 24)
    assert.equal(new Set(data.map(({ name }) => name)).size, 24)
  }
  assert.equal(await stop(florin), 0, florin.said())
})

test('SIGUSR2 puts new processes in the place of the old ones, one by one, and no request is refused meanwhile', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const before = workersOf(florin)
  let isOver = false
  const statuses = new Set<number>()
  async function client(person: Person): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (; !isOver; await sleep(20)) statuses.add((await send(florin, agent, person, 'Renewed')).status)
    agent.destroy()
  }
  const idle = [1, 2, 3, 4].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) // two at each process
  const closed: number[] = []
  for (const agent of idle) {
    agent.on('free', (socket) => socket.once('close', () => closed.push(Date.now())))
    await send(florin, agent, personAt(1), 'Idle')
  }
  const clients = people.map(client)
  process.kill(florin.pid, 'SIGUSR2')
  await until(() => /^All workers were renewed\.$/m.test(florin.said()), 40_000, florin.said)
  isOver = true
  const left = florin
    .printed()
    .split('\n')
    .filter((line) => line.includes('Another one takes its place'))
    .map((line): number => JSON.parse(line).time)
  assert.equal(left.length, 2, florin.said())
  assert.equal(closed.length, idle.length)
  for (const at of closed) {
    const since = at - Math.max(...left.filter((time) => time <= at))
    assert(since < 6_000, `an idle connection was kept for ${since} ms`)
  }
  for (const agent of idle) agent.destroy()
  await Promise.all(clients)
  assert.deepEqual([...statuses], [200])
  const after = workersOf(florin)
  assert.deepEqual([...after.keys()].sort(), [1, 2])
  for (const [number, pid] of after) assert.notEqual(pid, before.get(number))
  assert.equal(await stop(florin), 0, florin.said())
})

test('a renewal while a worker waits to be started again leaves no worker that nobody knows', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  for (const text of ['starts.', 'starts in 1 s.']) {
    const before = theWorker(florin, 1)
    process.kill(before, 'SIGKILL')
    await until(
      () => florin.said().includes(`(process ${before}) ended with SIGKILL; another one ${text}`),
      10_000,
    )
    if (text === 'starts.') await until(() => (workersOf(florin).get(1) ?? before) !== before, 10_000)
  }
  process.kill(florin.pid, 'SIGUSR2')
  const pauseEnds = Date.now() + 1_500
  await until(() => /^All workers were renewed\.$/m.test(florin.said()), 40_000, florin.said)
  await sleep(Math.max(0, pauseEnds - Date.now())) // another one would come then, and nothing would say so
  assert.deepEqual(numbersOf(florin), [1, 2])
  assert.equal(await stop(florin), 0, florin.said())
})

test('a renewal that fails leaves the workers as they are, and Florin answers', {
  skip: limited,
}, async () => {
  const florin = await start(env)
  const before = workersOf(florin)
  const limitFiles = (limit: string) =>
    execFileSync('prlimit', ['--pid', String(florin.pid), `--nofile=${limit}:`])
  process.kill(florin.pid, 'SIGUSR2')
  await until(() => numbersOf(florin).length === 3, 10_000, florin.said)
  limitFiles('8') // for the first place a new one is there, but no way to the other; for the second no process can be started
  await until(() => /^Worker 2 stays as it is/m.test(florin.said()), 20_000, florin.said)
  limitFiles('1024')
  assert.match(florin.said(), /^Worker 1 stays as it is, .*EMFILE/m)
  await until(() => numbersOf(florin).length === 2, 5_000, florin.said)
  assert.deepEqual(workersOf(florin), before)
  const agent = new Agent({ keepAlive: false })
  assert.equal((await send(florin, agent, personAt(1), 'Afterwards')).status, 200)
  assert.equal(await stop(florin), 0, florin.said())
})

test('whoever signs out at one process is signed out at the other before its requests are read', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const { token } = await world.person()
  const agents = [1, 2, 3, 4].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) // two at each process
  const ask = (agent: Agent, path: string, body: object) => post(florin, agent, token, path, body)
  for (const agent of agents) assert.equal((await ask(agent, 'contacts', { name: 'Before' })).status, 200)
  assert.equal((await ask(agents[0] as Agent, 'auth/logout', {})).status, 204)
  for (const agent of agents) assert.equal((await ask(agent, 'contacts', { nam: 1 })).status, 401)
  for (const agent of agents) agent.destroy()
  assert.equal(await stop(florin), 0, florin.said())
})

test('a book that is ahead of the clock is named by /ready, whichever process has met it', {
  skip: linux,
}, async () => {
  const florin = await start(env)
  const { token, user } = await world.person()
  const at = new Date(Date.now() + 7_200_000).toISOString()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update books set changed_at = ${at} where id in (select book_id from members where user_id = ${user.id})`,
    ),
  )
  const ask = async (path: string): Promise<string> => {
    const headers = { connection: 'close', authorization: `Bearer ${token}` } // the processes take connections in turn
    return (await fetch(`${florin.address}${path}`, { headers })).text()
  }
  await ask('api/v1/contacts')
  const told = async () => [await ask('ready'), await ask('ready'), await ask('ready'), await ask('ready')]
  await until(async () => (await told()).every((text) => text.includes(`"book_ahead_until":"${at}"`)), 10_000)
  assert.equal(await stop(florin), 0, florin.said())
})

test('failed requests of an address count in both processes together', { skip: linux }, async () => {
  const florin = await start({ ...env, FAILURES_PER_MINUTE: '100', LOG_LEVEL: 'warn' })
  let failed = 0
  // Each on a connection of its own: the processes take them in turn.
  for (; failed < 200; failed++) {
    const { status } = await fetch(`${florin.address}nowhere`, { headers: { connection: 'close' } })
    if (status === 429) break
    assert.equal(status, 404)
  }
  assert(failed >= 100 && failed < 180, `${failed} failed requests were answered`)
  assert.equal(await stop(florin), 0, florin.said())
})

test('it ends with its processes and its database; killed, its processes end by themselves', {
  skip: linux,
}, async () => {
  const DATA_DIR = await startedFolder()
  const first = await start({ DATA_DIR, WORKERS: '2' })
  const { pid } = theServerOf(DATA_DIR)
  assert.equal(workersOf(first).size, 2)
  const { port } = new URL(first.address)
  assert.equal(
    await refusedStart({ ...env, PORT: port }),
    `PORT ${port} is taken by another program. Stop it, or set another PORT.`,
  )
  assert.equal(await stop(first), 0, first.said())
  assert.equal(isProcess(pid, DATA_DIR), false)
  assert.equal(serverOf(DATA_DIR), undefined)

  const second = await start({ DATA_DIR, WORKERS: '2' })
  const workers = [...workersOf(second).values()]
  process.kill(second.pid, 'SIGKILL')
  await until(() => workers.every((worker) => !isProcess(worker, 'workers/worker.ts')), 5_000, second.said)
})
