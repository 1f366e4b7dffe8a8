import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  listPlans,
  restorePlan,
  settleOccurrence,
  updatePlan,
} from '../../contract/plans.ts'
import type { ScheduleDraft } from '../../contract/schedule-shapes.ts'
import { account, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const monthly: ScheduleDraft = { start: '2026-10-31', unit: 'month', on: 'last' }

/** Somebody with a category and a plan to spend on it. */
async function renter(schedule: ScheduleDraft = monthly, more: object = {}) {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  const body = {
    name: 'Rent',
    kind: 'expense' as const,
    draft: { amount: 900, category_id: rent.id },
    schedule,
    ...more,
  }
  return { ana, rent, plan: await ana.call(createPlan, { body }), body }
}

const versionOf = async (ana: Person) =>
  String((await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })).data[0]?.version)

test('a plan has every field of its schedule, and is read, listed, changed, deleted and brought back', async () => {
  const { ana, plan } = await renter()
  assert.deepEqual(plan.schedule, {
    start: '2026-10-31',
    every: 1,
    unit: 'month',
    on: 'last',
    end: null,
    count: null,
    working_days: 'none',
  })
  assert.deepEqual([plan.auto, plan.next_date], [false, '2026-10-31'])
  const params = { id: plan.id }
  assert.deepEqual(await ana.call(getPlan, { params }), plan)
  assert.deepEqual(
    await ana.call(updatePlan, { params, body: plan }),
    plan,
    'sent back whole, it changes nothing',
  )
  const changed = await ana.call(updatePlan, { params, body: { name: 'Flat', auto: true } })
  assert.deepEqual([changed.name, changed.auto, changed.schedule], ['Flat', true, plan.schedule])
  await ana.call(deletePlan, { params })
  assert.equal((await refused(ana.call(getPlan, { params }))).code, 'not_found')
  assert.deepEqual((await ana.call(listPlans)).data, [])
  assert.equal((await ana.call(listPlans, { query: { deleted: 'only' } })).data.length, 1)
  assert.equal((await ana.call(restorePlan, { params })).name, 'Flat')
})

test('plans are listed by their next date, and found by kind, by who posts them and by name', async () => {
  const { ana, rent } = await renter()
  const add = (name: string, start: string, auto = false, count: number | null = null) =>
    ana.call(createPlan, {
      body: {
        name,
        kind: 'expense',
        draft: { amount: 1, category_id: rent.id },
        schedule: { start, unit: 'year', count },
        auto,
      },
    })
  await add('Later', '2027-05-01')
  await add('Sooner', '2026-01-01', true)
  const once = await add('Once', '2026-02-01', false, 1)
  await ana.call(settleOccurrence, { params: { id: once.id, date: '2026-02-01' }, body: { action: 'skip' } })
  const names = async (query: object) => (await ana.call(listPlans, { query })).data.map(({ name }) => name)
  assert.deepEqual(await names({}), ['Sooner', 'Rent', 'Later', 'Once'])
  assert.deepEqual(await names({ auto: true }), ['Sooner'])
  assert.deepEqual(await names({ q: 'LAT' }), ['Later'])
  assert.deepEqual(await names({ kind: 'income' }), [])
  const first = await ana.call(listPlans, { query: { limit: 3 } })
  const rest = await ana.call(listPlans, { query: { limit: 3, cursor: first.meta.next_cursor ?? '' } })
  assert.deepEqual(
    rest.data.map(({ name, next_date }) => [name, next_date]),
    [['Once', null]],
  )
})

test('an occurrence is posted as what it plans, once, on its day after the working-day rule', async () => {
  const { ana, plan } = await renter({ ...monthly, working_days: 'before' })
  const params = { id: plan.id, date: '2026-10-31' } // a Saturday
  const posted = await ana.call(settleOccurrence, { params, body: { action: 'post' } })
  assert.deepEqual([posted.state, posted.scheduled_date, posted.date], ['posted', '2026-10-31', '2026-10-30'])
  const { body } = await ana.send({ url: `/budgeting/expenses/${posted.transaction_id}` })
  assert.deepEqual([body.amount, body.date], [900, '2026-10-30'])
  assert.equal((await ana.call(getPlan, { params })).next_date, '2026-11-30')
  for (const action of ['post', 'skip', 'change'] as const)
    assert.equal(
      (await refused(ana.call(settleOccurrence, { params, body: { action } }))).code,
      'occurrence_done',
    )
})

test('one occurrence is skipped, another changed before it is posted, and the plan stays as it is', async () => {
  const { ana, plan } = await renter()
  const on = (date: string) => ({ id: plan.id, date })
  const skipped = await ana.call(settleOccurrence, { params: on('2026-10-31'), body: { action: 'skip' } })
  assert.deepEqual([skipped.state, skipped.transaction_id], ['skipped', null])
  const draft = { amount: 950, notes: 'with heating' }
  const changed = await ana.call(settleOccurrence, {
    params: on('2026-11-30'),
    body: { action: 'change', draft },
  })
  assert.deepEqual([changed.amount, changed.draft], [950, draft])
  const body = { action: 'post' as const, draft: { amount: 960, date: '2026-11-28' } }
  const posted = await ana.call(settleOccurrence, { params: on('2026-11-30'), body })
  const spent = await ana.send({ url: `/budgeting/expenses/${posted.transaction_id}` })
  assert.deepEqual(
    [spent.body.amount, spent.body.notes, spent.body.date],
    [960, 'with heating', '2026-11-28'],
  )
  const after = await ana.call(getPlan, { params: { id: plan.id } })
  assert.deepEqual([after.draft, after.next_date], [plan.draft, '2026-12-31'])
})

test('transfers, incomes and obligations are planned alike; an obligation is due after its days', async () => {
  const ana = await world.person()
  const pay = await category(ana, 'Pay', 'income')
  const [cash, bank, payables] = [
    await account(ana, 'Cash'),
    await account(ana, 'Bank'),
    await account(ana, 'Payables'),
  ]
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  const post = async (kind: 'income' | 'transfer' | 'obligation', draft: object) => {
    const schedule = { start: '2026-11-01', unit: 'month' as const }
    const { id } = await ana.call(createPlan, { body: { name: `My ${kind}`, kind, draft, schedule } })
    return ana.call(settleOccurrence, { params: { id, date: '2026-11-01' }, body: { action: 'post' } })
  }
  const income = await post('income', { amount: 5, category_id: pay.id })
  assert.equal((await ana.send({ url: `/budgeting/incomes/${income.transaction_id}` })).body.amount, 5)
  const moved = await post('transfer', { amount: 7, from_account_id: bank.id, to_account_id: cash.id })
  assert.equal((await ana.send({ url: `/budgeting/transfers/${moved.transaction_id}` })).body.amount, 7)
  const debt = {
    original_amount: 30,
    contact_id: bela.id.toUpperCase(),
    account_id: payables.id,
    due_days: 14,
  }
  const owed = await post('obligation', debt)
  const { body } = await ana.send({ url: `/obligations/${owed.obligation_id}` })
  assert.deepEqual(
    [body.name, body.opened_date, body.due_date, body.outstanding_amount, body.contact.id],
    ['My obligation', '2026-11-01', '2026-11-15', 30, bela.id],
  )
})

test('an obligation has the first 150 characters of the name of its plan, and is never due after 2200', async () => {
  const ana = await world.person()
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  const account_id = (await account(ana, 'Payables')).id
  const draft = { original_amount: 30, contact_id: bela.id, account_id, due_days: 3660 }
  const schedule = { start: '2026-01-31', unit: 'day' as const, count: 1 }
  const body = { name: '😀'.repeat(200), kind: 'obligation' as const, draft, schedule }
  const { id } = await ana.call(createPlan, { body })
  const params = { id, date: '2026-01-31' }
  const { obligation_id } = await ana.call(settleOccurrence, {
    params,
    body: { action: 'post', draft: { date: '2200-12-31' } },
  })
  const owed = await ana.send({ url: `/obligations/${obligation_id}` })
  assert.deepEqual([owed.body.name, owed.body.due_date], ['😀'.repeat(150), '2200-12-31'])
  assert.equal((await ana.call(getPlan, { params })).next_date, null)
})

test('a posting that is undone counts as skipped and stays so, and undoing the undo brings it back', async () => {
  const { ana, plan } = await renter()
  const params = { id: plan.id, date: '2026-10-31' }
  const posted = await ana.call(settleOccurrence, { params, body: { action: 'post' } })
  const undo = async () => ana.call(undoChange, { params: { version: await versionOf(ana) } })
  await undo()
  const spent = () => ana.send({ url: `/budgeting/expenses/${posted.transaction_id}` })
  assert.equal((await spent()).status, 404)
  assert.equal((await ana.call(getPlan, { params })).next_date, '2026-11-30', 'it is not open again')
  const problem = await refused(ana.call(settleOccurrence, { params, body: { action: 'post' } }))
  assert.match(problem.detail, /skipped, because its posting was undone/)
  await undo()
  assert.equal((await spent()).status, 200)
  assert.match(
    (await refused(ana.call(settleOccurrence, { params, body: { action: 'skip' } }))).detail,
    /already posted/,
  )
})

test('the refusal of what is done says what takes it back, and doing that does', async () => {
  const { ana, plan } = await renter()
  const params = { id: plan.id, date: '2026-10-31' }
  const again = async () =>
    (await refused(ana.call(settleOccurrence, { params, body: { action: 'post' } }))).detail
  const remedy = async (pattern: RegExp) => {
    const { method, url } = pattern.exec(await again())?.groups ?? assert.fail(await again())
    const answer = await ana.send({ method: method as 'POST', url: url ?? '', payload: { notes: 'Flat' } }) // as the pattern says
    assert.equal(answer.status, 200, answer.text)
  }
  const skipped = await ana.call(settleOccurrence, { params, body: { action: 'skip' } })
  assert.equal(String(skipped.version), await versionOf(ana))
  await remedy(/ already skipped\. .*: (?<method>POST) (?<url>\/changes\/\d+\/undo)\.$/)
  const posted = await ana.call(settleOccurrence, { params, body: { action: 'post' } })
  assert.equal(String(posted.version), await versionOf(ana))
  await remedy(/ already posted\. .*: (?<method>PUT) (?<url>\/budgeting\/expenses\/[^/]+)\.$/)
  const restore = /undone or deleted\. .*: (?<method>POST) (?<url>\/budgeting\/expenses\/.+\/restore)\.$/
  const url = `/budgeting/expenses/${posted.transaction_id}`
  await ana.send({ method: 'DELETE', url })
  await remedy(restore)
  assert.match(await again(), /already posted/)
  await ana.send({ method: 'DELETE', url })
  await ana.send({ method: 'DELETE', url: `${url}?forever=true` })
  assert.match(await again(), /deleted for good, and can only be recorded anew\.$/)
})

test('a skip or a change that is undone leaves the occurrence open, and the next date comes back', async () => {
  const { ana, plan } = await renter()
  const params = { id: plan.id, date: '2026-10-31' }
  const next = async () => (await ana.call(getPlan, { params })).next_date
  const undo = async () => ana.call(undoChange, { params: { version: await versionOf(ana) } })
  await ana.call(settleOccurrence, { params, body: { action: 'skip' } })
  await undo()
  assert.equal(await next(), '2026-10-31')
  await undo()
  assert.equal(await next(), '2026-11-30', 'the undo is undone')
  await undo()
  await ana.call(settleOccurrence, { params, body: { action: 'change', draft: { amount: 1 } } })
  const { version } = (await undo()) as { version: number }
  const posted = await ana.call(settleOccurrence, { params, body: { action: 'post' } })
  assert.equal(posted.amount, 900)
  const blocked = await refused(ana.call(undoChange, { params: { version: String(version) } }))
  assert.equal(blocked.code, 'undo_blocked')
})

test('a schedule that is changed counts from today on, unless the days that are due stay the same', async () => {
  const { ana, plan } = await renter({ start: '2026-01-05', unit: 'month' })
  const params = { id: plan.id }
  const put = (schedule: ScheduleDraft) => ana.call(updatePlan, { params, body: { schedule } })
  const longer = await put({ start: '2026-01-05', unit: 'month', end: '2199-12-31' })
  assert.equal(longer.next_date, '2026-01-05', 'what is due stays due')
  const moved = await put({ start: '2026-01-06', unit: 'month', end: '2199-12-31' })
  assert(
    (moved.next_date ?? '') >= Temporal.Now.plainDateISO('UTC').toString(),
    'the past is not planned anew',
  )
  await ana.call(undoChange, { params: { version: await versionOf(ana) } })
  assert.equal((await ana.call(getPlan, { params })).next_date, '2026-01-05')
})

test('the history shows plans and what became of their occurrences', async () => {
  const { ana, plan } = await renter()
  await ana.call(settleOccurrence, { params: { id: plan.id, date: '2026-10-31' }, body: { action: 'skip' } })
  const { data } = await ana.call(listChanges, { query: { resource: 'plan,plan_occurrence' } })
  assert.deepEqual(
    data.map(({ resource, action }) => `${resource} ${action}`),
    ['plan created', 'plan_occurrence created', 'plan updated'],
  )
  assert.deepEqual(data[0]?.after, plan)
  const skipped = data[1]?.after as { scheduled_date?: string } | undefined // the record of an occurrence
  assert.equal(skipped?.scheduled_date, '2026-10-31')
})

test('a plan that is deleted for good disappears with its occurrences; what it names cannot before it', async () => {
  const { ana, rent, plan } = await renter()
  const params = { id: plan.id }
  const posted = await ana.call(settleOccurrence, {
    params: { ...params, date: '2026-10-31' },
    body: { action: 'post' },
  })
  await ana.call(settleOccurrence, { params: { ...params, date: '2026-11-30' }, body: { action: 'skip' } })
  const forever = { forever: true }
  assert.equal((await refused(ana.call(deletePlan, { params, query: forever }))).code, 'not_in_trash')
  await ana.call(deletePlan, { params })
  const unused = await category(ana, 'Unused')
  await ana.call(deletePlan, { params, query: forever })
  assert.deepEqual((await ana.call(listPlans, { query: { deleted: 'only' } })).data, [])
  assert.equal((await ana.send({ url: `/budgeting/expenses/${posted.transaction_id}` })).status, 200)
  const draft = { amount: 1, category_id: unused.id.toUpperCase() }
  await ana.call(createPlan, { body: { name: 'Gym', kind: 'expense', draft, schedule: monthly } })
  await ana.call(deleteCategory, { params: { id: unused.id } })
  const problem = await refused(ana.call(deleteCategory, { params: { id: unused.id }, query: forever }))
  assert.equal(problem.code, 'in_use')
  assert.equal((problem.params as { by: { resource: string } }).by.resource, 'plan')
  await spend(ana, { amount: 1, category_id: rent.id })
})

test('after all of this, everything that is stored agrees with the log', async () => {
  assert.deepEqual(await verify(world.db), [])
})
