import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import { startsMoved } from './starts-moved.ts'

test('of accounts that transfers reach, those are named whose start moved, and what is missing in one that would begin below nothing', () => {
  const account = (part: Partial<Account>) =>
    ({
      id: 'cash',
      name: 'Cash',
      type: 'asset',
      currency_id: null,
      opening_balance: -40,
      balance_as_of: { date: '2026-11-16', amount: 120, includes_day: true },
      ...part,
    }) as Account // the fields that are read
  const taken = { date: '2026-11-10', from_account_id: 'bank', to_account_id: 'cash' }
  const found = (part: Partial<Account> = {}, transfers = [taken]) =>
    startsMoved({ account_id: 'bank' }, [account(part)], transfers).map(({ said, below }) => [said, below])
  assert.deepEqual(found(), [[120, 40]])
  assert.deepEqual(found({ opening_balance: 10 }), [[120, 0]])
  assert.deepEqual(found({ type: 'liability' }), [[120, 0]], 'a debt may begin below nothing')
  assert.deepEqual(found({ id: 'bank' }), [], 'the balance of the account of the file is compared')
  assert.deepEqual(found({ balance_as_of: null }), [])
  assert.deepEqual(found({}, []), [])
  assert.deepEqual(found({}, [{ ...taken, date: '2026-11-17' }]), [], 'a later day moves no start')
})
