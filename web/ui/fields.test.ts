import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterKey, amountOfField, fieldOfAmount, shownAmount } from './amount-input.ts'
import { sameDayOfMonth, weeksOf } from './calendar-days.ts'
import { fit, matching } from './matching.ts'

/** The pure parts of the fields and pickers. */

test('a name is found by its beginning, by the beginning of a word and by a part, in this order', () => {
  const names = ['Old bank', 'Bank', 'Databank', 'Bank of Graz', 'Cash']
  assert.deepEqual(
    matching(names, 'bank', (name) => name),
    ['Bank', 'Bank of Graz', 'Old bank', 'Databank'],
  )
  assert.deepEqual(
    matching(names, ' ', (name) => name),
    names,
  )
  assert.equal(fit('Bela Kovács', 'kovacs'), 2)
  assert.equal(fit('Cash', 'x'), -1)
})

test('the keypad types sums: no sign comes first, a sign replaces a sign, and no number has decimals too many', () => {
  const keys = (...all: string[]) => all.reduce((text, key) => afterKey(text, key, 2), '')
  assert.equal(keys('+', '1', '2', '.', '5', '+', '−', '3'), '12.5−3')
  assert.equal(keys('1', '2', 'delete', 'delete', 'delete'), '')
  assert.equal(keys(...'8.908.90'), '8.90', 'typed again over a draft that was kept')
  assert.equal(keys(...'8.90+1,255'), '8.90+1,25')
})

test('a figure of the keypad takes the place of selected text, and a sign continues it', () => {
  assert.equal(afterKey('200', '5', 2, true), '5')
  assert.equal(afterKey('200.00', '.', 2, true), '.')
  assert.equal(afterKey('200', '+', 2, true), '200+')
  assert.equal(afterKey('200', 'delete', 2, true), '')
  assert.equal(afterKey('200', '5', 2), '2005')
})

test('a field that nobody edits shows thousands apart, and everything else as it was typed', () => {
  const shown = (text: string, currency = 'EUR') => shownAmount(text, currency)
  assert.equal(shown('2410.72'), '2,410.72')
  assert.equal(shown('999.5'), '999.5')
  assert.equal(shown('12000', 'JPY'), '12,000')
  assert.equal(shown('1000+500'), '1000+500', 'a sum is still being typed')
  assert.equal(shown('12,34,5'), '12,34,5', 'a fault stays as it is')
})

test('the text of a field and an amount of the API are each as the other', () => {
  assert.equal(amountOfField('12,50+3', 'EUR'), 15.5)
  assert.equal(amountOfField('12.5', 'JPY'), undefined)
  assert.equal(fieldOfAmount(15.5, 'EUR', 'en-GB'), '15.50')
  assert.equal(fieldOfAmount(15.5, 'EUR', 'de-AT'), '15,50')
  assert.equal(fieldOfAmount(1200, 'JPY', 'en-GB'), '1200')
})

test('a month is shown in whole weeks, which begin as the locale has it', () => {
  const british = weeksOf('2026-11-15', 'en-GB')
  assert.deepEqual([british.length, british[0]?.[0], british.at(-1)?.at(-1)], [6, '2026-10-26', '2026-12-06'])
  const american = weeksOf('2026-11-15', 'en-US')
  assert.deepEqual(
    [american.length, american[0]?.[0], american.at(-1)?.at(-1)],
    [5, '2026-11-01', '2026-12-05'],
  )
  assert.equal(weeksOf('2027-02-10', 'en-GB').length, 4)
  assert.equal(sameDayOfMonth('2026-01-31', 1), '2026-02-28')
})
