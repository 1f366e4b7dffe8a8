import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import { unopenedOf } from './use-unopened.ts'

const account = (id: string, part: Partial<Account> = {}) =>
  ({
    id,
    type: 'asset',
    is_active: true,
    is_system: false,
    is_claim: false,
    is_valued: false,
    opening_balance: null,
    balance_as_of: null,
    ...part,
  }) as Account // the fields that it looks at

test('accounts that count from nothing are named: that of the first file, and those that its transfers reach', () => {
  const said = { balance_as_of: { date: '2026-11-16', amount: 120, includes_day: true } }
  const all = [
    account('savings'),
    account('bank'),
    account('cash', said),
    account('card', { type: 'liability' }),
    account('never'),
  ]
  const transfers = ['savings', 'cash', 'card'].map((to_account_id) => ({
    from_account_id: 'bank',
    to_account_id,
  }))
  const found = (isFirst: boolean, balances: { account_id: string }[] = []) =>
    unopenedOf({ id: 'i', account_id: 'bank', balances: balances as never }, isFirst, all, transfers).map(
      ({ id }) => id,
    )
  assert.deepEqual(found(true), ['bank', 'savings', 'card'])
  assert.deepEqual(found(false), ['savings', 'card'], 'that of the file is asked about once')
  assert.deepEqual(found(true, [{ account_id: 'bank' }]), ['savings', 'card'], 'the file states its own')
})
