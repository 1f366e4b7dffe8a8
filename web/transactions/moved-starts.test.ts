import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedStarts } from './moved-starts.ts'

const said = { date: '2026-11-15', amount: 100, includes_day: false }
const bank = { id: '1', name: 'Bank', currency_id: 'EUR', opening_balance: 100, balance_as_of: said }
const cash = { ...bank, id: '2', name: 'Cash', currency_id: null }
const words = (before: (typeof bank | typeof cash)[], after: (typeof bank | typeof cash)[]) =>
  movedStarts(before, after, 'EUR', '2026-11-17')

test('a start that moved is named with the amount and the reason; one that stayed is not', () => {
  assert.equal(words([bank, cash], [bank, cash]), undefined)
  assert.match(
    words([bank, cash], [{ ...bank, opening_balance: 112 }, cash]) ?? '',
    /^The start of Bank moved by €12\.00, because its balance of (15 November|November 15) stays as you said$/,
  )
  assert.equal(
    words(
      [bank, cash],
      [
        { ...bank, opening_balance: 112 },
        { ...cash, opening_balance: 88 },
      ],
    ),
    'The starts of Bank and Cash moved, because their balances stay as you said',
  )
})

test('a balance that was said anew is no start that moved by itself', () => {
  const anew = { ...bank, opening_balance: 50, balance_as_of: { ...said, amount: 50 } }
  assert.equal(words([bank], [anew]), undefined)
  assert.equal(words([], [bank]), undefined)
})
