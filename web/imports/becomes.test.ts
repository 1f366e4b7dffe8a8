import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRow } from '../../contract/import-rows.ts'
import type { Counts } from '../../contract/imports.ts'
import { decided, recounted } from './decisions.ts'
import { countOf } from './verdict-words.ts'

test('a row that somebody makes a transfer is counted below Transfers at once, and no longer below New', () => {
  const before = { verdict: 'new', draft: { kind: 'expense' }, is_changed: false } as ImportRow // the fields that it looks at
  const after = decided(before, { draft: { kind: 'transfer' } })
  const counts = { new: 7, transfer: 0, becomes: { new: 7, transfer: 0 } } as Counts // as above
  const now = recounted(counts, before, after)
  const rows = { undecided: 0, maybeHere: 0 }
  assert.deepEqual([countOf('new', now, rows), countOf('transfer', now, rows)], [6, 1])
})
