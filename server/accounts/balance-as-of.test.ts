import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, listAccountLines, updateAccount } from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  deleteTransfer,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { account, balanced, balances, bank, category, spend } from '../../test/books.ts'
import { day, household as householdIn, today } from '../../test/said-balance.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

const household = (amount?: number, includes_day?: boolean) => householdIn(world, amount, includes_day)

test('a balance said today stays what it is when the past is entered, and the opening moves instead', async () => {
  const { ana, giro, shop, shown, opening } = await household()
  assert.deepEqual(giro.balance_as_of, { date: today, amount: 2450.3, includes_day: false })
  assert.deepEqual([giro.opening_balance, giro.opening_date], [2450.3, day(-1)])
  await shop(50, day(-20))
  assert.deepEqual(await opening(), [2500.3, day(-21)])
  await shop(100.1, day(-40))
  assert.deepEqual(await opening(), [2600.4, day(-41)])
  assert.deepEqual(await balances(ana, giro.id), { USD: 2450.3 })
  await shop(10, today)
  assert.deepEqual(await opening(), [2600.4, day(-41)], 'an entry of the day itself counts as usual')
  assert.deepEqual(await balances(ana, giro.id), { USD: 2440.3 })
  assert.deepEqual((await shown()).balance_as_of, giro.balance_as_of)
  await balanced(ana)
  const { data } = await ana.call(listAccountLines, { params: { id: giro.id } })
  assert.equal(data.at(-1)?.kind, 'opening', 'the opening is the oldest line')
  assert.deepEqual(
    data.map(({ running_balance }) => running_balance),
    [2440.3, 2450.3, 2500.3, 2600.4],
  )
})

test('an entry that is moved, edited, trashed, restored or undone moves the opening with it', async () => {
  const { ana, food, giro, shop, opening, undo } = await household(1000)
  const first = await shop(10, day(-9))
  const second = await shop(20, day(-5))
  assert.deepEqual(await opening(), [1030, day(-10)])
  await ana.call(updateExpense, { params: { id: second.id }, body: { amount: 25 } })
  assert.deepEqual(await opening(), [1035, day(-10)])
  await ana.call(updateExpense, { params: { id: first.id }, body: { date: day(-3) } })
  assert.deepEqual(await opening(), [1035, day(-6)], 'the day before the first entry that is left')
  await undo()
  assert.deepEqual(await opening(), [1035, day(-10)])
  await ana.call(deleteExpense, { params: { id: first.id } })
  assert.deepEqual(await opening(), [1025, day(-6)])
  await ana.call(restoreExpense, { params: { id: first.id } })
  assert.deepEqual(await opening(), [1035, day(-10)])
  const { version } = await ana.call(createTransactions, {
    body: {
      transactions: Array.from({ length: 40 }, (_, index) => ({
        kind: 'expense' as const,
        amount: 1,
        category_id: food.id,
        asset_account_id: giro.id,
        date: day(-index),
      })),
    },
  })
  assert.deepEqual(await opening(), [1074, day(-40)], '39 of 40 were before today')
  const { data } = await ana.call(listChanges, { query: { since: version - 1 } })
  assert.equal(
    data.filter(({ resource }) => resource === 'opening').length,
    1,
    'worked out once for the change',
  )
  const undone = await undo(version)
  assert.equal(undone.count, 41, 'the answer has the opening too')
  assert.deepEqual(await opening(), [1035, day(-10)])
  assert.deepEqual(await balances(ana, giro.id), { USD: 1000 })
  await balanced(ana)
})

test('with includes_day the entries of the day are in the balance, and later ones count', async () => {
  const { ana, giro, shop, opening } = await household(500, true)
  assert.deepEqual([giro.opening_balance, giro.opening_date], [500, today])
  await shop(30, today)
  assert.deepEqual(await opening(), [530, day(-1)])
  assert.deepEqual(await balances(ana, giro.id), { USD: 500 })
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: today, amount: 500, includes_day: false } },
  })
  assert.deepEqual(await opening(), [500, day(-1)])
  assert.deepEqual(await balances(ana, giro.id), { USD: 470 })
})

test('a transfer between two such accounts moves both openings, and a debt is positive', async () => {
  const { ana, giro, opening } = await household(100)
  const card = await ana.call(createAccount, {
    body: { name: 'Card', type: 'liability', balance_as_of: { date: day(-2), amount: 80 } },
  })
  assert.deepEqual(card.balances, [{ currency_id: 'USD', amount: 80 }])
  const paid = await ana.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: card.id, amount: 15, date: day(-7) },
  })
  assert.deepEqual(await opening(), [115, day(-8)])
  const shown = () => ana.call(getAccount, { params: { id: card.id } })
  assert.deepEqual([(await shown()).opening_balance, (await shown()).opening_date], [95, day(-8)])
  assert.deepEqual([await balances(ana, giro.id), await balances(ana, card.id)], [{ USD: 100 }, { USD: 80 }])
  await ana.call(deleteTransfer, { params: { id: paid.id } })
  assert.deepEqual(await opening(), [100, day(-1)])
  assert.deepEqual([(await shown()).opening_balance, (await shown()).opening_date], [80, day(-3)])
})

test('saying a balance of an account in use replaces its opening, and its undo brings that back', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 100, opening_date: day(-30) })
  const shop = (amount: number, date: string) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date })
  await shop(40, day(-10))
  const opening = async () => {
    const { opening_balance, opening_date, balance_as_of } = await ana.call(getAccount, {
      params: { id: giro.id },
    })
    return [opening_balance, opening_date, balance_as_of?.amount]
  }
  for (const amount of [75, 60, 40]) {
    // 60 is the balance already: the opening stays as it is, but follows from now on. At 0 it goes to the trash.
    const said = await ana.call(updateAccount, {
      params: { id: giro.id },
      body: { balance_as_of: { date: day(-1), amount } },
    })
    assert.deepEqual(said.balances[0]?.amount, amount)
    const late = await shop(5, day(-20))
    assert.deepEqual(await opening(), [amount + 45, day(-21), amount])
    await ana.call(deleteExpense, { params: { id: late.id } })
    const { version } = said
    await ana.call(undoChange, { params: { version: String(version) } })
    assert.deepEqual(await opening(), [100, day(-30), undefined], `said ${amount}, and undone`)
    await ana.call(undoChange, { params: { version: String((await ana.call(getBook)).version) } })
    assert.deepEqual(await opening(), [amount + 40, day(-11), amount], 'undo of the undo')
    await ana.call(undoChange, { params: { version: String((await ana.call(getBook)).version) } })
    assert.deepEqual(await opening(), [100, day(-30), undefined])
  }
})

test('an opening that came to be after a balance was said goes with the undo of saying it', async () => {
  const { ana, giro, shop, opening, undo } = await household(0)
  await ana.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  await shop(20, day(-5))
  const { version } = await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: today, amount: -20 } },
  })
  assert.deepEqual(await opening(), [null, null])
  await shop(7, day(-4))
  assert.deepEqual(await opening(), [7, day(-6)])
  await undo(version)
  assert.deepEqual(await opening(), [null, null])
  assert.deepEqual(await balances(ana, giro.id), { USD: -27 })
})

test('a changed opening ends the balance that was said, null leaves the opening as it is, and undo brings it back', async () => {
  const { ana, giro, shop, shown, opening, undo } = await household(300)
  await shop(20, day(-5))
  const change = (body: object) => ana.call(updateAccount, { params: { id: giro.id }, body })
  const whole = await shown()
  assert.deepEqual(await change(whole), whole, 'a record that is sent back whole changes nothing')
  assert.equal((await change({ opening_balance: 111 })).balance_as_of, null)
  await shop(1, day(-4))
  assert.deepEqual(await opening(), [111, day(-6)])
  const { version } = await ana.call(getBook)
  await undo(version)
  await undo(version - 1)
  assert.deepEqual(await opening(), [320, day(-6)])
  assert.deepEqual((await change({ opening_date: day(-9) })).balance_as_of, null)
  await undo()
  assert.deepEqual((await shown()).balance_as_of, giro.balance_as_of)
  const ended = await change({ balance_as_of: null })
  assert.deepEqual([ended.balance_as_of, ended.opening_balance, ended.opening_date], [null, 320, day(-6)])
  await shop(30, day(-50))
  assert.deepEqual(await opening(), [320, day(-6)])
  await undo(ended.version)
  assert.deepEqual(await opening(), [350, day(-51)], 'it follows everything that was entered meanwhile')
  assert.deepEqual(await balances(ana, giro.id), { USD: 300 })
})

test('what contradicts itself is refused by its field, and nothing changes', async () => {
  const { ana, giro } = await household()
  const { version } = await ana.call(getBook)
  const said = { date: day(-1), amount: 5 }
  const create = (body: object) =>
    ana.send({ method: 'POST', url: '/accounts', payload: { name: 'X', type: 'asset', ...body } })
  const change = (payload: object) => ana.send({ method: 'PUT', url: `/accounts/${giro.id}`, payload })
  const cases: [Promise<{ status: number; body: { code: string; errors: object } }>, string, string][] = [
    [create({ balance_as_of: said, opening_balance: 5 }), 'balance_or_opening', 'balance_as_of'],
    [create({ balance_as_of: said, opening_date: day(-9) }), 'balance_or_opening', 'balance_as_of'],
    [change({ balance_as_of: said, opening_balance: 5 }), 'balance_or_opening', 'balance_as_of'],
    [create({ balance_as_of: { ...said, date: day(2) } }), 'balance_in_future', 'balance_as_of.date'],
    [change({ balance_as_of: { ...said, date: day(2) } }), 'balance_in_future', 'balance_as_of.date'],
    [change({ type: 'income', balance_as_of: said }), 'balance_not_possible', 'balance_as_of'],
    [create({ type: 'income', balance_as_of: said }), 'balance_not_possible', 'balance_as_of'],
    [create({ balance_as_of: { ...said, amount: 1.234 } }), 'amount_decimals', 'balance_as_of.amount'],
    [create({ balance_as_of: { ...said, amount: 1e15 } }), 'amount_too_large', 'balance_as_of.amount'],
    [create({ balance_as_of: { amount: 5 } }), 'invalid', 'balance_as_of.date'],
    [create({ balance_as_of: { ...said, date: '2026-02-30' } }), 'invalid', 'balance_as_of.date'],
    [create({ balance_as_of: { ...said, amount: '5' } }), 'invalid', 'balance_as_of.amount'],
    [create({ balance_as_of: 5 }), 'invalid', 'balance_as_of'],
    [create({ currency_id: 'JPY', balance_as_of: said }), 'fx_rate_missing', 'fx_rate'],
  ]
  for (const [answer, code, field] of cases) {
    const { status, body } = await answer
    assert.deepEqual([status, body.code, Object.keys(body.errors)], [422, code, [field]])
  }
  assert.equal((await ana.call(getBook)).version, version)
})

test('where the opening may not move, the entry is refused with the balance and the way out', async () => {
  const { ana, giro, shop, opening } = await household(200)
  await shop(10, day(-30))
  await ana.call(updateBook, { body: { closed_through: day(-25) } })
  const { version } = await ana.call(getBook)
  assert.equal((await refused(shop(5, day(-10)))).code, 'locked')
  const answer = await ana.send({
    method: 'POST',
    url: '/budgeting/expenses',
    payload: {
      amount: 5,
      category_id: (await category(ana, 'Other')).id,
      asset_account_id: giro.id,
      date: day(-10),
    },
  })
  assert.match(
    answer.body.message,
    /^For "Giro" to have 200\.00 USD as of .*, its opening, dated .*, would have to change/,
  )
  assert.match(answer.body.message, /closed through/)
  assert.deepEqual(answer.body.params.balance_as_of.account_id, giro.id)
  await shop(5, today)
  assert.deepEqual(await opening(), [210, day(-31)])
  await ana.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  await shop(5, day(-10))
  assert.deepEqual(await opening(), [210, day(-31)])
  assert(version > 0)
})

test('a balance in another currency keeps the rate of its day, and only that currency is anchored', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const rate = (date: string, rate: number) =>
    ana.call(putExchangeRate, { params: { from: 'CHF', to: 'USD', date }, body: { rate } })
  await rate(day(-3), 1.1)
  const swiss = await bank(ana, 'Swiss', 'CHF', { balance_as_of: { date: day(-3), amount: 100 } })
  assert.deepEqual([swiss.fx_rate, swiss.base_balance], [1.1, 110])
  await rate(day(-3), 1.5)
  await rate(day(-9), 1.2)
  await spend(ana, {
    amount: 10,
    currency_id: 'CHF',
    category_id: food.id,
    asset_account_id: swiss.id,
    date: day(-9),
  })
  const after = await ana.call(getAccount, { params: { id: swiss.id } })
  assert.deepEqual([after.opening_balance, after.fx_rate, after.opening_date], [110, 1.1, day(-10)])
  assert.deepEqual(after.balances, [{ currency_id: 'CHF', amount: 100 }])
  const purse = await ana.call(createAccount, {
    body: { name: 'Purse', type: 'asset', balance_as_of: { date: today, amount: 50 } },
  })
  await spend(ana, {
    amount: 5,
    currency_id: 'CHF',
    category_id: food.id,
    asset_account_id: purse.id,
    date: day(-9),
  })
  assert.deepEqual(await balances(ana, purse.id), { CHF: -5, USD: 50 })
  await balanced(ana)
})

test('many at once from several sides leave the balance as it was said', async () => {
  const { ana, giro, shop } = await household(1000)
  const pay = await category(ana, 'Pay', 'income')
  const cash = await account(ana, 'Cash')
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => [
      shop(index + 1, day(-index - 1)),
      ana.call(createIncome, {
        body: { amount: 7, category_id: pay.id, asset_account_id: giro.id, date: day(-60) },
      }),
      ana.call(createTransfer, {
        body: { amount: 3, from_account_id: giro.id, to_account_id: cash.id, date: day(-index) },
      }),
    ]).flat(),
  )
  assert.deepEqual(await balances(ana, giro.id), { USD: 997 }, 'one transfer is of today')
  await balanced(ana)
})
