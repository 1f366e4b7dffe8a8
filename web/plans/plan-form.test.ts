import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Plan } from '../../contract/plans.ts'
import { emptyPlan, planFaults, planFormOf, planOf, scheduleOf } from './plan-form.ts'
import { currencyOfPlan } from './plan-words.ts'

const TODAY = '2026-11-15'
const empty = emptyPlan(TODAY, 'EUR')

const rent: Plan = {
  id: '1',
  name: 'Rent',
  kind: 'expense',
  auto: true,
  next_date: '2026-12-01',
  version: 3,
  created_at: '',
  updated_at: '',
  deleted_at: null,
  draft: {
    amount: 1617.23,
    category_id: 'rent',
    currency_id: 'EUR',
    asset_account_id: 'joint',
    memo: 'Rent',
    shares: [{ contact_id: 'sam', amount: 404.3 }],
    tags: ['flat'],
  },
  schedule: {
    start: '2026-11-16',
    every: 1,
    unit: 'month',
    on: 'last',
    end: null,
    count: null,
    working_days: 'before',
  },
}

test('a plan goes into a form and comes out the same', () => {
  const { name, kind, draft, schedule, auto } = rent
  assert.deepEqual(planOf(planFormOf(rent, TODAY, 'EUR'), rent), { name, kind, draft, schedule, auto })
  for (const on of [null, 31, 'last', { weekday: 2, nth: -1 }] as const)
    for (const end of [
      { end: null, count: null },
      { end: '2027-11-16', count: null },
      { end: null, count: 5 },
    ]) {
      const plan: Plan = { ...rent, schedule: { ...schedule, on, ...end } }
      assert.deepEqual(planOf(planFormOf(plan, TODAY, 'EUR'), plan).schedule, plan.schedule)
    }
})

test('a transfer that names no currency is saved in that of the account it comes from', () => {
  const transfer: Plan = {
    ...rent,
    kind: 'transfer',
    draft: { amount: 50, from_account_id: 'franken', to_account_id: 'joint', memo: 'Rent' },
  }
  const accounts = new Map([['franken', { name: 'Franken', type: 'asset' as const, currency_id: 'CHF' }]])
  const form = planFormOf(transfer, TODAY, currencyOfPlan(transfer, { accounts, goals: new Map() }, 'EUR'))
  assert.deepEqual(planOf(form, transfer).draft, { ...transfer.draft, currency_id: 'CHF' })
})

test('fields that the form does not show are kept, and a new name is the new memo', () => {
  const { draft } = planOf({ ...planFormOf(rent, TODAY, 'EUR'), name: 'Flat', amount: '1700' }, rent)
  assert.deepEqual(draft, { ...rent.draft, amount: 1700, memo: 'Flat' })
})

test('an empty form says what is missing', () => {
  assert.deepEqual(planFaults(empty), {
    name: 'What is it called?',
    amount: 'How much is it?',
    category_id: 'Choose a category.',
  })
  const moved = {
    ...empty,
    kind: 'transfer',
    name: 'Savings',
    amount: '50',
    from_account_id: 'a',
    to_account_id: 'a',
  }
  assert.deepEqual(planFaults(moved as typeof empty), { to_account_id: 'This is the account it comes from.' })
  const debt = { ...empty, kind: 'obligation', name: 'Insurance', amount: '650', due_days: 'soon' }
  assert.deepEqual(Object.keys(planFaults(debt as typeof empty)), ['contact_id', 'account_id', 'due_days'])
  const ends = {
    ...empty,
    name: 'Gym',
    amount: '30',
    category_id: 'g',
    every: '0',
    ends: 'day',
    end: '2026-11-01',
  }
  assert.deepEqual(Object.keys(planFaults(ends as typeof empty)), ['every', 'end'])
})

test('a debt that comes again has its amount, its person and its due date', () => {
  const form = {
    ...empty,
    kind: 'obligation' as const,
    name: 'Insurance',
    amount: '652.40',
    contact_id: 'alpina',
  }
  assert.deepEqual(planOf({ ...form, account_id: 'insurance', due_days: '14' }).draft, {
    currency_id: 'EUR',
    original_amount: 652.4,
    contact_id: 'alpina',
    due_days: 14,
    account_id: 'insurance',
  })
  assert.equal(planOf({ ...form, due_days: '' }).draft.due_days, null)
})

test('the day of the month is said only where it is not the first day', () => {
  assert.equal(scheduleOf(empty).on, null)
  assert.equal(scheduleOf({ ...empty, day: '5' }).on, 5)
  assert.equal(scheduleOf({ ...empty, day: '77' }).on, 31)
  assert.equal(scheduleOf({ ...empty, unit: 'week', on: 'last' }).on, null)
})
