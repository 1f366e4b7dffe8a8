import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recurringIncome } from './recurring-income.ts'

test('income that recurs is added up by category, without what goes out and what has no category', () => {
  const row = (plan_id: string, base_amount: number, side: 'in' | 'out' = 'in') => ({
    ...{ plan_id, plan_name: plan_id, currency_id: 'EUR', amount: base_amount },
    ...{ side, base_amount },
  })
  const plan = (id: string, category_id: string | undefined, kind: 'income' | 'expense' = 'income') => ({
    ...{ id, kind, draft: category_id === undefined ? {} : { category_id } },
  })
  const sums = recurringIncome(
    {
      base_currency_id: 'EUR',
      rows: [
        row('salary', 2850),
        row('bonus', 100.5),
        row('rent', 900, 'out'),
        row('other', 5),
        row('back', 7),
      ],
    },
    [
      plan('salary', 'work'),
      plan('bonus', 'work'),
      plan('rent', 'home', 'expense'),
      plan('other', undefined),
      plan('back', 'home', 'expense'),
    ],
  )
  assert.deepEqual([...sums], [['work', 295_050n]])
})
