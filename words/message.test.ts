import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '../contract/faults.ts'
import { compile } from './compile.ts'
import { languageOf, languageTags } from './languages.ts'
import { say } from './message.ts'
import { comma, inLanguage } from './t.ts'

const inArabic = (text: string, values: Record<string, unknown>) =>
  say(compile(text), values, { language: 'ar', number: String }).join('')

test('in Arabic a value stands apart, cannot turn what follows it, and leaves addresses as they are', () => {
  assert.equal(inArabic('a {name} b', { name: 'Sam' }), 'a \u2068Sam\u2069 b')
  assert.equal(inArabic('a {name} b', { name: '\u202eS\u2069am\u2066' }), 'a \u2068Sam\u2069 b')
  assert.equal(
    inArabic('PUT /rates/{from}/{to}: {day}', { from: 'EUR', to: 'USD', day: '1' }),
    'PUT /rates/EUR/USD: \u20681\u2069',
  )
})

test('the comma of a list without an "and" is that of the language', () => {
  const commas = languageTags.map((tag) => inLanguage(tag, () => ['1', '2'].join(comma())))
  assert.deepEqual(commas, [...Array.from({ length: 6 }, () => '1, 2'), '1、2', '1، 2'])
})

test('in German, a form follows its whole sentence', () => {
  const said = inLanguage('de', () => [
    faults.not_in_form({ field: 'date', form: 'date', value: 'x' }),
    faults.not_a_day({ field: 'date', first: '1900-01-01', last: '2200-12-31', value: 'x' }),
  ])
  assert.deepEqual(said, [
    'date muss so geschrieben sein: ein Tag von 1900-01-01 bis 2200-12-31 im Format YYYY-MM-DD; x ist das nicht.',
    'date muss ein Tag von 1900-01-01 bis 2200-12-31 im Format YYYY-MM-DD sein; „x“ ist das nicht.',
  ])
})

test('Chinese in simplified letters is spoken wherever it is asked for, and other letters are not taken for it', () => {
  const found = ['zh', 'zh-CN', 'zh-Hans-HK', 'zh-TW', 'zh-Hant', 'ZH-hk'].map(languageOf)
  assert.deepEqual(found, ['zh-Hans', 'zh-Hans', 'zh-Hans', undefined, undefined, undefined])
})
