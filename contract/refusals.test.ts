import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from './problem.ts'
import { type Code, type DetailOf, Refusal, refusalAt } from './refusals.ts'

/** The problem document of a refusal of the 18th draft in a batch. */
const inBatch = <C extends Code>(code: C, detail: DetailOf<C>) =>
  problemOf(refusalAt(new Refusal(code, { ...(detail as object) }), 'transactions.17'), 'request')

test('a refusal of one draft in a batch names its position in its fields, its sentence and its params', () => {
  const detail = { field: 'amount', amount: 1.5, currency_id: 'JPY', decimals: 0 }
  const decimals = inBatch('amount_decimals', detail)
  assert.equal(decimals.message, 'transactions.17.amount: JPY has 0 decimals; 1.5 has more.')
  assert.deepEqual(decimals.errors, { 'transactions.17.amount': [decimals.message] })
  assert.deepEqual(decimals.params, { ...detail, at: 'transactions.17' })

  const same = inBatch('transfer_same_account', undefined)
  assert.deepEqual(same.errors, {
    'transactions.17.to_account_id': [
      'transactions.17.to_account_id is the same account as from_account_id.',
    ],
  })

  const rate = { from: 'JPY', to: 'EUR', date: '2026-06-30', nearest: null, fields: ['fx_rate', 'to_amount'] }
  const missing = inBatch('fx_rate_missing', { ...rate, join: 'or' })
  assert.match(missing.message, /^transactions\.17: There is no rate from JPY to EUR/)
  assert.deepEqual(Object.keys(missing.errors ?? {}), [
    'transactions.17.fx_rate',
    'transactions.17.to_amount',
  ])

  const locked = inBatch('locked', { date: '2025-12-30', closed_through: '2025-12-31' })
  assert.match(locked.message, /^transactions\.17: The books are closed through 2025-12-31/)
  assert.equal(locked.errors, undefined)
  assert.equal(locked.params.at, 'transactions.17')
})

test('a blocked undo lists its blockers beside the sentence, which names the first few', () => {
  const blockers = [14, 15, 16, 17].map((version) => ({
    version,
    resource: 'write_off',
    id: `id ${version}`,
  }))
  const problem = problemOf(new Refusal('undo_blocked', { version: 12, count: 250, blockers }), 'request')
  assert.deepEqual(problem.blockers, blockers)
  assert.deepEqual(problem.params, { version: 12, count: 250 })
  assert.equal(
    problem.message,
    'Version 12 cannot be undone because later changes depend on it: write-off in version 14, write-off in version 15, ' +
      'write-off in version 16 and 247 more. Undo those first.',
  )
})
