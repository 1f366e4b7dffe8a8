import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateOrders } from './columns.ts'

test('the example of a day is written as the file writes days', () => {
  const labels = (samples: string[], role: 'date' | 'text' = 'date') =>
    dateOrders([{ role, samples }]).map(({ label }) => label)
  assert.deepEqual(labels(['', '15/11/2026']), [
    'Day first: 15/11/2026',
    'Month first: 11/15/2026',
    'Year first: 2026/11/15',
  ])
  assert.deepEqual(labels(['15/11/2026'], 'text'), [
    'Day first: 15.11.2026',
    'Month first: 11/15/2026',
    'Year first: 2026-11-15',
  ])
})
