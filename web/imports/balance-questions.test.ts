import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import type { Import } from '../../contract/imports.ts'
import { nameOf, questionsOf } from './balance-questions.ts'

const said = { date: '2026-11-16', amount: 2450.3, includes_day: false }
const bank = { id: 'b', name: 'Bank', currency_id: null, balance_as_of: said } as Account // the fields that it looks at
const other = { ...bank, id: 'x' }
const balance = (date: string, difference: number, currency_id = 'EUR') => ({
  account_id: 'b',
  account_name: 'Bank',
  currency_id,
  date,
  file: 10,
  book: 10 - difference,
  difference,
})
const file = (...balances: Import['balances']) =>
  ({ account_id: 'b', mapping: null, balances }) as unknown as Import // the fields that it looks at
const asked = (one: Import, kept: string[] = [], account = bank) =>
  questionsOf(one, [account, other], 'EUR', (name) => kept.includes(name)).map(({ is }) => is)

test('the latest balance of each account is asked about, only where it differs', () => {
  assert.deepEqual(asked(file(balance('2026-10-01', 0), balance('2026-11-13', 5))), ['bank'])
  assert.deepEqual(asked(file(balance('2026-11-13', 0), balance('2026-10-01', 5))), ['agrees', 'day'])
  assert.deepEqual(asked(file(balance('2026-11-13', 5, 'USD'))), ['day'], 'only its own currency can be said')
})

test('a question that was answered with No is not asked again, and another import asks its own', () => {
  const differs = file(balance('2026-11-13', 5))
  assert.deepEqual(asked(differs, [nameOf('bank', bank)]), ['day'])
  assert.deepEqual(asked(differs, [nameOf('bank', bank), nameOf('day', bank)]), [])
})

test('entries of a day are asked about only where a balance was said before them', () => {
  assert.deepEqual(asked(file()), ['day'])
  assert.deepEqual(asked(file(), [], { ...bank, balance_as_of: { ...said, includes_day: true } }), [])
  assert.deepEqual(asked(file(), [], { ...bank, balance_as_of: null }), [])
})
