import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  getAccount,
  listAccountLines,
  listAccounts,
  updateAccount,
} from '../../contract/accounts.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import {
  createTransfer,
  deleteExpense,
  listTransactions,
  restoreExpense,
  updateExpense,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { getValue, listValues, putValue, type Value } from '../../contract/values.ts'
import { account, balanced, balances, bank } from '../../test/books.ts'
import { day, garage, today } from '../../test/valued.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('a stated value is the balance at the end of its day, and the difference is an entry with Changes in value', async () => {
  const { ana, giro, car, state, values } = await garage(world)
  await ana.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: car.id, amount: 14_500, date: day(-600) },
  })
  const { id, version, ...stated } = await state(13_700, day(-400), { notes: "dealer's offer" })
  assert.equal(id, `${car.id}/${day(-400)}`)
  assert.deepEqual(stated, {
    account_id: car.id,
    account_name: 'Car',
    date: day(-400),
    amount: 13_700,
    currency_id: 'USD',
    fx_rate: 1,
    fx_source: 'base',
    notes: "dealer's offer",
    changed_by: ana.user.id,
    change: null,
    difference: -800,
  })
  await state(11_800, today)
  assert.deepEqual(await values(), [
    [today, 11_800, -1900, -1900],
    [day(-400), 13_700, null, -800],
  ])
  assert.deepEqual(await balances(ana, car.id), { USD: 11_800 })
  assert.deepEqual(await ana.call(getValue, { params: { id: car.id, date: day(-400) } }), {
    ...stated,
    id,
    version,
  })
  const equity = await account(ana, 'Changes in value')
  assert.deepEqual([equity.type, equity.is_system, equity.code], ['equity', true, '3001'])
  const { data } = await ana.call(listAccountLines, { params: { id: car.id } })
  assert.deepEqual(
    data.map(({ kind, running_balance, counter_account_name }) => [
      kind,
      running_balance,
      counter_account_name,
    ]),
    [
      ['value', 11_800, 'Changes in value'],
      ['value', 13_700, 'Changes in value'],
      ['transfer', 14_500, 'Giro'],
    ],
  )
  const { data: ofKind } = await ana.call(listTransactions, { query: { kind: 'value' } })
  assert.equal(ofKind.length, 2)
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('the first value on or after an entry takes the difference, and the others stay', async () => {
  const { ana, food, giro, car, state, spent, values } = await garage(world)
  for (const [amount, date] of [
    [100, day(-30)],
    [200, day(-20)],
    [300, day(-10)],
  ] as const)
    await state(amount, date)
  const differences = async () => (await values()).map(([, , , difference]) => difference)
  assert.deepEqual(await differences(), [100, 100, 100])
  const first = await spent(10, day(-40))
  assert.deepEqual(await differences(), [100, 100, 110])
  await ana.call(updateExpense, { params: { id: first.id }, body: { date: day(-20) } })
  assert.deepEqual(await differences(), [100, 110, 100], 'an entry of the day itself is in the value')
  await ana.call(updateExpense, { params: { id: first.id }, body: { amount: 25, date: day(-15) } })
  assert.deepEqual(await differences(), [125, 100, 100])
  await ana.call(deleteExpense, { params: { id: first.id } })
  assert.deepEqual(await differences(), [100, 100, 100])
  await ana.call(restoreExpense, { params: { id: first.id } })
  assert.deepEqual(await differences(), [125, 100, 100])
  await spent(5, day(-5))
  assert.deepEqual(await differences(), [125, 100, 100], 'an entry after the last value counts as usual')
  assert.deepEqual(await balances(ana, car.id), { USD: 295 })
  const boat = await bank(ana, 'Boat', 'USD', { is_valued: true })
  const moved = await ana.call(createTransfer, {
    body: { from_account_id: car.id, to_account_id: boat.id, amount: 50, date: day(-30) },
  })
  assert.deepEqual(await differences(), [125, 100, 150])
  await ana.call(updateTransfer, { params: { id: moved.id }, body: { from_account_id: giro.id } })
  assert.deepEqual(await differences(), [125, 100, 100])
  const both = (date: string) => ({
    kind: 'expense' as const,
    asset_account_id: car.id,
    category_id: food.id,
    amount: 1,
    date,
  })
  await ana.call(createTransactions, {
    body: { transactions: Array.from({ length: 30 }, (_, index) => both(day(-50 + index))) },
  })
  assert.deepEqual(await differences(), [125, 109, 121], 'thirty at once, served alone')
  assert.deepEqual(await verify(world.db), [])
})

test('one change of entries of thirty accounts with values, its undo, a bulk date and a bulk delete', async () => {
  const { ana, food, giro, undo } = await garage(world)
  const things = await Promise.all(
    Array.from({ length: 30 }, (_, index) => bank(ana, `Thing ${index}`, 'USD', { is_valued: true })),
  )
  for (const { id } of things)
    for (const date of [day(-20), day(-10)])
      await ana.call(putValue, { params: { id, date }, body: { amount: 100 } })
  /** The different pairs of differences that the accounts have, the later value first. */
  const differences = async () => {
    const all = await Promise.all(things.map(({ id }) => ana.call(listValues, { params: { id } })))
    return [...new Set(all.map(({ data }) => data.map(({ difference }) => difference).join(' ')))]
  }
  const given = (id: string) => ({
    kind: 'transfer' as const,
    from_account_id: giro.id,
    to_account_id: id,
    amount: 7,
    date: day(-30),
  })
  const spent = (id: string) => ({
    kind: 'expense' as const,
    asset_account_id: id,
    category_id: food.id,
    amount: 3,
    date: day(-30),
  })
  await ana.call(createTransactions, { body: { transactions: things.map(({ id }) => given(id)) } })
  assert.deepEqual(await differences(), ['0 93'])
  await undo()
  assert.deepEqual(await differences(), ['0 100'])
  const { data } = await ana.call(createTransactions, {
    body: { transactions: things.map(({ id }) => spent(id)) },
  })
  assert.deepEqual(await differences(), ['0 103'])
  const ids = data.map(({ id }) => id)
  await ana.call(bulkTransactions, { body: { ids, set: { date: day(-15) } } })
  assert.deepEqual(await differences(), ['3 100'])
  await ana.call(bulkTransactions, { body: { ids, delete: true } })
  assert.deepEqual(await differences(), ['0 100'])
  assert.deepEqual(await verify(world.db), [])
})

test('a value between two takes its part of the difference, and gives it back when it is removed', async () => {
  const { state, forget, spent, values } = await garage(world)
  await state(100, day(-30))
  await state(300, day(-10))
  await spent(7, day(-25))
  await spent(9, day(-15))
  assert.deepEqual(await values(), [
    [day(-10), 300, 200, 216],
    [day(-30), 100, null, 100],
  ])
  await state(180, day(-20))
  assert.deepEqual(await values(), [
    [day(-10), 300, 120, 129],
    [day(-20), 180, 80, 87],
    [day(-30), 100, null, 100],
  ])
  await state(93, day(-20))
  assert.deepEqual((await values())[1], [day(-20), 93, -7, 0], 'the entries alone lead to it')
  const gone = await forget(day(-20))
  assert.deepEqual([gone.amount, gone.difference], [93, 0])
  await forget(day(-30))
  assert.deepEqual(await values(), [[day(-10), 300, null, 316]])
  assert.equal((await refused(forget(day(-30)))).code, 'not_found')
  await state(100, day(-30))
  assert.deepEqual(await values(), [
    [day(-10), 300, 200, 216],
    [day(-30), 100, null, 100],
  ])
  assert.deepEqual(await verify(world.db), [])
})

test('a value in another currency keeps the rate of its day, and no entry asks for one', async () => {
  const { ana, car, state, spent } = await garage(world, 'EUR')
  await ana.call(putExchangeRate, {
    params: { from: 'EUR', to: 'USD', date: day(-30) },
    body: { rate: 1.25 },
  })
  const found = await state(1000, day(-30))
  assert.deepEqual([found.fx_rate, found.fx_source, found.difference], [1.25, 'own', 1000])
  await ana.call(putExchangeRate, { params: { from: 'EUR', to: 'USD', date: day(-30) }, body: { rate: 2 } })
  await spent(100, day(-31), { currency_id: 'EUR', fx_rate: 3 })
  const [posted] = (await ana.call(listTransactions, { query: { kind: 'value' } })).data
  assert.deepEqual([posted?.amount, posted?.base_amount, posted?.fx_rate], [1100, 1375, 1.25])
  const same = await state(900, day(-30))
  assert.equal(same.fx_rate, 1.25, 'another amount of the same day keeps the rate')
  const given = await state(900, day(-30), { fx_rate: 1.5 })
  assert.deepEqual([given.fx_rate, given.fx_source], [1.5, 'given'])
  await state(900, day(-30), { fx_rate: 1.6 })
  const [restated] = (await ana.call(listTransactions, { query: { kind: 'value' } })).data
  assert.deepEqual([restated?.amount, restated?.base_amount, restated?.fx_rate], [1000, 1600, 1.6])
  await state(900, day(-30), { fx_rate: 1.5 })
  const again = await ana.call(getValue, { params: { id: car.id, date: day(-30) } })
  const sent = await state(900, day(-30), { ...again })
  assert.equal(sent.version, again.version, 'sent back whole, it changes nothing')
  assert.equal((await state(900, day(-30), { fx_rate: null })).fx_rate, 2)
  assert.equal((await refused(state(900, day(-700)))).code, 'fx_rate_missing')
  assert.equal((await refused(state(900.123, day(-30)))).code, 'amount_decimals')
  assert.equal((await refused(state(9e14, day(-30)))).code, 'amount_too_large')
  assert.deepEqual(await balances(ana, car.id), { EUR: 900 })
  assert.deepEqual(await verify(world.db), [])
})

test('a debt has a value too, positive on its side', async () => {
  const { ana } = await garage(world)
  const loan = await ana.call(createAccount, {
    body: {
      name: 'Loan',
      type: 'liability',
      currency_id: 'USD',
      opening_balance: 5000,
      opening_date: day(-400),
    },
  })
  const owed = await ana.call(putValue, { params: { id: loan.id, date: day(-5) }, body: { amount: 4820 } })
  assert.deepEqual([owed.amount, owed.difference], [4820, -180])
  assert.deepEqual(await balances(ana, loan.id), { USD: 4820 })
  const next = await ana.call(putValue, { params: { id: loan.id, date: today }, body: { amount: 4900 } })
  assert.deepEqual([next.change, next.difference], [80, 80])
  const { data } = await ana.call(listValues, { params: { id: loan.id }, query: { sort: 'date' } })
  assert.deepEqual(
    data.map(({ difference }) => difference),
    [-180, 80],
  )
  assert.equal((await ana.call(getAccount, { params: { id: loan.id } })).is_valued, false)
})

test('an opening balance that changes moves the first difference; a balance as of a day lies before all values', async () => {
  const { ana, car, state, spent, values } = await garage(world)
  await state(500, day(-10))
  await ana.call(updateAccount, {
    params: { id: car.id },
    body: { opening_balance: 300, opening_date: day(-100) },
  })
  assert.deepEqual(await values(), [[day(-10), 500, null, 200]])
  await ana.call(updateAccount, {
    params: { id: car.id },
    body: { balance_as_of: { date: day(-50), amount: 450 } },
  })
  assert.deepEqual(await values(), [[day(-10), 500, null, 50]])
  await spent(20, day(-60))
  assert.deepEqual(await values(), [[day(-10), 500, null, 50]], 'the opening moved instead')
  assert.equal((await refused(state(400, day(-51)))).code, 'value_covered')
  await state(440, day(-50))
  const late = { balance_as_of: { date: day(-49), amount: 450 } }
  assert.equal(
    (await refused(ana.call(updateAccount, { params: { id: car.id }, body: late }))).code,
    'value_covered',
  )
  assert.deepEqual(await verify(world.db), [])
})

test('the history shows the stated value and its entry', async () => {
  const { ana, car, state } = await garage(world)
  await state(500, day(-10), { notes: 'guess' })
  const { data } = await ana.call(listChanges, {
    query: { resource: 'value,value_posting,account', order: 'desc', limit: 3 },
  })
  assert.deepEqual(data.map(({ resource, action }) => `${resource} ${action}`).sort(), [
    'account created',
    'value created',
    'value_posting created',
  ])
  const shown = data.find(({ resource }) => resource === 'value')
  const shownAfter = shown?.after as Value // the record of this resource
  assert.deepEqual([shown?.id, shownAfter.amount, shownAfter.notes], [`${car.id}/${day(-10)}`, 500, 'guess'])
  const { data: all } = await ana.call(listAccounts, { query: { q: 'Changes in value' } })
  assert.equal(all.length, 1)
})
