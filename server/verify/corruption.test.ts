import assert from 'node:assert/strict'
import { test } from 'node:test'
import { richBook } from '../../test/rich-book.ts'
import { makeWorld } from '../../test/world.ts'
import { change, rows, script, snapshot, type Tx, transaction } from '../database/database.ts'
import { join, names, type Sql, sql } from '../database/sql.ts'
import { type ChangeFacts, digestOf, sealOf } from '../ledger/log.ts'
import { differences, examine } from './verify.ts'

/**
 * Every column and every row of every table of the books is changed past Florin, and verify has to name each. The tables and their
 * columns come from the database's catalog, so that a new one is either found by verify, or fails here.
 */
const world = await makeWorld()
await richBook(world)
// A hand that can write to the tables can also take the constraints away. The keys stay.
await transaction(world.db, async (tx) => {
  const constraints = await rows<{ text: string }>(
    tx,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u') order by contype = 'u'`,
  )
  for (const { text } of constraints) await script(tx, text)
  await script(tx, 'drop index transactions_one_opening')
})

type Column = { table: string; column: string; type: string; isNullable: boolean; isKey: boolean }
const columns = await rows<Column>(
  world.db,
  sql`select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as "isNullable",
             exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
                     where i.indrelid = table_name::regclass and i.indisprimary and a.attname = column_name) as "isKey"
      from information_schema.columns c
      where table_schema = 'public' and is_generated = 'NEVER'
        and (table_name = 'books' or exists (select from information_schema.columns o
             where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'book_id'))
      order by table_name, ordinal_position`,
)
const byTable = Map.groupBy(columns, ({ table }) => table)

/** Tables that carry a book's id, but are no part of what the log says. */
const beside = ['idempotency_keys', 'members']

/** Another value of the column's type, whatever it holds now. */
function another({ column, type }: Column): Sql {
  const name = names(column)
  const made: Record<string, Sql> = {
    uuid: sql`gen_random_uuid()`,
    text: sql`coalesce(${name}, '') || 'x'`,
    bigint: sql`coalesce(${name}, 0) + 1000`,
    integer: sql`coalesce(${name}, 0) + 1000`,
    smallint: sql`coalesce(${name}, 0) + 1000`,
    numeric: sql`coalesce(${name}, 0) + 1`,
    boolean: sql`not ${name}`,
    date: sql`coalesce(${name}, '2026-01-01') + 40`,
    'timestamp with time zone': sql`coalesce(${name}, '2026-01-01') + interval '1 ms'`,
    bytea: sql`coalesce(${name}, '') || '\\x00'`,
    json: sql`'{"id": "x"}'`,
    ARRAY: sql`array_append(${name}, ${column === 'tags' ? sql`'x'` : sql`gen_random_uuid()`})`,
  }
  return made[type] ?? assert.fail(`no other value for ${column}, which is of type ${type}`)
}

type Row = Record<string, string>
const keysOf = (table: string) => (byTable.get(table) ?? []).filter(({ isKey }) => isKey)
const textRows = (table: string) =>
  rows<{ row: Row }>(
    world.db,
    sql`select (select json_object_agg(key, value) from jsonb_each_text(to_jsonb(t))) as row from ${names(table)} t
        order by ${names(...keysOf(table).map(({ column }) => column))}`,
  ).then((all) => all.map(({ row }) => row))

/** How a finding about a row of a table begins. */
const nameOf: Record<string, (row: Row) => string> = {
  accounts: ({ id }) => `accounts ${id}: `,
  balances: ({ account_id, currency_id, month }) =>
    `balances of .* \\(${account_id}\\) in ${currency_id}, month ${month?.slice(0, 7)}: `,
  book_rates: ({ from_id, to_id, date }) => `book_rates ${from_id}/${to_id}/${date}: `,
  books: () => 'books: ',
  categories: ({ id }) => `categories ${id}: `,
  changes: ({ version }) => `changes: version ${version}\\b.*`,
  contacts: ({ id }) => `contacts ${id}: `,
  entries: ({ transaction_id, version, ordinal }) =>
    `entries ${transaction_id}, version ${version}, ordinal ${ordinal}: `,
  events: ({ version, ordinal }) =>
    `(events: version ${version}, event ${ordinal}\\b|changes: version ${version}\\b).*`,
  obligations: ({ id }) => `obligations ${id}: `,
  totals: ({ account_id, currency_id }) => `totals of .* \\(${account_id}\\) in ${currency_id}, all months: `,
  transactions: ({ id }) => `transactions ${id}: `,
}

/** What is found after work past Florin, which leaves no trace. */
const after = (work: (tx: Tx) => Promise<unknown>): Promise<string[]> =>
  transaction(
    world.db,
    async (tx) => {
      await work(tx)
      return differences(tx)
    },
    () => false,
  )

const run = (tx: Tx, statement: Sql) =>
  change(tx, sql`with done as (${statement} returning 1) select * from done`)

function assertNamed(found: readonly string[], pattern: string): void {
  const named = new RegExp(`: ${pattern}`)
  assert(
    found.some((sentence) => named.test(sentence)),
    `nothing names ${pattern} among ${found.length}:\n${found.slice(0, 20).join('\n')}`,
  )
}

/** How a row that was added is named, where it is not by the log that does not know it. */
const addedPattern: Record<string, string> = {
  balances: 'balances of .* but the entries come to 0',
  books: 'books: version is \\d+ in the table, but its log ends at 0',
  changes: 'changes: versions \\d+ to \\d+ are missing',
  events: 'events: version 1, event \\d+ is missing',
  totals: 'totals of .* but the entries come to 0 minor units',
}

const typeOf = (column: string): Sql =>
  ({ version: sql`bigint`, ordinal: sql`integer`, date: sql`date`, month: sql`date` })[column] ??
  (/(^|_)(from|to|currency)_id$/.test(column) ? sql`text` : sql`uuid`)

test('every table of the books is among those that verify is tried on', () => {
  assert.deepEqual([...byTable.keys()].sort(), [...Object.keys(nameOf), ...beside].sort())
})

/** Tables whose rows verify names by their columns. */
const recordTables = Object.keys(nameOf).filter(
  (table) => !['changes', 'events', 'balances', 'totals'].includes(table),
)

for (const table of recordTables) {
  const name = nameOf[table] ?? assert.fail()
  const plain = (byTable.get(table) ?? []).filter(({ isKey }) => !isKey)

  test(`${table}: every column of every row that holds another value is named`, async () => {
    const kept = await textRows(table)
    const found = await after(async (tx) => {
      for (const column of plain)
        await run(tx, sql`update ${names(table)} set ${names(column.column)} = ${another(column)}`)
    })
    for (const row of kept) for (const { column } of plain) assertNamed(found, `${name(row)}${column} is `)
  })

  test(`${table}: every column of every row that has become empty is named`, async () => {
    const kept = await textRows(table)
    const nullable = plain.filter(({ isNullable }) => isNullable)
    const found = await after(async (tx) => {
      for (const { column } of nullable)
        await run(tx, sql`update ${names(table)} set ${names(column)} = null`)
    })
    for (const row of kept)
      for (const { column } of nullable)
        if (row[column] !== null) assertNamed(found, `${name(row)}${column} is `)
  })
}

for (const [table, name] of Object.entries(nameOf)) {
  const all = byTable.get(table) ?? []
  const keys = keysOf(table)
  const isRow = (row: Row) =>
    sql`(${names(...keys.map(({ column }) => column))}) = (${join(
      keys.map(({ column }) => sql`(${row[column]})::text::${typeOf(column)}`),
      sql`, `,
    )})`

  test(`${table}: every row that is deleted is named`, async () => {
    const kept = await textRows(table)
    if (table === 'changes' || table === 'events') {
      for (const row of [kept[0], kept[20], kept.at(-1)].filter((row) => row !== undefined))
        assertNamed(
          await after((tx) => run(tx, sql`delete from ${names(table)} where ${isRow(row)}`)),
          name(row),
        )
      return
    }
    const found = await after((tx) => run(tx, sql`delete from ${names(table)}`))
    for (const row of kept)
      assertNamed(found, table === 'books' ? 'its log is there, but its row in books is missing' : name(row))
  })

  test(`${table}: a row under another key is missing where it was, and named where it is`, async () => {
    const row = (await textRows(table)).at(-1) ?? assert.fail()
    for (const key of keys) {
      const found = await after((tx) =>
        run(tx, sql`update ${names(table)} set ${names(key.column)} = ${another(key)} where ${isRow(row)}`),
      )
      assertNamed(found, table === 'books' ? 'its log is there, but its row in books is missing' : name(row))
      assert(found.length > 1, `only ${found}`)
    }
  })

  test(`${table}: a row that was added is named`, async () => {
    const row = (await textRows(table))[0] ?? assert.fail()
    const list = names(...all.map(({ column }) => column))
    const copied = (column: Column) =>
      column === keys.at(-1) ? sql`${another(column)}` : names(column.column)
    const added = await after((tx) =>
      run(
        tx,
        sql`insert into ${names(table)} (${list}) select ${join(all.map(copied), sql`, `)} from ${names(table)} where ${isRow(row)}`,
      ),
    )
    assert(added.length > 0)
    assertNamed(added, addedPattern[table] ?? `${table} .*: the row is there, but the log does not know it`)
  })
}

const bookOf = async () => (await textRows('books'))[0] ?? assert.fail()
const VERSION = 20

for (const column of byTable.get('changes') ?? []) {
  if (column.isKey) continue
  test(`changes: ${column.column} that was changed is named, and nothing else`, async () => {
    const edits = [another(column), ...(column.isNullable ? [sql`${VERSION - 1}`] : [])]
    for (const value of edits) {
      const found = await after((tx) =>
        run(tx, sql`update changes set ${names(column.column)} = ${value} where version = ${VERSION}`),
      )
      assert(found.length > 0)
      for (const sentence of found)
        assert.match(sentence, new RegExp(`changes: version (${VERSION}|${VERSION - 1})\\b`))
      assertNamed(found, `changes: version ${VERSION}`)
    }
  })
}

for (const column of byTable.get('events') ?? []) {
  if (column.isKey) continue
  test(`events: ${column.column} that was changed or emptied is named`, async () => {
    const kept = (await textRows('events')).filter(
      (row) => row[column.column] !== null && Number(row.version) > 1,
    )
    const row = kept[kept.length >> 1] ?? assert.fail()
    const edits = [another(column), ...(column.isNullable ? [sql`null`] : [])]
    for (const value of edits) {
      const found = await after((tx) =>
        run(
          tx,
          sql`update events set ${names(column.column)} = ${value} where version = ${row.version} and ordinal = ${row.ordinal}`,
        ),
      )
      assertNamed(found, `events: version ${row.version}, event ${row.ordinal}\\b`)
    }
  })
}

type Event = Parameters<typeof digestOf>[1] & { salt: Buffer }
const eventOf = async (tx: Tx, version: number): Promise<Event> => {
  const [event] = await rows<Event>(
    tx,
    sql`select ordinal, action, resource, record_id, before::text as before, after::text as after, salt from events
        where version = ${version} and ordinal = 0`,
  )
  return event ?? assert.fail()
}

/** Changes a contact's event so that it fits its digest again. */
async function forgeEvent(tx: Tx, version: number): Promise<Buffer> {
  const event = await eventOf(tx, version)
  const forged = { ...event, after: String(event.after).replace('Unused', 'Forged') }
  assert.notEqual(forged.after, event.after)
  const digest = digestOf(event.salt, forged)
  await run(tx, sql`update events set after = ${forged.after}, digest = ${digest} where version = ${version}`)
  return digest
}

const unused = async () => {
  const [event] = await rows<{ version: number }>(
    world.db,
    sql`select version::float8 as version from events where resource = 'contact' and after->>'name' = 'Unused' order by version limit 1`,
  )
  return event?.version ?? assert.fail()
}

test('an event that was rewritten together with its digest no longer fits the hash of its change', async () => {
  const version = await unused()
  const found = await after((tx) => forgeEvent(tx, version))
  assertNamed(found, `changes: version ${version} does not fit its hash`)
})

test('a change that was rewritten together with its hash is no longer what the next one continues', async () => {
  const version = await unused()
  const found = await after(async (tx) => {
    const digest = await forgeEvent(tx, version)
    const [change] = await rows<ChangeFacts & { previous: Buffer }>(
      tx,
      sql`select book_id, version::float8 as version, id, at, user_id, device_name, command, undoes::float8 as undoes,
                 (select hash from changes p where p.version = c.version - 1) as previous
          from changes c where version = ${version}`,
    )
    assert(change)
    await run(
      tx,
      sql`update changes set hash = ${sealOf(change.previous, change, [digest])} where version = ${version}`,
    )
  })
  assertNamed(found, `changes: version ${version + 1} does not fit its hash`)
  assert(!found.some((sentence) => sentence.includes(`version ${version} does not fit`)), 'it fits by itself')
})

test('a log that was cut off is named by the book, and by its records when the book was set back', async () => {
  const { version } = await bookOf()
  const cut = async (tx: Tx) => {
    for (const table of ['changes', 'events'])
      await run(tx, sql`delete from ${names(table)} where version = ${version}`)
  }
  assertNamed(
    await after(cut),
    `books: version is ${version} in the table, but its log ends at ${Number(version) - 1}`,
  )
  const found = await after(async (tx) => {
    await cut(tx)
    await run(
      tx,
      sql`update books set version = c.version, hash = c.hash, changed_at = c.at from changes c where c.version = ${version}::bigint - 1`,
    )
  })
  assertNamed(found, 'books: closed_through is "2025-12-31" in the table, null in the log')
})

test('two events that changed places are named', async () => {
  const found = await after(async (tx) => {
    for (const [from, to] of [
      [0, -1],
      [1, 0],
      [-1, 1],
    ])
      await run(tx, sql`update events set ordinal = ${to} where version = 1 and ordinal = ${from}`)
  })
  for (const ordinal of [0, 1])
    assertNamed(found, `events: version 1, event ${ordinal} .* does not fit its digest`)
  const content = 'action, resource, record_id, before, after, salt, digest'.split(', ')
  const swapped = await after((tx) =>
    run(
      tx,
      sql`update events e set ${join(
        content.map((name) => sql`${names(name)} = o.${names(name)}`),
        sql`, `,
      )} from events o
          where e.version = 1 and o.version = 1 and e.ordinal + o.ordinal = 1`,
    ),
  )
  for (const ordinal of [0, 1])
    assertNamed(swapped, `events: version 1, event ${ordinal} .* does not fit its digest`)
  assertNamed(swapped, 'changes: version 1 does not fit its hash')
})

test('a change that no longer says by which one it is undone is named, and so is one that is undone by another', async () => {
  const undone = (await textRows('changes')).filter(({ undone_by }) => undone_by !== null)
  assert(undone.length > 1)
  for (const value of [sql`null`, sql`1`]) {
    const found = await after((tx) =>
      run(tx, sql`update changes set undone_by = ${value} where undone_by is not null`),
    )
    for (const { version, undone_by } of undone)
      assertNamed(
        found,
        `changes: version ${version}, undone_by is .* in the table, ${undone_by} by what later changes undo`,
      )
    assert.equal(found.length, undone.length)
  }
})

test('content that was cleared although nothing says that it was erased is named', async () => {
  const version = await unused()
  const found = await after((tx) =>
    run(tx, sql`update events set before = null, after = null, salt = null where version = ${version}`),
  )
  assert(!found.some((sentence) => sentence.includes('does not fit')), 'the chain holds')
  assertNamed(
    found,
    `events: version ${version}, event 0 .* has lost its content, but no event says that it was erased`,
  )
})

test('a record that was erased for good is counted, and named when anything of it comes back', async () => {
  const { extent, differences } = await snapshot(world.db, examine)
  assert.deepEqual(differences, [])
  assert.match(extent, / events \(1 record erased for good\), /)
  const [erased] = await rows<{ record_id: string }>(
    world.db,
    sql`select record_id from events where action = 'erased'`,
  )
  const contact = await after((tx) =>
    run(
      tx,
      sql`insert into contacts (book_id, id, name, created_version, version, created_at, updated_at)
          select book_id, ${erased?.record_id}, name, created_version, version, created_at, updated_at from contacts limit 1`,
    ),
  )
  assertNamed(contact, `contacts ${erased?.record_id}: the row is there, but the log says that it was erased`)
  const unerased = await after((tx) => run(tx, sql`delete from events where action = 'erased'`))
  assertNamed(unerased, `events: version \\d+, event 0 .contact ${erased?.record_id}. has lost its content`)
})
