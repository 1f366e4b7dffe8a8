import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount } from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { getBudgets } from '../../contract/budgets.ts'
import {
  arrangeCategories,
  type Category,
  type CategoryDraft,
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  restoreCategory,
  updateCategory,
} from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { category, spend } from '../../test/books.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'
import { newId } from '../process/ids.ts'

const world = await sharedWorld()

const add = (person: Person, name: string, more: Partial<CategoryDraft> = {}) =>
  person.call(createCategory, { body: { name, ...more } })
const move = (person: Person, { id }: Category, parent_id: string | null) =>
  person.call(updateCategory, { params: { id }, body: { parent_id } })
const read = (person: Person, { id }: Category) => person.call(getCategory, { params: { id } })
const remove = (person: Person, { id }: Category) => person.call(deleteCategory, { params: { id } })
const restore = (person: Person, { id }: Category) => person.call(restoreCategory, { params: { id } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const state = async (person: Person) => (await person.call(getBook)).seal.hash

/** The names of the tree in order, those in groups with a dash. */
async function tree(person: Person, query: object = {}): Promise<string> {
  const { data } = await person.call(listCategories, { query: { sort: 'position', ...query } })
  return data.map(({ name, parent_id }) => (parent_id === null ? name : `-${name}`)).join(' ')
}

/** Whether a request is refused as this code, with this sentence about parent_id, and changes nothing. */
async function isRefused(
  person: Person,
  request: () => Promise<unknown>,
  sentence: RegExp,
  field = 'parent_id',
) {
  const before = await state(person)
  const problem = await refused(request())
  assert.equal(problem.code, 'parent_invalid')
  assert.match(problem.errors?.[field]?.[0] ?? '', sentence)
  assert.equal(await state(person), before)
}

test('categories stand in groups, and a list by position has each group before its categories', async () => {
  const ana = await world.person()
  const home = await add(ana, 'Home', { position: 2 })
  const food = await add(ana, 'Food', { position: 1, icon: 'shopping-cart' })
  await add(ana, 'Rent', { parent_id: home.id, position: 1 })
  await add(ana, 'Power', { parent_id: home.id, position: 1 })
  const groceries = await add(ana, 'Groceries', { parent_id: food.id.toUpperCase(), position: 9 })
  await add(ana, 'Bakery', { parent_id: food.id })
  await add(ana, 'Zoo', { position: 1 })
  assert.deepEqual(
    [food.icon, groceries.parent_id, groceries.position, groceries.icon],
    ['shopping-cart', food.id, 9, null],
  )
  assert.equal(await tree(ana), 'Food -Groceries -Bakery Zoo Home -Power -Rent')
  assert.equal(await tree(ana, { sort: '-position' }), '-Rent -Power Home Zoo -Bakery -Groceries Food')
  assert.equal(await tree(ana, { sort: 'name' }), '-Bakery Food -Groceries Home -Power -Rent Zoo')
  assert.equal(await tree(ana, { parent_id: food.id }), '-Groceries -Bakery')
  assert.equal(await tree(ana, { parent_id: 'none' }), 'Food Zoo Home')
  assert.equal(await tree(ana, { parent_id: `none,${home.id}` }), 'Food Zoo Home -Power -Rent')
  assert.equal(await tree(ana, { parent_id: newId() }), '')

  const pages: string[] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await ana.call(listCategories, {
      query: { sort: 'position', limit: 2, ...(cursor && { cursor }) },
    })
    pages.push(...data.map(({ name }) => name))
    cursor = meta.next_cursor ?? undefined
  } while (cursor)
  assert.equal(pages.join(' '), 'Food Groceries Bakery Zoo Home Power Rent')
})

test('a new category comes last in its group, by name while nobody has ordered anything', async () => {
  const ana = await world.person()
  const [food, home] = [await add(ana, 'Food'), await add(ana, 'Home')]
  const [pans, bread] = [await add(ana, 'Pans', { parent_id: home.id }), await add(ana, 'Bread')]
  await add(ana, 'Attic', { parent_id: home.id })
  assert.equal(await tree(ana), 'Bread Food Home -Attic -Pans')
  const rows = [home, food, bread].map(({ id }, index) => ({ id, position: index + 1 }))
  await ana.call(arrangeCategories, { body: { rows: [...rows, { id: pans.id, position: 1 }] } })
  await add(ana, 'Animals')
  await add(ana, 'Air', { parent_id: home.id })
  assert.equal(await tree(ana), 'Home -Pans -Air -Attic Food Bread Animals')
  assert.equal(await tree(ana, { sort: '-position' }), 'Animals Bread Food -Attic -Air -Pans Home')
  // Sheets and reports by group have the same order.
  const { data } = await ana.call(listCategories)
  for (const { id } of data) await spend(ana, { amount: 1, category_id: id, date: '2026-03-05' })
  const names = (rows: readonly { category_name: string; children?: { category_name: string }[] }[]) =>
    rows
      .flatMap(({ category_name, children = [] }) => [
        category_name,
        ...children.map((child) => `-${child.category_name}`),
      ])
      .join(' ')
  const { rows: budgets } = await ana.call(getBudgets, { query: { month: '2026-03', by_group: true } })
  assert.equal(names(budgets), 'Home -Pans -Air -Attic Food Bread Animals')
  const days = { date_from: '2026-03-01', date_to: '2026-03-31' }
  const { expense } = await ana.call(incomeStatement, { query: { ...days, by_group: true } })
  assert.equal(names(expense), 'Home -Pans -Air -Attic Food Bread Animals')
})

test('a category moves to a group and back without a change of its account or of an entry', async () => {
  const ana = await world.person()
  const [food, groceries] = [await add(ana, 'Food'), await add(ana, 'Groceries')]
  const expense = await spend(ana, { amount: 5, category_id: groceries.id })
  const account = await ana.call(getAccount, { params: { id: groceries.account.id } })
  const moved = await move(ana, groceries, food.id)
  assert.equal(moved.parent_id, food.id)
  assert.deepEqual(await ana.call(updateCategory, { params: { id: groceries.id }, body: moved }), moved)
  assert.deepEqual(await ana.call(getAccount, { params: { id: groceries.account.id } }), account)
  const { data } = await ana.call(listTransactions, { query: { id: expense.id } })
  assert.deepEqual(data, [expense])
  await undo(ana, moved.version)
  assert.equal((await read(ana, groceries)).parent_id, null)
  const redone = await undo(ana, moved.version + 1)
  assert.equal((await read(ana, groceries)).parent_id, food.id)
  assert.equal(redone.count, 1)
  const { data: changes } = await ana.call(listChanges, { query: { resource: 'category', id: groceries.id } })
  assert(changes.some(({ undoes, after }) => undoes && (after as Category).parent_id === food.id))
})

test('a circle, a third level, another kind and an unknown group are refused by field', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, pay, gone] = [
    await add(ana, 'Food'),
    await add(ana, 'Pay', { kind: 'income' }),
    await add(ana, 'Gone'),
  ]
  const groceries = await add(ana, 'Groceries', { parent_id: food.id })
  const rest = await add(ana, 'Rest')
  const others = await category(eve, 'Eve')
  await remove(ana, gone)
  const faults: [Category, string, RegExp][] = [
    [rest, newId(), /^parent_id: there is no such category, or it is in the trash\.$/],
    [rest, 'x', /there is no such category/],
    [rest, others.id, /there is no such category/],
    [rest, gone.id, /there is no such category, or it is in the trash/],
    [rest, pay.id, /"Pay" is a category of incomes, and "Rest" is one of expenses/],
    [rest, rest.id, /"Rest" cannot stand in itself/],
    [rest, groceries.id, /"Groceries" stands in a group itself/],
    [food, rest.id, /"Food" is a group itself, with "Groceries" in it/],
    [food, groceries.id, /"Groceries" stands in a group itself/],
  ]
  for (const [one, parent_id, sentence] of faults) {
    await isRefused(ana, () => move(ana, one, parent_id), sentence)
    const rows = [{ id: one.id, parent_id }]
    await isRefused(
      ana,
      () => ana.call(arrangeCategories, { body: { rows } }),
      new RegExp(sentence.source.replace(/^\^/, '^rows\\.0\\.')),
      'rows.0.parent_id',
    )
    if (one === rest && parent_id !== rest.id)
      await isRefused(ana, () => add(ana, 'Rest', { parent_id }), sentence)
  }
  for (const [body, field] of [
    [{ position: -1 }, 'position'],
    [{ position: 1_000_001 }, 'position'],
    [{ position: 1.5 }, 'position'],
    [{ icon: 'Shopping Cart' }, 'icon'],
    [{ icon: '' }, 'icon'],
    [{ icon: 'x'.repeat(51) }, 'icon'],
    [{ parent_id: 5 }, 'parent_id'],
  ] as const) {
    const answer = await ana.send({ method: 'PUT', url: `/budgeting/categories/${rest.id}`, payload: body })
    assert.equal(answer.status, 422)
    assert(answer.body.errors[field], answer.text)
    if ('icon' in body && body.icon === 'Shopping Cart')
      assert.equal(
        answer.body.errors.icon?.[0],
        'icon must be a name of a-z, 0-9 and hyphens; "Shopping Cart" is not.',
      )
  }
})

test('an arrangement is checked as a whole, is one change, and is undone as one', async () => {
  const ana = await world.person()
  const [a, b, c] = [await add(ana, 'A'), await add(ana, 'B'), await add(ana, 'C')]
  await move(ana, b, a.id)
  // The group and its member change places: neither step by itself would be right.
  const { version, data } = await ana.call(arrangeCategories, {
    body: {
      rows: [
        { id: a.id, parent_id: b.id.toUpperCase() },
        { id: b.id, parent_id: null, position: 5 },
        { id: c.id, position: 1 },
      ],
    },
  })
  assert.deepEqual(
    data.map((one) => [one.name, one.parent_id, one.position, one.version]),
    [
      ['A', b.id, 0, version],
      ['B', null, 5, version],
      ['C', null, 1, version],
    ],
  )
  assert.equal(await tree(ana), 'C B -A')
  const again = { rows: data.map(({ id, parent_id, position }) => ({ id, parent_id, position })) }
  assert.equal((await ana.call(arrangeCategories, { body: again })).version, version, 'nothing changes')
  await undo(ana, version)
  assert.equal(await tree(ana), 'A -B C')
  await undo(ana, version + 1)
  assert.equal(await tree(ana), 'C B -A')
})

test('an arrangement of an unknown category, or of one twice, is refused by row and changes nothing', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [a, others] = [await add(ana, 'A'), await add(eve, 'Eve')]
  const before = await state(ana)
  const arranged = (rows: { id: string; position?: number }[]) =>
    refused(ana.call(arrangeCategories, { body: { rows } }))
  for (const id of [newId(), 'x', others.id]) {
    const problem = await arranged([{ id: a.id, position: 4 }, { id }])
    assert.equal(problem.code, 'category_not_found')
    assert(problem.errors?.['rows.1.id'])
  }
  const twice = await arranged([{ id: a.id }, { id: a.id.toUpperCase() }])
  assert.deepEqual([twice.code, Object.keys(twice.errors ?? {})], ['invalid', ['rows.1.id']])
  assert.equal((await refused(ana.call(arrangeCategories, { body: { rows: [] } }))).code, 'invalid')
  assert.equal(await state(ana), before)
  assert.equal((await read(eve, others)).version, others.version)
})

test('a group with categories is not deleted; without them it is, and it can be deactivated with them', async () => {
  const ana = await world.person()
  const food = await add(ana, 'Food')
  const members: Category[] = []
  for (const name of ['Groceries', 'Bakery', 'Café', 'Pub'])
    members.push(await add(ana, name, { parent_id: food.id }))
  const before = await state(ana)
  const problem = await refused(remove(ana, food))
  assert.deepEqual([problem.code, problem.status], ['has_children', 409])
  assert.equal(
    problem.detail,
    '"Food" is a group with 4 categories in it: "Bakery", "Café", "Groceries" and 1 more. Move them to other groups or to none, or delete them first.',
  )
  assert.deepEqual(problem.params?.children, ['Bakery', 'Café', 'Groceries', 'Pub'])
  assert.equal(await state(ana), before)
  await ana.call(updateCategory, { params: { id: food.id }, body: { is_active: false } })
  assert(members[0])
  assert.equal((await read(ana, members[0])).is_active, true)
  const [first, ...others] = members
  assert(first)
  for (const one of others) await move(ana, one, null)
  assert.match(
    (await refused(remove(ana, food))).detail,
    /1 category in it: "Groceries"\. Move it to another/,
  )
  await remove(ana, first)
  await remove(ana, food)
  assert.equal(await tree(ana), 'Bakery Café Pub')
})

test('a restored category is in its group again, unless the group is in the trash or stands in another one', async () => {
  const ana = await world.person()
  const [food, rest] = [await add(ana, 'Food'), await add(ana, 'Rest')]
  const groceries = await add(ana, 'Groceries', { parent_id: food.id })
  await remove(ana, groceries)
  assert.equal((await restore(ana, groceries)).parent_id, food.id)
  await remove(ana, groceries)
  await remove(ana, food)
  const inUse = await refused(ana.call(deleteCategory, { params: { id: food.id }, query: { forever: true } }))
  assert.equal(inUse.code, 'in_use', 'a category in the trash still names it')
  const { parent_id, version } = await restore(ana, groceries)
  assert.equal(parent_id, null)
  await undo(ana, version)
  await restore(ana, food)
  assert.equal((await restore(ana, groceries)).parent_id, food.id, 'the undo kept its group')
  await remove(ana, groceries)
  await move(ana, food, rest.id)
  assert.equal((await restore(ana, groceries)).parent_id, null)
  assert.equal(await tree(ana), 'Groceries Rest -Food')
})

test('an undo never leaves a third level or a category in a group that is gone', async () => {
  const ana = await world.person()
  const [food, rest, groceries] = [
    await add(ana, 'Food'),
    await add(ana, 'Rest'),
    await add(ana, 'Groceries'),
  ]
  const blocked = async (version: number, by: Category) => {
    const before = await state(ana)
    const problem = await refused(undo(ana, version))
    assert.equal(problem.code, 'undo_blocked')
    assert(problem.blockers?.some(({ id }) => id === by.id))
    assert.equal(await state(ana), before)
  }
  await move(ana, groceries, food.id)
  const out = await move(ana, groceries, null)

  await move(ana, food, rest.id)
  await blocked(out.version, food) // its group stands in another one
  await move(ana, food, null)

  await remove(ana, food)
  await blocked(out.version, food) // its group is in the trash
  await restore(ana, food)

  const bakery = await add(ana, 'Bakery', { parent_id: groceries.id })
  await blocked(out.version, bakery) // it has become a group itself
  await remove(ana, bakery)

  await undo(ana, out.version)
  assert.equal(await tree(ana), 'Food -Groceries Rest')
  await blocked(food.version, groceries) // the creation of its group
  const gone = await remove(ana, groceries)
  await move(ana, food, rest.id)
  await blocked(gone.version, food) // it would come back on a third level
  const back = await move(ana, food, null)
  await undo(ana, gone.version)
  await blocked(back.version, groceries)
  assert.equal(await tree(ana), 'Food -Groceries Rest')
})

test('two requests that would make a circle together leave one of them refused', async () => {
  const ana = await world.person()
  const [a, b] = [await add(ana, 'A'), await add(ana, 'B')]
  const both = await Promise.allSettled([move(ana, a, b.id), move(ana, b, a.id)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.match(await tree(ana), /^(A -B|B -A)$/)
})

test('transactions are found and added up by group, with the tree of today', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, rest] = [await add(ana, 'Food'), await add(ana, 'Rest')]
  const groceries = await add(ana, 'Groceries', { parent_id: food.id })
  await spend(ana, { amount: 3, category_id: food.id, date: '2026-05-01' })
  await spend(ana, { amount: 5, category_id: groceries.id, date: '2026-05-02' })
  const last = await spend(ana, {
    amount: 10,
    splits: [
      { category_id: groceries.id, amount: 4 },
      { category_id: food.id, amount: 1 },
      { category_id: rest.id, amount: 5 },
    ],
    date: '2026-05-03',
  })
  const found = async (query: object, person = ana) => {
    const { data, meta } = await person.call(listTransactions, { query: { include: 'total,sum', ...query } })
    return [data.map(({ amount }) => amount), meta.total, meta.sum_base]
  }
  assert.deepEqual(await found({ group_id: food.id }), [[10, 5, 3], 3, 13])
  assert.deepEqual(await found({ category_id: food.id }), [[10, 3], 2, 4])
  assert.deepEqual(await found({ group_id: groceries.id }), [[10, 5], 2, 9])
  assert.deepEqual(await found({ group_id: `${food.id},${rest.id}` }), [[10, 5, 3], 3, 18])
  assert.deepEqual(await found({ group_id: food.id, date_to: '2026-05-02' }), [[5, 3], 2, 8])
  assert.deepEqual(await found({ group_id: food.id, sort: 'amount', kind: 'expense' }), [[3, 5, 10], 3, 13])
  assert.deepEqual(await found({ group_id: food.id, category_id: rest.id }), [[10], 1, 5])
  assert.deepEqual(await found({ group_id: food.id }, eve), [[], 0, 0])
  assert.deepEqual(await found({ group_id: newId() }), [[], 0, 0])
  await move(ana, groceries, rest.id)
  assert.deepEqual(await found({ group_id: food.id, known_at: String(last.version) }), [[10, 3], 2, 4])
  assert.deepEqual(await found({ group_id: rest.id, known_at: String(last.version) }), [[10, 5], 2, 14])
  const { text } = await ana.send({
    method: 'GET',
    url: `/budgeting/transactions?group_id=${rest.id}&format=csv`,
  })
  assert.equal(text.trim().split('\n').length, 3)
})

test('an arrangement of many is undone and redone, however many groups and categories it has', async () => {
  const ana = await world.person()
  const groups = await Promise.all(Array.from({ length: 20 }, (_, n) => add(ana, `Group ${n}`)))
  const members = await Promise.all(groups.map((_, n) => add(ana, `Member ${n}`)))
  const rows = members.map(({ id }, n) => ({ id, parent_id: groups[n]?.id ?? null }))
  const before = await tree(ana)
  const { version } = await ana.call(arrangeCategories, { body: { rows } })
  const after = await tree(ana)
  await undo(ana, version)
  assert.equal(await tree(ana), before)
  await undo(ana, version + 1)
  assert.equal(await tree(ana), after)
})
