import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { updateAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { deleteExpense } from '../../contract/budgeting.ts'
import { deleteCategory, restoreCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { client } from '../../contract/client.ts'
import { todayIn } from '../../contract/day.ts'
import { createPlan, listUpcoming, type NewPlan, settleOccurrence } from '../../contract/plans.ts'
import { account, bank, category } from '../../test/books.ts'
import { makeWorld, type Person, refused, serviceConnection, through } from '../../test/world.ts'
import { closeDatabase, openDatabase } from '../database/open.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const today = todayIn('UTC')
const inDays = (days: number) => Temporal.PlainDate.from(today).add({ days }).toString()

const plan = (ana: Person, category_id: string, more: Partial<NewPlan> & Pick<NewPlan, 'schedule'>) =>
  ana.call(createPlan, {
    body: { name: 'Rent', kind: 'expense', draft: { amount: 900, category_id }, ...more },
  })

const settle = (ana: Person, id: string, date: string, action: 'post' | 'skip') =>
  ana.call(settleOccurrence, { params: { id, date }, body: { action } })

const shown = async (ana: Person, query: object = {}) =>
  (await ana.call(listUpcoming, { query })).data.map(
    ({ plan_name, date, state }) => `${plan_name} ${date} ${state}`,
  )

test('due occurrences, however old, come before coming ones, and those done from today on are shown as done', async () => {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  const { id } = await plan(ana, rent.id, { schedule: { start: inDays(-200), every: 100, unit: 'day' } })
  await plan(ana, rent.id, { name: 'Gym', schedule: { start: inDays(1), every: 7, unit: 'day', count: 2 } })
  assert.deepEqual(await shown(ana), [
    `Rent ${inDays(-200)} due`,
    `Rent ${inDays(-100)} due`,
    `Rent ${today} due`,
    `Gym ${inDays(1)} coming`,
    `Gym ${inDays(8)} coming`,
  ])
  await settle(ana, id, inDays(-100), 'skip')
  const { transaction_id } = await settle(ana, id, today, 'post')
  assert.deepEqual(await shown(ana, { plan_id: id }), [`Rent ${inDays(-200)} due`, `Rent ${today} posted`])
  await ana.call(deleteExpense, { params: { id: transaction_id ?? '' } })
  assert.deepEqual(await shown(ana, { plan_id: id, until: today }), [
    `Rent ${inDays(-200)} due`,
    `Rent ${today} skipped`,
  ])
  assert.deepEqual(await shown(ana, { plan_id: rent.id }), [], 'there is no such plan')
})

test('a first day leaves out earlier ones, page by page too, and one in the past changes nothing', async () => {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  await plan(ana, rent.id, { schedule: { start: inDays(-10), every: 5, unit: 'day', count: 6 } })
  const all = await shown(ana)
  assert.equal(all.length, 6)
  assert.deepEqual(await shown(ana, { from: inDays(5) }), all.slice(3))
  assert.deepEqual(await shown(ana, { from: '1900-01-01' }), all)
  assert.deepEqual(await shown(ana, { from: inDays(40) }), [])
  const { meta } = await ana.call(listUpcoming, { query: { from: inDays(5), limit: 1 } })
  const query = { from: inDays(5), limit: 1, cursor: meta.next_cursor ?? '' }
  assert.deepEqual(await shown(ana, query), all.slice(4, 5))
  const others = await refused(ana.call(listUpcoming, { query: { ...query, from: inDays(4) } }))
  assert.equal(others.code, 'cursor_invalid')
})

test('one that cannot be posted waits with the reason, and is due again once the reason has gone', async () => {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  await plan(ana, rent.id, { schedule: { start: inDays(-3), unit: 'day', count: 1 } })
  const foreign = { amount: 5, category_id: rent.id, currency_id: 'JPY' }
  await plan(ana, rent.id, {
    name: 'Tea',
    draft: foreign,
    schedule: { start: inDays(-2), unit: 'day', count: 1 },
  })
  const reasons = async () =>
    (await ana.call(listUpcoming)).data.map(({ state, reason }) => [state, reason?.code ?? null])
  assert.deepEqual(await reasons(), [
    ['due', null],
    ['waiting', 'fx_rate_missing'],
  ])
  await ana.call(updateBook, { body: { closed_through: inDays(-3) } })
  assert.deepEqual(await reasons(), [
    ['waiting', 'locked'],
    ['waiting', 'fx_rate_missing'],
  ])
  await ana.call(updateBook, { body: { closed_through: null } })
  await ana.call(deleteCategory, { params: { id: rent.id } })
  const { data } = await ana.call(listUpcoming)
  assert.deepEqual(
    data.map(({ reason }) => reason?.code),
    ['category_not_found', 'category_not_found'],
  )
  assert.equal(
    data[0]?.reason?.message,
    'The category "Rent" is in the trash: restore it, or choose another for the plan.',
  )
  await ana.call(restoreCategory, { params: { id: rent.id } })
  assert.deepEqual((await reasons())[0], ['due', null])
})

test('the reason is a sentence for a person, about what the plan names', async () => {
  const ana = await world.person()
  const [rent, food] = [await category(ana, 'Rent'), await category(ana, 'Food')]
  const purse = await bank(ana, 'Purse', 'USD')
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  const amount = 5
  const drafts = {
    category: { amount, category_id: rent.id },
    split: { amount, splits: [food, rent].map(({ id }, index) => ({ category_id: id, amount: 2 + index })) },
    account: { amount, category_id: food.id, asset_account_id: purse.id },
    contact: { amount, category_id: food.id, contact_id: bela.id },
    rate: { amount, category_id: food.id, currency_id: 'JPY' },
    closed: { amount, category_id: food.id },
  }
  const schedule = { start: inDays(-2), unit: 'day' as const, count: 1 }
  const first = { start: inDays(-3), unit: 'day' as const, count: 1 }
  for (const [name, draft] of Object.entries(drafts))
    await plan(ana, rent.id, { name, draft, schedule: name === 'closed' ? first : schedule })
  const reasons = async () =>
    new Map((await ana.call(listUpcoming)).data.map(({ plan_name, reason }) => [plan_name, reason?.message]))
  await ana.call(updateAccount, { params: { id: purse.id }, body: { is_active: false } })
  assert.match(
    (await reasons()).get('account') ?? '',
    /^The account "Purse" is deactivated: activate it, or /,
  )
  for (const url of [`/budgeting/categories/${rent.id}`, `/accounts/${purse.id}`, `/contacts/${bela.id}`])
    assert.equal((await ana.send({ method: 'DELETE', url })).status, 200)
  await ana.call(updateBook, { body: { closed_through: inDays(-3) } })
  const found = await reasons()
  const inTrash = (link: string, name: string) =>
    `The ${link} "${name}" is in the trash: restore it, or choose another for the plan.`
  assert.equal(found.get('category'), inTrash('category', 'Rent'))
  assert.equal(found.get('split'), inTrash('category', 'Rent'))
  assert.equal(found.get('account'), inTrash('account', 'Purse'))
  assert.equal(found.get('contact'), inTrash('contact', 'Bela'))
  assert.match(found.get('rate') ?? '', /^There is no rate from JPY to .*: store one, or post the occurrence/)
  assert.match(found.get('closed') ?? '', /^The books are closed through .*, and the occurrence is of /)
  const { body: forecast } = await ana.send({ url: '/reports/forecast' })
  assert(forecast.left_out.length > 0)
  for (const { reason } of forecast.left_out) assert.match(reason.message, /^[A-Z]/)
})

test('an obligation that was posted and undone is shown as skipped, and as posted once the undo is undone', async () => {
  const ana = await world.person()
  const { body: bela } = await ana.send({ method: 'POST', url: '/contacts', payload: { name: 'Bela' } })
  const draft = { original_amount: 30, contact_id: bela.id, account_id: (await account(ana, 'Payables')).id }
  const body = {
    name: 'Loan',
    kind: 'obligation' as const,
    draft,
    schedule: { start: today, unit: 'year' as const },
  }
  const { id, version: created } = await ana.call(createPlan, { body })
  await settle(ana, id, today, 'post')
  const undo = async (version?: number) => {
    const { data } = await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })
    return ana.call(undoChange, { params: { version: String(version ?? data[0]?.version) } })
  }
  assert.deepEqual(await shown(ana), [`Loan ${today} posted`])
  await undo()
  assert.deepEqual(await shown(ana), [`Loan ${today} skipped`])
  await undo()
  assert.deepEqual(await shown(ana), [`Loan ${today} posted`])
  const { version } = await undo(created)
  assert.deepEqual(await shown(ana), [], 'the plan is in the trash, what it posted is not')
  assert.equal((await ana.send({ url: '/obligations' })).body.data.length, 1)
  await undo(version)
  assert.deepEqual(await shown(ana), [`Loan ${today} posted`])
  assert.deepEqual(await verify(world.db), [])
})

test('the pages of the list are together what one long page is', async () => {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  for (const [every, start] of [
    [1, -40],
    [3, -7],
    [7, 4],
  ] as const)
    await plan(ana, rent.id, {
      schedule: { start: inDays(start), every, unit: 'day', working_days: 'none' },
    })
  const workdays = { start: inDays(-20), unit: 'day', working_days: 'after' } as const
  await plan(ana, rent.id, { schedule: workdays })
  const all = (await ana.call(listUpcoming, { query: { until: inDays(60), limit: 1000 } })).data
  assert.deepEqual(
    all.map(({ date }) => date),
    all.map(({ date }) => date).toSorted(),
  )
  const paged = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { until: inDays(60), limit: 37, ...(cursor && { cursor }) }
    const page: Awaited<ReturnType<typeof ana.call<typeof listUpcoming>>> = await ana.call(listUpcoming, {
      query,
    })
    paged.push(...page.data)
    cursor = page.meta.next_cursor
  }
  assert.deepEqual(paged, all)
  // At its end the last plan leaves out occurrences that are shifted from a weekend to the Monday after it.
  const weekday = Temporal.PlainDate.from(inDays(60)).dayOfWeek
  assert.equal(all.length, 101 + 23 + 9 + 81 - Math.max(0, weekday - 5))
})

test('until is from today on and at most two years away; an empty book has nothing planned', async () => {
  const ana = await world.person()
  assert.deepEqual(await shown(ana), [])
  for (const until of [inDays(-1), inDays(800)]) {
    const problem = await refused(ana.call(listUpcoming, { query: { until } }))
    assert.equal(problem.code, 'until_out_of_range')
    assert(problem.errors?.until)
  }
  const answer = await ana.send({ url: '/plans/upcoming?until=tomorrow' })
  assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['until']])
})

test('plans that begin later do not cut the years before them into small pieces', async () => {
  const ana = await world.person()
  const rent = await category(ana, 'Rent')
  const longAgo = Temporal.PlainDate.from(today).subtract({ years: 9 }).toString()
  await plan(ana, rent.id, { name: 'Old', schedule: { start: longAgo, unit: 'day', count: 1 } })
  for (let count = 0; count < 60; count++)
    await plan(ana, rent.id, { schedule: { start: inDays(900), unit: 'day' } })
  let statements = 0
  const observe = () => {
    statements++
  }
  const { database } = world.service.pool.options
  const watched = openDatabase({ ...serviceConnection, database: database ?? '' }, () => undefined, {
    observe,
  })
  after(() => closeDatabase(watched))
  const app = world.another({}, watched)
  const { data } = await client(through(app), '/api/v1', ana.token).call(listUpcoming, {
    query: { until: inDays(700) },
  })
  assert.deepEqual(
    data.map(({ plan_name }) => plan_name),
    ['Old'],
  )
  assert(statements < 50, `it took ${statements} statements`)
})
