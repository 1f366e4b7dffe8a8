import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filtersIn } from './filters.ts'
import { isPerhapsAmount, readSearched } from './searched.ts'

test('a tag is searched for as it is written, also with spaces, and after other words', () => {
  assert.deepEqual(readSearched('#work lunch'), { tag: 'work lunch' })
  assert.deepEqual(readSearched('dinner #trip '), { q: 'dinner', tag: 'trip' })
  assert.deepEqual(readSearched('#'), { q: '#' })
  assert.deepEqual(readSearched('C#major'), { q: 'C#major' })
})

test('an amount with decimals is searched for as one, with or without a symbol', () => {
  const exactly = (amount: string) => ({ amount_min: amount, amount_max: amount })
  assert.deepEqual(readSearched('50.60'), exactly('50.60'))
  assert.deepEqual(readSearched('50,60'), exactly('50.60'))
  assert.deepEqual(readSearched('−€1,234.50'), exactly('1234.50'))
  assert.deepEqual(readSearched('€ 7.5'), exactly('7.50'))
  for (const text of ['365', '1.2.3.4.5.6', '15 Nov', 'lidl 5.50'])
    assert.deepEqual(readSearched(text), { q: text })
  assert.equal(isPerhapsAmount(' 50 '), true)
  assert.equal(isPerhapsAmount('Studio 54'), false)
})

test('the list is asked for what the search means, and another tag in the filters is kept', () => {
  assert.deepEqual(filtersIn({ q: '#trip', kind: 'expense' }), { tag: 'trip', kind: 'expense' })
  assert.deepEqual(filtersIn({ q: '50.60' }), { amount_min: '50.60', amount_max: '50.60' })
  assert.deepEqual(filtersIn({ q: '#trip', tag: 'work' }), { q: '#trip', tag: 'work' })
  assert.deepEqual(filtersIn({ q: '50.60', amount_min: '10' }), { q: '50.60', amount_min: '10' })
})
