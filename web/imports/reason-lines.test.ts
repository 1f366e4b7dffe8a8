import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRow } from '../../contract/import-rows.ts'
import { reasonLines, rowHeight } from './reason-lines.ts'

/** A row whose reason is of before reasons had codes: then the sentence is shown as it is. */
const row = (reason: string, more: Partial<ImportRow> = {}) =>
  ({
    verdict: 'duplicate',
    reason,
    reasons: [],
    held: null,
    faults: [],
    is_changed: false,
    ...more,
  }) as unknown as ImportRow // the fields that it looks at

test('a row of the check is as high as its reason', () => {
  const long =
    'You entered it by hand on 12 November, as 3 payments, for 9 November, and the transfer from Savings on 10 November is here already.'
  assert.equal(reasonLines(row('Imported on 19 November from bank.csv.'), 1134), 2)
  assert.equal(rowHeight(row('Imported on 19 November from bank.csv.'), false, 1134), 46)
  assert.equal(reasonLines(row(long), 1134), 4)
  assert.equal(reasonLines(row(long), 920), 5)
  assert.equal(rowHeight(row(long), false, 1134), 82)
  assert.equal(rowHeight(row(long, { needs_attention: true }), false, 1134), 118, 'with its answers')
  assert.equal(rowHeight(undefined, false, 1134), 46)
})
