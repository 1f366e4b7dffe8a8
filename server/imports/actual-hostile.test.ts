import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { actualDatabase, actualZip } from '../../test/actual-file.ts'
import { household } from '../../test/actual-household.ts'
import { endless, withPage } from '../../test/actual-pages.ts'
import { sendFile, zipOf } from '../../test/importing.ts'
import { figures } from '../../test/moving.ts'
import { until } from '../../test/until.ts'
import { type Person, sharedWorld } from '../../test/world.ts'
import { actualTables } from './read/actual-tables.ts'
import { readFile } from './read/read.ts'
import { tablesOf } from './read/sqlite.ts'

/** Databases that nobody can trust: each is a sentence, and changes nothing. */

const world = await sharedWorld()

const faultOf = async (person: Person, file: Buffer<ArrayBuffer>, filename = 'home.zip'): Promise<string> => {
  const { status, fault } = await sendFile(person, { filename }, file)
  assert.equal(status, 'failed')
  return fault ?? ''
}
const sqliteOf = (sql: string) => actualDatabase({}, '', sql)

/** The household with a change to its database. */
const changed = (sql: string) => actualZip(actualDatabase(household, sql))

test('a database that does more than hold tables is refused: triggers, views, virtual and computed ones', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const lacks = (table: string) =>
    `The database in the zip is not a budget of Actual: it has no table "${table}". Export it again in Actual ("Settings", "Export data").`
  const cases: readonly (readonly [sql: string, fault: string])[] = [
    [
      'create trigger quiet after update on accounts begin delete from transactions; end',
      'The database has a trigger, "quiet", which no export has.',
    ],
    ['alter table payees rename to people; create view payees as select * from people', lacks('payees')],
    [
      `drop table transactions; create view transactions as
         with recursive c(x) as (select 1 union all select x + 1 from c) select x as id, 'giro' as acct from c`,
      lacks('transactions'),
    ],
    [
      'drop table payees; create virtual table payees using fts5(id, name, transfer_acct, tombstone)',
      lacks('payees'),
    ],
    [
      'create virtual table words using fts5(id)',
      'The database has a virtual table, "words", which no export has.',
    ],
    [
      `alter table accounts add column loud text generated always as (upper(name || name))`,
      'The table "accounts" computes the column "loud", which that of an export does not.',
    ],
    [
      `drop table notes; create table notes (id text, a text generated always as (note), note text generated always as (id) stored)`,
      'The table "notes" computes the column "a", which that of an export does not.',
    ],
    [
      'alter table transactions drop column notes',
      'The table "transactions" has no column "notes", which Actual\'s has.',
    ],
    [
      `drop table payees; create table payees (id text primary key, name text, transfer_acct text, tombstone integer) without rowid`,
      'The database cannot be read: no such column: rowid.',
    ],
  ]
  for (const [sql, fault] of cases) assert.equal(await faultOf(ana, await changed(sql)), fault)
  const many = Array.from({ length: 2_100 }, (_, n) => `create table t${n} (x);`).join('')
  assert.equal(
    await faultOf(ana, await changed(many)),
    'The database has more than 2,000 tables and indexes, and that of a program has fewer.',
  )
  assert.deepEqual(await figures(ana), { accounts: {}, categories: {} })
})

test('a damaged database is refused with the place that was reached', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const many = actualDatabase(
    household,
    `insert into transactions (id, acct, date, amount, notes)
       with recursive c(x) as (select 1 union all select x + 1 from c where x < 5000)
       select 'm' || x, 'giro', 20260301, -x, 'some words ' || x from c`,
  )
  const of = async (bytes: Buffer) => faultOf(ana, await actualZip(bytes))
  assert.match(
    await of(many.subarray(0, many.length / 2)),
    /^(?:After row \d+ of the table "transactions": )?The database cannot be read: .*(?:malformed|not a database)/,
  )
  assert.match(await of(many.subarray(0, 700)), /^The database cannot be read: /)
  for (const size of [0x0007, 0x0200, 0x8000])
    assert.match(
      await of(withPage(many, (bytes) => bytes.writeUInt16BE(size, 16))),
      /^(?:The|After|In) .*(?:cannot be read|not a budget)/,
    )
  // Pages that lead back to themselves, and a mode that needs a second file.
  assert.match(await of(withPage(many, endless.ownChild)), /"transactions".*malformed/)
  assert.match(await of(withPage(many, (bytes) => bytes.fill(2, 18, 20))), /^The database cannot be read: /)
  assert.match(
    await of(Buffer.concat([Buffer.from('SQLite format 3\0'), randomBytes(20_000)])),
    /^The database cannot be read: /,
  )
  assert.equal(
    await of(randomBytes(5_000)),
    'The database in the zip is damaged: it does not begin as databases of SQLite do.',
  )
  assert.deepEqual(await figures(ana), { accounts: {}, categories: {} })
})

test('values and rows beyond all bounds are refused with their table and row', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const put = (value: string) => `update transactions set notes = ${value} where id = 't5'`
  assert.equal(
    await faultOf(ana, await changed(put('zeroblob(10000000)'))),
    'After row 4 of the table "transactions": The database cannot be read: string or blob too big.',
  )
  assert.equal(
    await faultOf(ana, await changed(put("x'00ff'"))),
    'Row 5 of the table "transactions": "notes" has bytes instead of text.',
  )
  assert.match(
    await faultOf(ana, await changed(`update transactions set amount = 9223372036854775807 where id = 't5'`)),
    /^After row 4 of the table "transactions": The database cannot be read: .*9223372036854775807/,
  )
  const columns = [...(actualTables.find(({ name }) => name === 'transactions')?.columns ?? [])]
  const million = await changed(
    `drop table transactions; create table transactions (${columns.join(', ')}, tombstone);
      insert into transactions (acct, date, amount)
      with recursive c(x) as (select 1 union all select x + 1 from c where x < 1000000) select 'giro', 20260101, 1 from c`,
  )
  assert.equal(
    await faultOf(ana, million),
    'The table "transactions" has more than 200,000 rows, which is more than Florin reads.',
  )
  assert.deepEqual(await figures(ana), { accounts: {}, categories: {} })
})

test('other databases say how to go on, and an encrypted or a second budget is not read', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const gnucash = sqliteOf(
    'create table accounts (guid text); create table transactions (guid text); create table splits (guid text);',
  )
  assert.match(
    await faultOf(ana, await actualZip(gnucash)),
    /^The database in the zip is not a budget of Actual: it has no table "category_groups"/,
  )
  assert.match(await faultOf(ana, gnucash, 'home.gnucash'), /^This is a book of GnuCash that is not XML/)
  const broken = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200)])
  assert.match(await faultOf(ana, broken, 'home.gnucash'), /^This is a book of GnuCash that is not XML/)
  assert.match(await faultOf(ana, broken, 'db.sqlite'), /^The database cannot be read: /)
  const other = sqliteOf(
    'create table bookmarks (id text); create trigger t after delete on bookmarks begin select 1; end;',
  )
  assert.match(await faultOf(ana, other, 'places.sqlite'), /^This is a database file/)
  const encrypted = await actualZip(randomBytes(4_000), { id: 'Home', encryptKeyId: 'k1' })
  assert.match(
    await faultOf(ana, encrypted),
    /^The database in the zip is encrypted\. Open the budget in Actual/,
  )
  const database = actualDatabase(household)
  const two = await zipOf({ 'Home/db.sqlite': database, 'Work/db.sqlite': database })
  assert.match(await faultOf(ana, two), /^The zip holds 2 budgets, "Home\/db.sqlite", "Work\/db.sqlite"\./)
  const odd = await zipOf({ 'Home/db.sqlite': database, 'Home/metadata.json': '{"budgetType": [' })
  assert.equal((await sendFile(ana, { filename: 'x.zip' }, odd)).status, 'ready')
})

/** The processes that this one has started to read databases. */
const readers = (): string[] =>
  execFileSync('ps', ['-axo', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trimStart().startsWith(`${process.pid} `) && line.includes('sqlite-process'))

test('a step that never ends is killed in time, and so is a process that takes too much memory', async () => {
  const bytes = endless.database()
  await assert.rejects(
    tablesOf(bytes, actualTables, { ms: 700, bytes: 1e9 }),
    /^Error: Reading the database takes longer than 0\.7 seconds: it is damaged, or made to take so long\.$/,
  )
  await assert.rejects(
    tablesOf(bytes, actualTables, { ms: 8_000, bytes: 30_000_000 }),
    /^Error: Reading the database takes more than 30 MB of memory/,
  )
  await until(
    () => readers().length === 0,
    5_000,
    () => 'a process still reads',
  )
  const ana = await world.person({ base_currency_id: 'EUR' })
  assert.equal(
    await faultOf(ana, await actualZip(bytes)),
    'Reading the database takes longer than 8 seconds: it is damaged, or made to take so long.',
  )
})

test('a reader that is stopped takes its process with it', async () => {
  const stop = new AbortController()
  const reading = readFile(await actualZip(endless.database()), { filename: 'home.zip' }, () => undefined, {
    signal: stop.signal,
  })
  const ended = assert.rejects(reading, /enough/)
  await until(
    () => readers().length === 1,
    8_000,
    () => 'no process has begun',
  )
  await sleep(200)
  stop.abort(new Error('enough'))
  await ended
  await until(
    () => readers().length === 0,
    1_000,
    () => 'the process lives on',
  )
})
