import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeWorld } from './world.ts'

/** How long one request may keep everybody else waiting. */
const MAX_MS = 50
const BODY = 262_144

const world = await makeWorld()

/** As many copies of the text as a body of the largest size has room for. */
const fill = (start: string, piece: string, end: string, most = BODY) =>
  start + piece.repeat(Math.floor((most - start.length - end.length - 1) / piece.length)) + end

/** A list that is as long as a body can make it. */
const list = (field: string, item: string, most?: number) =>
  `${fill(`{"amount":1,"${field}":[`, `${item},`, '', most).slice(0, -1)}]}`

const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',')

type Sent = { path: string; body?: string; headers?: string; method?: string }
const sent: Record<string, Sent> = {
  'splits that are not objects': { path: '/budgeting/expenses', body: list('splits', '0') },
  'splits without anything in them': { path: '/budgeting/expenses', body: list('splits', '{}') },
  'shares of wrong types': {
    path: '/budgeting/expenses',
    body: list('shares', '{"contact_id":0,"amount":""}'),
  },
  'tags that are blank': { path: '/budgeting/expenses', body: list('tags', '" "') },
  'tags that are numbers': { path: '/budgeting/incomes', body: list('tags', '7') },
  'a text of letters outside the basic plane': {
    path: '/contacts',
    body: fill('{"name":"', '😀', '"}', BODY / 2),
  },
  'a name of blanks': { path: '/contacts', body: fill('{"name":"', ' ', '"}') },
  'a list where a name belongs': { path: '/contacts', body: fill('{"name":[0', ',0', ']}') },
  'an object where a choice belongs': {
    path: '/budgeting/categories',
    body: `{"name":"A","kind":{${keys(20_000)}}}`,
  },
  'many unknown fields': { path: '/contacts', body: `{"name":"A",${keys(20_000)}}` },
  'brackets only': { path: '/contacts', body: '['.repeat(BODY - 1) },
  'objects in objects': { path: '/contacts', body: fill('', '{"a":', '') },
  'wide lists as deep as they may be': {
    path: '/contacts',
    body: `${'['.repeat(31)}${fill('0', ',[[]]', '', BODY - 62)}${']'.repeat(31)}`,
  },
  'one number of many digits': { path: '/budgeting/expenses', body: fill('{"amount":1', '9', '}') },
  'one number of many decimals': { path: '/budgeting/expenses', body: fill('{"amount":0.', '9', '}') },
  escapes: { path: '/contacts', body: fill('{"name":"', '\\u0041', '"}') },
  'a long e-mail': { path: '/contacts', body: fill('{"name":"A","email":"', 'a.', '@a"}') },
  'one key of the largest size': { path: '/contacts', body: fill('{"', 'k', '":"\\u0000"}') },
  'a content type of blanks': {
    path: '/contacts',
    body: '{}',
    headers: `Content-Type: x${'\xa0'.repeat(7_000)}x\r\n`,
  },
  'a content type that starts with blanks': {
    path: '/contacts',
    body: '{}',
    headers: `Content-Type: ${'\xa0'.repeat(7_000)}x\r\n`,
  },
  'a query of one key many times': { method: 'GET', path: `/contacts?${'limit=x&'.repeat(480)}` },
  'a query of many keys': {
    method: 'GET',
    path: `/contacts?${Array.from({ length: 600 }, (_, index) => `k${index}=`).join('&')}`,
  },
  'an If-Match of quotes': {
    method: 'PUT',
    path: `/contacts/01936f0c-5b1e-7c3a-9d42-8f6e2b7a1c05`,
    body: '{}',
    headers: `If-Match: ${'"1'.repeat(3_500)}\r\n`,
  },
  'a cookie of many parts': {
    method: 'GET',
    path: '/contacts',
    headers: `Cookie: ${'a=;'.repeat(2_300)}\r\n`,
  },
}

test('no request holds up the event loop', async (t) => {
  const ana = await world.person()
  const app = world.another()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // a port, not a pipe

  /** Sends it over a socket; answers with the longest hold-up of the event loop, and the size of the answer. */
  async function measure({ method = 'POST', path, body = '', headers = '' }: Sent) {
    const bytes = Buffer.from(body)
    const head =
      `${method} /api/v1${path} HTTP/1.1\r\nHost: florin\r\nConnection: close\r\n` +
      `Authorization: Bearer ${ana.token}\r\n${headers}Content-Length: ${bytes.length}\r\n\r\n`
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const before = process.threadCpuUsage()
    let size = 0
    let status = ''
    await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(head, 'latin1')
        socket.write(bytes)
      })
      socket.on('data', (chunk) => {
        if (size === 0) status = chunk.toString('latin1', 9, 12)
        size += chunk.length
      })
      socket.on('error', reject)
      socket.on('close', resolve)
    })
    await sleep(2)
    delay.disable()
    const { user, system } = process.threadCpuUsage(before)
    // Another process may have had the processor: a hold-up is at most the processor time of this thread.
    return { ms: Math.min(delay.max / 1e6, (user + system) / 1e3), size, status }
  }

  const held: string[] = []
  let worst = 0
  for (const [name, request] of Object.entries(sent)) {
    // The first request of a kind compiles, and a machine may be slow for a while; the cost of a request itself shows every time.
    let best = await measure(request)
    for (let again = 0; again < 7 && best.ms > MAX_MS; again++) {
      const next = await measure(request)
      if (next.ms < best.ms) best = next
    }
    worst = Math.max(worst, best.ms)
    assert.match(best.status, /^[24]/, name)
    if (best.ms > MAX_MS) held.push(`${name}: ${Math.round(best.ms)} ms`)
    if (best.size > 32_768) held.push(`${name}: answered with ${best.size} bytes`)
  }
  assert.deepEqual(held, [])
  t.diagnostic(`the longest hold-up was ${worst.toFixed(1)} ms`)
})
