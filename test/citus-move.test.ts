import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onlyRow, rows, snapshot } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { examine } from '../server/verify/verify.ts'
import { neighbours, post } from './line.ts'
import { ask, type Login } from './server.ts'
import { makeWorld } from './world.ts'

const nodes: Login[] = JSON.parse(process.env.FLORIN_TEST_NODES ?? '[]')
const [coordinator, ...workers] = nodes
const skip = workers.length > 1 ? false : 'TEST_DATABASE_URL is not a Citus cluster with two workers'

test('while a shard moves to another node its books are written to, and nothing is lost', {
  skip,
}, async (context) => {
  assert(coordinator)
  const world = await makeWorld()
  const people = await neighbours(world, 4)
  const placed = () =>
    onlyRow<{ database: string; shard: string; port: number }>(
      world.db,
      sql`select current_database() as database, shardid::text as shard, nodeport as port from pg_dist_shard_placement
          where shardid = get_shard_id_for_distribution_column('books', ${people[0]?.book_id}::uuid)`,
    )
  const { database, shard, port } = await placed()
  const from = workers.find((node) => node.port === port) ?? assert.fail()
  const to = workers.find((node) => node.port !== port) ?? assert.fail()

  const written = new Map(people.map(({ token }) => [token, [] as string[]]))
  let longest = 0
  let isMoving = true
  async function writes(token: string): Promise<void> {
    for (let count = 0; isMoving || count % 10 > 0; count++) {
      const [name, at] = [`Contact ${count}`, performance.now()]
      const { status, text } = await post(world.app, token, '/contacts', { name })
      assert.equal(status, 200, text)
      longest = Math.max(longest, performance.now() - at)
      written.get(token)?.push(name)
    }
  }
  async function moves(): Promise<void> {
    const [source, target] = [
      { ...from, database },
      { ...to, database },
    ]
    try {
      const [found] = await ask<{ level: string }>(source, `select current_setting('wal_level') as level`)
      const mode = found?.level === 'logical' ? 'force_logical' : 'block_writes' // the one copies while people write
      const places = [source, target].map(({ host, port }) => `'${host}', ${port}`).join(', ')
      const at = performance.now()
      await ask(
        { ...coordinator, database } as Login, // there is one
        `select citus_move_shard_placement(${shard}, ${places}, '${mode}')`,
      )
      context.diagnostic(`${mode}: ${Math.round(performance.now() - at)} ms`)
    } finally {
      isMoving = false
    }
  }
  await Promise.all([moves(), ...people.map(({ token }) => writes(token))])
  const total = [...written.values()].flat().length
  context.diagnostic(`${total} changes meanwhile, the longest took ${Math.round(longest)} ms`)

  assert.equal((await placed()).port, to.port)
  for (const { book_id, token } of people) {
    const kept = await rows<{ name: string }>(
      world.db,
      sql`select name from contacts where book_id = ${book_id}`,
    )
    assert.deepEqual(new Set(kept.map(({ name }) => name)), new Set(written.get(token)))
  }
  const { differences } = await snapshot(world.db, examine, { isPatient: true })
  assert.deepEqual(differences, [])
})
