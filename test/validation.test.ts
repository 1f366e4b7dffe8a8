import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { addressOf } from '../contract/client.ts'
import { createContact, listContacts } from '../contract/contacts.ts'
import { isAuth } from '../contract/route.ts'
import { account, category } from './books.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()

test('at most 20 errors are told, and of what is too long only that', async () => {
  const ana = await world.person()
  const send = async (payload: object) => {
    const answer = await ana.send({ method: 'POST', url: '/budgeting/expenses', payload })
    assert.equal(answer.status, 422)
    return answer.body.errors
  }
  assert.equal(Object.keys(await send({ amount: 1, splits: Array(100).fill({}) })).length, 20)
  assert.deepEqual(await send({ amount: -1, splits: Array(101).fill(0), notes: 'x'.repeat(30_000) }), {
    notes: ['notes must have at most 10000 characters; this one has 30000.'],
    splits: ['splits must have at most 100 entries; this has 101.'],
  })
  const emoji = '😀'.repeat(255)
  assert.equal((await ana.call(createContact, { body: { name: emoji } })).name, emoji)
  assert.deepEqual(
    (await ana.send({ method: 'POST', url: '/contacts', payload: { name: `${emoji}😀` } })).body.errors,
    { name: ['name must have at most 255 characters; this one has 256.'] },
  )
})

test('every list that a body may have is bounded by its schema', () => {
  type Schema = { type?: unknown; maxItems?: number; items?: Schema; properties?: Record<string, Schema> }
  const check = (schema: Schema, path: string): void => {
    if ([schema.type].flat().includes('array')) assert(schema.maxItems, `${path} has no maxItems`)
    if (schema.items) check(schema.items, `${path}[]`)
    for (const [name, inner] of Object.entries(schema.properties ?? {})) check(inner, `${path}.${name}`)
  }
  for (const { name, route } of api) if (route.body) check(route.body as Schema, name) // a schema is plain JSON
})

test('a field that a route does not know reaches no code, whatever another route would do with it', async () => {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Wages', 'income')
  const [cash, bank] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const income = { amount: 5, category_id }
  const transfer = { amount: 5, from_account_id: cash.id, to_account_id: bank.id }
  for (const unknown of [
    { shares: [null] },
    { shares: [{ contact_id: ana.user.id, amount: '1' }] },
    { splits: 7, shares: {} },
    { is_deleted: true, version: 'x', lines: [0] },
  ]) {
    const posts: [string, object][] = [
      ['/budgeting/transfers', { ...transfer, ...unknown }],
      ['/budgeting/incomes', { ...income, ...unknown, splits: [] }],
    ]
    for (const [url, payload] of posts) {
      const answer = await ana.send({ method: 'POST', url, payload })
      assert.equal(answer.status, 200, `${url} ${JSON.stringify(payload)} ${answer.text}`)
      assert.deepEqual(answer.body.shares, [])
    }
  }
})

test('a value of another type is told which types it may have, in words', async () => {
  const ana = await world.person()
  const message = async (url: string, payload: object) =>
    (await ana.send({ method: 'POST', url, payload })).body.message
  for (const url of ['/budgeting/categories', '/goals'])
    assert.match(
      await message(url, { name: 'Home', target_amount: 5, icon: 5 }),
      /icon must be a string or null, not a number\./,
    )
  const when = { match: 'all', conditions: [{ field: 'currency', is: 'equals', value: 5 }] }
  assert.match(
    await message('/import-rules', { name: 'Abroad', when, set: { notes: 'x' } }),
    /value must be a string, not a number\./,
  )
})

test('a number in a query is decimal digits and nothing else', async () => {
  const ana = await world.person()
  const ask = (query: string) => ana.send({ url: `/budgeting/transactions?${query}` })
  for (const right of ['limit=2', 'limit=007', 'amount_min=-1.50&amount_max=12', 'amount_max=0.5'])
    assert.equal((await ask(right)).status, 200, right)
  for (const wrong of ['0x2', '%2B5', '1e2', '%205', '5%20', '2.0', 'abc', '', '١٢', 'Infinity']) {
    const answer = await ask(`limit=${wrong}`)
    const text = JSON.stringify(decodeURIComponent(wrong))
    assert.deepEqual(answer.body.errors, { limit: [`limit must be a whole number; ${text} is not.`] }, wrong)
  }
  for (const wrong of ['0x2', '%2B5', '1e2', '.5', '5.', '1,5', '--1', 'NaN'])
    assert.match(
      (await ask(`amount_min=${wrong}`)).body.errors.amount_min[0],
      /^amount_min must be a number; "/,
    )
  assert.deepEqual((await ask('limit=1&limit=2')).body.errors, {
    limit: ['limit must be given once; this request has it 2 times.'],
  })
  assert.deepEqual((await ana.send({ url: '/budgeting/categories?is_active=1' })).body.errors, {
    is_active: ['is_active must be true or false; "1" is not.'],
  })
})

test('a body below /auth may have 16 KiB, others 256', async () => {
  const ana = await world.person()
  const payload = JSON.stringify({ padding: 'x'.repeat(16_384) })
  for (const { route } of api) {
    if (!isAuth(route) || route.method === 'GET') continue
    const url = addressOf(route, { params: { id: ana.user.id } })
    const headers = { 'content-type': 'application/json' }
    const answer = await ana.send({ method: route.method, url, payload, headers })
    assert.equal(answer.status, 413, url)
    assert.equal(answer.body.message, 'The body may have at most 16384 bytes.')
  }
  const notes = 'x'.repeat(10_000)
  const wide = { name: 'B', notes, padding: notes }
  assert.equal((await ana.send({ method: 'POST', url: '/contacts', payload: wide })).status, 200)
})

test('the address of the next page leads to this host, however many slashes the request had', async () => {
  const ana = await world.person()
  for (const name of ['A', 'B']) await ana.call(createContact, { body: { name } })
  const { meta } = await ana.call(listContacts, { query: { limit: 1 } })
  const answer = await world.app.inject({
    url: '//api/v1//contacts?limit=1',
    headers: { authorization: `Bearer ${ana.token}` },
  })
  const link = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link))?.[1] ?? ''
  const next = new URL(link, 'http://florin.test')
  assert.equal(next.host, 'florin.test')
  assert.equal(next.searchParams.get('cursor'), meta.next_cursor)
  assert.equal((await ana.send({ url: link.replace('/api/v1', '') })).status, 200)
})
