import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Suggestion } from '../../../contract/suggestions.ts'
import { offeredAgain } from './again.ts'

test('earlier entries that read the same are offered once', () => {
  const one = (memo: string | null, amount: number, category_id: string, kind = 'expense') =>
    ({ memo, amount, category_id, kind, currency_id: 'EUR' }) as Suggestion // the fields that it looks at
  const offered = offeredAgain(
    [
      one('REWE Einkauf', 20, 'food'),
      one(null, 3, 'food'),
      one('Salary', 20, 'pay', 'income'),
      one('Rewe Einkauf', 20, 'household'),
      one('REWE Einkauf', 8, 'food'),
    ],
    'expense',
  )
  assert.deepEqual(
    offered.map(({ memo, amount, category_id }) => [memo, amount, category_id]),
    [
      ['REWE Einkauf', 20, 'food'],
      ['REWE Einkauf', 8, 'food'],
    ],
  )
})
