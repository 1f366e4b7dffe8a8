import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Transaction } from '../../contract/budgeting.ts'
import { effectOn, nameOf, notIn } from './not-in-file.ts'

test('entries that no row of the file has added, or is, are not in it; the balance at the start is none', () => {
  const entry = (id: string, kind: Transaction['kind'] = 'expense') => ({ id, kind })
  const rows = [
    { transaction_id: 'added', of: null },
    {
      transaction_id: null,
      of: { kind: 'transaction', id: 'here' } as never, // the fields that it looks at
    },
    { transaction_id: null, of: null },
  ]
  assert.deepEqual(
    notIn([entry('added'), entry('here'), entry('by-hand'), entry('start', 'opening')], rows).map(
      ({ id }) => id,
    ),
    ['by-hand'],
  )
})

test('an entry changes an account by its own lines, and a debt the other way round', () => {
  const line = (account_id: string, debit: number, credit: number) => ({
    account_id,
    currency_id: 'EUR',
    debit,
    credit,
  })
  const lines = [line('bank', 0, 12.3), line('food', 12.3, 0)] as Transaction['lines'] // the fields that it looks at
  assert.equal(effectOn({ id: 'bank', type: 'asset' }, { lines }, 'EUR'), -1230n)
  assert.equal(effectOn({ id: 'bank', type: 'liability' }, { lines }, 'EUR'), 1230n)
  assert.equal(effectOn({ id: 'bank', type: 'asset' }, { lines }, 'USD'), 0n)
})

test('an entry without words is named by whom, else by what it was for', () => {
  const lines = [
    { account_id: 'bank', account_name: 'Bank' },
    { account_id: 'food', account_name: 'Food' },
  ] as Transaction['lines'] // the fields that it looks at
  const name = (memo: string | null, contact_name: string | null) =>
    nameOf({ id: 'bank' }, { memo, contact_name, lines })
  assert.deepEqual(
    [name('Flea market', 'Bela'), name(null, 'Bela'), name(null, null)],
    ['Flea market', 'Bela', 'Food'],
  )
})
