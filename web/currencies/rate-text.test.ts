import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRate } from './rate-text.ts'

test('a rate is read with a point or a comma in every locale', () => {
  for (const locale of ['en-GB', 'de-AT'])
    for (const text of ['0.00614', '0,00614', ' .00614 '])
      assert.equal(readRate(text, locale), 0.00614, `${text} in ${locale}`)
  assert.equal(readRate('1.234', 'en-GB'), 1.234)
  assert.equal(readRate('1,234', 'en-GB'), 1.234)
  assert.equal(readRate('162.5', 'de-AT'), 162.5)
  assert.equal(readRate('2', 'en-GB'), 2)
})

test('a sum is a rate too: what the bank took divided by what was paid', () => {
  assert.equal(readRate('7.37/1200', 'en-GB'), 0.006141666666667)
})

test('text that is not a number above zero is not a rate', () => {
  for (const text of ['', 'one', '0', '0.00', '-1', '1/0', '1e3', '0x10', 'Infinity'])
    assert.equal(readRate(text, 'en-GB'), undefined, text)
})

test('a rate is no smaller and no larger than the service takes', () => {
  assert.equal(readRate('0.000000000000001', 'en-GB'), 1e-15)
  assert.equal(readRate('1000000000000000', 'en-GB'), 1e15)
  for (const text of ['0.0000000000000009', '1000000000000001'])
    assert.equal(readRate(text, 'en-GB'), undefined, text)
})
