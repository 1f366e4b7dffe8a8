import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import type { Import } from '../../contract/imports.ts'
import { causesOf, endsBefore, nameOf, questionsOf } from './balance-questions.ts'

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
  ({ account_id: 'b', mapping: null, balances, left_out: [] }) as unknown as Import // the fields that it looks at
const asked = (one: Import, kept: string[] = [], account = bank) =>
  questionsOf(one, [account, other], 'EUR', (name) => kept.includes(name)).flatMap((question) =>
    question.is === 'day' ? ['day', ...(question.after ? [question.after.is] : [])] : [question.is],
  )
const whole = { ...bank, balance_as_of: { ...said, includes_day: true } }

test('the latest balance of each account is asked about, only where it differs', () => {
  const latest = file(balance('2026-10-01', 0), balance('2026-11-13', 5))
  assert.deepEqual(asked(latest, [], whole), ['bank'])
  assert.deepEqual(asked(file(balance('2026-11-13', 0), balance('2026-10-01', 0)), [], whole), ['agrees'])
  assert.deepEqual(asked(file(balance('2026-11-13', 5, 'USD'))), ['day'], 'only its own currency can be said')
})

test('an account whose start has moved does not agree, though its end does', () => {
  const moved = file(balance('2026-11-13', 0), balance('2026-10-01', 5))
  assert.deepEqual(asked(moved, [], whole), ['partly'])
  const left_out = [{ account_id: 'b', account_name: 'Bank', currency_id: 'EUR', count: 2, amount: -5 }]
  assert.deepEqual(asked({ ...file(balance('2026-11-13', 0)), left_out }, [], whole), ['partly'])
  const elsewhere = left_out.map((one) => ({ ...one, account_id: 'x' }))
  assert.deepEqual(asked({ ...file(balance('2026-11-13', 0)), left_out: elsewhere }, [], whole), ['agrees'])
})

test('whether entries of the day were in what was said comes before the bank is compared, and names the answer that agrees', () => {
  assert.deepEqual(asked(file(balance('2026-11-13', 5))), ['day', 'bank'])
  assert.deepEqual(asked(file(balance('2026-11-13', 5)), [nameOf('day', bank)]), ['bank'])
  const hint = (one: Import['balances'][number]) => {
    const [question] = questionsOf(file(one), [bank], 'EUR', () => false)
    return question?.is === 'day' ? question.hint?.wereInIt : undefined
  }
  assert.equal(hint({ ...balance('2026-11-16', 5), file: 2450.3 }), true)
  assert.equal(hint(balance('2026-11-16', 0)), false)
  assert.equal(hint(balance('2026-11-16', 5)), undefined)
})

const causes = (said: Account['balance_as_of'], date: string, opening_balance: number | null = null) =>
  causesOf({ ...bank, balance_as_of: said, opening_balance }, date)

test('a forgotten entry is named as a cause, unless both are balances of the same moment', () => {
  assert.match(causes(said, '2026-11-16'), /an entry between them is missing/)
  assert.match(causes({ ...said, includes_day: true }, '2026-11-30'), /an entry between them is missing/)
  assert.equal(causes({ ...said, includes_day: true }, '2026-11-16'), 'One of the two is not right.')
  assert.match(causes(null, '2026-11-16', 100), /the start is not right/)
  assert.equal(
    causes(null, '2026-11-16'),
    'You have not said what is in Bank, so your book counts it from nothing.',
    'nobody has said a balance, nor an opening',
  )
})

test('a file that ends before the day of the balance that was said is not taken for right', () => {
  const days = ['2026-11-14', '2026-11-15', '2026-11-16']
  assert.deepEqual(
    days.map((date) => endsBefore(said, date)),
    [true, false, false],
    'what was said is of the end of the day before',
  )
  assert.deepEqual(
    days.map((date) => endsBefore({ ...said, includes_day: true }, date)),
    [true, true, false],
  )
  assert.equal(endsBefore(null, '2026-11-14'), false)
  assert.match(causes(said, '2026-11-14'), /a later file brings them/)
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
