import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import { getMe } from '../contract/auth.ts'
import { listExpenses } from '../contract/budgeting.ts'
import { createContact, getContact } from '../contract/contacts.ts'
import { change, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { sql } from '../server/database/sql.ts'
import { makeMetrics, metricsText } from '../server/metrics/metrics.ts'
import { freePort } from './raw.ts'
import { until } from './until.ts'
import { makeWorld, type Person, personOf, refused, serviceConnection } from './world.ts'

const TOKEN = 'a-token-for-metrics'
const backupDir = await mkdtemp(join(tmpdir(), 'florin-metrics-'))
after(() => rm(backupDir, { recursive: true, force: true }))
const world = await makeWorld()
const app = world.another({ metricsToken: TOKEN, backupDir })

const ask = (from: FastifyInstance, authorization?: string) =>
  from.inject({
    url: '/metrics',
    ...(authorization !== undefined && { headers: { authorization, connection: 'close' } }),
  })
const scrape = async (from = app) => {
  const answer = await ask(from, `Bearer ${TOKEN}`)
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer.payload
}
/** The value of a series. */
const figureOf = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? Number.NaN)
}

test('without a setting there are no metrics, and without the token nobody learns that there are', async () => {
  const answerOf = async (from: FastifyInstance, authorization?: string) => {
    const { statusCode, payload } = await ask(from, authorization)
    return { statusCode, problem: { ...JSON.parse(payload), request_id: '' } }
  }
  const none = await answerOf(world.app)
  assert.equal(none.statusCode, 404)
  assert.deepEqual(await answerOf(world.app, `Bearer ${TOKEN}`), none)
  for (const wrong of [
    undefined,
    '',
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `bearer ${TOKEN}`,
  ])
    assert.deepEqual(await answerOf(app, wrong), none, String(wrong))
})

test('requests are timed by the pattern of their route, and nothing tells who asked for what', async () => {
  const ana = await personOf(app, { email: 'not-in-metrics@example.com' })
  const { id } = await ana.call(createContact, { body: { name: 'Zebulon' } })
  await ana.call(getContact, { params: { id } })
  await ana.call(listExpenses, { query: { q: 'Quincunx' } })
  const unknown = '00000000-0000-4000-8000-000000000000'
  await refused(ana.call(getContact, { params: { id: unknown } }))
  await app.inject({ url: '/api/v1/Rhabdomancy?q=Syzygy' })
  const text = await scrape()
  const series = (status: string) =>
    `florin_request_duration_seconds_count{route="/api/v1/contacts/:id",method="GET",status="${status}",process="1"}`
  assert.deepEqual([figureOf(text, series('2xx')), figureOf(text, series('4xx'))], [1, 1])
  assert.equal(figureOf(text, 'florin_refusals_total{code="not_found",process="1"}'), 1)
  const none = 'florin_request_duration_seconds_count{route="none",method="GET",status="4xx",process="1"}'
  assert(figureOf(text, none) > 0)
  const secrets = [id, unknown, ana.user.id, ana.book_id, ana.token, TOKEN]
  for (const secret of [
    ...secrets,
    'not-in-metrics',
    'Zebulon',
    'Quincunx',
    'Rhabdomancy',
    'Syzygy',
    '127.0.0.1',
  ])
    assert(!text.includes(secret), secret)
})

test('there is what the process, its queues, its pools and its database are at', async () => {
  const text = await scrape()
  for (const queue of [
    'writes',
    'passwords',
    'credentials',
    'people',
    'connections',
    'look_ups',
    'exports',
    'imports',
  ])
    assert.equal(figureOf(text, `florin_queue_waiting{queue="${queue}"}`), 0, queue)
  for (const pool of ['reads', 'writes', 'exports']) {
    assert.equal(figureOf(text, `florin_pool_waiting{pool="${pool}"}`), 0)
    assert(figureOf(text, `florin_pool_connections{pool="${pool}",state="open"}`) >= 0, pool)
  }
  assert.equal(figureOf(text, 'florin_requests_in_flight'), 1) // this one
  assert.equal(figureOf(text, 'florin_database_up'), 1)
  assert(figureOf(text, 'florin_database_size_bytes') > 1e6)
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds\{process="1"\} /m)
  assert.match(text, /^process_resident_memory_bytes\{process="1"\} /m)
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')() // it is not told how long that took before it was done
  await until(async () => /^nodejs_gc_duration_seconds_count/m.test(await scrape()), 5_000)
  assert(Number.isNaN(figureOf(text, 'florin_rates_age_seconds')), 'there are no rates')
  assert(Number.isNaN(figureOf(text, 'florin_backup_age_seconds')), 'there is no backup')
})

test('the age of rates and of the last backup are there once there are any; the database is asked twice a minute at most', async () => {
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into published_rates (currency_id, date, per_euro) values ('USD', current_date - 3, 1.1)`,
    ),
  )
  await writeFile(join(backupDir, 'florin-2026-11-01T00-00-00.backup'), 'x'.repeat(1234))
  let asked = 0
  const { database } = (world.service as unknown as { pool: { options: { database: string } } }).pool.options // the driver's own
  const db = openDatabase({ ...serviceConnection, database }, () => undefined, {
    observe: (text) => {
      if (text.includes('pg_database_size')) asked++
    },
  })
  const fresh = world.another({ metricsToken: TOKEN, backupDir }, db)
  const texts = await Promise.all([scrape(fresh), scrape(fresh)])
  const text = await scrape(fresh)
  assert.equal(asked, 1)
  for (const one of [...texts, text]) {
    const age = figureOf(one, 'florin_rates_age_seconds')
    assert(age >= 3 * 86_400 && age < 4 * 86_400, String(age))
    assert.equal(figureOf(one, 'florin_backup_size_bytes'), 1234)
    assert(figureOf(one, 'florin_backup_age_seconds') < 60)
  }
  await fresh.close()
  await closeDatabase(db)
  const lost = world.another({ metricsToken: TOKEN }, db)
  assert.equal(figureOf(await scrape(lost), 'florin_database_up'), 0)
})

test('requests that wait are counted in the queue that they wait in', async () => {
  const own = world.another({ metricsToken: TOKEN })
  const ana = await personOf(own)
  const areWaiting = async (queue: string) =>
    figureOf(await scrape(own), `florin_queue_waiting{queue="${queue}"}`) > 0
  const answers = await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table books in access exclusive mode`)
    const sent = Array.from({ length: 40 }, (_, number) =>
      ana.call(createContact, { body: { name: `Contact ${number}` } }),
    )
    for (const queue of ['credentials', 'writes']) await until(() => areWaiting(queue), 5_000)
    return { sent }
  })
  await Promise.all(answers.sent)
  for (const queue of ['credentials', 'writes']) assert.equal(await areWaiting(queue), false, queue)
})

test('a request whose client goes away is no longer in flight, and counts as one without an answer', async () => {
  const own = world.another({ metricsToken: TOKEN })
  await own.listen({ port: 0, host: '127.0.0.1' })
  const inFlight = async () => figureOf(await scrape(own), 'florin_requests_in_flight') - 1 // less the one that asks
  const ana: Person = await personOf(own)
  await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table users in access exclusive mode`)
    const socket = connect((own.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET /api/v1${getMe.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`)
    await until(async () => (await inFlight()) === 1, 5_000)
    socket.destroy()
    await until(async () => (await inFlight()) === 0, 5_000)
    const statuses = (await scrape(own)).match(/(?<=_count\{route="\/api\/v1\/auth\/me",.*status=")\w+/g)
    assert.deepEqual(statuses, ['none'], 'it got no answer')
  })
})

test('on a port of their own metrics are not on the other one, and a token guards them there too', async () => {
  const port = await freePort()
  const apart = world.another({ metricsPort: port })
  await apart.ready()
  const page = (path: string, authorization = '') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization, connection: 'close' } })
  const answer = await page('/metrics')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  assert.match(await answer.text(), /^florin_database_up 1$/m)
  assert.equal((await page('/api/v1/auth/me')).status, 404)
  assert.equal((await ask(apart)).statusCode, 404)
  const taken = world.another({ metricsPort: port })
  await assert.rejects(async () => taken.ready(), /METRICS_PORT \d+ cannot be opened at 127\.0\.0\.1/)
  await apart.close()
  const guarded = world.another({ metricsPort: port, metricsToken: TOKEN })
  await guarded.ready()
  assert.equal((await page('/metrics')).status, 404)
  assert.equal((await page('/metrics', `Bearer ${TOKEN}`)).status, 200)
  await guarded.close()
})

test('several processes are one answer: what is under way is added up, what each one counts and has is told apart', async () => {
  const processes = [makeMetrics('1'), makeMetrics('2')]
  for (const { begin, refused } of processes) {
    begin()('/health', 'GET', 200)
    begin()
    refused('busy')
  }
  const text = await metricsText(await Promise.all(processes.map(({ collect }) => collect())))
  assert.equal(figureOf(text, 'florin_requests_in_flight'), 2)
  for (const process of ['1', '2']) {
    const labels = `route="/health",method="GET",status="2xx",process="${process}"`
    assert.equal(figureOf(text, `florin_request_duration_seconds_count{${labels}}`), 1)
    assert.equal(figureOf(text, `florin_refusals_total{code="busy",process="${process}"}`), 1)
    assert(figureOf(text, `process_resident_memory_bytes{process="${process}"}`) > 1e6)
  }
})

test('every metric that the dashboard for Grafana shows exists', async () => {
  const dashboard = await readFile('docs/grafana-dashboard.json', 'utf8')
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] } // as Grafana writes it
  const text = await scrape()
  const shown = panels
    .flatMap(({ targets = [] }) => targets)
    .flatMap(({ expr }) => expr.match(/\b(florin|nodejs|process)_\w+/g) ?? [])
  assert(shown.length > 15)
  for (const name of new Set(shown))
    assert.match(text, new RegExp(`^# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `, 'm'))
})
