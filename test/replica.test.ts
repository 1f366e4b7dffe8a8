import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import pg from 'pg'
import { api } from '../contract/api.ts'
import { createExpense, createIncome } from '../contract/budgeting.ts'
import { makeApp } from '../server/app.ts'
import { readRatesFile } from '../server/currencies/ecb.ts'
import { loadRates } from '../server/currencies/published.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { prepareDatabase } from '../server/database/prepare.ts'
import { recordPrivileges } from '../server/records/kinds.ts'
import { readSettings } from '../server/settings.ts'
import { serviceDatabase } from '../server/workers/connect.ts'
import { bank, category } from './books.ts'
import { OWNER, type Server, startServers, urlOf } from './replicating.ts'
import { until } from './until.ts'
import { type Person, personOf } from './world.ts'

/** Two real PostgreSQLs, of which one replicates the other, and the service with reports on the replica. */
const TOKEN = 'a-token-for-metrics'
const { primary, replica, stopBoth } = await startServers(['log_statement=all', 'log_line_prefix=%u '])
await primary.ask('create database florin')
const owner = openDatabase({ connectionString: urlOf(primary.folder) }, () => undefined)
const prepared = await prepareDatabase(owner, recordPrivileges)
after(() => closeDatabase(owner))

/** The service, as its settings make it. */
function serviceOn(readUrl: string | undefined) {
  const settings = readSettings({
    DATABASE_URL: urlOf(primary.folder),
    LOG_LEVEL: 'error',
    FAILURES_PER_MINUTE: '0',
    METRICS_TOKEN: TOKEN,
    ...(readUrl && { DATABASE_READ_URL: readUrl }),
  })
  const db = serviceDatabase(settings, undefined, prepared)
  const app = makeApp({ db, settings, instanceKey: prepared.instanceKey })
  after(async () => {
    await app.close()
    await closeDatabase(db)
  })
  return app
}
const app = serviceOn(urlOf(replica.folder))
const alone = serviceOn(undefined)
after(stopBoth)

const caughtUp = async () => {
  const [now] = await primary.ask('select pg_current_wal_lsn() as at')
  await until(async () => {
    const [found] = await replica.ask('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there', [now?.at])
    return found?.is_there === true
  }, 5_000)
}

const pause = async () => {
  await replica.ask('select pg_wal_replay_pause()')
  await until(
    async () => (await replica.ask('select pg_get_wal_replay_pause_state() as is'))[0]?.is === 'paused',
    5_000,
  )
}
const resume = async () => {
  await replica.ask('select pg_wal_replay_resume()')
  await caughtUp()
}

let marks = 0
/** A place in the log after all earlier statements. */
async function markLog(server: Server): Promise<number> {
  const mark = `mark ${++marks}.`
  await server.ask(`select '${mark}'`)
  await until(() => server.log().includes(mark), 5_000)
  return server.log().length
}

/** How many statements of a book's reports a server runs for a user meanwhile, and how often it is asked how new it is. */
async function askedOf(
  server: Server,
  user: string,
  work: () => Promise<unknown>,
): Promise<{ looks: number; reads: number }> {
  const start = await markLog(server)
  await work()
  const asked = server.log().slice(start, await markLog(server))
  const statements = [
    ...asked.matchAll(/^(\w*) LOG: +(?:execute|statement)[^:]*: ([\s\S]*?)(?=^\w* [A-Z]+: )/gm),
  ].flatMap(([, by, text = '']) => (by === user ? [text] : []))
  const looks = statements.filter((text) => text.includes('pg_is_in_recovery')).length
  const reads = statements.filter((text) => /book_id/.test(text)).length
  return { looks, reads }
}

const askedOfReplica = (work: () => Promise<unknown>) => askedOf(replica, OWNER, work)

const REPORTS = api.flatMap(({ route: { method, path } }) =>
  method === 'GET' && path.startsWith('/reports/') ? [path] : [],
)

/** The service's answer without a replica. */
const right = async (person: Person, url: string) => {
  const headers = { authorization: `Bearer ${person.token}` }
  return (await alone.inject({ url: `/api/v1${url}`, headers })).payload
}
const assertRight = async (person: Person, url: string) => {
  const { status, text } = await person.send({ url })
  assert.deepEqual([status, text], [200, await right(person, url)], url)
}

const isReady = (state: 'ready' | 'unavailable') =>
  until(async () => (await app.inject('/ready')).json().replica === state, 10_000)

const spends = async (person: Person, amount: number) =>
  person.call(createExpense, { body: { amount, category_id: (await category(person, `Food ${amount}`)).id } })

/** Somebody with an expense and with euros, whose value depends on published rates. */
async function ana(on = app): Promise<Person> {
  const person = await personOf(on, { base_currency_id: 'USD' })
  const euros = await bank(person, 'Euros', 'EUR')
  const wages = await category(person, 'Wages', 'income')
  await publish('1.25')
  await person.call(createIncome, {
    body: { amount: 100, currency_id: 'EUR', asset_account_id: euros.id, category_id: wages.id },
  })
  await spends(person, 12)
  return person
}

const today = new Date().toISOString().slice(0, 10)
const publish = (dollars: string) =>
  loadRates(owner, readRatesFile(Buffer.from(`Date,USD,\n${today},${dollars},\n`)))

test('every report is read from the replica, and says what the primary would', async () => {
  const person = await ana()
  await caughtUp()
  await isReady('ready')
  for (const url of REPORTS) {
    const { looks, reads } = await askedOfReplica(() => assertRight(person, url))
    assert.equal(looks, 1, url)
    assert(reads > 0, `${url} was not read from the replica`)
  }
  assert.equal((await person.send({ url: '/reports/trial-balance?known_at=9999' })).status, 422)
  const { reads } = await askedOfReplica(() => assertRight(person, '/budgeting/transactions'))
  assert.equal(reads, 0, 'a list is read from the primary')
})

test('a replica that lacks the latest change of the book is not read from, until it has it', async () => {
  const person = await ana()
  const url = '/reports/trial-balance'
  await caughtUp()
  await pause()
  await spends(person, 5)
  const behind = await askedOfReplica(async () => {
    const { body } = await person.send({ url })
    const spent = body.accounts.find(
      ({ account }: { account: { name: string } }) => account.name === 'Food 5',
    )
    assert.equal(spent?.debit_base, 5)
  })
  assert.deepEqual(behind, { looks: 1, reads: 0 })
  await resume()
  assert((await askedOfReplica(() => assertRight(person, url))).reads > 0)
})

test('a replica that lacks somebody altogether, or a published rate, is not read from', async () => {
  const url = '/reports/valuation'
  await pause()
  const person = await ana()
  assert.deepEqual(await askedOfReplica(() => assertRight(person, url)), { looks: 1, reads: 0 })
  await resume()
  assert((await askedOfReplica(() => assertRight(person, url))).reads > 0)
  const before = await right(person, url)
  await pause()
  await publish('1.5') // of the same day: a correction
  assert.deepEqual(await askedOfReplica(() => assertRight(person, url)), { looks: 1, reads: 0 })
  assert.notEqual(await right(person, url), before)
  await resume()
  assert((await askedOfReplica(() => assertRight(person, url))).reads > 0)
})

test('a report that the replica breaks off, because the primary has changed what it reads, comes from the primary', async () => {
  const person = await ana()
  await caughtUp()
  const url = '/reports/trial-balance'
  const expected = await right(person, url)
  const sessions = [1, 2].map(() => new pg.Client({ connectionString: urlOf(primary.folder) }))
  for (const session of sessions) await session.connect()
  /** A transaction on the primary locks a table on both. */
  const lock = async (session: pg.Client | undefined, table: string) => {
    await session?.query(`begin; lock table ${table} in access exclusive mode`)
    await primary.ask("select pg_logical_emit_message(true, 'test', 'sends what was logged before')")
  }
  await lock(sessions[0], 'balances')
  await caughtUp()
  const answer = person.send({ url })
  const isWaiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'florin'`
  await until(async () => (await replica.ask(isWaiting)).length > 0, 5_000, replica.log)
  await lock(sessions[1], 'published_rates') // which the report has read
  const start = replica.log().length
  await until(() => replica.log().slice(start).includes('conflict with recovery'), 5_000, replica.log)
  for (const session of sessions) await session.end()
  const { status, text } = await answer
  assert.deepEqual([status, text], [200, expected])
  await caughtUp()
  assert((await askedOfReplica(() => assertRight(person, url))).reads > 0, 'the replica is asked on')
})

test('metrics say how many reports were read from where', async () => {
  const counted = async () => {
    const text = (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } }))
      .payload
    const of = (from: string) =>
      Number(new RegExp(`^florin_reports_total\\{from="${from}",process="1"\\} (\\d+)$`, 'm').exec(text)?.[1])
    assert.match(text, /^florin_pool_connections\{pool="replica",state="open"\} [1-9]/m)
    return { replica: of('replica'), primary: of('primary') }
  }
  const person = await ana(app)
  await caughtUp()
  const before = await counted()
  await assertRight(person, '/reports/overview')
  await pause()
  await spends(person, 3)
  await assertRight(person, '/reports/overview')
  await resume()
  assert.deepEqual(await counted(), { replica: before.replica + 1, primary: before.primary + 1 })
})

test('a server that follows no other is never read from', async () => {
  await primary.ask('create role reader superuser login')
  const wrong = serviceOn(urlOf(primary.folder, 'reader'))
  const person = await ana(wrong)
  const asked = await askedOf(primary, 'reader', () => assertRight(person, '/reports/overview'))
  assert.deepEqual(asked, { looks: 1, reads: 0 })
  const ready = await wrong.inject('/ready')
  assert.deepEqual(ready.json(), { status: 'ready', replica: 'unavailable' })
})

test('a replica that takes connections and is silent delays one report, and is then left alone for a while', async () => {
  let connections = 0
  const silent = createServer((socket) => {
    connections++
    socket.on('error', () => undefined)
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  after(() => silent.close())
  const slow = serviceOn(`postgres://${OWNER}@127.0.0.1:${(silent.address() as AddressInfo).port}/florin`)
  const person = await ana(slow)
  for (let count = 0; count < 3; count++) await assertRight(person, '/reports/spending')
  assert.equal(connections, 1)
})

test('without its replica the service goes on, and /ready says that it is missing', async () => {
  const person = await ana()
  await caughtUp()
  await isReady('ready')
  await replica.stop()
  for (const url of REPORTS) await assertRight(person, url)
  await isReady('unavailable')
})
