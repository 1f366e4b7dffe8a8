import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedFigures, countOf } from './added.ts'

test('what an import added is summed by kind, exactly, and its spending and income have their categories', () => {
  const one = (kind: 'expense' | 'income' | 'transfer', name: string | null, amount: number) => ({
    ...{ kind, category_id: name, category_name: name, count: 2, amount },
  })
  const { figures, lists } = addedFigures(
    [one('expense', 'Rent', 0.1), one('expense', 'Food', 0.2), one('expense', 'Clothing', -5)].concat(
      one('income', 'Pay', 40),
      one('transfer', null, 91.6),
    ),
    'EUR',
  )
  assert.deepEqual(
    figures.map(({ words, amount }) => [words, amount]),
    [
      ['In', 4000n],
      ['Out', -470n],
      ['Moved between accounts and cards', 9160n],
    ],
  )
  const [spent, received] = lists
  assert.deepEqual(
    spent?.items.map(({ name, amount, count }) => [name, amount, count]),
    [
      ['Rent', 0.1, 2],
      ['Food', 0.2, 2],
    ],
  )
  // Money that came back stands in the list too, which adds up to the sum above it.
  assert.deepEqual(
    spent?.refunds.map(({ name, amount }) => [name, amount]),
    [['Clothing', -5]],
  )
  assert.deepEqual(spent?.total, { amount: -470n, count: 6 })
  assert.deepEqual([received?.items.map(({ name }) => name), received?.refunds], [['Pay'], []])
})

test('the row of those that share a colour counts all of them', () => {
  const items = [9, 8, 7, 6, 5, 4, 3].map((amount) => ({ key: `${amount}`, name: '', amount, count: amount }))
  assert.equal(countOf('8', items, 'EUR'), 8)
  assert.equal(countOf('rest', items, 'EUR'), 4 + 3)
})
