import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listDevices, listUserEvents, login, proveIdentity, updateMe } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '../../contract/second-factor.ts'
import { enrol, freshCode, secretOf } from '../../test/second-factor.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { codeOf, stepAt } from './totp.ts'

const world = await makeWorld({ logLevel: 'info' })
const stranger = (address = '127.0.0.1', app = world.app) => client(through(app, address), '/api/v1')
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const signIn = ({ user }: Person, more: object = {}, address?: string, app = world.app) =>
  stranger(address, app).ask(login, { body: { email: user.email, password: PASSWORD, ...more } })
const codeIn = async (answer: Response) => ((await answer.json()) as { code?: string }).code // checked by the test world
const tokensOf = async ({ user }: Person) =>
  (await rows(world.db, sql`select id from tokens where user_id = ${user.id}`)).length
/** Codes of earlier moments count again, as if time had passed. */
const later = ({ user }: Person) =>
  past(sql`update second_factors set last_step = 0 where user_id = ${user.id}`)

test('enrolling needs a code of the app, shows ten codes once, and stores neither in clear', async () => {
  const ana = await world.person()
  const none = { is_on: false, since: null, recovery_codes_left: 0 }
  assert.deepEqual(await ana.call(getSecondFactor), none)
  const first = await ana.call(beginSecondFactor, { body: {} })
  const { secret, uri } = await ana.call(beginSecondFactor, { body: {} })
  assert.notEqual(secret, first.secret)
  assert(uri.includes(`secret=${secret}`))
  const wrong = codeOf(secretOf(first.secret), stepAt(Date.now()))
  const refusal = await refused(ana.call(confirmSecondFactor, { body: { code: wrong } }))
  assert.deepEqual([refusal.status, refusal.code], [422, 'code_wrong'])
  assert.deepEqual(await ana.call(getSecondFactor), none, 'nothing changes before a code was right')
  assert.equal((await signIn(ana)).status, 200)
  const code = codeOf(secretOf(secret), stepAt(Date.now()))
  const { recovery_codes } = await ana.call(confirmSecondFactor, { body: { code } })
  assert.equal(recovery_codes.length, 10)
  const { is_on, recovery_codes_left } = await ana.call(getSecondFactor)
  assert.deepEqual([is_on, recovery_codes_left], [true, 10])
  assert.equal((await refused(ana.call(beginSecondFactor, { body: {} }))).code, 'second_factor_on')
  assert.equal((await refused(ana.call(confirmSecondFactor, { body: { code } }))).code, 'second_factor_on')
  const stored = JSON.stringify([
    await rows(
      world.db,
      sql`select encode(secret, 'hex') as hex, encode(secret, 'escape') as text from second_factors`,
    ),
    await rows(world.db, sql`select encode(code_hash, 'escape') as text from recovery_codes`),
    await rows(world.db, sql`select before, after from user_events where user_id = ${ana.user.id}`),
    world.logged,
  ])
  for (const text of [secret, secretOf(secret).toString('hex'), code, ...recovery_codes])
    assert(!stored.includes(text), text)
  const [event] = (await ana.call(listUserEvents)).data
  assert.deepEqual([event?.action, event?.resource], ['created', 'second_factor'])
})

test('without its second step a sign-in makes no token; the same request with a code signs in', async () => {
  const ana = await world.person()
  const { secret } = await enrol(ana)
  await later(ana)
  const before = await tokensOf(ana)
  for (const more of [{}, { code: null }, { code: '' }]) {
    const answer = await signIn(ana, more)
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.deepEqual([answer.status, await codeIn(answer)], [401, 'second_factor_required'])
  }
  for (const code of ['000000', 'x', '4KQ7-M2XA-9TRF', freshCode(secret, 2), freshCode(secret, -2)]) {
    const answer = await signIn(ana, { code })
    assert.equal(answer.headers.get('set-cookie'), null)
    assert.deepEqual([answer.status, await codeIn(answer)], [401, 'second_factor_wrong'], code)
  }
  assert.equal(await tokensOf(ana), before)
  const wrong = await signIn(ana, { password: 'wrong', code: freshCode(secret) })
  assert.equal(await codeIn(wrong), 'bad_credentials', 'a right code does not make up for a wrong password')
  const spaced = freshCode(secret).replace(/^.../, '$& ')
  assert.equal((await signIn(ana, { code: spaced })).status, 200)
  assert.equal((await signIn(ana, { code: spaced })).status, 401, 'it counts once')
  assert.equal(await tokensOf(ana), before + 1)
})

test('a code that arrives many times at once signs in once, whichever instance it goes to', async () => {
  const ana = await world.person()
  const { secret, recovery_codes } = await enrol(ana)
  await later(ana)
  const apps = [world.app, world.another()]
  for (const code of [freshCode(secret), recovery_codes[0] ?? '']) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => signIn(ana, { code }, `10.1.0.${index}`, apps[index % 2])),
    )
    const passed = answers.filter(({ status }) => status === 200)
    assert.deepEqual([passed.length, answers.filter(({ status }) => status === 401).length], [1, 5], code)
  }
  assert.equal((await ana.call(getSecondFactor)).recovery_codes_left, 9)
})

test('a recovery code signs in once, and new ones end those of before', async () => {
  const ana = await world.person()
  const { recovery_codes } = await enrol(ana)
  const [one = '', two = ''] = recovery_codes
  assert.equal((await signIn(ana, { code: one.toLowerCase().replaceAll('-', ' ') })).status, 200)
  assert.equal((await signIn(ana, { code: one })).status, 401)
  const used = (await ana.call(listUserEvents)).data.find(({ action }) => action === 'used')
  assert.deepEqual(used?.after, { recovery_codes_left: 9 })
  const { recovery_codes: fresh } = await ana.call(renewRecoveryCodes, { body: {} })
  assert.equal((await signIn(ana, { code: two })).status, 401)
  assert.equal((await signIn(ana, { code: fresh[9] })).status, 200)
  const bea = await world.person()
  await enrol(bea)
  assert.equal((await signIn(bea, { code: fresh[0] })).status, 401, "somebody else's does not count")
})

test('it is switched off with a proof, and what is off cannot be switched off', async () => {
  const ana = await world.person()
  assert.equal((await refused(ana.call(endSecondFactor, { body: {} }))).code, 'second_factor_off')
  assert.equal((await refused(ana.call(renewRecoveryCodes, { body: {} }))).code, 'second_factor_off')
  const code = '123456'
  assert.equal((await refused(ana.call(confirmSecondFactor, { body: { code } }))).code, 'second_factor_off')
  await enrol(ana)
  await ana.call(endSecondFactor, { body: {} })
  assert.equal((await signIn(ana)).status, 200)
  assert.deepEqual(await rows(world.db, sql`select from recovery_codes where user_id = ${ana.user.id}`), [])
})

test('where it is on, current_password is a proof with a code only, and so is POST /auth/proof', async () => {
  const ana = await world.person()
  const { secret, recovery_codes } = await enrol(ana)
  await later(ana)
  await past(sql`update tokens set created_at = now() - interval '11 minutes' where user_id = ${ana.user.id}`)
  const body = { email: 'second@example.com', current_password: PASSWORD }
  for (const code of [undefined, null, '000000'])
    assert.equal(
      (await refused(ana.call(updateMe, { body: { ...body, ...(code !== undefined && { code }) } }))).code,
      'code_wrong',
    )
  assert.equal((await refused(ana.call(proveIdentity, { body: { password: PASSWORD } }))).code, 'code_wrong')
  const code = freshCode(secret)
  assert.equal((await ana.call(updateMe, { body: { ...body, code } })).email, body.email)
  const again = { password: PASSWORD, code }
  assert.equal((await refused(ana.call(proveIdentity, { body: again }))).code, 'code_wrong', 'it was used')
  const other = { password: PASSWORD, code: recovery_codes[3] ?? '' }
  await ana.call(proveIdentity, { body: other })
  assert.equal(
    (await ana.call(updateMe, { body: { email: 'third@example.com' } })).email,
    'third@example.com',
  )
})

test('guessing codes is limited for an address and for the account, and the owner is not locked out', async () => {
  const ana = await world.person()
  const { secret, recovery_codes } = await enrol(ana)
  await later(ana)
  const cookies = (await signIn(ana, { code: freshCode(secret, -1) }, '10.9.9.9')).headers.getSetCookie()
  const guess = (address: string) => signIn(ana, { code: '000000' }, address)
  for (let count = 0; count < 10; count++) assert.equal((await guess('10.2.0.1')).status, 401)
  const shut = await guess('10.2.0.1')
  assert.deepEqual([shut.status, await codeIn(shut)], [429, 'too_many_attempts'])
  await past(
    sql`update login_attempts set level = 101 where email_key = ${`code ${ana.user.id}`} and address = ''`,
  )
  assert.equal((await guess('10.2.0.2')).status, 429, 'everywhere, for those who have not signed in before')
  // The address that signed in before, a device that is known, and whoever has a recovery code.
  assert.equal((await signIn(ana, { code: freshCode(secret) }, '10.9.9.9')).status, 200)
  const device = cookies.find((one) => one.startsWith('service-device'))?.split(';')[0] ?? ''
  const known = await world.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    remoteAddress: '10.2.0.3',
    headers: { cookie: device },
    payload: { email: ana.user.email, password: PASSWORD, code: freshCode(secret, 1) },
  })
  assert.equal(known.statusCode, 200, known.payload)
  assert.equal((await signIn(ana, { code: recovery_codes[0] }, '10.2.0.4')).status, 200)
})

test('a wrong password takes the same steps with and without a second factor, and says nothing of it', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  await enrol(ana)
  const texts = await Promise.all(
    [ana, bea].map(async (person) => {
      const answer = await signIn(person, { password: 'wrong', code: '123456' })
      return JSON.stringify({ ...((await answer.json()) as object), request_id: '' }) // an object
    }),
  )
  assert.equal(new Set(texts).size, 1)
})

test('a second factor that is switched on while somebody signs in with the password alone keeps them out', async () => {
  const ana = await world.person()
  await enrol(ana)
  await past(sql`update second_factors set confirmed_at = null where user_id = ${ana.user.id}`)
  let answer: Promise<Response> | undefined
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select from users where id = ${ana.user.id} for no key update`)
    answer = signIn(ana)
    await new Promise((resolve) => setTimeout(resolve, 300)) // it waits for the row by then; if not, it sees the factor anyway
    await change(tx, sql`update second_factors set confirmed_at = now() where user_id = ${ana.user.id}`)
  })
  assert.equal((await answer)?.status, 401)
})

test('with another SECRET_KEY codes do not count, recovery codes do; without one nobody can begin', async () => {
  const ana = await world.person()
  const { secret, recovery_codes } = await enrol(ana)
  await later(ana)
  const other = world.another({ secretKey: 'another-key-than-the-one-of-before' })
  assert.equal((await signIn(ana, { code: freshCode(secret) }, undefined, other)).status, 401)
  assert.equal((await signIn(ana, { code: recovery_codes[0] }, undefined, other)).status, 200)
  const bea = await world.person()
  const none = world.another({ secretKey: '' })
  const headers = { authorization: `Bearer ${bea.token}` }
  const answer = await none.inject({
    method: 'POST',
    url: '/api/v1/auth/second-factor',
    headers,
    payload: {},
  })
  assert.equal(answer.json().code, 'second_factor_unavailable')
})

test('every step is in the security log, with who and from where', async () => {
  const before = world.logged.length
  const ana = await world.person()
  const { secret } = await enrol(ana)
  await later(ana)
  await signIn(ana)
  await signIn(ana, { code: '000000' })
  await signIn(ana, { code: freshCode(secret) })
  await ana.call(endSecondFactor, { body: {} })
  const lines = world.logged.slice(before).filter(({ security }) => security !== undefined)
  assert.deepEqual(
    lines.map(({ security }) => security),
    [
      'registered',
      'second_factor_on',
      'second_factor_asked',
      'second_factor_refused',
      'signed_in',
      'second_factor_off',
    ],
  )
  for (const { who, address } of lines) assert(who && address === '127.0.0.1')
  assert.equal((await ana.call(listDevices)).data.length, 2)
  assert.equal((await ana.call(getMe)).id, ana.user.id)
})
