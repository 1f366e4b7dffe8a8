import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, login, register, updateMe } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { listContacts } from '../../contract/contacts.ts'
import { instanceKey, makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { sealDevice } from './devices.ts'

const world = await makeWorld()
const from = (address: string, token?: string) => client(through(world.app, address), '/api/v1', token)

/** An attempt to sign in from an address: the answer's status and Retry-After. */
async function attempt(address: string, email: string, password: string, token?: string) {
  const answer = await from(address, token).ask(login, { body: { email, password } })
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) }
}
const guess = async (address: string, { user }: Person) =>
  (await attempt(address, user.email, 'wrong')).status
const signsIn = async (address: string, { user, password }: Person, token?: string) =>
  (await attempt(address, user.email, password, token)).status

/** Moves the past of all counters: as if this many seconds had gone by, or the clock had gone back when negative. */
const pass = (seconds: number) =>
  transaction(world.db, async (tx) => {
    type Counter = { email_key: string; address: string; at: string }
    for (const { email_key, address, at } of await rows<Counter>(tx, sql`select * from login_attempts`)) {
      const earlier = new Date(Date.parse(at) - seconds * 1_000).toISOString()
      const isIt = sql`email_key = ${email_key} and address = ${address}`
      await change(tx, sql`update login_attempts set at = ${earlier} where ${isIt}`)
    }
  })

/** As if strangers everywhere had failed at an account so often. */
const strangersFailed = ({ user }: Person, count: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at) values (${user.email}, '', ${count}, now())`,
    ),
  )

test('ten failures from one address shut that address out of that account, and nobody else', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  for (let count = 0; count < 10; count++) assert.equal(await guess('203.0.113.1', ana), 401)
  const problem = await refused(
    from('203.0.113.1').call(login, { body: { email: ana.user.email, password: ana.password } }),
  )
  assert.equal(problem.code, 'too_many_attempts')
  assert.match(problem.message, /Try again in (\d|[1-8]\d|90) seconds?/)
  assert.equal(await signsIn('203.0.113.2', ana), 200)
  assert.equal(await signsIn('203.0.113.1', bea), 200)
})

test('the allowance comes back one by one, and not in full', async () => {
  const ana = await world.person()
  for (let count = 0; count < 10; count++) await guess('203.0.113.3', ana)
  await pass(91)
  assert.equal(await guess('203.0.113.3', ana), 401)
  assert.equal(await guess('203.0.113.3', ana), 429)
  await pass(16 * 60)
  for (let count = 0; count < 10; count++) assert.equal(await guess('203.0.113.3', ana), 401)
  assert.equal(await guess('203.0.113.3', ana), 429)
})

test('many guesses at once do not exceed the limit', async () => {
  const ana = await world.person()
  const statuses = await Promise.all(Array.from({ length: 30 }, () => guess('203.0.113.4', ana)))
  assert.equal(statuses.filter((status) => status === 401).length, 10, statuses.join())
})

test('all addresses of an IPv6 network count as one', async () => {
  const ana = await world.person()
  for (let count = 0; count < 10; count++) assert.equal(await guess(`2001:db8:1:1::${count}`, ana), 401)
  assert.equal(await guess('2001:db8:1:1:ffff::1', ana), 429)
  assert.equal(await guess('2001:db8:1:2::1', ana), 401)
})

test('one address that fails at many accounts is shut out of all, except on a device that the account was used on before', async () => {
  const ana = await world.person()
  assert.equal(await signsIn('203.0.113.5', ana), 200)
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update login_attempts set level = 199, at = now() where email_key = '' and address = '203.0.113.5'`,
    ),
  )
  assert.equal((await attempt('203.0.113.5', 'spray-1@example.com', 'wrong')).status, 401)
  const { status, retryAfter } = await attempt('203.0.113.5', 'spray-2@example.com', 'wrong')
  assert.equal(status, 429)
  assert(retryAfter >= 1 && retryAfter <= 15, `${retryAfter}`)
  assert.equal(await signsIn('203.0.113.5', ana), 429, 'although it signed in from here before')
  assert.equal(await signsIn('203.0.113.5', ana, ana.token), 200, 'a known device')
})

test('a hundred failures from everywhere slow strangers down, but not an address that signed in before', async () => {
  const ana = await world.person()
  assert.equal(await signsIn('203.0.113.50', ana), 200)
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update login_attempts set level = 100 where email_key = ${ana.user.email} and address = ''`,
    ),
  )
  const { status, retryAfter } = await attempt('203.0.113.99', ana.user.email, ana.password)
  assert.equal(status, 429)
  assert(retryAfter >= 295 && retryAfter <= 300, `${retryAfter}`)
  assert.equal(await signsIn('203.0.113.50', ana), 200)
})

test('while strangers guess, the owner gets in with a session of theirs sent along, which signs nobody in by itself', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  await strangersFailed(ana, 100)
  const address = '203.0.113.60'
  assert.equal(await signsIn(address, ana), 429)
  assert.equal(await signsIn(address, ana, eve.token), 429, 'a session of another account shows nothing')
  assert.equal(await signsIn(address, ana, 'nonsense'), 429)
  assert.equal((await attempt(address, ana.user.email, 'wrong', ana.token)).status, 401)
  assert.equal(await signsIn(address, ana, ana.token), 200)
  for (let count = 0; count < 9; count++)
    assert.equal((await attempt(address, ana.user.email, 'wrong', ana.token)).status, 401)
  assert.equal(await signsIn(address, ana, ana.token), 429, 'a device that was stolen guesses no faster')
})

test('the cookie of a device outlives its session: the owner gets in with it while strangers guess', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const ask = (person: Person, password: string, cookie = '') =>
    world.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: '203.0.113.80',
      headers: { cookie },
      payload: { email: person.user.email, password },
    })
  const deviceOf = async (person: Person) => {
    const { headers } = await ask(person, person.password)
    const cookies = [headers['set-cookie'] ?? []].flat()
    return cookies.find((cookie) => cookie.startsWith('service-device='))?.split(';')[0] ?? ''
  }
  const [hers, foreign] = [await deviceOf(ana), await deviceOf(eve)]
  await transaction(world.db, async (tx) => {
    await change(tx, sql`delete from tokens where user_id = ${ana.user.id}`)
    await change(tx, sql`update login_attempts set level = 10 where email_key = ${ana.user.email}`)
  })
  assert.equal((await ask(ana, ana.password)).statusCode, 429)
  const [user, device, generation, expires, mark = ''] = hers.split('=')[1]?.split('.') ?? []
  for (const cookie of [
    foreign,
    `service-device=${user}.${device}.${generation}.${expires}.${mark.slice(0, -2)}AA`,
    `service-device=${user}.${eve.user.id}.${generation}.${expires}.${mark}`,
    `service-device=${user}.${device}.${generation}.${expires}9.${mark}`,
    `${hers}; ${foreign}`,
    'service-device=',
  ])
    assert.equal((await ask(ana, ana.password, cookie)).statusCode, 429, cookie)
  assert.equal((await ask(ana, 'wrong', hers)).statusCode, 401, 'it signs nobody in')
  const answer = await ask(ana, ana.password, hers)
  assert.equal(answer.statusCode, 200)
  assert(
    String(answer.headers['set-cookie']).includes(`service-device=${user}.${device}.`),
    'it stays the same device',
  )
})

/** A sign-in on a known device. */
const onDevice = async (cookie: string, { user }: Person, password: string, address: string) => {
  const headers = { cookie: `service-device=${cookie}` }
  const payload = { email: user.email, password }
  const url = '/api/v1/auth/login'
  return (await world.app.inject({ method: 'POST', url, remoteAddress: address, headers, payload }))
    .statusCode
}
const deviceOf = ({ user }: Person, generation = 1) =>
  sealDevice(instanceKey, { userId: user.id, id: newId(), generation })

test('a new password makes strangers of all devices that knew the old one', async () => {
  const ana = await world.person()
  const [old, next] = [deviceOf(ana), 'a brand new secret']
  await ana.call(changePassword, {
    body: { current_password: ana.password, password: next, password_confirmation: next },
  })
  await strangersFailed(ana, 100)
  assert.equal(await onDevice(old, ana, next, '203.0.113.81'), 429)
  assert.equal(await onDevice(deviceOf(ana, 2), ana, next, '203.0.113.81'), 200)
})

test('a device that was not used for a year is a stranger', async (context) => {
  const ana = await world.person()
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() - 366 * 86_400_000 })
  const old = deviceOf(ana)
  context.mock.timers.reset()
  await strangersFailed(ana, 100)
  assert.equal(await onDevice(old, ana, ana.password, '203.0.113.82'), 429)
})

test('all known devices of an account together guess at one limit, and their failures count for their address', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at) values (${ana.user.email}, 'devices', 27, now())`,
    ),
  )
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push(await onDevice(deviceOf(ana), ana, 'wrong', '203.0.113.83'))
  assert.deepEqual(statuses.slice(0, 3), [401, 401, 401])
  assert(statuses.includes(429), statuses.join())
  const counted = await rows<{ level: number }>(
    world.db,
    sql`select level from login_attempts where email_key = '' and address = '203.0.113.83'`,
  )
  assert((counted[0]?.level ?? 0) > 2, 'they count for their address')
})

test('strangers who guess do not keep somebody who is signed in from changing their password', async () => {
  const ana = await world.person()
  for (let count = 0; count < 11; count++) await guess('127.0.0.1', ana)
  const body = {
    current_password: ana.password,
    password: 'something new',
    password_confirmation: 'something new',
  }
  await ana.call(changePassword, { body })
})

test('a new password needs the old one, and guessing it is counted like a sign-in', async () => {
  const ana = await world.person()
  const body = {
    current_password: 'wrong',
    password: 'something new',
    password_confirmation: 'something new',
  }
  const mismatched = { ...body, password_confirmation: 'else' }
  assert.equal((await refused(ana.call(changePassword, { body: mismatched }))).code, 'password_mismatch')
  for (let count = 0; count < 10; count++)
    assert.equal((await refused(ana.call(changePassword, { body }))).code, 'password_wrong')
  assert.equal((await refused(ana.call(changePassword, { body }))).code, 'too_many_attempts')
  await ana.call(listContacts)
})

test('a profile cannot be used to find out who has an account: e-mails that are taken count as failures', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const body = { email: bea.user.email, current_password: ana.password }
  for (let count = 0; count < 10; count++)
    assert.equal((await refused(ana.call(updateMe, { body }))).code, 'email_taken')
  assert.equal((await refused(ana.call(updateMe, { body }))).code, 'too_many_attempts')
  const free = { ...body, email: 'free@example.com' }
  assert.equal((await refused(ana.call(updateMe, { body: free }))).code, 'too_many_attempts')
  await ana.call(updateMe, { body: { name: 'Anna' } })
})

test('nor does a new sign-in give more of them', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const body = { email: bea.user.email, current_password: ana.password }
  const codes: string[] = []
  for (let round = 0; round < 11; round++) {
    const credentials = { email: ana.user.email, password: ana.password }
    const { token } = await from(`203.0.113.${90 + round}`).call(login, { body: credentials })
    codes.push((await refused(from(`203.0.113.${90 + round}`, token).call(updateMe, { body }))).code)
  }
  assert.deepEqual(codes, [...Array(10).fill('email_taken'), 'too_many_attempts'])
})

test('registering tells one address of twenty e-mails that they are taken, and then nothing for a while', async () => {
  const ana = await world.person()
  const password = { password: ana.password, password_confirmation: ana.password }
  const registers = (address: string, email: string) =>
    from(address).ask(register, { body: { name: 'Eve', email, ...password } })
  const address = '203.0.113.110'
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at) values ('taken', ${address}, 18.5, now())`,
    ),
  )
  assert.equal((await registers(address, 'free-1@example.com')).status, 200)
  assert.equal((await registers(address, ana.user.email)).status, 422)
  assert.equal((await registers(address, ana.user.email)).status, 429)
  assert.equal((await registers(address, 'free-2@example.com')).status, 429, 'free or not')
  assert.equal((await registers('203.0.113.111', 'free-2@example.com')).status, 200)
})

test('a clock that goes back makes nobody wait for longer than the limit says', async () => {
  const ana = await world.person()
  for (let count = 0; count < 10; count++) await guess('203.0.113.70', ana)
  await pass(-30)
  const { status, retryAfter } = await attempt('203.0.113.70', ana.user.email, ana.password)
  assert.equal(status, 429)
  assert(retryAfter >= 1 && retryAfter <= 90, `${retryAfter}`)
  await pass(-86_400)
  assert.equal(await signsIn('203.0.113.70', ana), 200)
})
