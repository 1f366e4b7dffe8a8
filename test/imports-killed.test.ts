import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getImport } from '../contract/imports.ts'
import { change, type Db, row, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { account } from './books.ts'
import { csv } from './importing.ts'
import { killHard, start, stop } from './instance.ts'
import { until } from './until.ts'
import { databaseUrl, makeWorld } from './world.ts'

const ROWS = 4_000

test('a process that is killed while it reads a file leaves nothing behind, and the next start reads it once', async () => {
  const world = await makeWorld()
  const env = { DATABASE_URL: await databaseUrl(world) }
  const ana = await world.person()
  const bank = await account(ana, 'Bank')

  const first = await start(env)
  const lines = Array.from({ length: ROWS }, (_, index) => `2026-11-02,SHOP ${index},-1.00`)
  const state = (db: Db = world.db) =>
    row<{ id: string; status: string; rows: number }>(
      db,
      sql`select id, status, (select count(*)::int from import_rows) as rows from imports where reader_id is not null or status <> 'reading'`,
    )
  // No row can be written meanwhile, and so the file is not read to its end before the process is killed.
  await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table import_rows in share row exclusive mode`)
    fetch(`${first.address}api/v1/imports?account_id=${bank.id}`, {
      method: 'POST',
      body: csv(...lines),
      headers: { authorization: `Bearer ${ana.token}` },
    }).catch(() => undefined) // nobody answers: the process is killed
    await until(async () => (await state(tx)) !== undefined, 30_000, first.said)
    await killHard(first)
  })
  const left = await state()
  assert.deepEqual([left?.status, left?.rows], ['reading', 0], 'it was killed before it was done')

  // Ten seconds pass without a sign of it.
  await transaction(world.db, (tx) =>
    change(tx, sql`update imports set reading_at = now() - interval '11 seconds'`),
  )
  const second = await start(env)
  await until(async () => (await state())?.status === 'ready', 30_000, second.said)
  const { counts } = await ana.call(getImport, { params: { id: left?.id ?? '' } })
  assert.deepEqual([counts.rows, (await state())?.rows], [ROWS, ROWS])
  assert.equal(await stop(second), 0)
})
