import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { join } from '../../test/household.ts'
import { changes, registers, signsIn, start, stop } from '../../test/instance.ts'
import { post } from '../../test/line.ts'
import { ask, joinNodes, type Login, onAll } from '../../test/server.ts'
import { databaseUrl, makeWorld, serviceConnection, shards, type World } from '../../test/world.ts'
import { sessionOf } from '../auth/auth.sql.ts'
import { tablesOf } from '../database/copy.ts'
import { rows } from '../database/database.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { references } from '../database/shards.ts'
import { sql } from '../database/sql.ts'
import { placeOf } from './distribute.ts'

const nodes: Login[] = JSON.parse(process.env.FLORIN_TEST_NODES ?? '[]')
const isCluster = nodes.length > 1
const skip = isCluster ? false : 'TEST_DATABASE_URL is not a Citus cluster'

const addressOf = ({ host, port, user, password = '', database }: Login) =>
  `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`

/** `npm run distribute`, as a person runs it. */
function command(DATABASE_URL: string, ...more: string[]) {
  const args = ['--import', './runtime.mjs', 'server/scale/main.ts', ...more]
  const env = { PATH: process.env.PATH, DATABASE_URL }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** A database that is on all nodes, and empty. */
async function emptyDatabase(): Promise<Login[]> {
  const database = `spread_${randomBytes(4).toString('hex')}`
  await onAll(nodes, [`create database ${database} encoding 'UTF8' template template0`])
  after(() => onAll(nodes, [`drop database ${database} with (force)`]))
  const all = nodes.map((node) => ({ ...node, database }))
  await joinNodes(all)
  return all
}

test('without Citus, nothing is spread, and a sentence says what to do', {
  skip: isCluster ? 'TEST_DATABASE_URL is a Citus cluster' : false,
}, async () => {
  const world = await makeWorld()
  const url = await databaseUrl(world)
  await world.person()
  const beside = command(url)
  assert.equal(beside.status, 2)
  assert.match(
    beside.stderr,
    /^A Florin works with this database \(\d+ sessions?\): nothing was spread. Stop every instance, run this again, and start them\. /,
  )
  const count = command(url, '--shards', '4.5')
  assert.deepEqual(
    [count.status, count.stderr],
    [2, '--shards takes a whole number from 1 to 1024; 4.5 is not one.\n'],
  )
  await ask(
    url,
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const { status, stderr } = command(url)
  assert.equal(status, 2)
  assert.match(stderr, /^This PostgreSQL has no Citus: create the extension [^\n]+\.\n$/)
})

test('every table has a place on a cluster, and what is unique in it is unique on each of its shards', async () => {
  const { db } = await makeWorld()
  const uniques = await rows<{ name: string; table: string; columns: string[] }>(
    db,
    sql`select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
               (select array_agg(attname::text) from pg_attribute where attrelid = i.indrelid and attnum = any(i.indkey)) as columns
        from pg_index i join pg_class c on c.oid = i.indrelid
        where c.relnamespace = 'public'::regnamespace and i.indisunique`,
  )
  const tables = (await tablesOf(db)).filter(({ name }) => !references.includes(name))
  for (const { name, columns } of tables) {
    const { column } = placeOf(name, columns)
    assert(columns.includes(column), name)
    for (const unique of uniques.filter(({ table }) => table === name))
      assert(unique.columns.includes(column), `${unique.name} has no ${column}`)
  }
  assert(tables.length > 20)
})

test('every table is on every node, or spread by the column that says whose its rows are', {
  skip,
}, async () => {
  const { db } = await makeWorld()
  const spread = await rows<{ name: string; column: string }>(
    db,
    sql`select p.logicalrelid::regclass::text as name,
               coalesce(column_to_column_name(p.logicalrelid, p.partkey), '') as column
        from pg_dist_partition p order by 1`,
  )
  const tables = await rows<{ name: string }>(
    db,
    sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  assert.deepEqual(
    spread.map(({ name }) => name),
    tables.map(({ name }) => name),
  )
  const others = spread.filter(({ column }) => column !== 'book_id')
  assert.deepEqual(Object.fromEntries(others.map(({ name, column }) => [name, column])), {
    currencies: '',
    instance: '',
    invitations: '',
    jobs: '',
    migrations: '',
    oidc_links: '',
    operators: '',
    published_rates: '',
    books: 'id',
    users: 'id',
    user_events: 'user_id',
    tokens: 'user_id',
    second_factors: 'user_id',
    recovery_codes: 'user_id',
    recovery_links: 'user_id',
    passkeys: 'user_id',
    used_challenges: 'user_id',
    email_links: 'user_id',
    oidc_states: 'id',
    members: 'user_id',
    logins: 'email_key',
    login_attempts: 'email_key',
  })
})

test('what every request begins with asks one shard', { skip }, async () => {
  const world = await makeWorld()
  const { user } = await world.person()
  const plan = await rows<{ 'QUERY PLAN': string }>(
    world.db,
    sql`explain ${sessionOf(user.id, user.id, undefined, undefined)}`,
  )
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  assert.match(text, /Task Count: 1\b/)
  assert.doesNotMatch(text, /Subplan/)
})

/** An instance of which every statement is noted. */
function observed(world: World) {
  const texts: string[] = []
  const { database = '' } = world.service.pool.options
  const watched = openDatabase({ ...serviceConnection, database }, () => undefined, {
    shards,
    observe: (text) => texts.push(text),
  })
  after(() => closeDatabase(watched))
  return { app: world.another({}, watched), texts }
}

test('in the book of somebody else, a change asks the shard of the book, and that of its person for the token', {
  skip,
}, async () => {
  const world = await makeWorld()
  const [ana, bela] = [await world.person(), await world.person()]
  await join(world, ana, ana.book_id, bela, 'editor')
  const { app, texts } = observed(world)
  for (const name of ['Bela', 'Cili']) {
    texts.length = 0
    assert.equal((await post(app, bela.token, `/books/${ana.book_id}/contacts`, { name })).status, 200)
  }
  assert.deepEqual(
    texts.map((text) => text.replace(/\(.*/s, '').slice(0, 30)),
    ['select * from read_on_shard', 'select $1 as part, m.book_id as', 'select write_on_shard'].map((text) =>
      text.slice(0, 30),
    ),
  )
})

test('a change is two calls on the node that has the book', { skip }, async () => {
  const world = await makeWorld()
  const { user, token } = await world.person()
  const { app, texts } = observed(world)
  for (const name of ['Bela', 'Cili']) {
    texts.length = 0
    assert.equal((await post(app, token, '/contacts', { name })).status, 200)
  }
  assert.deepEqual(
    texts.map((text) => text.replace(/\(.*/s, '')),
    ['select * from read_on_shard', 'select write_on_shard'],
  )
  const held = sql`select hold_shard(get_shard_id_for_distribution_column('books', ${user.id}::uuid))`
  await assert.rejects(rows(world.db, held), /shard \d+ is on another node/, 'the coordinator has no books')
})

test('a database with people in it is spread with all that is theirs, once; then instances at several nodes serve it', {
  skip,
}, async () => {
  const all = await emptyDatabase()
  const [coordinator, worker] = all
  assert(coordinator && worker)
  const before = await start({ DATABASE_URL: addressOf(coordinator) })
  const token = await registers('Ana', before)
  const keys = `select conname from pg_constraint where contype = 'f' and conname !~ '_[0-9]{5,}$' order by 1` // a copy's has a number
  const expected = await ask(coordinator, keys)
  const member = `member_${randomBytes(4).toString('hex')}`
  await ask(coordinator, `create role ${member} login in role florin_service`)
  after(() => onAll(nodes, [`drop role if exists ${member}`]))
  const beside = command(addressOf(coordinator))
  assert.equal(beside.status, 2)
  assert.match(beside.stderr, /^A Florin works with this database/)
  await stop(before)

  const first = command(addressOf(coordinator))
  assert.deepEqual([first.status, first.stderr], [0, ''])
  assert.match(first.stdout, /^Spread \d+ tables over 4 shards: .*\nVerified 1 book, /)
  const second = command(addressOf(coordinator))
  assert.deepEqual([second.status, second.stderr], [0, ''])
  assert.match(second.stdout, /^All tables are spread already: nothing was changed\.\nVerified 1 book, /)
  assert.deepEqual(await ask(coordinator, keys), expected, 'every foreign key is back')

  const here = '(select oid from pg_database where datname = current_database())'
  const roles = [
    [coordinator.user, here],
    [member, here],
    ['florin_service', '0'],
  ] as const
  for (const node of all)
    for (const [user, where] of roles) {
      const [told] = await ask<{ settings: string[] }>(
        node,
        `select setconfig as settings from pg_db_role_setting
         where setrole = '${user}'::regrole
           and setdatabase = ${where}`,
      )
      for (const setting of ['lock_timeout=2s', 'TimeZone=UTC', 'DateStyle=ISO, MDY', 'bytea_output=hex'])
        assert(told?.settings.includes(setting), `${node.port} ${user} ${setting}`)
    }

  const instances = await Promise.all(
    [coordinator, worker].map((node) => start({ DATABASE_URL: addressOf(node) })),
  )
  const [one, other] = instances
  assert(one && other)
  const people = [
    token,
    ...(await Promise.all(['Bela', 'Cili', 'Dora'].map((name) => registers(name, other)))),
  ]
  const answers = people.flatMap((each) => instances.flatMap((at) => [changes(each, at), changes(each, at)]))
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    answers.map(() => 200),
  )
  await signsIn('Dora', one)
  for (const instance of instances) await stop(instance)
  const last = command(addressOf(coordinator))
  assert.match(last.stdout, /\nVerified 4 books, 20 changes, /)
  assert.equal(last.status, 0, last.stdout)
})
