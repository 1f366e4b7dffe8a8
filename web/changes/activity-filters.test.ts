import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../contract/changes.ts'
import { activityFiltersIn, dayAt, endOfDay, kindsOfRecord, startOfDay } from './activity-filters.ts'

test('a day is filtered by its first and its last moment where the reader is', () => {
  assert.equal(startOfDay('2026-11-15', 'Europe/Vienna'), '2026-11-14T23:00:00Z')
  assert.equal(endOfDay('2026-11-15', 'Europe/Vienna'), '2026-11-15T22:59:59.999Z')
})

test('the day of a filter is shown as it was chosen, also when clocks change', () => {
  for (const day of ['2026-03-29', '2026-10-25'])
    for (const moment of [startOfDay(day, 'Europe/Vienna'), endOfDay(day, 'Europe/Vienna')])
      assert.equal(dayAt(moment, 'Europe/Vienna'), day)
})

test('an address with something else than a moment shows no day', () => {
  assert.equal(dayAt('yesterday'), '')
  assert.equal(dayAt(undefined), '')
})

test('only filters that are known go to the API', () => {
  assert.deepEqual(activityFiltersIn({ resource: 'account', version: '7', dated_from: '' }), {
    resource: 'account',
  })
})

test('every kind of record can be filtered by', () => {
  const all = kindsOfRecord()
    .flatMap(({ value }) => value.split(','))
    .sort()
  assert.deepEqual(all, [...resources].sort())
})
