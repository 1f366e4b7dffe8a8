import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { createGoal, deleteGoal } from '../../contract/goals.ts'
import { createPlan, getPlan, listPlans, type NewPlan, type PlanKind } from '../../contract/plans.ts'
import { account, bank, category } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'

const world = await makeWorld()
const ana = await world.person({ base_currency_id: 'EUR' })
const [food, off, gone] = [
  await category(ana, 'Food'),
  await category(ana, 'Off'),
  await category(ana, 'Gone'),
]
await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
await ana.call(deleteCategory, { params: { id: gone.id } })
const pay = await category(ana, 'Pay', 'income')
const [cash, payables] = [await account(ana, 'Cash'), await account(ana, 'Payables')]
const dollars = await bank(ana, 'Dollars', 'USD')
const bela = await ana.call(createContact, { body: { name: 'Bela' } })
const goal = (name: string, more: object = {}) =>
  ana.call(createGoal, {
    body: { name, target_amount: 100, envelope: { account_id: cash.id }, ...more },
  })
const [trip, dropped] = [await goal('Trip'), await goal('Dropped')]
await ana.call(deleteGoal, { params: { id: dropped.id } })

const schedule = { start: '2026-01-31', unit: 'month' as const }
const sound: Record<PlanKind, object> = {
  expense: { amount: 5, category_id: food.id },
  income: { amount: 5, category_id: pay.id },
  transfer: { amount: 5, from_account_id: cash.id, to_account_id: dollars.id, to_amount: 6 },
  obligation: { original_amount: 5, contact_id: bela.id, account_id: payables.id },
  goal: { goal_id: trip.id, amount: 5 },
}

/** Drafts that cannot be recorded: the fault in a sound one, its code, and the field. */
const faults: [PlanKind, object, string, string][] = [
  ['expense', { amount: undefined }, 'invalid', 'draft.amount'],
  ['expense', { amount: 0 }, 'invalid', 'draft.amount'],
  ['expense', { category_id: undefined }, 'invalid', 'draft.category_id'],
  ['expense', { category_id: gone.id }, 'category_not_found', 'draft.category_id'],
  ['expense', { category_id: pay.id }, 'category_not_found', 'draft.category_id'],
  ['expense', { category_id: off.id }, 'category_inactive', 'draft.category_id'],
  ['expense', { asset_account_id: payables.id }, 'account_not_usable', 'draft.asset_account_id'],
  ['expense', { contact_id: food.id }, 'contact_not_found', 'draft.contact_id'],
  ['expense', { currency_id: 'XXQ' }, 'currency_not_found', 'draft.currency_id'],
  ['expense', { amount: 1.234 }, 'amount_decimals', 'draft.amount'],
  ['expense', { amount: 1e15 }, 'amount_too_large', 'draft.amount'],
  ['expense', { fx_rate: 2 }, 'fx_rate_base', 'draft.fx_rate'],
  ['expense', { splits: [{ category_id: food.id, amount: 1 }] }, 'splits_mismatch', 'draft.splits'],
  [
    'expense',
    { splits: [2, 3].map((amount) => ({ category_id: food.id, amount })), memo: 'x' },
    'beside_splits',
    'draft.memo',
  ],
  ['expense', { charged_amount: 4 }, 'charged_mismatch', 'draft.charged_amount'],
  ['expense', { shares: [{ contact_id: bela.id, amount: 5 }] }, 'shares_mismatch', 'draft.shares'],
  ['transfer', { to_account_id: cash.id }, 'transfer_same_account', 'draft.to_account_id'],
  ['transfer', { to_currency_id: 'EUR' }, 'account_currency', 'draft.to_currency_id'],
  ['transfer', { from_account_id: undefined }, 'invalid', 'draft.from_account_id'],
  ['transfer', { to_account_id: null }, 'invalid', 'draft.to_account_id'],
  ['transfer', { to_account_id: dollars.id, currency_id: 'USD' }, 'transfer_mismatch', 'draft.to_amount'],
  ['obligation', { original_amount: undefined }, 'invalid', 'draft.original_amount'],
  ['obligation', { contact_id: null }, 'invalid', 'draft.contact_id'],
  ['obligation', { account_id: food.id }, 'obligation_account', 'draft.account_id'],
  ['obligation', { counter_account_id: food.id }, 'counter_account', 'draft.counter_account_id'],
  ['obligation', { due_days: -1 }, 'invalid', 'draft.due_days'],
  ['goal', { goal_id: undefined }, 'invalid', 'draft.goal_id'],
  ['goal', { amount: undefined }, 'invalid', 'draft.amount'],
  ['goal', { amount: -5 }, 'invalid', 'draft.amount'],
  ['goal', { amount: 1.234 }, 'amount_decimals', 'draft.amount'],
  ['goal', { amount: 1e15 }, 'amount_too_large', 'draft.amount'],
  ['goal', { goal_id: food.id }, 'goal_not_found', 'draft.goal_id'],
  ['goal', { goal_id: dropped.id }, 'goal_not_found', 'draft.goal_id'],
]

const made = async (kind: PlanKind) =>
  (await ana.call(createPlan, { body: { name: 'Sound', kind, draft: sound[kind], schedule } as NewPlan })).id

test('a draft that could not be recorded is refused by its field, in a new plan, a changed one and a single occurrence', async () => {
  const ids = {
    expense: await made('expense'),
    income: '',
    transfer: await made('transfer'),
    obligation: await made('obligation'),
    goal: await made('goal'),
  }
  const before = await ana.call(listPlans)
  for (const [kind, wrong, code, field] of faults) {
    const draft = { ...sound[kind], ...wrong }
    const told = `${kind} ${JSON.stringify(wrong)}`
    const create = { name: 'Bad', kind, draft, schedule }
    const once = { action: 'post', draft: wrong }
    const calls = [
      ['POST', '/plans', create],
      ['PUT', `/plans/${ids[kind]}`, { draft }],
      ...(Object.values(wrong).includes(undefined)
        ? []
        : [['POST', `/plans/${ids[kind]}/occurrences/2026-01-31`, once] as const]),
    ] as const
    for (const [method, url, payload] of calls) {
      const answer = await ana.send({ method, url, payload })
      assert.deepEqual(
        [answer.status, answer.body.code],
        [422, code],
        `${method} ${url} ${told}: ${answer.text}`,
      )
      assert(answer.body.errors[field], `${told}: ${answer.text}`)
    }
  }
  assert.deepEqual(await ana.call(listPlans), before, 'nothing has changed')
})

test('each sentence about a missing field names it whole', async () => {
  const payload = { name: 'Loan', kind: 'obligation', draft: {}, schedule }
  const { body } = await ana.send({ method: 'POST', url: '/plans', payload })
  const fields = ['draft.original_amount', 'draft.contact_id', 'draft.account_id']
  assert.deepEqual(body.errors, Object.fromEntries(fields.map((field) => [field, [`${field} is required.`]])))
  assert.equal(body.detail, fields.map((field) => `${field} is required.`).join(' '))
})

test('a day in the draft of a plan, and a draft of what is skipped, are refused by field', async () => {
  const id = await made('expense')
  const draft = { ...sound.expense, date: '2026-03-01' }
  const calls = [
    ['POST', '/plans', { name: 'Bad', kind: 'expense', draft, schedule }, 'draft.date'],
    ['PUT', `/plans/${id}`, { draft }, 'draft.date'],
    ['POST', `/plans/${id}/occurrences/2026-01-31`, { action: 'skip', draft: { amount: 7 } }, 'draft'],
  ] as const
  for (const [method, url, payload, field] of calls) {
    const { status, body, text } = await ana.send({ method, url, payload })
    assert.deepEqual([status, body.code, Object.keys(body.errors)], [422, 'invalid', [field]], text)
  }
})

test('whether a rate is known and whether the day is closed is asked for when an occurrence is posted, not before', async () => {
  const draft = { ...sound.expense, currency_id: 'JPY' }
  const { body } = await ana.send({
    method: 'POST',
    url: '/plans',
    payload: { name: 'Tea', kind: 'expense', draft, schedule },
  })
  const url = `/plans/${body.id}/occurrences/2026-01-31`
  const missing = await ana.send({ method: 'POST', url, payload: { action: 'post' } })
  assert.deepEqual([missing.status, missing.body.code], [422, 'fx_rate_missing'])
  await ana.call(updateBook, { body: { closed_through: todayIn('UTC') } })
  const closed = await ana.send({
    method: 'POST',
    url,
    payload: { action: 'post', draft: { fx_rate: 0.006 } },
  })
  assert.deepEqual([closed.status, closed.body.code], [409, 'locked'])
  const changed = await ana.send({
    method: 'POST',
    url,
    payload: { action: 'change', draft: { fx_rate: 0.006 } },
  })
  assert.equal(changed.status, 200)
  await ana.call(updateBook, { body: { closed_through: null } })
})

test('a schedule that is none is refused by its field', async () => {
  const wrong: [object, string, string][] = [
    [{ every: 0 }, 'invalid', 'schedule.every'],
    [{ every: 1.5 }, 'invalid', 'schedule.every'],
    [{ unit: 'fortnight' }, 'invalid', 'schedule.unit'],
    [{ unit: undefined }, 'invalid', 'schedule.unit'],
    [{ start: undefined }, 'invalid', 'schedule.start'],
    [{ start: '2026-02-30' }, 'invalid', 'schedule.start'],
    [{ start: '1999-01-01' }, 'schedule_invalid', 'schedule.start'],
    [{ count: 0 }, 'invalid', 'schedule.count'],
    [{ count: 2, end: '2027-01-01' }, 'schedule_invalid', 'schedule.count'],
    [{ end: '2026-01-30' }, 'schedule_invalid', 'schedule.end'],
    [{ on: 0 }, 'invalid', 'schedule.on'],
    [{ on: 32 }, 'invalid', 'schedule.on'],
    [{ on: 'first' }, 'schedule_invalid', 'schedule.on'],
    [{ on: { weekday: 8, nth: 1 } }, 'invalid', 'schedule.on.weekday'],
    [{ on: { weekday: 1, nth: 6 } }, 'invalid', 'schedule.on.nth'],
    [{ on: { weekday: 1 } }, 'invalid', 'schedule.on.nth'],
    [{ on: 3, unit: 'week' }, 'schedule_invalid', 'schedule.on'],
    [{ working_days: 'never' }, 'invalid', 'schedule.working_days'],
    [{ on: 15, end: '2026-02-14' }, 'schedule_never', 'schedule'],
    [
      { unit: 'year', every: 1000, start: '2026-02-01', on: { weekday: 1, nth: 5 } },
      'schedule_never',
      'schedule',
    ],
  ]
  const id = await made('expense')
  const before = await ana.call(getPlan, { params: { id } })
  for (const [fault, code, field] of wrong) {
    const payload = {
      name: 'Bad',
      kind: 'expense',
      draft: sound.expense,
      schedule: { ...schedule, ...fault },
    }
    for (const [method, url] of [
      ['POST', '/plans'],
      ['PUT', `/plans/${id}`],
    ] as const) {
      const answer = await ana.send({ method, url, payload })
      assert.deepEqual(
        [answer.status, answer.body.code],
        [422, code],
        `${JSON.stringify(fault)}: ${answer.text}`,
      )
      assert(answer.body.errors[field], `${JSON.stringify(fault)}: ${answer.text}`)
    }
  }
  assert.deepEqual(await ana.call(getPlan, { params: { id } }), before)
})

test('a day that is not in the schedule has no occurrence, and one that is none is not found', async () => {
  const id = await made('expense')
  const ask = (date: string, payload: object = { action: 'skip' }) =>
    ana.send({ method: 'POST', url: `/plans/${id}/occurrences/${date}`, payload })
  for (const date of ['2026-01-30', '2025-12-31', '2026-02-27']) {
    const answer = await ask(date)
    assert.deepEqual([answer.status, answer.body.code], [404, 'occurrence_not_found'])
    assert.match(answer.body.detail, /scheduled for 2026-01-31/)
  }
  const far = await ask('2190-01-31')
  assert.deepEqual([far.status, far.body.code], [404, 'occurrence_not_found'])
  assert.match(far.body.detail, /on 2190-01-31 is too far away: .* up to 20\d\d-\d\d-\d\d\./)
  assert.equal((await ask('2026-02-30')).body.code, 'not_found')
  assert.equal((await ask('yesterday')).body.code, 'not_found')
  for (const payload of [
    {},
    { action: 'undo' },
    { action: 'post', draft: [] },
    { action: 'change', draft: { date: '2026-02-01' } },
  ])
    assert.equal((await ask('2026-01-31', payload)).status, 422, JSON.stringify(payload))
  assert.equal((await ask('2026-02-28')).status, 200)
})

test('a book has at most 500 plans', async () => {
  const eve = await world.person()
  const rent = await category(eve, 'Rent')
  const body = {
    name: 'Rent',
    kind: 'expense' as const,
    draft: { amount: 1, category_id: rent.id },
    schedule,
  }
  await eve.call(createPlan, { body })
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into plans select book_id, gen_random_uuid(), name, kind, draft, schedule, auto, since, next_date, created_version,
                 version, created_at, updated_at, deleted_at from plans, generate_series(2, 500) where book_id = ${eve.book_id}`,
    ),
  )
  assert.equal((await refused(eve.call(createPlan, { body }))).code, 'plans_too_many')
})
