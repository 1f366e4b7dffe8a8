import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPayments, type Obligation, updatePayment } from '../../contract/obligations.ts'
import { lender, pay, read } from '../../test/debts.ts'
import { makeWorld } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

const world = await makeWorld()
const COUNT = 500

/** Copies a payment many times, past Florin, since recording them one by one takes longer than a test should. */
async function multiply(paymentId: string): Promise<void> {
  const copies = (table: Sql, key: Sql, of: Sql) => sql`
    insert into ${table} select copy.* from ${table} one, generate_series(2, ${COUNT}) n,
      jsonb_populate_record(one, jsonb_build_object(${key}, md5(n::text)::uuid, 'created_position', n)) copy where ${of}`
  await transaction(world.db, async (tx) => {
    await change(tx, copies(sql`transactions`, sql`'id'`, sql`one.id = ${paymentId}`))
    await change(tx, copies(sql`entries`, sql`'transaction_id'`, sql`one.transaction_id = ${paymentId}`))
    await change(tx, sql`analyze transactions, entries, obligations`)
  })
}

test('a debt with 500 payments costs what a debt with one costs: to read, to pay, to edit a payment, and for a page of its payments', async () => {
  const { ana, owe } = await lender(world)
  const draft = { original_amount: 1000, outstanding_amount: 1000 }
  const [one, many] = [await owe('Receivables', draft), await owe('Receivables', draft)]
  const first = new Map([one, many].map(({ id }) => [id, '']))
  for (const debt of [one, many]) first.set(debt.id, (await pay(ana, debt, { amount: 1 })).id)
  await multiply(first.get(many.id) ?? '')
  let edits = 0
  const edit = ({ id }: Obligation) =>
    ana.call(updatePayment, {
      params: { id, payment_id: first.get(id) ?? '' },
      body: { notes: `edit ${edits++}` },
    })
  const works: [name: string, most: number, work: (debt: Obligation) => Promise<unknown>][] = [
    ['read', 2, (debt) => read(ana, debt)],
    ['pay', 2, (debt) => pay(ana, debt, { amount: 1 })],
    ['edit', 2, edit],
    ['page', 4, (debt) => ana.call(listPayments, { params: { id: debt.id }, query: { limit: 2 } })],
  ]
  let paid = 0
  for (const [name, most, work] of works) {
    const least = { one: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY }
    // The least of several, and of more where a busy machine got in between.
    for (let n = 0; n < 10 || (n < 100 && least.many >= most * least.one); n++) {
      for (const [key, debt] of [
        ['one', one],
        ['many', many],
      ] as const) {
        const started = performance.now()
        await work(debt)
        least[key] = Math.min(least[key], performance.now() - started)
      }
      if (name === 'pay') paid++
    }
    const ratio = least.many / least.one
    console.log(`${name}: ${least.one.toFixed(1)} ms with one, ${ratio.toFixed(2)} times that with ${COUNT}`)
    assert(ratio < most, `${name}: ${ratio} times`)
  }
  const { data } = await ana.call(listPayments, { params: { id: many.id }, query: { limit: 1000 } })
  assert.equal(data.length, COUNT + paid)
  assert.deepEqual(
    [data[0], data.at(-1)].map((payment) => payment?.outstanding_amount),
    [1000 - COUNT - paid, 999],
  )
})
