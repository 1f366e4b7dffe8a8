import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import { balanceChange, besides, heldIn, inOrder, isCredit, isMoney, together, worth } from './accounts.ts'

const cash = {
  type: 'asset' as const,
  balances: [
    { currency_id: 'EUR', amount: 16 },
    { currency_id: 'USD', amount: -25 },
  ],
  currency_id: null,
  balance_as_of: null,
  base_balance: -7.05,
  base_value: -7,
}
const date = '2026-11-12'
const plain = { ...cash, balances: [{ currency_id: 'EUR', amount: 100 }], base_balance: 100, base_value: 100 }

test('a balance is in one currency, and names what is in others', () => {
  assert.equal(worth(cash, 'EUR'), -700n)
  assert.deepEqual(heldIn(cash, 'EUR'), [
    { currency: 'EUR', amount: 1_600n },
    { currency: 'USD', amount: -2_500n },
  ])
  assert.deepEqual(heldIn(plain, 'EUR'), [])
  assert.deepEqual(heldIn({ ...plain, type: 'liability' }, 'USD'), [{ currency: 'EUR', amount: -10_000n }])
  assert.equal(worth({ ...plain, type: 'liability' }, 'EUR'), -10_000n)
  assert.equal(worth({ ...cash, base_value: null }, 'EUR'), -705n, 'without a rate, as it was recorded')
})

test('a payment starts from the balance that every other screen says', () => {
  assert.deepEqual(balanceChange(cash, 'EUR', { currency: 'EUR', amount: 1_500n, date }, undefined), {
    before: -700n,
    after: 800n,
    parts: [
      { currency: 'EUR', before: 1_600n, after: 3_100n },
      { currency: 'USD', before: -2_500n, after: -2_500n },
    ],
  })
  assert.deepEqual(balanceChange(plain, 'EUR', { currency: 'EUR', amount: -1_000n, date }, undefined), {
    before: 10_000n,
    after: 9_000n,
    parts: [],
  })
})

test('a payment in another currency counts at today’s rate, rounded once; without a rate only its own currency is known', () => {
  // 25 dollars are 23.00 euro, 15 are 13.80.
  const dollars = { currency: 'USD', amount: 1_000n, date }
  assert.deepEqual(balanceChange(cash, 'EUR', dollars, 0.92).after, 220n)
  const unknown = balanceChange(cash, 'EUR', dollars, undefined)
  assert.deepEqual([unknown.before, unknown.after], [-700n, undefined])
  assert.deepEqual(unknown.parts[1], { currency: 'USD', before: -2_500n, after: -1_500n })
  assert.deepEqual(balanceChange(plain, 'EUR', dollars, 0.92).parts, [
    { currency: 'EUR', before: 10_000n, after: 10_000n },
    { currency: 'USD', before: 0n, after: 1_000n },
  ])
})

test('a balance that was said stays for entries of the days that it covers, in the currency in which it was said', () => {
  const said = { ...plain, balance_as_of: { date: '2026-11-17', amount: 100, includes_day: false } }
  const after = (account: Parameters<typeof balanceChange>[0], day: string, currency = 'EUR') =>
    balanceChange(account, 'EUR', { currency, amount: 1_000n, date: day }, 0.92)
  assert.deepEqual(after(said, '2026-11-16'), {
    before: 10_000n,
    after: 10_000n,
    staysThrough: '2026-11-16',
    parts: [],
  })
  assert.deepEqual(after(said, '2026-11-17').after, 11_000n, 'that day’s entries came after it')
  const whole = { ...said, balance_as_of: { ...said.balance_as_of, includes_day: true } }
  assert.deepEqual(after(whole, '2026-11-17').staysThrough, '2026-11-17')
  assert.deepEqual(
    after(said, '2026-11-16', 'USD').after,
    10_920n,
    'other money of a purse has no start that moves',
  )
  const debt = { ...said, type: 'liability' as const }
  assert.deepEqual(after(debt, '2026-11-16').after, -10_000n)
})

test('what people owe each other and closed accounts are the rest of net worth', () => {
  const one = (given: Partial<Account>) =>
    ({ ...plain, is_claim: false, is_system: false, is_active: true, ...given }) as Account // the fields that it looks at
  const all = [
    one({ base_value: 100 }),
    one({ type: 'liability', base_value: 30 }),
    one({ is_claim: true, is_system: true, base_value: 60 }),
    one({ type: 'liability', is_system: true, base_value: 20 }),
    one({ is_active: false, base_value: 7 }),
    one({ type: 'equity', is_system: true, base_value: 117 }),
    one({ type: 'expense', base_value: 5 }),
  ]
  assert.deepEqual(besides(all, 'EUR'), { toYou: 6_000n, byYou: -2_000n, closed: 700n })
  const shown = all.filter((account) => isMoney(account) || isCredit(account))
  assert.equal(shown.reduce((sum, account) => sum + worth(account, 'EUR'), 0n) + 4_700n, 11_700n)
  assert.deepEqual(together(all, 'EUR'), { have: 16_700n, owe: 5_000n, net: 11_700n }, 'as in the reports')
})

test('rows about accounts are in the order of the sidebar wherever they are listed', () => {
  const one = (id: string, given: Partial<Account> = {}) =>
    ({
      ...plain,
      id,
      is_claim: false,
      is_system: false,
      is_active: true,
      is_valued: false,
      ...given,
    }) as Account // the fields that it looks at
  const all = [
    one('Bank'),
    one('Card', { type: 'liability' }),
    one('Cash'),
    one('House', { is_valued: true }),
    one('They owe you', { is_claim: true, is_system: true }),
  ]
  const rows = ['They owe you', null, 'House', 'Cash', 'Card', 'Bank', 'another'].map((id) => ({ id }))
  assert.deepEqual(
    inOrder(rows, ({ id }) => id, all).map(({ id }) => id),
    ['Bank', 'Cash', 'Card', 'House', 'They owe you', null, 'another'],
  )
})
