import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { createContact } from '../../contract/contacts.ts'
import { emptyFolder, killHard, launch } from '../../test/instance.ts'
import { richWorld } from '../../test/prepared.ts'
import { allRows, answersNow } from '../../test/released.ts'
import { until } from '../../test/until.ts'
import { isCluster } from '../../test/waiting.ts'
import { databaseUrl, makeWorld, type World } from '../../test/world.ts'
import { type Database, rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { StartError } from '../process/start-error.ts'
import { verify } from '../verify/verify.ts'
import { backUp } from './backup.ts'
import { FIRST_LINE } from './format.ts'
import { openBackup, restoreBackup } from './restore.ts'

const { world, ana } = await richWorld()
const folder = await emptyFolder()
const quiet = { expect: () => undefined, add: () => undefined, end: () => undefined }
const file = join(folder, 'florin.backup')

const restoreInto = async (target: World, from: string) =>
  restoreBackup(target.db, 'DATABASE_URL', await openBackup(from), quiet)

const eventsOf = async (db: Database) =>
  (await allRows(db)).find(({ name }) => name === 'events')?.lines ?? assert.fail('no events')

test('a backup that is made while people write is of one moment, and restored it gives every answer as it was', async () => {
  let isDone = false
  const writing = (async () => {
    for (let count = 0; !isDone; count++)
      await ana.call(createContact, { body: { name: `Contact ${count}` } })
  })()
  const under = join(folder, 'under-load.backup')
  await backUp(world.db, under, quiet)
  isDone = true
  await writing
  const loaded = await makeWorld()
  await restoreInto(loaded, under)
  assert.deepEqual(await verify(loaded.db), [])

  await backUp(world.db, file, quiet)
  const target = await makeWorld()
  await restoreInto(target, file)
  assert.deepEqual(await allRows(target.db), await allRows(world.db))
  assert.deepEqual(await verify(target.db), [])
  const [before, after] = [await answersNow(world.app, ana.token), await answersNow(target.app, ana.token)]
  const asked = Object.keys(before)
  assert(asked.length > 60, `${asked.length} answers`)
  // last_used_at follows the requests that were made since
  for (const path of asked)
    if (!path.startsWith('/auth/tokens')) assert.deepEqual(after[path], before[path], path)
  for (const made of [
    sql`select indexdef as is from pg_indexes where schemaname = 'public' order by indexname`,
    sql`select conrelid::regclass::text as of, conname, convalidated, pg_get_constraintdef(oid) as is from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`,
  ])
    assert.deepEqual(await rows(target.db, made), await rows(world.db, made))
})

test('what is restored can be written to, by the sessions that it had', async () => {
  const target = await makeWorld()
  await restoreInto(target, file)
  const answer = await target.send({
    method: 'POST',
    url: '/contacts',
    headers: { authorization: `Bearer ${ana.token}` },
    payload: { name: 'After' },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await verify(target.db), [])
})

test('a restore that is killed half-way leaves the empty instance that it found, and the next one succeeds', {
  skip: isCluster && 'Citus has no triggers on spread tables, with which this test stops a restore',
}, async () => {
  const target = await makeWorld()
  const before = await allRows(target.db)
  const connectionString = await databaseUrl(target)
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  try {
    // The first of the transactions waits for the test. By then other tables have their rows.
    await holder.query(
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
       create trigger waits before insert on transactions for each row execute function wait();
       select pg_advisory_lock(1);
       select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'florin'`,
    )
    const run = launch(
      { DATABASE_URL: connectionString },
      {
        command: (program) => [program, ['--import', './runtime.mjs', 'server/backup/restore-main.ts', file]],
      },
    )
    const waiting = async () =>
      (await holder.query(`select from pg_locks where locktype = 'advisory' and not granted and objid = 1`))
        .rowCount === 1
    await until(waiting, 60_000, run.said)
    await killHard(run)
    await holder.query('select pg_advisory_unlock(1)')
    await holder.query('drop trigger waits on transactions; drop function wait') // waits for the end of the transaction
  } finally {
    await holder.end()
  }
  assert.deepEqual(await allRows(target.db), before)
  await restoreInto(target, file)
  assert.deepEqual(await eventsOf(target.db), await eventsOf(world.db))
})

/** The message with which a file is refused. It says that nothing was restored. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const damaged = join(folder, 'damaged.backup')
  await writeFile(damaged, bytes)
  try {
    await openBackup(damaged)
  } catch (error) {
    assert(error instanceof StartError, String(error))
    assert.match(error.message, /Nothing was restored/)
    return error.message
  }
  throw new Error('it was accepted')
}

test('a flipped bit is noticed, wherever it is', async () => {
  const whole = await readFile(file)
  const flips = Number(process.env.FLIPS || '60')
  for (let count = 0; count < flips; count++) {
    const at = count < 40 ? count : count < 80 ? whole.length + 39 - count : randomInt(whole.length)
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8))
    await refusal(bytes).catch((error) => assert.fail(`the bit at byte ${at}: ${error}`))
  }
})

test('a file that ends too early is noticed, wherever it ends', async () => {
  const whole = await readFile(file)
  for (const length of [
    0,
    5,
    FIRST_LINE.length,
    FIRST_LINE.length + 1,
    1_000,
    whole.length >> 1,
    whole.length - 1,
  ])
    await refusal(whole.subarray(0, length))
})

test('a file of another program, and one of a newer Florin, are refused', async () => {
  const whole = await readFile(file)
  assert.match(await refusal(Buffer.from('PGDMP')), /is not a backup of Florin/)
  const newer = Buffer.concat([Buffer.from('florin-backup 2\n'), whole.subarray(FIRST_LINE.length)])
  assert.match(await refusal(newer), /was made by a newer Florin/)
})

test('an instance that is not empty, or that is running, is left as it is', async () => {
  const target = await makeWorld()
  const ready = await target.app.inject('/ready') // so that the service has a connection
  assert.equal(ready.statusCode, 200)
  await assert.rejects(restoreInto(target, file), {
    message: 'Florin is running on this database. Stop it, then restore. Nothing was restored.',
  })
  await target.person({ name: 'Bob' })
  const before = await allRows(target.db)
  await assert.rejects(
    restoreInto(target, file),
    /This Florin is not empty: it has 1 person and 1 book\. .* Nothing was restored\.$/,
  )
  assert.deepEqual(await allRows(target.db), before)
})
