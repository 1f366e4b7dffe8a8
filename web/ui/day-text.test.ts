import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, isDay } from '../../contract/day.ts'
import { languageTags } from '../../words/languages.ts'
import { inLanguage } from '../../words/t.ts'
import { dayText } from './dates.ts'
import { dayForEditing, orderIn, readDay } from './day-text.ts'
import { dayWords } from './day-words.ts'
import { fold } from './matching.ts'

/** A Sunday. */
const today = '2026-11-15'
const british = { today, order: 'day first', words: dayWords() } as const
const american = { ...british, order: 'month first' } as const

const examples: [string, string | undefined][] = [
  ['12', '2026-11-12'],
  ['15', '2026-11-15'],
  ['16', '2026-10-16'],
  ['31', '2026-10-31'],
  ['12.', '2026-11-12'],
  ['12th', '2026-11-12'],
  ['12.11', '2026-11-12'],
  ['12.11.', '2026-11-12'],
  ['12/11', '2026-11-12'],
  ['12-11', '2026-11-12'],
  ['11/25', '2026-11-25'],
  ['25/11', '2026-11-25'],
  ['24.12', '2025-12-24'],
  ['1.12', '2026-12-01'],
  ['29.2', '2024-02-29'],
  ['12.11.25', '2025-11-12'],
  ['12.11.1999', '1999-11-12'],
  ['12.11.99', '1999-11-12'],
  ['2026-11-12', '2026-11-12'],
  ['2026/1/2', '2026-01-02'],
  ['fri', '2026-11-13'],
  ['Friday', '2026-11-13'],
  ['sun', '2026-11-15'],
  ['last sun', '2026-11-08'],
  ['next fri', '2026-11-20'],
  ['yesterday', '2026-11-14'],
  ['TODAY', '2026-11-15'],
  ['tomorrow', '2026-11-16'],
  ['-3', '2026-11-12'],
  ['−3', '2026-11-12'],
  ['+2', '2026-11-17'],
  ['12 nov', '2026-11-12'],
  ['12nov', '2026-11-12'],
  ['nov 12', '2026-11-12'],
  ['12 November 2025', '2025-11-12'],
  ['Nov 12, 2025', '2025-11-12'],
  ['3rd oct', '2026-10-03'],
  ['', undefined],
  ['soon', undefined],
  ['32', undefined],
  ['0', undefined],
  ['31.4', undefined],
  ['2026-02-29', undefined],
  ['1899-12-31', undefined],
  ['12 nov oct', undefined],
]

test('days are read as people type them', () => {
  for (const [text, day] of examples) assert.equal(readDay(text, british), day, JSON.stringify(text))
})

test('the locale decides whether the day or the month comes first', () => {
  assert.equal(readDay('11/12', american), '2026-11-12')
  assert.equal(readDay('10/11', british), '2026-11-10')
  assert.equal(readDay('10/11', american), '2026-10-11')
  assert.equal(readDay('25/10', american), '2026-10-25')
  assert.deepEqual(['en-GB', 'en-US', 'de-AT', 'hu-HU'].map(orderIn), [
    'day first',
    'month first',
    'day first',
    'month first',
  ])
})

test('a due day is read as a day to come', () => {
  const due = { ...british, lean: 'future' } as const
  assert.deepEqual(
    ['12', '15', '20', 'fri', 'sun', '12.11', '24.12'].map((text) => readDay(text, due)),
    ['2026-12-12', '2026-11-15', '2026-11-20', '2026-11-20', '2026-11-15', '2027-11-12', '2026-12-24'],
  )
})

test('every day, written for editing, reads as the same day, whatever today is', () => {
  const days = fc.integer({ min: 0, max: 109_000 }).map((count) => addDays('1900-01-01', count))
  fc.assert(
    fc.property(
      days,
      days,
      fc.constantFrom('day first' as const, 'month first' as const),
      (day, now, order) => {
        const style = { today: now, order, words: dayWords() }
        assert.equal(readDay(dayForEditing(day, style, ''), style), day)
        assert.equal(readDay(day, style), day)
      },
    ),
  )
})

test('any text is a day that exists, or none', () => {
  const near = fc.array(
    fc.constantFrom(...'0123456789', '-', '.', '/', ' ', 'nov', 'fri', 'last', '+', 'th'),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        near.map((parts) => parts.join('')),
      ),
      (text) => {
        for (const style of [british, american, { ...british, lean: 'future' } as const]) {
          const day = readDay(text, style)
          assert.ok(day === undefined || isDay(day), `${JSON.stringify(text)} → ${day}`)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})

test('a day is written for editing in the order of the reader where it is shown in a form that is not read', () => {
  const written = (order: 'day first' | 'month first') =>
    dayForEditing('2026-10-31', { ...british, order }, '31 of something')
  assert.deepEqual([written('day first'), written('month first')], ['31 Oct 2026', 'Oct 31, 2026'])
})

test('a day is written for editing as it is shown elsewhere, and reads as the same day in every language', () => {
  const years = Array.from({ length: 366 }, (_, count) => addDays('2024-01-01', count))
  for (const language of languageTags)
    inLanguage(language, () => {
      const style = { ...british, words: dayWords() }
      for (const day of years) {
        const written = dayForEditing(day, style, dayText(day))
        assert.equal(readDay(written, style), day, written)
        if (language !== 'uk')
          assert.equal(written, dayText(day), 'the Ukrainian one has a word after the year')
      }
    })
  const shown = (locale: string) => dayForEditing('2026-11-19', british, dayText('2026-11-19', locale))
  assert.deepEqual(
    ['de-DE', 'en-GB', 'en-US'].map((locale) => inLanguage('de', () => shown(locale))),
    ['19. Nov. 2026', '19 Nov 2026', 'Nov 19, 2026'],
  )
})

test('days of another language are read with and without its accents, and as Florin writes them', () => {
  assert.equal(fold('ŁÓDŹ, п’ятниця, пʼятниця'), "lodz, п'ятниця, п'ятниця")
  for (const [language, texts] of [
    ['pl', ['12 października', '12 PAZDZIERNIKA', '12 paź', '12.10', 'paź 12']],
    ['uk', ['12 жовтня', '12жовтня', '12 жовт', '12.10']],
  ] as const) {
    const style = { ...british, words: inLanguage(language, dayWords) }
    for (const text of texts) assert.equal(readDay(text, style), '2026-10-12', text)
    for (let month = 1; month <= 12; month++) {
      const day = `2024-${String(month).padStart(2, '0')}-05`
      assert.equal(readDay(dayForEditing(day, style, ''), style), day)
    }
  }
  const [polish, ukrainian] = (['pl', 'uk'] as const).map((language) => ({
    ...british,
    words: inLanguage(language, dayWords),
  }))
  assert(polish && ukrainian)
  assert.equal(readDay('środa', polish), '2026-11-11')
  assert.equal(readDay('zeszłą niedzielę', polish), '2026-11-08')
  assert.equal(readDay('przedwczoraj', polish), '2026-11-13')
  assert.equal(readDay('пʼятниця', ukrainian), '2026-11-13')
  assert.equal(readDay('позавчора', ukrainian), '2026-11-13')
})
