import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nothingOn } from './first-day.ts'

test('days before the first entry of a book are not days on which nothing was spent', () => {
  const said = (first: string | undefined) =>
    nothingOn(first, '2026-10-31', '2026-11-19', 'Nothing was spent in October')
  assert.match(said('2026-11-18'), /^No entries before /)
  assert.equal(said('2026-10-31'), 'Nothing was spent in October')
  assert.equal(said('2025-02-01'), 'Nothing was spent in October')
  assert.equal(said(undefined), 'Nothing was spent in October', 'until it is known')
})
