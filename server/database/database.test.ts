import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { listDevices } from '../../contract/auth.ts'
import { getTransaction, listExpenses } from '../../contract/budgeting.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { refuse } from '../../contract/refusals.ts'
import { category, spend } from '../../test/books.ts'
import { makeWorld, refused, serviceConnection, shards, signedIn, through } from '../../test/world.ts'
import { PLANS } from './asking.ts'
import { type Copy, copier } from './copied.ts'
import {
  change,
  changeInTurn,
  clientOf,
  type Database,
  type Db,
  firstRows,
  onlyRow,
  onWriter,
  row,
  rows,
  script,
  snapshot,
  type Tx,
  transaction,
  transactionOn,
} from './database.ts'
import { ofCopy, refusalOf } from './failures.ts'
import { closeDatabase, openDatabase } from './open.ts'
import { SERVICE_ROLE } from './privileges.ts'
import { allOf, join, type Sql, sql, textOf } from './sql.ts'

const world = await makeWorld()

test('a piece of SQL inside another keeps every value in its place', () => {
  const inner = sql`b = ${2} and c = ${3}`
  const whole = sql`select ${1} where ${allOf([inner, sql`true`])} in (${join([sql`${4}`, sql`${5}`], sql`, `)}) limit ${6}`
  assert.equal(textOf(whole), 'select $1 where b = $2 and c = $3 and true in ($4, $5) limit $6')
  assert.deepEqual(whole.values, [1, 2, 3, 4, 5, 6])
  assert.equal(textOf(allOf([])), 'true')
})

test('a change outside a transaction does not compile, and does not run either', async () => {
  const wrong = (db: Db, pool: Database) => [
    // @ts-expect-error a Db only reads
    () => change(db, sql`delete from users`),
    // @ts-expect-error the pool is not a transaction
    () => change(pool, sql`delete from users`),
    // @ts-expect-error a handle is not made by hand
    () => change({}, sql`delete from users`),
  ]
  const right = (tx: Tx) => [() => change(tx, sql`delete from users`), () => rows(tx, sql`select`)]
  assert.equal(wrong(world.db, world.db).length + right.length, 4)
  await assert.rejects(rows(world.db, sql`delete from tokens`), /read-only transaction/)
})

test('no value becomes SQL, whatever its shape', () => {
  const outside = JSON.parse('{"strings": ["select 1"], "values": []}')
  assert.throws(() => sql`select ${outside}`, /an object cannot be a parameter/)
  assert.throws(() => sql`select ${[outside]}`, /an object cannot be a parameter/)
  assert.throws(() => join([outside], sql`, `) && sql`${join([outside, outside], sql`, `)}`)
  assert.throws(() => sql(['select 1'] as unknown as TemplateStringsArray), /written as a template/)
  assert.throws(() => textOf(outside))
  const wrong = () => [
    // @ts-expect-error an object is not a parameter
    sql`select ${{ strings: ['1'], values: [] }}`,
    // @ts-expect-error nor is a list of them
    sql`select ${[{}]}`,
    // @ts-expect-error a piece of SQL is made by `sql` alone
    join([{ strings: ['1'], values: [] }], sql`, `),
  ]
  assert.throws(wrong)
})

test('a session can work as a role that may do less than whoever it signs in as', async () => {
  const whole = await row<{ name: string }>(world.db, sql`select current_database() as name`)
  const connection = JSON.parse(process.env.FLORIN_TEST_POSTGRES ?? '{}')
  const db = openDatabase({ ...connection, database: whole?.name }, () => undefined, { role: SERVICE_ROLE })
  assert.deepEqual(await row(db, sql`select current_user as role`), { role: SERVICE_ROLE })
  await assert.rejects(rows(db, sql`select key from instance`), /permission denied/)
  await closeDatabase(db)
})

test('a session of the built-in PostgreSQL has 5 s to begin, because it is late only on a busy machine; another one has 2 s', async () => {
  const late: number[] = []
  for (const builtIn of [{ open: (config: pg.ClientConfig) => new pg.Client(config) }, {}]) {
    const db = openDatabase({ host: '/nowhere', database: 'x', user: 'x', ...builtIn }, () => undefined)
    late.push(db.pool.options.connectionTimeoutMillis ?? 0)
    await closeDatabase(db)
  }
  assert.deepEqual(late, [5_000, 2_000])
})

test('a session keeps a bounded number of prepared statements, and those in use longest', async () => {
  const session = { ...world.db }
  await snapshot(session, async (db) => {
    const often = sql`select 'often'`
    const nth = (n: number) => Array.from({ length: n }).reduce((all: Sql) => sql`${all}, 1`, sql`select 1`)
    for (let n = 1; n <= 300; n++) {
      await rows(db, nth(n))
      await rows(db, often)
    }
    const kept = await rows<{ statement: string }>(db, sql`select statement from pg_prepared_statements`)
    assert(kept.length <= 101, `${kept.length} are kept`)
    assert(kept.some(({ statement }) => statement.includes('often')))
  })
})

test('a session plans what it keeps anew after a while, since tables grow', async () => {
  const { freshMs } = PLANS
  await snapshot(world.db, async (db) => {
    const client = clientOf(db)
    const asked = mock.method(client, 'query')
    const hears = async () => {
      const before = asked.mock.callCount()
      await rows(db, sql`select 'planned'`)
      const calls: readonly { arguments: readonly unknown[] }[] = asked.mock.calls
      return calls.slice(before).some((call) => call.arguments[0] === 'discard plans')
    }
    await rows(db, sql`select 'planned'`)
    assert.equal(await hears(), false)
    PLANS.freshMs = -1
    assert.equal(await hears(), true)
    asked.mock.restore()
  }).finally(() => Object.assign(PLANS, { freshMs }))
})

test('rows are read until they come to so many bytes, and whether any were left is told', async () => {
  const wide = (n: number) => sql`select repeat('x', 10000) as text from generate_series(1, ${n})`
  const cut = await firstRows(world.db, wide(100_000), 100_000, 100_000)
  assert(cut.isCut && cut.rows.length >= 10 && cut.rows.length <= 60, `${cut.rows.length} rows`)
  assert.deepEqual((await firstRows(world.db, wide(1), 60, 100)).rows.length, 1)
  const whole = await firstRows(world.db, wide(60), 60, 1_000_000)
  assert(!whole.isCut && whole.rows.length === 60)
  await assert.rejects(firstRows(world.db, sql`select 1 / (5 - n) from generate_series(1, 9) n`, 60, 10))
  assert.equal((await rows(world.db, sql`select 1 as one`)).length, 1)
})

test('a throw, or a result nobody wants kept, leaves nothing behind', async () => {
  const count = async () =>
    (await row<{ n: number }>(world.db, sql`select count(*)::int as n from login_attempts`))?.n
  const insert = (tx: Tx) =>
    change(tx, sql`insert into login_attempts (email_key, address, level, at) values ('x', 'y', 0, now())`)
  const before = await count()
  await assert.rejects(
    transaction(world.db, async (tx) => {
      await insert(tx)
      throw new Error('no')
    }),
    /no/,
  )
  await transaction(world.db, insert, () => false)
  assert.equal(await count(), before)
})

test('a snapshot is of one moment, takes the time it needs if it is patient, and changes nothing', async () => {
  const wrong = (db: Database) => [
    // @ts-expect-error a snapshot only reads
    () => snapshot(db, (tx) => change(tx, sql`delete from users`)),
  ]
  assert.equal(wrong(world.db).length, 1)
  await assert.rejects(
    snapshot(world.db, (db) => rows(db, sql`delete from tokens`)),
    /read-only transaction/,
  )
  const count = async (db: Db) =>
    (await row<{ n: number }>(db, sql`select count(*)::int as n from login_attempts`))?.n
  const timeout = async (db: Db) =>
    (await row<{ statement_timeout: string }>(db, sql`show statement_timeout`))?.statement_timeout
  await snapshot(world.db, async (db) => {
    const before = await count(db)
    await transaction(world.db, (tx) =>
      change(
        tx,
        sql`insert into login_attempts (email_key, address, level, at) values ('later', '1', 0, now())`,
      ),
    )
    assert.equal(await count(db), before)
    assert.equal(await timeout(db), '5s')
  })
  assert.equal(await snapshot(world.db, timeout, { isPatient: true }), '1h')
  assert.equal(await timeout(world.db), '5s')
})

test('a deadlock is tried again until both are done', async () => {
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into login_attempts (email_key, address, level, at) values ('d', '1', 0, now()), ('d', '2', 0, now())`,
    ),
  )
  let attempts = 0
  const both = (first: string, second: string) =>
    transaction(world.db, async (tx) => {
      attempts++
      const bump = (address: string) =>
        change(
          tx,
          sql`update login_attempts set level = level + 1 where email_key = 'd' and address = ${address}`,
        )
      await bump(first)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await bump(second)
    })
  await Promise.all([both('1', '2'), both('2', '1')])
  assert(attempts > 2, 'there was a deadlock')
  const found = await rows<{ level: number }>(
    world.db,
    sql`select level from login_attempts where email_key = 'd'`,
  )
  assert.deepEqual(found, [{ level: 2 }, { level: 2 }])
})

test('what is read is what was meant: days as text, whole numbers exact, times in UTC', async () => {
  const found = await row(
    world.db,
    sql`select date '2026-03-01' as day, 9007199254740993::bigint as big, 0.1::numeric as exact,
               timestamptz '2026-03-01 12:00:00.5+02' as at`,
  )
  assert.deepEqual(found, {
    day: '2026-03-01',
    big: 9007199254740993n,
    exact: '0.1',
    at: '2026-03-01T10:00:00.500Z',
  })
})

test('a failure of the database is a refusal if somebody can act on it, and a bug if not', () => {
  const failure = (code: string, constraint = '') =>
    refusalOf(Object.assign(new Error(`violates unique constraint "${constraint}"`), { code }))?.code
  assert.equal(failure('22P05'), 'invalid')
  assert.equal(failure('23505', 'logins_pkey'), 'email_taken')
  assert.equal(failure('23505', 'logins_pkey_102008'), 'email_taken', 'the name of a shard')
  assert.equal(failure('23505', 'some_other_key'), undefined)
  for (const code of ['40001', '40P01', '55P03', '57014', '25P03']) assert.equal(failure(code), 'busy')
  for (const code of ['08006', '53300', '57P01', 'ECONNREFUSED']) assert.equal(failure(code), 'unavailable')
  assert.equal(failure('42703'), undefined)
  assert.equal(refusalOf(new Error('Connection terminated unexpectedly'))?.code, 'unavailable')
  assert.equal(refusalOf(new Error('x')), undefined)
  assert.equal(refusalOf(AbortSignal.abort().reason), undefined, 'the code of an abort is a number')
})

test('what a node of a cluster says of rows that it cannot take is a refusal as everywhere', () => {
  const failure = (message: string, code = 'XX000') =>
    refusalOf(ofCopy(Object.assign(new Error(message), { code })))?.code
  assert.equal(failure('canceling statement due to lock timeout'), 'busy')
  assert.equal(failure('could not extend file "base/1/2": No space left on device'), 'storage_full')
  assert.equal(failure('terminating connection due to administrator command'), 'unavailable')
  for (const what of ['complete COPY', 'COPY to shard 102008'])
    assert.equal(failure(`failed to ${what} on 127.0.0.1:5433`, '58030'), 'unavailable')
  assert.equal(failure('cache lookup failed for type 0'), undefined, 'a fault')
})

test('without its database the service says so, and that it is worth trying again', async () => {
  const nowhere = openDatabase({ host: '/nowhere', database: 'none', user: 'none' }, () => undefined)
  const app = world.another({}, nowhere)
  const ana = await world.person()
  const answer = await client(through(app), '/api/v1', ana.token).ask(listContacts)
  assert.equal(answer.status, 503)
  assert.equal(answer.headers.get('retry-after'), '1')
  assert.match(await answer.text(), /"code":"unavailable"/)
  assert.equal((await app.inject('/ready')).statusCode, 503)
  assert.equal((await app.inject('/health')).statusCode, 200)
  await closeDatabase(nowhere)
})

test('a book that is held too long by another write is busy; nothing was changed', async () => {
  const ana = await world.person()
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${ana.book_id} for update`)
    let isOver = false
    const refusal = refused(ana.call(createContact, { body: { name: 'Bela' } })).finally(() => {
      isOver = true
    })
    for (; !isOver; await sleep(500)) await change(tx, sql`select`) // a session that says nothing for 10 s is ended
    assert.equal((await refusal).code, 'busy')
  })
  assert.deepEqual((await ana.call(listContacts)).data, [])
})

test('a backend that is ended under way is a refusal, and the service goes on', async () => {
  const ana = await world.person()
  const ending = transaction(world.db, (tx) => change(tx, sql`select pg_terminate_backend(pg_backend_pid())`))
  await assert.rejects(ending, (error) => refusalOf(error)?.code === 'unavailable')
  assert.equal((await ana.send({ url: '/contacts' })).status, 200)
})

test('of statements that are sent one behind another, the one that fails says why, and none has an effect', async () => {
  const { book_id } = await world.person()
  const attempt = (n: number) =>
    sql`insert into idempotency_keys (book_id, key, request_hash, created_at) values (${book_id}, ${String(n)}, '', now())`
  const copied = copier('idempotency_keys', {
    book_id: 'uuid',
    key: 'text',
    request_hash: 'bytea',
    created_at: 'timestamptz',
  })
  const copy = (n: number, hash: Buffer | null) =>
    copied([[book_id, `copied ${n}`, hash, '2026-01-01T00:00:00.000Z']])
  let made = 0
  function* statements(failing: number): Generator<Sql | Copy> {
    for (made = 0; made < 20; made++)
      if (made === failing) yield made === 7 ? copy(made, null) : sql`select 1 / 0`
      else yield made % 3 === 0 ? copy(made, Buffer.alloc(0)) : attempt(made)
  }
  const count = sql`select count(*)::int as n from idempotency_keys where book_id = ${book_id}`
  await onWriter(world.db, async (session) => {
    const run = (failing: number) => transactionOn(session, (tx) => changeInTurn(tx, statements(failing)))
    for (const failing of [0, 7, 19]) {
      await assert.rejects(run(failing), { code: failing === 7 ? '23502' : '22012' })
      assert(made <= failing + 4, `${made} were made, though statement ${failing} failed`)
      assert.deepEqual(await row(session, count), { n: 0 })
    }
    await run(20)
    assert.deepEqual(await row(session, count), { n: 20 }, 'the session is as good as before')
  })
})

test('a refusal among statements that are sent one behind another takes them back, and the session is kept', async () => {
  const attempt = sql`insert into login_attempts (email_key, address, level, at) values ('refused', '', 0, now())`
  function* statements(): Generator<Sql> {
    yield attempt
    refuse('busy')
  }
  const session = sql`select pg_backend_pid() as pid, (select count(*)::int from login_attempts where email_key = 'refused') as kept`
  const look = () => onWriter(world.db, (writer) => row(writer, session))
  const before = await look()
  const run = () =>
    onWriter(world.db, (writer) => transactionOn(writer, (tx) => changeInTurn(tx, statements())))
  await assert.rejects(run(), { code: 'busy' })
  assert.deepEqual(await look(), before)
})

test('how somebody has days, times and bytes written in the database changes no answer', async () => {
  const other = await makeWorld()
  const ana = await other.person()
  const food = await category(ana, 'Food')
  const { id } = await spend(ana, { amount: 5, category_id: food.id, date: '2026-03-04' })
  const { database } = await onlyRow<{ database: string }>(
    other.db,
    sql`select current_database() as database`,
  )
  for (const setting of ["DateStyle = 'SQL, DMY'", "bytea_output = 'escape'"])
    await transaction(other.db, (tx) => script(tx, `alter database ${database} set ${setting}`))
  const db = openDatabase({ ...serviceConnection, database }, () => undefined, { shards })
  after(() => closeDatabase(db))
  const { user, book_id, token, password } = ana
  const there = signedIn(other.another({}, db), { user, book_id, token, password })
  const read = async (person: typeof ana) => [
    await person.call(listExpenses),
    await person.call(getTransaction, { params: { id } }),
    await person.call(listDevices),
  ]
  assert.deepEqual(await read(there), await read(ana))
})
