import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccountLines } from '../../contract/accounts.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { addDays } from '../../contract/day.ts'
import { getGoal, listGoals, updateGoal } from '../../contract/goals.ts'
import { bank, category, spend } from '../../test/books.ts'
import { fill, inMonths, month, read, saver, today, whole } from '../../test/saver.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
test('a goal on whole accounts has saved their balance of today, with the list that proves it', async () => {
  const { ana, savings, goal } = await saver(world)
  const pay = await category(ana, 'Pay', 'income')
  const earn = (amount: number, date: string) =>
    ana.call(createIncome, { body: { amount, date, category_id: pay.id, asset_account_id: savings.id } })
  for (const [ago, amount] of [
    [3, 300],
    [2, 600],
    [1, 0.02],
  ] as const)
    await earn(amount, month(ago, '15'))
  await earn(50, addDays(today, 1)) // not there yet
  const target_date = inMonths(3)
  const made = await goal({ ...whole(savings.id.toUpperCase()), target_date, icon: 'plane', notes: 'Nara' })
  assert.deepEqual(
    [made.saved, made.left, made.needed_a_month, made.is_reached, made.reached_on, made.overdrawn],
    [1900.02, 2099.98, 700, false, null, null],
  )
  assert.deepEqual(made.pace, { a_month: 300.01, reaches_on: inMonths(7), on_time: false })
  assert.deepEqual([made.account_ids, made.envelope, made.envelope_account], [[savings.id], null, null])
  assert.deepEqual(await read(ana, made.id), made)
  assert.deepEqual((await ana.call(listGoals)).data, [made])
  const lines = await ana.send({ url: made.explain ?? '' })
  assert.equal(lines.body.meta.sum_base, made.saved)
  assert.deepEqual(made.explains, [{ account_id: savings.id, saved: 1900.02, explain: made.explain }])

  const other = await bank(ana, 'Other', 'EUR', { opening_balance: 100 })
  const both = await ana.call(updateGoal, {
    params: { id: made.id },
    body: { account_ids: [savings.id, other.id] },
  })
  assert.deepEqual(
    [both.saved, both.explain, both.explains.map(({ saved }) => saved)],
    [2000.02, null, [1900.02, 100]],
  )
  const again = await ana.call(updateGoal, { params: { id: made.id }, body: both })
  assert.deepEqual(again, both)
})

test('the pace counts whole months since the beginning, and no opening balance', async () => {
  const { ana, savings, goal } = await saver(world, { opening_date: month(2, '10') })
  const pay = await category(ana, 'Pay', 'income')
  const made = await goal({ ...whole(savings.id), target_date: inMonths(12) })
  assert.deepEqual(made.pace, { a_month: 0, reaches_on: null, on_time: false })
  const body = { amount: 90, date: month(1, '05'), category_id: pay.id, asset_account_id: savings.id }
  await ana.call(createIncome, { body })
  assert.equal((await read(ana, made.id)).pace.a_month, 90) // of one month
  await ana.call(createIncome, { body: { ...body, date: month(4, '20') } })
  assert.equal((await read(ana, made.id)).pace.a_month, 30) // of three, in which the opening is
  const fresh = await bank(ana, 'Fresh', 'EUR', { opening_balance: 5 })
  assert.deepEqual((await goal(whole(fresh.id))).pace, { a_month: null, reaches_on: null, on_time: null })
})

test('what is needed a month is rounded up, and all of it once the day has come', async () => {
  const { goal } = await saver(world)
  const of = async (target_date: string | null) =>
    (await goal({ target_date, target_amount: 100 })).needed_a_month
  assert.equal(await of(null), null)
  assert.equal(await of(inMonths(3)), 33.34)
  assert.equal(await of(addDays(inMonths(3), 1)), 25)
  assert.equal(await of(addDays(today, 1)), 100)
  assert.equal(await of(today), 100)
  assert.equal(await of(month(5)), 100)
})

test('a pace of what is needed is on time, and reaches the target by its day', async () => {
  const { ana, goal } = await saver(world)
  const target_date = addDays(inMonths(4), 3)
  const { id } = await goal({ target_amount: 1000, target_date })
  await fill(ana, id, 100, month(4, '02'))
  for (const ago of [3, 2, 1]) await fill(ana, id, 125, month(ago, '20'))
  const late = await read(ana, id)
  assert.deepEqual([late.saved, late.needed_a_month], [475, 105])
  assert.deepEqual(late.pace, { a_month: 125, reaches_on: target_date, on_time: true })
  const { pace } = await ana.call(updateGoal, { params: { id }, body: { target_date: inMonths(4) } })
  assert.deepEqual(pace, { a_month: 125, reaches_on: inMonths(5), on_time: false })
})

test('a reached goal needs nothing more, and says since when', async () => {
  const { ana, savings, goal } = await saver(world)
  const made = await goal({ ...whole(savings.id), target_amount: 900, target_date: inMonths(2) })
  assert.deepEqual(
    [
      made.is_reached,
      made.left,
      made.needed_a_month,
      made.reached_on,
      made.pace.reaches_on,
      made.pace.on_time,
    ],
    [true, 0, null, month(4), null, null],
  )
  const food = await category(ana, 'Food')
  const pay = await category(ana, 'Pay', 'income')
  const ofSavings = { asset_account_id: savings.id }
  await spend(ana, { amount: 200, category_id: food.id, date: month(3, '10'), ...ofSavings })
  assert.equal((await read(ana, made.id)).is_reached, false)
  const earn = (amount: number, date: string) =>
    ana.call(createIncome, { body: { amount, date, category_id: pay.id, ...ofSavings } })
  await earn(60, month(2, '07'))
  await earn(60, month(2, '11'))
  await earn(1, month(1, '11'))
  const reached = await read(ana, made.id)
  assert.deepEqual([reached.saved, reached.reached_on], [921, month(2, '11')])
  const version = String(reached.version + 5)
  assert.equal(
    (await ana.call(getGoal, { params: { id: made.id }, query: { known_at: version } })).reached_on,
    month(2, '11'),
  )

  const envelope = await goal({ target_amount: 50 })
  await fill(ana, envelope.id, 60, month(2, '03'))
  await fill(ana, envelope.id, -20, month(1, '03'))
  await fill(ana, envelope.id, 10, month(0))
  assert.equal((await read(ana, envelope.id)).reached_on, month(0))
})

test('accounts without a currency count with that of the goal', async () => {
  const { ana, goal } = await saver(world)
  const purse = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset' } })
  const pay = await category(ana, 'Pay', 'income')
  for (const [amount, currency_id] of [
    [70, 'USD'],
    [9, 'EUR'],
  ] as const)
    await ana.call(createIncome, {
      body: {
        amount,
        currency_id,
        category_id: pay.id,
        asset_account_id: purse.id,
        fx_rate: currency_id === 'USD' ? 0.9 : null,
      },
    })
  const made = await goal({ ...whole(purse.id), currency_id: 'usd' })
  assert.deepEqual([made.currency_id, made.saved], ['USD', 70])
  const { data } = await ana.call(listAccountLines, {
    params: { id: purse.id },
    query: { currency_id: 'USD' },
  })
  assert.equal(data.length, 1)
  assert.equal((await ana.send({ url: made.explain ?? '' })).body.data.length, 1)
})

test('a list has any number of goals that are reached, each with its day', async () => {
  const { ana, savings, goal } = await saver(world)
  for (let index = 1; index <= 12; index++)
    await goal({ name: `Goal ${index}`, target_amount: 10 * index, ...whole(savings.id) })
  const { data } = await ana.call(listGoals)
  assert.deepEqual(new Set(data.map(({ reached_on }) => reached_on)), new Set([month(4)]))
  assert.equal(data.length, 12)
})
