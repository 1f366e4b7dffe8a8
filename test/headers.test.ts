import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '../contract/api.ts'
import { createContact } from '../contract/contacts.ts'
import { listen } from './raw.ts'
import { makeWorld } from './world.ts'

const world = await makeWorld()
const always = [
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cross-origin-resource-policy: same-origin',
  'cross-origin-opener-policy: same-origin',
  'permissions-policy: camera=(), ',
  "content-security-policy: default-src 'self'; ",
  'cache-control: no-store',
  'x-request-id: ',
  'date: ',
]

test('every answer carries the headers that keep browsers safe, those of the HTTP parser included', async () => {
  const ana = await world.person()
  const { id } = await ana.call(createContact, { body: { name: 'B' } })
  const app = world.another({ publicUrl: new URL('https://florin.example/') })
  const { send } = await listen(app)
  const ask = (line: string, headers = '') =>
    send(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)
  const bearer = `Authorization: Bearer ${ana.token}\r\n`
  const answers: [answer: string, status: number][] = [
    [await ask('GET /api/v1/contacts', bearer), 200],
    [await ask(`GET /api/v1/contacts/${id}`, `${bearer}X-Request-Id: mine\r\n`), 200],
    [await ask(`GET /api/v1/contacts/${id}`, `${bearer}If-None-Match: *\r\n`), 304],
    [await ask('GET /api/v1/contacts'), 401],
    [await ask('GET /health'), 200],
    [await ask('GET /'), 302],
    [await ask('OPTIONS /api/v1/contacts'), 204],
    [await ask('GET /nowhere'), 404],
    [await ask('PATCH /api/v1/contacts'), 405],
    [await ask('GET /api/v1/contacts/%zz'), 400],
    [await ask('GET /health', 'Expect: cake\r\n'), 200],
    [await ask(`GET /health?${'x'.repeat(5_000)}`), 414],
    [await ask('GET /health', `X-Long: ${'x'.repeat(9_000)}\r\n`), 431],
    [await ask('GET /health', 'Content-Length: abc\r\n'), 400],
    [await send('NONSENSE\r\n\r\n'), 400],
    [await send('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\nhello'), 405],
    [await send('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'), 400],
  ]
  for (const [answer, status] of answers) {
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    const [head = ''] = answer.split('\r\n\r\n')
    for (const header of [...always, 'strict-transport-security: max-age=31536000; includeSubDomains'])
      assert.equal(
        head.toLowerCase().split(`\r\n${header.toLowerCase()}`).length,
        2,
        `${header} is once in ${head}`,
      )
    assert.doesNotMatch(head, /x-request-id: mine/i)
    if (status < 400) continue
    const problem = JSON.parse(answer.slice(head.length + 4))
    assert.equal(problem.status, status)
    assert.equal(problem.request_id, /x-request-id: (\S+)/i.exec(head)?.[1])
  }
})

test('a connection is kept for longer than proxies keep theirs, and says so', async () => {
  const { port } = await listen(world.app)
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`)
  assert.equal(headers.get('keep-alive'), 'timeout=65')
})

test('only the reference and its document may be kept by caches, every other answer is no-store', async () => {
  const { token } = await world.person()
  const headers = { authorization: `Bearer ${token}` }
  const kept = ['/docs', '/docs/reference.css', '/api/v1/openapi.json']
  const open = api.flatMap(({ route }) =>
    route.method === 'GET' && !route.path.includes('{') ? [`/api/v1${route.path}`] : [],
  )
  assert(open.length > 10)
  for (const url of [...kept, ...open, '/', '/health', '/ready', '/favicon.ico', '/docs/nowhere'])
    assert.equal(
      (await world.app.inject({ url, headers })).headers['cache-control'],
      kept.includes(url) ? 'public, max-age=300' : 'no-store',
      url,
    )
})

test('what two readers could take for different requests is refused', async () => {
  const { send } = await listen(world.another())
  const cases: [request: string, reason: RegExp][] = [
    ['GET /health HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', /more than one Host header/],
    ['GET /health HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', /more than one Host header/],
    ['GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', /no Host header/],
    ['GET http://evil.example/health HTTP/1.1\r\nHost: a\r\n\r\n', /does not start with \//],
    ['OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n', /does not start with \//],
    [
      'GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      /malformed/,
    ],
    ['GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', /malformed/],
    ['GET /health HTTP/1.1\r\nHost: a\r\nX-A: a\0b\r\n\r\n', /malformed/],
    ['GET /health HTTP/1.1\r\nHost: a\r\n X-A: folded\r\n\r\n', /malformed/],
  ]
  for (const [request, reason] of cases) {
    const answer = await send(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.match(answer, /^HTTP\/1\.1 400 /, request)
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    assert.equal(body.code, 'bad_request')
    assert.match(body.message, reason)
    assert.match(body.request_id, /^[\da-f-]{36}$/)
  }
  assert.match(await send('GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /, 'HTTP/1.0 knew no Host')
})
