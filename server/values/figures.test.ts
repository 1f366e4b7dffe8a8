import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { createTransfer } from '../../contract/budgeting.ts'
import { forecast } from '../../contract/forecast.ts'
import { overview } from '../../contract/overview.ts'
import { createPlan } from '../../contract/plans.ts'
import { balanceSheet, cashFlow, incomeStatement, netWorth, spending } from '../../contract/reports.ts'
import { listSuggestions } from '../../contract/suggestions.ts'
import { putValue } from '../../contract/values.ts'
import { account, bank, spend } from '../../test/books.ts'
import { journalsAgree } from '../../test/journals.ts'
import { lineUp } from '../../test/line.ts'
import { day, garage, today } from '../../test/valued.ts'
import { makeWorld } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const { app: other } = await lineUp(world)

const dates = { date_from: day(-700), date_to: today }

/** A car that was bought, has lost some of its value, and a purse that was counted. */
async function valuedBook() {
  const all = await garage(world)
  const { ana, food, giro, car, state } = all
  await ana.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: car.id, amount: 14_500, date: day(-600) },
  })
  await state(13_000, day(-300))
  await spend(ana, { amount: 40, category_id: food.id, asset_account_id: giro.id, date: day(-20) })
  const purse = await bank(ana, 'Purse', 'USD', { opening_balance: 100, opening_date: day(-650) })
  await ana.call(putValue, { params: { id: purse.id, date: day(-9) }, body: { amount: 80 } })
  return { ...all, purse }
}

test('net worth names values apart, the balance sheet has them, and income, spending and cash flow do not', async () => {
  const { ana, car, purse, giro } = await valuedBook()
  const worth = await ana.call(netWorth, { query: { ...dates } })
  assert.deepEqual(worth.changes, {
    income: 0,
    expense: 40,
    exchange: 0,
    revalued: 0,
    other: 100,
    value: -1520,
    opening: 100,
    between: 0,
  })
  const [first, last] = [worth.points[0], worth.points.at(-1)]
  assert.equal((last?.net ?? 0) - (first?.net ?? 0), 100 - 40 - 1520)
  for (const date of [day(-300), today]) {
    const month = { date_from: `${date.slice(0, 7)}-01`, date_to: date }
    const { changes } = await ana.call(netWorth, { query: month })
    const home = await ana.call(overview, { query: { date } })
    assert.equal(home.net_worth.value, changes.value, 'Home names the values of its month apart')
  }
  const then = await ana.call(overview, { query: { date: day(-300) } })
  assert.deepEqual([then.net_worth.value, then.net_worth.change], [-1500, -1500])
  const behind = await ana.send({ url: worth.explains.value })
  assert.equal(behind.body.meta?.sum_base, -1520, behind.text)
  const sheet = await ana.call(balanceSheet, { query: {} })
  const of = (rows: typeof sheet.assets) =>
    rows.map(({ account_name, base_balance }) => [account_name, base_balance])
  assert.deepEqual(of(sheet.assets), [
    ['Giro', 5460],
    ['Car', 13_000],
    ['Purse', 80],
  ])
  assert.deepEqual(of(sheet.equity), [
    ['Opening balances', 20_100],
    ['Changes in value', -1520],
    ['Result so far', -40],
    ['Unrealised difference', 0],
  ])
  assert.equal(sheet.totals.assets, sheet.totals.equity)
  const assets = await ana.send({ url: sheet.explains.assets })
  assert.equal(assets.body.meta.sum_base, sheet.totals.assets)
  const statement = await ana.call(incomeStatement, { query: { ...dates, by: 'none' } })
  assert.equal(statement.totals.net.total, -40)
  assert.equal((await ana.call(spending, { query: dates })).total, 40)
  const flow = await ana.call(cashFlow, { query: { ...dates, by: 'none' } })
  assert.deepEqual(
    flow.accounts.map(({ account_id }) => account_id).sort(),
    [giro.id, purse.id].sort(),
    'a thing is not money',
  )
  const { came_in, went_out, opening, value, net } = flow.totals
  assert.deepEqual(
    [came_in.total, went_out.total, opening.total, value.total, net.total],
    [0, 14_540, 100, -20, -14_440],
  )
  for (const { explain, total } of [
    came_in,
    went_out,
    opening,
    value,
    { ...net, explain: flow.totals.explain },
  ]) {
    const list = await ana.send({ url: explain })
    assert.equal(list.body.meta.sum_base, total, explain)
  }
  for (const row of flow.accounts)
    for (const [explain, total] of [
      [row.in.explain, row.in.total],
      [row.out.explain, 0 - row.out.total],
      [row.explain, row.net.total],
      [row.explains[0] ?? '', row.net.total],
    ] as const) {
      const list = await ana.send({ url: explain })
      assert.equal(list.body.meta.sum_base, total, explain)
    }
  const ofPurse = flow.accounts.find(({ account_id }) => account_id === purse.id)
  assert.deepEqual([ofPurse?.in.total, ofPurse?.out.total, ofPurse?.net.total], [100, 0, 100])
  assert.deepEqual([flow.totals.in.total, flow.totals.out.total], [100, 14_540], 'a value is apart')
  const lately = await ana.call(cashFlow, {
    query: { date_from: day(-9), date_to: day(-9), by: 'none' },
  })
  assert.deepEqual([lately.accounts, lately.totals.value.total, lately.totals.net.total], [[], -20, 0])
  const ofKind = await ana.call(listAccountLines, {
    params: { id: purse.id },
    query: { kind: 'opening', include: 'sum' },
  })
  assert.deepEqual(
    [ofKind.data.map(({ running_balance }) => running_balance), ofKind.meta.sum_base],
    [[100], 100],
  )
  assert(car)
})

test('a thing is in no forecast and in no suggestion, also if a plan pays for it', async () => {
  const { ana, car, giro, spent, state } = await garage(world)
  await state(500, day(-3))
  await spent(20, day(-1), { memo: 'Tyres' })
  await ana.call(createPlan, {
    body: {
      name: 'Rate',
      kind: 'transfer',
      draft: { from_account_id: giro.id, to_account_id: car.id, amount: 50 },
      schedule: { start: day(2), unit: 'day', count: 1 },
    },
  })
  const { points } = await ana.call(forecast, { query: { until: day(5) } })
  assert(!points.some(({ account_id }) => account_id === car.id))
  assert.equal(points.find(({ date }) => date === day(2))?.account_id, giro.id)
  const { data } = await ana.call(listSuggestions, { query: { q: 'Tyres' } })
  assert.deepEqual([data[0]?.memo, data[0]?.asset_account_id], ['Tyres', null])
})

test('hledger agrees on every balance of a book with values, in two currencies', async () => {
  const { ana } = await valuedBook()
  const flat = await bank(ana, 'Flat', 'EUR', { is_valued: true })
  for (const [amount, date, fx_rate] of [
    [300_000, day(-200), 1.1],
    [320_000, day(-50), 1.2],
  ] as const)
    await ana.call(putValue, { params: { id: flat.id, date }, body: { amount, fx_rate } })
  await journalsAgree(ana)
})

test('values and entries that two processes record at once lead to every value', async () => {
  const { ana, food, car, state, values } = await garage(world)
  for (const back of [-30, -20, -10]) await state(1000 - back, day(back))
  const apps = [world.app, other]
  const send = (index: number, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    apps[index % 2]?.inject({
      method,
      url: `/api/v1${url}`,
      headers: { authorization: `Bearer ${ana.token}` },
      ...(payload && { payload }),
    })
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const date = day(-1 - ((index * 3) % 35))
      if (index % 5 === 0) return send(index, 'PUT', `/accounts/${car.id}/values/${date}`, { amount: index })
      if (index % 11 === 0) return send(index, 'DELETE', `/accounts/${car.id}/values/${day(-20)}`)
      const body = { amount: 1 + index, category_id: food.id, asset_account_id: car.id, date }
      return send(index, 'POST', '/budgeting/expenses', body)
    }),
  )
  const kinds = new Set(answers.map((answer) => answer?.statusCode))
  assert(
    [...kinds].every((status) => [200, 201, 404, 503].includes(status ?? 0)),
    [...kinds].join(),
  )
  assert((await values()).length > 5)
  assert.deepEqual(await verify(world.db), [])
  assert((await account(ana, 'Changes in value')).id)
})
