import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  another,
  assertNamed,
  columnsOf,
  dropConstraints,
  findingsAfter,
  run,
  textRows,
} from '../../test/corruption.ts'
import { richWorld } from '../../test/prepared.ts'
import { rows, snapshot, type Tx } from '../database/database.ts'
import { join, names, sql } from '../database/sql.ts'
import { type ChangeFacts, digestOf, sealOf } from '../ledger/log.ts'
import { examine } from './verify.ts'

/** The log of a book is changed past Florin: each column by itself, and in the ways of somebody who knows how it is sealed. */
const { world } = await richWorld()
await dropConstraints(world)
const byTable = await columnsOf(world)
const rowsIn = (table: string) => textRows(world, byTable.get(table) ?? [])
const after = (work: (tx: Tx) => Promise<unknown>) => findingsAfter(world, work)

const bookOf = async () => (await rowsIn('books'))[0] ?? assert.fail()
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
    const kept = (await rowsIn('events')).filter(
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
                 (select hash from changes p where p.book_id = c.book_id and p.version = c.version - 1) as previous
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

test('an event that does not start where the one before it ended is named, with the columns', async () => {
  const version = await unused()
  const found = await after((tx) =>
    run(
      tx,
      sql`update events set before = jsonb_set(before::jsonb, '{name}', '"Forged"')::json where version = ${version + 1}`,
    ),
  )
  assertNamed(
    found,
    `events: version ${version + 1}, event 0 .* does not start where the event before it ended: name`,
  )
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
      sql`update books set version = c.version, hash = c.hash, changed_at = c.at from changes c
          where c.book_id = books.id and c.version = ${version}::bigint - 1`,
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
          where e.book_id = o.book_id and e.version = 1 and o.version = 1 and e.ordinal + o.ordinal = 1`,
    ),
  )
  for (const ordinal of [0, 1])
    assertNamed(swapped, `events: version 1, event ${ordinal} .* does not fit its digest`)
  assertNamed(swapped, 'changes: version 1 does not fit its hash')
})

test('a change that no longer says by which one it is undone is named, and so is one that is undone by another', async () => {
  const undone = (await rowsIn('changes')).filter(({ undone_by }) => undone_by !== null)
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
  assert.match(extent, / events \(5 records erased for good\), /)
  const [erased] = await rows<{ record_id: string }>(
    world.db,
    sql`select record_id from events where action = 'erased' and resource = 'contact'`,
  )
  const contact = await after((tx) =>
    run(
      tx,
      sql`insert into contacts (book_id, id, name, created_version, version, created_at, updated_at)
          select book_id, ${erased?.record_id}, name, created_version, version, created_at, updated_at from contacts limit 1`,
    ),
  )
  assertNamed(contact, `contacts ${erased?.record_id}: the row is there, but the log says that it was erased`)
  const content = sql`after = '{}', salt = '\\x00', digest = digest`
  const back = await after((tx) =>
    run(tx, sql`update events set ${content} where record_id = ${erased?.record_id} and salt is null`),
  )
  assertNamed(back, `events: content of contact ${erased?.record_id} is still there, though it was erased`)
  const unerased = await after((tx) => run(tx, sql`delete from events where action = 'erased'`))
  assertNamed(unerased, `events: version \\d+, event 0 .contact ${erased?.record_id}. has lost its content`)
})

test('whatever somebody has put into the log, verify names it and does not stop', async () => {
  const contents = [
    'null',
    '5',
    '"text"',
    '[]',
    '{}',
    '{"id": "\\u0000", "notes": "\\u0000", "original_amount": "x"}',
  ]
  const odd =
    '{"deleted_at": null, "tags": 3, "entries": [null, 5, "x", {"memo": 4, "category_id": {}}], "date": "never"}'
  const kept = await rowsIn('events')
  for (const content of [...contents, odd]) {
    const found = await after(async (tx) => {
      await run(tx, sql`update events set before = ${content}, after = ${content} where version > 1`)
      await run(tx, sql`update events set record_id = 'x' || version::text where version % 7 = 0`)
    })
    for (const { version, ordinal, salt } of kept)
      if (Number(version) > 1 && salt !== null)
        assertNamed(found, `events: version ${version}, event ${ordinal}\\b`)
  }
})
