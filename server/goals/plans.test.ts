import assert from 'node:assert/strict'
import { test } from 'node:test'
import { undoChange } from '../../contract/changes.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { forecast } from '../../contract/forecast.ts'
import {
  createGoal,
  deleteGoal,
  deleteGoalMove,
  getGoal,
  listGoalMoves,
  restoreGoal,
  updateGoal,
} from '../../contract/goals.ts'
import { addMonths } from '../../contract/month.ts'
import {
  createPlan,
  getPlan,
  listOccurrences,
  listUpcoming,
  type OccurrenceAction,
  settleOccurrence,
  updatePlan,
} from '../../contract/plans.ts'
import { fixedPlans } from '../../contract/recurring.ts'
import { balanceSheet } from '../../contract/reports.ts'
import { bank } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { makeWriter } from '../ledger/writer.ts'
import { makePostingJob, postWhatIsDue } from '../plans/post-due.ts'
import { readSettings } from '../settings.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const today = todayIn('UTC')
const month = (ago: number) => `${addMonths(today.slice(0, 7), -ago)}-01`
const job = () =>
  makePostingJob(
    { db: world.service, settings: readSettings({}), writer: makeWriter(world.service) },
    { info: () => undefined, warn: (text: string) => assert.fail(text) },
  )

/** Somebody whose envelope is filled on the first of each month, since two months ago. */
async function planner({ auto = false, currency_id = 'EUR' } = {}) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const savings = await bank(ana, 'Savings', currency_id)
  const goal = await ana.call(createGoal, {
    body: { name: 'Japan', target_amount: 4000, currency_id, envelope: { account_id: savings.id } },
  })
  const plan = await ana.call(createPlan, {
    body: {
      name: 'For Japan',
      kind: 'goal',
      draft: { goal_id: goal.id.toUpperCase(), amount: 240, notes: 'every month' },
      schedule: { start: month(2), unit: 'month' },
      auto,
    },
  })
  const settle = (date: string, body: OccurrenceAction) =>
    ana.call(settleOccurrence, { params: { id: plan.id, date }, body })
  const goalNow = () => ana.call(getGoal, { params: { id: goal.id } })
  return { ana, savings, goal, plan, settle, goalNow, params: { id: goal.id } }
}

test('an occurrence of a plan fills the envelope on its day, is changed once, skipped, and undone', async () => {
  const { ana, goal, plan, settle, goalNow, params } = await planner()
  assert.deepEqual(plan.draft, { goal_id: goal.id, amount: 240, notes: 'every month' })
  const posted = await settle(month(2), { action: 'post' })
  assert.deepEqual(
    [posted.state, posted.amount, posted.currency_id, posted.transaction_id, posted.obligation_id],
    ['posted', 240, 'EUR', null, null],
  )
  const { data } = await ana.call(listGoalMoves, { params })
  assert.deepEqual(
    data.map(({ id, date, amount, notes, plan_id }) => ({ id, date, amount, notes, plan_id })),
    [{ id: posted.goal_move_id, date: month(2), amount: 240, notes: 'every month', plan_id: plan.id }],
  )
  await settle(month(1), { action: 'change', draft: { amount: 100 } })
  await settle(month(1), { action: 'post' })
  const skipped = await settle(month(0), { action: 'skip' })
  assert.equal((await goalNow()).saved, 340)
  assert.equal((await ana.call(getPlan, { params: { id: plan.id } })).next_date, month(-1))
  const tooEarly = await refused(settle(month(-1), { action: 'post' }))
  assert.equal(tooEarly.code, 'goal_move_date')
  assert.match(tooEarly.message, /filled on that day; to fill it now, send draft\.date/)
  const early = await settle(month(-1), { action: 'post', draft: { date: today } })
  assert.equal(early.date, today)

  const states = async () =>
    (await ana.call(listOccurrences, { params: { id: plan.id } })).data.map(({ state }) => state)
  assert.deepEqual(await states(), ['posted', 'skipped', 'posted', 'posted'])
  await ana.call(undoChange, { params: { version: String(skipped.version) } })
  const undone = await ana.call(undoChange, { params: { version: String(posted.version) } })
  assert.deepEqual(await states(), ['posted', 'due', 'posted', 'skipped'])
  assert.equal((await goalNow()).saved, 340)
  const done = await refused(settle(month(2), { action: 'post' }))
  assert.match(
    done.message,
    /skipped, because its posting was undone or deleted\. To bring the move back: POST \/changes/,
  )
  await ana.call(undoChange, { params: { version: String(undone.version) } })
  assert.equal((await goalNow()).saved, 580)
  const again = await refused(settle(month(2), { action: 'post' }))
  assert.match(
    again.message,
    new RegExp(`already posted\\. To take the move back: DELETE /goals/${goal.id}/moves/`),
  )
  await ana.call(deleteGoalMove, { params: { ...params, move_id: posted.goal_move_id ?? '' } })
  assert.deepEqual((await states()).at(-1), 'skipped')
  assert.deepEqual(await verify(world.db), [])
})

test('Florin fills the envelope by itself, on each day once', async () => {
  const { ana, goalNow, params, plan } = await planner({ auto: true })
  assert.equal(await postWhatIsDue(job()), 3)
  assert.equal(await postWhatIsDue(job()), 0)
  assert.equal((await goalNow()).saved, 720)
  const { data } = await ana.call(listGoalMoves, { params })
  assert.deepEqual(
    data.map(({ date, plan_id }) => [date, plan_id]),
    [0, 1, 2].map((ago) => [month(ago), plan.id]),
  )
})

test('a plan whose goal is in the trash or put away waits, and says why', async () => {
  const { ana, goal, params, goalNow } = await planner({ auto: true })
  const { id: accountId } = await bank(ana, 'Whole', 'EUR')
  const whole = await ana.call(createGoal, {
    body: { name: 'Whole', target_amount: 1, account_ids: [accountId] },
  })
  const other = await ana.call(createPlan, {
    body: {
      name: 'Other',
      kind: 'goal',
      draft: { goal_id: goal.id, amount: 1 },
      schedule: { start: month(-1), unit: 'month' },
    },
  })
  /** A plan for this goal is neither made, nor is one changed or posted so. */
  const refusedBy = async (code: string, goal_id: string) => {
    const draft = { goal_id, amount: 2 }
    const schedule = { start: today, unit: 'month' as const }
    const params = { id: other.id }
    for (const wrong of [
      () => ana.call(createPlan, { body: { name: 'Bad', kind: 'goal', draft, schedule } }),
      () => ana.call(updatePlan, { params, body: { draft } }),
      () =>
        ana.call(settleOccurrence, {
          params: { ...params, date: month(-1) },
          body: { action: 'change', draft },
        }),
    ])
      assert.equal((await refused(wrong())).code, code)
  }
  await refusedBy('goal_without_envelope', whole.id)
  const reasons = async () =>
    (await ana.call(listUpcoming, { query: { until: today } })).data.map(({ state, reason }) => [
      state,
      reason?.message,
    ])
  await ana.call(deleteGoal, { params })
  assert.equal(await postWhatIsDue(job()), 0)
  const trashed = 'The goal "Japan" is in the trash: restore it, or choose another for the plan.'
  assert.deepEqual(await reasons(), Array(3).fill(['waiting', trashed]))
  const erased = await refused(ana.call(deleteGoal, { params, query: { forever: true } }))
  assert.deepEqual(
    [erased.code, erased.params.by],
    ['in_use', { resource: 'plan', id: (erased.params.by as { id: string }).id }],
  )
  const { left_out, is_complete } = await ana.call(forecast, { query: { until: addDays(today, 40) } })
  assert.deepEqual([is_complete, left_out[0]?.reason.message], [false, trashed])
  await ana.call(restoreGoal, { params })
  await ana.call(updateGoal, { params, body: { is_active: false } })
  assert.match((await reasons())[0]?.[1] ?? '', /"Japan" is put away/)
  await refusedBy('goal_inactive', goal.id)
  await ana.call(updateGoal, { params, body: { is_active: true } })
  assert.equal(await postWhatIsDue(job()), 3)
  assert.equal((await goalNow()).id, goal.id)
})

test('a plan fills an envelope in the currency of its goal, and in no other', async () => {
  const { ana, goal } = await planner()
  const planIn = (currency_id: string) =>
    ana.call(createPlan, {
      body: {
        name: 'Aside',
        kind: 'goal',
        draft: { goal_id: goal.id, amount: 2, currency_id },
        schedule: { start: month(-1), unit: 'month' },
      },
    })
  const problem = await refused(planIn('USD'))
  assert.deepEqual(
    [problem.code, problem.errors],
    [
      'account_currency',
      {
        'draft.currency_id': [
          'draft.currency_id: the goal "Japan" is in EUR, not in USD. Leave currency_id out: a plan fills a goal in its currency.',
        ],
      },
    ],
  )
  assert.deepEqual((await planIn('eur')).draft, { goal_id: goal.id, amount: 2, currency_id: 'EUR' })
})

test('a plan of a goal is no expense and moves no balance; the forecast says what envelopes will hold', async () => {
  const { ana, savings, plan, settle } = await planner({ currency_id: 'USD' })
  const sheet = () => ana.call(balanceSheet, { query: { date: today } })
  const before = await sheet()
  await settle(month(2), { action: 'post' })
  assert.deepEqual(await sheet(), before)
  const fixed = await ana.call(fixedPlans)
  assert.deepEqual([fixed.rows, fixed.left_out, fixed.out], [[], [], 0])
  const upcoming = (await ana.call(listUpcoming)).data[0]
  assert.deepEqual([upcoming?.amount, upcoming?.currency_id, upcoming?.plan_id], [240, 'USD', plan.id])
  const { points, envelopes, is_complete } = await ana.call(forecast, { query: { until: month(-2) } })
  assert.deepEqual([points.filter(({ amount }) => amount !== 0), is_complete], [[], true])
  const held = (date: string, held: number) => ({ date, account_id: savings.id, currency_id: 'USD', held })
  assert.deepEqual(envelopes, [held(today, 720), held(month(-1), 960), held(month(-2), 1200)])
  const other = await bank(ana, 'Other', 'EUR')
  assert.deepEqual((await ana.call(forecast, { query: { account_id: other.id } })).envelopes, [])
})
