import assert from 'node:assert/strict'
import { test } from 'node:test'
import { putBudget } from '../../contract/budgets.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { todayIn } from '../../contract/day.ts'
import { createObligation } from '../../contract/obligations.ts'
import { overview } from '../../contract/overview.ts'
import { createPlan } from '../../contract/plans.ts'
import { incomeStatement } from '../../contract/reports.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('what waits for a person is counted today, each kind with the list that shows it', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const cash = await account(ana, 'Cash')
  const fun = await category(ana, 'Fun')
  const today = todayIn('UTC')
  const daysAgo = (days: number) => Temporal.PlainDate.from(today).subtract({ days }).toString()
  const todoOn = async (query: { date?: string; known_at?: string } = {}) =>
    (await ana.call(overview, { query })).todo
  assert.deepEqual(await todoOn(), [])
  const bea = await ana.call(createContact, { body: { name: 'Bea' } })
  for (const [name, due_date] of [
    ['Fine', daysAgo(1)],
    ['Bike', today],
  ] as const)
    await ana.call(createObligation, {
      body: {
        name,
        due_date,
        account_id: cash.id,
        original_amount: 10,
        outstanding_amount: 10,
        contact_id: bea.id,
        currency_id: 'EUR',
        opened_date: daysAgo(5),
      },
    })
  const plan = (name: string, start: string, category_id: string) =>
    ana.call(createPlan, {
      body: {
        name,
        kind: 'expense',
        auto: false,
        draft: { amount: 30, category_id },
        schedule: { start, every: 1, unit: 'week', count: 2 },
      },
    })
  await plan('Two days that have come', daysAgo(8), fun.id)
  await plan('To come', Temporal.PlainDate.from(today).add({ days: 1 }).toString(), fun.id)
  const params = { category_id: fun.id, month: today.slice(0, 7) }
  await ana.call(putBudget, { params, body: { amount: 5 } })
  await spend(ana, { amount: 5, category_id: fun.id, date: today })
  await sendFile(ana, { account_id: cash.id }, csv(`${today},Bakery,-3.00`))
  const kinds = async () => (await todoOn()).map(({ kind, count }) => [kind, count])
  assert.deepEqual(await kinds(), [
    ['late_debts', 1],
    ['due_plans', 2],
    ['open_imports', 1],
  ])
  await spend(ana, { amount: 1, category_id: fun.id, date: today })
  const todo = await todoOn()
  assert.deepEqual(todo.at(-1)?.kind, 'over_budgets', 'a budget that is used up is not exceeded')
  for (const { kind, count, path, id } of todo) {
    const { status, body } = await ana.send({ url: path })
    assert.equal(status, 200, path)
    if (kind === 'over_budgets')
      assert.equal(body.rows.filter(({ left }: { left: number }) => left < 0).length, count)
    else assert.equal(body.data.length, count, path)
    if (kind === 'open_imports') assert.equal(id, body.data[0].id, 'the only file is named')
  }
  assert.deepEqual(await todoOn({ date: daysAgo(1) }), [], 'nothing of a past day can be done')
  const { version } = (await ana.send({ url: '/books/current' })).body
  assert.deepEqual(await todoOn({ known_at: String(version) }), [])
})

test('a currency without a rate waits for one, and what rates have changed is no part of what was kept', async () => {
  const dan = await world.person({ base_currency_id: 'EUR' })
  const dollars = await bank(dan, 'Dollars', 'USD')
  const { id: category_id } = await category(dan, 'Fees')
  const rateOf = (date: string, rate: number) =>
    dan.call(putExchangeRate, { params: { from: 'USD', to: 'EUR', date }, body: { rate } })
  await rateOf('2026-03-01', 1)
  await rateOf('2026-03-10', 0.8)
  const fee = { amount: 10, currency_id: 'USD', category_id, asset_account_id: dollars.id }
  await spend(dan, { ...fee, date: '2026-03-01' })
  const query = { date: '2026-03-10' }
  const { net_worth, spent } = await dan.call(overview, { query })
  assert.deepEqual([net_worth.change, net_worth.revalued, spent.amount], [-8, 2, 10])
  const { totals } = await dan.call(incomeStatement, {
    query: { date_from: '2026-03-01', date_to: query.date },
  })
  assert.equal(net_worth.change - net_worth.revalued, totals.net.total)
  const todo = (await dan.call(overview)).todo.map(({ kind, count }) => [kind, count])
  assert.deepEqual(todo, [['missing_rates', 1]])
})
