import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount } from '../../contract/accounts.ts'
import {
  createCategory,
  deleteCategory,
  getCategory,
  listCategories,
  restoreCategory,
  updateCategory,
} from '../../contract/categories.ts'
import { balances, category, spend } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()

test('a category is of expenses unless told otherwise, and brings a ledger account of its own', async () => {
  const ana = await world.person()
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  assert.deepEqual([food.kind, food.is_active], ['expense', true])
  assert.deepEqual(food.account, {
    id: food.account.id,
    name: 'Food',
    code: '5001',
    type: 'expense',
    is_active: true,
  })
  const pay = await category(ana, 'Pay', 'income')
  assert.deepEqual([pay.account.code, pay.account.type], ['4001', 'income'])
  assert.equal((await category(ana, 'Food')).account.code, '5002', 'names need not be unique')
  assert.deepEqual(await ana.call(getCategory, { params: { id: food.id } }), food)
})

test('codes get more digits when four run out', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into accounts (book_id, id, name, code, type, created_version, version, created_at, updated_at)
          select ${ana.book_id}, gen_random_uuid(), 'x', n::text, 'expense', 1, 1, now(), now() from generate_series(5001, 5999) n`,
    ),
  )
  assert.equal((await category(ana, 'Food')).account.code, '50001')
})

test('name and activity of a category are those of its account; its kind stays', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const changed = await ana.call(updateCategory, {
    params: { id: food.id },
    body: { name: 'Groceries', is_active: false },
  })
  assert.deepEqual(
    [changed.name, changed.account.name, changed.account.is_active],
    ['Groceries', 'Groceries', false],
  )
  const { name, is_active } = await ana.call(getAccount, { params: { id: food.account.id } })
  assert.deepEqual([name, is_active], ['Groceries', false])
  assert.deepEqual(await ana.call(updateCategory, { params: { id: food.id }, body: changed }), changed)
  const problem = await refused(
    ana.call(updateCategory, { params: { id: food.id }, body: { kind: 'income' } }),
  )
  assert.equal(problem.code, 'category_kind_fixed')
  assert(problem.errors?.kind)
})

test('a deleted category keeps its history, and comes back with it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 5, category_id: food.id })
  const trashed = await ana.call(deleteCategory, { params: { id: food.id } })
  assert.equal((await refused(ana.call(getCategory, { params: { id: food.id } }))).code, 'not_found')
  assert.deepEqual((await ana.call(listCategories)).data, [])
  assert.deepEqual((await ana.call(listCategories, { query: { deleted: 'only' } })).data, [trashed])
  await ana.call(restoreCategory, { params: { id: food.id } })
  assert.deepEqual(await balances(ana, food.account.id), { USD: 5 })
})

test('categories are listed by name, and found by kind, activity and text', async () => {
  const ana = await world.person()
  const off = await category(ana, 'zoo')
  await category(ana, 'Árvíz')
  await category(ana, 'Pay', 'income')
  await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
  const names = async (query: object) =>
    (await ana.call(listCategories, { query })).data.map(({ name }) => name)
  assert.deepEqual(await names({}), ['Árvíz', 'Pay', 'zoo'])
  assert.deepEqual(await names({ sort: '-name' }), ['zoo', 'Pay', 'Árvíz'])
  assert.deepEqual(await names({ kind: 'income' }), ['Pay'])
  assert.deepEqual(await names({ is_active: true }), ['Árvíz', 'Pay'])
  assert.deepEqual(await names({ is_active: false }), ['zoo'])
  assert.deepEqual(await names({ q: 'ÁRV' }), ['Árvíz'])
})

test('what is wrong with a category is said by field', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const food = await category(ana, 'Food')
  for (const [body, field] of [
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ is_active: 'yes' }, 'is_active'],
    [{ is_active: 1 }, 'is_active'],
    [{ kind: 'transfer' }, 'kind'],
  ] as const) {
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/categories',
      payload: { name: 'New', ...body },
    })
    assert.equal(answer.status, 422)
    assert(answer.body.errors[field], answer.text)
  }
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/restore'],
  ] as const) {
    assert.equal((await eve.send({ method, url: `/budgeting/categories/${food.id}${path}` })).status, 404)
  }
  assert.equal((await ana.call(listCategories)).data.length, 1)
})
