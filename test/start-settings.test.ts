import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SERVICE_ROLE } from '../server/database/privileges.ts'
import { StartError } from '../server/process/start-error.ts'
import { readSettings } from '../server/settings.ts'
import { ask, emptyFolder, launch, ready, refusedStart, registers, signsIn, start, stop } from './instance.ts'
import { until } from './until.ts'

const server = JSON.parse(process.env.FLORIN_TEST_POSTGRES ?? '{}') as {
  host: string
  user: string
  password: string
}
const service: typeof server = JSON.parse(process.env.FLORIN_TEST_SERVICE ?? '{}')
const databases: string[] = []
const accounts: string[] = []
after(async () => {
  for (const name of databases) await asAdmin(`drop database ${name} with (force)`)
  for (const name of accounts) await asAdmin(`drop role ${name}`)
})

/** Each with valid and invalid values. */
const settings: Record<string, { right: string[]; wrong: string[] }> = {
  WORKERS: { right: ['1', '4', '10'], wrong: ['0', '11', 'two', '1.5', '-1'] },
  PORT: { right: ['0', '3000', '65535'], wrong: ['-1', '65536', '3000.5', 'http', '0x50', ' 80'] },
  HOST: {
    right: ['0.0.0.0', '::1', 'localhost'],
    wrong: ['[::1]', 'http://localhost', 'a b', 'localhost:80'],
  },
  DATA_DIR: { right: ['./data', '/var/lib/florin'], wrong: [] },
  BACKUP_DIR: { right: ['./backups'], wrong: [] },
  MIGRATE_BACKUP: { right: ['on', 'off'], wrong: ['yes', 'OFF', '0'] },
  BACKUP_KEEP: { right: ['1', '1000'], wrong: ['0', '1001', 'all'] },
  DATABASE_URL: {
    right: [
      'postgres://florin:secret@db.example:5432/florin?sslmode=require',
      'postgresql://db.example/florin',
      'postgres://florin@/florin?host=/run/postgresql',
      'postgres:///florin?host=/run/postgresql',
    ],
    wrong: [
      'db.example/florin',
      'mysql://florin:secret@db.example/florin',
      'postgres:florin',
      'postgres://a:b',
    ],
  },
  BOOK_MAX_ROWS: { right: ['1000', '5000000'], wrong: ['0', '999', '1e6', '-1', 'many'] },
  BOOK_MAX_BYTES: { right: ['1000000', '20000000000'], wrong: ['0', '20GB', '-1'] },
  DATABASE_OWNER_URL: {
    right: [
      'postgres://florin:secret@db.example:5432/florin?sslmode=require',
      'postgresql://db.example/florin',
      'postgres://florin@/florin?host=/run/postgresql',
      'postgres:///florin?host=/run/postgresql',
    ],
    wrong: [
      'db.example/florin',
      'mysql://florin:secret@db.example/florin',
      'postgres:florin',
      'postgres://a:b',
    ],
  },
  // It needs a primary to follow.
  DATABASE_READ_URL: {
    right: [],
    wrong: ['replica.example/florin', 'postgres://florin@replica.example/florin'],
  },
  // It needs a way past the pooler.
  DATABASE_POOLER: { right: ['none'], wrong: ['transaction', 'session', 'on'] },
  WEB: { right: ['on', 'off'], wrong: ['yes', 'ON', '1'] },
  LOG_LEVEL: { right: ['trace', 'silent'], wrong: ['INFO', 'loud'] },
  DEFAULT_CURRENCY: { right: ['EUR', 'JPY', 'eur'], wrong: ['XXX', 'EURO', 'toString'] },
  PUBLIC_URL: {
    right: ['https://florin.example', 'http://[::1]:8080'],
    wrong: ['florin.example', 'ftp://a', '/'],
  },
  TRUST_PROXY: {
    right: ['off', '1', '10', '10.0.0.1', '10.0.0.0/8, fd00::/8', '::1'],
    wrong: [
      'on',
      'yes',
      'constructor',
      '0',
      '11',
      '-1',
      '1.5',
      '0.0.0.0/0',
      '::/0',
      'abc',
      '999.0.0.1',
      '10.0.0.0/33',
      '10.0.0.1/',
      '10.0.0.1,',
      'fd00::/8/8',
    ],
  },
  METRICS_TOKEN: { right: ['sixteen-letters-'], wrong: ['secret', 'sixteen letters and a secret'] },
  METRICS_PORT: { right: ['9090'], wrong: ['0', '65536', 'on'] },
  CORS_ORIGIN: {
    right: ['*', 'https://app.example'],
    wrong: ['https://app.example/', 'app.example', 'null'],
  },
  RATES_URL: {
    right: ['https://rates.example/daily.xml', 'off'],
    wrong: ['rates.example', 'ftp://rates.example', 'https://a:secret@rates.example'],
  },
  ECB_URL: {
    right: ['https://mirror.example/eurofxref-hist-90d.xml'],
    wrong: ['off', 'mirror.example', 'https://a:secret@mirror.example'],
  },
  // They need each other, and PUBLIC_URL.
  SMTP_URL: {
    right: [],
    wrong: ['mail.example', 'http://a:secret@mail.example', 'smtp:secret'].concat(
      ['/path', '?x=1'].map((rest) => `smtps://a:secret@mail.example${rest}`),
      'smtps://a:secret%zz@mail.example',
    ),
  },
  MAIL_FROM: {
    right: [],
    wrong: ['florin', 'Florin <florin>', 'a@mail.example, b@mail.example', 'x\r\nBcc: y <a@mail.example>'],
  },
  SECRET_KEY: { right: ['x'.repeat(32)], wrong: ['a-secret', `${'x'.repeat(40)} secret`] },
  PASSWORDS: { right: ['on', 'off'], wrong: ['no', 'Off', '0'] },
  REGISTRATION: { right: ['open', 'invited', 'closed'], wrong: ['on', 'Open', 'off'] },
  // The first three are needed together, and PUBLIC_URL with them.
  OIDC_ISSUER: {
    right: [],
    wrong: ['sso.example', 'https://a:secret@sso.example', 'https://sso.example/?tenant=secret@'].concat(
      ['sso', '127.0.0.1.evil', 'localhost.evil'].map((name) => `http://${name}.example`),
    ),
  },
  OIDC_CLIENT_ID: { right: [], wrong: ['two words'] },
  OIDC_CLIENT_SECRET: { right: [], wrong: ['a secret'] },
  OIDC_NAME: { right: ['Example SSO', 'Zürich'], wrong: ['x'.repeat(41), ' ', 'a\tb'] },
  PASSWORD_MIN_LENGTH: { right: ['8', '1024'], wrong: ['7', '1025', 'ten'] },
  PASSWORD_BLOCKLIST: { right: ['on', 'off'], wrong: ['true', '1'] },
  FAILURES_PER_MINUTE: { right: ['0', '1500'], wrong: ['-1', '1000001', 'off'] },
  RATE_LIMIT_PER_MINUTE: { right: ['0', '1000000'], wrong: ['-1', '1000001', '1e3'] },
}

test('every setting takes what it is for, and refuses all else in a sentence that names it', () => {
  assert.equal(
    Object.keys(settings).length,
    Object.keys(readSettings({})).length,
    'a setting is missing here',
  )
  for (const [name, { right, wrong }] of Object.entries(settings)) {
    for (const value of right) assert.doesNotThrow(() => readSettings({ [name]: value }), `${name}=${value}`)
    for (const value of wrong)
      assert.throws(
        () => readSettings({ [name]: value }),
        (error) =>
          error instanceof StartError &&
          new RegExp(`^${name} must be [^\n]+\\.$`).test(error.message) &&
          !error.message.includes('secret'),
        `${name}=${value}`,
      )
    assert.deepEqual(readSettings({ [name]: '' }), readSettings({}), `an empty ${name} is none`)
  }
})

test("a PostgreSQL of one's own may have more processes in front of it than the built-in one takes", () => {
  const DATABASE_URL = 'postgres://db.example/florin'
  assert.equal(readSettings({ WORKERS: '32', DATABASE_URL }).workers, 32)
  assert.throws(() => readSettings({ WORKERS: '33', DATABASE_URL }), StartError)
})

test('a METRICS_PORT that is PORT too is refused in a sentence that names both', async () => {
  const sentence = (port: number) =>
    `METRICS_PORT must be a port, 1 to 65535, other than PORT, which is ${port}; it is "${port}".`
  assert.equal(await refusedStart({ PORT: '9090', METRICS_PORT: '9090' }), sentence(9090))
  assert.throws(() => readSettings({ METRICS_PORT: '3000' }), { message: sentence(3000) })
  assert.equal(readSettings({ PORT: '9090', METRICS_PORT: '3000' }).metricsPort, 3000)
})

test('a wrong setting ends the start in its sentence', async () => {
  assert.equal(await refusedStart({ PORT: 'http' }), 'PORT must be a port, 0 to 65535; it is "http".')
})

test('a DATA_DIR that is a file is told so', async () => {
  const file = join(await emptyFolder(), 'file')
  await writeFile(file, '')
  assert.match(await refusedStart({ DATA_DIR: file }), new RegExp(`^DATA_DIR ${file} cannot be used: `))
})

test('a taken PORT, a HOST of another machine and a database that is not there are told in a sentence each', async () => {
  const DATABASE_URL = addressOf(await emptyDatabase())
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo // it listens on a port
  try {
    assert.equal(
      await refusedStart({ DATABASE_URL, PORT: String(port) }),
      `PORT ${port} is taken by another program. Stop it, or set another PORT.`,
    )
  } finally {
    other.close()
  }
  assert.match(
    await refusedStart({ DATABASE_URL, HOST: '192.0.2.1' }),
    /^HOST 192\.0\.2\.1 is not an address/,
  )
  assert.match(
    await refusedStart({ DATABASE_URL: 'postgres://florin@127.0.0.1:9/florin' }),
    /^The database of DATABASE_URL does not let us in: .*ECONNREFUSED/,
  )
  assert.match(
    await refusedStart({ DATABASE_URL: addressOf('nowhere') }),
    /^The database of DATABASE_URL does not let us in: database "nowhere" does not exist\.$/,
  )
  assert.match(
    await refusedStart({ DATABASE_URL, DATABASE_OWNER_URL: addressOf('nowhere') }),
    /^The database of DATABASE_OWNER_URL does not let us in: database "nowhere" does not exist\.$/,
  )
})

test('with an owner of its own, the service signs in as the role that can do only what the service does', async () => {
  const database = await emptyDatabase()
  const florin = await start({
    DATABASE_OWNER_URL: addressOf(database),
    DATABASE_URL: addressOf(database, service),
  })
  await registers('Ana', florin)
  assert.doesNotMatch(florin.said(), /DATABASE_OWNER_URL/)
  const sessions = await ask(
    { ...server, database },
    'select distinct usename from pg_stat_activity where datname = $1',
    [database],
  )
  const names = new Set(sessions.map(({ usename }) => usename))
  assert.deepEqual(names, new Set([server.user, SERVICE_ROLE])) // the first is this look itself
  await assert.rejects(ask({ ...service, database }, 'create temporary table loot (id int)'), {
    code: '42501',
  })
  await stop(florin)
  const alone = await start({ DATABASE_URL: addressOf(database) })
  assert.match(alone.said(), /DATABASE_URL signs in as the owner .* DATABASE_OWNER_URL/)
  await stop(alone)
})

/** An account that may sign in, and nothing else; it is gone at the end. */
async function newAccount(): Promise<typeof server> {
  const user = `florin_account_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${user} login password 'secret'`)
  accounts.push(user)
  return { ...server, user, password: 'secret' }
}

test('an account that may read nothing is refused at the start, with what to do', async () => {
  const database = await emptyDatabase()
  const account = await newAccount()
  const urls = { DATABASE_OWNER_URL: addressOf(database), DATABASE_URL: addressOf(database, account) }
  assert.match(
    await refusedStart(urls),
    new RegExp(
      `^The account ${account.user} of DATABASE_URL may not read the table accounts: .*"grant ${SERVICE_ROLE} to`,
    ),
  )
  await asAdmin(`grant ${SERVICE_ROLE} to ${account.user}`)
  const florin = await start(urls)
  await registers('Ana', florin)
  assert.equal(await stop(florin), 0)
})

test('an owner who is not a member of the role that another Florin made in the same server works without it', async () => {
  const database = await emptyDatabase()
  const account = await newAccount()
  await asAdmin(`alter database ${database} owner to ${account.user}`)
  const florin = await start({ DATABASE_URL: addressOf(database, account) })
  await registers('Ana', florin)
  assert.equal(await stop(florin), 0)
})

test('with DATABASE_URL that database is used, and left running', async () => {
  const DATABASE_URL = addressOf(await emptyDatabase())
  const first = await start({ DATABASE_URL })
  await registers('Ana', first)
  assert.equal(await stop(first), 0)
  const second = await start({ DATABASE_URL })
  await signsIn('Ana', second)
  assert.equal(await stop(second), 0)
})

test('instances that start at the same moment on an empty database all become ready, and migrate it once', async () => {
  const database = await emptyDatabase()
  const runs = [1, 2, 3].map(() => launch({ DATABASE_URL: addressOf(database) }))
  const [first, ...others] = await Promise.all(runs.map(ready))
  if (!first) return assert.fail()
  await registers('Ana', first)
  for (const other of others) await signsIn('Ana', other)
  const files = (await readdir('server/database/migrations')).filter((name) => name.endsWith('.sql'))
  const applied = await askIn(database, 'select id from migrations order by id')
  assert.deepEqual(
    applied.map(({ id }) => `${id}.sql`),
    files.sort(),
  )
  for (const run of runs) assert.equal(await stop(run), 0)
})

test('a start waits for as long as another instance migrates', async () => {
  const database = await emptyDatabase()
  const other = new pg.Client({ ...server, database })
  await other.connect()
  try {
    await other.query('select pg_advisory_lock($1)', [0x666c6f72])
    const run = launch({ DATABASE_URL: addressOf(database) })
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted and database =
                     (select oid from pg_database where datname = '${database}')`
    await until(async () => (await asAdmin(waiting)).length > 0, 10_000, run.said)
    await sleep(5_200) // longer than the usual limit of any statement or lock
    assert(run.isRunning(), run.said())
    assert.doesNotMatch(run.said(), /is ready/)
    await other.query('select pg_advisory_unlock($1)', [0x666c6f72])
    await stop(await ready(run))
  } finally {
    await other.end()
  }
})

test('a database that could not keep our promises is refused', async () => {
  const ascii = await emptyDatabase(`encoding 'SQL_ASCII' locale 'C'`)
  assert.equal(
    await refusedStart({ DATABASE_URL: addressOf(ascii) }),
    'The database of DATABASE_URL is encoded as SQL_ASCII. Create one with encoding UTF8.',
  )
  const forgetful = await emptyDatabase()
  await asAdmin(`alter database ${forgetful} set synchronous_commit = off`)
  assert.equal(
    await refusedStart({ DATABASE_URL: addressOf(forgetful) }),
    'The database of DATABASE_URL runs with synchronous_commit = off and can lose what it confirmed. Turn it on.',
  )
})

test('a database of another version of Florin is refused', async () => {
  const database = await emptyDatabase()
  const DATABASE_URL = addressOf(database)
  await stop(await start({ DATABASE_URL }))

  const own = (await askIn(database, 'select max(id) as id from migrations'))[0]?.id
  await askIn(database, `insert into migrations (id, checksum) values ('9999_later', 'x')`)
  assert.match(
    await refusedStart({ DATABASE_URL }),
    new RegExp(
      `^The database was made by a newer Florin: it is at 9999_later, and this Florin knows no later one than ${own}\\. Use that version, or a later one\\.$`,
    ),
  )
  await askIn(database, `delete from migrations where id = '9999_later'`)

  const [first] = await askIn(
    database,
    `update migrations set checksum = 'x' where id like '0001%' returning id`,
  )
  assert.match(
    await refusedStart({ DATABASE_URL }),
    new RegExp(
      `^Migration ${first?.id} differs from the one that was applied to this database: .* only the file of each book leads from there`,
    ),
  )
})

test('a database user who may not make tables is told so', async () => {
  const database = await emptyDatabase()
  const stranger = `stranger_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${stranger} login password 'of-nobody'`)
  try {
    assert.match(
      await refusedStart({
        DATABASE_URL: addressOf(database, { ...server, user: stranger, password: 'of-nobody' }),
      }),
      /^The user of DATABASE_URL may not make tables: permission denied for schema public\. /,
    )
  } finally {
    await asAdmin(`drop role ${stranger}`)
  }
})

const addressOf = (database: string, { user, password } = server) =>
  `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(server.host)}`

const askIn = (database: string, text: string) => ask({ ...server, database }, text)
const asAdmin = (text: string) => askIn('postgres', text)

async function emptyDatabase(more = ''): Promise<string> {
  const name = `start_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template template0 ${more}`)
  databases.push(name)
  return name
}
