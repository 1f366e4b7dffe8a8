import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moveCurrencies } from './move-currencies.ts'

const purse = { currency_id: null, balances: [] }
const swiss = { currency_id: 'CHF', balances: [] }

test('money leaves in the currency of the account it comes from and arrives in that of the other', () => {
  assert.deepEqual(moveCurrencies(purse, swiss, 'EUR'), { leaves: 'EUR', arrives: 'CHF', isOptional: false })
  assert.deepEqual(moveCurrencies(swiss, purse, 'EUR'), { leaves: 'CHF', arrives: 'EUR', isOptional: true })
  assert.deepEqual(moveCurrencies(undefined, swiss, 'EUR'), {
    leaves: 'CHF',
    arrives: 'CHF',
    isOptional: false,
  })
})

test('francs in a purse go to the account in francs as they are', () => {
  const francs = { ...purse, balances: [{ currency_id: 'CHF', amount: 50 }] } as never // only these two are read
  assert.equal(moveCurrencies(francs, swiss, 'EUR').leaves, 'CHF')
})
