import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  restoreCategory,
  updateCategory,
} from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { starterCategories, starterGroups } from '../../contract/starter.ts'
import { account, category, spend } from '../../test/books.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** The categories of a book in their order, each group with those that stand in it. */
async function tree(person: Person, kind: 'expense' | 'income' = 'expense'): Promise<string[]> {
  const { data } = await person.call(listCategories, { query: { kind, sort: 'position', limit: 1000 } })
  const inGroup = (id: string) => data.filter(({ parent_id }) => parent_id === id).map(({ name }) => name)
  return data
    .filter(({ parent_id }) => parent_id === null)
    .map(({ id, name }) => [name, ...inGroup(id)].join(' · '))
}

test('a new book gets a ready-made set in one change, which one undo takes back', async () => {
  const ana = await world.person()
  const { version, categories, accounts } = await ana.call(addStarter)
  assert.deepEqual(
    accounts.map(({ name, type, code }) => [name, type, code]),
    [
      ['Savings', 'asset', '1001'],
      ['Credit card', 'liability', '2001'],
    ],
  )
  const { data } = await ana.call(listCategories)
  assert.deepEqual(
    new Map(data.map(({ id, account }) => [id, account.code])),
    new Map(categories.map(({ id, account }) => [id, account.code])),
  )
  assert.equal(new Set(categories.map(({ account }) => account.code)).size, categories.length)
  assert.equal(categories.length, starterCategories.length + starterGroups.length)
  const groups = await tree(ana)
  assert.deepEqual(groups, [
    'Home · Rent · Utilities · Phone and internet · Household',
    'Food · Groceries · Eating out',
    'Getting around · Transport · Car',
    'Personal · Health · Clothing · Education',
    'Family · Children · Pets · Gifts',
    'Free time · Leisure · Subscriptions · Travel',
    'Finances · Insurance · Taxes · Bank fees',
    'Other expenses',
  ])
  assert.deepEqual(await tree(ana, 'income'), ['Salary', 'Interest', 'Gifts received', 'Other income'])
  const { data: changes } = await ana.call(listChanges, { query: { since: version - 1 } })
  assert.deepEqual(
    [changes.length, new Set(changes.map((one) => one.version)).size],
    [2 * categories.length + 3, 1],
  )

  const again = await ana.call(addStarter)
  assert.deepEqual(again, { version, categories: [], accounts: [] })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual((await ana.call(listCategories)).data, [])
  const { data: left } = await ana.call(listAccounts)
  assert(!left.some(({ name }) => name === 'Savings'))
  const back = await ana.call(addStarter)
  const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)
  assert.deepEqual(
    [ids(back.categories), ids(back.accounts)],
    [ids(categories), ids(accounts)],
    'they come back from the trash',
  )
  assert.deepEqual(await tree(ana), groups, 'in their groups')
  await ana.call(undoChange, { params: { version: String(back.version) } })
  assert.deepEqual((await ana.call(listCategories)).data, [])
})

test('accounts of the set have one currency, Bank too, and a purse of several stays Cash', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const currencies = async () => {
    const { data } = await ana.call(listAccounts)
    return Object.fromEntries(data.map(({ name, currency_id }) => [name, currency_id]))
  }
  const { version } = await ana.call(addStarter)
  const { Bank, Cash, Savings, 'Credit card': card } = await currencies()
  assert.deepEqual({ Bank, Cash, Savings, card }, { Bank: 'EUR', Cash: null, Savings: 'EUR', card: 'EUR' })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.equal((await currencies()).Bank, null)
})

test('a bank account that has dollars on it, or a currency of its own, stays as it is', async () => {
  for (const use of ['spent', 'bound'] as const) {
    const ana = await world.person({ base_currency_id: 'EUR' })
    const bank = await account(ana, 'Bank')
    if (use === 'spent') {
      const { id } = await category(ana, 'Books')
      const paid = { amount: 25, currency_id: 'USD', fx_rate: 0.9, asset_account_id: bank.id }
      await spend(ana, { category_id: id, ...paid })
    } else await ana.call(updateAccount, { params: { id: bank.id }, body: { currency_id: 'USD' } })
    await ana.call(addStarter)
    assert.equal((await account(ana, 'Bank')).currency_id, use === 'spent' ? null : 'USD')
  }
})

test('the set leaves out what a book has already, and cannot be undone once it is used', async () => {
  const ana = await world.person()
  const own = await category(ana, ' groceries')
  const gone = await category(ana, 'Rent')
  await ana.call(deleteCategory, { params: { id: gone.id } })
  const income = await category(ana, 'Gifts', 'income')
  const { version, categories } = await ana.call(addStarter)
  const names = categories.map(({ kind, name }) => `${kind} ${name}`)
  assert.deepEqual(
    ['expense Groceries', 'expense Rent', 'expense Gifts', 'income Salary'].map((name) =>
      names.includes(name),
    ),
    [false, true, true, true],
  )
  assert(
    categories.some(({ id }) => id === gone.id),
    'Rent comes back from the trash',
  )
  const { data } = await ana.call(listCategories)
  for (const { id } of [own, income]) assert(data.some((one) => one.id === id))
  await spend(ana, { amount: 1, category_id: gone.id })
  const problem = await refused(ana.call(undoChange, { params: { version: String(version) } }))
  assert.equal(problem.code, 'undo_blocked')
})

test('a category that a book has is not moved, and a group whose categories are all there is not added', async () => {
  const ana = await world.person()
  const [eating, cards] = [await category(ana, 'Eating out'), await category(ana, 'Cards')]
  const gifts = await ana.call(createCategory, { body: { name: 'Gifts', parent_id: cards.id } })
  for (const name of ['Transport', 'Car']) await category(ana, name)
  await ana.call(addStarter)
  const groups = await tree(ana)
  assert.deepEqual(
    groups.filter((text) => /Food|Eating|Cards|Family|Getting|Transport|Car/.test(text)),
    ['Food · Groceries', 'Family · Children · Pets', 'Car', 'Cards · Gifts', 'Eating out', 'Transport'],
    'those that nobody placed come last',
  )
  const { data } = await ana.call(listCategories)
  for (const { id, version } of [eating, gifts])
    assert.equal(data.find((one) => one.id === id)?.version, version)
})

test('one’s own category of a group’s name becomes the group, unless it stands in one itself', async () => {
  const ana = await world.person()
  const [food, mine] = [await category(ana, 'food'), await category(ana, 'Mine')]
  const home = await ana.call(createCategory, { body: { name: 'Home', parent_id: mine.id } })
  const { categories } = await ana.call(addStarter)
  assert(!categories.some(({ id }) => [food.id, home.id].includes(id)))
  const groups = await tree(ana)
  for (const text of ['food · Groceries · Eating out', 'Mine · Home', 'Rent', 'Household'])
    assert(groups.includes(text), text)
})

test('a group comes back from the trash with its categories, and those that stood elsewhere come back there', async () => {
  const ana = await world.person()
  const { categories } = await ana.call(addStarter)
  const groups = await tree(ana)
  const of = (name: string) => ({ params: { id: categories.find((one) => one.name === name)?.id ?? '' } })
  for (const name of ['Groceries', 'Eating out', 'Food']) await ana.call(deleteCategory, of(name))
  const again = await ana.call(addStarter)
  assert.deepEqual(
    again.categories.map(({ name, parent_id }) => [name, parent_id === of('Food').params.id]),
    [
      ['Food', false],
      ['Groceries', true],
      ['Eating out', true],
    ],
  )
  assert.deepEqual(await tree(ana), groups)

  // Flat, as the set once was: nothing new stands in the group, so that it stays away.
  for (const name of ['Groceries', 'Eating out'])
    await ana.call(updateCategory, { ...of(name), body: { parent_id: null } })
  for (const name of ['Groceries', 'Eating out', 'Food']) await ana.call(deleteCategory, of(name))
  const flat = await ana.call(addStarter)
  assert.deepEqual(
    flat.categories.map(({ name, parent_id }) => [name, parent_id]),
    [
      ['Groceries', null],
      ['Eating out', null],
    ],
  )
  assert.deepEqual((await ana.call(addStarter)).categories, [])
  await ana.call(restoreCategory, of('Food'))
})

test('the set is named in the language of its request, whatever the person and the header speak, and a second one adds nothing', async () => {
  const ana = await world.person({ language: 'de' })
  const add = async (payload?: object) =>
    (
      await ana.send({
        method: 'POST',
        url: '/books/current/starter',
        headers: { 'accept-language': 'fr' },
        ...(payload && { payload }),
      })
    ).body
  const german = await add({ language: 'de' })
  assert.deepEqual(
    german.accounts.map(({ name }: { name: string }) => name),
    ['Sparkonto', 'Kreditkarte'],
  )
  assert.equal((await tree(ana))[1], 'Essen und Trinken · Lebensmittel · Auswärts essen')
  assert.equal((await tree(ana, 'income'))[0], 'Gehalt')
  const groceries = german.categories.find(({ name }: { name: string }) => name === 'Lebensmittel')
  assert.equal(groceries.icon, 'shopping-basket', 'no English name says which one')
  const { data } = await ana.call(listAccounts)
  assert.equal(data.find(({ name }) => name === 'Girokonto')?.currency_id, 'USD', 'Bank, by its German name')
  const again = await add({ language: 'de' })
  assert.deepEqual([again.categories, again.accounts], [[], []])

  const bea = await world.person({ language: 'de' })
  const english = await bea.call(addStarter)
  assert.deepEqual(
    english.accounts.map(({ name }) => name),
    ['Savings', 'Credit card'],
  )
  assert.equal((await tree(bea))[1], 'Food · Groceries · Eating out')
  const problem = await bea.send({
    method: 'POST',
    url: '/books/current/starter',
    payload: { language: 'tlh' },
  })
  assert.deepEqual([problem.status, Object.keys(problem.body.errors)], [422, ['language']])
})
