import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedOf, closedWords, firstOpenDay, reopening } from './closed.ts'

const closed = { through: '2026-10-31', date: '2026-10-28' }

test('a refusal of a closed day leads to the first open one', () => {
  const params = { closed_through: '2026-10-31', date: '2026-10-28' }
  assert.deepEqual(closedOf({ code: 'locked', params }), closed)
  assert.equal(firstOpenDay(closed), '2026-11-01')
  assert.match(closedWords(closed, '2026-11-15'), /^Your books are closed through .*31.*28/)
})

test('a line that was reconciled, and any other refusal, is not about closed books', () => {
  assert.equal(closedOf({ code: 'locked', params: { date: '2026-10-28', account_name: 'Cash' } }), undefined)
  assert.equal(closedOf({ code: 'overpaid', params: {} }), undefined)
})

test('the month that is opened again is the one that the book counts the day to', () => {
  assert.deepEqual(reopening(closed, 1), { label: 'Reopen October', through: '2026-09-30' })
  const { through } = reopening({ through: '2026-10-24', date: '2026-10-24' }, 25)
  assert.equal(through, '2026-09-24', 'the month that began on 25 September')
})

test('for a day further back everything from its month on is opened again', () => {
  assert.deepEqual(reopening({ ...closed, date: '2026-08-03' }, 1), {
    label: 'Reopen from August on',
    through: '2026-07-31',
  })
})

test('where only the start of an account would move, the balance that was said is named', () => {
  const balance_as_of = { account_id: 'a', account_name: 'Bank', amount: '2,450.30 EUR', date: '2026-11-16' }
  const params = { closed_through: '2026-10-31', date: '2026-10-28', balance_as_of }
  const found = closedOf({ code: 'locked', params })
  assert.equal(found?.said?.accountId, 'a')
  assert.match(
    closedWords(found ?? closed, '2026-11-17'),
    /^You said that Bank had 2,450\.30 EUR as of .*16.* moves its start.*28.*closed through.*31/,
  )
})
