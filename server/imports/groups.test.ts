import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { createCategory, listCategories, mergeCategories } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { commitImport } from '../../contract/imports.ts'
import { spend } from '../../test/books.ts'
import { sendFile } from '../../test/importing.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** Groups and their categories, in order. */
async function tree(person: Person): Promise<string[]> {
  const { data } = await person.call(listCategories, { query: { sort: 'position', limit: 1000 } })
  const names = new Map(data.map(({ id, name }) => [id, name]))
  return data
    .map(({ name, parent_id }) => (parent_id ? `${names.get(parent_id)}:${name}` : name))
    .sort((a, b) => (a < b ? -1 : 1))
}

async function importFile(person: Person, text: string, filename: string) {
  const { id, status, fault } = await sendFile(person, { filename }, text)
  assert.equal(status, 'ready', fault ?? '')
  return person.call(commitImport, { params: { id } })
}

test('a journal that is exported and imported into an empty book has the same tree', async () => {
  for (const format of ['hledger', 'ledger']) {
    const [ana, bob] = [
      await world.person({ base_currency_id: 'EUR' }),
      await world.person({ base_currency_id: 'EUR' }),
    ]
    const add = (name: string, parent_id: string | null = null) =>
      ana.call(createCategory, { body: { name, parent_id } })
    const [food, home] = [await add('Food'), await add('Home')]
    const all = [food, await add('Groceries', food.id), await add('Rent', home.id), await add('Gifts')]
    for (const { id } of all) await spend(ana, { amount: 3, category_id: id, date: '2026-03-04' })
    const { text } = await ana.send({ url: `/books/current/export?format=${format}` })
    await importFile(bob, text, `book.${format === 'hledger' ? 'journal' : 'ledger'}`)
    assert.deepEqual(await tree(bob), ['Food', 'Food:Groceries', 'Gifts', 'Home', 'Home:Rent'], format)
    assert.deepEqual(await tree(ana), await tree(bob))
  }
})

const journal = (...names: string[]) =>
  names.map((name, index) => `2026-03-0${index + 1} Shop\n    ${name}  5 EUR\n    assets:Cash\n\n`).join('')

test('categories of a file are found in their groups, and a group is made once', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  await ana.call(createCategory, { body: { name: 'Bakery', parent_id: food.id } })
  const inner = await ana.call(createCategory, { body: { name: 'Car', parent_id: food.id } })
  await importFile(
    ana,
    journal(
      'expenses:Food:Bakery',
      'expenses:Food:Meat',
      'expenses:Home:Rent:Flat',
      'expenses:Home',
      'expenses:Car:Fuel',
    ),
    'a.journal',
  )
  const expected = [
    'Car',
    'Car:Fuel',
    'Food',
    'Food:Bakery',
    'Food:Car',
    'Food:Meat',
    'Home',
    'Home:Rent:Flat',
  ]
  assert.deepEqual(await tree(ana), expected, 'a category in a group is no group')
  await importFile(
    ana,
    journal('expenses:Food:Meat', 'expenses:Home:Rent:Flat').replaceAll('5 EUR', '6 EUR'),
    'b.journal',
  )
  assert.deepEqual(await tree(ana), expected)
  assert.equal(inner.parent_id, food.id)
})

test('the undo of an import keeps the group of a category that is in use since', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { version } = await importFile(ana, journal('expenses:Food:Meat', 'expenses:Home:Rent'), 'a.journal')
  const { data } = await ana.call(listCategories, { query: { q: 'Meat' } })
  await spend(ana, { amount: 1, category_id: data[0]?.id ?? '' })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await tree(ana), ['Food', 'Food:Meat'])
})

test('registers of YNAB and Actual bring their groups; a category of that name without its group is taken', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await importFile(ana, await readFile('test/samples/ynab.tsv', 'utf8'), 'ynab.tsv')
  assert.deepEqual(await tree(ana), [
    'Everyday',
    'Everyday:Groceries',
    'Everyday:Other',
    'Other income',
    'Ready to Assign',
    'Yearly',
    'Yearly:Other',
  ])

  const bob = await world.person({ base_currency_id: 'EUR' })
  await bob.call(createCategory, { body: { name: 'Fuel' } })
  const actual =
    'Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared\n' +
    'Bank,2026-11-01,Shop,,Food,Groceries,-5.00,0,Cleared\n' +
    'Bank,2026-11-02,Garage,,Car,Fuel,-6.00,0,Cleared\n' +
    'Bank,2026-11-03,Work,,Income,Salary,7.00,0,Cleared\n'
  await importFile(bob, actual, 'actual.csv')
  assert.deepEqual(await tree(bob), ['Food', 'Food:Groceries', 'Fuel', 'Salary'])
})

test('the names of a merged category in files stand for the other one, until the merge is undone', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await importFile(ana, journal('expenses:Meat', 'expenses:Bread'), 'a.journal')
  const { data } = await ana.call(listCategories, { query: { kind: 'expense' } })
  const [bread, meat] = data
  assert(bread && meat)
  const meant = async (day: string) => {
    const { mapping } = await sendFile(ana, {}, journal('expenses:Meat').replace('2026-03-01', day))
    return mapping?.categories[0]?.category_id
  }
  await importFile(ana, journal('expenses:Meat').replace('2026-03-01', '2026-03-09'), 'b.journal')
  const { version } = await ana.call(mergeCategories, { params: { id: meat.id }, body: { into: bread.id } })
  assert.equal(await meant('2026-04-01'), bread.id)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.equal(await meant('2026-04-02'), meat.id)
})
