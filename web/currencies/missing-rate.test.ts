import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingRateOf, rateTyped } from './missing-rate.ts'

const yen = { amount: 1_200n, from: 'JPY', to: 'EUR' }

test('a rate is taken as it is typed, with a point or a comma', () => {
  assert.equal(rateTyped({ rate: '0.00614', worth: '' }, yen, 'en-GB'), 0.00614)
  assert.equal(rateTyped({ rate: '0,00614', worth: '' }, yen, 'de-DE'), 0.00614)
  for (const locale of ['en-GB', 'de-DE'])
    assert.equal(rateTyped({ rate: '1.234', worth: '' }, yen, locale), 1.234, locale)
})

test('the rate follows from what the bank took, where that is typed instead', () => {
  const rate = rateTyped({ rate: '', worth: '7.37' }, yen, 'en-GB') ?? 0
  assert.equal((1_200 * rate).toFixed(2), '7.37')
})

test('nothing, zero, less than nothing and no number give no rate', () => {
  for (const text of ['', '0', '-1', 'abc']) {
    assert.equal(rateTyped({ rate: text, worth: '' }, yen, 'en-GB'), undefined, text)
    assert.equal(rateTyped({ rate: '', worth: text }, yen, 'en-GB'), undefined, text)
  }
  assert.equal(rateTyped({ rate: '', worth: '7.37' }, { ...yen, amount: undefined }, 'en-GB'), undefined)
})

test('only a refusal of a missing rate says which rate is missing', () => {
  const params = { from: 'JPY', to: 'EUR', date: '2026-04-13' }
  assert.deepEqual(missingRateOf({ code: 'fx_rate_missing', params }), params)
  assert.equal(missingRateOf({ code: 'locked', params }), undefined)
})
