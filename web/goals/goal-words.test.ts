import assert from 'node:assert/strict'
import { test } from 'node:test'
import { japan } from '../../contract/examples/goals.ts'
import type { Goal } from '../../contract/goals.ts'
import {
  aboutGoal,
  alsoText,
  envelopeAccounts,
  isDone,
  neededText,
  paceText,
  reachedText,
  wayOut,
} from './goal-words.ts'

const today = '2026-05-20'
const savings = japan.envelope?.account_id ?? ''
const names = new Map([
  [savings, 'Savings'],
  ['b', 'Cash'],
])
const goal = (more: Partial<Goal>): Goal => ({ ...japan, ...more })

test('a goal says its day and its place', () => {
  assert.match(aboutGoal(japan, names), /^by .*2027, an envelope in Savings$/)
  const whole = goal({ envelope: null, account_ids: [savings, 'b'], target_date: null })
  assert.equal(aboutGoal(whole, names), 'no day, everything in Savings and Cash')
  assert.match(aboutGoal({ ...whole, account_ids: ['1', '2', '3', '4'] }, names), /everything in 4 accounts$/)
})

test('what is needed is said for the months that are left', () => {
  assert.deepEqual(neededText(japan, today), { amount: 81.82, words: 'a month needed, for 11 months' })
  assert.equal(neededText(goal({ target_date: '2026-06-01' }), today)?.words, 'this month')
  assert.deepEqual(neededText(goal({ target_date: null, needed_a_month: null }), today), {
    amount: 900,
    words: 'to go',
  })
  assert.match(
    neededText(goal({ target_date: '2026-05-01' }), today)?.words ?? '',
    /is missing, and its day was .*May/,
  )
  assert.equal(neededText(goal({ is_reached: true }), today), null)
})

test('a goal that was reached before it was made is reached already', () => {
  const made = { created_at: '2026-11-19T23:30:00.000Z' }
  const said = (reached_on: string | null, zone = 'UTC') =>
    reachedText({ ...made, reached_on }, '2026-11-25', zone)
  assert.equal(said('2026-07-02'), 'already reached')
  assert.match(said('2026-11-19'), /^reached on .*19/)
  assert.equal(said('2026-11-19', 'Europe/Vienna'), 'already reached', 'there it was the 20th')
  assert.equal(said(null), 'reached')
})

test('a pace is a month, nothing, or not known', () => {
  assert.deepEqual(paceText(japan), { amount: 100, words: 'a month, as lately: reached in February 2027' })
  const of = (a_month: number | null) =>
    paceText(goal({ pace: { a_month, reaches_on: null, on_time: false } }))
  assert.equal(of(null), null)
  assert.deepEqual(of(-5), { amount: null, words: 'nothing saved lately' })
  assert.equal(of(0.01)?.words, 'a month, as lately: more than a hundred years')
})

test('money that counts twice is said from both sides', () => {
  const also_in = [{ id: 'x', name: 'Flat', account_id: savings }]
  assert.equal(alsoText(japan, names), null)
  assert.equal(alsoText(goal({ also_in }), names), 'Flat counts everything in Savings, with this envelope.')
  const whole = goal({ envelope: null, account_ids: [savings], also_in })
  assert.equal(alsoText(whole, names), 'Money in Savings also counts for Flat.')
})

test('an excess is taken from an envelope that is not full and holds it, else from the one that holds most', () => {
  const held = { envelope_account: { balance: 8900, held: 9150 }, overdrawn: 250 }
  const goals = [
    goal({ id: 'a', name: 'Buffer', saved: 6500, is_reached: true, ...held }),
    goal({ id: 'b', name: 'Japan', saved: 2650, ...held }),
    goal({ id: 'c', name: 'Empty', saved: 0, ...held }),
  ]
  const [account, ...others] = envelopeAccounts(goals)
  assert.deepEqual([others, account?.free, account?.goals.length], [[], -25_000n, 2])
  assert(account)
  assert.deepEqual([wayOut(account)?.goal.name, wayOut(account)?.amount], ['Japan', 250])
  const large = wayOut({ ...account, overdrawn: 7000 })
  assert.deepEqual([large?.goal.name, large?.amount], ['Buffer', 6500])
  assert.equal(wayOut({ ...account, overdrawn: null }), null)
})

test('a goal whose envelope is promised more than is there is not reached', () => {
  const full = goal({ is_reached: true, overdrawn: null })
  assert.equal(isDone(full), true)
  assert.equal(isDone({ ...full, overdrawn: 250 }), false)
  assert.equal(isDone({ ...full, is_reached: false }), false)
  const whole = { ...full, envelope: null, account_ids: [savings], overdrawn: 250 }
  assert.equal(isDone(whole), true, 'all of an account is there')
})
