import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNewcomer, stepsDone } from './first-steps.ts'

const overview = { latest: [{ kind: 'opening' }], budgets: { rows: [] } } as never // no more is looked at
const nothing = {
  accounts: [],
  overview,
  importedCount: 0,
  devices: [{ device_name: 'Chrome on Mac' }],
  isPhone: false,
}

test('each step is done once the book says so', () => {
  assert.deepEqual([...stepsDone(nothing)], [])
  const said = {
    balance_as_of: { date: '2026-11-14', amount: 0, includes_day: false },
    opening_balance: null,
  }
  assert.deepEqual([...stepsDone({ ...nothing, accounts: [said] })], ['accounts'])
  const used = { latest: [{ kind: 'expense' }], budgets: { rows: [{ planned: 0 }] } } as never
  assert.deepEqual([...stepsDone({ ...nothing, overview: used })], ['entry', 'budget'])
  const spent = { latest: [], budgets: { rows: [{ planned: null }] } } as never
  assert.deepEqual([...stepsDone({ ...nothing, overview: spent })], [])
  const elsewhere = { ...nothing, importedCount: 1, devices: [{ device_name: 'Safari on iPhone' }] }
  assert.deepEqual([...stepsDone(elsewhere)], ['file', 'phone'])
})

test('somebody is new for thirty days', () => {
  const came = { created_at: '2026-11-01T12:00:00.000Z' }
  assert.deepEqual(
    ['2026-11-01', '2026-11-30', '2026-12-01'].map((today) => isNewcomer(came, today)),
    [true, true, false],
  )
})

test('on a phone, the step that leads to a phone is done', () => {
  assert.deepEqual([...stepsDone({ ...nothing, isPhone: true })], ['phone'])
})
