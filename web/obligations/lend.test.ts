import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import {
  choiceWords,
  claimAccount,
  effectsOf,
  equalDebtShares,
  isChoice,
  type LendChoice,
  type LendForm,
  lendChoices,
  lendHint,
  myShare,
  obligationOf,
  sharedExpenseOf,
  sideOf,
  splitOf,
  words,
} from './lend.ts'
import { stayingAccount } from './payment.ts'

chooseLocale('en-GB')
const account = (id: string, type: 'asset' | 'liability', is_claim: boolean, is_system: boolean) => ({
  id,
  type,
  is_claim,
  is_system,
})
const accounts = [
  account('bank', 'asset', false, false),
  account('card', 'liability', false, false),
  account('receivables', 'asset', true, true),
  account('payables', 'liability', false, true),
]
const category = {
  id: 'category',
  account: { id: 'account of the category', name: 'Leisure', code: '5001', type: 'expense', is_active: true },
}
const form = (choice: LendChoice, own: Partial<LendForm> = {}): LendForm => ({
  choice,
  olderSide: 'payable',
  contactId: 'sam',
  amount: 2_000n,
  currency: 'EUR',
  name: ' Pizza ',
  date: '2026-11-15',
  due: null,
  accountId: 'bank',
  category,
  fxRate: undefined,
  ...own,
})

test('each thing that can happen becomes the request that says so', () => {
  const sent = (choice: LendChoice, own: Partial<LendForm> = {}) => {
    const draft = obligationOf(form(choice, own), accounts)
    return draft && [draft.account_id, draft.counter_account_id]
  }
  assert.deepEqual(sent('lent'), ['bank', undefined])
  assert.deepEqual(sent('borrowed'), ['payables', 'bank'])
  assert.deepEqual(sent('paid-for-me'), ['account of the category', undefined])
  assert.deepEqual(sent('owed-for-work'), ['account of the category', undefined])
  assert.deepEqual(sent('older'), ['payables', undefined])
  assert.deepEqual(sent('older', { olderSide: 'receivable' }), ['receivables', undefined])
  assert.equal(sent('paid-for-others'), undefined)
})

test('a debt is sent whole, with its words, its day and its due day', () => {
  assert.deepEqual(obligationOf(form('lent', { due: '2026-12-01', fxRate: 1.1 }), accounts), {
    name: 'Pizza',
    opened_date: '2026-11-15',
    due_date: '2026-12-01',
    original_amount: 20,
    outstanding_amount: 20,
    contact_id: 'sam',
    currency_id: 'EUR',
    account_id: 'bank',
    fx_rate: 1.1,
  })
  assert.equal(obligationOf(form('lent', { name: ' ' }), accounts)?.name, 'Loan')
})

test('nothing is sent while an account or a category is missing', () => {
  assert.equal(obligationOf(form('lent', { accountId: undefined }), accounts), undefined)
  assert.equal(obligationOf(form('borrowed', { accountId: undefined }), accounts), undefined)
  assert.equal(obligationOf(form('paid-for-me', { category: undefined }), accounts), undefined)
  assert.equal(claimAccount([], 'receivable'), undefined)
  assert.equal(sharedExpenseOf(form('paid-for-others', { category: undefined }), []), undefined)
})

test('who owes whom follows from what happened', () => {
  const sides = lendChoices.map((choice) => [choice, sideOf(choice, 'payable')])
  assert.deepEqual(sides, [
    ['lent', 'receivable'],
    ['borrowed', 'payable'],
    ['paid-for-me', 'payable'],
    ['owed-for-work', 'receivable'],
    ['older', 'payable'],
    ['paid-for-others', 'receivable'],
  ])
  assert.ok(lendChoices.every((choice) => choiceWords[choice].name))
  assert.ok(isChoice('lent') && !isChoice('stolen') && !isChoice(undefined))
})

test('a bill is shared equally to the last cent, and what others do not pay is mine', () => {
  const shares = equalDebtShares(10_000n, [null, 'sam', 'mia'])
  assert.deepEqual(
    shares.map(({ amount }) => amount),
    [3_334n, 3_333n, 3_333n],
  )
  assert.equal(myShare(10_000n, shares.slice(1)), 3_334n)
  assert.deepEqual(sharedExpenseOf(form('paid-for-others', { amount: 10_000n }), shares), {
    amount: 100,
    currency_id: 'EUR',
    category_id: 'category',
    asset_account_id: 'bank',
    date: '2026-11-15',
    memo: 'Pizza',
    shares: [
      { contact_id: 'sam', amount: 33.33 },
      { contact_id: 'mia', amount: 33.33 },
    ],
  })
})

test('before it is recorded, a loan shows what it does to the account and to each person', () => {
  const bank = {
    name: 'Bank',
    type: 'asset' as const,
    currency_id: null,
    balance_as_of: null,
    balances: [{ currency_id: 'EUR', amount: 184.2 }],
    base_balance: 184.2,
    base_value: 184.2,
  }
  const sam = { id: 'sam', name: 'Sam Okafor' }
  const given = {
    choice: 'lent' as const,
    side: 'receivable' as const,
    account: bank,
    amount: 2_000n,
    currency: 'EUR',
    date: '2026-11-12',
    worth: { base: 'EUR', rate: undefined },
    contacts: [sam],
    open: [aDebt({ contact_id: 'sam', outstanding_amount: 28 })],
    others: [],
  }
  assert.deepEqual(effectsOf(given), [
    { label: 'Bank', currency: 'EUR', before: 18_420n, after: 16_420n, parts: [] },
    { label: 'Sam owes you', currency: 'EUR', before: 2_800n, after: 4_800n },
  ])
  assert.deepEqual(effectsOf({ ...given, choice: 'borrowed', side: 'payable' }), [
    { label: 'Bank', currency: 'EUR', before: 18_420n, after: 20_420n, parts: [] },
    { label: 'You owe Sam', currency: 'EUR', before: 0n, after: 2_000n },
  ])
  const others = [{ contactId: 'sam', amount: 700n }]
  assert.deepEqual(effectsOf({ ...given, choice: 'paid-for-others', others })[1], {
    label: 'Sam owes you',
    currency: 'EUR',
    before: 2_800n,
    after: 3_500n,
  })
  assert.deepEqual(effectsOf({ ...given, amount: undefined }), [])
  const said = { ...bank, balance_as_of: { date: '2026-11-17', amount: 184.2, includes_day: false } }
  const covered = effectsOf({ ...given, account: said })
  assert.deepEqual(covered[0], {
    label: 'Bank',
    currency: 'EUR',
    before: 18_420n,
    after: 18_420n,
    staysThrough: '2026-11-16',
    parts: [],
  })
  assert.match(lendHint('lent', stayingAccount(covered)), /Bank stays as it is, so your net worth rises/)
  assert.match(lendHint('borrowed', stayingAccount(covered)), /Bank stays as it is, so your net worth falls/)
  assert.match(lendHint('lent', stayingAccount(effectsOf(given))), /net worth stays the same/)
})

test('shares are equal with mine first, or as they were typed', () => {
  const others = [
    { id: 'sam', text: '10' },
    { id: 'mia', text: 'nothing' },
  ]
  const amounts = (isEqual: boolean) =>
    splitOf({ others, isEqual }, 10_000n, 'EUR').map(({ amount }) => amount)
  assert.deepEqual(amounts(true), [3_333n, 3_333n])
  assert.deepEqual(amounts(false), [1_000n, 0n])
})

test('a recorded event is said in a few words', () => {
  assert.equal(words('lent', 'Sam Okafor', '€20.00'), 'Lent Sam €20.00')
  assert.equal(words('paid-for-me', 'Sam Okafor', '€20.00'), 'You owe Sam €20.00')
  assert.ok(lendChoices.every((choice) => words(choice, 'Sam', '€1.00').includes('€1.00')))
})
