import assert from 'node:assert/strict'
import { test } from 'node:test'
import { glancedAt } from './glances.ts'

const now = { current: '2026-11', today: '2026-11-17', start: 1 } as const

test('the current month is glanced at up to today, and its reports need no address', () => {
  assert.deepEqual(glancedAt('2026-11', now), {
    date: '2026-11-17',
    month: { date_from: '2026-11-01', date_to: '2026-11-17' },
    six: { date_from: '2026-06-01', date_to: '2026-11-30' },
    search: { six: {}, month: {}, day: {} },
  })
})

test('an earlier month is glanced at whole, and its reports are opened at the same days', () => {
  const { date, month, six, search } = glancedAt('2026-02', { ...now, start: 25 })
  assert.equal(date, '2026-02-24')
  assert.deepEqual(month, { date_from: '2026-01-25', date_to: '2026-02-24' })
  assert.deepEqual(six, { date_from: '2025-08-25', date_to: '2026-02-24' })
  assert.deepEqual(search, { six, month: { month: '2026-02' }, day: { date: '2026-02-24' } })
})
