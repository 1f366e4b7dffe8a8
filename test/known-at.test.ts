import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { newId } from '../server/process/ids.ts'
import { sharedWorld } from './world.ts'

const world = await sharedWorld()
const routes = api.filter(({ route }) => route.query?.properties.known_at)

test('balances, registers, lists of transactions, obligations, statements and reports can be asked for as they were', () => {
  assert.deepEqual(
    new Set(routes.map(({ name }) => name)),
    new Set([
      'getAccount',
      'getStatement',
      'listAccountLines',
      'listAccounts',
      'listExpenses',
      'listIncomes',
      'listTransactions',
      'listTransfers',
      'trialBalance',
      'getBudgets',
      'balanceSheet',
      'cashFlow',
      'incomeStatement',
      'moneyFlow',
      'netWorth',
      'overview',
      'spending',
      'valuation',
      'listObligations',
      'getObligation',
      'getValue',
      'listValues',
      'listGoals',
      'getGoal',
      'listGoalMoves',
    ]),
  )
})

test('known_at says that base_value is null where there is one that can be, and nowhere else', () => {
  for (const { name, route } of routes) {
    const description = JSON.stringify(route.query?.properties.known_at)
    const hasNull = /"base_value":\{[^{}]*"null"/.test(JSON.stringify(route.reply))
    assert.equal(description.includes('base_value'), hasNull, name)
  }
})

for (const { name, route } of routes)
  test(`${name} refuses a known_at that is neither a time nor a version`, async () => {
    const ana = await world.person()
    for (const known_at of [
      '',
      'yesterday',
      '2026-11-30',
      '-1',
      '1.5',
      '2026-11-30T08:15:00',
      'x'.repeat(300),
    ]) {
      const { status, body } = await ana.send({
        url: addressOf(route, { params: { id: newId() }, query: { known_at } }),
      })
      assert.deepEqual([status, body.code], [422, 'invalid'], known_at)
      const sentence = `known_at must be a time, as 2026-11-30T08:15:00Z, or a version, in digits alone;`
      assert(body.errors.known_at[0].startsWith(sentence), body.errors.known_at[0])
    }
  })
