import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook } from '../../contract/books.ts'
import {
  balanceSheet,
  cashFlow,
  incomeStatement,
  netWorth,
  spending,
  trialBalance,
} from '../../contract/reports.ts'
import { richWorld } from '../../test/prepared.ts'
import { askFigure } from './ask-behind.ts'
import { sheetFigures, sheetGroups } from './balance-sheet.ts'
import { type Figure, proves } from './behind.ts'
import { ledgerFigures } from './ledger.ts'
import { comparedFigures, figuresOf, flowRows, rowsOf, statementRows } from './rows.ts'
import { spendingFigures, withNames } from './spent.ts'
import { changeFigures, worthFigures, worthMonths } from './worth.ts'

const { ana } = await richWorld()
const year = { date_from: '2026-01-01', date_to: '2026-12-31' }

async function assertProven(figures: readonly Figure[], atLeast: number): Promise<void> {
  assert(figures.length >= atLeast, `${figures.length} figures`)
  const keys = new Set(figures.map(({ key }) => key))
  assert.equal(keys.size, figures.length, 'each figure has a key of its own')
  for (const figure of figures) {
    const behind = await askFigure(ana.call, figure, 'EUR')
    assert(proves(behind, figure, 'EUR'), `${figure.title}: ${figure.amount} is not ${behind.sum}`)
  }
}

test('every figure of income and spending opens a list that adds up to exactly it', async () => {
  const statement = await ana.call(incomeStatement, { query: { ...year, by: 'quarter' } })
  const { groups, final } = statementRows(statement)
  await assertProven(figuresOf(rowsOf(groups, final), statement.periods, 'all'), 20)
})

test('so does every figure of two statements side by side, and each change opens both lists', async () => {
  const query = (date_from: string, date_to: string) => ({ query: { date_from, date_to } })
  const now = await ana.call(incomeStatement, query('2026-04-01', '2026-06-30'))
  const before = await ana.call(incomeStatement, query('2026-01-01', '2026-03-31'))
  const figures = comparedFigures(now, before)
  await assertProven(figures, 20)
  assert(figures.some(({ key, less }) => key === 'kept.change' && less?.includes('date_to=2026-03-31')))
})

test('so does every figure of net worth, and of why it changed', async () => {
  const { month_starts_on } = await ana.call(getBook)
  const report = await ana.call(netWorth, { query: { date_from: '2026-03-01', date_to: '2026-05-31' } })
  const figures = [...worthFigures(worthMonths(report, month_starts_on)), ...changeFigures(report, '2026-03')]
  await assertProven(figures, 13)
  const whole = await ana.call(netWorth, { query: { date_from: '2020-01-01', date_to: '2026-12-31' } })
  assert.notEqual(whole.changes.opening, 0)
  await assertProven(changeFigures(whole, '2026-12'), 7)
})

test('so does every figure of spending, however it is divided', async () => {
  for (const by of ['category', 'contact', 'tag', 'account', 'month'] as const) {
    for (const kind of ['expense', 'income'] as const) {
      const report = await ana.call(spending, { query: { ...year, by, kind } })
      await assertProven(spendingFigures(report, withNames(report.rows, by), by), 3)
    }
  }
  const may = { date_from: '2026-05-01', date_to: '2026-05-31' }
  for (const compare of ['previous', 'year'] as const) {
    const report = await ana.call(spending, { query: { ...may, by: 'day', compare } })
    const figures = spendingFigures(report, withNames(report.rows, 'day'), 'day')
    assert(figures.some(({ key, amount }) => key === '2026-05-31.until' && amount === report.total))
    await assertProven(figures, 100)
  }
})

test('so does every figure of cash flow that has a list', async () => {
  const report = await ana.call(cashFlow, { query: { ...year, by: 'quarter' } })
  const { groups, final } = flowRows(report)
  const figures = figuresOf(rowsOf(groups, final), report.periods, 'all')
  await assertProven(figures, 10)
  for (const row of ['in', 'out', 'opening'])
    assert(
      figures.some(({ key }) => key === `${row}.sum`),
      row,
    )
})

test('so does every figure of what one has and owes, and every account of the trial balance', async () => {
  const sheet = await ana.call(balanceSheet, { query: { date: '2026-06-30' } })
  await assertProven(sheetFigures(sheetGroups(sheet, () => undefined)), 8)
  await assertProven(ledgerFigures(await ana.call(trialBalance, { query: { date: '2026-06-30' } })), 6)
})
