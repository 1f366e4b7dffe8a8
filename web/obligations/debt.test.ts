import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import { changedDebt, isUnpaid, savedDebt } from './debt.ts'

chooseLocale('en-GB')
const debt = aDebt({ notes: 'On the phone.', due_date: '2026-11-30', reference: 'A1' })
const saved = savedDebt(debt)

test('a form without changes sends the debt as it is', () => {
  assert.deepEqual(changedDebt(saved, saved.values), changedDebt(saved, {}))
  assert.equal(changedDebt(saved, {}).reference, 'A1')
})

test('a changed amount of an unpaid debt is outstanding', () => {
  const { original_amount, outstanding_amount } = changedDebt(saved, { text: '50' })
  assert.deepEqual([original_amount, outstanding_amount], [50, 50])
  assert.ok(isUnpaid(debt))
  assert.ok(!isUnpaid(aDebt({ original_amount: 600, outstanding_amount: 350 })))
})

test('a field that I did not change is as it was saved last', () => {
  const theirs = savedDebt({ ...debt, outstanding_amount: 20, reference: 'B2', version: 2 })
  const { outstanding_amount, reference, name } = changedDebt(theirs, { name: 'Tickets' })
  assert.deepEqual([outstanding_amount, reference, name], [20, 'B2', 'Tickets'])
})

test('a due day can be taken away, and empty notes are none', () => {
  const draft = changedDebt(saved, { due: null, notes: '', name: 'Tickets', opened: '2026-10-01' })
  assert.deepEqual(
    [draft.due_date, draft.notes, draft.name, draft.opened_date],
    [null, null, 'Tickets', '2026-10-01'],
  )
})
