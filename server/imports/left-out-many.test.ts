import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('thousands of rows that wait, over many accounts with a balance of the file, are added up while a request waits', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  // No rate of the franc is known, so that no row is chosen. Each account has a closing balance by its journal.
  const text = Array.from(
    { length: 6_000 },
    (_, n) =>
      `2026-01-${String(1 + (n % 28)).padStart(2, '0')} Words ${n}\n    assets:a${n % 30}  3 CHF\n    expenses:b\n`,
  ).join('\n')
  const made = await sendFile(ana, { filename: 'a.journal' }, text)
  assert.deepEqual([made.status, made.counts.rows, made.counts.chosen], ['ready', 6_000, 0])
  const { status, body } = await ana.send({ url: `/imports/${made.id}` })
  assert.equal(status, 200)
  assert.equal(
    body.left_out.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    6_000,
  )
  const decided = await ana.send({
    method: 'PUT',
    url: `/imports/${made.id}/rows`,
    body: { set: { is_chosen: false } },
  })
  assert.equal(decided.status, 200)
})
