import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { rateDayWords } from './rate-days.ts'

chooseLocale('en-GB')

test('a rate is named by its own day, which may be earlier than the day that it counts on', () => {
  const today = '2026-11-17'
  assert.equal(rateDayWords([today, today], today), 'at today’s rates')
  assert.equal(rateDayWords(['2026-10-30'], today), 'at the rate of 30 October')
  assert.equal(rateDayWords(['2026-10-30', '2026-10-30'], today), 'at the rates of 30 October')
  assert.equal(rateDayWords(['2026-10-30', today], today), 'at the latest rates')
})
