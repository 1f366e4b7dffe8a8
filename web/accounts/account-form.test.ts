import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountFaults, bodyOf, newAccount, openingRate } from './account-form.ts'

const today = '2026-11-15'
const values = {
  ...newAccount(today, 'EUR'),
  name: ' Travel card ',
  currency_id: 'USD',
  opening: '210',
  rate: '0.93177',
}

test('a new account is sent with its balance at the start, in its own currency and with the rate', () => {
  assert.deepEqual(bodyOf(values, values, 'EUR'), {
    name: 'Travel card',
    type: 'asset',
    currency_id: 'USD',
    is_default: false,
    is_active: true,
    opening_balance: 210,
    opening_date: today,
    fx_rate: 0.93177,
  })
})

test('without a balance at the start there is none, and in the base currency no rate', () => {
  const empty = { ...values, opening: ' ' }
  assert.deepEqual(bodyOf({ opening: ' ' }, empty, 'EUR'), { opening_balance: null })
  const base = { ...values, currency_id: '' }
  assert.deepEqual(bodyOf({ opening: '210' }, base, 'EUR'), { opening_balance: 210, opening_date: today })
})

test('a typed rate is that of its day, in a foreign currency alone', () => {
  const pair = { from: 'USD', to: 'EUR', date: today }
  assert.deepEqual(openingRate(values, 'EUR'), { pair, rate: 0.93177 })
  assert.equal(openingRate({ ...values, rate: '' }, 'EUR'), undefined)
  assert.equal(openingRate({ ...values, currency_id: 'EUR' }, 'EUR'), undefined)
  assert.equal(newAccount(today, 'EUR').currency_id, 'EUR', 'only a purse takes several')
})

test('a change sends only what changed', () => {
  assert.deepEqual(bodyOf({ name: 'Card' }, { ...values, name: 'Card' }, 'EUR'), { name: 'Card' })
})

test('a name is needed, and what is typed has to be an amount and a rate', () => {
  assert.deepEqual(accountFaults(values, 'EUR'), {})
  assert.deepEqual(Object.keys(accountFaults({ ...values, name: ' ', opening: 'much', rate: '0' }, 'EUR')), [
    'name',
    'opening',
    'rate',
  ])
})
