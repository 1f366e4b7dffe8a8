import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, deleteAccount, getAccount } from '../../contract/accounts.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createExpense,
  createIncome,
  createTransfer,
  deleteExpense,
  deleteIncome,
  deleteTransfer,
  listExpenses,
  updateExpense,
} from '../../contract/budgeting.ts'
import { createCategory, deleteCategory, getCategory, mergeCategories } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact, deleteContact, restoreContact, updateContact } from '../../contract/contacts.ts'
import { createPayment, deleteObligation, listObligations } from '../../contract/obligations.ts'
import { account, category, spend } from '../../test/books.ts'
import { owing } from '../../test/debts.ts'
import { day, garage } from '../../test/valued.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const forever = { forever: true }

/** Every place of the database where a text is found, the tables of tokens and sessions aside. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await rows<{ table_name: string }>(
    world.db,
    sql`select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { table_name } of tables) {
    const [hit] = await rows<{ is: boolean }>(
      world.db,
      sql`select query_to_xml(${`select * from ${table_name}`}, true, false, '')::text like ${`%${text}%`} as is`,
    )
    if (hit?.is) found.push(table_name)
  }
  return found
}

test('a contact deleted for good leaves its digests in the log and its content nowhere', async () => {
  const ana = await world.person()
  const secret = 'Zsófia-the-secret'
  const bela = await ana.call(createContact, { body: { name: secret }, headers: { 'idempotency-key': 'k1' } })
  const other = await ana.call(createContact, {
    body: { name: 'Cili' },
    headers: { 'idempotency-key': 'k2' },
  })
  const params = { id: bela.id }
  await ana.call(updateContact, { params, body: { phone: '123' } })
  const live = await refused(ana.call(deleteContact, { params, query: forever }))
  assert.deepEqual([live.code, live.status], ['not_in_trash', 409])
  const trashed = await ana.call(deleteContact, { params })
  assert.deepEqual(await placesOf(secret), ['contacts', 'events', 'idempotency_keys'])
  assert.deepEqual(await ana.call(deleteContact, { params, query: forever }), trashed)
  assert.deepEqual(await placesOf(secret), [])

  const { data } = await ana.call(listChanges, { query: { id: bela.id } })
  assert.deepEqual(
    data.map(({ action, before, after }) => [action, before, after]),
    ['created', 'updated', 'deleted', 'erased'].map((action) => [action, null, null]),
  )
  assert.equal((await refused(ana.call(deleteContact, { params, query: forever }))).code, 'not_found')
  assert.equal((await refused(ana.call(restoreContact, { params }))).code, 'not_found')
  const again = { body: { name: secret }, headers: { 'idempotency-key': 'k1' } }
  assert.equal((await refused(ana.call(createContact, again))).code, 'reply_erased')
  const kept = { body: { name: 'Cili' }, headers: { 'idempotency-key': 'k2' } }
  assert.deepEqual(await ana.call(createContact, kept), other)
  assert.deepEqual(await verify(world.db), [])
})

test('what was deleted for good cannot be undone, nor can a version that touched it', async () => {
  const ana = await world.person()
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const params = { id: bela.id }
  await ana.call(deleteContact, { params })
  await ana.call(deleteContact, { params, query: forever })
  const erased_in = bela.version + 2
  for (const version of [bela.version, bela.version + 1, erased_in]) {
    const problem = await refused(ana.call(undoChange, { params: { version: String(version) } }))
    assert.deepEqual([problem.code, problem.params], ['erased', { version, erased_in }])
  }
})

test('what would have to refer to something deleted for good is not undone', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const expense = await spend(ana, { amount: 5, category_id: food.id, contact_id: bela.id })
  const { version } = await ana.call(updateExpense, {
    params: { id: expense.id },
    body: { contact_id: null },
  })
  await ana.call(deleteContact, { params: { id: bela.id } })
  await ana.call(deleteContact, { params: { id: bela.id }, query: forever })
  const problem = await refused(ana.call(undoChange, { params: { version: String(version) } }))
  assert.deepEqual([problem.code, problem.params], ['erased', { version, erased_in: version + 2 }])
  const [made] = (await ana.call(listChanges, { query: { id: expense.id } })).data
  assert.deepEqual([made?.after && 'contact_name' in made.after && made.after.contact_name], [null])
})

test('a contact that anything refers to, in the trash too, is not deleted for good', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const expense = await spend(ana, { amount: 5, category_id: food.id, contact_id: bela.id })
  await ana.call(deleteExpense, { params: { id: expense.id } })
  await ana.call(deleteContact, { params: { id: bela.id } })
  const problem = await refused(ana.call(deleteContact, { params: { id: bela.id }, query: forever }))
  assert.equal(problem.code, 'in_use')
  assert.deepEqual(problem.params, {
    resource: 'contact',
    name: 'Bela',
    count: 1,
    by: { resource: 'expense', id: expense.id },
  })
  await ana.call(deleteExpense, { params: { id: expense.id }, query: forever })
  await ana.call(deleteContact, { params: { id: bela.id }, query: forever })
  assert.deepEqual(await verify(world.db), [])
})

test('an expense deleted for good takes its entries and the shares of others with it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const secret = 'a dinner nobody shall know of'
  const shares = [{ contact_id: bela.id, amount: 20 }]
  const body = { amount: 50, category_id: food.id, notes: secret, shares }
  const dinner = await ana.call(createExpense, { body })
  await ana.call(updateExpense, { params: { id: dinner.id }, body: { amount: 60 } })
  const [share] = (await ana.call(listObligations)).data
  await ana.call(deleteExpense, { params: { id: dinner.id } })
  await ana.call(deleteExpense, { params: { id: dinner.id }, query: forever })
  for (const text of [secret, dinner.id, share?.id ?? '']) {
    const places = await placesOf(text)
    assert.deepEqual(
      places.filter((table) => table !== 'events'),
      [],
      text,
    )
  }
  assert.deepEqual((await ana.call(listExpenses, { query: { deleted: 'only' } })).data, [])
  const { base_currency_id } = await ana.call(updateBook, { body: { base_currency_id: 'EUR' } })
  assert.equal(base_currency_id, 'EUR', 'nothing is recorded any more')
  assert.deepEqual(await verify(world.db), [])
})

test('an obligation deleted for good takes its postings and payments with it', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const params = { id: debt.id }
  await ana.call(createPayment, {
    params,
    body: { amount: 30, asset_account_id: (await account(ana, 'Cash')).id },
  })
  await ana.call(deleteObligation, { params })
  await ana.call(deleteObligation, { params, query: forever })
  const left = await rows<{ kind: string }>(
    world.db,
    sql`select kind from transactions where book_id = ${ana.book_id}`,
  )
  assert.deepEqual(left, [])
  assert.deepEqual(await verify(world.db), [])
})

test('accounts and categories are deleted for good while nothing was ever posted to them', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const expense = await spend(ana, { amount: 5, category_id: food.id })
  // The entry that was replaced stays in the history, and refers to Food.
  await ana.call(updateExpense, { params: { id: expense.id }, body: { category_id: fun.id } })
  await ana.call(deleteCategory, { params: { id: food.id } })
  const problem = await refused(ana.call(deleteCategory, { params: { id: food.id }, query: forever }))
  assert.deepEqual(
    [problem.code, problem.detail],
    [
      'in_use',
      `The category "Food" cannot be deleted for good: 1 record had entries on it earlier, and the books as they were then still show them; one is the expense ${expense.id}. It stays in the trash.`,
    ],
  )

  const travel = await ana.call(createCategory, { body: { name: 'Travel' } })
  await ana.call(deleteCategory, { params: { id: travel.id } })
  await ana.call(deleteCategory, { params: { id: travel.id }, query: forever })
  assert.equal((await refused(ana.call(getCategory, { params: { id: travel.id } }))).code, 'not_found')

  const purse = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset', opening_balance: 7 } })
  await ana.call(undoChange, { params: { version: String(purse.version) } })
  await ana.call(deleteAccount, { params: { id: purse.id }, query: forever })
  assert.equal((await refused(ana.call(getAccount, { params: { id: purse.id } }))).code, 'not_found')
  assert.deepEqual(
    (await placesOf(purse.id)).filter((table) => table !== 'events'),
    [],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('a thing whose values were all removed is deleted for good, with its values', async () => {
  const { ana, car, state, forget, undo, version } = await garage(world)
  const secret = 'what the dealer whispered'
  const stated = await state(5, day(-1), { notes: secret })
  await state(7, day(-2))
  await state(0, day(-3))
  const params = { id: car.id }
  assert.equal((await refused(ana.call(deleteAccount, { params }))).code, 'account_has_values')
  for (const back of [-1, -2, -3]) await forget(day(back))
  const removed = await version()
  await ana.call(deleteAccount, { params })
  const held = await refused(undo(removed))
  assert.deepEqual(
    [held.code, held.blockers],
    ['undo_blocked', [{ version: removed + 1, resource: 'account', id: car.id }]],
  )
  await undo()
  await undo(removed)
  assert.equal((await refused(ana.call(deleteAccount, { params }))).code, 'account_has_values')
  await forget(day(-3))
  await ana.call(deleteAccount, { params })
  await ana.call(deleteAccount, { params, query: forever })
  for (const text of [secret, car.id])
    assert.deepEqual(
      (await placesOf(text)).filter((table) => table !== 'events'),
      [],
    )
  assert(!(await placesOf(secret)).includes('events'))
  const { data } = await ana.call(listChanges, { query: { id: stated.id } })
  assert.deepEqual(
    data.map(({ action, before, after }) => [action, before, after]),
    ['created', 'deleted', 'erased'].map((action) => [action, null, null]),
  )
  assert.equal((await refused(undo(stated.version))).code, 'erased')
  assert.deepEqual(await verify(world.db), [])
})

test('a category that was merged away stays in the trash, because the books of before still show it', async () => {
  const ana = await world.person()
  const [food, fun, unused] = [
    await category(ana, 'Food'),
    await category(ana, 'Fun'),
    await category(ana, 'Unused'),
  ]
  await spend(ana, { amount: 5, category_id: food.id })
  for (const { id } of [food, unused])
    await ana.call(mergeCategories, { params: { id }, body: { into: fun.id } })
  const query = forever
  const problem = await refused(ana.call(deleteCategory, { params: { id: food.id }, query }))
  assert.deepEqual([problem.code, problem.params?.is_past], ['in_use', true])
  assert.match(
    problem.detail,
    /^The category "Food" cannot be deleted for good: 1 record had entries on it earlier/,
  )
  await ana.call(deleteCategory, { params: { id: unused.id }, query })
  const { version } = await ana.call(getBook)
  const merged = await refused(ana.call(undoChange, { params: { version: String(version - 1) } }))
  assert.deepEqual([merged.code, merged.params?.erased_in], ['erased', version])
  assert.deepEqual(await verify(world.db), [])
})

test('only what is in the trash is deleted for good, and an account only if it never had an entry', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Payables')
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const purse = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset' } })
  const cash = await account(ana, 'Cash')
  const expense = await spend(ana, { amount: 5, category_id: food.id, asset_account_id: purse.id })
  const income = await ana.call(createIncome, { body: { amount: 5, category_id: pay.id } })
  const transfer = await ana.call(createTransfer, {
    body: { amount: 5, from_account_id: cash.id, to_account_id: (await account(ana, 'Bank')).id },
  })
  const query = forever
  const problems = [
    ana.call(deleteExpense, { params: { id: expense.id }, query }),
    ana.call(deleteIncome, { params: { id: income.id }, query }),
    ana.call(deleteTransfer, { params: { id: transfer.id }, query }),
    ana.call(deleteObligation, { params: { id: debt.id }, query }),
    ana.call(deleteCategory, { params: { id: food.id }, query }),
    ana.call(deleteAccount, { params: { id: purse.id }, query }),
  ].map(refused)
  for (const { code } of await Promise.all(problems)) assert.equal(code, 'not_in_trash')
  for (const [deleting, id] of [
    [deleteIncome, income.id],
    [deleteTransfer, transfer.id],
  ] as const) {
    await ana.call(deleting, { params: { id } })
    await ana.call(deleting, { params: { id }, query })
  }
  await ana.call(updateExpense, { params: { id: expense.id }, body: { asset_account_id: cash.id } })
  const params = { id: purse.id }
  await ana.call(deleteAccount, { params })
  assert.equal((await refused(ana.call(deleteAccount, { params, query }))).code, 'in_use')
  const { body } = await ana.send({ method: 'DELETE', url: `/accounts/${purse.id}?forever=perhaps` })
  assert.equal(body.code, 'invalid')
  assert.deepEqual(await verify(world.db), [])
})

test('nobody deletes what is in the book of another person', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  await ana.call(deleteContact, { params: { id: bela.id } })
  assert.equal(
    (await refused(eve.call(deleteContact, { params: { id: bela.id }, query: forever }))).code,
    'not_found',
  )
  await ana.call(restoreContact, { params: { id: bela.id } })
})

test('the service itself deletes for good only what is in the trash, as the latest change of the book', async () => {
  const ana = await world.person()
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const eraseIn = (version: number) =>
    transaction(world.service, (tx) => change(tx, sql`select erase_records(${ana.book_id}, ${version})`))
  await assert.rejects(eraseIn(bela.version), /deletes nothing for good/)
  const forged = (version: number) => sql`
    insert into events (book_id, version, ordinal, action, resource, record_id, salt, digest)
    values (${ana.book_id}, ${version}, 9, 'erased', 'contact', ${bela.id}, ${Buffer.alloc(16)}, ${Buffer.alloc(32)})`
  const forge = (version: number) =>
    transaction(world.service, async (tx) => {
      await change(tx, forged(version))
      await change(tx, sql`select erase_records(${ana.book_id}, ${version})`)
    })
  await assert.rejects(forge(bela.version), /what is not in the trash/)
  await ana.call(deleteContact, { params: { id: bela.id } })
  await assert.rejects(forge(bela.version), /deletes nothing for good/)
})
