import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import {
  changePassword,
  getMe,
  listDevices,
  listUserEvents,
  login,
  logout,
  revokeDevice,
  revokeOtherDevices,
} from '../../contract/auth.ts'
import { createExpense, createIncome, updateExpense } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { type Ability, createProgramKey } from '../../contract/programs.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { as, inDays, keysOf, programOf } from '../../test/programs.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { makeRecoveryLink } from './recovery.ts'

const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

test('a key is shown once; lists, the log and the database have everything about it but its secret', async () => {
  const ana = await world.person()
  const before = (await ana.call(listDevices)).data
  const expires_at = inDays(90)
  const body = {
    name: 'Coffee shortcut',
    abilities: ['write:budgeting', 'read:accounts'] as Ability[],
    expires_at,
  }
  const { data, token, token_type } = await ana.call(createProgramKey, { body })
  assert.match(token, /^flp_[\dA-Za-z]{92}$/)
  assert.equal(token_type, 'Bearer')
  const { id, created_at, last_used_at } = data
  assert.equal(created_at, last_used_at)
  assert.deepEqual(data, {
    id,
    device_name: 'Coffee shortcut',
    is_current: false,
    created_at,
    last_used_at,
    expires_at,
    abilities: ['write:budgeting', 'read:accounts'],
    book_id: null,
    last_address: null,
  })
  assert.deepEqual(await keysOf(ana), [data])
  assert.deepEqual((await ana.call(listDevices)).data, before, 'the list of devices is as it was')
  const { data: log } = await ana.call(listUserEvents)
  assert.deepEqual(log[0] && { ...log[0], version: 0, at: '' }, {
    version: 0,
    at: '',
    action: 'created',
    resource: 'program',
    id,
    device_id: before[0]?.id,
    before: null,
    after: {
      name: 'Coffee shortcut',
      abilities: ['write:budgeting', 'read:accounts'],
      expires_at,
      book_id: null,
    },
  })
  const secret = token.slice(4)
  const stored = await rows(world.db, sql`select t::text from tokens t where user_id = ${ana.user.id}`)
  for (const text of [
    JSON.stringify(stored),
    JSON.stringify(log),
    JSON.stringify(await keysOf(ana)),
    JSON.stringify(world.logged),
  ])
    assert(!text.includes(secret), 'its secret is in the answer only')
})

test('a script with write:budgeting records an expense, reads the answer, and reads nothing else', async () => {
  const ana = await world.person()
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  const own = await ana.call(createExpense, { body: { amount: 7, category_id: food.id } })
  const script = await programOf(world.app, ana, ['write:budgeting'])
  const send = (key: string, as: Person = script, amount = 3.5) =>
    as.send({
      method: 'POST',
      url: '/budgeting/expenses',
      payload: { amount, category_id: food.id, memo: 'Coffee' },
      headers: { 'idempotency-key': key },
    })
  const coffee = await send('coffee')
  assert.deepEqual([coffee.status, coffee.body.amount, coffee.body.memo], [200, 3.5, 'Coffee'])
  const again = await send('coffee')
  assert.deepEqual([again.headers['idempotency-replayed'], again.text], ['true', coffee.text])
  // Neither gets the answer of the other by guessing its key and its request.
  assert.equal((await send('coffee', ana)).body.code, 'idempotency_key_reused')
  assert.equal((await send('of-ana', ana, 9)).status, 200)
  assert.equal((await send('of-ana', script, 9)).body.code, 'idempotency_key_reused')
  const other = await programOf(world.app, ana, ['write:budgeting'], { name: 'Another' })
  assert.equal((await send('coffee', other)).body.code, 'idempotency_key_reused')

  for (const url of [
    '/budgeting/expenses',
    `/budgeting/expenses/${own.id}`,
    '/budgeting/tags',
    '/budgeting/suggestions?q=c',
    '/changes',
    '/books/current/export',
  ])
    assert.equal((await script.send({ url })).body.code, 'ability_missing', url)
  const problem = await refused(script.call(listAccounts))
  assert.deepEqual([problem.status, problem.code], [403, 'ability_missing'])
  assert.equal(
    problem.detail,
    'The key "Coffee shortcut" may not do this. It needs the ability read:accounts, or read for all areas.',
  )
  assert.equal(
    (await refused(script.call(createContact, { body: { name: 'Bela' } }))).code,
    'ability_missing',
  )
  assert.equal((await script.call(getMe)).id, ana.user.id)
  const { data } = await ana.call(listChanges, { query: { resource: 'expense', order: 'desc' } })
  assert.deepEqual(
    data.map(({ device_name }) => device_name === 'Coffee shortcut'),
    [false, true, false],
  )
})

test('a key with write changes the record that it names and reads its answer, and previews need read', async () => {
  const ana = await world.person()
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  const pay = await ana.call(createCategory, { body: { name: 'Salary', kind: 'income' } })
  const script = await programOf(world.app, ana, ['write'])
  const made = await script.call(createExpense, { body: { amount: 3, category_id: food.id } })
  assert.equal((await script.call(updateExpense, { params: { id: made.id }, body: { amount: 4 } })).amount, 4)
  await script.call(createIncome, { body: { amount: 3, category_id: pay.id } })
  const when = { match: 'all', conditions: [{ field: 'direction', is: 'equals', value: 'out' }] }
  const preview = {
    method: 'POST' as const,
    url: '/import-rules/preview',
    payload: { when, set: { category_id: food.id } },
  }
  assert.equal((await script.send(preview)).body.code, 'ability_missing')
  const reader = await programOf(world.app, ana, ['read:imports'])
  assert.equal((await reader.send(preview)).status, 200)
})

test('a key cannot make keys, prove, sign out, or look at devices and the log', async () => {
  const ana = await world.person()
  const all = await programOf(world.app, ana, ['read', 'write', 'own'])
  const draft = { name: 'More', abilities: ['read'] as Ability[], current_password: PASSWORD }
  const problem = await refused(all.call(createProgramKey, { body: draft }))
  assert.deepEqual([problem.status, problem.code], [403, 'not_for_programs'])
  assert.equal(
    problem.detail,
    'The key "Coffee shortcut" reaches the book only. Sign-in and security need a person who is signed in.',
  )
  assert.equal((await refused(all.call(listDevices))).code, 'not_for_programs')
  assert.equal(
    (await refused(all.call(revokeDevice, { params: { id: all.key.id } }))).code,
    'not_for_programs',
  )
  assert.equal((await refused(all.call(logout))).code, 'not_for_programs')
  assert.equal((await keysOf(ana)).length, 1)
  assert.equal((await all.call(createContact, { body: { name: 'Bela' } })).name, 'Bela')
  assert.equal((await all.call(listContacts)).data.length, 1)
})

test('the last use of a key and its address are listed, from the first use on', async () => {
  const ana = await world.person()
  const { token } = await programOf(world.app, ana, ['read'])
  const use = async (remoteAddress: string) => {
    await client(through(world.app, remoteAddress), '/api/v1', token).call(listContacts)
    const [key = assert.fail()] = await keysOf(ana)
    return key
  }
  const first = await use('192.0.2.7')
  assert.equal(first.last_address, '192.0.2.7')
  assert.equal((await use('192.0.2.8')).last_address, '192.0.2.7', 'it is noted once a minute')
  await past(sql`update tokens set last_used_at = now() - interval '2 minutes' where id = ${first.id}`)
  const later = await use('2001:db8::7')
  assert.equal(later.last_address, '2001:db8::7')
  assert(Date.now() - Date.parse(later.last_used_at) < 60_000)
})

test('the security log names the program: when its key is made, refused and revoked', async () => {
  const app = world.another({ logLevel: 'info' })
  const person = await world.person()
  const ana = as(person, person.token, app)
  const key = await programOf(app, ana, ['read:contacts'], { name: 'Home "Assistant"' })
  await refused(key.call(listAccounts))
  await refused(key.call(listDevices))
  await ana.call(revokeDevice, { params: { id: key.key.id } })
  const lines = world.logged.filter(({ security, who }) => security && who === ana.user.id)
  assert.deepEqual(
    lines.map(({ security, program, code }) => [security, program, code]),
    [
      ['program_added', 'Home "Assistant"', undefined],
      ['ability_refused', 'Home "Assistant"', 'ability_missing'],
      ['ability_refused', 'Home "Assistant"', 'not_for_programs'],
      ['token_revoked', 'Home "Assistant"', undefined],
    ],
  )
  assert(!JSON.stringify(world.logged).includes(key.token))
})

test('a new password and signing out everywhere leave keys alone; a recovery link ends them, and the log says so', async () => {
  const ana = await world.person()
  const key = await programOf(world.app, ana, ['read'])
  await ana.call(revokeOtherDevices, { body: {} })
  await key.call(listContacts)
  const password = 'another good password'
  const { token } = await ana.call(changePassword, { body: { password, password_confirmation: password } })
  await key.call(listContacts)
  assert.equal((await keysOf(as(ana, token, world.app))).length, 1)
  const link = await transaction(world.db, (tx) =>
    makeRecoveryLink(tx, ana.user.id, { publicUrl: undefined, port: 3000 }),
  )
  const stranger = client(through(world.app), '/api/v1')
  await stranger.call(recoverPassword, {
    body: { token: link.token, password: PASSWORD, password_confirmation: PASSWORD },
  })
  assert.equal((await refused(key.call(listContacts))).code, 'unauthenticated')
  const { token: newest } = await stranger.call(login, {
    body: { email: ana.user.email, password: PASSWORD },
  })
  const back = as(ana, newest, world.app)
  assert.deepEqual(await keysOf(back), [])
  const ended = (await back.call(listUserEvents)).data.find(({ resource }) => resource === 'program')
  assert.deepEqual(
    [ended?.action, ended?.before],
    ['ended_by_recovery', { name: 'Coffee shortcut', abilities: ['read'], expires_at: null }],
  )
})

test('the list of keys has pages of its own, whose cursors are no cursors of the devices', async () => {
  const ana = await world.person()
  for (const name of ['One', 'Two', 'Three']) await programOf(world.app, ana, ['read'], { name })
  const page = (query: object) => ana.call(listDevices, { query: { kind: 'program', limit: 2, ...query } })
  const first = await page({})
  const cursor = first.meta.next_cursor ?? assert.fail()
  const second = await page({ cursor })
  const names = [...first.data, ...second.data].map(({ device_name }) => device_name)
  assert.deepEqual([names, second.meta.next_cursor], [['Three', 'Two', 'One'], null])
  for (const kind of ['device', undefined])
    assert.equal(
      (await ana.send({ url: `/auth/tokens?cursor=${cursor}${kind ? `&kind=${kind}` : ''}` })).body.code,
      'cursor_invalid',
    )
  assert.equal((await ana.send({ url: '/auth/tokens?kind=key' })).body.code, 'invalid')
  assert.deepEqual(
    (await ana.call(listDevices, { query: { kind: 'device' } })).data,
    (await ana.call(listDevices)).data,
  )
})
