import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { randomFrom } from '../demo/random.ts'
import { backUpBefore } from '../server/backup/before.ts'
import { openBackup, restoreAsMade, restoreBackup } from '../server/backup/restore.ts'
import { change, type Database, rows, transaction } from '../server/database/database.ts'
import { migrate, migrationsOf } from '../server/database/migrate.ts'
import { closeDatabase, openDatabase } from '../server/database/open.ts'
import { prepareDatabase } from '../server/database/prepare.ts'
import { sql } from '../server/database/sql.ts'
import { recordPrivileges } from '../server/records/kinds.ts'
import { verify } from '../server/verify/verify.ts'
import { ask, emptyFolder, killHard, launch, type Run, ready, refusedStart, stop } from './instance.ts'
import {
  answersAbout,
  atThatTime,
  kept,
  migrationsIn,
  record,
  release,
  rowsIn,
  rowsOf,
  schemas,
} from './released.ts'
import { until } from './until.ts'
import { isCluster } from './waiting.ts'
import { admin, EMPTY, makeWorld, type World } from './world.ts'

const quiet = { expect: () => undefined, add: () => undefined, end: () => undefined }
const skip = isCluster && 'an upgrade is of one PostgreSQL here; a cluster gets the same statements'
const databases: string[] = []
const open: Database[] = []
after(async () => {
  for (const db of open) await closeDatabase(db)
  for (const name of databases) await ask(admin, `drop database ${name} with (force)`)
})

if (process.env.RECORD) await record()

/** A database of its own, empty or a copy. */
async function makeDatabase(template = 'template0'): Promise<string> {
  const name = `released_p${process.pid}_${randomBytes(4).toString('hex')}`
  await ask(admin, `create database ${name} template ${template}`)
  databases.push(name)
  return name
}

/** A handle on it, as its owner. */
function handleOn(database: string): Database {
  const db = openDatabase({ ...admin, database }, () => undefined, { max: 2, isPatient: true })
  open.push(db)
  return db
}

async function closed(db: Database): Promise<void> {
  open.splice(open.indexOf(db), 1)
  await closeDatabase(db)
}

const addressOf = (database: string) =>
  `postgres://${admin.user}:${encodeURIComponent(admin.password ?? '')}@/${database}?host=${encodeURIComponent(admin.host)}&port=${admin.port ?? 5432}`

/** A database as the Florin of a schema left it. */
async function oldDatabase(name: string): Promise<string> {
  const database = await makeDatabase()
  const db = handleOn(database)
  await restoreAsMade(db, 'DATABASE_URL', await openBackup((await release(name)).backup), quiet)
  await closed(db)
  return database
}

test('every schema that was released is kept, with data', async () => {
  assert.deepEqual(
    await kept(),
    await schemas(),
    'a new migration is a new schema: RECORD=on npm test -- released keeps data of it in test/released',
  )
})

test('a migration is never edited or removed once data of it is kept: a change is a new one', async () => {
  const ours = (await migrationsOf()).map(({ id, checksum }) => ({ id, checksum }))
  for (const name of await kept()) {
    const theirs = await migrationsIn((await release(name)).backup)
    assert.equal(theirs.at(-1)?.id, name)
    assert.deepEqual(
      ours.slice(0, theirs.length),
      theirs,
      `databases of ${name} have been through other files`,
    )
  }
})

for (const name of await kept()) {
  test(`a backup of ${name} is restored, also into a newer empty Florin, and has every record and gives every answer`, {
    skip,
  }, async () => {
    const { backup, token, answers } = await release(name)
    const before = await rowsIn(backup)
    const database = await makeDatabase(EMPTY) // as a first start leaves it
    const db = handleOn(database)
    await restoreBackup(db, 'DATABASE_URL', await openBackup(backup), quiet)
    assert.deepEqual(await rowsOf(db, before), before)
    assert.deepEqual(await verify(db), [])
    await prepareDatabase(db, recordPrivileges, 'DATABASE_URL')
    // The token expires with time, and is as young as it was.
    await transaction(db, (tx) => change(tx, sql`update tokens set created_at = now(), last_used_at = now()`))
    await closed(db)
    const world = await makeWorld({}, undefined, database)
    const now = await answersAbout(atThatTime(world), token)
    for (const [path, answer] of Object.entries(answers))
      if (!path.startsWith('/auth/tokens')) assertHolds(now[path], answer, path)
    await changeOld(world, token)
  })

  test(`a database of ${name} is opened, backed up before it is migrated, and has every record`, {
    skip,
  }, async () => {
    const before = await rowsIn((await release(name)).backup)
    const db = handleOn(await oldDatabase(name))
    const folder = await emptyFolder()
    const said: string[] = []
    const say = { info: (text: string) => said.push(text), warn: assert.fail }
    const settings = { backupDir: '', migrateBackup: true }
    const backUp = backUpBefore(db, settings, folder, say) ?? assert.fail('it is off')
    await migrate(db, 'DATABASE_URL', { before: backUp })
    assert.deepEqual(await rowsOf(db, before), before)
    const first = await rows(db, sql`select id as operator_id from users order by created_at limit 1`)
    assert.deepEqual(
      await rows(db, sql`select operator_id from operators`),
      first,
      'the first person runs it',
    )
    assert.deepEqual(await verify(db), [])
    const missing = (await migrationsOf()).filter(({ id }) => id > name)
    const made = missing.slice(0, 1).map(({ id }) => join(folder, 'backups', `before-${id}.backup`))
    assert.equal(said.length, made.length)
    for (const file of made) {
      assert.match(said[0] ?? '', new RegExp(`^Backed up to ${file} .* brought to ${missing.at(-1)?.id}\\.`))
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      assert.deepEqual(await rowsIn(file), before)
    }
  })
}

/** Changes a record whose events predate a column, which is then empty for a list, an undo and verify. */
async function changeOld(world: World, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const send = async (url: string, method: 'GET' | 'PUT' | 'POST' = 'GET', payload?: object) => {
    const { status, body, text } = await world.send({ method, url, headers, ...(payload && { payload }) })
    assert.equal(status, 200, text)
    return body
  }
  const list = '/budgeting/expenses?date_from=2026-05-01'
  const [old] = (await send(list)).data
  const { version } = await send('/books/current')
  const one = `/budgeting/expenses/${old.id}`
  const named = await send(one, 'PUT', { external_id: 'of-today' })
  assert.equal((await send(`${list}&external_id=of-today`)).data[0].id, old.id)
  assert.deepEqual((await send(`${list}&known_at=${version}`)).data[0], old)
  const { data } = await send(`/changes?since=${old.version - 1}&limit=1000`)
  const events = data.filter(({ id }: { id: string }) => id === old.id)
  assert.deepEqual(
    events.map(({ after }: { after: { external_id: unknown } }) => after.external_id),
    [old.external_id, 'of-today'],
  )
  await send(`/changes/${named.version}/undo`, 'POST')
  assert.equal((await send(one)).external_id, old.external_id)
  assert.deepEqual(await verify(world.db), [])
}

/** All earlier answers are still given; later versions may add to them. Cursors are sealed by the key of an instance. */
function assertHolds(now: unknown, then: unknown, path: string): void {
  if (Array.isArray(then) && Array.isArray(now)) {
    assert.equal(now.length, then.length, path)
    for (const [index, one] of then.entries()) assertHolds(now[index], one, `${path}[${index}]`)
  } else if (then !== null && typeof then === 'object' && now !== null && typeof now === 'object') {
    for (const [key, value] of Object.entries(then))
      if (key !== 'next_cursor') assertHolds((now as Record<string, unknown>)[key], value, `${path}.${key}`)
  } else if (!isMended(path, then)) assert.deepEqual(now, then, path)
}

/** Whether an answer was wrong in silence, as CHANGELOG says: the lines on an account that was charged for a foreign purchase had no words. */
const isMended = (path: string, then: unknown): boolean => then === '' && path.endsWith('.memo')

const [oldest = ''] = await kept()
let template = ''
before(async () => {
  if (!isCluster) template = await oldDatabase(oldest)
})

/** KILLS_SEED says at which moments a start is killed, beside those of `places`. */
const SEED = Number(process.env.KILLS_SEED ?? 7)

/** Tables from which the service itself removes old rows, also during a test. */
const HOUSEKEPT =
  /^(tokens|login_attempts|idempotency_keys|import|imports|import_files|import_rows|currencies)$/

/** Where a start is stopped: at a lock of the test that its next step waits for. */
const places = {
  'in the backup': 'lock table events in access exclusive mode',
  'before the first statement of the migration': 'lock table obligations in row exclusive mode',
  'after its last statement': 'lock table migrations in share mode',
}

/** Kills a start with kill -9 while it waits at a place. */
async function killAt(
  database: string,
  env: Record<string, string>,
  place: keyof typeof places,
): Promise<Run> {
  const holder = new pg.Client({ ...admin, database })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(places[place])
    const run = launch(env)
    const waiting = `select from pg_locks where not granted and locktype = 'relation'
                     and database = (select oid from pg_database where datname = '${database}')`
    await until(async () => (await ask(admin, waiting)).length > 0, 30_000, run.said)
    await killHard(run)
    return run
  } finally {
    await holder.end()
  }
}

test(`an upgrade that is cut by kill -9 leaves the data as it was, and the next start finishes it (KILLS_SEED=${SEED})`, {
  skip,
}, async () => {
  const expected = (await rowsIn((await release(oldest)).backup)).filter(({ name }) => !HOUSEKEPT.test(name))
  const kills = Number(process.env.KILLS || '3')
  const random = randomFrom(SEED)
  const last = (await migrationsOf()).at(-1)?.id
  let database = await makeDatabase(template)
  const folder = await emptyFolder()
  const env = () => ({ DATABASE_URL: addressOf(database), DATA_DIR: folder })
  const names = Object.keys(places) as (keyof typeof places)[] // its own keys
  let cuts = 0
  for (let count = 0; count < kills; count++) {
    const place = names[count % (kills > 3 ? 4 : 3)]
    if (place) await killAt(database, env(), place)
    else {
      const run = launch(env())
      await sleep(random.below(3_000))
      await killHard(run)
    }
    const db = handleOn(database)
    assert.deepEqual(await rowsOf(db, expected), expected, `kill ${count + 1}, ${place}`)
    const done = await rows<{ id: string }>(db, sql`select id from migrations order by id`)
    await closed(db)
    if (place) assert.equal(done.at(-1)?.id, oldest, `kill ${count + 1}, ${place}`)
    if (done.at(-1)?.id === oldest) cuts++
    else database = await makeDatabase(template) // it was killed later
  }
  assert(cuts >= Math.min(3, kills), `${cuts} of ${kills} cut an upgrade`)

  // Two instances at once: one makes the backup and migrates. The other may take the lock between two migrations, and then makes a
  // backup of that state too, which is one too many and not one too few.
  const runs = [launch(env()), launch(env())]
  for (const run of await Promise.all(runs.map(ready))) assert.equal(await stop(run), 0)
  const said = runs.map((run) => run.said()).join('')
  const backups = (await readdir(join(folder, 'backups'))).sort()
  assert.equal(said.match(/Backed up to/g)?.length, backups.length, said)
  assert.equal(backups[0], `before-${(await schemas())[1]}.backup`)
  assert(backups.length <= 2, said)
  const db = handleOn(database)
  assert.deepEqual(await rowsOf(db, expected), expected)
  assert.deepEqual(await verify(db), [])
  assert.equal((await rows<{ id: string }>(db, sql`select max(id) as id from migrations`))[0]?.id, last)
})

test('without a place for its backup, data is not migrated unless MIGRATE_BACKUP is off', {
  skip,
}, async () => {
  const database = await makeDatabase(template)
  const env = { DATABASE_URL: addressOf(database), BACKUP_DIR: '/dev/full' }
  const last = (await migrationsOf()).at(-1)?.id
  assert.match(
    await refusedStart(env),
    new RegExp(
      `^The data has to be brought to ${last}, and the backup before that cannot be made in /dev/full: .* Nothing was changed\\. .* MIGRATE_BACKUP=off`,
    ),
  )
  const db = handleOn(database)
  assert.equal((await rows<{ id: string }>(db, sql`select max(id) as id from migrations`))[0]?.id, oldest)
  const settings = { backupDir: '/dev/full', migrateBackup: false }
  const backUp = backUpBefore(db, settings, '/dev/full', { info: assert.fail, warn: assert.fail })
  await migrate(db, 'DATABASE_URL', backUp && { before: backUp })
  assert.equal((await rows<{ id: string }>(db, sql`select max(id) as id from migrations`))[0]?.id, last)
})
