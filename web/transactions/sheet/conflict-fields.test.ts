import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expense, transfer } from '../../../contract/examples/transactions.ts'
import { conflictFields } from './conflict-fields.ts'
import { type TransactionValues, transactionValues } from './transaction-values.ts'

const namesOf = (transaction: typeof expense, edits: Partial<TransactionValues> = {}) => {
  const theirs = transactionValues(transaction)
  return conflictFields(transaction, () => undefined, { mine: { ...theirs, ...edits }, theirs }).map(
    ({ name }) => name,
  )
}

test('the amount that arrived of a transfer can be picked', () => {
  assert.ok(namesOf(transfer).includes('toAmount'))
  assert.ok(!namesOf(expense).includes('toAmount'))
})

test('a field that does not occur in most transactions of a kind is there where both sides differ', () => {
  const atHome = { ...expense, currency_id: expense.base_currency_id }
  assert.ok(!namesOf(atHome).includes('charged'))
  assert.ok(namesOf(atHome, { charged: '12.50' }).includes('charged'))
  assert.ok(!namesOf(atHome).includes('rate'))
  assert.ok(namesOf(atHome, { rate: '0.92' }).includes('rate'))
})
