import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLocale } from '../ui/locale.ts'
import { aDebt } from './a-debt.ts'
import { changedDebt, debtValues, isUnpaid } from './debt.ts'

chooseLocale('en-GB')
const debt = aDebt({ notes: 'On the phone.', due_date: '2026-11-30', reference: 'A1' })

test('a form without changes sends the debt as it is', () => {
  assert.deepEqual(changedDebt(debt, debtValues(debt)), changedDebt(debt, {}))
  assert.equal(changedDebt(debt, {}).reference, 'A1')
})

test('a changed amount of an unpaid debt is outstanding', () => {
  const { original_amount, outstanding_amount } = changedDebt(debt, { text: '50' })
  assert.deepEqual([original_amount, outstanding_amount], [50, 50])
  assert.ok(isUnpaid(debt))
  assert.ok(!isUnpaid(aDebt({ original_amount: 600, outstanding_amount: 350 })))
})

test('a due day can be taken away, and empty notes are none', () => {
  const draft = changedDebt(debt, { due: null, notes: '', name: 'Tickets', opened: '2026-10-01' })
  assert.deepEqual(
    [draft.due_date, draft.notes, draft.name, draft.opened_date],
    [null, null, 'Tickets', '2026-10-01'],
  )
})
