import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { createImport } from '../contract/imports.ts'
import { createPlan } from '../contract/plans.ts'
import type { Route } from '../contract/route.ts'
import { category } from './books.ts'
import { lender } from './debts.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()

const has = ({ reply }: Route, property: string) =>
  Object.hasOwn((reply as { properties?: object } | undefined)?.properties ?? {}, property)

/** Whatever answers with a list, in pages or not. */
const hasMeta = (route: Route) => has(route, 'meta')

test('every list names the parameters that it does not know, and none when it knows them all', async () => {
  const { ana, owe } = await lender(world)
  const debt = await owe('Receivables')
  const [cash] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  const draft = { amount: 1, category_id: (await category(ana, 'Home')).id }
  const plan = await ana.call(createPlan, {
    body: {
      ...{ name: 'Rent', kind: 'expense', auto: false, draft },
      schedule: { start: '2027-01-01', every: 1, unit: 'month' },
    },
  })
  const file = await ana.call(createImport, { body: 'date,text,amount\n2026-01-05,BILLA,-5.00\n' })
  const lists = api.filter(({ route }) => hasMeta(route))
  assert(lists.length > 10)
  for (const { name, route } of lists) {
    const [, part = ''] = route.path.split('/')
    const params = { id: { accounts: cash?.id, plans: plan.id, imports: file.id }[part] ?? debt.id }
    const url = addressOf(route, { params })
    const ask = async (query: string) => {
      const { body, text } = await ana.send({ url: url + query })
      assert(body.meta, `${name}: ${text}`)
      return body.meta.ignored
    }
    assert.deepEqual(await ask('?limit=1'), [], name)
    assert.deepEqual(await ask(''), [], name)
    const sent = '?limit=1&colour=red&catgory_id=x&colour=blue&%C3%A9t%C3%A9='
    assert.deepEqual(await ask(sent), ['colour', 'catgory_id', 'été'], name)
  }
})

test('every report and the budget name such parameters beside their figures', async () => {
  const ana = await world.person()
  const routes = api.filter(
    ({ route }) =>
      route.method === 'GET' &&
      (route.path.startsWith('/reports/') || route.path === '/budgeting/budgets') &&
      !hasMeta(route),
  )
  assert(routes.length >= 9)
  for (const { name, route } of routes) {
    assert(has(route, 'ignored'), name)
    assert.deepEqual((await ana.send({ url: addressOf(route, {}) })).body.ignored, [], name)
    const { body } = await ana.send({ url: `${addressOf(route, {})}?from=2026-01-01&%C3%A9t%C3%A9=` })
    assert.deepEqual(body.ignored, ['from', 'été'], name)
  }
})
