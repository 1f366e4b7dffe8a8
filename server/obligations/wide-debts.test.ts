import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payContact, setOff } from '../../contract/settlements.ts'
import { lender } from '../../test/debts.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { names, sql } from '../database/sql.ts'
import { tables } from '../ledger/records.ts'

const world = await makeWorld()
const COUNT = 850
const NOTES = 'n'.repeat(10_000)
const columns = names(...Object.keys(tables.obligation.columns))

/** Copies a debt with the longest notes, past Florin, since recording so many one by one takes longer than a test should. */
const multiply = (id: string) =>
  transaction(world.db, async (tx) => {
    await change(
      tx,
      sql`insert into obligations (book_id, ${columns}) select book_id, ${columns} from (select copy.* from obligations one, generate_series(2, ${COUNT}) n,
          jsonb_populate_record(one, jsonb_build_object('id', md5(one.id::text || n)::uuid, 'notes', ${NOTES}::text)) copy where one.id = ${id}) copies`,
    )
    await change(tx, sql`analyze obligations`)
  })

async function measured<T>(name: string, work: () => Promise<T>) {
  globalThis.gc?.()
  const before = process.memoryUsage()
  let peak = 0
  const timer = setInterval(() => {
    const { heapUsed, external } = process.memoryUsage()
    peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external)
  }, 5)
  const [since, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  clearInterval(timer)
  console.log(
    `${name}: ${((user + system) / 1_000).toFixed(0)} ms of processor, ${(performance.now() - since).toFixed(0)} ms, ${(peak / 1e6).toFixed(0)} MB`,
  )
  return result
}

test('a payment of a contact who owes 850 debts with the longest notes', async () => {
  const { ana, friend, owe } = await lender(world)
  const { id } = await owe('Receivables')
  await multiply(id)
  const pay = (amount: number) =>
    ana.call(payContact, {
      params: { id: friend.id },
      body: { direction: 'receivable', currency_id: 'USD', amount, date: '2026-03-11' },
    })
  assert.equal((await measured('three', () => pay(250))).data.length, 3)
  const mine = await owe('Payables', { original_amount: 150, outstanding_amount: 150 })
  assert.ok(mine)
  assert.equal(
    (
      await measured('set off two', () =>
        ana.call(setOff, { params: { id: friend.id }, body: { currency_id: 'USD', date: '2026-03-11' } }),
      )
    ).data.length,
    4,
  )
  assert.equal((await measured('all', () => pay(84_600))).data.length, 846)
})
