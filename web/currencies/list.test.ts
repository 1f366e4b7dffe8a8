import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyFacts } from '../../contract/iso4217.ts'
import { speak } from '../../words/t.ts'
import { currencyLabel, currencyList, everydayCurrencies, findCurrencies } from './list.ts'

const found = (text: string, first: string[] = []) => findCurrencies(text, first).map(({ id }) => id)

test('nobody is offered a currency that nobody pays with', () => {
  const ids = everydayCurrencies.map(({ id }) => id)
  assert(ids.includes('EUR') && ids.length > 140)
  assert(!ids.includes('CHE') && !ids.includes('UYW'))
  for (const id of ids) assert(currencyFacts(id))
})

test('a currency is called by its name first, so that typing the name finds it in a plain list', () => {
  assert.equal(currencyLabel({ id: 'EUR', name: 'Euro' }), 'Euro, EUR €')
  assert.equal(currencyLabel({ id: 'AED', name: 'Dirham' }), 'Dirham, AED')
  const beginning = everydayCurrencies.filter((one) => currencyLabel(one).startsWith('Euro'))
  assert.deepEqual(
    beginning.map(({ id }) => id),
    ['EUR'],
  )
})

test('a name or a code in full comes first, in any case, and so does a symbol', () => {
  for (const text of ['euro', 'Euro', 'EUR', 'eur', '€']) assert.equal(found(text)[0], 'EUR', text)
  assert.equal(found('all')[0], 'ALL')
  assert.equal(found('yen')[0], 'JPY')
})

test('a fund is found by its code alone', () => {
  assert.equal(found('che')[0], 'CHE')
  assert(!found('wir').includes('CHE') && !found('euro').includes('CHE') && !found('ch').includes('CHE'))
  assert(!currencyList().some(({ id }) => id === 'XAD'))
  assert.equal(currencyList(['CLF'])[0]?.id, 'CLF')
})

test('of equals those of the book come first, then the usual ones', () => {
  assert.equal(found('dollar')[0], 'USD')
  assert.deepEqual(found('dollar', ['NZD']).slice(0, 2), ['NZD', 'USD'])
  assert.deepEqual(found('$', ['EUR', 'CAD'])[0], 'CAD')
  assert.deepEqual(found('', ['JPY', 'EUR']).slice(0, 3), ['JPY', 'EUR', everydayCurrencies[0]?.id])
})

test('a reader finds a currency by its name in their language, and by the English one', () => {
  speak('de')
  try {
    assert.equal(found('schweizer franken')[0], 'CHF')
    assert.equal(found('swiss franc')[0], 'CHF')
    assert.equal(currencyLabel({ id: 'CHF', name: 'Swiss Franc' }), 'Schweizer Franken, CHF')
  } finally {
    speak('en')
  }
})
