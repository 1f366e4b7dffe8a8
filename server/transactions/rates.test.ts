import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccount } from '../../contract/accounts.ts'
import { createIncome, getExpense, updateExpense } from '../../contract/budgeting.ts'
import { deleteExchangeRate, putExchangeRate } from '../../contract/currencies.ts'
import { account, back, balanced, balances, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-05', { USD: '1.1', JPY: '160', GBP: '0.85', BHD: '0.42' })
await publish(world, '2026-02-05', { USD: '1.2', JPY: '150', GBP: '0.8' })

test('a foreign expense is converted at the latest published rate on or before its day, and says where the rate is from', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const made = await spend(ana, {
    amount: 1000,
    currency_id: 'JPY',
    category_id: food.id,
    date: '2026-01-10',
  })
  assert.deepEqual(
    [made.fx_rate, made.base_amount, made.fx_source, made.fx_date],
    [0.00625, 6.25, 'ecb', '2026-01-05'],
  )
  const cross = await spend(await euroless('GBP'), {
    amount: 1000,
    currency_id: 'JPY',
    category_id: gbpFood,
    date: '2026-02-06',
  })
  assert.deepEqual([cross.fx_rate, cross.base_amount], [0.00533333333333333, 5.33])
  await balanced(ana)
})

let gbpFood = ''
async function euroless(base_currency_id: string) {
  const person = await world.person({ base_currency_id })
  gbpFood = (await category(person, 'Food')).id
  return person
}

test('a rate is at most 31 days old, for a day to come as of today, and never invented', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const at = (date: string, more = {}) =>
    spend(ana, { amount: 10, currency_id: 'BHD', category_id: food.id, date, ...more })
  assert.equal((await at('2026-02-05')).fx_date, '2026-01-05')
  for (const date of ['2026-02-06', '2026-01-04', '2100-01-01']) {
    const problem = await refused(at(date))
    assert.equal(problem.code, 'fx_rate_missing')
    assert.match(
      problem.message,
      new RegExp(`from BHD to EUR for ${date}.*PUT /exchange-rates/BHD/EUR/${date}`),
    )
    assert(problem.errors?.fx_rate)
  }
  const today = new Date().toISOString().slice(0, 10)
  await publish(world, today, { CHF: '0.9' })
  const future = await spend(ana, { amount: 9, currency_id: 'CHF', category_id: food.id, date: '2099-01-01' })
  assert.deepEqual([future.fx_date, future.base_amount], [today, 10])
})

test('a rate that is sent wins, then the rate of the book, then the published one', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const body = { amount: 100, currency_id: 'USD', category_id: food.id, date: '2026-01-05' }
  assert.equal((await spend(ana, body)).fx_rate, 0.909090909090909)
  await ana.call(putExchangeRate, {
    params: { from: 'USD', to: 'EUR', date: '2026-01-05' },
    body: { rate: 0.95 },
  })
  const own = await spend(ana, body)
  assert.deepEqual([own.fx_rate, own.fx_source, own.base_amount], [0.95, 'own', 95])
  const given = await spend(ana, { ...body, fx_rate: 0.9 })
  assert.deepEqual([given.fx_rate, given.fx_source, given.base_amount], [0.9, 'given', 90])
  await ana.call(deleteExchangeRate, { params: { from: 'USD', to: 'EUR', date: '2026-01-05' } })
  assert.equal(
    (await ana.call(getExpense, { params: { id: own.id } })).fx_rate,
    0.95,
    'a transaction keeps the rate it has',
  )
  const base = await refused(spend(ana, { amount: 5, category_id: food.id, fx_rate: 7 }))
  assert.equal(base.code, 'fx_rate_base')
  assert.match(
    base.errors?.fx_rate?.[0] ?? '',
    /the base currency of the book is EUR, whose rate is always 1, not 7/,
  )
  assert.equal((await spend(ana, { amount: 5, category_id: food.id, fx_rate: 1 })).fx_source, 'base')
})

test('a given rate stays until another is sent, and lapses with its currency', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const made = await spend(ana, {
    amount: 100,
    currency_id: 'USD',
    category_id: food.id,
    date: '2026-01-05',
    fx_rate: 0.8,
  })
  const change = async (body: object) => {
    const read = await ana.call(getExpense, { params: { id: made.id } })
    return ana.call(updateExpense, { params: { id: made.id }, body: back(read, body) })
  }
  assert.deepEqual(await change({}), made)
  const more = await change({ amount: 200 })
  assert.deepEqual([more.fx_rate, more.base_amount, more.fx_source], [0.8, 160, 'given'])
  const later = await change({ date: '2026-02-05' })
  assert.deepEqual([later.fx_rate, later.fx_source, later.fx_date], [0.8, 'given', '2026-02-05'])
  const pounds = await change({ currency_id: 'GBP' })
  assert.deepEqual([pounds.fx_rate, pounds.base_amount], [1.25, 250])
  const again = await change({ fx_rate: 0.7 })
  assert.deepEqual([again.fx_rate, again.fx_source, again.base_amount], [0.7, 'given', 140])
})

test('halves of a cent are rounded to even, from the very rate that is shown', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  for (const [amount, expected] of [
    [0.05, 0.02],
    [0.15, 0.08],
    [0.25, 0.12],
    [0.35, 0.18],
  ] as const) {
    const made = await spend(ana, {
      amount,
      currency_id: 'USD',
      category_id: food.id,
      date: '2026-01-05',
      fx_rate: 0.5,
    })
    assert.equal(made.base_amount, expected)
  }
})

test('foreign spending on an account kept in the base currency goes through Currency exchange', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'EUR')
  const exchange = await account(ana, 'Currency exchange')
  const body = {
    amount: 1000,
    currency_id: 'JPY',
    category_id: food.id,
    asset_account_id: giro.id,
    date: '2026-01-05',
  }
  const made = await spend(ana, body)
  assert.deepEqual([made.charged_amount, made.base_amount, made.fx_rate], [6.25, 6.25, 0.00625])
  assert.deepEqual(
    made.lines.map(({ account_name, currency_id, debit, credit, debit_base, credit_base }) => [
      account_name,
      currency_id,
      debit,
      credit,
      debit_base,
      credit_base,
    ]),
    [
      ['Food', 'JPY', 1000, 0, 6.25, 0],
      ['Currency exchange', 'JPY', 0, 1000, 0, 6.25],
      ['Currency exchange', 'EUR', 6.25, 0, 6.25, 0],
      ['Giro', 'EUR', 0, 6.25, 0, 6.25],
    ],
  )
  assert.deepEqual(await ana.call(updateExpense, { params: { id: made.id }, body: back(made) }), made)

  const charged = await spend(ana, { ...body, charged_amount: 6.4 })
  assert.deepEqual([charged.base_amount, charged.fx_rate, charged.fx_source], [6.4, 0.0064, 'charged'])
  assert.deepEqual(
    await ana.call(updateExpense, { params: { id: charged.id }, body: back(charged) }),
    charged,
  )
  const doubled = await ana.call(updateExpense, {
    params: { id: charged.id },
    body: back(charged, { amount: 2000 }),
  })
  assert.deepEqual([doubled.charged_amount, doubled.base_amount, doubled.fx_rate], [6.4, 6.4, 0.0032])
  const problem = await refused(spend(ana, { ...body, charged_amount: 6.4, fx_rate: 0.01 }))
  assert.equal(problem.code, 'charged_mismatch')
  assert.match(problem.message, /amount × fx_rate is 10\.00 EUR, not 6\.40 EUR/)
  assert.deepEqual(await balances(ana, giro.id), { EUR: -12.65 })
  assert.deepEqual(await balances(ana, exchange.id), { EUR: -12.65, JPY: 3000 })
  await balanced(ana)
})

test('and on an account kept in a third currency, what the bank took is what leaves it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const dollars = await bank(ana, 'Dollars', 'USD')
  const body = {
    amount: 1000,
    currency_id: 'JPY',
    category_id: food.id,
    asset_account_id: dollars.id,
    date: '2026-01-05',
  }
  const made = await spend(ana, body)
  assert.deepEqual([made.base_amount, made.charged_amount], [6.25, 6.88])
  const charged = await spend(ana, { ...body, charged_amount: 7 })
  assert.deepEqual([charged.base_amount, charged.charged_amount, charged.fx_rate], [6.25, 7, 0.00625])
  assert.deepEqual(
    await ana.call(updateExpense, { params: { id: charged.id }, body: back(charged) }),
    charged,
  )
  const euros = await spend(ana, { ...body, currency_id: 'EUR', amount: 10 })
  assert.deepEqual([euros.fx_rate, euros.charged_amount], [1, 11])
  const income = await ana.call(createIncome, { body: { ...body, category_id: pay.id, charged_amount: 7 } })
  assert.equal(income.lines[3]?.account_name, 'Currency exchange')
  assert.deepEqual(await balances(ana, dollars.id), { USD: -17.88 })
  assert.match(
    (await refused(spend(ana, { ...body, currency_id: 'USD', amount: 5, charged_amount: 6 }))).message,
    /"Dollars" takes USD itself/,
  )
  await balanced(ana)
})

test('a change that says nothing of the day takes the rate of its day, not the latest', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 11, category_id: food.id, date: '2026-01-10' })
  const body = { currency_id: 'USD' }
  const changed = await ana.call(updateExpense, { params: { id: made.id }, body })
  assert.deepEqual([changed.base_amount, changed.fx_date], [10, '2026-01-05'])
})

test('another currency alone is read anew by all parts, whatever decimals it has', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const parts = (a: number, b: number) => [
    { category_id: food.id, amount: a },
    { category_id: fun.id, amount: b },
  ]
  const made = await spend(ana, { amount: 800, date: '2026-01-10', splits: parts(300, 500) })
  const params = { id: made.id }
  const yen = await ana.call(updateExpense, { params, body: { currency_id: 'JPY' } })
  assert.deepEqual(
    [yen.amount, yen.base_amount, yen.splits.map(({ amount }) => amount)],
    [800, 5, [300, 500]],
  )
  const uneven = await spend(ana, { amount: 1, date: '2026-01-10', splits: parts(0.3, 0.7) })
  const change = ana.call(updateExpense, { params: { id: uneven.id }, body: { currency_id: 'JPY' } })
  assert.equal((await refused(change)).code, 'amount_decimals')
})

test('what an account took stays what it took when the account is freed from its currency', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, dollars] = [await category(ana, 'Food'), await bank(ana, 'Dollars', 'USD')]
  const made = await spend(ana, {
    amount: 1600,
    currency_id: 'JPY',
    charged_amount: 12,
    date: '2026-01-10',
    category_id: food.id,
    asset_account_id: dollars.id,
  })
  await ana.call(updateAccount, { params: { id: dollars.id }, body: { currency_id: null } })
  const params = { id: made.id }
  assert.deepEqual(await ana.call(updateExpense, { params, body: back(made) }), made)
  const noted = await ana.call(updateExpense, { params, body: { notes: 'x' } })
  assert.equal(noted.charged_amount, 12)
  const half = await ana.call(updateExpense, { params, body: { amount: 800 } })
  assert.deepEqual([half.base_amount, half.charged_amount], [5, 12])
  const found = await ana.call(updateExpense, { params, body: { charged_amount: null } })
  assert.deepEqual([found.charged_amount, found.charged_source], [5.5, 'found'])
  assert.deepEqual(await balances(ana, dollars.id), { USD: -5.5 })
})

test('what would be taken as nothing is not spent, until it is said what was taken', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, yen] = [await category(ana, 'Food'), await bank(ana, 'Yen', 'JPY')]
  const body = { amount: 0.01, currency_id: 'USD', fx_rate: 0.1, date: '2026-01-10' }
  const draft = { ...body, category_id: food.id, asset_account_id: yen.id }
  const problem = await refused(spend(ana, draft))
  assert.equal(problem.code, 'charged_mismatch')
  assert.match(problem.message, /0.01 USD comes to nothing in JPY. Send what was taken/)
  const made = await spend(ana, { ...draft, charged_amount: 1 })
  assert.deepEqual([made.base_amount, made.charged_amount], [0, 1])
})

test('a base amount beyond fifteen digits is refused like any other', async () => {
  const ana = await world.person({ base_currency_id: 'JPY' })
  const food = await category(ana, 'Food')
  const problem = await refused(
    spend(ana, { amount: 1e12, currency_id: 'EUR', category_id: food.id, fx_rate: 1e5 }),
  )
  assert.equal(problem.code, 'amount_too_large')
})
