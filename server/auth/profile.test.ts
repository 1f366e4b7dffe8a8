import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  getMe,
  listDevices,
  listUserEvents,
  login,
  register,
  revokeOtherDevices,
  updateMe,
} from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()
const as = (token?: string) => client(through(world.app), '/api/v1', token)
const stranger = as()
const draft = (email: string) => ({ name: 'Ana', email, password: PASSWORD, password_confirmation: PASSWORD })
const signIn = ({ user, password }: Person) => stranger.call(login, { body: { email: user.email, password } })

test('a profile is changed in part; a new e-mail signs in, the old one is free again', async () => {
  const ana = await world.person({ email: 'old@example.com' })
  const body = {
    name: 'Anna',
    email: 'new@example.com',
    base_currency_id: 'EUR',
    current_password: ana.password,
  }
  const changed = await ana.call(updateMe, { body })
  assert.deepEqual(changed, {
    ...ana.user,
    name: 'Anna',
    email: 'new@example.com',
    base_currency_id: 'EUR',
    version: 3,
    updated_at: changed.updated_at,
  })
  assert.deepEqual(await ana.call(getMe), changed)
  assert.deepEqual(await ana.call(updateMe, { body: changed }), changed, 'sent back whole, nothing changes')
  await stranger.call(login, { body: { email: 'new@example.com', password: ana.password } })
  await stranger.call(register, { body: draft('old@example.com') })
  const recased = { email: 'NEW@example.com', current_password: ana.password }
  assert.equal((await ana.call(updateMe, { body: recased })).email, 'NEW@example.com')
})

test('a new e-mail with a wrong password is refused, although the sign-in is fresh', async () => {
  const ana = await world.person()
  const email = 'thief@example.com'
  const wrong = await refused(ana.call(updateMe, { body: { email, current_password: 'wrong' } }))
  assert.equal(wrong.code, 'password_wrong')
  assert.deepEqual(await ana.call(getMe), ana.user)
  await ana.call(updateMe, { body: { name: 'Anna', email: ana.user.email } })
})

test('a profile cannot take an e-mail that is taken, nor a currency that does not exist', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const body = { name: 'X', email: bea.user.email.toUpperCase(), current_password: ana.password }
  assert.equal((await refused(ana.call(updateMe, { body }))).code, 'email_taken')
  const unknown = { base_currency_id: 'DOGE' }
  assert.equal((await refused(ana.call(updateMe, { body: unknown }))).code, 'currency_not_found')
  assert.deepEqual(await ana.call(getMe), ana.user)
})

test('a domain in its own letters and in ASCII is one, and the e-mail is shown as typed', async () => {
  const ana = await world.person({ email: 'Ana@BÜCHER.example' })
  assert.equal(ana.user.email, 'Ana@BÜCHER.example')
  for (const email of ['ana@bücher.example', 'ana@bu\u0308cher.example', 'ANA@xn--bcher-kva.example']) {
    await stranger.call(login, { body: { email, password: ana.password } })
    assert.equal((await refused(stranger.call(register, { body: draft(email) }))).code, 'email_taken', email)
  }
  const problem = await refused(stranger.call(register, { body: draft('ana@xn--iñvalid.example') }))
  assert.equal(problem.code, 'invalid')
  const wrong = { email: 'ana@xn--iñvalid.example', password: 'wrong' }
  assert.equal((await refused(stranger.call(login, { body: wrong }))).code, 'bad_credentials')
})

test('an e-mail with characters that nobody sees is refused', async () => {
  for (const invisible of [
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u2060',
    '\ufeff',
    '\ufe0f',
    '\u034f',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u202e',
    '\u00a0',
    '\u{e0041}',
  ]) {
    for (const email of [`an${invisible}a@example.com`, `ana@exa${invisible}mple.com`]) {
      const problem = await refused(stranger.call(register, { body: draft(email) }))
      assert(problem.errors?.email, JSON.stringify(email))
    }
  }
})

test('a new password ends every session, that of the device itself too, which gets a new one', async () => {
  const ana = await world.person({ device_name: 'Laptop' })
  const { token: phone } = await signIn(ana)
  const password = 'another long one'
  const answer = await ana.send({
    method: 'PUT',
    url: '/auth/password',
    payload: { current_password: ana.password, password, password_confirmation: password },
  })
  assert.equal(answer.status, 200, answer.text)
  const { data, token, token_type } = answer.body
  assert.equal(token_type, 'Bearer')
  assert.match(answer.headers['set-cookie'] ?? '', new RegExp(`^service-session=${token}; `))
  assert.deepEqual(await as(token).call(getMe), data)
  for (const old of [ana.token, phone]) await refused(as(old).call(getMe))
  const devices = await as(token).call(listDevices)
  assert.deepEqual(
    devices.data.map(({ device_name, is_current }) => [device_name, is_current]),
    [['Laptop', true]],
  )
  await refused(signIn(ana))
  await signIn({ ...ana, password })
})

test('all other devices are signed out with the password', async () => {
  const ana = await world.person()
  const others = [await signIn(ana), await signIn(ana)]
  const wrong = { body: { current_password: 'wrong' } }
  assert.equal((await refused(ana.call(revokeOtherDevices, wrong))).code, 'password_wrong')
  assert.equal((await ana.call(listDevices)).data.length, 3)
  await ana.call(revokeOtherDevices, { body: { current_password: ana.password } })
  for (const { token } of others) await refused(as(token).call(getMe))
  assert.equal((await ana.call(listDevices)).data.length, 1)
})

test('guessing the password of a session is limited on every route that asks for it', async () => {
  const body = { current_password: 'wrong' }
  for (const [method, url] of [
    ['DELETE', '/auth/tokens'],
    ['DELETE', '/auth/me'],
  ] as const) {
    const ana = await world.person()
    for (let count = 0; count < 10; count++)
      assert.equal((await ana.send({ method, url, payload: body })).body.code, 'password_wrong')
    assert.equal((await ana.send({ method, url, payload: body })).body.code, 'too_many_attempts')
  }
})

test('a hundred sessions are the most; one more ends the one that has been unused for longest', async () => {
  const ana = await world.person()
  const { data } = await ana.call(listDevices)
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at)
          select ${ana.user.id}, gen_random_uuid(), '', 'Device ' || n, now() - interval '10 days',
                 now() - make_interval(hours => n)
          from generate_series(1, 99) n`,
    ),
  )
  await signIn(ana)
  const left = await rows<{ id: string; device_name: string }>(
    world.db,
    sql`select id, device_name from tokens where user_id = ${ana.user.id}`,
  )
  assert.equal(left.length, 100)
  assert(!left.some(({ device_name }) => device_name === 'Device 99'))
  assert(left.some(({ id }) => id === data[0]?.id))
})

test('a language is kept in the profile and in its log, and one that Florin does not speak is refused', async () => {
  const ana = await world.person()
  assert.equal(ana.user.language, null)
  const german = await ana.call(updateMe, { body: { language: 'de' } })
  assert.equal(german.language, 'de')
  assert.deepEqual(await ana.call(getMe), german)
  assert.equal((await signIn(ana)).data.language, 'de')
  const [, event] = (await ana.call(listUserEvents)).data
  assert.equal(event?.resource, 'profile')
  assert.partialDeepStrictEqual(event, { before: { language: null }, after: { language: 'de' } })
  for (const language of ['tlh', 'de-AT', 'DE', '']) {
    const payload = { name: 'Other', language }
    const { status, body } = await ana.send({ method: 'PUT', url: '/auth/me', payload })
    assert.deepEqual([status, body.code, body.faults[0].code], [422, 'invalid', 'not_in_list'])
    assert.match(body.message, /^language must be one of .*\bde\b.*\bzh-Hans\b/)
    assert.deepEqual(body.errors, { language: [body.message] })
  }
  assert.deepEqual(await ana.call(getMe), german)
  assert.equal((await ana.call(updateMe, { body: { name: 'Anna' } })).language, 'de', 'left out, it stays')
  assert.equal((await ana.call(updateMe, { body: { language: null } })).language, null)
})
