import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../../contract/api.ts'
import { getMe, login, proveIdentity, updateMe } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { isAuth } from '../../contract/route.ts'
import { created } from '../../contract/webauthn.ts'
import {
  type Answer,
  makeWorld,
  PASSWORD,
  type Person,
  refused,
  signedIn,
  through,
} from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'

const world = await makeWorld()
const off = world.another({ passwords: false })

/** Makes the sign-in and every proof of a person's sessions older. */
const age = ({ user }: Person, minutes: number) =>
  transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = created_at - make_interval(mins => ${minutes}),
                            proven_at = proven_at - make_interval(mins => ${minutes}) where user_id = ${user.id}`,
    ),
  )

const password = 'another good password'
/** A body for each route that needs a proof: complete, but for the proof. */
const bodies: Record<string, object> = {
  updateMe: { email: 'elsewhere@example.com' },
  changePassword: { password, password_confirmation: password },
  deleteMe: {},
  createProgramKey: { name: 'Script', abilities: ['read'] },
  revokeOtherDevices: {},
  beginSecondFactor: {},
  confirmSecondFactor: { code: '123456' },
  renewRecoveryCodes: {},
  endSecondFactor: {},
  passkeyOptions: {},
  addPasskey: { name: 'Forged', passkey: created },
  removePasskey: {},
  linkOidc: {},
  unlinkOidc: {},
}
/** The routes below /auth that change something without a proof: no other may. */
const withoutProof = [
  'acceptInvitation',
  'createBook',
  'lookAtInvitation',
  'askRecovery',
  'confirmEmail',
  'passkeyProofOptions',
  'passkeyRecovery',
  'passkeyRecoveryOptions',
  'passkeyRegister',
  'passkeyRegisterOptions',
  'passkeySignIn',
  'passkeySignInOptions',
  'renamePasskey',
  'setReminder',
  'createInvitation',
  'login',
  'logout',
  'prepareOidc',
  'proveIdentity',
  'recoverPassword',
  'register',
  'revokeDevice',
  'revokeInvitation',
  'sendConfirmation',
]

/** Everything about a person that these routes could change. */
const traceOf = ({ user }: Person) =>
  rows(
    world.db,
    sql`select u.name, u.email, u.password_hash, u.version, u.log_version,
               (select count(*)::integer from tokens where user_id = ${user.id}) as tokens
        from users u where u.id = ${user.id}`,
  )

/** The proof was accepted. There may be no second factor, passkey or provider to change, which is found out after it. */
function assertPassed({ status, body, text }: Answer): void {
  const later = ['second_factor_off', 'passkey_wrong', 'not_found', 'oidc_off', 'oidc_unlinked']
  assert(status === 200 || status === 204 || later.includes(body?.code), text)
}

const routes = api.filter(({ route }) => route.proof)

test('every change below /auth says whether it needs a proof', () => {
  const others = api.filter(({ route }) => isAuth(route) && route.method !== 'GET' && !route.proof)
  assert.deepEqual(new Set(others.map(({ name }) => name)), new Set(withoutProof))
  assert.deepEqual(new Set(routes.map(({ name }) => name)), new Set(Object.keys(bodies)))
  for (const { route } of routes) assert(isAuth(route), route.path)
})

for (const { name, route } of routes)
  test(`${name}: ${route.method} ${route.path} needs a proof that is at most ten minutes old, or the password with it`, async () => {
    const send = (person: Person, more = {}) =>
      person.send({
        method: route.method,
        url: route.path.replace('{id}', newId()),
        payload: { ...bodies[name], ...more },
      })
    const ana = await world.person()
    await age(ana, 11)
    const before = await traceOf(ana)
    const refusal = await send(ana)
    assert.deepEqual([refusal.status, refusal.body.code], [403, 'proof_required'], refusal.text)
    const wrong = await send(ana, { current_password: 'wrong' })
    assert.deepEqual([wrong.status, wrong.body.code], [422, 'password_wrong'], wrong.text)
    const without = await send(signedIn(off, ana), { current_password: PASSWORD })
    assert.deepEqual([without.status, without.body.code], [403, 'passwords_off'], without.text)
    assert.deepEqual(await traceOf(ana), before)
    await ana.call(proveIdentity, { body: { password: PASSWORD } })
    await age(ana, 9)
    assertPassed(await send(ana))

    const [bea, eve] = [await world.person(), await world.person()]
    await age(eve, 9) // the sign-in is a proof
    const email = { email: `${name}@example.com` }
    assertPassed(await send(eve, name === 'updateMe' ? email : {}))
    await age(bea, 11)
    const today = await send(bea, {
      current_password: PASSWORD,
      ...(name === 'updateMe' && { email: `b${email.email}` }),
    })
    assertPassed(today) // requests of before go on working
  })

test('a proof is of one session, and needs the password of its person', async () => {
  const ana = await world.person()
  const stranger = client(through(world.app), '/api/v1')
  const other = await stranger.call(login, { body: { email: ana.user.email, password: PASSWORD } })
  const phone = signedIn(world.app, {
    user: ana.user,
    book_id: ana.book_id,
    token: other.token,
    password: PASSWORD,
  })
  await age(ana, 11)
  const wrong = await refused(ana.call(proveIdentity, { body: { password: 'wrong' } }))
  assert.deepEqual([wrong.code, Object.keys(wrong.errors ?? {})], ['password_wrong', ['password']])
  const { expires_at } = await ana.call(proveIdentity, { body: { password: PASSWORD } })
  const minutes = (Date.parse(expires_at) - Date.now()) / 60_000
  assert(minutes > 9 && minutes <= 10, expires_at)
  const body = { email: 'of-ana@example.com' }
  assert.equal((await refused(phone.call(updateMe, { body }))).code, 'proof_required')
  assert.equal((await ana.call(updateMe, { body })).email, body.email)
  await ana.call(updateMe, { body: { name: 'Anna' } })
  await age(ana, 11)
  await ana.call(updateMe, { body: { name: 'Ana' } })
  assert.equal((await ana.call(getMe)).name, 'Ana', 'a name needs no proof')
})

test('guessing the password of a session is limited for a proof as well', async () => {
  const ana = await world.person()
  const codes: string[] = []
  for (let count = 0; count < 11; count++)
    codes.push((await refused(ana.call(proveIdentity, { body: { password: 'wrong' } }))).code)
  assert.deepEqual([codes[9], codes[10]], ['password_wrong', 'too_many_attempts'])
})

test('a session that ended while its proof was checked proves nothing', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) => change(tx, sql`delete from tokens where user_id = ${ana.user.id}`))
  assert.equal(
    (await refused(ana.call(proveIdentity, { body: { password: PASSWORD } }))).code,
    'unauthenticated',
  )
})
