import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { updateBook } from '../../contract/books.ts'
import { getExchangeRate } from '../../contract/currencies.ts'
import { isWithin, until } from '../../test/until.ts'
import { makeWorld } from '../../test/world.ts'
import { row } from '../database/database.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { sql } from '../database/sql.ts'
import { readSettings } from '../settings.ts'
import { followEcb, followRates } from './follow.ts'

const world = await makeWorld()
const file = (usd: string) => `Date, USD, \n13 April 2026, ${usd}, \n`

/** A place to load rates from that answers as told. */
async function source(answer: RequestListener): Promise<URL> {
  const server = createServer(answer)
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a port, not a pipe
  return new URL(`http://127.0.0.1:${port}/eurofxref.csv?key=secret`)
}

/** Follows an address until something is in the log. */
function follow(url: URL, limits = { everyMs: 3_600_000, timeoutMs: 1_500, mostBytes: 100_000 }) {
  const lines: string[] = []
  const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(`! ${text}`) }
  const stop = followRates(world.service, url, log, limits)
  const told = (count = 1) =>
    until(
      () => lines.length >= count,
      5_000,
      () => lines.join('\n'),
    )
  return { lines, stop, told }
}

const stored = async () =>
  (await row<{ count: number }>(world.db, sql`select count(*)::int as count from published_rates`))?.count

test('whatever the source does instead of answering is one line in the log, and no rate is loaded', async () => {
  const silent = await source(() => undefined)
  const sources: [URL, RegExp][] = [
    [await source((_, reply) => reply.writeHead(500).end('Date, USD')), /: the answer is 500\.$/],
    [
      await source((_, reply) => reply.end('<html>busy</html>')),
      /: line 1: "<html>" does not belong here\.$/,
    ],
    [
      await source((_, reply) => reply.end('\x00\x01')),
      /: line 1: it starts with "\\u0000\\u0001", not with Date\.$/,
    ],
    [await source((_, reply) => reply.end()), /: line 1: it starts with "", not with Date\.$/],
    [
      await source((_, reply) => reply.end('x'.repeat(100_001))),
      /: the answer has more than 100000 bytes\.$/,
    ],
    [
      await source((_, reply) => void reply.write(file('1.1'))),
      /: it did not answer in full within 1\.5 seconds\.$/,
    ],
    [silent, /: it did not answer in full within 1\.5 seconds\.$/],
    [await source((request) => request.destroy()), /: other side closed\.$/],
    [
      await source((_, reply) => {
        reply.writeHead(200, { 'content-length': 1000 }).write(file('1.1'))
        setTimeout(() => reply.destroy(), 20)
      }),
      /: other side closed\.$/,
    ],
    [
      await source((_, reply) => reply.writeHead(302, { location: '/' }).end()),
      /: it sends on more than 5 times\.$/,
    ],
    [
      await source((_, reply) => reply.writeHead(302, { location: 'data:text/plain,Date' }).end()),
      /: it sends on to another host or protocol; /,
    ],
    [new URL('http://127.0.0.1:9/eurofxref.csv'), /: (connect ECONNREFUSED 127\.0\.0\.1:9|bad port)\.$/],
  ]
  for (const [url, reason] of sources) {
    const { lines, stop, told } = follow(url)
    await told()
    await stop()
    assert.equal(lines.length, 1)
    assert.match(lines[0] ?? '', reason)
    const place = `http://127.0.0.1:${url.port}/eurofxref.csv`
    assert.equal(lines[0]?.slice(0, lines[0].indexOf(': ', 50)), `! No rates were loaded from ${place}`)
  }
  assert.equal(await stored(), 0)
})

test('a redirect is followed on the same host only, and nobody else is called', async () => {
  let called = 0
  const elsewhere = await source((_, reply) => {
    called++
    reply.end(file('1.1'))
  })
  const { port } = elsewhere
  for (const location of [
    `http://localhost:${port}/eurofxref.csv`, // another name
    `http://127.0.0.2:${port}/eurofxref.csv`, // another address
    `//127.0.0.1:${port}/eurofxref.csv`, // another service of the same machine
    `https://127.0.0.1:${port}/eurofxref.csv`,
    'http://[not an address',
  ]) {
    const { lines, stop, told } = follow(await source((_, reply) => reply.writeHead(301, { location }).end()))
    await told()
    await stop()
    assert.match(lines[0] ?? '', /: it sends on to another host or protocol; set RATES_URL /, location)
  }
  assert.equal(called, 0)
  assert.equal(await stored(), 0)

  const here = await source((request, reply) =>
    request.url === '/new' ? reply.end(file('1.1')) : reply.writeHead(302, { location: '/new' }).end(),
  )
  const { lines, stop, told } = follow(here)
  await told()
  await stop()
  assert.match(lines[0] ?? '', /^Loaded 1 rates/)
})

test('rates are loaded at once and again on schedule, over a failure and with corrections', async () => {
  const ana = await world.person()
  const answers = [file('1.1'), undefined, file('1.2')]
  const url = await source((_, reply) => {
    const answer = answers.shift()
    reply.writeHead(answer === undefined ? 503 : 200).end(answer ?? '')
  })
  const { lines, stop, told } = follow(url, { everyMs: 30, timeoutMs: 2_000, mostBytes: 1_000 })
  await told(3)
  await stop()
  assert.match(
    lines[0] ?? '',
    /^Loaded 1 rates of 1 day, the newest of 2026-04-13\. They come from http:\S+csv$/,
  )
  assert.match(lines[1] ?? '', /^! No rates were loaded from .* the answer is 503\.$/)
  const params = { from: 'EUR', to: 'USD', date: '2026-04-13' }
  assert.equal((await ana.call(getExchangeRate, { params })).rate, 1.2)
})

test('told to stop it stops at once, in the middle of an answer or between two, and says nothing', async () => {
  let asked = 0
  const url = await source(() => asked++)
  const { lines, stop } = follow(url, { everyMs: 10, timeoutMs: 10_000, mostBytes: 1_000 })
  await until(() => asked === 1, 2_000)
  const started = performance.now()
  await stop()
  assert(isWithin(1_000, started))
  assert.deepEqual(lines, [])

  const idle = follow(await source((_, reply) => reply.end(file('1.1'))))
  await idle.told()
  await idle.stop()
})

test('the ECB is asked only while a book wants its rates, and again soon after a failure', async () => {
  const ana = await world.person()
  let asked = 0
  let isBroken = true
  const url = await source((_, reply) => {
    asked++
    reply.writeHead(isBroken ? 503 : 200).end(isBroken ? '' : file('1.3'))
  })
  const lines: string[] = []
  const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(`! ${text}`) }
  const limits = { everyMs: 3_600_000, timeoutMs: 1_500, mostBytes: 100_000, lookMs: 20, retryMs: 100 }
  const stop = followEcb(world.service, url, log, limits)
  await sleep(200)
  assert.equal(asked, 0, 'nobody wants them')
  await ana.call(updateBook, { body: { ecb_rates: true } })
  await until(() => asked === 2, 5_000)
  assert.match(lines[0] ?? '', /^! No rates were loaded from .* the answer is 503\.$/)
  isBroken = false
  await until(
    () => lines.some((line) => line.startsWith('Loaded 1 rates')),
    5_000,
    () => lines.join('\n'),
  )
  const params = { from: 'EUR', to: 'USD', date: '2026-04-13' }
  assert.equal((await ana.call(getExchangeRate, { params })).rate, 1.3)
  const count = asked
  await sleep(300)
  assert.equal(asked, count, 'they are fresh')
  await stop()

  await ana.call(updateBook, { body: { ecb_rates: false } })
  const again = followEcb(world.service, url, log, limits)
  await sleep(200)
  assert.equal(asked, count, 'nobody wants them any more')
  await again()
})

test('a database that does not answer is no reason to call anybody, nor to say anything', async () => {
  let asked = 0
  const lines: string[] = []
  const log = { info: (text: string) => lines.push(text), warn: (text: string) => lines.push(text) }
  const nowhere = openDatabase({ connectionString: 'postgres://x@127.0.0.1:9/x' }, () => undefined)
  after(() => closeDatabase(nowhere))
  const limits = { everyMs: 50, timeoutMs: 1_500, mostBytes: 1_000, lookMs: 20, retryMs: 50 }
  const stop = followEcb(nowhere, await source(() => asked++), log, limits)
  await sleep(150)
  await stop()
  assert.deepEqual([asked, lines], [0, []])
})

test('the address is http or https, and holds no password', () => {
  const read = (RATES_URL: string) => readSettings({ RATES_URL }).ratesUrl?.toString()
  assert.equal(readSettings({}).ratesUrl, undefined)
  assert.equal(read('off'), 'off')
  assert.equal(read('https://www.ecb.europa.eu/x.xml'), 'https://www.ecb.europa.eu/x.xml')
  for (const bad of ['file:///etc/passwd', 'data:,x', 'ftp://x/y', 'eurofxref.csv'])
    assert.throws(() => read(bad), {
      message: `RATES_URL must be off, or an http or https address without a password in it; it is "${bad}".`,
    })
  assert.throws(
    () => read('https://ana:secret@x/y'),
    (error: Error) => !error.message.includes('secret'),
  )
})
