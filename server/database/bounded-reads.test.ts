import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createContact, getContact, listContacts } from '../../contract/contacts.ts'
import { isWithin } from '../../test/until.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { onWriter, row, rows, snapshot, transaction, transactionOn } from './database.ts'
import { MAX_READ, refusalOf, TooMuchRead } from './failures.ts'
import { sql } from './sql.ts'
import { batchesOf, manyRows } from './stream.ts'

const world = await makeWorld()
const { db } = world

/** Rows of a mebibyte each. */
const wide = (count: number) =>
  sql`select n, repeat('n', 1048576) as notes from generate_series(1, ${count}::int) n`
const one = sql`select 1 as one`

test('a statement gives 32 MiB and no more: the rest is not taken in, and the request is told', async () => {
  assert.equal((await rows(db, wide(31))).length, 31)
  globalThis.gc?.()
  const before = process.memoryUsage()
  const since = performance.now()
  const error = await rows(db, wide(4_000)).catch((thrown: unknown) => thrown)
  const { heapUsed, external } = process.memoryUsage()
  assert(error instanceof TooMuchRead)
  assert(isWithin(4_000, since), 'it does not wait for four gigabytes')
  assert(heapUsed + external - before.heapUsed - before.external < 3 * MAX_READ.bytes)
  const refusal = refusalOf(error)
  assert.deepEqual([refusal?.code, refusal?.detail], ['read_too_large', { most: 32 }])
  assert.deepEqual(await row(db, one), { one: 1 })
})

test('a read that gives too much ends its transaction or its snapshot, and leaves the others alone', async () => {
  await assert.rejects(
    transaction(db, (tx) => rows(tx, wide(100))),
    TooMuchRead,
  )
  await assert.rejects(
    snapshot(db, (moment) => rows(moment, wide(100))),
    TooMuchRead,
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => row(db, one)))
  assert(answers.every((answer) => (answer as { one: number }).one === 1))
})

test('more than 32 MiB is read in pieces: of a statement that says so, and by a cursor', async () => {
  assert.equal((await manyRows(db, wide(40))).length, 40)
  let read = 0
  await snapshot(db, async (moment) => {
    for await (const batch of batchesOf(moment, 'wide', wide(60))) read += batch.length
  })
  assert.equal(read, 60)
})

test('a request that would read more than that is refused in a sentence, and the next one is served', async () => {
  const ana = await world.person()
  const { id } = await ana.call(createContact, { body: { name: 'Bela', notes: 'n'.repeat(10_000) } })
  const { bytes } = MAX_READ
  MAX_READ.bytes = 8_000 // a book that is wide enough would take minutes to fill
  try {
    const problem = await refused(ana.call(getContact, { params: { id } }))
    assert.equal(problem.code, 'read_too_large')
    assert.match(problem.message, /MiB/)
  } finally {
    MAX_READ.bytes = bytes
  }
  assert.equal((await ana.call(listContacts)).data.length, 1)
})

test("a writer's read that gives too much ends its session at once, with whatever that has locked", async () => {
  const lock = sql`select pg_advisory_xact_lock(7)`
  const since = performance.now()
  await assert.rejects(
    onWriter(db, (session) =>
      transactionOn(session, async (tx) => {
        await rows(tx, lock)
        await rows(tx, wide(4_000))
      }),
    ),
    TooMuchRead,
  )
  await transaction(db, (tx) => rows(tx, lock))
  assert(isWithin(4_000, since), 'the lock is free before PostgreSQL has made four gigabytes')
  assert.equal((await onWriter(db, (session) => rows(session, one))).length, 1)
})
