import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIncome, deleteExpense, updateExpense } from '../../contract/budgeting.ts'
import { updateCategory } from '../../contract/categories.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { commitImport } from '../../contract/imports.ts'
import { listSuggestions, listTags } from '../../contract/suggestions.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { fileOf, restoreInto } from '../../test/round-trip.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const suggest = async (person: Person, query: { q?: string; limit?: number } = {}) =>
  (await person.call(listSuggestions, { query })).data
const tags = async (person: Person, query: { q?: string; limit?: number } = {}) =>
  (await person.call(listTags, { query })).data.map(({ tag, count }) => `${tag} ${count}`)

test('what was recorded before under such words is suggested, the most frequent first, as it was recorded last', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const pay = await category(ana, 'Pay', 'income')
  const cash = await account(ana, 'Cash')
  const giro = await bank(ana, 'Giro', 'USD')
  const shop = await ana.call(createContact, { body: { name: 'Corner Shop' } })
  const coffee = { category_id: food.id, memo: 'Café', contact_id: shop.id }
  await spend(ana, { ...coffee, amount: 3, date: '2026-01-01' })
  await spend(ana, { ...coffee, amount: 3.5, date: '2026-03-01' })
  await spend(ana, { ...coffee, amount: 9, date: '2026-02-01' })
  await spend(ana, { amount: 12, category_id: fun.id, memo: 'Cafeteria', asset_account_id: giro.id })
  await spend(ana, { ...coffee, amount: 1, is_refund: true })
  await ana.call(createIncome, { body: { amount: 1000, category_id: pay.id, notes: 'wage' } })
  const [first, second, ...others] = await suggest(ana, { q: 'CAFE' })
  assert.deepEqual(first, {
    kind: 'expense',
    memo: 'Café',
    category_id: food.id,
    category_name: 'Food',
    asset_account_id: cash.id,
    asset_account_name: 'Cash',
    contact_id: shop.id,
    contact_name: 'Corner Shop',
    amount: 3.5,
    currency_id: 'USD',
    date: '2026-03-01',
    count: 3,
    entered_count: 3,
  })
  assert.deepEqual(
    [second?.memo, second?.asset_account_id, second?.count, others],
    ['Cafeteria', giro.id, 1, []],
  )
  assert.deepEqual(
    (await suggest(ana, { q: 'corner' })).map(({ memo }) => memo),
    ['Café'],
  )
  const [wage] = await suggest(ana, { q: 'wage' })
  assert.deepEqual([wage?.kind, wage?.memo, wage?.category_id], ['income', null, pay.id])
  assert.deepEqual(await suggest(ana, { q: 'nobody' }), [])
  assert.equal((await suggest(ana)).length, 3)
  assert.equal((await suggest(ana, { limit: 1 })).length, 1)
})

test('of the suggested transactions those are counted that no file brought', async () => {
  const ana = await world.person()
  const [food, giro] = [await category(ana, 'Food'), await bank(ana, 'Giro', 'USD')]
  await spend(ana, { amount: 4, category_id: food.id, memo: 'Bakery', asset_account_id: giro.id })
  const file = csv('2026-11-02,Bakery,-3.00', '2026-11-03,Bakery,-5.00', '2026-11-04,Rail,-9.00')
  const { id } = await sendFile(ana, { account_id: giro.id, filename: 'giro.csv' }, file)
  await ana.call(commitImport, { params: { id } })
  assert.deepEqual(
    (await suggest(ana)).map(({ memo, count, entered_count }) => [memo, count, entered_count]),
    [
      ['Bakery', 3, 1],
      ['Rail', 1, 0],
    ],
  )
})

test('words that were corrected are suggested as they are now', async () => {
  const ana = await world.person()
  const rent = await spend(ana, { category_id: (await category(ana, 'Home')).id, memo: 'Rend', amount: 900 })
  await ana.call(updateExpense, { params: { id: rent.id }, body: { memo: 'Rent' } })
  assert.deepEqual(
    (await suggest(ana)).map(({ memo }) => memo),
    ['Rent'],
  )
})

test('nothing that cannot be chosen any more is suggested, nor anything from the trash or from another book', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const shop = await ana.call(createContact, { body: { name: 'Shop' } })
  await spend(ana, { amount: 1, category_id: food.id, memo: 'lunch', contact_id: shop.id, tags: ['out'] })
  const gone = await spend(ana, { amount: 1, category_id: food.id, memo: 'dinner', tags: ['out', 'late'] })
  await spend(ana, { amount: 1, category_id: fun.id, memo: 'cinema' })
  await ana.call(deleteExpense, { params: { id: gone.id } })
  await ana.call(updateCategory, { params: { id: fun.id }, body: { is_active: false } })
  await ana.call(deleteContact, { params: { id: shop.id } })
  const found = (await suggest(ana)).map(({ memo, contact_id }) => [memo, contact_id])
  assert.deepEqual(found, [['lunch', null]])
  assert.deepEqual(await tags(ana), ['out 1'])
  assert.deepEqual([await suggest(eve), await tags(eve)], [[], []])
})

test('tags come with how many transactions have them, the most used first, and are found without their accents', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const tagged = (tags: string[]) => spend(ana, { amount: 1, category_id: food.id, tags })
  await tagged(['home', 'Noël'])
  await tagged(['home', 'zoo', 'home'])
  await tagged(['Home', 'alpha'])
  await tagged([])
  assert.deepEqual(await tags(ana), ['home 2', 'alpha 1', 'Home 1', 'Noël 1', 'zoo 1'])
  assert.deepEqual(await tags(ana, { q: 'noel' }), ['Noël 1'])
  assert.deepEqual(await tags(ana, { q: 'HOM' }), ['home 2', 'Home 1'])
  assert.deepEqual(await tags(ana, { q: 'nobody' }), [])
  assert.deepEqual(await tags(ana, { limit: 1 }), ['home 2'])
  for (const query of [{ limit: 0 }, { limit: 1001 }, { q: 'x'.repeat(256) }])
    assert.equal((await refused(ana.call(listTags, { query }))).code, 'invalid')
  assert.equal((await refused(ana.call(listSuggestions, { query: { limit: 101 } }))).code, 'invalid')
})

test('of those that are as frequent and as new, the one recorded last comes first, also in a book that was restored', async () => {
  const ana = await world.person()
  const memos = ['Tea', 'Bread', 'Milk', 'Apples', 'Rice', 'Salt']
  const food = await category(ana, 'Food')
  for (const memo of memos) await spend(ana, { amount: 1, category_id: food.id, date: '2026-02-01', memo })
  const bob = await world.person()
  assert.equal((await restoreInto(bob, Buffer.from(await fileOf(ana)))).status, 200)
  for (const person of [ana, bob])
    assert.deepEqual(
      (await suggest(person)).map(({ memo }) => memo),
      memos.toReversed(),
    )
})

test('words that the book does not know mean the category of a known shop, if the book has it', async () => {
  const ana = await world.person()
  const means = async (q: string) =>
    (await ana.call(listSuggestions, { query: { q } })).meta.means.map(
      ({ kind, category_name }) => `${kind} ${category_name}`,
    )
  assert.deepEqual(await means('rewe'), [], 'a book without the ready-made set')
  const groceries = await category(ana, 'Groceries')
  await category(ana, 'Salary', 'income')
  assert.deepEqual(await means('REWE Markt'), ['expense Groceries'])
  assert.deepEqual(await means('gehalt'), ['income Salary'])
  assert.deepEqual(await means('nobody knows'), [])
  assert.deepEqual((await ana.call(listSuggestions)).meta.means, [])
  await ana.call(updateCategory, { params: { id: groceries.id }, body: { is_active: false } })
  assert.deepEqual(await means('rewe'), [])
})
