import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../../contract/accounts.ts'
import type { Search } from '../../page/address.ts'
import { filterWords } from './register-filters.ts'

const words = (search: Search, type: Account['type']) => filterWords(search, type, 'en-GB')

test('the filters of a register are said in words', () => {
  assert.deepEqual(words({ date_from: '2026-11-01', date_to: '2026-11-15' }, 'asset'), ['1–15 Nov 2026'])
  assert.deepEqual(words({ date_from: '2026-11-01', side: 'debit' }, 'asset'), [
    'from 1 Nov 2026',
    'only money in',
  ])
  assert.deepEqual(words({ date_to: '2026-11-15', side: 'credit' }, 'income'), [
    'until 15 Nov 2026',
    'credit',
  ])
  assert.deepEqual(words({ q: 'lunch', reconciliation_id: 'none' }, 'asset'), ['on no statement'])
})
