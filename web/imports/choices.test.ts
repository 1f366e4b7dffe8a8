import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportDraft, ImportRow } from '../../contract/import-rows.ts'
import { bySorting, type Choice, choiceOf, withRule } from './choices.ts'
import { unusedIn } from './columns.ts'

const draft = (part: Partial<ImportDraft> = {}) =>
  ({
    kind: 'expense',
    category_id: 'food',
    category_name: 'Food',
    is_refund: false,
    notes: null,
    ...part,
  }) as ImportDraft

/** A new row, as far as choices look at it. */
const row = (part: Partial<ImportRow> = {}) =>
  ({
    n: 1,
    amount: -22.1,
    text: 'BILLA',
    category: null,
    verdict: 'new',
    reason: 'It is new.',
    draft: draft(),
    suggestion: null,
    is_changed: false,
    ...part,
  }) as ImportRow

test('rows are alike by their words, or by the name that only the file has; what they were is given back', () => {
  const other = draft({ category_id: null, category_name: 'Other expenses' })
  const reason = 'Nothing like it. The file has it under Sweets, which is not in your book.'
  const rows = [
    row({ n: 1, text: 'ZOTTER 1', category: 'Sweets', reason, draft: other }),
    row({ n: 2, text: 'ZOTTER 2', draft: other }),
    row({ n: 3, text: 'XOCOLAT', category: 'Sweets', reason, draft: other }),
    row({ n: 4, text: 'ZOTTER 4', draft: draft({ category_id: 'home' }) }),
  ]
  const chosen = { category_id: 'gifts' }
  const choose = (n: number, before?: Choice) => choiceOf(rows, rows[n - 1] ?? row(), chosen, 'Gifts', before)
  assert.deepEqual([choose(1)?.under, choose(1)?.more.map(({ n }) => n)], ['Sweets', [3]])
  const words = choose(2)
  assert.deepEqual([words?.under, words?.more.map(({ n }) => n)], [null, [1, 4]])
  assert.deepEqual(bySorting(words?.more ?? []), [
    { kind: 'expense', category_id: null, is_refund: false, ns: [1] },
    { kind: 'expense', category_id: 'home', is_refund: false, ns: [4] },
  ])
  assert.deepEqual(choose(2, words)?.more, words?.more)
  const ruled = withRule(words ?? assert.fail(), rows.slice(2))
  assert.deepEqual([ruled.isTaken, ruled.isRule, ruled.more.map(({ n }) => n)], [true, true, [1, 4, 3]])
  assert.equal(choiceOf(rows, row(), { kind: 'transfer' }, undefined, undefined), undefined)
})

test('columns that are not used are named with their first value', () => {
  const columns = [
    { name: 'Day', role: 'date' as const, samples: ['1'] },
    { name: 'MCC', role: 'ignore' as const, samples: ['', '5441'] },
  ]
  assert.deepEqual(unusedIn(columns), [{ index: 1, name: 'MCC', value: '5441' }])
})
