import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getMe, listUserEvents, login } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { getSecondFactor } from '../../contract/second-factor.ts'
import { enrol } from '../../test/second-factor.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { readSettings } from '../settings.ts'
import { makeRecoveryLink } from './recovery.ts'
import { makeToken } from './tokens.ts'

const world = await makeWorld({ logLevel: 'info' })
const stranger = (app = world.app) => client(through(app), '/api/v1')
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const linkOf = async ({ user }: Person) =>
  (await transaction(world.db, (tx) => makeRecoveryLink(tx, user.id, readSettings({})))).token
const password = 'a lamp in the hall'
const use = (token: string, fresh = password, app = world.app) =>
  stranger(app).ask(recoverPassword, { body: { token, password: fresh, password_confirmation: fresh } })
const signIn = ({ user }: Person, secret: string, more = {}) =>
  stranger().ask(login, { body: { email: user.email, password: secret, ...more } })
const hashOf = async ({ user }: Person) =>
  rows(world.db, sql`select password_hash, password_generation, version from users where id = ${user.id}`)

test('a link sets a new password once, ends every session, and stands in both logs', async () => {
  const ana = await world.person()
  const token = await linkOf(ana)
  const before = world.logged.length
  const answer = await use(token)
  assert.equal(answer.status, 204)
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  assert.equal((await signIn(ana, PASSWORD)).status, 401)
  const again = await signIn(ana, password)
  assert.equal(again.status, 200)
  const { token: session } = (await again.json()) as { token: string } // checked by the test world
  const { data } = await client(through(world.app), '/api/v1', session).call(listUserEvents)
  const events = data.slice(1, 3).map(({ action, resource, device_id }) => [action, resource, device_id])
  assert.deepEqual(events, [
    ['ended_by_password', 'device', null],
    ['recovered', 'password', null],
  ])
  const line = world.logged.slice(before).find(({ security }) => security === 'password_recovered')
  assert.deepEqual([line?.who, line?.address], [ana.user.id, '127.0.0.1'])
  assert(!JSON.stringify(world.logged).includes(token))
})

test('wrong, used, expired, replaced and foreign links answer alike and change nothing', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const replaced = await linkOf(ana)
  const used = await linkOf(ana)
  assert.equal((await use(used)).status, 204)
  const expired = await linkOf(bea)
  await past(sql`update recovery_links set expires_at = now() where user_id = ${bea.user.id}`)
  const before = [await hashOf(ana), await hashOf(bea)]
  const sent = [
    replaced,
    used,
    expired,
    makeToken(ana.user.id, newId(), 'flr_').text,
    makeToken(newId(), newId(), 'flr_').text,
    ana.token,
    'x',
    '',
  ]
  const answers = await Promise.all(
    // A password that would be refused says nothing either: the link comes first.
    sent
      .flatMap((token) => [use(token), use(token, 'short')])
      .map(async (asked) => {
        const problem = (await (await asked).json()) as object // every refusal has this shape
        return JSON.stringify({ ...problem, request_id: '' })
      }),
  )
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
  assert.match(answers[0] ?? '', /"link_invalid"/)
  assert.deepEqual([await hashOf(ana), await hashOf(bea)], before)
})

test('a new password that is refused does not use the link up', async () => {
  const ana = await world.person()
  const token = await linkOf(ana)
  const strict = world.another({ passwordBlocklist: true })
  assert.equal((await use(token, 'short')).status, 422)
  assert.match(await (await use(token, 'password1', strict)).text(), /password_common/)
  const differ = { token, password, password_confirmation: 'another one' }
  assert.equal((await refused(stranger().call(recoverPassword, { body: differ }))).code, 'password_mismatch')
  assert.equal((await use(token)).status, 204)
})

test('of many that use one link at once, one sets its password', async () => {
  const ana = await world.person()
  const token = await linkOf(ana)
  const apps = [world.app, world.another()]
  const words = Array.from({ length: 6 }, (_, index) => `${password} ${index}`)
  const answers = await Promise.all(words.map((word, index) => use(token, word, apps[index % 2])))
  const winners = words.filter((_, index) => answers[index]?.status === 204)
  assert.equal(winners.length, 1)
  assert.equal((await signIn(ana, winners[0] ?? '')).status, 200)
})

test('it switches no second factor off: the new password alone signs nobody in', async () => {
  const ana = await world.person()
  const { recovery_codes } = await enrol(ana)
  const answer = await use(await linkOf(ana))
  assert.equal(answer.headers.get('set-cookie')?.includes('flo_') ?? false, false)
  const half = await signIn(ana, password)
  assert.match(await half.text(), /second_factor_required/)
  const whole = await signIn(ana, password, { code: recovery_codes[0] })
  const { token } = (await whole.json()) as { token: string } // checked by the test world
  assert.equal((await client(through(world.app), '/api/v1', token).call(getSecondFactor)).is_on, true)
})
