import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../contract/accounts.ts'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { createGoal } from '../contract/goals.ts'
import { createImport } from '../contract/imports.ts'
import { pathNames } from '../contract/path-parameters.ts'
import { createPlan } from '../contract/plans.ts'
import type { Route } from '../contract/route.ts'
import { category } from './books.ts'
import { lender } from './debts.ts'
import { richWorld } from './prepared.ts'
import { makeWorld } from './world.ts'

// The first person of a world is its operator, who alone may list invitations.
const world = await makeWorld()

const has = ({ reply }: Route, property: string) =>
  Object.hasOwn((reply as { properties?: object } | undefined)?.properties ?? {}, property)

/** Every route that answers with a list, in pages or not. */
const hasMeta = (route: Route) => has(route, 'meta')

test('every list names the parameters that it does not know, and none when it knows them all', async () => {
  const { ana, owe } = await lender(world)
  const debt = await owe('Receivables')
  const [cash] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  const draft = { amount: 1, category_id: (await category(ana, 'Home')).id }
  const plan = await ana.call(createPlan, {
    body: {
      name: 'Rent',
      kind: 'expense',
      auto: false,
      draft,
      schedule: { start: '2027-01-01', every: 1, unit: 'month' },
    },
  })
  const goal = await ana.call(createGoal, {
    body: { name: 'Trip', target_amount: 5, envelope: { account_id: cash?.id ?? '' } },
  })
  const file = await ana.call(createImport, { body: 'date,text,amount\n2026-01-05,BILLA,-5.00\n' })
  const lists = api.filter(({ route }) => hasMeta(route))
  assert(lists.length > 10)
  for (const { name, route } of lists) {
    const [, part = ''] = route.path.split('/')
    const ids: Record<string, string | undefined> = {
      accounts: cash?.id,
      plans: plan.id,
      imports: file.id,
      goals: goal.id,
    }
    const params = { id: ids[part] ?? debt.id }
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

test('fields of a body that a route does not know are named in a header, and refused where the client is strict', async () => {
  const ana = await world.person()
  const home = await category(ana, 'Home')
  const unknown = {
    amount: 10,
    colour: 'red',
    été: 1,
    splits: [{ category_id: home.id, amount: 10, memmo: 'x' }],
  }
  const record = (payload: object, prefer = '') =>
    ana.send({ method: 'POST', url: '/budgeting/expenses', payload, ...(prefer && { headers: { prefer } }) })
  const named = await record(unknown)
  assert.equal(named.status, 200, named.text)
  assert.equal(named.headers.ignored, 'colour, %C3%A9t%C3%A9, splits.0.memmo')
  const before = (await ana.send({ url: '/books/current' })).body.version
  const strict = await record(unknown, 'return=minimal, handling=strict')
  assert.equal(strict.status, 422)
  assert.deepEqual(Object.keys(strict.body.errors), ['colour', 'été', 'splits.0.memmo'])
  assert.deepEqual(strict.body.errors.colour, ['colour is not known here.'])
  assert.equal((await ana.send({ url: '/books/current' })).body.version, before, 'nothing has changed')
  for (const prefer of ['handling=strict', 'Handling="strict"; a=b']) {
    const known = await record({ amount: 10, category_id: home.id }, prefer)
    assert.equal(known.status, 200, known.text)
    assert.equal(known.headers.ignored, undefined)
  }
  const query = await ana.send({ url: '/contacts?serch=x', headers: { prefer: 'handling=strict' } })
  assert.deepEqual(query.body.errors, { serch: ['serch is not known here.'] })
  for (const prefer of ['handling=lenient', 'nothandling=strict'])
    assert.equal((await record({ ...unknown, splits: undefined, category_id: home.id }, prefer)).status, 200)
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`${n}`.padEnd(99, 'x') + '😀'.repeat(50), 1]),
  )
  const { headers } = await record({ amount: 10, category_id: home.id, ...many })
  assert.equal(String(headers.ignored).split(', ').length, 20)
  assert(String(headers.ignored).length < 2_400)
  const wide = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}${'中'.repeat(200)}`, 1]))
  const bounded = await record({ amount: 10, category_id: home.id, ...wide })
  assert(String(bounded.headers.ignored).length < 4_000, 'a client reads 16 KiB of headers')
  assert(String(bounded.headers.ignored).split(', ').length > 1)
  const batch = { transactions: [{ kind: 'expense', amount: 1, category_id: home.id, memmo: 1 }] }
  const sent = await ana.send({ method: 'POST', url: '/budgeting/transactions', payload: batch })
  assert.equal(sent.headers.ignored, 'transactions.0.memmo')
})

test('fields of a draft that plans of its kind do not have are named, and refused where the client is strict', async () => {
  const ana = await world.person()
  const home = await category(ana, 'Home')
  const schedule = { start: '2027-01-01', every: 1, unit: 'month' }
  const draft = { amount: 10, category_id: home.id, to_account_id: home.account.id, colour: 'red' }
  const payload = { name: 'Rent', kind: 'expense', draft, schedule }
  const named = await ana.send({ method: 'POST', url: '/plans', payload })
  assert.deepEqual([named.status, named.headers.ignored], [200, 'draft.colour, draft.to_account_id'])
  const headers = { prefer: 'handling=strict' }
  const strict = await ana.send({ method: 'POST', url: '/plans', payload, headers })
  assert.deepEqual(strict.body.errors, {
    'draft.colour': ['draft.colour is not known here.'],
    'draft.to_account_id': ['draft.to_account_id is not known here.'],
  })
  const url = `/plans/${named.body.id}`
  const changed = await ana.send({ method: 'PUT', url, payload: { kind: 'expense', draft } })
  assert.deepEqual([changed.status, changed.headers.ignored], [200, 'draft.colour, draft.to_account_id'])
  const same = await ana.send({ method: 'PUT', url, payload: changed.body, headers })
  assert.deepEqual([same.status, same.headers.ignored], [200, undefined], 'as it was read')
  const days = { ...payload, draft: { amount: 10, date: '2027-01-01' } }
  const refused = await ana.send({ method: 'POST', url: '/plans', payload: days, headers })
  assert.match(refused.body.errors['draft.date'][0], /the days of a plan follow from its schedule/)
})

test('every route names the parameters that it does not know in a header, and refuses them where the client is strict', async () => {
  const ana = await world.person()
  // A parameter that has to be there is asked for first.
  const reads = api.filter(({ route }) => route.method === 'GET' && !route.query?.required?.length)
  assert(reads.length > 30)
  for (const { name, route } of reads) {
    const params = Object.fromEntries(pathNames(route.path).map((name) => [name, ana.book_id]))
    const url = `${addressOf(route, { params })}?forver=true&%C3%A9t%C3%A9=1`
    assert.equal((await ana.send({ url })).headers.ignored, 'forver, %C3%A9t%C3%A9', name)
    const { status, body } = await ana.send({ url, headers: { prefer: 'handling=strict' } })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['forver', 'été']], name)
  }
  const { id } = await category(ana, 'Home')
  const remove = (prefer: string) =>
    ana.send({
      method: 'DELETE',
      url: `/budgeting/categories/${id}?forver=true`,
      headers: { prefer },
    })
  assert.deepEqual((await remove('handling=strict')).body.errors, { forver: ['forver is not known here.'] })
  const { status, headers } = await remove('return=minimal')
  assert.deepEqual([status, headers.ignored], [200, 'forver'])
})

test('a record that is sent back as it was read has no unknown fields; one more is named, and refused where the client is strict', async () => {
  const { ana } = await richWorld()
  const lists = [
    '/accounts',
    '/contacts',
    '/budgeting/categories',
    '/budgeting/expenses',
    '/budgeting/incomes',
    '/budgeting/transfers',
    '/obligations',
    '/plans',
    '/import-rules',
  ]
  for (const list of lists) {
    const [record] = (await ana.send({ url: `${list}?limit=1` })).body.data
    const put = (payload: object, headers: Record<string, string> = {}) =>
      ana.send({ method: 'PUT', url: `${list}/${record.id}`, payload, headers })
    const strict = { prefer: 'handling=strict' }
    const { status, text, headers } = await put(record, strict)
    assert.deepEqual([status, headers.ignored], [200, undefined], `${list}: ${text}`)
    assert.equal((await put({ ...record, memmo: 'x' })).headers.ignored, 'memmo', list)
    assert.deepEqual(Object.keys((await put({ ...record, memmo: 'x' }, strict)).body.errors), ['memmo'], list)
  }
})

test('a route that takes no body names the fields of one', async () => {
  const ana = await world.person()
  const { id } = await category(ana, 'Home')
  const send = (method: 'DELETE' | 'POST', url: string, headers: Record<string, string> = {}) =>
    ana.send({ method, url, payload: { forever: true }, headers })
  const strict = await send('DELETE', `/budgeting/categories/${id}`, { prefer: 'handling=strict' })
  assert.deepEqual([strict.status, Object.keys(strict.body.errors)], [422, ['forever']])
  const removed = await send('DELETE', `/budgeting/categories/${id}`)
  assert.deepEqual([removed.status, removed.headers.ignored], [200, 'forever'])
  const restored = await send('POST', `/budgeting/categories/${id}/restore`)
  assert.deepEqual([restored.status, restored.headers.ignored], [200, 'forever'])
})
