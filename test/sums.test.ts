import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncome, listIncomes } from '../contract/budgeting.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { account, category } from './books.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()

test('sums of more than fifteen digits are exact on the wire, in every answer', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [pay, cash] = [await category(ana, 'Pay', 'income'), await account(ana, 'Cash')]
  const earn = (amount: number) =>
    ana.call(createIncome, { body: { amount, category_id: pay.id, date: '2026-01-05' } })
  for (let n = 0; n < 11; n++) await earn(9999999999999.99)
  await earn(9999999999999.98)
  // The nearest JavaScript number reads 119999999999999.88.
  const sum = /119999999999999\.87[,}\]]/
  for (const url of [
    `/accounts/${cash.id}`,
    '/accounts',
    `/accounts/${cash.id}/lines?limit=1`,
    '/reports/trial-balance',
  ])
    assert.match((await ana.send({ url })).text, sum, url)
  const body = { name: 'Purse' }
  const renamed = await ana.send({ method: 'PUT', url: `/accounts/${cash.id}`, payload: body })
  assert.match(renamed.text, sum)
  assert.deepEqual(Object.keys(renamed.body), Object.keys(cash), 'and nothing else is in it')
  for (const url of [
    `/accounts/${cash.id}?`,
    '/accounts?',
    `/accounts/${cash.id}/lines?limit=1`,
    '/reports/trial-balance?',
  ])
    assert.match((await ana.send({ url: `${url}&known_at=${renamed.body.version - 1}` })).text, sum, url)
  const read = await ana.send({ url: `/accounts/${cash.id}` })
  const same = await ana.send({ method: 'PUT', url: `/accounts/${cash.id}`, payload: read.text })
  assert.equal(same.text, read.text, 'sent back whole, it changes nothing')
})

test('what no balance can hold is refused, and changes nothing', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const pay = await category(ana, 'Pay', 'income')
  const payload = { amount: 9999999999999.99, category_id: pay.id, date: '2026-01-05' }
  const earn = () => ana.send({ method: 'POST', url: '/budgeting/incomes', payload })
  assert.equal((await earn()).status, 200)
  await transaction(world.db, (tx) =>
    change(tx, sql`update totals set amount = 9223372036854775807 where amount > 0`),
  )
  const refused = await earn()
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid'])
  assert.equal((await ana.call(listIncomes)).data.length, 1)
})
