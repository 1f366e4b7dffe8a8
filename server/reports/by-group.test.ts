import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncome } from '../../contract/budgeting.ts'
import { createCategory, deleteCategory, updateCategory } from '../../contract/categories.ts'
import { incomeStatement, spending } from '../../contract/reports.ts'
import { spend } from '../../test/books.ts'
import { followExplains, reportsAgree } from '../../test/reports.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const ana = await world.person({ base_currency_id: 'EUR' })
const add = (name: string, more: object = {}) => ana.call(createCategory, { body: { name, ...more } })
const pay = await add('Pay', { kind: 'income' })
const food = await add('Food', { position: 2 })
const rent = await add('Rent', { position: 1 })
const out = await add('Eating out', { parent_id: food.id, position: 2 })
const groceries = await add('Groceries', { parent_id: food.id, position: 1 })
const empty = await add('Ourselves')
await add('Clothes', { parent_id: empty.id })
await ana.call(createIncome, { body: { amount: 2000, category_id: pay.id, date: '2026-01-02' } })
await spend(ana, { amount: 900, category_id: rent.id, date: '2026-02-01' })
await spend(ana, { amount: 300, category_id: groceries.id, date: '2026-01-10' })
await spend(ana, { amount: 200, category_id: groceries.id, date: '2026-02-10' })
await spend(ana, { amount: 5, category_id: food.id, date: '2026-02-11' })
// One bill of two categories of the same group.
const splits = [
  { category_id: groceries.id, amount: 40 },
  { category_id: out.id, amount: 20 },
]
const { version } = await spend(ana, { amount: 60, splits, date: '2026-02-12' })

const both = { date_from: '2026-01-01', date_to: '2026-02-28' }
const february = { date_from: '2026-02-01', date_to: '2026-02-28' }

test('an income statement by group opens to its categories and to its own part', async () => {
  const query = { ...both, by: 'month', by_group: true } as const
  const { income, expense, totals } = await ana.call(incomeStatement, { query })
  const plain = (rows: { category_name: string; amounts: number[]; total: number }[] = []) =>
    rows.map(({ category_name, amounts, total }) => [category_name, amounts, total])
  assert.deepEqual(plain(income), [['Pay', [2000, 0], 2000]])
  assert.deepEqual(plain(expense), [
    ['Rent', [0, 900], 900],
    ['Food', [300, 265], 565],
  ])
  const [first, group] = expense
  assert.deepEqual([first?.children, first?.own], [[], null])
  assert.deepEqual(plain(group?.children), [
    ['Groceries', [300, 240], 540],
    ['Eating out', [0, 20], 20],
  ])
  assert.deepEqual([group?.category_id, group?.account_id], [food.id, food.account.id])
  assert.deepEqual([group?.own?.amounts, group?.own?.total], [[0, 5], 5])
  const flat = await ana.call(incomeStatement, { query: { ...both, by: 'month' } })
  assert.deepEqual(totals, flat.totals)
  assert(flat.expense.every((row) => !('children' in row || 'own' in row)))
})

test('the savings rate is the part of the income that is left, of each period and of all', async () => {
  const { totals } = await ana.call(incomeStatement, { query: { ...both, by: 'month' } })
  assert.deepEqual(totals.savings_rate, { amounts: [0.85, null], total: 0.2675 })
  const bea = await world.person({ base_currency_id: 'EUR' })
  const [pays, costs] = await Promise.all(
    (['income', 'expense'] as const).map((kind) => bea.call(createCategory, { body: { name: kind, kind } })),
  )
  const date = '2026-01-02'
  await bea.call(createIncome, { body: { amount: 3, category_id: pays?.id ?? '', date } })
  await spend(bea, { amount: 5, category_id: costs?.id ?? '', date })
  const rate = async () => (await bea.call(incomeStatement, { query: both })).totals.savings_rate.total
  assert.equal(await rate(), -0.6667)
  await spend(bea, { amount: 4, category_id: costs?.id ?? '', date, is_refund: true })
  assert.equal(await rate(), 0.6667)
})

test('spending by group counts a bill once that is split within the group', async () => {
  const { rows, total, is_complete } = await ana.call(spending, { query: { ...february, by_group: true } })
  const plain = (list: { name: string | null; amount: number; previous: number; count: number }[] = []) =>
    list.map(({ name, amount, previous, count }) => [name, amount, previous, count])
  assert.deepEqual(plain(rows), [
    ['Rent', 900, 0, 1],
    ['Food', 265, 300, 3],
  ])
  assert.deepEqual(plain(rows[1]?.children), [
    ['Groceries', 240, 300, 2],
    ['Eating out', 20, 0, 1],
  ])
  assert.deepEqual([rows[0]?.children, rows[0]?.own], [[], null])
  const { amount, previous, count, share } = rows[1]?.own ?? {}
  assert.deepEqual([amount, previous, count, share], [5, 0, 1, 0.004291])
  assert.deepEqual([total, is_complete, rows[1]?.share], [1165, true, 0.227467])
  const groups = await ana.call(spending, { query: { ...february, by: 'group' } })
  assert.deepEqual(plain(groups.rows), plain(rows))
  assert(groups.rows.every((row) => !('children' in row)))
  const list = await ana.send({ url: groups.rows[1]?.explain ?? '' })
  assert.equal(list.body.data.length, 3)
})

test('every figure by group is the sum of the list behind it', async () => {
  await followExplains(ana, both)
  await reportsAgree(ana, both)
})

test('a category in the trash belongs to its group, and groups are those of today at any version', async () => {
  const names = async (more: object = {}) =>
    (await ana.call(incomeStatement, { query: { ...both, by_group: true, ...more } })).expense.map((row) => [
      row.category_name,
      row.children?.map(({ category_name }) => category_name),
    ])
  await ana.call(deleteCategory, { params: { id: out.id } })
  assert.deepEqual((await names())[1], ['Food', ['Groceries', 'Eating out']])
  await ana.call(updateCategory, { params: { id: groceries.id }, body: { parent_id: null } })
  const expected = [
    ['Groceries', []],
    ['Rent', []],
    ['Food', ['Eating out']],
  ]
  assert.deepEqual(await names(), expected)
  assert.deepEqual(await names({ known_at: String(version) }), expected)
  const { rows } = await ana.call(spending, {
    query: { ...february, by_group: true, known_at: String(version) },
  })
  assert.deepEqual(
    rows.map(({ name, amount, count }) => [name, amount, count]),
    [
      ['Rent', 900, 1],
      ['Groceries', 240, 2],
      ['Food', 25, 2],
    ],
  )
  await followExplains(ana, { ...both, known_at: String(version) })
})

test('by_group is refused where rows are no categories, by its name', async () => {
  for (const by of ['group', 'contact', 'tag', 'account', 'month', 'day']) {
    const { status, body } = await ana.send({ url: `/reports/spending?by=${by}&by_group=true` })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['by_group']], by)
    assert.match(
      body.errors.by_group[0],
      new RegExp(`by=${by} has a row for each ${by}\\. Leave by_group out`),
    )
    assert.equal((await ana.send({ url: `/reports/spending?by=${by}&by_group=false` })).status, 200)
  }
  for (const report of ['spending', 'income-statement']) {
    const { status, body } = await ana.send({ url: `/reports/${report}?by_group=2` })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['by_group']], report)
  }
})

test('groups of somebody else are nowhere', async () => {
  const bea = await world.person({ base_currency_id: 'EUR' })
  const statement = await bea.call(incomeStatement, { query: { ...both, by_group: true } })
  assert.deepEqual([statement.income, statement.expense], [[], []])
  assert.deepEqual((await bea.call(spending, { query: { ...both, by_group: true } })).rows, [])
})
