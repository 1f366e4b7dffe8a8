import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { chmod, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createExpense } from '../contract/budgeting.ts'
import { undoChange } from '../contract/changes.ts'
import { commitImport } from '../contract/imports.ts'
import { change, row, rows, transaction } from '../server/database/database.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { keepSettings } from '../server/database/pooled.ts'
import { sessionSettings } from '../server/database/session.ts'
import { sql } from '../server/database/sql.ts'
import { verify } from '../server/verify/verify.ts'
import { account, balances, category } from './books.ts'
import { csv, sendFile } from './importing.ts'
import { asks, changes, emptyFolder, isRoot, refusedStart, registers, start, stop } from './instance.ts'
import { richBook } from './rich-book.ts'
import { until } from './until.ts'
import { makeWorld, personOf, serviceConnection, type World } from './world.ts'

/** The service with a real pgbouncer in transaction mode between it and PostgreSQL. */
const skip = spawnSync('pgbouncer', ['--version']).status === 0 ? false : 'pgbouncer is not installed here'

/** Fewer sessions than the service opens connections, so that no connection can count on having one of its own. */
const SESSIONS = 3

const login = serviceConnection as typeof serviceConnection & { password: string }

/** Starts pgbouncer, ends it when the file is done, and answers with the folder of its socket. */
async function startPgbouncer(): Promise<string> {
  const folder = await emptyFolder()
  await writeFile(join(folder, 'users.txt'), `"${login.user}" "${login.password}"\n`)
  const settings = {
    ...{ listen_addr: '', listen_port: 5432, unix_socket_dir: folder, pool_mode: 'transaction' },
    ...{ auth_type: 'scram-sha-256', auth_file: join(folder, 'users.txt') },
    ...{ default_pool_size: SESSIONS, max_client_conn: 200 },
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `[databases]\n* = host=${login.host}\n[pgbouncer]\n${lines.join('\n')}\n`)
  await chmod(folder, 0o777) // its account makes a socket here
  const { uid, gid } = await stat(login.host) // it refuses to run as root: then it is the account of PostgreSQL
  const program = spawn('pgbouncer', [file], {
    ...(isRoot && { uid, gid }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  program.stderr.on('data', (chunk: Buffer) => (said += chunk))
  after(() => program.kill('SIGKILL'))
  await until(
    () => said.includes('process up'),
    5_000,
    () => said,
  )
  return folder
}

/** A world whose service goes through pgbouncer. */
async function pooledWorld(): Promise<{ plain: World; pooled: World; host: string; database: string }> {
  const plain = await makeWorld()
  const database = (await row<{ name: string }>(plain.db, sql`select current_database() as name`))?.name ?? ''
  const host = await startPgbouncer()
  const service = openDatabase({ ...login, host, database }, () => undefined, { isPooled: true })
  after(() => closeDatabase(service))
  await keepSettings(service)
  const app = plain.another({}, service)
  const pooled = { ...plain, app, service, person: (draft?: object) => personOf(app, draft) }
  return { plain, pooled, host, database }
}

const worlds = skip ? undefined : await pooledWorld()
const given = () => worlds ?? assert.fail('skipped')

const write = () =>
  sql`insert into logins (email_key, user_id) values (${`key ${Math.random()}`}, gen_random_uuid()) returning 1`

test('through pgbouncer, the role has the settings that a session otherwise gets at its start', {
  skip,
}, async () => {
  const { service } = given().pooled
  for (const [name, expected] of Object.entries(sessionSettings)) {
    const found = await row(service, sql`select current_setting(${name}) as value`)
    assert.deepEqual(found, { value: expected }, name)
  }
  await assert.rejects(rows(service, write()), { code: '25006' }, 'outside a transaction, it only reads')
  assert.equal((await transaction(service, (tx) => change(tx, write()))).length, 1)
})

test('another start behind pgbouncer leaves the sessions that have these settings', { skip }, async () => {
  const { service } = given().pooled
  const sessions = () =>
    rows(
      service,
      sql`select pid, backend_start from pg_stat_activity
          where datname = current_database() and usename = current_user and application_name = 'florin' order by pid`,
    )
  const before = await sessions()
  assert(before.length > 0)
  await keepSettings(service)
  assert.deepEqual(await sessions(), before)
})

test('through pgbouncer, a book with every kind of record is written and read as without it', {
  skip,
}, async () => {
  const { plain, pooled } = given()
  const ana = await richBook(pooled)
  const bought = csv('2026-11-02,Bakery,-5.00', '2026-11-03,Bakery,-6.00')
  const made = await sendFile(
    ana,
    { account_id: (await account(ana, 'Cash')).id, filename: 'bank.csv' },
    bought,
  )
  const { version } = await ana.call(commitImport, { params: { id: made.id } })
  await ana.call(undoChange, { params: { version: String(version) } })
  const lists = [
    'accounts',
    'contacts',
    'obligations',
    'plans',
    'changes',
    'imports',
    'budgeting/transactions',
  ]
  const files = [
    '/budgeting/transactions?format=csv',
    '/changes?format=json',
    '/books/current/export?format=hledger',
  ]
  const figures = ['/reports/trial-balance?date=2026-12-31', '/reports/balance-sheet?date=2026-12-31']
  for (const url of [...lists.map((list) => `/${list}?limit=100`), ...files, ...figures]) {
    const one = await ana.send({ url })
    const other = await plain.send({ url, headers: { authorization: `Bearer ${ana.token}` } })
    assert.deepEqual([one.status, one.text], [200, other.text], url)
  }
  assert.deepEqual(await verify(pooled.db), [])
})

test('through pgbouncer, more writers and readers than it has sessions get right answers', {
  skip,
}, async () => {
  const { pooled } = given()
  const people = await Promise.all(Array.from({ length: 8 }, () => pooled.person()))
  const written = people.map(async (person) => {
    const food = await category(person, 'Food')
    const body = { amount: 1.5, category_id: food.id }
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await person.call(createExpense, { body })
        const { status } = await person.send({
          url: index % 2 ? '/budgeting/transactions?limit=5' : '/contacts?format=csv',
        })
        assert.equal(status, 200)
      }),
    )
    assert.deepEqual(await balances(person, (await account(person, 'Cash')).id), { USD: -12 })
  })
  await Promise.all(written)
  assert.deepEqual(await verify(pooled.db), [])
})

test('with DATABASE_POOLER=transaction the service starts behind pgbouncer, and starts again', {
  skip,
}, async () => {
  const { host, database } = given()
  const owner = JSON.parse(process.env.FLORIN_TEST_POSTGRES ?? '{}') as typeof login
  const url = ({ user, password }: typeof login, host: string) =>
    `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}`
  const settings = {
    ...{ DATABASE_URL: url(login, host), DATABASE_OWNER_URL: url(owner, owner.host) },
    DATABASE_POOLER: 'transaction',
  }
  const { DATABASE_POOLER: _, ...unsaid } = settings
  assert.match(
    await refusedStart(unsaid),
    /^DATABASE_URL leads to a pooler.* Set DATABASE_POOLER=transaction/,
  )
  const first = await start(settings)
  const token = await registers('Ana', first)
  assert.equal((await changes(token, first)).status, 200)
  await stop(first)
  const second = await start(settings)
  assert.equal((await asks(token, second)).status, 200)
  await stop(second)
})
