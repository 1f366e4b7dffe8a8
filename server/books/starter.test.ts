import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { deleteCategory, listCategories } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { account, category, spend } from '../../test/books.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

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
  const kinds = Object.groupBy(data, ({ kind }) => kind)
  assert((kinds.expense?.length ?? 0) > 15 && (kinds.income?.length ?? 0) > 2)
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
  assert.deepEqual((await ana.call(listCategories)).data.length, categories.length)
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
  await spend(ana, { amount: 1, category_id: categories[0]?.id ?? '' })
  const problem = await refused(ana.call(undoChange, { params: { version: String(version) } }))
  assert.equal(problem.code, 'undo_blocked')
})
