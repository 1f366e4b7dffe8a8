import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellsText, filled, refusedRow, rowsToSend, savedCell, unsaved, withCell } from './cells.ts'
import { courseText, endText, runsText } from './course.ts'
import { type Line, totalsOf } from './lines.ts'

const style = { currency: 'EUR', decimals: 2, separator: '.' } as const
const line = (name: string, part: Partial<Line> = {}): Line => ({
  category_id: name,
  category_name: name,
  ...{ parent_id: null, position: 0, icon: null },
  planned: null,
  actual: 0,
  carried: 0,
  left: 0,
  rollover: false,
  only: false,
  running: null,
  since: null,
  explain: null,
  version: 0,
  mean: null,
  ...part,
})
const running = { amount: 420, rollover: true, since: '2026-03', until: null }
const food = line('Food', {
  planned: 420,
  rollover: true,
  running,
  since: '2026-03',
  version: 9,
  mean: 38_255n,
})
const fun = line('Fun', { mean: 1_050n, actual: 7 })
const lines = [food, fun]

test('a cell is changed as long as it says something else than what is saved', () => {
  assert.deepEqual(savedCell(food, style), { text: '420', only: false, rollover: true, version: 9 })
  const raised = withCell({}, food, { text: '420+30' }, style)
  assert.deepEqual(raised, { Food: { text: '420+30', only: false, rollover: true, version: 9 } })
  assert.deepEqual(withCell(raised, food, { text: '400+20' }, style), {}, 'the same amount')
  assert.deepEqual(Object.keys(withCell({}, food, { text: '420', only: true }, style)), ['Food'])
  assert.deepEqual(withCell({}, fun, { only: true }, style), {}, 'without an amount there is nothing to save')
  assert.deepEqual(Object.keys(withCell({}, food, { text: '42x' }, style)), ['Food'])
})

test('unsaved cells count in the totals, and unfinished ones count as saved', () => {
  const cells = {
    Food: { text: '420+30', only: true, rollover: true },
    Fun: { text: '10+', only: false, rollover: false },
  }
  assert.equal(totalsOf(unsaved(lines, cells, style), 'EUR').planned, 45_000n)
  const emptied = unsaved(lines, { Food: { ...cells.Food, text: ' ' } }, style)
  assert.equal(totalsOf(emptied, 'EUR').planned, 0n)
  assert.equal(unsaved([fun], { Fun: { ...cells.Fun, text: '10' } }, style)[0]?.left, 3)
})

test('empty cells are filled with the means, and others stay', () => {
  assert.deepEqual(
    filled({}, lines, ({ mean }) => mean, style),
    {
      Fun: { text: '10.50', only: false, rollover: false, version: 0 },
    },
  )
})

test('changed cells are sent with the version that was seen; an unreadable one keeps the sheet here', () => {
  const cells = {
    Food: { text: '', only: false, rollover: true, version: 8 },
    Fun: { text: '5+5', only: true, rollover: false },
  }
  assert.deepEqual(rowsToSend(lines, cells, style), {
    rows: [
      { category_id: 'Food', amount: null, rollover: true, only: false, version: 8 },
      { category_id: 'Fun', amount: 10, rollover: false, only: true, version: 0 },
    ],
    faults: {},
  })
  const { faults } = rowsToSend(lines, { Fun: { text: '5+', only: false, rollover: false } }, style)
  assert.deepEqual(faults, { Fun: 'The sum is not finished.' })
})

test('a refusal is said below the row that it names', () => {
  const rows = rowsToSend(lines, { Fun: { text: '5', only: false, rollover: false } }, style).rows
  const problem = { code: 'amount_too_large', detail: '', params: {} }
  const errors = { 'rows.0.amount': ['rows.0.amount: 5 EUR is too large.'] }
  assert.deepEqual(refusedRow({ ...problem, errors }, rows), { Fun: '5 EUR is too large.' })
  assert.match(
    refusedRow({ ...problem, code: 'stale', params: { at: 'rows.0' } }, rows)?.Fun ?? '',
    /meanwhile/,
  )
  assert.equal(refusedRow(problem, rows), undefined)
})

test('how long a budget holds, in words', () => {
  const money = (amount: number) => `€${amount}`
  assert.equal(runsText(food, '2026-11'), 'since Mar 2026')
  assert.equal(runsText({ ...food, only: true }, '2026-11'), 'only November')
  assert.equal(runsText(fun, '2026-11'), 'none yet')
  assert.equal(courseText(food, true, '2026-11', money), '€420 since March 2026, and again from December.')
  const ended = { ...food, running: { ...running, until: '2026-12' } }
  assert.equal(courseText(ended, true, '2026-11', money), '€420 since March 2026; it ends with November.')
  assert.equal(
    courseText(food, false, '2026-11', money),
    '€420 since March 2026; a new amount holds from November on.',
  )
  assert.equal(courseText(fun, false, '2026-11', money), 'It goes on every month until you change it.')
  assert.equal(courseText(fun, true, '2026-11', money), 'No budget from December on.')
  assert.equal(endText(food, '2026-11', money), 'It ends with October 2026.')
  assert.equal(endText({ ...food, only: true }, '2026-11', money), '€420 since March 2026 holds again.')
})

test('the income that is expected is no budget among the changed cells', () => {
  const incomes = [{ category_id: 'salary' }, { category_id: 'interest' }]
  assert.equal(cellsText(['food', 'rent', 'salary', 'interest'], incomes), '2 budgets and the income')
  assert.equal(cellsText(['food'], incomes), '1 budget')
  assert.equal(cellsText(['salary'], incomes), 'the income')
})
