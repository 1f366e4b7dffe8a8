import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dayInSentence,
  dayLong,
  dayOfMonth,
  dayOfRow,
  daysBetween,
  dayText,
  dueText,
  momentText,
  monthName,
  monthShort,
  monthText,
  rangeText,
  withDays,
} from './dates.ts'

const today = '2026-11-14'

test('a day is written as the locale writes it', () => {
  assert.equal(dayText('2026-11-12', 'en-GB'), '12 Nov 2026')
  assert.equal(dayText('2026-11-12', 'en-US'), 'Nov 12, 2026')
  assert.equal(dayText('2026-11-12', 'de-DE'), '12. Nov. 2026')
  assert.equal(dayText('2026-11-12', 'ja-JP'), '2026年11月12日')
  assert.equal(dayLong(today, today, 'en-GB'), 'Saturday 14 November')
  assert.equal(dayLong('2025-11-14', today, 'en-GB'), 'Friday, 14 November 2025')
  assert.equal(dayLong(today, today, 'de-DE'), 'Samstag, 14. November')
  assert.equal(dayInSentence('2026-11-01', today, 'en-GB'), '1 November')
  assert.equal(dayInSentence('2027-01-15', today, 'en-GB'), '15 January 2027')
  // Where the calendar in use is another one, the days are still those of the books.
  assert.equal(dayText('2026-11-12', 'th-TH').includes('2026'), true)
})

test('a row says the day in as few words as are needed', () => {
  const row = (day: string) => dayOfRow(day, today, 'en-GB')
  assert.deepEqual(
    ['2026-11-14', '2026-11-13', '2026-11-15', '2026-11-12', '2026-10-31', '2025-11-12'].map(row),
    ['Today', 'Yesterday', 'Tomorrow', 'Thu 12', 'Sat 31 Oct', '12 Nov 2025'],
  )
  assert.equal(dayOfRow('2026-11-12', today, 'en-US'), 'Thu 12')
  assert.equal(dayOfRow('2026-11-12', today, 'de-DE'), 'Do., 12.')
  assert.equal(dayOfRow('2026-11-01', '2026-11-02', 'en-GB'), 'Yesterday')
  assert.equal(dayOfRow('2025-12-31', '2026-01-01', 'en-GB'), 'Yesterday')
})

test('a due day says how late it is, or when it comes', () => {
  const due = (day: string) => dueText(day, today, 'en-GB')
  assert.deepEqual(
    ['2026-11-01', '2026-11-13', '2026-11-14', '2026-11-15', '2026-11-20', '2026-11-21', '2027-01-15'].map(
      due,
    ),
    [
      '13 days late',
      '1 day late',
      'due today',
      'due tomorrow',
      'due Friday',
      'due 21 Nov',
      'due 15 Jan 2027',
    ],
  )
})

test('months and ranges', () => {
  assert.equal(monthText('2026-11', 'en-GB'), 'November 2026')
  assert.equal(monthText('2026-11', 'hu-HU'), '2026. november')
  assert.equal(monthName('2026-11', 'en-US'), 'November')
  assert.equal(monthShort('2026-09', 'en-US'), 'Sep')
  assert.equal(monthShort('2026-09', 'de-DE'), 'Sept.', 'as in 3. Sept. 2026')
  assert.equal(monthShort('2026-09', 'zh-Hans-CN'), '9月')
  assert.equal(rangeText('2026-10-01', '2026-10-14', 'en-GB'), '1–14 Oct 2026')
})

test('a moment is told in the time zone of the reader', () => {
  const moment = '2026-11-13T23:30:00.000000Z'
  assert.equal(momentText(moment, today, 'Europe/Vienna', 'en-GB'), 'Today, 00:30')
  assert.equal(momentText(moment, today, 'America/New_York', 'en-GB'), 'Yesterday, 18:30')
})

test('a civil day is the same day whatever the time zone of the machine', () => {
  const before = process.env.TZ
  try {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Sao_Paulo', 'UTC']) {
      process.env.TZ = zone
      fc.assert(
        fc.property(
          fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }),
          (date) => {
            const day = date.toISOString().slice(0, 10)
            assert.equal(Number(dayOfMonth(day, 'en-GB')), Number(day.slice(8)))
            assert.equal(daysBetween(day, today), -daysBetween(today, day))
          },
        ),
        { numRuns: 50 },
      )
    }
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test('days in a sentence of the service are written as the reader writes them, and names of files stay', () => {
  const said = 'Imported on 17 November from May.csv. You deleted it on 4 February 2024.'
  assert.equal(withDays(said, 'en-GB'), said)
  assert.equal(
    withDays('Imported on 17 November from 3 May.csv. You deleted it on 4 February 2024.', 'en-US'),
    'Imported on November 17 from 3 May.csv. You deleted it on February 4, 2024.',
  )
})
