import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schedule } from '../../contract/schedule.ts'
import { ordinal, rhythmText, scheduleSentence } from './rhythm.ts'

const TODAY = '2026-11-15'
const monthly: Schedule = {
  start: '2026-11-15',
  every: 1,
  unit: 'month',
  on: null,
  end: null,
  count: null,
  working_days: 'none',
}
const text = (change: Partial<Schedule>) => rhythmText({ ...monthly, ...change }, TODAY, 'en-GB')

test('days and weeks say how often, and on which weekday', () => {
  assert.equal(text({ unit: 'day' }), 'every day')
  assert.equal(text({ unit: 'day', every: 3 }), 'every 3 days')
  assert.equal(text({ unit: 'week' }), 'every week on Sunday')
  assert.equal(text({ unit: 'week', every: 2, start: '2026-11-16' }), 'every other week on Monday')
  assert.equal(text({ unit: 'week', every: 4, start: '2026-11-10' }), 'every 4 weeks on Tuesday')
})

test('months say their day: a number, the last one, or a weekday', () => {
  assert.equal(text({}), 'every month on the 15th')
  assert.equal(text({ on: 1 }), 'every month on the 1st')
  assert.equal(text({ on: 'last' }), 'every month on the last day')
  assert.equal(text({ on: 31 }), 'every month on the 31st, or the last day of a shorter month')
  assert.equal(text({ on: { weekday: 2, nth: 2 } }), 'every month on the second Tuesday')
  assert.equal(text({ on: { weekday: 5, nth: -1 }, every: 3 }), 'every 3 months on the last Friday')
  assert.equal(
    text({ on: { weekday: 1, nth: 5 } }),
    'every month on the fifth Monday, in the months that have one',
  )
})

test('years say their day and month', () => {
  assert.equal(text({ unit: 'year', start: '2027-01-16' }), 'every year on 16 January')
  assert.equal(
    text({ unit: 'year', on: 'last', start: '2027-02-01' }),
    'every year on the last day of February',
  )
  assert.equal(
    text({ unit: 'year', every: 2, on: { weekday: 7, nth: 2 }, start: '2027-05-01' }),
    'every other year on the second Sunday of May',
  )
  assert.equal(
    text({ unit: 'year', start: '2028-02-29' }),
    'every year on 29 February, or the 28th in most years',
  )
  assert.equal(text({ unit: 'year', on: 31, start: '2027-04-01' }), 'every year on 30 April')
})

test('the working-day rule and the end are said too', () => {
  assert.equal(
    text({ on: 'last', working_days: 'before' }),
    'every month on the last day, on the Friday before if that is a weekend',
  )
  assert.equal(
    text({ on: 5, working_days: 'after', end: '2027-06-30' }),
    'every month on the 5th, on the Monday after if that is a weekend, until 30 June 2027',
  )
  assert.equal(text({ count: 12 }), 'every month on the 15th, 12 times')
  assert.equal(text({ count: 1, on: 20 }), 'once, on 20 November')
})

test('a schedule is read back with its first days', () => {
  assert.equal(
    scheduleSentence({ ...monthly, on: 'last' }, TODAY, 'en-GB'),
    'Every month on the last day. First on Monday 30 November, then 31 December, 31 January 2027 and 28 February 2027.',
  )
  assert.equal(
    scheduleSentence({ ...monthly, end: '2026-11-10' }, TODAY, 'en-GB'),
    'No day fits this, so it would never come.',
  )
  assert.equal(scheduleSentence({ ...monthly, count: 1 }, TODAY, 'en-GB'), 'Once, on Sunday 15 November.')
})

test('numbers have their endings', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31].map(ordinal), [
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '22nd',
    '23rd',
    '31st',
  ])
})
