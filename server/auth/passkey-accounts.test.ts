import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  authOptions,
  changePassword,
  getMe,
  listUserEvents,
  login,
  proveIdentity,
  register,
} from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { createInvitation } from '../../contract/invitations.ts'
import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  passkeyProofOptions,
  passkeyRecovery,
  passkeyRecoveryOptions,
  passkeyRegister,
  passkeyRegisterOptions,
  removePasskey,
} from '../../contract/passkeys.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { getWaysBack, setReminder } from '../../contract/ways-back.ts'
import { type Lies, makeAuthenticator } from '../../test/authenticator.ts'
import { type Authenticator, addKey, signInBy } from '../../test/passkeys.ts'
import { enrol, freshCode } from '../../test/second-factor.ts'
import { instanceKey, makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, row, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { readSettings } from '../settings.ts'
import { makeChallenge } from './challenges.ts'
import { emailKey } from './email-key.ts'
import { makeRecoveryLink } from './recovery.ts'
import { waysBackOf } from './ways-back.ts'

const world = await makeWorld({ logLevel: 'info' })
const off = world.another({ passwords: false })
const stranger = (address = '127.0.0.1', app = world.app) => client(through(app, address), '/api/v1')
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const codeIn = async (answer: Response) => ((await answer.json()) as { code?: string }).code // checked by the test world
const linkOf = async ({ user }: Person) =>
  (await transaction(world.db, (tx) => makeRecoveryLink(tx, user.id, readSettings({})))).token
const countOf = async (table: Sql) => (await rows(world.db, sql`select from ${table}`)).length

let number = 0
/** Opens an account with a passkey. */
async function openBy(device: Authenticator, app = off, more: object = {}, lies: Lies = {}) {
  const person = { name: 'Ana', email: `key-${++number}@example.com`, ...more }
  const open = stranger('127.0.0.1', app)
  const options = await open.call(passkeyRegisterOptions, { body: person })
  const body = { ...person, passkey: device.create(options, lies), passkey_name: 'Laptop' }
  return { body, answer: await open.ask(passkeyRegister, { body }) }
}

test('with PASSWORDS=off the first person opens the account with a passkey, and is the operator', async () => {
  const { another, person } = await makeWorld({ passwords: false, registration: 'closed' })
  const app = another()
  assert.equal((await refused(person())).code, 'passwords_off')
  const open = stranger('127.0.0.1', app)
  assert.partialDeepStrictEqual(await open.call(authOptions), {
    is_empty: true,
    registration: 'closed',
    passwords: false,
    passkeys: true,
    origin: 'http://localhost:3000',
  })
  const device = makeAuthenticator()
  const { answer } = await openBy(device, app)
  assert.equal(answer.status, 200)
  const { data, token } = (await answer.json()) as { data: { is_operator: boolean }; token: string } // checked by the test world
  assert.equal(data.is_operator, true)
  const me = client(through(app), '/api/v1', token)
  const [signedIn, key, profile] = (await me.call(listUserEvents)).data
  assert.deepEqual(
    [signedIn?.resource, key?.resource, key?.action, profile?.resource],
    ['device', 'passkey', 'created', 'profile'],
  )
  assert.equal((await signInBy(device, app)).status, 200)
  const late = { name: 'Bea', email: 'bea@example.com' }
  const closed = await refused(open.call(passkeyRegisterOptions, { body: late }))
  assert.equal(closed.code, 'registration_closed')
})

test('invited people open their account with a passkey: a link counts once, and REGISTRATION holds', async () => {
  const { another, db, service } = await makeWorld({ passwords: false, registration: 'invited' })
  assert(db && service)
  const app = another()
  const first = await openBy(makeAuthenticator(), app)
  const { token } = (await first.answer.json()) as { token: string } // checked by the test world
  const operator = client(through(app), '/api/v1', token)
  const { token: invitation } = await operator.call(createInvitation, { body: {} })
  const open = stranger('127.0.0.1', app)
  const person = { name: 'Bea', email: 'bea@example.com' }
  const without = await refused(open.call(passkeyRegisterOptions, { body: person }))
  assert.equal(without.code, 'registration_closed')
  const wrong = await refused(open.call(passkeyRegisterOptions, { body: { ...person, invitation: 'fli_x' } }))
  assert.equal(wrong.code, 'link_invalid')
  const { answer, body } = await openBy(makeAuthenticator(), app, { ...person, invitation })
  assert.equal(answer.status, 200)
  const late = await refused(open.call(passkeyRegister, { body: { ...body, email: 'late@example.com' } }))
  assert.equal(late.code, 'link_invalid')
  const none = { ...body, invitation: null, email: 'none@example.com' }
  assert.equal((await refused(open.call(passkeyRegister, { body: none }))).code, 'registration_closed')
})

test('an account is opened once by an answer, also by two requests at the same instant, and forged ones open none', async () => {
  const before = await countOf(sql`users`)
  const { body, answer } = await openBy(makeAuthenticator())
  assert.equal(answer.status, 200)
  const open = stranger('127.0.0.1', off)
  const again = { ...body, email: 'again@example.com' }
  assert.equal((await refused(open.call(passkeyRegister, { body: again }))).code, 'passkey_wrong')
  const person = { name: 'Bea', email: 'twice@example.com' }
  const options = await open.call(passkeyRegisterOptions, { body: person })
  const passkey = makeAuthenticator().create(options)
  const answers = await Promise.all(
    [1, 2, 3].map((one) =>
      open.ask(passkeyRegister, { body: { ...person, email: `${one}${person.email}`, passkey } }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422])
  const forged: Lies[] = [
    { origin: 'https://evil.example' },
    { flags: 1 },
    { challenge: makeChallenge(instanceKey, 'add', '019a3c1e-7b1e-7c1a-9f00-0123456789ab') },
  ]
  for (const lies of forged) {
    const { answer } = await openBy(makeAuthenticator(), off, {}, lies)
    assert.equal(await codeIn(answer), 'passkey_wrong')
  }
  const taken = await openBy(makeAuthenticator(), off, { email: body.email })
  assert.equal(await codeIn(taken.answer), 'email_taken')
  const money = { ...body, email: 'money@example.com', base_currency_id: 'XXQ' }
  assert.equal((await refused(open.call(passkeyRegister, { body: money }))).code, 'currency_not_found')
  assert.equal(await countOf(sql`users`), before + 2)
})

test('requests for taken e-mails are limited here as well', async () => {
  const { body } = await openBy(makeAuthenticator())
  const codes: (string | undefined)[] = []
  for (let count = 0; count < 22 && !codes.includes('too_many_attempts'); count++)
    codes.push(await codeIn((await openBy(makeAuthenticator(), off, { email: body.email })).answer))
  assert.equal(codes[0], 'email_taken')
  assert.equal(codes.at(-1), 'too_many_attempts')
  await past(sql`delete from login_attempts where email_key = 'taken'`)
})

test('an account without a password has none that fits, and can get one where passwords are on', async () => {
  const device = makeAuthenticator()
  const { body, answer } = await openBy(device, world.app)
  const { token } = (await answer.json()) as { token: string } // checked by the test world
  for (const password of ['0', 'A'.repeat(32), PASSWORD]) {
    const problem = await refused(stranger().call(login, { body: { email: body.email, password } }))
    assert.equal(problem.code, 'bad_credentials')
  }
  const me = client(through(world.app), '/api/v1', token)
  await me.call(changePassword, { body: { password: PASSWORD, password_confirmation: PASSWORD } })
  assert.equal((await stranger().ask(login, { body: { email: body.email, password: PASSWORD } })).status, 200)
  assert.equal((await signInBy(device, world.app)).status, 200, 'a new password removes no passkey')
})

test('with PASSWORDS=off every way of a password is refused with its own code', async () => {
  const ana = await world.person()
  const me = client(through(off), '/api/v1', ana.token)
  const open = stranger('127.0.0.1', off)
  const both = { password: 'another good one', password_confirmation: 'another good one' }
  const asked = [
    () => open.call(register, { body: { name: 'Bea', email: 'bea-off@example.com', ...both } }),
    () => open.call(login, { body: { email: ana.user.email, password: PASSWORD } }),
    () => me.call(changePassword, { body: both }),
    () => me.call(proveIdentity, { body: { password: PASSWORD } }),
    async () => open.call(recoverPassword, { body: { token: await linkOf(ana), ...both } }),
  ]
  const before = world.logged.length
  for (const ask of asked) {
    const problem = await refused(ask())
    assert.deepEqual([problem.status, problem.code], [403, 'passwords_off'])
  }
  const lines = world.logged.slice(before).filter(({ security }) => security === 'password_refused')
  assert.equal(lines.length, asked.length)
})

test('where passwords are off the last passkey that works is not removed', async () => {
  const ana = await world.person()
  const { passkey } = await addKey(ana)
  const me = client(through(off), '/api/v1', ana.token)
  const params = { id: passkey.id }
  assert.equal((await refused(me.call(removePasskey, { params, body: {} }))).code, 'last_passkey')
  await past(sql`insert into passkeys (user_id, id, credential_id, public_key, counter, rp_id, name, created_at)
    values (${ana.user.id}, gen_random_uuid(), 'old', '', 0, 'old.example', 'Old', now())`)
  assert.equal((await refused(me.call(removePasskey, { params, body: {} }))).code, 'last_passkey')
  const old = (await me.call(listPasskeys)).data.find(({ works_here }) => !works_here)
  await me.call(removePasskey, { params: { id: old?.id ?? '' }, body: {} })
  await addKey(ana, 'Phone')
  const both = await Promise.all(
    (await me.call(listPasskeys)).data.map(({ id }) => me.ask(removePasskey, { params: { id }, body: {} })),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'also of two at the same instant')
})

/** Adds a passkey with a link. */
async function recoverBy(token: string, device: Authenticator, more: object = {}, lies: Lies = {}) {
  const open = stranger('127.0.0.1', off)
  const options = await open.call(passkeyRecoveryOptions, { body: { token } })
  const body = { token, passkey: device.create(options, lies), ...more }
  return { body, answer: await open.ask(passkeyRecovery, { body }) }
}

test('a recovery link adds a passkey once, ends every session, removes no other key, and stands in both logs', async () => {
  const ana = await world.person()
  const { device: old } = await addKey(ana)
  const token = await linkOf(ana)
  const before = world.logged.length
  const device = makeAuthenticator()
  const { answer, body } = await recoverBy(token, device, { passkey_name: 'New phone' })
  assert.equal(answer.status, 204)
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  const again = await stranger()
    .call(passkeyRecovery, { body })
    .catch((error) => error.problem)
  assert.equal(again.code, 'link_invalid')
  assert.equal((await signInBy(old, off)).status, 200)
  const { token: session } = (await (await signInBy(device, off)).json()) as { token: string } // checked by the test world
  const { data } = await client(through(off), '/api/v1', session).call(listUserEvents)
  assert.deepEqual(
    data.slice(2, 4).map(({ action, resource, after }) => [action, resource, after]),
    [
      ['ended_by_recovery', 'device', null],
      ['recovered', 'passkey', { name: 'New phone' }],
    ],
  )
  const line = world.logged.slice(before).find(({ security }) => security === 'passkey_recovered')
  assert.deepEqual([line?.who, line?.address], [ana.user.id, '127.0.0.1'])
  assert(!JSON.stringify(world.logged).includes(token))
})

test('wrong, used and expired links and wrong answers change nothing, and leave the link as it is', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const open = stranger('127.0.0.1', off)
  const token = await linkOf(ana)
  for (const text of ['flr_x', token.slice(0, -1), 'fli_'.concat(token.slice(4))]) {
    const problem = await refused(open.call(passkeyRecoveryOptions, { body: { token: text } }))
    assert.equal(problem.code, 'link_invalid')
  }
  const forged: Lies[] = [
    { origin: 'https://evil.example' },
    { flags: 1 },
    { challenge: makeChallenge(instanceKey, 'recover', bea.user.id) },
    { challenge: makeChallenge(instanceKey, 'register', ana.user.id) },
  ]
  for (const lies of forged) {
    const { answer } = await recoverBy(token, makeAuthenticator(), {}, lies)
    assert.equal(await codeIn(answer), 'passkey_wrong')
  }
  assert.equal((await ana.call(listPasskeys)).data.length, 0)
  const device = makeAuthenticator()
  const options = await open.call(passkeyRecoveryOptions, { body: { token } })
  await past(sql`update recovery_links set expires_at = now() where user_id = ${ana.user.id}`)
  const body = { token, passkey: device.create(options) }
  assert.equal((await refused(open.call(passkeyRecovery, { body }))).code, 'link_invalid')
  await ana.call(getMe)
})

test('a second factor stays on: a link adds a passkey only with a code', async () => {
  const ana = await world.person()
  const { secret, recovery_codes } = await enrol(ana)
  await past(sql`update second_factors set last_step = 0 where user_id = ${ana.user.id}`)
  const token = await linkOf(ana)
  const device = makeAuthenticator()
  assert.equal(await codeIn((await recoverBy(token, device)).answer), 'second_factor_required')
  assert.equal(
    await codeIn((await recoverBy(token, device, { code: '000000' })).answer),
    'second_factor_wrong',
  )
  await ana.call(getMe)
  const { answer } = await recoverBy(token, device, { code: freshCode(secret) })
  assert.equal(answer.status, 204)
  const next = await linkOf(ana)
  const code = recovery_codes[0] ?? ''
  assert.equal((await recoverBy(next, makeAuthenticator(), { code })).answer.status, 204)
})

test('guessing the code of a link is limited', async () => {
  const ana = await world.person()
  await enrol(ana)
  const token = await linkOf(ana)
  const codes: (string | undefined)[] = []
  for (let count = 0; count < 11; count++)
    codes.push(await codeIn((await recoverBy(token, makeAuthenticator(), { code: '000000' })).answer))
  assert.deepEqual([codes[9], codes[10]], ['second_factor_wrong', 'too_many_attempts'])
})

test('after a week with one way back in a person is reminded, until a second one is there or they say no', async () => {
  const ana = await world.person()
  const week = ({ user }: Person) =>
    past(sql`update users set created_at = created_at - interval '8 days' where id = ${user.id}`)
  const due = async (person: Person) => (await person.call(getWaysBack)).is_due
  assert.deepEqual(await ana.call(getWaysBack), {
    password: true,
    passkeys: 0,
    recovery_codes: 0,
    mail: false,
    oidc: false,
    is_due: false,
  })
  await week(ana)
  assert.equal(await due(ana), true)
  const { passkey } = await addKey(ana)
  assert.equal(await due(ana), false)
  const there = client(through(off), '/api/v1', ana.token)
  const one = { password: false, passkeys: 1, recovery_codes: 0, mail: false, oidc: false, is_due: true }
  assert.deepEqual(await there.call(getWaysBack), one)
  await ana.call(removePasskey, { params: { id: passkey.id }, body: {} })
  assert.equal(await due(ana), true)
  assert.equal((await ana.call(setReminder, { body: { is_reminded: false } })).is_due, false)
  assert.equal((await ana.call(setReminder, { body: { is_reminded: true } })).is_due, true)
  await enrol(ana)
  assert.equal(await due(ana), true, 'recovery codes open nothing without the password')
})

test('passkeys are of the address of the instance: a changed one lists them, and the password remains', async () => {
  const ana = await world.person()
  const { device } = await addKey(ana)
  const moved = world.another({ publicUrl: new URL('https://florin.example') })
  const there = client(through(moved), '/api/v1', ana.token)
  const [passkey] = (await there.call(listPasskeys)).data
  assert.deepEqual([passkey?.site, passkey?.works_here], ['localhost', false])
  const lies = { origin: 'https://florin.example' }
  assert.equal(await codeIn(await signInBy(device, moved, lies)), 'passkey_refused')
  assert.deepEqual((await there.call(passkeyProofOptions)).allowCredentials, [])
  const body = { email: ana.user.email, password: PASSWORD }
  assert.equal((await stranger('127.0.0.1', moved).ask(login, { body })).status, 200)
  const fresh = makeAuthenticator('https://florin.example')
  const options = await there.call(passkeyOptions, { body: {} })
  assert.deepEqual([options.rp.id, options.excludeCredentials], ['florin.example', []])
  await there.call(addPasskey, { body: { name: 'New', passkey: fresh.create(options) } })
  assert.equal((await signInBy(fresh, moved)).status, 200)
})

for (const [address, isUsable] of [
  ['https://florin.example', true],
  ['https://florin.example/florin/', true],
  ['http://localhost:8080', true],
  ['http://florin.localhost:8080', true],
  ['http://florin.example', false],
  ['http://192.168.1.5:3000', false],
  ['https://192.168.1.5', false],
  ['https://[::1]', false],
] as const)
  test(`at ${address} passkeys ${isUsable ? 'work' : 'are not offered'}`, async () => {
    const app = world.another({ publicUrl: new URL(address) })
    const options = await app.inject('/api/v1/auth/options')
    assert.deepEqual([options.json().passkeys, options.json().origin], [isUsable, new URL(address).origin])
    const begun = await app.inject({ method: 'POST', url: '/api/v1/auth/passkeys/sign-in/options' })
    assert.equal(begun.statusCode, isUsable ? 200 : 409)
    if (isUsable) return
    const ana = await world.person()
    const there = client(through(app), '/api/v1', ana.token)
    assert.equal((await refused(there.call(passkeyOptions, { body: {} }))).code, 'passkeys_unavailable')
    assert.equal((await refused(there.call(passkeyProofOptions))).code, 'passkeys_unavailable')
    const body = { name: 'Bea', email: 'bea@example.com' }
    const open = stranger('127.0.0.1', app)
    assert.equal((await refused(open.call(passkeyRegisterOptions, { body }))).code, 'passkeys_unavailable')
    const link = { token: await linkOf(ana) }
    const problem = await refused(open.call(passkeyRecoveryOptions, { body: link }))
    assert.equal(problem.code, 'passkeys_unavailable')
  })

test('PASSWORDS=off is refused at an address where no passkey works, since nobody could get in', () => {
  const at = (PUBLIC_URL: string) => readSettings({ PASSWORDS: 'off', PUBLIC_URL }).passwords
  for (const address of ['http://192.168.1.5:3000', 'https://192.168.1.5', 'http://florin.example'])
    assert.throws(() => at(address), /^Error: PASSWORDS must be on, or off where passkeys work/)
  assert.equal(at('https://florin.example'), false)
})

test('a mailed link that adds a passkey confirms the e-mail, which then is a way back', async () => {
  const ana = await world.person()
  const confirmed = async () =>
    (
      await row<{ at: string | null }>(
        world.db,
        sql`select email_confirmed_at as at from users where id = ${ana.user.id}`,
      )
    )?.at
  await recoverBy(await linkOf(ana), makeAuthenticator())
  assert.equal(await confirmed(), null, 'a printed link confirms nothing')
  const mailed = await transaction(world.db, (tx) =>
    makeRecoveryLink(tx, ana.user.id, readSettings({}), emailKey(ana.user.email)),
  )
  assert.equal((await recoverBy(mailed.token, makeAuthenticator())).answer.status, 204)
  assert.notEqual(await confirmed(), null)
  const ways = (smtpUrl: URL | undefined) =>
    waysBackOf(world.db, ana.user.id, { ...readSettings({}), smtpUrl })
  assert.deepEqual((await ways(new URL('smtp://localhost'))).mail, true)
  assert.deepEqual((await ways(undefined)).mail, false)
})
