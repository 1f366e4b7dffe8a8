import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, getMe, listUserEvents } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { commitImport } from '../../contract/imports.ts'
import {
  listPasskeys,
  passkeyRecovery,
  passkeyRecoveryOptions,
  passkeyRegister,
  passkeyRegisterOptions,
} from '../../contract/passkeys.ts'
import type { Ability } from '../../contract/programs.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { makeAuthenticator } from '../../test/authenticator.ts'
import { sendFile } from '../../test/importing.ts'
import { addKey, signInBy } from '../../test/passkeys.ts'
import { programOf } from '../../test/programs.ts'
import { fileOf } from '../../test/round-trip.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, row, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { readSettings } from '../settings.ts'
import { openSession, requireUser } from './auth.ts'
import { emailKey } from './email-key.ts'
import { countMail } from './mail.sql.ts'
import { insertLink, linkOf } from './oidc.sql.ts'
import { makeRecoveryLink } from './recovery.ts'

const world = await makeWorld()
const off = world.another({ passwords: false })
const stranger = (app = world.app) => client(through(app), '/api/v1')
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
/** A link, as `npm run reset-password` prints it or as a mail has it. */
const linkFor = async ({ user }: Person, isMailed: boolean) =>
  (
    await transaction(world.db, (tx) =>
      makeRecoveryLink(tx, user.id, readSettings({}), isMailed ? emailKey(user.email) : null),
    )
  ).token

/** A session of a person, however they would sign in. */
const sessionOf = async ({ user }: Person) => {
  const { token } = await transaction(world.db, async (tx) =>
    openSession(tx, await requireUser(tx, user.id), 'Laptop'),
  )
  return client(through(world.app), '/api/v1', token)
}

/** Adds a passkey by a link. */
async function recoverByKey(token: string): Promise<Response> {
  const open = stranger(off)
  const options = await open.call(passkeyRecoveryOptions, { body: { token } })
  return open.ask(passkeyRecovery, { body: { token, passkey: makeAuthenticator().create(options) } })
}

test('a link that adds a passkey takes a pending e-mail back, as a new password does: whoever asked for it may be gone', async () => {
  const ana = await world.person()
  const pending = async () =>
    (
      await row<{ pending_email: string | null }>(
        world.db,
        sql`select pending_email from users where id = ${ana.user.id}`,
      )
    )?.pending_email
  await past(sql`update users set pending_email = 'thief@example.com' where id = ${ana.user.id}`)
  assert.equal(await pending(), 'thief@example.com')
  assert.equal((await recoverByKey(await linkFor(ana, false))).status, 204)
  assert.equal(await pending(), null)
})

test('an answer that opened an account opens no other one after that account was deleted', async () => {
  const open = stranger(off)
  const person = { name: 'Ana', email: 'once@example.com' }
  const options = await open.call(passkeyRegisterOptions, { body: person })
  const passkey = makeAuthenticator().create(options)
  const { token } = await open.call(passkeyRegister, { body: { ...person, passkey } })
  await client(through(off), '/api/v1', token).call(deleteMe, { body: {} })
  const again = { ...person, email: 'twice@example.com', passkey }
  assert.equal((await refused(open.call(passkeyRegister, { body: again }))).code, 'passkey_wrong')
})

test('mails to an address stay counted when its account is deleted, and the counter does not name it', async () => {
  const ana = await world.person()
  const to = emailKey(ana.user.email)
  for (const kind of ['confirmation', 'email_change', 'recovery'] as const) {
    const count = () => transaction(world.db, (tx) => countMail(tx, { kind, to }))
    for (let mail = 0; mail < 3; mail++) assert.equal(await count(), undefined)
    assert.notEqual(await count(), undefined, kind)
  }
  await ana.call(deleteMe, { body: {} })
  for (const kind of ['confirmation', 'email_change', 'recovery'] as const)
    assert.notEqual(await transaction(world.db, (tx) => countMail(tx, { kind, to })), undefined, kind)
  const named = await row(
    world.db,
    sql`select from login_attempts where position(${to} in email_key) > 0 limit 1`,
  )
  assert.equal(named, undefined)
})

for (const way of ['password', 'passkey'] as const)
  test(`the first use of a mailed link ends ways in that a stranger may have added before: a new ${way}`, async () => {
    const password = 'another good one'
    const use = async (token: string) =>
      way === 'passkey'
        ? (await recoverByKey(token)).status
        : (
            await stranger().ask(recoverPassword, {
              body: { token, password, password_confirmation: password },
            })
          ).status
    const prepare = async () => {
      const ana = await world.person()
      const { device } = await addKey(ana, 'Stranger')
      const at = new Date().toISOString()
      const account = { issuer: 'https://sso.example', subject: ana.user.id }
      await transaction(world.db, (tx) => insertLink(tx, account, ana.user.id, at))
      return { ana, device }
    }
    const printed = await prepare()
    assert.equal(await use(await linkFor(printed.ana, false)), 204)
    assert.equal((await signInBy(printed.device, world.app)).status, 200, 'a printed link proves no address')
    const confirmed = await prepare()
    await past(sql`update users set email_confirmed_at = now() where id = ${confirmed.ana.user.id}`)
    assert.equal(await use(await linkFor(confirmed.ana, true)), 204)
    assert.equal((await signInBy(confirmed.device, world.app)).status, 200, 'the address was theirs')
    const foreign = await prepare()
    assert.equal(await use(await linkFor(foreign.ana, true)), 204)
    assert.equal((await signInBy(foreign.device, world.app)).status, 401)
    assert.equal(await linkOf(world.db, foreign.ana.user.id), undefined)
    assert.equal((await refused(foreign.ana.call(getMe))).code, 'unauthenticated')
    const me = await sessionOf(foreign.ana)
    const events = (await me.call(listUserEvents)).data.map(({ resource, action }) => `${resource} ${action}`)
    for (const event of ['passkey removed', 'oidc removed', `${way} recovered`])
      assert(events.includes(event), `${event}: ${events}`)
    assert.equal((await me.call(listPasskeys)).data.length, way === 'passkey' ? 1 : 0)
  })

test('a link that adds a passkey ends the password of before, and devices that were known', async () => {
  const ana = await world.person()
  const signIn = () =>
    world.send({ method: 'POST', url: '/auth/login', payload: { email: ana.user.email, password: PASSWORD } })
  assert.equal((await signIn()).status, 200)
  const generation = async () =>
    (
      await row<{ generation: number }>(
        world.db,
        sql`select password_generation as generation from users where id = ${ana.user.id}`,
      )
    )?.generation
  const before = Number(await generation())
  assert.equal((await recoverByKey(await linkFor(ana, false))).status, 204)
  assert.equal(await generation(), before + 1)
  assert.equal((await signIn()).body.code, 'bad_credentials')
})

test('a link that was mailed to an address which the account has left counts no more', async () => {
  const ana = await world.person()
  const token = await linkFor(ana, true)
  await past(sql`update users set email = 'moved@example.com' where id = ${ana.user.id}`)
  const body = { token, password: PASSWORD, password_confirmation: PASSWORD }
  assert.equal((await refused(stranger().call(recoverPassword, { body }))).code, 'link_invalid')
  assert.equal((await recoverByKey(token)).status, 422)
})

test('the key of a program records files, but the file of a whole book needs the right of an owner', async () => {
  const [ana, bea] = [await world.person({ base_currency_id: 'EUR' }), await world.person()]
  const file = await fileOf(ana)
  const send = async (abilities: Ability[]) => {
    const program = await programOf(world.app, bea, abilities)
    const { id } = await sendFile(program, {}, file)
    return program.ask(commitImport, { params: { id } })
  }
  const refusal = await send(['write:imports', 'read:imports'])
  assert.deepEqual(
    [refusal.status, ((await refusal.json()) as { code: string }).code],
    [403, 'ability_missing'],
  )
  assert.equal((await bea.call(getMe)).base_currency_id, bea.user.base_currency_id)
  assert.equal((await send(['write:imports', 'read:imports', 'own:books'])).status, 200)
  assert.equal((await bea.call(getMe)).base_currency_id, 'EUR')
})
