import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trashOf } from './trash.ts'

const deleted = (id: string, version: number, more: object = {}) => ({
  id,
  version,
  deleted_at: `2026-11-15T10:00:0${version}Z`,
  ...more,
})

test('the trash of all lists is one list, the latest first', () => {
  const rows = trashOf({
    contact: [deleted('c', 2, { name: 'Bela' })],
    transaction: [deleted('t', 3, { kind: 'expense', memo: 'Lidl', amount: 12.5, currency_id: 'EUR' })],
    plan: [deleted('p', 1, { name: 'Rent' })],
  })
  assert.deepEqual(
    rows.map(({ resource, title }) => `${resource} ${title}`),
    ['expense Lidl', 'contact Bela', 'plan Rent'],
  )
  assert.deepEqual(rows[0]?.amount, { amount: 12.5, currency: 'EUR' })
})

test('a record deleted together with another is not a row of its own', () => {
  const rows = trashOf({
    obligation: [deleted('o', 4, { name: 'Bike' })],
    transaction: [
      deleted('t1', 4, { kind: 'obligation' }),
      deleted('t2', 4, { kind: 'payment', contact_name: 'Bela' }),
      deleted('t3', 5, { kind: 'payment', contact_name: 'Sam' }),
    ],
    category: [deleted('k', 6, { name: 'Stamps' })],
    account: [deleted('a', 6, { name: 'Stamps' }), deleted('b', 7, { name: 'Old savings' })],
  })
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['b', 'k', 't3', 'o'],
  )
})

test('the shares of an expense that is in the trash come back with it', () => {
  const rows = trashOf({
    transaction: [deleted('e', 2, { kind: 'expense', memo: 'Dinner' })],
    obligation: [
      deleted('share', 2, { name: 'Dinner', expense_id: 'e' }),
      deleted('own', 3, { name: 'Loan' }),
    ],
  })
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['own', 'e'],
  )
})
