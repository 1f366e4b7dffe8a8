import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { addressOf, client } from '../contract/client.ts'
import { createContact, getContact, listContacts, updateContact } from '../contract/contacts.ts'
import { makeToken } from '../server/auth/tokens.ts'
import { change, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { newId } from '../server/process/ids.ts'
import { makeWorld, type Person, personOf, through } from './world.ts'

const world = await makeWorld()
const cookie = (person: Person) => `theme=dark; service-session=${person.token}; other=1`

/** Every route, with this in every place of its address. */
const addressesOf = (id: string) =>
  api.map(({ route }) => {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const params = Object.fromEntries(names.map((name) => [name, id]))
    return { route, method: route.method, url: addressOf(route, { params }) }
  })

const registered = async (): Promise<{ data: { id: string }; token: string }> => {
  const password = 'correct horse battery'
  const email = `door-${newId()}@example.com`
  const payload = { name: 'Ana', email, password, password_confirmation: password }
  return (await world.send({ method: 'POST', url: '/auth/register', payload })).body
}

test('every route but register and login refuses every kind of bad credential, before anything else about the request', async () => {
  const ana = await world.person()
  const revoked = await world.person()
  // A token that was just verified would be looked up only once the request is read; these are new.
  const [unused, old] = [await registered(), await registered()]
  await revoked.send({ method: 'POST', url: '/auth/logout' })
  await transaction(world.db, async (tx) => {
    await change(
      tx,
      sql`update tokens set last_used_at = now() - interval '91 days' where user_id = ${unused.data.id}`,
    )
    await change(
      tx,
      sql`update tokens set created_at = now() - interval '366 days' where user_id = ${old.data.id}`,
    )
  })
  const forged = makeToken(ana.user.id, newId()).text
  const bad: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer nonsense' },
    { authorization: ana.token },
    { authorization: `Basic ${ana.token}` },
    { authorization: `Bearer ${ana.token.slice(0, -1)}` },
    { authorization: `Bearer ${ana.token}x` },
    { authorization: `Bearer ${forged}` },
    { authorization: `Bearer ${revoked.token}` },
    { authorization: `Bearer ${unused.token}` },
    { authorization: `Bearer ${old.token}` },
    { cookie: 'service-session=' },
    { cookie: `service-session=${forged}` },
    { cookie: `service-session=${revoked.token}` },
    { authorization: `Bearer ${forged}`, cookie: `service-session=${ana.token}` },
  ]
  for (const { route, method, url } of addressesOf('nonsense')) {
    if (route.open) continue
    for (const headers of bad) {
      const broken = { 'content-type': 'image/png', ...headers }
      const answer = await world.send({
        method,
        url,
        headers: broken,
        ...(method === 'GET' ? {} : { payload: '{broken' }),
      })
      assert.equal(answer.status, 401, `${method} ${url} ${JSON.stringify(headers)}: ${answer.text}`)
      assert.equal(answer.body.code, 'unauthenticated')
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
    }
  }
})

test('a session is used up by a year, not by being used', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`update tokens set last_used_at = now() - interval '89 days' where user_id = ${ana.user.id}`,
    ),
  )
  assert.equal((await ana.send({ url: '/auth/me' })).status, 200)
  const { data } = (await ana.send({ url: '/auth/tokens' })).body
  assert(Date.now() - Date.parse(data[0].last_used_at) < 60_000, 'its use is written down')
})

test('a change asked for with the cookie comes from our own pages or from no browser at all', async () => {
  const ana = await world.person()
  const home = { host: 'florin.test' }
  const cases: [headers: Record<string, string>, isAllowed: boolean][] = [
    [{}, true],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://florin.test' }, false],
    [{ origin: 'http://florin.test' }, true],
    [{ origin: 'http://evil.test' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'http://florin.test.evil.test' }, false],
  ]
  for (const [headers, isAllowed] of cases) {
    for (const { route, method, url } of addressesOf(newId())) {
      if (route.open || method === 'GET' || url === '/auth/logout') continue
      const answer = await world.send({
        method,
        url,
        headers: { ...home, ...headers, cookie: cookie(ana) },
        payload: { current_password: 'wrong' }, // so that nothing ends that needs a proof
      })
      assert.equal(
        answer.body.code === 'cross_site',
        !isAllowed,
        `${method} ${url} ${JSON.stringify(headers)} ${answer.text}`,
      )
    }
    const read = await world.send({ url: '/contacts', headers: { ...home, ...headers, cookie: cookie(ana) } })
    assert.equal(read.status, 200)
    const bearer = { ...home, ...headers, cookie: cookie(ana), authorization: `Bearer ${ana.token}` }
    const answer = await world.send({
      method: 'POST',
      url: '/contacts',
      headers: bearer,
      payload: { name: 'B' },
    })
    assert.equal(answer.status, 200, 'with a bearer no such rule applies')
  }
})

test('behind PUBLIC_URL, its origin is ours, the cookie is secure and https is remembered', async () => {
  const app = world.another({ publicUrl: new URL('https://florin.example/') })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: {
      name: 'A',
      email: `${newId()}@example.com`,
      password: 'long enough',
      password_confirmation: 'long enough',
    },
  })
  const [set = ''] = [answer.headers['set-cookie'] ?? []].flat()
  assert.match(
    set,
    /^__Host-service-session=flo_\w{92}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/,
  )
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  const ask = (origin: string) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/contacts',
      headers: { origin, cookie: set.split(';')[0] ?? '' },
      payload: { name: 'B' },
    })
  assert.equal((await ask('https://florin.example')).statusCode, 200)
  assert.equal((await ask('http://localhost')).statusCode, 403)
})

test('clients in the wild: each of these works', async (t) => {
  const ana = await world.person({ email: 'Wild@Example.com' })
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })

  await t.test('a JSON content type on an empty DELETE', async () => {
    const { body } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Cili' } })
    const headers = { 'content-type': 'application/json' }
    assert.equal((await ana.send({ method: 'DELETE', url: `/contacts/${body.id}`, headers })).status, 200)
    assert.equal(
      (await ana.send({ method: 'POST', url: `/contacts/${body.id}/restore`, headers, payload: '' })).status,
      200,
    )
  })
  await t.test('a trailing slash in the base address, and one at the end', async () => {
    for (const url of ['//contacts', '/contacts/', `//contacts//${bela.id}/`]) {
      assert.equal((await ana.send({ url })).status, 200, url)
    }
  })
  await t.test('a cookie jar without Origin', async () => {
    const answer = await world.send({
      method: 'PUT',
      url: `/contacts/${bela.id}`,
      headers: { cookie: cookie(ana) },
      payload: { notes: 'by cookie' },
    })
    assert.equal(answer.body.notes, 'by cookie')
  })
  await t.test('a page on another origin with a bearer', async () => {
    const origin = 'https://app.example'
    const preflight = await world.send({
      method: 'OPTIONS',
      url: '/contacts',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,if-match',
      },
    })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers['access-control-allow-methods'] ?? '', /PUT/)
    assert.match(
      preflight.headers['access-control-allow-headers'] ?? '',
      /Authorization.*If-Match.*Prefer.*X-Florin-User/,
    )
    for (const answer of [
      preflight,
      await ana.send({ url: '/contacts', headers: { origin } }),
      await world.send({ url: '/contacts', headers: { origin } }),
    ]) {
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(
        answer.headers['access-control-expose-headers'],
        'X-Request-Id, Book, ETag, Link, Deprecation, Sunset, Content-Disposition, Idempotency-Replayed, Ignored, WWW-Authenticate, Allow, Retry-After',
      )
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  })
  await t.test('one origin only, where CORS_ORIGIN says so', async () => {
    const app = world.another({ corsOrigin: 'https://app.example' })
    const answer = await app.inject({ url: '/health', headers: { origin: 'https://evil.example' } })
    assert.equal(answer.headers['access-control-allow-origin'], 'https://app.example')
    assert.equal(answer.headers.vary, 'Origin, Accept-Encoding')
  })
  await t.test('a record read and sent back whole', async () => {
    const read = await ana.call(getContact, { params: { id: bela.id } })
    assert.deepEqual(await ana.call(updateContact, { params: { id: bela.id }, body: read }), read)
  })
  await t.test('Bearer in lower case and in capitals', async () => {
    for (const word of ['bearer', 'BEARER', 'Bearer ']) {
      assert.equal(
        (await world.send({ url: '/auth/me', headers: { authorization: `${word} ${ana.token}` } })).status,
        200,
      )
    }
  })
  await t.test('e-mail in capitals', async () => {
    const payload = { email: 'WILD@EXAMPLE.COM', password: ana.password }
    assert.equal((await world.send({ method: 'POST', url: '/auth/login', payload })).status, 200)
  })
  await t.test('JSON without a content type, and with a charset or a suffix', async () => {
    for (const type of [
      undefined,
      'application/json; charset=UTF-8',
      'application/vnd.api+json',
      'text/json',
    ]) {
      const headers: Record<string, string> = type ? { 'content-type': type } : {}
      const answer = await ana.send({
        method: 'POST',
        url: '/contacts',
        headers,
        payload: Buffer.from('{"name":"Dora"}'),
      })
      assert.equal(answer.status, 200, type ?? 'none')
    }
  })
  await t.test('HEAD', async () => {
    const answer = await ana.send({ method: 'HEAD', url: `/contacts/${bela.id}` })
    assert.equal(answer.status, 200)
    assert.equal(answer.text, '')
  })
})

test('bodies that cannot be read are refused in the one error shape', async () => {
  const ana = await world.person()
  const nested = `${'['.repeat(40)}${']'.repeat(40)}`
  const cases: [payload: string | Buffer, status: number, code: string, headers?: Record<string, string>][] =
    [
      ['{broken', 400, 'not_json'],
      ['{"name": "B"', 400, 'not_json'],
      ['{"__proto__": {"a": 1}, "name": "B"}', 400, 'not_json'],
      ['{"constructor": {"prototype": 1}, "name": "B"}', 400, 'not_json'],
      [`{"name": "B", "deep": ${nested}}`, 400, 'not_json'],
      [Buffer.from([0x7b, 0x22, 0xff, 0xfe]), 400, 'not_json'],
      [`{"name": "${'x'.repeat(262_144)}"}`, 413, 'body_too_large'],
      ['name=Bela', 415, 'unsupported_media_type', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['{"name":"B"}', 415, 'unsupported_media_type', { 'content-type': 'text/plain' }],
      [
        '{"name":"B"}',
        415,
        'unsupported_media_type',
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      ],
      ['{"name":"B"}', 415, 'unsupported_media_type', { 'content-type': '//' }],
    ]
  for (const [payload, status, code, headers = { 'content-type': 'application/json' }] of cases) {
    const answer = await ana.send({ method: 'POST', url: '/contacts', payload, headers })
    assert.equal(answer.status, status, `${String(payload).slice(0, 60)} ${answer.text}`)
    assert.equal(answer.body.code, code)
    assert.equal(answer.body.request_id, answer.headers['x-request-id'])
    assert.equal(answer.body.type, `/docs#${code}`)
  }
  assert.deepEqual((await ana.call(listContacts)).data, [])
})

test('a body that cannot be read is told where it goes wrong, without a piece of it', async () => {
  const ana = await world.person()
  for (const [payload, reason] of [
    ['{broken', 'there is a syntax error at position 1'],
    ['{"name": "B"', 'it ends too early'],
    ['{"name": "B', 'it ends too early'],
    ['tru', 'it ends too early'],
    ['secret', 'there is a syntax error'],
    ['{"__proto__": 1}', 'it has the key __proto__, which is not accepted'],
    ['{"constructor": {"prototype": 1}}', 'it has the key constructor.prototype, which is not accepted'],
    [`{"deep": ${'['.repeat(40)}${']'.repeat(40)}}`, 'it is nested more than 32 deep'],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const { body } = await ana.send({ method: 'POST', url: '/contacts', payload, headers })
    assert.equal(body.message, `The body could not be read as JSON: ${reason}.`)
  }
})

test('a number too large to be read is refused like any other, wherever it stands', async () => {
  const ana = await world.person()
  const huge = (path: string, body: string) =>
    ana.send({ method: 'POST', url: path, headers: { 'content-type': 'application/json' }, payload: body })
  for (const [path, body, field] of [
    ['/budgeting/expenses', '{"amount": 1e400}', 'amount'],
    ['/accounts', '{"name": "A", "type": "asset", "opening_balance": -1e400}', 'opening_balance'],
  ] as const) {
    const answer = await huge(path, body)
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.body.errors[field][0], /small enough to be read/)
  }
  assert.equal((await ana.send({ url: '/auth/me?zzz=%00' })).status, 200, 'what nobody reads is ignored')
})

test('addresses that lead nowhere, or not with this method', async () => {
  const nowhere = await world.send({ url: '/nowhere' })
  assert.equal(nowhere.body.code, 'route_not_found')
  const method = await world.send({ method: 'DELETE', url: '/contacts' })
  assert.equal(method.status, 405)
  assert.equal(method.headers.allow, 'GET, HEAD, POST, OPTIONS')
  assert.equal(
    (await world.send({ method: 'PATCH', url: `/contacts/${newId()}/` })).headers.allow,
    'GET, HEAD, PUT, DELETE, OPTIONS',
  )
  const long = await world.send({ url: `/contacts?q=${'x'.repeat(4_100)}` })
  assert.equal(long.status, 414)
  assert.equal((await world.send({ url: `/contacts/${'x'.repeat(3_000)}` })).status, 401)
  assert.equal((await world.send({ url: '/contacts/%zz' })).body.code, 'bad_request')
})

test('an error is application/json, and application/problem+json for whoever asks for that', async () => {
  const plain = await world.send({ url: '/contacts' })
  assert.match(plain.headers['content-type'] ?? '', /^application\/json/)
  const problem = await world.send({ url: '/contacts', headers: { accept: 'application/problem+json, */*' } })
  assert.equal(problem.headers['content-type'], 'application/problem+json')
  assert.deepEqual({ ...problem.body, request_id: '' }, { ...plain.body, request_id: '' })
})

test('a general limit of requests counts each person for themselves', async () => {
  const app = world.another({ rateLimitPerMinute: 5 })
  const [ana, bea] = [await personOf(app), await world.person()]
  const me = client(through(app), '/api/v1', ana.token)
  const statuses = []
  for (let count = 0; count < 6; count++) statuses.push((await me.ask(listContacts)).status)
  assert.deepEqual(statuses.slice(-1), [429])
  const answer = await me.ask(createContact, { body: { name: 'B' } })
  assert(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await client(through(app), '/api/v1', bea.token).ask(listContacts)).status, 200)
})
