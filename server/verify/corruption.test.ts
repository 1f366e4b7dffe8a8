import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  another,
  assertNamed,
  type Column,
  columnsOf,
  dropConstraints,
  findingsAfter,
  type Row,
  run,
  textRows,
} from '../../test/corruption.ts'
import { richWorld } from '../../test/prepared.ts'
import type { Tx } from '../database/database.ts'
import { join, names, type Sql, sql } from '../database/sql.ts'
import { kinds } from '../records/kinds.ts'

/**
 * Every column and every row of every table of the books is changed past Florin, and verify has to name each. The tables and their
 * columns come from the database's catalog, so that a new one is either found by verify, or fails here.
 */
const { world } = await richWorld()
await dropConstraints(world)
const byTable = await columnsOf(world)
const keysOf = (table: string) => (byTable.get(table) ?? []).filter(({ isKey }) => isKey)
const rowsIn = (table: string) => textRows(world, byTable.get(table) ?? [])
const after = (work: (tx: Tx) => Promise<unknown>) => findingsAfter(world, work)

/** Tables that carry a book's id, but are not covered by the log. */
const beside = [
  'book_halves',
  'book_invitations',
  'former_members',
  'idempotency_keys',
  'import_files',
  'import_rows',
  'imports',
  'members',
  'tokens',
]

/** How a finding about a row of a table begins. */
const nameOf: Record<string, (row: Row) => string> = {
  ...Object.fromEntries(
    Object.values(kinds).map(({ table, key }) => [
      table,
      (row: Row) => `${table} ${key.map((column) => row[column]).join('/')}: `,
    ]),
  ),
  books: () => 'books: ',
  balances: ({ account_id, currency_id, month }) =>
    `balances of .* \\(${account_id}\\) in ${currency_id}, month ${month?.slice(0, 7)}: `,
  cleared_lines: ({ line_id }) => `cleared_lines ${line_id}: `,
  changes: ({ version }) => `changes: version ${version}\\b.*`,
  entries: ({ transaction_id, version, ordinal }) =>
    `entries ${transaction_id}, version ${version}, ordinal ${ordinal}: `,
  events: ({ version, ordinal }) =>
    `(events: version ${version}, event ${ordinal}\\b|changes: version ${version}\\b).*`,
  totals: ({ account_id, currency_id }) => `totals of .* \\(${account_id}\\) in ${currency_id}, all months: `,
}

/** How a row that was added is named, where it is not by the log that does not know it. */
const addedPattern: Record<string, string> = {
  balances: 'balances of .* but the entries come to 0',
  books: 'books: version is \\d+ in the table, but its log ends at 0',
  cleared_lines: 'cleared_lines .*: the row is there, but no reconciliation',
  changes: 'changes: versions \\d+ to \\d+ are missing',
  events: 'events: version 1, event \\d+ is missing',
  totals: 'totals of .* but the entries come to 0 minor units',
}

/** The types that columns of keys have. */
const types: Record<string, Sql> = {
  uuid: sql`uuid`,
  text: sql`text`,
  date: sql`date`,
  bigint: sql`bigint`,
  integer: sql`integer`,
  smallint: sql`smallint`,
}

test('every table of the books is among those that verify is tried on', () => {
  assert.deepEqual([...byTable.keys()].sort(), [...Object.keys(nameOf), ...beside].sort())
})

/** Tables whose rows verify names by their columns. */
const recordTables = Object.keys(nameOf).filter(
  (table) => !['changes', 'events', 'balances', 'totals'].includes(table),
)

for (const table of recordTables) {
  const name = nameOf[table] ?? assert.fail()
  // members_version says nothing of the books: it only has to move.
  const plain = (byTable.get(table) ?? []).filter(
    ({ column, isKey }) => !isKey && column !== 'members_version',
  )

  test(`${table}: every column of every row that holds another value is named`, async () => {
    const kept = await rowsIn(table)
    // In two parts: a check lists 1,000 differences at most.
    for (const isFirst of [true, false]) {
      const part = plain.filter((_, index) => index < plain.length / 2 === isFirst)
      const found = await after(async (tx) => {
        for (const column of part)
          await run(tx, sql`update ${names(table)} set ${names(column.column)} = ${another(column)}`)
      })
      for (const row of kept) for (const { column } of part) assertNamed(found, `${name(row)}${column} is `)
    }
  })

  test(`${table}: every column of every row that has become empty is named`, async () => {
    const kept = await rowsIn(table)
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
      keys.map(({ column, type }) => sql`(${row[column]})::text::${types[type] ?? assert.fail(type)}`),
      sql`, `,
    )})`

  test(`${table}: every row that is deleted is named`, async () => {
    const kept = await rowsIn(table)
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

  /** Copies a row under another key. */
  const copy = (tx: Tx, row: Row, key: Column | undefined) => {
    const copied = (column: Column) => (column === key ? another(column) : names(column.column))
    return run(
      tx,
      sql`insert into ${names(table)} (${names(...all.map(({ column }) => column))})
          select ${join(all.map(copied), sql`, `)} from ${names(table)} where ${isRow(row)}`,
    )
  }

  test(`${table}: a row under another key is missing where it was, and named where it is`, async () => {
    const row = (await rowsIn(table)).at(-1) ?? assert.fail()
    for (const key of keys) {
      const found = await after(async (tx) => {
        await copy(tx, row, key)
        await run(tx, sql`delete from ${names(table)} where ${isRow(row)}`)
      })
      assertNamed(found, table === 'books' ? 'its log is there, but its row in books is missing' : name(row))
      assert(found.length > 1, `only ${found}`)
    }
  })

  test(`${table}: a row that was added is named`, async () => {
    // A sum of nothing changes nothing, and may be left of entries that were erased.
    const row = (await rowsIn(table)).find(({ amount }) => amount !== '0') ?? assert.fail()
    const added = await after((tx) => copy(tx, row, keys.at(-1)))
    assert(added.length > 0)
    assertNamed(added, addedPattern[table] ?? `${table} .*: the row is there, but the log does not know it`)
  })
}
