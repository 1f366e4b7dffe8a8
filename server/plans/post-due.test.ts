import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { listExpenses } from '../../contract/budgeting.ts'
import { deleteCategory, restoreCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { todayIn } from '../../contract/day.ts'
import {
  createPlan,
  getPlan,
  listUpcoming,
  type NewPlan,
  settleOccurrence,
  updatePlan,
} from '../../contract/plans.ts'
import { category } from '../../test/books.ts'
import { makeWorld, type Person, shards } from '../../test/world.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { makeWriter } from '../ledger/writer.ts'
import { readSettings } from '../settings.ts'
import { verify } from '../verify/verify.ts'
import { makePostingJob, type PostingJob, postWhatIsDue } from './post-due.ts'

const world = await makeWorld()
const settings = readSettings({})
const today = todayIn('UTC')
const inDays = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()

/** The warnings of the job in all of these tests. */
const warnings: string[] = []
const log = { info: () => undefined, warn: (text: string) => warnings.push(text) }
const newJob = (db = world.service): PostingJob =>
  makePostingJob({ db, settings, writer: makeWriter(db) }, log)

type Draft = Partial<NewPlan> & Pick<NewPlan, 'schedule'>

/** Somebody with a plan that Florin posts. */
async function planner(draft: Draft) {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  const add = (more: Draft) =>
    ana.call(createPlan, {
      body: {
        name: 'Rent',
        kind: 'expense',
        draft: { amount: 900, category_id: rent.id },
        auto: true,
        ...more,
      },
    })
  return { ana, rent, add, plan: await add(draft) }
}

const spentOn = async (ana: Person) =>
  (await ana.call(listExpenses, { query: { sort: 'date', limit: 1000 } })).data.map(({ date }) => date)

test('after three months without the service, every occurrence is posted on its own day, once, however often the job runs', async () => {
  const start = inDays(-92)
  const { ana, plan, add } = await planner({ schedule: { start, every: 7, unit: 'day' } })
  const byHand = await add({ name: 'By hand', auto: false, schedule: { start, unit: 'day' } })
  const expected = Array.from({ length: 14 }, (_, index) => inDays(7 * index - 92))
  assert.equal(await postWhatIsDue(newJob()), 14)
  const job = newJob()
  for (let run = 0; run < 10; run++) assert.equal(await postWhatIsDue(job), 0)
  assert.deepEqual(await spentOn(ana), expected)
  assert.equal((await ana.call(getPlan, { params: { id: plan.id } })).next_date, inDays(6))
  assert.equal(
    (await ana.call(getPlan, { params: { id: byHand.id } })).next_date,
    start,
    'this one waits for a person',
  )
})

test('a change by the job is in the history under the name of the owner and of Florin, in place of a device', async () => {
  const { ana } = await planner({ schedule: { start: today, unit: 'month' } })
  await postWhatIsDue(newJob())
  const { data } = await ana.call(listChanges, { query: { resource: 'expense' } })
  assert.deepEqual(
    data.map(({ user_id, device_name }) => [user_id, device_name]),
    [[ana.user.id, 'Florin']],
  )
})

test('two instances at once post every occurrence of every book exactly once', async () => {
  const people = await Promise.all(
    Array.from({ length: 3 }, () => planner({ schedule: { start: inDays(-5), unit: 'day' } })),
  )
  const other = openDatabase(
    { ...JSON.parse(process.env.FLORIN_TEST_SERVICE ?? '{}'), database: await nameOf() },
    () => undefined,
    { shards },
  )
  const counts = await Promise.all([newJob(), newJob(other), newJob(), newJob(other)].map(postWhatIsDue))
  await closeDatabase(other)
  assert.equal(
    counts.reduce((sum, one) => sum + one, 0),
    18,
  )
  const expected = Array.from({ length: 6 }, (_, index) => inDays(index - 5))
  for (const { ana } of people) assert.deepEqual(await spentOn(ana), expected)
})

const nameOf = async () => {
  const { pool } = world.service as unknown as { pool: { options: { database: string } } } // the driver's own
  return pool.options.database
}

test('an occurrence that cannot be posted waits, later ones and other plans are posted, and it follows once it can be', async () => {
  const { ana, rent, add } = await planner({ schedule: { start: inDays(-2), unit: 'day' } })
  const broken = { amount: 5, category_id: rent.id, currency_id: 'JPY' }
  await add({ name: 'Tea', draft: broken, schedule: { start: inDays(-1), unit: 'day', count: 1 } })
  await ana.call(updateBook, { body: { closed_through: inDays(-2) } })
  const job = newJob()
  assert.equal(await postWhatIsDue(job), 2)
  assert.deepEqual(await spentOn(ana), [inDays(-1), today])
  const waiting = async () =>
    (await ana.call(listUpcoming, { query: { until: today } })).data
      .filter(({ state }) => state === 'waiting')
      .map(({ plan_name, scheduled_date, reason }) => [plan_name, scheduled_date, reason?.code])
  assert.deepEqual(await waiting(), [
    ['Rent', inDays(-2), 'locked'],
    ['Tea', inDays(-1), 'fx_rate_missing'],
  ])
  await ana.call(updateBook, { body: { closed_through: null } })
  assert.equal(await postWhatIsDue(job), 1)
  assert.deepEqual(await waiting(), [['Tea', inDays(-1), 'fx_rate_missing']])
})

test('a plan whose category is in the trash waits, also in a run of the same job, until the category is back', async () => {
  const { ana, rent } = await planner({ schedule: { start: today, unit: 'month' } })
  await ana.call(deleteCategory, { params: { id: rent.id } })
  const job = newJob()
  for (let run = 0; run < 3; run++) assert.equal(await postWhatIsDue(job), 0)
  await ana.call(restoreCategory, { params: { id: rent.id } })
  assert.equal(await postWhatIsDue(job), 1)
})

test('a refused plan is not tried again while its book stays as it is', async () => {
  const { ana, rent, plan } = await planner({ schedule: { start: today, unit: 'month' } })
  await ana.call(deleteCategory, { params: { id: rent.id } })
  const job = newJob()
  await postWhatIsDue(job)
  const at = job.refused.get(plan.id)?.at
  await postWhatIsDue(job)
  assert.equal(job.refused.get(plan.id)?.at, at)
  await ana.call(updateBook, { body: { name: 'Changed' } })
  await postWhatIsDue(job)
  assert.notEqual(job.refused.get(plan.id)?.at, at)
})

test('a posting of the job that is undone is not posted again, and a skipped one never is', async () => {
  const { ana, plan } = await planner({ schedule: { start: inDays(-1), unit: 'day', count: 2 } })
  await ana.call(settleOccurrence, { params: { id: plan.id, date: today }, body: { action: 'skip' } })
  assert.equal(await postWhatIsDue(newJob()), 1)
  const { data } = await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })
  await ana.call(undoChange, { params: { version: String(data[0]?.version) } })
  assert.equal(await postWhatIsDue(newJob()), 0)
  assert.deepEqual(await spentOn(ana), [])
})

test('a changed occurrence is posted as it was changed, and a plan that stopped posting by itself stops', async () => {
  const { ana, plan, add } = await planner({ schedule: { start: today, unit: 'month' } })
  const draft = { amount: 950, notes: 'with heating' }
  await ana.call(settleOccurrence, {
    params: { id: plan.id, date: today },
    body: { action: 'change', draft },
  })
  const off = await add({ name: 'Off', schedule: { start: today, unit: 'month' } })
  await ana.call(updatePlan, { params: { id: off.id }, body: { auto: false } })
  assert.equal(await postWhatIsDue(newJob()), 1)
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ amount, notes }) => [amount, notes]),
    [[950, 'with heating']],
  )
})

test('a schedule that is changed posts nothing on days of the past that it did not have before', async () => {
  const { ana, plan, add } = await planner({ schedule: { start: inDays(3), unit: 'month' } })
  await add({ name: 'Late', auto: false, schedule: { start: inDays(-8), unit: 'month', count: 1 } })
  const schedule = { start: inDays(-10), unit: 'day' } as const
  await ana.call(updatePlan, { params: { id: plan.id }, body: { schedule } })
  const { data } = await ana.call(listUpcoming, { query: { until: today } })
  assert.deepEqual(
    data.map(({ date }) => date),
    [inDays(-8), today],
  )
  assert.equal(await postWhatIsDue(newJob()), 1)
  assert.deepEqual(await spentOn(ana), [today])
})

test('an occurrence is due when its day begins where the book is', async () => {
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] // 25 hours apart
  for (const [time_zone, count] of [
    [east, 1],
    [west, 0],
  ] as const) {
    const { ana } = await planner({ schedule: { start: todayIn(east), unit: 'month' } })
    await ana.call(updateBook, { body: { time_zone } })
    assert.equal(await postWhatIsDue(newJob()), count, time_zone)
  }
})

test('a book that is full or gone holds up no other, and nothing went wrong in any of these tests', async () => {
  const { plan } = await planner({ schedule: { start: today, unit: 'month' } })
  const small = { ...newJob(), settings: { ...settings, bookMaxRows: 1 } }
  assert.equal(await postWhatIsDue(small), 0)
  assert(small.refused.has(plan.id))
  assert.equal(await postWhatIsDue(newJob()), 1)
  assert.deepEqual(warnings, [])
  assert.deepEqual(await verify(world.db), [])
})

test('a book with many plans that are long overdue leaves the job time for other books', async () => {
  const schedule = { start: inDays(-40), unit: 'day' } as const
  const { ana: greedy, add } = await planner({ schedule })
  for (const name of ['Second', 'Third', 'Fourth']) await add({ name, schedule })
  const { ana: other } = await planner({ schedule: { start: today, unit: 'day' } })
  // Steps of the usual size, and steps so small that plans with more to do come again before others have come at all.
  for (const [run, job] of [
    { ...newJob(), mostTried: 20 },
    { ...newJob(), mostTried: 10, step: 2 },
  ].entries()) {
    await postWhatIsDue(job)
    assert.deepEqual([(await spentOn(greedy)).length, await spentOn(other)], [20 * (run + 1), [today]])
  }
})
