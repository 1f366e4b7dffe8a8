import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterWords } from './filters.ts'

test('the filters of a register are said in words', () => {
  assert.deepEqual(filterWords({ date_from: '2026-11-01', date_to: '2026-11-15' }, 'asset'), ['1–15 Nov 2026'])
  assert.deepEqual(filterWords({ date_from: '2026-11-01', side: 'debit' }, 'asset'), [
    'from 1 Nov 2026',
    'only money in',
  ])
  assert.deepEqual(filterWords({ date_to: '2026-11-15', side: 'credit' }, 'income'), [
    'until 15 Nov 2026',
    'credit',
  ])
  assert.deepEqual(filterWords({ q: 'lunch', reconciliation_id: 'none' }, 'asset'), ['on no statement'])
})
