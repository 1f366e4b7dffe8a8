import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeWorld } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { entryTypes, eventTypes, transactionTypes } from './postings.sql.ts'

const world = await makeWorld()

test('what large changes are copied as is what the tables have, in their order', async () => {
  const written = { events: eventTypes, transactions: transactionTypes, entries: entryTypes }
  for (const [table, types] of Object.entries(written)) {
    const columns = await rows<{ name: string; type: string }>(
      world.db,
      sql`select attname as name, format_type(atttypid, null) as type from pg_attribute
          where attrelid = ${table}::regclass and attnum > 0 order by attnum`,
    )
    const shown = columns.map(({ name, type }) => [
      name,
      type.replace('timestamp with time zone', 'timestamptz'),
    ])
    const others = table === 'entries' ? [['until_version', 'bigint']] : [] // a new entry has none
    assert.deepEqual(shown, [...Object.entries(types), ...others], table)
  }
})
