import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { createPlan, deletePlan, type NewPlan } from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import type { ScheduleDraft } from '../../contract/schedule-shapes.ts'
import { account, category } from '../../test/books.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const today = todayIn('UTC')
const start = addDays(today, 5)

async function planner() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [home, pay] = [await category(ana, 'Home'), await category(ana, 'Pay', 'income')]
  const plan = (
    name: string,
    amount: number,
    schedule: Omit<ScheduleDraft, 'start'> & { start?: string },
    { kind = 'expense', ...draft }: NewPlan['draft'] & { kind?: NewPlan['kind'] } = {},
  ) =>
    ana.call(createPlan, {
      body: {
        name,
        kind,
        draft: { amount, category_id: kind === 'income' ? pay.id : home.id, ...draft },
        schedule: { start, ...schedule },
      },
    })
  return { ana, home, pay, plan }
}

test('a month has what every plan takes or brings in a twelfth of its year, rounded to the cent', async () => {
  const { ana, plan } = await planner()
  await plan('Rent', 900, { unit: 'month' })
  await plan('Lesson', 25, { unit: 'week' })
  await plan('Cleaner', 40, { unit: 'week', every: 2 })
  await plan('Insurance', 240, { unit: 'year' })
  await plan('Water', 91, { unit: 'month', every: 3 })
  await plan('Fifth Monday', 30, { unit: 'month', on: { weekday: 1, nth: 5 } })
  await plan('Salary', 3100, { unit: 'month' }, { kind: 'income' })
  await plan('Deposit back', 10, { unit: 'month' }, { is_refund: true })
  const { rows, ...sums } = await ana.call(fixedPlans)
  assert.deepEqual(
    Object.fromEntries(rows.map(({ plan_name, side, base_amount }) => [plan_name, [side, base_amount]])),
    {
      Rent: ['out', 900],
      Lesson: ['out', 108.33],
      Cleaner: ['out', 86.67],
      Insurance: ['out', 20],
      Water: ['out', 30.33],
      'Fifth Monday': ['out', 10],
      Salary: ['in', 3100],
      'Deposit back': ['in', 10],
    },
  )
  assert.deepEqual(
    { ...sums, ignored: [] },
    {
      base_currency_id: 'EUR',
      date: today,
      out: 1155.33,
      in: 3110,
      is_complete: true,
      left_out: [],
      ignored: [],
    },
  )
})

test('transfers, plans of one date, plans that are over and plans in the trash do not count', async () => {
  const { ana, plan } = await planner()
  const [from, to] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  const move = { amount: 5, from_account_id: from.id, to_account_id: to.id }
  await ana.call(createPlan, {
    body: { name: 'Aside', kind: 'transfer', draft: move, schedule: { start, unit: 'month' } },
  })
  await plan('Once', 500, { unit: 'month', count: 1 })
  await plan('Over', 70, { unit: 'month', start: '2026-01-01', end: '2026-02-15' })
  await plan('Last one', 80, { unit: 'month', start: addDays(today, 10), end: addDays(today, 20) })
  await plan('Far', 90, { unit: 'month', start: '2199-01-01' })
  const { id } = await plan('Gone', 60, { unit: 'month' })
  await ana.call(deletePlan, { params: { id } })
  const { rows, out } = await ana.call(fixedPlans)
  assert.deepEqual([rows, out], [[], 0])
  await plan('Rent', 900, { unit: 'month' })
  assert.equal((await ana.call(fixedPlans)).out, 900)
  assert.equal((await (await world.person()).call(fixedPlans)).out, 0, 'of the own book alone')
})

test('debts count on the side of their account', async () => {
  const { ana, home, pay } = await planner()
  const { id: contact_id } = await ana.call(createContact, { body: { name: 'Bela' } })
  for (const [name, { account: of }] of [
    ['Bill', home],
    ['Work', pay],
  ] as const)
    await ana.call(createPlan, {
      body: {
        name,
        kind: 'obligation',
        draft: { original_amount: 70, contact_id, account_id: of.id },
        schedule: { start, unit: 'month' },
      },
    })
  const { rows } = await ana.call(fixedPlans)
  assert.deepEqual(
    rows.map(({ plan_name, side }) => [plan_name, side]),
    [
      ['Bill', 'out'],
      ['Work', 'in'],
    ],
  )
})

test('other currencies count at the rate of today, and those without one are named', async () => {
  const { ana, plan } = await planner()
  await plan('Cloud', 10, { unit: 'month' }, { currency_id: 'CHF' })
  const yen = await plan('Magazine', 900, { unit: 'month' }, { currency_id: 'JPY' })
  await ana.call(putExchangeRate, { params: { from: 'CHF', to: 'EUR', date: today }, body: { rate: 1.05 } })
  const { out, rows, is_complete, left_out } = await ana.call(fixedPlans)
  assert.deepEqual(
    [out, rows.map(({ amount, currency_id, base_amount }) => [amount, currency_id, base_amount])],
    [10.5, [[10, 'CHF', 10.5]]],
  )
  assert.deepEqual(
    [is_complete, left_out],
    [false, [{ plan_id: yen.id, plan_name: 'Magazine', currency_id: 'JPY', reason: 'fx_rate_missing' }]],
  )
})

test('an amount with more decimals than the base currency of today is named as such, not as a missing rate', async () => {
  const { ana, plan } = await planner()
  const paper = await plan('Paper', 4.5, { unit: 'month' })
  await ana.call(updateBook, { body: { base_currency_id: 'JPY' } })
  const { out, left_out } = await ana.call(fixedPlans)
  assert.deepEqual(
    [out, left_out],
    [0, [{ plan_id: paper.id, plan_name: 'Paper', currency_id: 'JPY', reason: 'amount_decimals' }]],
  )
})
