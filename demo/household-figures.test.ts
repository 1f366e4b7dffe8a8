import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '../contract/accounts.ts'
import { getBudgets } from '../contract/budgets.ts'
import type { Category } from '../contract/categories.ts'
import { forecast } from '../contract/forecast.ts'
import type { Goal, GoalMove } from '../contract/goals.ts'
import { overview } from '../contract/overview.ts'
import { pagesOf } from '../test/pages.ts'
import { explainsIn, partsAddUp } from '../test/parts.ts'
import { preparedHousehold } from '../test/prepared.ts'
import { followExplains, reportsAgree } from '../test/reports.ts'
import { makeWorld, signedIn } from '../test/world.ts'
import { dayIn, monthsOf } from './days.ts'

/** One year is enough to have one of everything; HOUSEHOLD_YEARS=3 makes the household that `npm run demo` shows. */
const years = Number(process.env.HOUSEHOLD_YEARS ?? 1)
const today = Temporal.Now.plainDateISO('UTC')
const first = today.subtract({ years }).add({ days: 1 })
const { template, known } = await preparedHousehold(years)
const world = await makeWorld({}, undefined, template)
const ana = signedIn(world.app, known)

const accounts = await pagesOf<Account>(ana, '/accounts')
/** The last day of every month, and today. */
const ends = monthsOf({ first, today }).map((month) => {
  const end = dayIn(month, 31).toString()
  return end < today.toString() ? end : today.toString()
})

test('two goals count the same savings, and the moves of the envelope add up to what is saved', async () => {
  const goals = await pagesOf<Goal>(ana, '/goals')
  assert.deepEqual(
    goals.map(({ name, also_in }) => [name, also_in.map((one) => one.name)]),
    [
      ['Deposit for a flat', ['Japan in spring']],
      ['Japan in spring', ['Deposit for a flat']],
    ],
  )
  const [flat, japan] = goals
  assert(japan?.explain && flat)
  const moves = await pagesOf<GoalMove>(ana, japan.explain)
  assert.equal(
    moves.reduce((sum, { amount }) => sum + amount, 0),
    japan.saved,
  )
  assert.equal(flat.saved, accounts.find(({ name }) => name === 'Savings')?.balances[0]?.amount)
})

test('every figure of every report of the household is the sum of the list that explains it, and reports agree', async () => {
  const to = today.toString()
  const from = (years === 1 ? today.subtract({ days: 31 }) : first).toString()
  assert((await followExplains(ana, { date_from: from, date_to: to })) > 300)
  for (const date_to of ends.slice(-3)) await reportsAgree(ana, { date_from: first.toString(), date_to })
})

test('there is something to see on every part of the overview, and its figures are explained too', async () => {
  const { net_worth, spent, budgets, categories, owed, latest, coming_up } = await ana.call(overview)
  assert(net_worth.is_complete && net_worth.points.length >= 12 && net_worth.net > 1_000)
  assert.deepEqual([budgets.rows.length, owed.obligations.length], [5, 5])
  assert(categories.rows.length > 0)
  assert.equal(owed.late_count, 2)
  assert.deepEqual([latest.length, coming_up.length], [6, 5])
  const sheet = await ana.call(getBudgets)
  const explained: [string, number][] = [
    [spent.explain, spent.amount],
    [spent.income_explain, spent.income],
    ...categories.rows.map(({ explain, amount }): [string, number] => [explain, amount]),
    ...[...budgets.rows, ...sheet.rows].map(({ explain, actual }): [string, number] => [explain, actual]),
  ]
  for (const [explain, figure] of explained)
    assert.equal((await ana.send({ url: explain })).body.meta.sum_base, figure, explain)
})

test('the forecast goes on from the balance of today', async () => {
  const { id, balances } = accounts.find(({ name }) => name === 'Joint account') ?? assert.fail()
  const { points, is_complete } = await ana.call(forecast, { query: { account_id: id } })
  assert(is_complete && points.length > 100)
  assert.equal(points[0]?.balance, balances[0]?.amount)
})

test('the parts that such a list shows add up to its sum', async () => {
  const chart = { accounts, categories: await pagesOf<Category>(ana, '/budgeting/categories') }
  const [date_from, date_to] = [today.subtract({ days: 20 }).toString(), today.toString()]
  const query = `date_from=${date_from}&date_to=${date_to}`
  const spending = ['category', 'contact', 'tag', 'account', 'month'].map((by) => `spending?by=${by}&`)
  const byGroup = ['income-statement?by_group=true&', 'spending?by=category&by_group=true&', 'flow?']
  const ofDays = ['income-statement?', 'cash-flow?', 'net-worth?by=week&', ...spending, ...byGroup]
  const answers = [
    ...ofDays.map((report) => `/reports/${report}${query}`),
    `/reports/balance-sheet?date=${date_to}`,
    '/reports/overview',
    '/budgeting/budgets',
    '/budgeting/budgets?by_group=true',
  ]
  const explains = new Set<string>()
  for (const url of answers)
    for (const explain of explainsIn((await ana.send({ url })).body))
      if (/^\/(?!goals\/)/.test(explain)) explains.add(explain) // moves of goals are no postings
  assert(explains.size > 60)
  for (const explain of explains) await partsAddUp(ana, explain, chart)
})
