import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../contract/accounts.ts'
import { updateMe } from '../contract/auth.ts'
import { createTransactions } from '../contract/batches.ts'
import { getBook } from '../contract/books.ts'
import { listChanges } from '../contract/changes.ts'
import {
  createContact,
  deleteContact,
  listContacts,
  restoreContact,
  updateContact,
} from '../contract/contacts.ts'
import type { QueryOf, ReplyOf } from '../contract/route.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { category } from './books.ts'
import { makeWorld, type Person, refused } from './world.ts'

/** Features of every resource, shown on contacts. */
const world = await makeWorld()

const add = (person: Person, name: string, headers = {}) =>
  person.call(createContact, { body: { name }, headers })

test('a record carries an ETag of its version and its body; If-None-Match spares what is known', async () => {
  const ana = await world.person()
  const { id, version } = await add(ana, 'Bela')
  const first = await ana.send({ url: `/contacts/${id}` })
  const etag = first.headers.etag ?? ''
  assert.match(etag, new RegExp(`^"${version}-[\\w-]{16}"$`))
  assert.equal(first.headers['cache-control'], 'no-store')
  for (const known of [etag, `W/${etag}`, `"1-x", ${etag}`, '*']) {
    const again = await ana.send({ url: `/contacts/${id}`, headers: { 'if-none-match': known } })
    assert.equal(again.status, 304)
    assert.equal(again.text, '')
    assert.equal(again.headers.etag, etag)
  }
  await ana.call(updateContact, { params: { id }, body: { name: 'Béla' } })
  assert.equal((await ana.send({ url: `/contacts/${id}`, headers: { 'if-none-match': etag } })).status, 200)
})

test('If-Match lets a change through only to the version its caller has seen', async () => {
  const ana = await world.person()
  const { id } = await add(ana, 'Bela')
  const { etag = '' } = (await ana.send({ url: `/contacts/${id}` })).headers
  const put = (name: string, match: string) =>
    ana.call(updateContact, { params: { id }, body: { name }, headers: { 'if-match': match } })
  await put('Béla', etag)
  for (const stale of [etag, '"0"', 'nonsense', '']) {
    const problem = await refused(put('Lost', stale))
    assert.equal(problem.code, 'stale')
    assert.equal(problem.status, 412)
  }
  const problem = await refused(ana.call(deleteContact, { params: { id }, headers: { 'if-match': etag } }))
  assert.match(problem.message, /is now at version 3/)
  await put('Béla II', '*')
  await put('Béla III', '"4"')
  await put('Béla IV', ' 5 ')
  assert.match(
    (await refused(put('Lost', '5'))).message,
    /You sent If-Match 5, but the record is now at version 6/,
  )
  assert.equal(
    (await refused(ana.call(updateMe, { body: { name: 'X' }, headers: { 'if-match': '"99"' } }))).code,
    'stale',
  )
})

test('one idempotency key fired many times in parallel is one effect with identical answers', async () => {
  const ana = await world.person()
  for (let round = 0; round < 5; round++) {
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ana.send({ method: 'POST', url: '/contacts', headers, payload: { name: `B${round}` } }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 1)
    assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length, 19)
  }
  assert.equal((await ana.call(listContacts)).data.length, 5)
})

test('an answer whose lists are empty is given again', async () => {
  const ana = await world.person()
  const request = {
    body: { name: 'Savings', type: 'asset' as const },
    headers: { 'idempotency-key': newId() },
  }
  const made = await ana.call(createAccount, request)
  assert.deepEqual(made.balances, [])
  assert.deepEqual(await ana.call(createAccount, request), made)
})

test('a key used for another request is refused, each person has keys of their own, and a day later it is free', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const headers = { 'idempotency-key': 'my-key' }
  const first = await add(ana, 'Bela', headers)
  const problem = await refused(add(ana, 'Cili', headers))
  assert.equal(problem.code, 'idempotency_key_reused')
  assert.match(problem.message, /my-key/)
  assert.equal(
    (await refused(ana.call(restoreContact, { params: { id: first.id }, headers }))).code,
    'idempotency_key_reused',
  )
  assert.notEqual((await add(bea, 'Bela', headers)).id, first.id)
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await transaction(world.db, (tx) => change(tx, sql`update idempotency_keys set created_at = ${yesterday}`))
  await add(ana, 'Cili', headers)
})

test('a key that is none is refused; a refused request does not use its key up', async () => {
  const ana = await world.person()
  for (const key of ['', 'x'.repeat(256), 'with space']) {
    const problem = await refused(add(ana, 'Bela', { 'idempotency-key': key }))
    assert(problem.errors?.['Idempotency-Key'])
  }
  const headers = { 'idempotency-key': 'again' }
  assert.equal((await refused(add(ana, '', headers))).code, 'invalid')
  await add(ana, 'Bela', headers)
})

test('every change is in the log of its book, in order, with the record after it', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const made = await add(ana, 'Bela')
  const changed = await ana.call(updateContact, { params: { id: made.id }, body: { name: 'Béla' } })
  await ana.call(updateContact, { params: { id: made.id }, body: { name: 'Béla' } })
  await refused(add(ana, ''))
  const trashed = await ana.call(deleteContact, { params: { id: made.id } })
  const restored = await ana.call(restoreContact, { params: { id: made.id } })
  const { data, meta } = await ana.call(listChanges, { query: { since: 1 } })
  assert.deepEqual(
    data.map(({ version, action, resource, id, user_id, after }) => ({
      version,
      action,
      resource,
      id,
      user_id,
      after,
    })),
    (
      [
        ['created', made],
        ['updated', changed],
        ['deleted', trashed],
        ['restored', restored],
      ] as const
    ).map(([action, after], index) => ({
      version: index + 2,
      action,
      resource: 'contact',
      id: made.id,
      user_id: ana.user.id,
      after,
    })),
  )
  assert.equal(meta.next_since, 5)
  const first = await ana.call(listChanges, { query: { since: 0 } })
  const { seal: _, ...book } = await ana.call(getBook)
  const opened = { ...book, version: 1 }
  assert.deepEqual([first.data[0]?.resource, first.data[0]?.after], ['book', opened])
  assert.deepEqual(
    new Set(first.data.slice(1, 8).map(({ resource }) => resource)),
    new Set(['account']),
    'and its opening chart',
  )
  assert.deepEqual(await ana.call(listChanges, { query: { since: 5 } }), {
    data: [],
    meta: { limit: 200, next_cursor: null, next_since: 5, ignored: [] },
  })
  assert(!JSON.stringify(await eve.call(listChanges)).includes(made.id))
})

test('a page of changes may end inside a version, which counts as delivered once it is whole', async () => {
  const ana = await world.person()
  const { id: category_id } = await category(ana, 'Food')
  const transactions = Array.from({ length: 5 }, () => ({ kind: 'expense' as const, amount: 1, category_id }))
  await ana.call(createTransactions, { body: { transactions } })
  await add(ana, 'Cili')
  const pages: [versions: number[], next_since: number][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ReplyOf<typeof listChanges> = await ana.call(listChanges, {
      query: { since: 2, limit: 2, ...(cursor && { cursor }) },
    })
    pages.push([page.data.map(({ version }) => version), page.meta.next_since])
    cursor = page.meta.next_cursor
  }
  assert.deepEqual(pages, [
    [[3, 3], 2],
    [[3, 3], 2],
    [[3, 4], 4],
  ])
  const latest = await ana.call(listChanges, { query: { since: 2, limit: 1, order: 'desc' } })
  assert.deepEqual([latest.data[0]?.version, latest.meta.next_since], [4, 2])
  const polled = await ana.call(listChanges, { query: { since: 3, limit: 1 } })
  assert.deepEqual([polled.data[0]?.version, polled.meta.next_since], [4, 4])
})

test('changes are found by kind, record, person and time; what is not a time is refused', async () => {
  const ana = await world.person()
  const { id } = await add(ana, 'Bela')
  await add(ana, 'Cili')
  const { data } = await ana.call(listChanges, { query: { since: 1 } })
  const at = data[1]?.at ?? assert.fail()
  const found = async (query: QueryOf<typeof listChanges>) =>
    (await ana.call(listChanges, { query: { since: 1, ...query } })).data.map(({ version }) => version)
  assert.deepEqual(await found({ resource: 'contact,expense' }), [2, 3])
  assert.deepEqual(await found({ resource: 'expense' }), [])
  assert.deepEqual(await found({ id }), [2])
  assert.deepEqual(await found({ id: 'nonsense' }), [])
  assert.deepEqual(await found({ user_id: ana.user.id, order: 'desc' }), [3, 2])
  assert.deepEqual(await found({ user_id: 'nonsense' }), [])
  assert.deepEqual(await found({ from: at, to: at }), [3])
  for (const from of ['yesterday', '2026-11-30', '0000-01-01T00:00:00Z', '2026-11-30T25:00:00Z'])
    assert.deepEqual((await refused(found({ from }))).errors, {
      from: [`from must be a time, as 2026-11-30T08:15:00Z; "${from}" is not.`],
    })
})

test('writes to one book happen one after another, and each has a version of its own', async () => {
  const ana = await world.person()
  const made = await Promise.all(Array.from({ length: 40 }, (_, index) => add(ana, `C${index}`)))
  assert.deepEqual(
    made.map(({ version }) => version).sort((a, b) => a - b),
    Array.from({ length: 40 }, (_, index) => index + 2),
  )
})

test('of several things that are wrong with a request, the first in the order of checks is told', async () => {
  const ana = await world.person()
  const send = (method: 'POST' | 'PUT', url: string, payload: object, headers = {}) =>
    ana.send({ method, url, payload, headers })
  const { body: category } = await send('POST', '/budgeting/categories', { name: 'Travel' })
  const spent = { amount: 1, category_id: category.id, date: '2026-01-05' }
  const { body: expense } = await send('POST', '/budgeting/expenses', spent)
  await send('PUT', '/books/current', { closed_through: '2026-01-31' })
  const stale = { 'if-match': '"1"' }
  const cases: [id: string, payload: object, headers: object, code: string][] = [
    [newId(), { amount: 'x' }, { ...stale, authorization: 'Bearer x' }, 'unauthenticated'],
    [newId(), { amount: 'x', category_id: newId() }, stale, 'invalid'],
    [newId(), { category_id: newId() }, stale, 'not_found'],
    [expense.id, { category_id: newId() }, stale, 'category_not_found'],
    [expense.id, { amount: 2 }, stale, 'stale'],
    [expense.id, { amount: 2 }, {}, 'locked'],
  ]
  for (const [id, payload, headers, code] of cases)
    assert.equal((await send('PUT', `/budgeting/expenses/${id}`, payload, headers)).body.code, code)
})
