import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMoment } from './moment.ts'

test('digits alone are a version, a time with its zone is a time in UTC, and anything else is not a moment', () => {
  assert.deepEqual(readMoment('0'), { version: 0 })
  assert.deepEqual(readMoment('000812'), { version: 812 })
  assert.deepEqual(readMoment('2026'), { version: 2026 })
  const times: [text: string, at: string][] = [
    ['2026-11-30T08:15:00Z', '2026-11-30T08:15:00.000000Z'],
    ['2026-11-30t08:15z', '2026-11-30T08:15:00.000000Z'],
    ['2026-11-30 08:15:00.1234567Z', '2026-11-30T08:15:00.123456Z'],
    ['2026-11-30T08:15:00,5+01:00', '2026-11-30T07:15:00.500000Z'],
    ['2026-11-30T08:15:00-0530', '2026-11-30T13:45:00.000000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000000Z'],
  ]
  for (const [text, at] of times) assert.deepEqual(readMoment(text), { at }, text)
  const none = [
    '',
    ' ',
    '-1',
    '1.5',
    '1e3',
    '+1',
    '9'.repeat(16),
    '١٢',
    'now',
    'yesterday',
    '2026-11',
    '2026-11-30',
    '08:15Z',
    '2026-11-30T08:15:00',
    '2026-02-30T08:15:00Z',
    '2026-11-30T24:01:00Z',
    '2026-11-30T08:15:00 01:00',
    '2026-11-30T08:15:00Z[Europe/Vienna]',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-12:00',
    '+012026-11-30T08:15:00Z',
    '-000001-01-01T00:00:00Z',
    '2026-11-30T08:15:00Z\0',
  ]
  for (const text of none) assert.equal(readMoment(text), undefined, JSON.stringify(text))
})
