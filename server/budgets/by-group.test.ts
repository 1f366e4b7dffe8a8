import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncome } from '../../contract/budgeting.ts'
import { type BudgetRow, getBudgets, putBudget } from '../../contract/budgets.ts'
import { type Category, createCategory, deleteCategory, updateCategory } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { spend } from '../../test/books.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** A group Food of three, with Eating out before Groceries; a category Rent beside it. */
async function household() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const add = (name: string, more: object = {}) =>
    ana.call(createCategory, { body: { name, kind: 'expense', ...more } })
  const food = await add('Food', { position: 2, icon: 'utensils' })
  const rent = await add('Rent', { position: 1 })
  const inFood = { parent_id: food.id }
  const groceries = await add('Groceries', { ...inFood, position: 2 })
  const out = await add('Eating out', { ...inFood, position: 1 })
  const coffee = await add('Coffee', { ...inFood, position: 2 })
  return { ana, food, rent, groceries, out, coffee }
}

const plan = (person: Person, { id }: Category, month: string, amount: number, rollover = false) =>
  person.call(putBudget, { params: { category_id: id, month }, body: { amount, rollover, only: true } })

const bySheet = (person: Person, month: string, more: object = {}) =>
  person.call(getBudgets, { query: { month, by_group: true, ...more } })

const shown = ({ category_name, planned, actual, carried, left }: BudgetRow) => [
  category_name,
  planned,
  actual,
  carried,
  left,
]

/** Every figure of a sheet by group is the sum of the list that explains it. */
async function explained(person: Person, month: string, more: object = {}): Promise<void> {
  const { rows, totals, unplanned } = await bySheet(person, month, more)
  const figures = [
    ...rows.flatMap((row) => [row, ...(row.children ?? []), ...(row.own ? [row.own] : [])]),
    totals,
    unplanned,
  ]
  for (const { actual, explain } of figures) {
    const { status, body } = await person.send({ url: explain ?? '' })
    assert.deepEqual([status, body.meta?.sum_base], [200, actual], explain ?? '')
  }
}

test('a group has the figures of its categories and its own, in the order of positions and names', async () => {
  const { ana, food, rent, groceries, out, coffee } = await household()
  await plan(ana, groceries, '2026-03', 300)
  await plan(ana, rent, '2026-03', 900)
  await spend(ana, { amount: 210, category_id: groceries.id, date: '2026-03-04' })
  await spend(ana, { amount: 40, category_id: out.id, date: '2026-03-05' })
  await spend(ana, { amount: 5, category_id: food.id, date: '2026-03-06' })
  await spend(ana, { amount: 900, category_id: rent.id, date: '2026-03-01' })
  const { rows, totals, unplanned } = await bySheet(ana, '2026-03')
  assert.deepEqual(rows.map(shown), [
    ['Rent', 900, 900, 0, 0],
    ['Food', 300, 255, 0, 45],
  ])
  const [, group] = rows
  assert.deepEqual(group?.children?.map(shown), [
    ['Eating out', null, 40, 0, -40],
    ['Groceries', 300, 210, 0, 90],
  ])
  assert.deepEqual(
    [group?.parent_id, group?.position, group?.icon, group?.members_planned, group?.own?.actual],
    [null, 2, 'utensils', 300, 5],
  )
  assert.deepEqual([rows[0]?.children, rows[0]?.own, rows[0]?.members_planned], [[], null, null])
  assert.equal(group?.children?.[0]?.parent_id, food.id)
  assert.match(group?.explain ?? '', new RegExp(`group_id=${food.id}&`))
  const flat = await ana.call(getBudgets, { query: { month: '2026-03' } })
  // Without a budget of its own, the rows of a group count as without by_group.
  assert.deepEqual(
    [totals.planned, totals.actual, totals.left, unplanned.actual],
    [flat.totals.planned, flat.totals.actual, flat.totals.left, flat.unplanned.actual],
  )
  assert.deepEqual([totals.actual, unplanned.actual], [1110, 45])
  assert(
    flat.rows.every(
      (row) => !('children' in row || 'own' in row || 'members_planned' in row || 'counts_once' in row),
    ),
  )
  await explained(ana, '2026-03')
  await plan(ana, coffee, '2026-03', 20)
  assert.deepEqual(
    (await bySheet(ana, '2026-03')).rows[1]?.children?.map(({ category_name }) => category_name),
    ['Eating out', 'Coffee', 'Groceries'],
  )
})

test('the budget of a group counts in place of those of its categories, which keep their rows, and plans all of them', async () => {
  const { ana, food, groceries, out } = await household()
  await plan(ana, food, '2026-03', 400)
  await plan(ana, groceries, '2026-03', 300)
  await spend(ana, { amount: 210, category_id: groceries.id, date: '2026-03-04' })
  await spend(ana, { amount: 40, category_id: out.id, date: '2026-03-05' })
  const { rows, totals, unplanned } = await bySheet(ana, '2026-03')
  assert.deepEqual(rows.map(shown), [['Food', 400, 250, 0, 150]])
  assert.deepEqual(
    [rows[0]?.members_planned, rows[0]?.since, rows[0]?.only, rows[0]?.own],
    [300, '2026-03', true, null],
  )
  assert.deepEqual(rows[0]?.children?.map(shown), [
    ['Eating out', null, 40, 0, -40],
    ['Groceries', 300, 210, 0, 90],
  ])
  assert.deepEqual([totals.planned, totals.actual, totals.left, totals.to_plan], [400, 250, 150, -400])
  assert.deepEqual(unplanned.actual, 0, 'eating out is planned by its group')
  const flat = await ana.call(getBudgets, { query: { month: '2026-03' } })
  assert.deepEqual([flat.totals.planned, flat.totals.actual, flat.unplanned.actual], [700, 210, 40])
  await explained(ana, '2026-03')
})

test('the rest of a group with rollover is carried, less the spending of its categories, in place of their rests', async () => {
  const { ana, food, groceries, out } = await household()
  await plan(ana, food, '2026-03', 400, true)
  await plan(ana, groceries, '2026-03', 300, true)
  await spend(ana, { amount: 210, category_id: groceries.id, date: '2026-03-04' })
  await spend(ana, { amount: 240, category_id: out.id, date: '2026-03-05' })
  const april = await bySheet(ana, '2026-04')
  // The group has no budget in April: its rest of March is carried all the same.
  assert.deepEqual(april.rows.map(shown), [['Food', null, 0, -50, -50]])
  assert.deepEqual(april.rows[0]?.children?.map(shown), [['Groceries', null, 0, 90, 90]])
  assert.deepEqual([april.totals.carried, april.totals.left], [-50, -50])
  await plan(ana, food, '2026-04', 400, true)
  await plan(ana, groceries, '2026-04', 300, true)
  await spend(ana, { amount: 100, category_id: out.id, date: '2026-04-05' })
  assert.deepEqual((await bySheet(ana, '2026-04')).rows.map(shown), [['Food', 400, 100, -50, 250]])
  const may = await bySheet(ana, '2026-05')
  assert.deepEqual(may.rows.map(shown), [['Food', null, 0, 250, 250]])
  // The group has no budget in May, so that none of its own is carried into June: there, the rests of its categories count.
  await plan(ana, groceries, '2026-05', 10, true)
  const june = await bySheet(ana, '2026-06')
  assert.deepEqual(june.rows.map(shown), [['Food', null, 0, 400, 400]])
  assert.deepEqual(june.totals.carried, 400)
})

test('without a budget of its own, a group carries the rests of its categories', async () => {
  const { ana, groceries, out, food } = await household()
  await plan(ana, groceries, '2026-03', 300, true)
  await plan(ana, out, '2026-03', 50, true)
  await spend(ana, { amount: 70, category_id: out.id, date: '2026-03-05' })
  const april = await bySheet(ana, '2026-04')
  assert.deepEqual(april.rows.map(shown), [['Food', null, 0, 280, 280]])
  // One that starts in April does not take over the rests of the categories.
  await plan(ana, food, '2026-04', 100)
  assert.deepEqual((await bySheet(ana, '2026-04')).rows.map(shown), [['Food', 100, 0, 0, 100]])
})

test('a group with the rest of its own budget counts once, even if nothing is left of it, and says so', async () => {
  const { ana, food, rent, groceries, out } = await household()
  const onceIn = async (month: string) =>
    (await bySheet(ana, month)).rows.map(({ category_name, counts_once }) => [category_name, counts_once])
  await plan(ana, food, '2026-10', 100, true)
  await plan(ana, groceries, '2026-11', 50)
  await plan(ana, rent, '2026-11', 900)
  await spend(ana, { amount: 100, category_id: groceries.id, date: '2026-10-05' })
  await spend(ana, { amount: 30, category_id: out.id, date: '2026-11-05' })
  const { rows, totals, unplanned } = await bySheet(ana, '2026-11')
  assert.deepEqual(rows.map(shown), [
    ['Rent', 900, 0, 0, 900],
    ['Food', 50, 30, 0, 20],
  ])
  assert.deepEqual([totals.actual, totals.left, unplanned.actual], [30, 920, 0])
  assert.deepEqual(await onceIn('2026-10'), [['Food', true]])
  assert.deepEqual(await onceIn('2026-11'), [
    ['Rent', false],
    ['Food', true],
  ])
  await plan(ana, groceries, '2026-12', 5)
  assert.deepEqual(await onceIn('2026-12'), [['Food', false]], 'it had no budget of its own in November')

  // The rest of the group is as large as that of its category, which does not count beside it.
  const bea = await household()
  await plan(bea.ana, bea.food, '2026-10', 100, true)
  await plan(bea.ana, bea.groceries, '2026-10', 100, true)
  await plan(bea.ana, bea.groceries, '2026-11', 50)
  await spend(bea.ana, { amount: 30, category_id: bea.out.id, date: '2026-11-05' })
  const sheet = await bySheet(bea.ana, '2026-11')
  assert.deepEqual(sheet.rows.map(shown), [['Food', 50, 30, 100, 120]])
  assert.deepEqual([sheet.rows[0]?.counts_once, sheet.totals.left], [true, 120])
})

test('groups of incomes count once in the income that is expected', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const add = (name: string, parent_id: string | null = null) =>
    ana.call(createCategory, { body: { name, kind: 'income', parent_id } })
  const work = await add('Work')
  const [pay, bonus] = [await add('Pay', work.id), await add('Bonus', work.id)]
  await plan(ana, pay, '2026-03', 3000)
  await plan(ana, bonus, '2026-03', 500)
  const plannedOf = async (more: object = {}) => {
    const { totals } = await ana.call(getBudgets, { query: { month: '2026-03', ...more } })
    return [totals.income_planned, totals.to_plan]
  }
  assert.deepEqual(await plannedOf({ by_group: true }), [3500, 3500])
  await plan(ana, work, '2026-03', 3300)
  assert.deepEqual(await plannedOf(), [6800, 6800])
  assert.deepEqual(await plannedOf({ by_group: true }), [3300, 3300])
  await ana.call(createIncome, { body: { amount: 3000, category_id: pay.id, date: '2026-03-02' } })
  const { rows, totals } = await bySheet(ana, '2026-03', { kind: 'income' })
  assert.deepEqual(rows.map(shown), [['Work', 3300, 3000, 0, 300]])
  assert.deepEqual([totals.planned, totals.income_planned, totals.to_plan], [3300, 3300, 0])
})

test('a category in the trash stays in its group, and a moved one is in its new group at any version', async () => {
  const { ana, food, rent, out } = await household()
  const { version } = await spend(ana, { amount: 40, category_id: out.id, date: '2026-03-05' })
  await ana.call(deleteCategory, { params: { id: out.id } })
  const names = async (more: object = {}) =>
    (await bySheet(ana, '2026-03', more)).rows.map((row) => [
      row.category_name,
      row.children?.map(({ category_name }) => category_name),
    ])
  assert.deepEqual(await names(), [['Food', ['Eating out']]])
  await explained(ana, '2026-03')
  const { rows } = await bySheet(ana, '2026-03')
  assert.equal(rows[0]?.actual, 40)
  await spend(ana, { amount: 7, category_id: rent.id, date: '2026-03-05' })
  const moved = await ana.call(updateCategory, { params: { id: rent.id }, body: { parent_id: food.id } })
  assert.deepEqual(await names(), [['Food', ['Eating out', 'Rent']]])
  assert.deepEqual(await names({ known_at: String(version) }), [['Food', ['Eating out']]])
  await explained(ana, '2026-03', { known_at: String(version) })
  await ana.call(undoChange, { params: { version: String(moved.version) } })
  assert.deepEqual(await names(), [
    ['Rent', []],
    ['Food', ['Eating out']],
  ])
})

test('by_group other than true and false is refused by its name, and somebody else sees nothing of it', async () => {
  const { ana, out } = await household()
  await spend(ana, { amount: 40, category_id: out.id, date: '2026-03-05' })
  const { status, body } = await ana.send({ url: '/budgeting/budgets?month=2026-03&by_group=maybe' })
  assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['by_group']])
  const bea = await world.person({ base_currency_id: 'EUR' })
  assert.deepEqual((await bySheet(bea, '2026-03')).rows, [])
})
