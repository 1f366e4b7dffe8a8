import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../../contract/accounts.ts'
import type { Value } from '../../contract/values.ts'
import { isBeginning, statedOf } from './stated.ts'
import { amountFault, removedText } from './value-words.ts'

const unopened = { opening_balance: null, opening_date: null }
const account = (said: Account['balance_as_of']) =>
  ({ type: 'asset', is_valued: true, currency_id: 'EUR', balance_as_of: said, ...unopened }) as Account // the fields that it looks at
const value = (date: string, amount: number, change: number | null) =>
  ({ date, amount, notes: null, change }) as Value // likewise

test('the balance that an account began with is its first statement, and the first value changed from it', () => {
  const house = account({ date: '2026-01-31', amount: 300.1, includes_day: true })
  const values = [value('2026-06-30', 290.2, -5.1), value('2026-03-31', 295.3, null)]
  const shown = (isAll: boolean, of = house) =>
    statedOf(of, values, isAll).map(({ date, change, isBeginning }) => [date, change, isBeginning])
  assert.deepEqual(shown(true), [
    ['2026-06-30', -5.1, false],
    ['2026-03-31', -4.8, false],
    ['2026-01-31', null, true],
  ])
  assert.equal(shown(false).length, 2, 'there are earlier values, which the page does not show')
  assert.equal(shown(true, account(null)).length, 2)
  const bought = { ...account(null), opening_balance: 310, opening_date: '2026-01-15' }
  assert.deepEqual(shown(true, bought).slice(1), [
    ['2026-03-31', -14.7, false],
    ['2026-01-15', null, true],
  ])
  const morning = account({ date: '2026-02-01', amount: 300.1, includes_day: false })
  assert.equal(shown(true, morning).at(-1)?.[0], '2026-01-31')
  assert.deepEqual(
    [house, morning].map((one) => isBeginning(one, one.balance_as_of?.date ?? '')),
    [true, false],
  )
})

test('a thing is worth nothing or more, and a debt may be typed with a minus', () => {
  const house = account(null)
  const loan = { ...house, type: 'liability' as const, is_valued: false }
  assert.match(amountFault(house, '-5', 'EUR') ?? '', /worth nothing or more/)
  assert.equal(amountFault(house, '', 'EUR'), 'What is it worth?')
  assert.equal(amountFault(house, '0', 'EUR'), undefined)
  assert.deepEqual(
    [amountFault(loan, '-5', 'EUR'), amountFault(loan, 'much', 'EUR')],
    [undefined, 'How much do you owe?'],
  )
  assert.equal(removedText(loan, '31 January'), 'The amount owed on 31 January is removed')
})
