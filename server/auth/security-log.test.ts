import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  deleteMe,
  getMe,
  listDevices,
  login,
  logout,
  revokeDevice,
  revokeOtherDevices,
  updateMe,
} from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { makeWorld, PASSWORD, personOf, through } from '../../test/world.ts'

const world = await makeWorld({ logLevel: 'info' })

/** The security lines that the work writes. */
async function linesOf(work: () => Promise<unknown>) {
  const before = world.logged.length
  await work()
  return world.logged.slice(before).filter(({ security }) => security !== undefined)
}

test('each event of a session writes one line: who, from where, in which request, and no secret', async () => {
  const stranger = client(through(world.app), '/api/v1')
  const email = 'watched@example.com'
  let ana = await world.person()
  const one = async (event: string, who: string | null | RegExp, work: () => Promise<unknown>) => {
    const lines = await linesOf(work)
    assert.deepEqual(
      lines.map(({ security }) => security),
      [event],
    )
    const [line = {}] = lines
    if (who instanceof RegExp) assert.match(String(line.who), who)
    else assert.equal(line.who, who)
    assert.equal(line.address, '127.0.0.1')
    assert.match(String(line.request_id), /^[\da-f-]{36}$/)
    assert.equal(line.msg, 'security')
    const text = JSON.stringify(lines)
    for (const secret of [PASSWORD, 'guessed', email, ana.token]) assert(!text.includes(secret), text)
    return line
  }
  const [registered] = await linesOf(async () => {
    ana = await personOf(world.app, { email })
  })
  assert.equal(registered?.security, 'registered')
  assert.equal(registered?.who, ana.user.id)

  const right = { email, password: ana.password, device_name: 'Phone' }
  const signIn = () => stranger.call(login, { body: right })
  await one('signed_in', ana.user.id, signIn)
  const wrong = { ...right, password: 'guessed' }
  const refusal = await one('sign_in_refused', /^[\w-]{16}$/, () => stranger.ask(login, { body: wrong }))
  assert.equal(refusal.code, 'bad_credentials')
  await one('unauthenticated', null, () => stranger.ask(getMe))
  const others = (await ana.call(listDevices)).data.filter(({ is_current }) => !is_current)
  const params = { id: others[0]?.id ?? '' }
  await one('token_revoked', ana.user.id, () => ana.ask(revokeDevice, { params }))
  const forged = '/auth/tokens?cursor=forged'
  await one('cursor_refused', ana.user.id, () => ana.send({ url: forged }))
  const headers = { 'sec-fetch-site': 'cross-site', cookie: `service-session=${ana.token}` }
  await one('cross_site_refused', ana.user.id, () =>
    world.send({ method: 'POST', url: '/contacts', headers, payload: { name: 'B' } }),
  )
  const body = {
    current_password: 'guessed',
    password: 'new password',
    password_confirmation: 'new password',
  }
  await one('password_refused', ana.user.id, () => ana.ask(changePassword, { body }))
  const mail = { email: 'moved@example.com', current_password: ana.password }
  await one('email_changed', ana.user.id, () => ana.ask(updateMe, { body: mail }))
  const proof = { body: { current_password: ana.password } }
  await one('tokens_revoked', ana.user.id, () => ana.ask(revokeOtherDevices, proof))
  const change = { ...body, current_password: ana.password }
  let token = ''
  await one('password_changed', ana.user.id, async () => {
    token = (await ana.call(changePassword, { body: change })).token
  })
  const me = client(through(world.app), '/api/v1', token)
  await one('signed_out', ana.user.id, () => me.ask(logout))
  const bea = await personOf(world.app)
  await one('person_deleted', bea.user.id, () => bea.ask(deleteMe, proof))
})

test('throttling writes one line', async () => {
  const ana = await world.person()
  const stranger = client(through(world.app), '/api/v1')
  const body = { email: ana.user.email, password: 'guessed' }
  for (let count = 0; count < 10; count++) await stranger.ask(login, { body })
  const lines = await linesOf(() => stranger.ask(login, { body }))
  assert.deepEqual(
    lines.map(({ security, code }) => [security, code]),
    [['throttled', 'too_many_attempts']],
  )
})
