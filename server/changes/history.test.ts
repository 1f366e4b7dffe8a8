import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { deleteExpense, updateExpense } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import { updateContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { createPayment, getObligation } from '../../contract/obligations.ts'
import type { QueryOf } from '../../contract/route.ts'
import { account, category, spend } from '../../test/books.ts'
import { owing } from '../../test/debts.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

type Shown = Record<string, unknown> | null // a record of any kind

const history = async (person: Person, query: QueryOf<typeof listChanges>) =>
  (await person.call(listChanges, { query })).data.map((one) => ({
    ...one,
    before: one.before as Shown,
    after: one.after as Shown,
  }))

test('every kind of record is shown before and after as the API shows it, with names as they are today', async () => {
  const { ana, debt, friend } = await owing(world, 'EUR', 'Payables')
  const food = await category(ana, 'Food')
  const expense = await spend(ana, {
    amount: 10,
    category_id: food.id,
    contact_id: friend.id,
    date: '2026-01-06',
  })
  const params = { id: expense.id }
  const changed = await ana.call(updateExpense, { params, body: { amount: 12 } })
  const gone = await ana.call(deleteExpense, { params })
  assert.deepEqual(
    (await history(ana, { id: expense.id })).map(({ action, before, after }) => ({ action, before, after })),
    [
      { action: 'created', before: null, after: expense },
      { action: 'updated', before: expense, after: changed },
      { action: 'deleted', before: changed, after: gone },
    ],
  )
  await ana.call(updateContact, { params: { id: friend.id }, body: { name: 'Barát' } })
  const [first] = await history(ana, { id: expense.id })
  assert.equal(first?.after?.contact_name, 'Barát')

  const [made] = await history(ana, { id: food.id })
  assert.deepEqual([made?.resource, made?.after], ['category', food])
  const asset_account_id = (await account(ana, 'Cash')).id
  const payment = await ana.call(createPayment, {
    params: { id: debt.id },
    body: { amount: 40, asset_account_id },
  })
  const paid = await history(ana, { since: payment.version - 1 })
  assert.deepEqual(new Set(paid.map(({ resource }) => resource)), new Set(['obligation', 'payment']))
  const owed = paid.find(({ resource }) => resource === 'obligation')
  assert.equal(owed?.before?.outstanding_amount, 100)
  assert.deepEqual(owed?.after, await ana.call(getObligation, { params: { id: debt.id } }))
  assert.equal(paid.find(({ resource }) => resource === 'payment')?.after?.kind, 'payment')

  const rate = await ana.call(putExchangeRate, {
    params: { from: 'USD', to: 'EUR', date: '2026-01-05' },
    body: { rate: 0.9 },
  })
  assert.deepEqual((await history(ana, { resource: 'exchange_rate' }))[0]?.after, rate)
  const purse = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset', opening_balance: 7 } })
  const opened = await history(ana, { since: purse.version - 1 })
  assert.deepEqual(
    opened.map(({ resource }) => resource),
    ['account', 'opening'],
  )
  assert.equal(opened[0]?.after?.name, 'Purse')
  assert(!('balances' in (opened[0]?.after ?? {})))
  const book = await ana.call(updateBook, { body: { name: 'Home' } })
  const [renamed] = await history(ana, { since: book.version - 1 })
  assert.deepEqual([renamed?.before?.name, renamed?.after?.name], ['Ana', 'Home'])
  assert.deepEqual([renamed?.user_name, renamed?.undoes, renamed?.undone_by], ['Ana', null, null])
  assert.equal(typeof renamed?.device_name, 'string')
})

test('changes are found by the days of the transactions that they touch, before or after', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const march = await spend(ana, { amount: 1, category_id: food.id, date: '2026-03-15' })
  const april = await spend(ana, { amount: 2, category_id: food.id, date: '2026-04-15' })
  const moved = await ana.call(updateExpense, { params: { id: march.id }, body: { date: '2026-05-01' } })
  const found = async (query: QueryOf<typeof listChanges>) =>
    (await history(ana, query)).map(({ version }) => version)
  assert.deepEqual(await found({ dated_from: '2026-03-01', dated_to: '2026-03-31' }), [
    march.version,
    moved.version,
  ])
  assert.deepEqual(await found({ dated_from: '2026-03-01', dated_to: '2026-03-31', since: april.version }), [
    moved.version,
  ])
  assert.deepEqual(await found({ dated_from: '2026-04-01' }), [april.version, moved.version])
  assert.deepEqual(await found({ dated_to: '2026-03-14' }), [])
  for (const query of [{ dated_from: '2026-02-30' }, { dated_to: 'x' }]) {
    const { status, code } = await refused(history(ana, query))
    assert.deepEqual([status, code], [422, 'invalid'])
  }
})

test('a version that the book does not have yet is refused as since, with both versions', async () => {
  const ana = await world.person()
  const { version } = await ana.call(getBook)
  const { data, meta } = await ana.call(listChanges, { query: { since: version } })
  assert.deepEqual([data, meta.next_since], [[], version])
  for (const more of [{}, { order: 'desc' as const }, { resource: 'contact' }]) {
    const problem = await refused(ana.call(listChanges, { query: { since: version + 1, ...more } }))
    assert.deepEqual([problem.status, problem.code], [422, 'since_ahead'])
    assert.deepEqual(problem.params, { since: version + 1, version })
  }
  const file = await ana.send({ url: `/changes?format=json&since=${version + 1}` })
  assert.equal(file.body.code, 'since_ahead', file.text)
})

test('with a filter that leaves the latest changes out, next_since is the version of the book', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 1, category_id: food.id })
  const { version } = await ana.call(getBook)
  for (const query of [{ resource: 'category' }, { resource: 'plan' }, { id: `${food.id},none` }]) {
    const { meta } = await ana.call(listChanges, { query })
    assert.deepEqual([meta.next_cursor, meta.next_since], [null, version])
  }
  const file = await ana.send({ url: '/changes?format=json&resource=category' })
  assert.equal(file.body.meta.next_since, version)
})
