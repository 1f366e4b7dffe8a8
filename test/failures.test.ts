import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { revokeDevice } from '../contract/auth.ts'
import { createContact } from '../contract/contacts.ts'
import { createProgramKey } from '../contract/programs.ts'
import { makeToken } from '../server/auth/tokens.ts'
import { forLookUp, row } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { type Sql, sql } from '../server/database/sql.ts'
import { perMinute } from '../server/http/per-minute.ts'
import { newId } from '../server/process/ids.ts'
import { readSettings } from '../server/settings.ts'
import { listen } from './raw.ts'
import { makeWorld, personOf } from './world.ts'

const world = await makeWorld()
const gone = openDatabase({ host: '/nowhere', database: 'florin', user: 'florin' }, () => undefined)
after(() => closeDatabase(gone))

test('unless a setting says otherwise, an address may fail 1,500 times a minute', async () => {
  const app = world.another({ failuresPerMinute: readSettings({}).failuresPerMinute })
  const status = async () => (await app.inject('/nowhere')).statusCode
  for (let count = 0; count < 1_500; count++) assert.equal(await status(), 404)
  assert.equal(await status(), 429)
})

test('an address with too many failed requests is told to wait, whatever fails; what succeeds is answered', async () => {
  const limit = 8
  const app = world.another({ failuresPerMinute: limit, trustProxy: 1, logLevel: 'warn' })
  const from = (address: string, url: string, more: object = {}) =>
    app.inject({
      url: `/api/v1${url}`,
      ...more,
      headers: { 'x-forwarded-for': address, ...(more as { headers?: object }).headers },
    })
  const ana = await personOf(app)
  const bearer = { authorization: `Bearer ${ana.token}` }
  const forged = { authorization: `Bearer ${makeToken(ana.user.id, newId()).text}` }
  const wrong = { email: ana.user.email, password: 'wrong password' }
  const eve = '203.0.113.5'
  const failing = [
    () => from(eve, '/contacts'),
    () => from(eve, '/contacts', { headers: forged }),
    () => from(eve, '/auth/login', { method: 'POST', payload: wrong }),
    () => from(eve, '/nowhere'),
    () => from(eve, '/contacts', { method: 'PATCH' }),
    () => from(eve, '/contacts', { method: 'POST', headers: bearer, payload: '{broken' }),
    () => from(eve, `/contacts?${'x'.repeat(5_000)}`),
    () =>
      from(eve, '/contacts', {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'image/png' },
        payload: 'x',
      }),
  ]
  assert.equal(failing.length, limit)
  for (const fail of failing) assert.notEqual((await fail()).statusCode, 429)
  for (const fail of failing) {
    const answer = await fail()
    assert.equal(answer.statusCode, 429)
    assert.equal(answer.json().code, 'too_many_failures')
    const wait = Number(answer.headers['retry-after'])
    assert(wait > 0 && wait <= 60)
    assert.match(answer.json().message, new RegExp(`^More than 8 .* in ${wait} seconds\\.$`))
  }
  assert.equal(
    (await from(eve, '/contacts', { headers: bearer })).statusCode,
    200,
    'a valid token is answered',
  )
  const right = { ...wrong, password: ana.password }
  assert.equal((await from(eve, '/auth/login', { method: 'POST', payload: right })).statusCode, 200)
  const person = {
    name: 'E',
    email: 'e@example.com',
    password: 'long enough',
    password_confirmation: 'long enough',
  }
  const registered = await from(eve, '/auth/register', { method: 'POST', payload: person })
  assert.equal(registered.statusCode, 200)
  const own = { authorization: `Bearer ${registered.json().token}` }
  assert.equal((await from(eve, '/contacts', { headers: own })).statusCode, 200, 'nor is its first request')
  assert.equal((await from('203.0.113.6', '/contacts')).statusCode, 401, 'another address is not limited')
})

test('an address that has used up its failures costs no look-up, except of tokens verified within the last minute', async () => {
  const { service } = world
  const lookedUpFor: string[] = []
  const take = (key: string) => {
    lookedUpFor.push(key)
    return service.queues.lookUps.take(key)
  }
  const counting = { ...service, queues: { ...service.queues, lookUps: { ...service.queues.lookUps, take } } }
  const app = world.another({ failuresPerMinute: 2, trustProxy: 1 }, counting)
  const [eve, other] = ['203.0.113.5', '203.0.113.6']
  const ask = async (address: string, token: string) => {
    const headers = { 'x-forwarded-for': address, authorization: `Bearer ${token}` }
    return (await app.inject({ url: '/api/v1/contacts', headers })).statusCode
  }
  const forged = () => makeToken(newId(), newId()).text
  const person = await world.person()
  const body = { name: 'Sheet', abilities: ['read' as const] }
  const { data: key, token } = await person.call(createProgramKey, { body }) // nobody has used it yet
  assert.deepEqual([await ask(eve, forged()), await ask(eve, forged())], [401, 401])
  assert.deepEqual(lookedUpFor, [eve, eve])
  assert.deepEqual([await ask(eve, forged()), await ask(eve, token)], [429, 429])
  assert.deepEqual(lookedUpFor, [eve, eve])
  assert.equal(await ask(other, token), 200)
  assert.equal(await ask(eve, token), 200, 'it was verified just now')
  await person.call(revokeDevice, { params: { id: key.id } })
  assert.equal(await ask(other, token), 401, 'a token that was verified is looked up all the same')
})

test('look-ups of one network leave a connection to those of another', async () => {
  const lookUp = (network: string, statement: Sql) =>
    row(
      forLookUp(world.service, network, () => false),
      statement,
    )
  let done = 0
  const flood = Array.from({ length: 40 }, () => lookUp('a', sql`select pg_sleep(0.02)`).then(() => done++))
  await lookUp('b', sql`select 1`)
  assert(done < 10, `${done} of another network came first`)
  await Promise.all(flood)
})

test('however many ask whether it is ready, the database is asked once', async () => {
  let connects = 0
  const connect = () => {
    connects++
    return world.service.pool.connect()
  }
  const app = world.another(
    {},
    { ...world.service, pool: Object.assign(Object.create(world.service.pool), { connect }) },
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/ready')))
  assert(answers.every(({ statusCode }) => statusCode === 200))
  assert.equal((await app.inject('/ready')).statusCode, 200)
  assert.equal(connects, 1)
})

test('what a rule refuses is not a failed request, and counts for nobody', async () => {
  const app = world.another({ failuresPerMinute: 1 })
  const ana = await personOf(app)
  for (let count = 0; count < 3; count++) {
    assert.equal((await ana.ask(createContact, { body: { name: '' } })).status, 422)
    assert.equal((await ana.send({ url: `/contacts/${newId()}` })).status, 404)
  }
})

test('what the HTTP parser refuses counts too, and an address is limited on every connection it has', async () => {
  const app = world.another({ failuresPerMinute: 2 })
  const { send } = await listen(app)
  const nonsense = () => send('NONSENSE\r\n\r\n', '127.0.0.2')
  for (let count = 0; count < 2; count++) assert.match(await nonsense(), /^HTTP\/1\.1 400 /)
  const answer = await nonsense()
  assert.match(answer, /^HTTP\/1\.1 429 Too many failed requests\r\n/)
  assert.match(answer, /\r\nretry-after: \d+\r\n/)
  assert.match(answer, /"code":"too_many_failures"/)
  const health = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  assert.match(await send(health, '127.0.0.2'), /^HTTP\/1\.1 200 /)
  assert.match(await send('NONSENSE\r\n\r\n', '127.0.0.3'), /^HTTP\/1\.1 400 /)
})

test('all addresses of one IPv6 network count as one', async () => {
  const app = world.another({ failuresPerMinute: 1, trustProxy: 1 })
  const ask = async (address: string) =>
    (await app.inject({ url: '/api/v1/contacts', headers: { 'x-forwarded-for': address } })).statusCode
  assert.equal(await ask('2001:db8:1:2::1'), 401)
  assert.equal(await ask('2001:db8:1:2:ffff::7'), 429)
  assert.equal(await ask('2001:db8:1:3::1'), 401)
})

test('counts are forgotten after a minute', (t) => {
  t.mock.method(performance, 'now', () => now)
  let now = 1_000
  const count = perMinute(2)
  assert.deepEqual([count('a'), count('a'), count('a')], [0, 0, 60])
  now += 59_500
  assert.equal(count('a'), 1)
  now += 501
  assert.equal(count('a'), 0)
})

test('counts take no more room however many addresses there are', () => {
  const count = perMinute(1)
  assert.equal(count('a'), 0)
  assert(count('a') > 0)
  for (let index = 0; index < 100_000; index++) count(`b${index}`)
  assert.equal(count('a'), 0, 'the oldest made room')
})

test('a forwarded address counts only where proxies of ours wrote it, and only as an address', async () => {
  const app = (trustProxy: false | number | string[]) => {
    const one = world.another({ trustProxy })
    one.get('/ip', (request) => ({ ip: request.ip }))
    return async (forwarded: string) => {
      const headers: Record<string, string> = forwarded === '' ? {} : { 'x-forwarded-for': forwarded }
      return (await one.inject({ url: '/ip', headers })).json().ip
    }
  }
  const peer = '127.0.0.1'
  const off = app(false)
  assert.equal(await off('203.0.113.5'), peer)

  const one = app(1)
  for (const [forwarded, ip] of [
    ['', peer],
    ['203.0.113.5', '203.0.113.5'],
    ['1.1.1.1, 203.0.113.5', '203.0.113.5'],
    ['garbage, 203.0.113.5', '203.0.113.5'],
    ['203.0.113.5:4711', '203.0.113.5'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['garbage', peer],
    ['203.0.113.5, garbage', peer],
    ['203.0.113.5,', peer],
    ['999.1.1.1', peer],
    ['127.1', peer],
    ["'; drop table users", peer],
    ['x'.repeat(4_000), peer],
  ] as const)
    assert.equal(await one(forwarded), ip, forwarded)

  const two = app(2)
  assert.equal(await two('1.1.1.1, 203.0.113.5, 10.0.0.1'), '203.0.113.5')
  assert.equal(await two('garbage, 10.0.0.1'), '10.0.0.1')

  const named = app(['127.0.0.0/8', '10.0.0.1', '2001:db8::/32'])
  assert.equal(await named('1.1.1.1, 203.0.113.5, 10.0.0.1'), '203.0.113.5')
  assert.equal(await named('1.1.1.1, 203.0.113.5, 10.0.0.2'), '10.0.0.2')
  assert.equal(await named('203.0.113.5, ::ffff:10.0.0.1'), '203.0.113.5')
  assert.equal(await app(['10.0.0.1'])('203.0.113.5'), peer, 'who is not a proxy of ours is not believed')
})

test('a start behind a PUBLIC_URL without TRUST_PROXY warns', () => {
  const warnings = (settings: object) => {
    const before = world.logged.length
    world.another({ logLevel: 'warn', ...settings })
    return world.logged.slice(before).map(({ msg }) => String(msg))
  }
  const publicUrl = new URL('https://florin.example')
  assert.match(warnings({ publicUrl }).join(), /^PUBLIC_URL is set but TRUST_PROXY is not/)
  assert.match(
    warnings({ publicUrl, trustProxy: 1 }).join(),
    /^Anybody who finds PUBLIC_URL can open an account/,
  )
  assert.deepEqual(warnings({ publicUrl, trustProxy: 1, registration: 'invited' }), [])
  assert.deepEqual(warnings({}), [])
})

test('a flood of refused requests writes one line a second of each kind, with how many were left out and no stack', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const app = world.another({ failuresPerMinute: 1, logLevel: 'info' }, gone)
  const before = world.logged.length
  const ana = await world.person()
  for (const second of [0, 1]) {
    now = second * 2_000
    for (let count = 0; count < 30; count++) {
      assert.equal((await app.inject('/api/v1/nowhere')).statusCode, second + count === 0 ? 404 : 429)
      const headers = { authorization: `Bearer ${ana.token}` }
      const answer = await app.inject({ url: '/api/v1/contacts', headers, remoteAddress: '127.0.0.2' })
      assert.equal(answer.json().code, 'unavailable')
    }
  }
  const lines = world.logged.slice(before)
  const kept = (msg: string) => lines.filter((line) => line.msg === msg).map((line) => line.left_out ?? 0)
  assert.deepEqual(kept('security'), [0, 28])
  assert.deepEqual(kept('unavailable'), [0, 29])
  assert.equal(lines.length, 9, 'and one line for each status, each address and each second')
  assert.doesNotMatch(JSON.stringify(lines), /"stack"/)
})

test('a token put into an address by mistake is not in the log', async () => {
  const app = world.another({ logLevel: 'info' })
  const { token } = await world.person()
  const before = world.logged.length
  await app.inject(`/api/v1/contacts/${token}?q=1`)
  const text = JSON.stringify(world.logged.slice(before))
  assert.equal(text.split('"path":"/api/v1/contacts/flo_…"').length, 3)
  assert(!text.includes(token.slice(4)))
})
