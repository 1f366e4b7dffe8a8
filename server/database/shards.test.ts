import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeWorld } from '../../test/world.ts'
import { newId } from '../process/ids.ts'
import { rows } from './database.ts'
import { hashOf, shardFinder } from './shards.ts'
import { sql } from './sql.ts'

test('a book is found on its shard by the hash that PostgreSQL computes', async () => {
  const { db } = await makeWorld()
  const ids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  ids.push(...Array.from({ length: 500 }, newId))
  const hashes = await rows<{ hash: number }>(
    db,
    sql`select uuid_hash(id) as hash from unnest(${ids}::uuid[]) id`,
  )
  assert.deepEqual(
    ids.map(hashOf),
    hashes.map(({ hash }) => hash),
  )
  const quarters = shardFinder([-(2 ** 31), -(2 ** 30), 0, 2 ** 30])
  assert.deepEqual(new Set(ids.map(quarters)), new Set([0, 1, 2, 3]))
  assert.equal(shardFinder([])(ids[0] ?? ''), 0, 'without a cluster there is one')
})
