import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allCurrencies } from '../../contract/iso4217.ts'
import { languages } from '../../words/languages.ts'
import { readAmountText, separatorIn } from './amount-text.ts'
import {
  axisMoney,
  compactMoney,
  decimalsOf,
  exactText,
  exampleAmount,
  figureParts,
  minorOf,
  moneyText,
  rateExact,
  rateText,
  spokenMoney,
  sumOf,
  symbolOf,
} from './money.ts'

const gb = { locale: 'en-GB' }
/** Locales put different kinds of spaces between an amount and its symbol. */
const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

test('an amount has its symbol, all its decimals and a real minus', () => {
  assert.equal(moneyText(1428.8, 'EUR', gb), '€1,428.80')
  assert.equal(moneyText(-73.2, 'EUR', gb), '−€73.20')
  assert.equal(moneyText(-0.05, 'EUR', gb), '−€0.05')
  assert.equal(moneyText(0, 'EUR', gb), '€0.00')
  assert.equal(spaced(moneyText(-73.2, 'EUR', { locale: 'de-AT' })), '−€ 73,20')
  assert.equal(spaced(moneyText(-1073.2, 'EUR', { locale: 'de-DE' })), '−1.073,20 €')
  assert.doesNotMatch(moneyText(-73.2, 'EUR', { locale: 'hu-HU' }), /-/)
})

test('only money in has a plus, and nothing has no sign at all', () => {
  assert.equal(moneyText(100, 'EUR', { ...gb, signed: true }), '+€100.00')
  assert.equal(moneyText(-100, 'EUR', { ...gb, signed: true }), '−€100.00')
  assert.equal(moneyText(0, 'EUR', { ...gb, signed: true }), '€0.00')
  assert.equal(moneyText(-0.3, 'EUR', { ...gb, whole: true }), '€0')
  assert.equal(moneyText(-0.3, 'EUR', { ...gb, whole: true, symbol: false }), '0')
})

test('the decimals are those of ISO 4217, which are not always those of Intl', () => {
  assert.equal(moneyText(12400, 'JPY', gb), '¥12,400')
  assert.equal(spaced(moneyText(1.5, 'KWD', gb)), 'KWD 1.500')
  assert.equal(spaced(moneyText(1.5, 'HUF', { locale: 'hu-HU' })), '1,50 Ft')
  assert.equal(decimalsOf('ISK'), 0)
})

test('in Arabic, amounts have the symbols of Arabic, and Latin ones stay in one piece', () => {
  const ar = { locale: 'ar-EG-u-nu-latn' }
  /** With names for the signs that are not seen. */
  const seen = (text: string) => spaced(text).replaceAll('\u200f', '<R>').replaceAll('\u200e', '<L>')
  assert.equal(seen(moneyText(12850.5, 'EGP', ar)), '<R>12,850.50 ج.م.<R>')
  assert.equal(seen(moneyText(-90, 'EGP', ar)), '<R><L>−90.00 ج.م.<R>')
  assert.equal(seen(moneyText(-12.5, 'USD', ar)), '<R><L>−12.50 <R>US$<L><R>')
  assert.equal(seen(moneyText(-12.5, 'GBP', ar)), '<R><L>−12.50 <R>UK£<L><R>')
  assert.equal(seen(moneyText(-12.5, 'EUR', ar)), '<R><L>−12.50 €')
  assert.equal(seen(figureParts(12.5, 'USD', ar).after), ' <R>US$<L><R>')
  assert.equal(seen(symbolOf('USD', ar.locale)), '<R>US$<L><R>')
  assert.equal(seen(symbolOf('EGP', ar.locale)), 'ج.م.')
  assert.deepEqual(axisMoney([0, 30], 'EGP', ar.locale).map(seen), ['<R>0 ج.م.<R>', '<R>30 ج.م.<R>'])
  assert.equal(seen(symbolOf('USD', 'en-GB')), '$')
})

test('a symbol that several currencies have is left to the one that is known by it', () => {
  assert.equal(symbolOf('USD', 'en-GB'), '$')
  assert.equal(symbolOf('CAD', 'en-GB'), 'CA$')
  assert.equal(symbolOf('CAD', 'en-CA'), '$')
  assert.equal(symbolOf('USD', 'en-CA'), 'US$')
  assert.equal(symbolOf('JPY', 'en-GB'), '¥')
  assert.notEqual(symbolOf('CNY', 'en-GB'), '¥')
})

test('a column can leave the symbol to its head, a summary the cents', () => {
  assert.equal(moneyText(5300, 'EUR', { ...gb, symbol: false }), '5,300.00')
  assert.equal(moneyText(-4.3, 'EUR', { ...gb, symbol: false }), '−4.30')
  assert.equal(moneyText(-39.6, 'EUR', { ...gb, whole: true, signed: true }), '−€40')
  assert.equal(moneyText(-0.2, 'EUR', { ...gb, whole: true, signed: true }), '€0')
})

test('a figure comes in pieces: the whole, the cents, and what stands after them', () => {
  assert.deepEqual(figureParts(33837.19, 'EUR', gb), { whole: '€33,837', cents: '.19', after: '' })
  assert.deepEqual(figureParts(-12400, 'JPY', gb), { whole: '−¥12,400', cents: '', after: '' })
  const german = figureParts(33837.19, 'EUR', { locale: 'de-DE' })
  assert.deepEqual([german.whole, german.cents, german.after.trim()], ['33.837', ',19', '€'])
})

test('an axis is short', () => {
  assert.equal(compactMoney(32_000, 'EUR', 'en-GB'), '€32k')
  assert.equal(compactMoney(1_250, 'EUR', 'en-US'), '€1.25k')
  assert.equal(compactMoney(-10_000, 'EUR', 'en-GB'), '−€10k')
  assert.equal(compactMoney(0, 'EUR', 'en-GB'), '€0')
  assert.equal(compactMoney(2_000_000, 'JPY', 'en-US'), '¥2M')
  assert.deepEqual(axisMoney([0, 5_000], 'EUR', 'en-GB'), ['€0', '€5k'])
  assert.deepEqual(axisMoney([10_130, 10_135], 'EUR', 'en-GB'), ['€10,130', '€10,135'])
  assert.deepEqual(axisMoney([8_090, 8_100, 8_110], 'EUR', 'en-GB'), ['€8,090', '€8,100', '€8,110'])
  assert.deepEqual(axisMoney([0, 2_500, 5_000], 'EUR', 'en-GB'), ['€0', '€2.5k', '€5k'])
})

test('the values of an axis have their thousands apart in every language, also beside longer ones', () => {
  for (const { numbers } of Object.values(languages)) {
    const format = new Intl.NumberFormat(numbers, { useGrouping: true })
    const digits = (text: string) => text.replaceAll(/[^\d.,\s]/g, '').trim()
    const [thousands = '', more = ''] = axisMoney([7_310, 10_130], 'EUR', numbers)
    assert.deepEqual(
      [digits(thousands), digits(more)],
      [format.format(7_310), format.format(10_130)],
      numbers,
    )
  }
  assert.deepEqual(axisMoney([7_300, 10_000], 'EUR', 'de-DE').map(spaced), ['7.300 €', '10.000 €'])
})

test('an amount to be typed has the decimal sign of the reader, and is read as it is written', () => {
  for (const { numbers } of Object.values(languages))
    for (const [currency, minor] of [
      ['EUR', 1_250n],
      ['KWD', 12_500n],
      ['JPY', 1_200n],
    ] as const) {
      const style = { decimals: decimalsOf(currency), separator: separatorIn(numbers) }
      assert.partialDeepStrictEqual(readAmountText(exampleAmount(currency, numbers), style), { minor })
    }
  assert.deepEqual(
    ['en-GB', 'de-DE'].map((locale) => exampleAmount('EUR', locale)),
    ['12.50', '12,50'],
  )
})

test('an amount is read aloud as one would say it', () => {
  assert.equal(spokenMoney(-73.2, 'EUR'), 'minus 73 euro 20')
  assert.equal(spokenMoney(1428.8, 'EUR', { signed: true }), 'plus 1428 euro 80')
  assert.equal(spokenMoney(0.05, 'EUR'), '0 euro 05')
  assert.equal(spokenMoney(12400, 'JPY'), '12400 Japanese yen')
  assert.equal(spokenMoney(-39.6, 'EUR', { whole: true }), 'minus 40 euro')
  assert.equal(spokenMoney(0, 'EUR', { signed: true }), '0 euro')
})

test('sums are exact', () => {
  assert.equal(sumOf([0.1, 0.2, -0.3], 'EUR'), 0n)
  assert.equal(moneyText(sumOf([0.1, 0.2], 'EUR'), 'EUR', gb), '€0.30')
  assert.equal(moneyText(99_999_999_999_999_999n, 'EUR', gb), '€999,999,999,999,999.99')
})

test('a rate keeps all of its decimals', () => {
  assert.equal(rateText(0.9221, 'en-GB'), '0.9221')
  assert.equal(rateText(0.00614, 'de-DE'), '0,00614')
  assert.equal(
    rateText(1 / 3, 'en-GB'),
    '0.3333333',
    'an amount that was typed may make a rate of many digits',
  )
  assert.equal(rateText(1234.56789, 'en-GB'), '1,234.568')
  assert.equal(rateExact(1 / 3, 'en-GB'), '0.333333333333333')
})

test('every amount of every currency is written exactly: its digits are the digits of the amount', () => {
  const currency = fc.constantFrom(...allCurrencies.map(({ id }) => id))
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 15n) + 1n, 10n ** 15n - 1n), currency, (minor, id) => {
      const text = moneyText(minor, id, { ...gb, symbol: false })
      const digits = text.replaceAll(/[^\d]/g, '')
      assert.equal(BigInt(digits), minor < 0n ? -minor : minor)
      assert.equal(text.startsWith('−'), minor < 0n)
      const asNumber = Number(exactText(minor, id))
      assert.equal(minorOf(asNumber, id), minor)
      assert.equal(moneyText(asNumber, id, gb), moneyText(minor, id, gb))
    }),
    { numRuns: 300 },
  )
})
