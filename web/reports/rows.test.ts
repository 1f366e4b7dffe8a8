import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomeStatement } from '../../contract/reports.ts'
import {
  beforeBook,
  comparedRows,
  emptyBefore,
  figuresOf,
  rowsFrom,
  rowsOf,
  SUM,
  shownPeriod,
  skippedOf,
  statementRows,
} from './rows.ts'

const period = (month: string) => ({ label: month, date_from: `${month}-01`, date_to: `${month}-28` })
const periods = [period('2026-10'), period('2026-11')]
const row = (id: string, name: string, amounts: number[], total: number) => ({
  category_id: id,
  account_id: id,
  category_name: name,
  amounts,
  total,
  explain: `/accounts/${id}/lines`,
  explains: amounts.map((_, index) => `/accounts/${id}/lines?period=${index}`),
})
const sum = (amounts: number[], total: number) => ({
  amounts,
  total,
  explain: '/t',
  explains: ['/t?0', '/t?1'],
})
const statement: IncomeStatement = {
  base_currency_id: 'EUR',
  date_from: '2026-10-01',
  date_to: '2026-11-28',
  periods,
  income: [row('salary', 'Salary', [3240, 3240], 6480)],
  expense: [row('groceries', 'Groceries', [438.9, 147.85], 586.75), row('rent', 'Rent', [890, 890], 1780)],
  totals: {
    income: sum([3240, 3240], 6480),
    expense: sum([1328.9, 1037.85], 2366.75),
    net: sum([1911.1, 2202.15], 4113.25),
    savings_rate: { amounts: [0.5898, 0.6797], total: 0.6348 },
  },
}

test('income and spending are listed from the largest, and end in what was kept', () => {
  const { groups, final } = statementRows(statement)
  assert.deepEqual(
    rowsOf(groups, final).map(({ name }) => name),
    ['Salary', 'All income', 'Rent', 'Groceries', 'All spending', 'Kept'],
  )
})

test('every figure opens its own list, and knows the period before it', () => {
  const { groups, final } = statementRows(statement)
  const figures = figuresOf(rowsOf(groups, final), periods, 'Oct – Nov')
  assert.equal(figures.length, 6 * 3)
  const groceries = figures.find(({ key }) => key === 'groceries.2026-11')
  assert.deepEqual([groceries?.amount, groceries?.explain], [147.85, '/accounts/groceries/lines?period=1'])
  assert.match(groceries?.title ?? '', /^Groceries, November 2026$/)
  assert.deepEqual(groceries?.notes?.[0]?.amount, 438.9)
  assert.equal(figures.find(({ key }) => key === 'groceries.sum')?.amount, 586.75)
})

test('a comparison has every category of both times', () => {
  const before = { ...statement, expense: [row('travel', 'Travel', [], 300), row('rent', 'Rent', [], 1700)] }
  assert.deepEqual(comparedRows(statement, before).expense, [
    { key: 'rent', name: 'Rent', now: 1780, before: 1700 },
    { key: 'groceries', name: 'Groceries', now: 586.75, before: 0 },
    { key: 'travel', name: 'Travel', now: 0, before: 300 },
  ])
})

test('a phone shows the month of the address, else the current one, else the latest', () => {
  assert.equal(shownPeriod(periods, '2026-10', '2026-11-15'), 0)
  assert.equal(shownPeriod(periods, undefined, '2026-10-15'), 0)
  assert.equal(shownPeriod(periods, 'x', '2027-01-01'), 1)
})

test('a group opens to its categories, the largest first, and to what is recorded in it itself', () => {
  const series = (total: number) => ({ amounts: [total], total, explains: [`${total}`], explain: `${total}` })
  const row = (name: string, total: number) => ({
    ...series(total),
    account_id: name,
    category_id: name,
    category_name: name,
  })
  const food = { ...row('Food', 30), children: [row('Coffee', 5), row('Groceries', 22)], own: series(3) }
  const { groups, final } = statementRows({ ...statement, income: [], expense: [food, row('Rent', 900)] })
  const spending = groups[1]?.rows ?? []
  assert.deepEqual(
    spending.map(({ name, members = [] }) => [
      name,
      ...members.map((member) => `${member.name} ${member.total}`),
    ]),
    [['Rent'], ['Food', 'Groceries 22', 'Coffee 5', 'Food itself 3']],
  )
  const keys = figuresOf(rowsOf(groups, final), statement.periods, 'all').map(({ key }) => key)
  assert.equal(new Set(keys).size, keys.length)
  assert(keys.includes(`Groceries.${SUM}`) && keys.includes(`Food.own.${SUM}`))
})

test('months before the first entry have no figures', () => {
  const group = (...amounts: number[]) => [
    { key: 'g', title: 'G', rows: [{ key: 'r', name: 'R', amounts, total: 0 }] },
  ]
  assert.equal(emptyBefore(group(0, 0, 5, 0), [1, 2, 3, 4]), 2)
  assert.equal(emptyBefore(group(0, 0), [1, 2]), 2)
  assert.equal(emptyBefore(group(-1, 0), [1, 2]), 0)
})

test('months before the first day of the book have no column, and months without an entry after it have one', () => {
  const row = {
    key: 'in',
    name: 'Came in',
    amounts: [0, 0, 0, 5, 0, 0, 0, 0, 1],
    explains: ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h', '/i'],
    total: 6,
  }
  const groups = [{ key: 'all', title: 'All', rows: [row] }]
  const periods = ['01', '02', '03', '04', '05', '06', '07', '08', '09'].map((month) => ({
    label: `2026-${month}`,
    date_from: `2026-${month}-01`,
    date_to: `2026-${month}-30`,
  }))
  assert.equal(beforeBook(groups, periods, '2026-03-19'), 2)
  assert.equal(beforeBook(groups, periods, '2025-01-01'), 0)
  assert.equal(beforeBook(groups, periods, undefined), 3, 'until the day is known')
  assert.equal(beforeBook([{ ...groups[0], key: 'all', title: 'All', rows: [] }], periods, undefined), 0)
  const few = { ...row, amounts: [0, 0, 0, 0, 0, 0, 0, 0, 1] }
  assert.equal(beforeBook([{ key: 'all', title: 'All', rows: [few] }], periods, undefined), 6, 'three stay')
  assert.equal(skippedOf(8, periods, '2026-09-02'), 6)
  assert.equal(skippedOf(8, periods, '2026-08-02'), 6)
  assert.equal(skippedOf(9, periods, undefined), 0, 'nothing at all')
  const cut = rowsFrom({ groups, final: row }, 7)
  assert.deepEqual([cut.final.amounts, cut.final.explains, cut.final.total], [[0, 1], ['/h', '/i'], 6])
  assert.deepEqual(cut.groups[0]?.rows[0]?.amounts, [0, 1])
})
