import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { listContacts } from '../../contract/contacts.ts'
import { makeWorld, PASSWORD } from '../../test/world.ts'

const world = await makeWorld()
const https = world.another({ publicUrl: new URL('https://florin.example/') })

const post = (app: FastifyInstance, path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers: { host: 'florin.test', ...headers } })
const me = async (app: FastifyInstance, cookie: string) =>
  (await app.inject({ url: '/api/v1/auth/me', headers: { cookie } })).statusCode
const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat().map(String)

test('a sign-in or registration that a page of another site asks for gets its token, and sets no cookie', async () => {
  const ana = await world.person()
  const cases: [headers: Record<string, string>, isSet: boolean][] = [
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: 'http://florin.test' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'null' }, false],
  ]
  for (const [index, [headers, isSet]] of cases.entries()) {
    const email = `cross-${index}@example.com`
    const draft = { name: 'B', email, password: PASSWORD, password_confirmation: PASSWORD }
    for (const answer of [
      await post(world.app, '/auth/login', { email: ana.user.email, password: ana.password }, headers),
      await post(world.app, '/auth/register', draft, headers),
    ]) {
      assert.equal(answer.statusCode, 200)
      assert.match(answer.json().token, /^flo_/)
      assert.equal(cookiesOf(answer).length > 0, isSet, JSON.stringify(headers))
    }
  }
})

test('two session cookies of one name: neither counts', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  assert.equal(await me(world.app, `service-session=${ana.token}`), 200)
  assert.equal(await me(world.app, `service-session=${ana.token}; service-session=${eve.token}`), 401)
  assert.equal(await me(world.app, `service-session=; service-session=${ana.token}`), 401)
  const host = `__Host-service-session=${ana.token}`
  assert.equal(await me(https, `${host}; __Host-service-session=${eve.token}`), 401)
  assert.equal(
    await me(https, `${host}; __Host-service-session=${eve.token}; service-session=${ana.token}`),
    401,
  )
})

test('over https the cookie has a name that only this host can set; it wins, and the usual name stays accepted', async () => {
  const ana = await world.person()
  const answer = await post(https, '/auth/login', { email: ana.user.email, password: ana.password })
  const [session = '', device = ''] = cookiesOf(answer)
  assert.match(
    device,
    /^__Host-service-device=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
  )
  assert.match(
    session,
    /^__Host-service-session=flo_\w{92}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
  )
  const [pair = ''] = session.split(';')
  assert.equal(await me(https, pair), 200)
  assert.equal(await me(https, `service-session=${ana.token}`), 200)
  assert.equal(await me(https, `__Host-service-session=nonsense; service-session=${ana.token}`), 401)
  assert.equal(await me(world.app, pair), 401, 'without https it is not a name of ours')

  const out = await post(https, '/auth/logout', {}, { cookie: pair })
  assert.equal(out.statusCode, 204)
  const cleared = cookiesOf(out).map((cookie) => /^([\w-]+)=;.*Max-Age=0/.exec(cookie)?.[1])
  assert(cleared.includes('__Host-service-session') && cleared.includes('service-session'), cleared.join())
})

test('a change asked for with either cookie must come from our own pages', async () => {
  const ana = await world.person()
  for (const name of ['service-session', '__Host-service-session']) {
    const headers = { cookie: `${name}=${ana.token}`, 'sec-fetch-site': 'cross-site' }
    const answer = await post(https, '/contacts', { name: 'B' }, headers)
    assert.equal(answer.json().code, 'cross_site')
  }
})

test('a request that is meant for somebody else than the session is refused, and changes nothing', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const headers = { cookie: `service-session=${eve.token}`, 'sec-fetch-site': 'same-origin' }
  const meantFor = (id: string) => ({ ...headers, 'x-florin-user': id })
  for (const id of [ana.user.id, '', 'nobody']) {
    const answer = await post(world.app, '/contacts', { name: 'Bela' }, meantFor(id))
    assert.equal(answer.statusCode, 409)
    assert.equal(answer.json().code, 'other_person')
  }
  const read = await world.app.inject({ url: '/api/v1/auth/me', headers: meantFor(ana.user.id) })
  assert.equal(read.json().code, 'other_person')
  assert.deepEqual((await eve.call(listContacts)).data, [])
  assert.equal((await post(world.app, '/contacts', { name: 'Bela' }, meantFor(eve.user.id))).statusCode, 200)
})
