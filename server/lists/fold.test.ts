import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { folded } from '../../contract/fold.ts'
import { makeWorld } from '../../test/world.ts'
import { row } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()

test('text is folded alike by the service and by the database', async () => {
  const texts = [
    'KOVÁCS Béla, Straße 7, ŁÓDŹ, Ørsted, İstanbul, ΟΔΟΣ, Þór, œuvre, 漢字',
    ...fc.sample(
      fc.string({ unit: fc.constantFrom(...'aAäÄßéÉłŁøØıIİçÇñÑőŐσςΣ漢𝒜́ -7'), maxLength: 30 }),
      200,
    ),
  ]
  const found = await row<{ folded: string[] }>(
    world.db,
    sql`select array(select folded(text) from unnest(${texts}::text[]) with ordinality one (text, n) order by n) as folded`,
  )
  assert.deepEqual(found?.folded, texts.map(folded))
})
