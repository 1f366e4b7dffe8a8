import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  getAccount,
  listAccountLines,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  deleteIncome,
  deleteTransfer,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { addDays } from '../../contract/day.ts'
import { createObligation, createPayment, writeOff } from '../../contract/obligations.ts'
import {
  createReconciliation,
  finishReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { account, balanced, balances, bank, category, spend } from '../../test/books.ts'
import { roundTrip } from '../../test/round-trip.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const today = new Date().toISOString().slice(0, 10)
const day = (count: number) => addDays(today, count)

/** A person with a bank account in the base currency of which a balance was said, and a category. */
async function household(amount = 2450.3, includes_day = false) {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const giro = await bank(ana, 'Giro', 'USD', { balance_as_of: { date: today, amount, includes_day } })
  const shop = (amount: number, date: string, more: object = {}) =>
    spend(ana, { amount, category_id: food.id, asset_account_id: giro.id, date, ...more })
  const shown = () => ana.call(getAccount, { params: { id: giro.id } })
  const opening = async () => {
    const { opening_balance, opening_date } = await shown()
    return [opening_balance, opening_date]
  }
  const undo = async (version?: number) =>
    ana.call(undoChange, { params: { version: String(version ?? (await ana.call(getBook)).version) } })
  return { ana, food, giro, shop, shown, opening, undo }
}

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
  assert.match(answer.body.message, /You said that "Giro" had 200\.00 USD as of/)
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

test('the first reconciliation starts with the balance that was said, and what is in it stays free', async () => {
  const { ana, giro, shop, opening } = await household(200, true)
  const old = await shop(10, day(-5))
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-2), amount: 200, includes_day: true } },
  })
  const paid = await shop(30, day(-1))
  const lineOf = ({ lines }: Transaction) =>
    lines.find(({ account_id }) => account_id === giro.id)?.id ?? assert.fail()
  const statement = await ana.call(createReconciliation, {
    params: { id: giro.id },
    body: { date: today, balance: 170 },
  })
  assert.deepEqual([statement.start_balance, statement.difference], [200, -30])
  const params = { id: giro.id, reconciliation_id: statement.id }
  const tick = (id: string) => ana.call(updateReconciliation, { params, body: { cleared_line_ids: [id] } })
  const problem = await refused(tick(lineOf(old)))
  assert.deepEqual([problem.status, problem.code], [422, 'line_in_balance'])
  await tick(lineOf(paid))
  assert.equal((await ana.call(finishReconciliation, { params, body: {} })).status, 'finished')
  await shop(5, day(-9))
  assert.deepEqual(await opening(), [215, day(-10)], 'the opening is no part of the statement')
  assert.equal(
    (
      await ana.call(createReconciliation, {
        params: { id: giro.id },
        body: { date: today, balance: 170 },
      })
    ).start_balance,
    170,
  )
})

test('an opening that comes back from the trash with another amount goes there again with that one', async () => {
  const ana = await world.person()
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 10, opening_date: day(-9) })
  const change = (opening_balance: number | null) =>
    ana.call(updateAccount, { params: { id: giro.id }, body: { opening_balance } })
  await change(null)
  const { version } = await change(25)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.equal((await change(40)).balances[0]?.amount, 40)
  assert.deepEqual(await verify(world.db), [])
})

test('debts on such an account, their payments and write-offs move its opening too', async () => {
  const { ana, giro, opening, undo } = await household(1000)
  const loan = await ana.call(createAccount, {
    body: { name: 'Car loan', type: 'liability', balance_as_of: { date: today, amount: 5000 } },
  })
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const debt = { contact_id: bela.id, opened_date: day(-8), currency_id: 'USD' }
  const lent = await ana.call(createObligation, {
    body: {
      ...debt,
      name: 'Lent',
      original_amount: 100,
      outstanding_amount: 100,
      account_id: (await account(ana, 'Receivables')).id,
      counter_account_id: giro.id,
    },
  })
  assert.deepEqual(await opening(), [1100, day(-9)])
  await ana.call(createPayment, {
    params: { id: lent.id },
    body: { amount: 30, date: day(-3), asset_account_id: giro.id },
  })
  assert.deepEqual(await opening(), [1070, day(-9)])
  const owed = await ana.call(createObligation, {
    body: {
      ...debt,
      name: 'Owed',
      original_amount: 200,
      outstanding_amount: 200,
      account_id: loan.id,
      counter_account_id: giro.id,
    },
  })
  const openingOf = async () => (await ana.call(getAccount, { params: { id: loan.id } })).opening_balance
  assert.deepEqual([await openingOf(), (await opening())[0]], [4800, 870])
  await ana.call(writeOff, {
    params: { id: owed.id },
    body: { date: day(-2), category_id: (await category(ana, 'Gift', 'income')).id },
  })
  assert.equal(await openingOf(), 5000)
  await undo()
  assert.equal(await openingOf(), 4800)
  assert.deepEqual(
    [await balances(ana, giro.id), await balances(ana, loan.id)],
    [{ USD: 1000 }, { USD: 5000 }],
  )
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana, 0)
})

test('an account that was opened with a balance comes back with it, by an undo of the undo or from the trash', async () => {
  const { ana, giro, undo, shown } = await household(1000)
  const undone = await undo(giro.version)
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana, 0)
  await undo(undone.version)
  assert.deepEqual([(await shown()).balances[0]?.amount, (await shown()).opening_balance], [1000, 1000])
  await undo()
  const back = await ana.call(restoreAccount, { params: { id: giro.id } })
  assert.deepEqual(
    [back.balances[0]?.amount, back.opening_balance, back.balance_as_of?.amount],
    [1000, 1000, 1000],
  )
  assert.deepEqual(await balances(ana, giro.id), { USD: 1000 })
  assert.deepEqual(await verify(world.db), [])
})

test('a difference to a statement is not recorded among entries that a balance has in it', async () => {
  const { ana, food, giro, shop } = await household(200)
  await shop(10, day(-5))
  const params = { id: giro.id }
  const statement = await ana.call(createReconciliation, { params, body: { date: day(-3), balance: 5 } })
  assert.equal(statement.start_balance, 0, 'it is of a day before')
  const finish = ana.call(finishReconciliation, {
    params: { ...params, reconciliation_id: statement.id },
    body: { adjust: { category_id: food.id } },
  })
  assert.equal((await refused(finish)).code, 'line_in_balance')
})

test('a balance that is said anew is where an open first statement starts', async () => {
  const { ana, giro, shop } = await household(200)
  const paid = await shop(30, today)
  const params = { id: giro.id }
  const { id } = await ana.call(createReconciliation, { params, body: { date: today, balance: 70 } })
  await ana.call(updateAccount, { params, body: { balance_as_of: { date: today, amount: 100 } } })
  const line = paid.lines.find(({ account_id }) => account_id === giro.id)?.id ?? ''
  const ticked = await ana.call(updateReconciliation, {
    params: { ...params, reconciliation_id: id },
    body: { cleared_line_ids: [line] },
  })
  assert.deepEqual([ticked.start_balance, ticked.difference], [100, 0])
})

test('an account that is freed from its currency keeps its opening, and a day without an opening is refused', async () => {
  const ana = await world.person()
  const params0 = { from: 'CHF', to: 'USD', date: day(-3) }
  await ana.call(putExchangeRate, { params: params0, body: { rate: 1.1 } })
  const swiss = await bank(ana, 'Swiss', 'CHF', { balance_as_of: { date: day(-3), amount: 100 } })
  const params = { id: swiss.id }
  const freed = await ana.call(updateAccount, { params, body: { currency_id: null } })
  assert.deepEqual([freed.balance_as_of, freed.opening_balance, freed.balances[0]?.amount], [null, 100, 100])
  const { ana: bela, giro } = await household(0)
  const dated = bela.call(updateAccount, { params: { id: giro.id }, body: { opening_date: day(-9) } })
  assert.equal((await refused(dated)).code, 'opening_missing')
})

test('an opening that would be too large is refused with the balance', async () => {
  const { ana, giro, shop } = await household(9_999_999_999_999.99)
  const pay = await category(ana, 'Pay', 'income')
  const body = { amount: 100, category_id: pay.id, asset_account_id: giro.id, date: day(-3) }
  const { id } = await ana.call(createIncome, { body })
  await shop(100, day(-2))
  const problem = await refused(ana.call(deleteIncome, { params: { id } }))
  assert.deepEqual([problem.code, Object(problem.params).balance_as_of.account_id], ['locked', giro.id])
})

test('at an earlier version, the balance is what was said then', async () => {
  const { ana, giro, shop } = await household(100)
  const { version } = await ana.call(getBook)
  await shop(10, day(-5))
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-1), amount: 70 } },
  })
  const then = await ana.call(getAccount, { params: { id: giro.id }, query: { known_at: String(version) } })
  assert.deepEqual([then.balance_as_of?.amount, then.opening_balance], [100, 100])
  const before = await ana.call(getAccount, {
    params: { id: giro.id },
    query: { known_at: String(version + 1) },
  })
  assert.deepEqual([before.balance_as_of?.amount, before.opening_balance], [100, 110])
})

test('a book keeps its base currency while a balance was said in it, even of nothing', async () => {
  const { ana } = await household(0)
  const problem = await refused(ana.call(updateBook, { body: { base_currency_id: 'EUR' } }))
  assert.equal(problem.code, 'base_currency_fixed')
})

test('somebody else cannot say a balance', async () => {
  const { giro } = await household()
  const eve: Person = await world.person()
  const attempt = eve.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  assert.equal((await refused(attempt)).status, 404)
})
