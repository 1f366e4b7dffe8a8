import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import {
  createExpense,
  createIncome,
  createTransfer,
  deleteExpense,
  getTransaction,
  listExpenses,
  listTransactions,
  type TransactionQuery,
} from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { createPayment, writeOff } from '../../contract/obligations.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { lender } from '../../test/debts.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('a transaction of any kind is read by the id that records name, until it is in the trash', async () => {
  const { ana, owe } = await lender(world)
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 100 })
  const loan = await owe('Receivables')
  const params = { id: loan.id }
  const paid = await ana.call(createPayment, { params, body: { amount: 10, asset_account_id: giro.id } })
  await ana.call(writeOff, { params, body: { category_id: food.id, amount: 5 } })
  const spent = await spend(ana, { amount: 7, category_id: food.id })
  const { data } = await ana.call(listTransactions, { query: {} })
  const kinds = data.map(({ kind }) => kind).toSorted()
  assert.deepEqual(kinds, ['expense', 'obligation', 'opening', 'payment', 'write_off'])
  for (const one of data) assert.deepEqual(await ana.call(getTransaction, { params: { id: one.id } }), one)
  const payment = await ana.call(getTransaction, { params: { id: paid.transaction_id } })
  assert.deepEqual([payment.kind, payment.amount], ['payment', 10])
  const lines = await ana.call(listAccountLines, { params: { id: giro.id } })
  for (const { transaction_id } of lines.data)
    assert.equal((await ana.call(getTransaction, { params: { id: transaction_id } })).id, transaction_id)
  await ana.call(deleteExpense, { params: { id: spent.id } })
  const gone = await refused(ana.call(getTransaction, { params: { id: spent.id } }))
  assert.equal(gone.code, 'not_found')
})

test('what opens, pays or writes off a debt names that debt, and other transactions name none', async () => {
  const { ana, owe } = await lender(world)
  const food = await category(ana, 'Food')
  const loan = await owe('Receivables')
  const params = { id: loan.id }
  await ana.call(createPayment, { params, body: { amount: 10 } })
  await ana.call(writeOff, { params, body: { category_id: food.id, amount: 5 } })
  await spend(ana, { amount: 7, category_id: food.id })
  const { data } = await ana.call(listTransactions, { query: {} })
  assert.deepEqual(Object.fromEntries(data.map(({ kind, obligation_id }) => [kind, obligation_id])), {
    expense: null,
    obligation: loan.id,
    payment: loan.id,
    write_off: loan.id,
  })
})

/** Somebody with two accounts, two categories of expenses, one of incomes and two contacts, a day apart each. */
async function household() {
  const ana = await world.person()
  const [food, fun, pay] = [
    await category(ana, 'Food'),
    await category(ana, 'Fun'),
    await category(ana, 'Pay', 'income'),
  ]
  const [cash, giro] = [await account(ana, 'Cash'), await bank(ana, 'Giro', 'USD')]
  const [bea, cem] = [
    await ana.call(createContact, { body: { name: 'Bea' } }),
    await ana.call(createContact, { body: { name: 'Cem' } }),
  ]
  const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
  await spend(ana, { amount: 10, category_id: food.id, date: on(1), notes: 'food', contact_id: bea.id })
  await spend(ana, {
    amount: 8,
    date: on(2),
    notes: 'both',
    contact_id: cem.id,
    splits: [
      { category_id: food.id, amount: 5 },
      { category_id: fun.id, amount: 3 },
    ],
  })
  await spend(ana, { amount: 2, category_id: food.id, date: on(3), notes: 'refund', is_refund: true })
  await ana.call(createExpense, {
    body: {
      amount: 30,
      category_id: fun.id,
      date: on(4),
      notes: 'shared',
      asset_account_id: giro.id,
      shares: [{ contact_id: bea.id, amount: 10 }],
    },
  })
  const wage = { amount: 1000, category_id: pay.id, date: on(5), notes: 'wage', asset_account_id: giro.id }
  await ana.call(createIncome, { body: wage })
  await ana.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: cash.id, amount: 50, date: on(6), notes: 'moved' },
  })
  const list = (query: TransactionQuery) => ana.call(listTransactions, { query })
  const notes = async (query: TransactionQuery) => {
    const whole = (await list(query)).data.map(({ notes }) => notes)
    const paged: (string | null)[] = []
    let cursor: string | undefined
    do {
      const { data, meta } = await list({ limit: 1, ...query, ...(cursor ? { cursor } : {}) })
      paged.push(...data.map(({ notes }) => notes))
      cursor = meta.next_cursor ?? undefined
    } while (cursor)
    assert.deepEqual(paged, whole, 'page by page')
    return whole.join(' ')
  }
  const sum = async (query: TransactionQuery) => (await list({ ...query, include: 'sum' })).meta.sum_base
  return { ana, food, fun, pay, cash, giro, bea, cem, list, notes, sum }
}

test('the timeline can be held to kinds', async () => {
  const { ana, notes } = await household()
  assert.equal(await notes({ kind: 'income' }), 'wage')
  assert.equal(await notes({ kind: 'income,transfer' }), 'moved wage')
  assert.equal(await notes({ kind: 'transfer, income', sort: 'date' }), 'wage moved')
  assert.equal(await notes({ kind: 'expense,payment', date_from: '2026-03-02' }), 'shared refund both')
  assert.equal(await notes({ kind: 'income,income' }), 'wage')
  assert.equal((await refused(ana.call(listTransactions, { query: { kind: 'gift' } }))).code, 'invalid')
  const { body } = await ana.send({ url: '/budgeting/expenses?kind=income' })
  assert.deepEqual(body.meta.ignored, ['kind'], 'the list of one kind has no such filter')
})

test('a filter takes several values, and finds a transaction once however many of them it has', async () => {
  const { notes, food, fun, pay, cash, giro, bea, cem } = await household()
  assert.equal(await notes({ category_id: `${food.id},${fun.id}` }), 'shared refund both food')
  assert.equal(await notes({ category_id: `${pay.id}, ${fun.id}`, sort: 'date' }), 'both shared wage')
  assert.equal(
    await notes({ account_id: `${cash.id},${giro.id}`, date_from: '2026-03-04' }),
    'moved wage shared',
  )
  assert.equal(await notes({ account_id: `${cash.id},${giro.id}`, kind: 'transfer,income' }), 'moved wage')
  assert.equal(
    await notes({ account_id: `${giro.id},${cash.id}`, category_id: `${fun.id},${pay.id}` }),
    'wage shared both',
  )
  assert.equal(await notes({ contact_id: `${bea.id},${cem.id}` }), 'both food')
  assert.equal(await notes({ contact_id: `${bea.id.toUpperCase()},${bea.id}` }), 'food')
  assert.equal(await notes({ contact_id: `${bea.id},${cem.id}`, kind: 'expense', q: 'bot' }), 'both')
  assert.equal(await notes({ currency_id: 'eur,usd', kind: 'income' }), 'wage')
  assert.equal(await notes({ currency_id: 'EUR,nonsense' }), '')
  assert.equal(await notes({ contact_id: `nonsense,${cem.id}` }), 'both')
  assert.equal(await notes({ category_id: 'nonsense,,' }), '')
})

test('a list adds up all of its pages: incomes less expenses, a refund the other way, transfers and shares left out', async () => {
  const { list, sum } = await household()
  assert.equal(await sum({}), 1000 - 10 - 8 + 2 - 20)
  assert.equal(await sum({ kind: 'expense' }), -10 - 8 + 2 - 20)
  assert.equal(await sum({ kind: 'transfer' }), 0)
  assert.equal(await sum({ date_to: '2026-03-02' }), -18)
  assert.equal(await sum({ q: 'nobody' }), 0)
  const page = await list({ limit: 2, include: 'total,sum' })
  assert.deepEqual([page.data.length, page.meta.sum_base], [2, 964])
  const rest = await list({ limit: 1000, include: 'sum,total', cursor: page.meta.next_cursor ?? '' })
  assert.deepEqual([rest.meta.sum_base, rest.meta.total], [964, page.meta.total])
  assert.equal((await list({})).meta.sum_base, undefined)
})

test('a list of categories or accounts adds up their entries, each account on its normal side', async () => {
  const { ana, sum, food, fun, pay, cash, giro } = await household()
  assert.equal(await sum({ category_id: food.id }), 10 + 5 - 2)
  assert.equal(await sum({ category_id: fun.id }), 3 + 20)
  assert.equal(await sum({ category_id: pay.id }), 1000)
  assert.equal(await sum({ category_id: `${food.id},${fun.id}` }), 36)
  assert.equal(await sum({ account_id: cash.id }), -10 - 8 + 2 + 50)
  assert.equal(await sum({ account_id: `${cash.id},${giro.id}`, kind: 'transfer' }), 0)
  assert.equal(await sum({ category_id: fun.id, account_id: giro.id }), 20)
  assert.equal(await sum({ category_id: 'nonsense' }), 0)
  const { meta } = await ana.call(listExpenses, { query: { category_id: food.id, include: 'sum', limit: 1 } })
  assert.equal(meta.sum_base, 13)
})

test('each record of a list with a sum says what it adds: a split in part, a refund negative, what others owe left out', async () => {
  const { list, food, fun, cash } = await household()
  for (const query of [{}, { category_id: food.id }, { section: 'expense' }, { account_id: cash.id }]) {
    const { data, meta } = await list({ ...query, include: 'sum' })
    const sum = data.reduce((sum, { counted_base = Number.NaN }) => sum + counted_base, 0)
    assert.equal(sum, meta.sum_base, JSON.stringify(query))
  }
  const { data } = await list({ category_id: fun.id, include: 'sum' })
  assert.deepEqual(data.map(({ counted_base }) => counted_base).sort(), [20, 3])
  assert.equal(
    (await list({})).data.find(({ counted_base }) => counted_base !== undefined),
    undefined,
  )
})

test('a section leaves out accounts that are excepted', async () => {
  const { ana, sum, food, fun } = await household()
  assert.equal(await sum({ section: 'expense', except_account_id: food.account.id }), 3 + 20)
  assert.equal(await sum({ section: 'expense', except_account_id: food.account.id, kind: 'expense' }), 3 + 20)
  const both = `${food.account.id},${fun.account.id}`
  assert.equal(await sum({ section: 'expense', except_account_id: both }), 0)
  const { status, body } = await ana.send({ url: `/budgeting/transactions?except_account_id=${both}` })
  assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['except_account_id']])
})

test('a list of sections of the chart adds up on the normal side of the first one', async () => {
  const { ana, notes, sum, bea, cem, cash, giro } = await household()
  assert.equal(await notes({ section: 'income' }), 'wage')
  assert.equal(await notes({ section: 'claim' }), 'shared')
  assert.equal(await sum({ section: 'expense' }), 10 + 8 - 2 + 20)
  assert.equal(await sum({ section: 'income,exchange,expense' }), 1000 - 36)
  assert.equal(await sum({ section: 'expense, income' }), 36 - 1000)
  assert.equal(await sum({ section: 'money,claim,liability' }), 1000 - 36)
  assert.equal(await sum({ section: 'expense', date_from: '2026-03-02', date_to: '2026-03-03' }), 8 - 2)
  assert.equal(await sum({ section: 'expense', contact_id: `${bea.id},${cem.id}` }), 10 + 8)
  assert.equal(await sum({ section: 'expense', contact_id: 'none' }), -2 + 20)
  assert.equal(await sum({ section: 'expense', asset_account_id: giro.id }), 20)
  assert.equal(await sum({ section: 'expense', asset_account_id: `${cash.id},none` }), 10 + 8 - 2)
  assert.equal(await sum({ section: 'income', contact_id: 'none' }), 1000)
  for (const section of ['nonsense', 'expense,incomes', '']) {
    const { status, body } = await ana.send({ url: `/budgeting/transactions?section=${section}` })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['section']], section)
  }
  assert.equal(await notes({ is_tagged: true }), '')
})

test('a sum is of the same moment as its page, also while expenses are recorded', async () => {
  const ana = await world.person()
  const home = await category(ana, 'Home')
  let isRecording = true
  const recording = (async () => {
    for (let n = 0; n < 25; n++) await spend(ana, { amount: 1, category_id: home.id })
  })().finally(() => {
    isRecording = false
  })
  while (isRecording) {
    const query = { limit: 1000, include: 'sum', category_id: home.id } as const
    const { data, meta } = await ana.call(listExpenses, { query })
    assert.equal(meta.sum_base, data.length)
  }
  await recording
})
