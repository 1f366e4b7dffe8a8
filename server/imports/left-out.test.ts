import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoChange } from '../../contract/changes.ts'
import { commitImport, getImport, updateImportRows } from '../../contract/imports.ts'
import { bank } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('rows that are left out are added up, before the commit and after it; those that are in the book are not', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const lines = [
    '2026-11-02,BILLA,-22.10',
    '2026-11-03,SPAR,-9.50',
    '2026-11-04,HOFER,-16.80',
    '2026-11-05,KIOSK,x',
  ]
  const made = await sendFile(ana, { account_id }, csv(...lines))
  const params = { id: made.id }
  const unreadable = { account_id: null, account_name: null, currency_id: null, count: 1, amount: null }
  const shown = async () =>
    (await ana.call(getImport, { params })).left_out.filter(({ amount }) => amount !== null)
  assert.deepEqual(
    made.left_out.map(({ count, amount }) => [count, amount]),
    [[unreadable.count, unreadable.amount]],
  )
  await ana.call(updateImportRows, { params, body: { n: [2, 3], set: { is_chosen: false } } })
  const left = [{ account_id, account_name: 'Giro', currency_id: 'EUR', count: 2, amount: -26.3 }]
  assert.deepEqual(await shown(), left)
  const { version } = await ana.call(commitImport, { params })
  assert.deepEqual(await shown(), left)
  const again = await sendFile(ana, { account_id }, csv(...lines.slice(0, 3)))
  assert.deepEqual(
    [again.counts.duplicate, again.counts.chosen, again.left_out],
    [1, 0, left],
    'left out again',
  )
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await shown(), [])
})
