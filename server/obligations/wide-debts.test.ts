import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { client } from '../../contract/client.ts'
import { createPayment } from '../../contract/obligations.ts'
import { payContact, setOff } from '../../contract/settlements.ts'
import { lender } from '../../test/debts.ts'
import { makeWorld, refused, serviceConnection, through } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { names, sql } from '../database/sql.ts'
import { obligation } from '../records/obligation.ts'

const world = await makeWorld()
const columns = names(...Object.keys(obligation.columns).filter((name) => name !== 'id' && name !== 'notes'))

/** Copies a debt with long notes, past Florin, since recording so many one by one takes longer than a test should. */
const multiply = (id: string, count: number, characters: number) =>
  transaction(world.db, async (tx) => {
    for (let n = 2; n <= count; n += 100)
      await change(
        tx,
        sql`insert into obligations (book_id, id, notes, ${columns})
            select book_id, md5(id::text || n)::uuid, repeat('n', ${characters}::int), ${columns}
            from obligations, generate_series(${n}::int, ${Math.min(count, n + 99)}::int) n where id = ${id}`,
      )
    await change(tx, sql`analyze obligations`)
  })

/** The processor time and the memory that a request takes in this process, which is the service too. */
async function measured<T>(name: string, work: () => Promise<T>) {
  globalThis.gc?.()
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external
  const before = used()
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, used() - before)
  }, 5)
  const [since, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  const [ms, megabytes] = [(user + system) / 1_000, peak / 1e6]
  console.log(
    `${name}: ${ms.toFixed(0)} ms of processor, ${(performance.now() - since).toFixed(0)} ms, ${megabytes.toFixed(0)} MB`,
  )
  return { result, ms, megabytes }
}

test('a payment of a contact who owes 850 debts with long notes loads the notes of those that it pays', async () => {
  const { ana, friend, owe } = await lender(world)
  const { id } = await owe('Receivables')
  await multiply(id, 850, 10_000)
  const params = { id: friend.id }
  const usual = { currency_id: 'USD', date: '2026-03-11' }
  const pay = (amount: number) =>
    ana.call(payContact, { params, body: { ...usual, direction: 'receivable', amount } })

  const few = await measured('three of 850', () => pay(250))
  assert.equal(few.result.data.length, 3)
  await owe('Payables', { original_amount: 150, outstanding_amount: 150 })
  const off = await measured('a set-off against two', () => ana.call(setOff, { params, body: usual }))
  assert.equal(off.result.data.length, 4)
  for (const { ms, megabytes } of [few, off]) assert(ms < 500 && megabytes < 50, `${ms} ms, ${megabytes} MB`)

  const all = await measured('the other 846', () => pay(84_600))
  assert.equal(all.result.data.length, 846)
  assert(all.ms < 3_000 && all.megabytes < 250, `${all.ms} ms, ${all.megabytes} MB`)
})

test('debts whose notes are more than a change may hold are paid in parts, and all at once is refused', async () => {
  const { ana, friend, owe } = await lender(world)
  const { id } = await owe('Receivables')
  await multiply(id, 700, 200_000)
  const pay = (amount: number) =>
    ana.call(payContact, {
      params: { id: friend.id },
      body: { direction: 'receivable', currency_id: 'USD', amount, date: '2026-03-11' },
    })
  const few = await measured('three with notes of 200,000 characters', () => pay(250))
  assert(few.ms < 500 && few.megabytes < 50, `${few.ms} ms, ${few.megabytes} MB`)
  // A full machine answers that it is busy, which says to try again.
  const all = await measured('all of them', async () => {
    for (let tries = 1; ; tries++) {
      const problem = await refused(pay(69_750))
      if (problem.code !== 'busy' || tries === 5) return problem
    }
  })
  assert.deepEqual(
    [all.result.code, all.result.status, all.result.params],
    ['change_too_large', 413, { loaded: 128 }],
  )
  assert(all.megabytes < 600, `${all.megabytes} MB`)
})

test('a payment writes the columns of the debt that it moves, and not its notes', async () => {
  const statements: string[] = []
  const { database = '' } = world.service.pool.options
  const watched = openDatabase({ ...serviceConnection, database }, () => undefined, {
    observe: (text) => void statements.push(text),
  })
  after(() => closeDatabase(watched))
  const { ana, owe } = await lender(world)
  const { id } = await owe('Receivables', { notes: 'n'.repeat(10_000) })
  const there = client(through(world.another({}, watched)), '/api/v1', ana.token)
  await there.call(createPayment, { params: { id }, body: { amount: 10, date: '2026-03-11' } })
  const written = (what: RegExp) => statements.filter((text) => what.test(text)).length
  assert.deepEqual(
    [written(/update obligations set outstanding_amount/), written(/insert into obligations/)],
    [1, 0],
  )
})
