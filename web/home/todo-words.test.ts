import assert from 'node:assert/strict'
import { test } from 'node:test'
import { todoWords } from './todo-words.ts'

test('what waits is said with its count', () => {
  const of = (kind: Parameters<typeof todoWords>[0]['kind'], count: number) =>
    todoWords({ kind, count, path: '/' })
  assert.deepEqual(
    [
      of('late_debts', 1),
      of('late_debts', 2),
      of('due_plans', 1),
      of('due_plans', 3),
      of('open_imports', 1),
      of('over_budgets', 5),
      of('missing_rates', 2),
    ],
    [
      '1 debt late',
      '2 debts late',
      '1 recurring entry due',
      '3 recurring entries due',
      '1 bank file to check',
      '5 budgets over',
      '2 exchange rates missing',
    ],
  )
})
