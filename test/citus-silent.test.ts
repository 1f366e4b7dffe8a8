import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { rows } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { post } from './line.ts'
import { ask, type Login } from './server.ts'
import { until } from './until.ts'
import { makeWorld, type Person, type World } from './world.ts'

const nodes: Login[] = JSON.parse(process.env.FLORIN_TEST_NODES ?? '[]')
const workers = nodes.slice(1)
const skip = workers.length > 1 ? false : 'TEST_DATABASE_URL is not a Citus cluster with two workers'

/** The processes of a node's PostgreSQL, the first of which starts all others. */
async function processesOf(node: Login): Promise<number[]> {
  const found = await ask<{ pid: number }>(
    { ...node, database: 'postgres' },
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid
     union all select pid from pg_stat_activity`,
  )
  return found.map(({ pid }) => pid)
}

/** This many people with books on the node. */
async function peopleOn(world: World, { port }: Login, count: number): Promise<Person[]> {
  const found: Person[] = []
  while (found.length < count) {
    const person = await world.person()
    const [place] = await rows<{ port: number }>(
      world.db,
      sql`select nodeport as port from pg_dist_shard_placement
          where shardid = get_shard_id_for_distribution_column('books', ${person.book_id}::uuid)`,
    )
    if (place?.port === port) found.push(person)
  }
  return found
}

test('while a node hangs, the books of the others are read and written, and its own are refused at once until it is back', {
  skip,
}, async (context) => {
  const world = await makeWorld()
  const [healthy, hanging] = workers
  assert(healthy && hanging)
  const [well, ill] = [await peopleOn(world, healthy, 8), await peopleOn(world, hanging, 8)]
  const creates = ({ token }: Person) => post(world.app, token, '/contacts', { name: 'Bela' })
  const reads = ({ token }: Person) => post(world.app, token, '/contacts', {}, { method: 'GET' })

  /** How many requests of these people a second are answered with 200; each sends one after another. */
  async function rateOf(people: readonly Person[], send: typeof reads, ms: number): Promise<number> {
    let count = 0
    const began = performance.now()
    await Promise.all(
      people.map(async (person) => {
        while (performance.now() - began < ms) if ((await send(person)).status === 200) count++
      }),
    )
    return (count * 1_000) / ms
  }
  const rates = async (ms: number) => {
    const [created, read] = await Promise.all([rateOf(well, creates, ms), rateOf(well, reads, ms)])
    return { created, read }
  }
  let isOver = false
  const pester = async (person: Person, send: typeof reads) => {
    while (!isOver) {
      await send(person)
      await sleep(20) // a refusal comes at once
    }
  }
  const pestering = ill.flatMap((person) => [pester(person, creates), pester(person, reads)])
  const before = await rates(4_000)
  const [one] = ill
  assert(one)
  const ready = async () => (await world.app.inject('/ready')).json()

  const pids = await processesOf(hanging)
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids)
      try {
        process.kill(pid, name)
      } catch {} // a session that has ended since
  }
  try {
    signal('SIGSTOP')
    const during = await rates(12_000)
    for (const [name, rate] of Object.entries(before))
      context.diagnostic(
        `${name}: ${rate.toFixed(1)} a second before, ${during[name as 'read'].toFixed(1)} while the other node hangs`,
      )
    const name = `${hanging.host}:${hanging.port}`
    for (const send of [creates, reads]) {
      const at = performance.now()
      const { status } = await send(one)
      assert.equal(status, 503)
      assert(performance.now() - at < 1_000, 'it is not waited for')
    }
    const refused = await world.send({ url: '/contacts', headers: { authorization: `Bearer ${one.token}` } })
    assert.deepEqual([refused.body.code, refused.headers['retry-after']], ['unavailable', '1'])
    assert.deepEqual(await ready(), { status: 'ready', silent_nodes: [name] })
    assert(during.created > before.created / 3, `${before.created} and ${during.created} creates a second`)
    assert(during.read > before.read / 3, `${before.read} and ${during.read} reads a second`)
  } finally {
    signal('SIGCONT') // before anything else: the databases of the test cannot be removed without this node
    isOver = true
  }
  await Promise.all(pestering)
  await until(async () => (await creates(one)).status === 200, 10_000)
  await until(async () => (await ready()).silent_nodes.length === 0, 10_000)
})
