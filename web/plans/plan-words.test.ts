import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Forecast } from '../../contract/forecast.ts'
import { dailySteps, lowPoint } from './forecast.ts'
import {
  aboutPlan,
  currencyOfPlan,
  isDivided,
  isWaiting,
  ownPart,
  planDirection,
  stateText,
  waitingText,
} from './plan-words.ts'

const accounts = new Map([
  ['cash', { name: 'Cash', type: 'asset' as const, currency_id: 'CHF' }],
  ['savings', { name: 'Savings', type: 'asset' as const, currency_id: null }],
  ['insurance', { name: 'Insurance', type: 'expense' as const, currency_id: null }],
  ['sales', { name: 'Sales', type: 'income' as const, currency_id: null }],
])
const goals = new Map([['bicycle', { name: 'Bicycle', currency_id: 'USD' }]])
const places = { accounts, goals }
const names = { ...places, categories: new Map([['rent', 'Rent']]), contacts: new Map([['sam', 'Sam']]) }

test('a plan says which way its money goes', () => {
  assert.equal(planDirection({ kind: 'expense', draft: {} }, accounts), -1)
  assert.equal(planDirection({ kind: 'income', draft: {} }, accounts), 1)
  assert.equal(planDirection({ kind: 'transfer', draft: {} }, accounts), 0)
  assert.equal(planDirection({ kind: 'obligation', draft: { account_id: 'insurance' } }, accounts), -1)
  assert.equal(planDirection({ kind: 'obligation', draft: { account_id: 'sales' } }, accounts), 1)
  const refund = { kind: 'expense', draft: { is_refund: true } } as const
  assert.equal(planDirection(refund, accounts), 1)
  assert.equal(planDirection(refund, accounts, { draft: { is_refund: false } }), -1, 'it differs this once')
})

test('the own part of an expense is what others do not pay back', () => {
  const shares = [20.17, 20.16].map((amount) => ({ contact_id: 'sam', amount }))
  assert.equal(ownPart({ draft: { amount: 60.5, shares } }, 'EUR'), 2_017n)
  assert.equal(ownPart({ draft: { amount: 60.5 } }, 'EUR'), undefined)
})

test('a plan says what it is about', () => {
  const rent = { category_id: 'rent', asset_account_id: 'cash' }
  assert.equal(aboutPlan({ kind: 'expense', draft: rent }, names), 'Rent, Cash')
  const moved = { from_account_id: 'cash', to_account_id: 'savings' }
  assert.equal(aboutPlan({ kind: 'transfer', draft: moved }, names), 'Cash → Savings')
  const bill = { contact_id: 'sam', account_id: 'insurance' }
  assert.equal(aboutPlan({ kind: 'obligation', draft: bill }, names), 'you will owe Sam')
  assert.equal(
    aboutPlan({ kind: 'obligation', draft: { ...bill, account_id: 'sales' } }, names),
    'Sam will owe you',
  )
  assert.equal(aboutPlan({ kind: 'goal', draft: { goal_id: 'bicycle' } }, names), 'set aside for Bicycle')
})

test('an occurrence says what it waits for', () => {
  const due = { state: 'due', auto: false, reason: null, date: '2026-11-10', draft: null } as const
  assert.equal(stateText(due, '2026-11-15', 'en-GB'), 'waits for you since 10 November')
  assert.equal(stateText(due, '2026-11-10', 'en-GB'), 'waits for you')
  assert.equal(waitingText(due, '2026-11-10'), 'today', 'the heading says that it waits')
  assert.match(waitingText(due, '2026-11-15'), /^since .*10/)
  assert.equal(stateText({ ...due, auto: true }, '2026-11-15'), 'Florin is recording it')
  const reason = { code: 'locked', message: 'The books are closed.' }
  assert.equal(stateText({ ...due, state: 'waiting', reason }, '2026-11-15'), 'The books are closed.')
  assert.equal(
    stateText({ ...due, state: 'coming', draft: { amount: 3 } }, '2026-11-15'),
    'changed this time',
  )
  assert.deepEqual([due, { ...due, auto: true }, { ...due, state: 'coming' as const }].map(isWaiting), [
    true,
    false,
    false,
  ])
})

type Point = Forecast['points'][number]
const point = (date: string, amount: number, balance: number, name: string): Point => ({
  date,
  account_id: 'cash',
  account_name: 'Cash',
  currency_id: 'EUR',
  amount,
  balance,
  because: { kind: 'plan', id: null, name, date },
})

test('a forecast is one balance a day, and its low point says what it comes after', () => {
  const points = [
    point('2026-11-15', 0, 100, 'today'),
    point('2026-11-17', -90, 10, 'Rent'),
    point('2026-11-17', 50, 60, 'Refund'),
    point('2026-11-19', -20.05, 39.95, 'Gym'),
    point('2026-11-20', 1000, 1039.95, 'Salary'),
  ]
  assert.deepEqual(
    dailySteps(points, { from: '2026-11-15', to: '2026-11-20', currency: 'EUR' }).map(({ minor }) => minor),
    [10_000n, 10_000n, 6_000n, 6_000n, 3_995n, 103_995n],
  )
  assert.deepEqual(lowPoint(points, 'EUR'), { date: '2026-11-19', minor: 3_995n, after: 'Gym' })
  assert.equal(lowPoint([], 'EUR'), undefined)
})

test('a transfer without a currency is in that of the account it comes from, as its occurrences are', () => {
  const from = (from_account_id: string, more = {}) =>
    currencyOfPlan({ kind: 'transfer', draft: { from_account_id, ...more } }, places, 'EUR')
  assert.deepEqual(
    [from('cash'), from('savings'), from('cash', { currency_id: 'USD' })],
    ['CHF', 'EUR', 'USD'],
  )
  assert.equal(currencyOfPlan({ kind: 'expense', draft: { asset_account_id: 'cash' } }, places, 'EUR'), 'EUR')
  const filled = { kind: 'goal' as const, draft: { goal_id: 'bicycle' } }
  assert.equal(currencyOfPlan(filled, places, 'EUR'), 'USD', 'of an envelope, that of its goal')
})

test('only what comes otherwise than every month is divided into months', () => {
  const schedule = { start: '2026-11-01', on: null, end: null, count: null, working_days: 'none' } as const
  const of = (every: number, unit: 'week' | 'month' | 'year') =>
    isDivided({ schedule: { ...schedule, every, unit } })
  assert.deepEqual([of(1, 'month'), of(2, 'month'), of(1, 'week'), of(1, 'year')], [false, true, true, true])
})
