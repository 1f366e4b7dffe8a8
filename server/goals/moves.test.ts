import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { addDays, type Day, todayIn } from '../../contract/day.ts'
import {
  createGoal,
  createGoalMove,
  deleteGoal,
  deleteGoalMove,
  getGoal,
  listGoalMoves,
  restoreGoal,
  updateGoal,
} from '../../contract/goals.ts'
import { createPlan, settleOccurrence, updatePlan } from '../../contract/plans.ts'
import { bank } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'
import { MAX_MOVES } from './moves.ts'

const world = await makeWorld()
const today = todayIn('UTC')
const write = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const ago = (days: number) => addDays(today, -days)

async function saver() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const savings = await bank(ana, 'Savings', 'EUR', { opening_balance: 1000, opening_date: '2026-01-01' })
  const envelope = { account_id: savings.id }
  const goal = await ana.call(createGoal, { body: { name: 'Japan', target_amount: 4000, envelope } })
  const params = { id: goal.id }
  const move = (amount: number, date = today) => ana.call(createGoalMove, { params, body: { amount, date } })
  const back = (id: string) => ana.call(deleteGoalMove, { params: { ...params, move_id: id } })
  const saved = async () => (await ana.call(getGoal, { params })).saved
  const undo = (version: number) => ana.call(undoChange, { params: { version: String(version) } })
  return { ana, savings, goal, params, move, back, saved, undo }
}

test('moves fill and empty an envelope, and the list of them ends in what is saved', async () => {
  const { ana, params, goal, move, back, saved } = await saver()
  const first = await move(100, ago(40))
  assert.deepEqual(
    [first.goal_id, first.amount, first.currency_id, first.plan_id],
    [goal.id, 100, 'EUR', null],
  )
  await move(50.5)
  const noted = await ana.call(createGoalMove, { params, body: { amount: -20.25, notes: 'Shoes' } })
  assert.deepEqual([noted.date, noted.notes], [today, 'Shoes'])
  assert.equal(await saved(), 130.25)
  const list = async () => (await ana.call(listGoalMoves, { params })).data
  assert.deepEqual(
    (await list()).map(({ amount }) => amount),
    [-20.25, 50.5, 100],
  )
  const trashed = await back(noted.id)
  assert.notEqual(trashed.deleted_at, null)
  assert.deepEqual([await saved(), (await list()).length], [150.5, 2])
  assert.equal((await refused(back(noted.id))).code, 'not_found')
  const page = await ana.call(listGoalMoves, { params, query: { limit: 1 } })
  const cursor = page.meta.next_cursor ?? ''
  assert.deepEqual((await ana.call(listGoalMoves, { params, query: { limit: 1, cursor } })).data, [first])
  const csv = await ana.send({ url: `/goals/${goal.id}/moves?format=csv` })
  assert.equal(csv.text.trim().split('\n').length, 3)
  const { explain } = await ana.call(getGoal, { params })
  assert.deepEqual((await ana.send({ url: `${explain}&limit=1` })).body.meta.sum, 150.5)
  assert.equal((await ana.call(listGoalMoves, { params })).meta.sum, undefined)
})

test('a move is taken back at the address of its own goal only', async () => {
  const { ana, goal, move, saved } = await saver()
  const { id } = await move(10)
  const body = { name: 'Other', target_amount: 5, envelope: goal.envelope }
  const other = await ana.call(createGoal, { body })
  const wrong = ana.call(deleteGoalMove, { params: { id: other.id, move_id: id } })
  assert.equal((await refused(wrong)).code, 'not_found')
  assert.equal(await saved(), 10)
})

test('an envelope never holds less than nothing, on any day', async () => {
  const { ana, params, move, back, saved } = await saver()
  const first = await move(100, ago(10))
  await move(-60, ago(2))
  const cases: [() => Promise<unknown>, RegExp][] = [
    [() => move(-41), /holds 40\.00 EUR on .*, and would hold -1\.00 EUR/],
    [() => move(-41, ago(5)), new RegExp(`holds 40\\.00 EUR on ${ago(2)}, and would hold -1\\.00`)],
    [() => move(-1, ago(11)), new RegExp(`holds 0\\.00 EUR on ${ago(11)}, and would hold -1\\.00`)],
    [() => back(first.id), new RegExp(`holds 40\\.00 EUR on ${ago(2)}, and would hold -60\\.00`)],
  ]
  const before = (await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })).data[0]?.version
  for (const [wrong, sentence] of cases) {
    const problem = await refused(wrong())
    assert.deepEqual([problem.status, problem.code], [409, 'envelope_short'])
    assert.match(problem.message, sentence)
  }
  assert.equal((await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })).data[0]?.version, before)
  await move(-40)
  assert.equal(await saved(), 0)
  assert.deepEqual((await ana.call(getGoal, { params })).overdrawn, null)
})

test('a move that is none is refused by its field', async () => {
  const { ana, goal, savings, move } = await saver()
  const sent = (payload: object) => ana.send({ method: 'POST', url: `/goals/${goal.id}/moves`, payload })
  const cases: [object, string, string, RegExp][] = [
    [{}, 'invalid', 'amount', /required/],
    [{ amount: 0 }, 'invalid', 'amount', /must not be 0/],
    [{ amount: 1.234 }, 'amount_decimals', 'amount', /EUR/],
    [{ amount: 1e15 }, 'amount_too_large', 'amount', /too large/],
    [{ amount: 5, date: addDays(today, 1) }, 'goal_move_date', 'date', /after today.*plan of kind goal/],
    [{ amount: 5, date: 'soon' }, 'invalid', 'date', /soon/],
    [{ amount: 5, notes: 7 }, 'invalid', 'notes', /string/],
  ]
  for (const [payload, code, field, sentence] of cases) {
    const answer = await sent(payload)
    assert.deepEqual([answer.status, answer.body.code], [422, code], answer.text)
    assert.match(answer.body.errors[field]?.[0] ?? '', sentence)
  }
  await move(999_999_999_999)
  assert.equal((await sent({ amount: 9_999_999_999_999 })).body.code, 'amount_too_large') // together
  const body = { name: 'Flat', target_amount: 5, account_ids: [savings.id] }
  const whole = await ana.call(createGoal, { body })
  const problem = await refused(ana.call(createGoalMove, { params: { id: whole.id }, body: { amount: 1 } }))
  assert.deepEqual([problem.status, problem.code], [409, 'goal_without_envelope'])
  assert.match(problem.message, /make a goal with an envelope/)
  for (const unfit of [{ amount: 1.234 }, { amount: 1, date: addDays(today, 1) }]) {
    const earlier = await refused(ana.call(createGoalMove, { params: { id: whole.id }, body: unfit }))
    assert.equal(earlier.status, 422, 'the request is checked before the goal')
  }
})

test('a goal that is put away is emptied, and not filled', async () => {
  const { ana, params, move, saved } = await saver()
  await move(10)
  await ana.call(updateGoal, { params, body: { is_active: false } })
  assert.equal((await refused(move(1))).code, 'goal_inactive')
  await move(-10)
  assert.equal(await saved(), 0)
})

test('a goal with moves stays an envelope of its currency', async () => {
  const { ana, params, savings, goal, move, back, undo } = await saver()
  const { id } = await move(10)
  await back(id)
  const change = (body: object) => ana.call(updateGoal, { params, body })
  const other = await bank(ana, 'Yen', 'JPY')
  for (const body of [
    { account_ids: [savings.id] },
    { currency_id: 'JPY', envelope: { account_id: other.id } },
  ]) {
    const problem = await refused(change(body))
    assert.deepEqual([problem.status, problem.code], [409, 'goal_has_moves'])
    assert.match(problem.message, /1 move, trash included/)
  }
  assert.deepEqual((await ana.call(getGoal, { params })).envelope, goal.envelope)

  const body = { name: 'Yen', target_amount: 4000, envelope: goal.envelope }
  const made = await ana.call(createGoal, { body })
  const yen = await ana.call(updateGoal, {
    params: { id: made.id },
    body: { currency_id: 'JPY', envelope: { account_id: other.id } },
  })
  assert.deepEqual([yen.target_amount, yen.currency_id], [4000, 'JPY'])
  const filled = await ana.call(createGoalMove, { params: { id: made.id }, body: { amount: 7 } })
  const problem = await refused(undo(yen.version))
  assert.deepEqual(
    [problem.code, problem.blockers],
    ['undo_blocked', [{ version: filled.version, resource: 'goal_move', id: filled.id }]],
  )
})

test('a move is undone and done again, and what was taken out since blocks the undo of what was put in', async () => {
  const { ana, goal, move, back, saved, undo } = await saver()
  const put = await move(100, ago(3))
  const { version } = await undo(put.version)
  assert.equal(await saved(), 0)
  const redone = await undo(version)
  assert.equal(await saved(), 100)
  const taken = await move(-30)
  const problem = await refused(undo(redone.version))
  assert.deepEqual(
    [problem.code, problem.blockers],
    ['undo_blocked', [{ version: taken.version, resource: 'goal_move', id: taken.id }]],
  )
  const gone = await back(taken.id)
  const again = await undo(redone.version)
  assert.equal(await saved(), 0)
  const nothing = await refused(undo(gone.version)) // it would take out of nothing
  assert.deepEqual(
    [nothing.code, nothing.blockers],
    ['undo_blocked', [{ version: again.version, resource: 'goal_move', id: put.id }]],
  )
  await undo(again.version)
  await undo(gone.version)
  assert.equal(await saved(), 70)

  const created = await refused(undo(goal.version))
  assert.equal(created.code, 'undo_blocked')
  assert.deepEqual(new Set(created.blockers?.map(({ resource }) => resource)), new Set(['goal_move']))
  const { data } = await ana.call(listChanges, { query: { resource: 'goal_move,goal' } })
  assert.deepEqual(data.map(({ action, resource }) => `${resource} ${action}`).slice(0, 4), [
    'goal created',
    'goal_move created',
    'goal_move deleted',
    'goal_move restored',
  ])
  assert.equal(data[0]?.after && 'saved' in data[0].after, false)
})

test('the move that was taken back since blocks an undo, not an earlier one that took something out', async () => {
  const { move, back, undo } = await saver()
  const first = await move(100, ago(3))
  await move(-80, ago(2))
  const second = await move(100, ago(3))
  const gone = await back(first.id)
  const problem = await refused(undo(second.version))
  assert.deepEqual(
    [problem.code, problem.blockers],
    ['undo_blocked', [{ version: gone.version, resource: 'goal_move', id: first.id }]],
  )
})

test('a goal has at most 10,000 moves, trash included', async () => {
  const { ana, goal, params, move, saved } = await saver()
  const { id } = await move(1)
  const body = {
    name: 'Aside',
    kind: 'goal' as const,
    draft: { goal_id: goal.id, amount: 1 },
    schedule: { start: today, unit: 'month' as const },
  }
  const plan = await ana.call(createPlan, { body })
  await write(
    sql`insert into goal_moves (book_id, id, goal_id, date, amount, currency_id, created_version, version, created_at, updated_at)
        select m.book_id, gen_random_uuid(), m.goal_id, m.date - n / 3, 100, m.currency_id, m.created_version, m.version, m.created_at, m.updated_at
        from goal_moves m, generate_series(1, ${MAX_MOVES - 1}) n where m.id = ${id}`,
  )
  const draft = { goal_id: goal.id, amount: 2 }
  for (const work of [
    () => move(1),
    () => ana.call(createPlan, { body }),
    () => ana.call(updatePlan, { params: { id: plan.id }, body: { draft } }),
    () => ana.call(settleOccurrence, { params: { id: plan.id, date: today }, body: { action: 'post' } }),
  ]) {
    const { status, code } = await refused(work())
    assert.deepEqual([status, code], [409, 'goal_moves_too_many'])
  }
  const problem = await refused(move(1))
  assert.match(problem.detail, /^"Japan" has 10000 moves, trash included, which is the most/)
  assert.equal(await saved(), MAX_MOVES)
  assert.equal((await ana.call(listGoalMoves, { params, query: { include: 'sum' } })).meta.sum, MAX_MOVES)
  await write(sql`delete from goal_moves where goal_id = ${goal.id} and id <> ${id}`)
})

test('closed days do not hold up a move, since it is no entry', async () => {
  const { ana, move, saved } = await saver()
  await ana.call(updateBook, { body: { closed_through: today } })
  await move(10, ago(5))
  assert.equal(await saved(), 10)
})

test('of two who empty an envelope at once, one is refused', async () => {
  const { move, saved } = await saver()
  await move(100)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => move(-30)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3)
  assert.equal(await saved(), 10)
})

/** A number from 0 up to a limit, by a seed: the same walk every time. */
function randomBy(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('random moves, undos, trash and restores agree with a model, and verify finds nothing', async () => {
  const seed = Number(process.env.SEED ?? 30)
  const random = randomBy(seed)
  const { ana, params, move, back } = await saver()
  const model = new Map<string, { date: Day; cents: number; isLive: boolean }>()
  let isThere = true
  const made: { version: number; apply: () => boolean }[] = []
  const isSound = () => {
    const live = [...model.values()].filter((one) => one.isLive).sort((a, b) => (a.date < b.date ? -1 : 1))
    const days = Map.groupBy(live, ({ date }) => date)
    let held = 0
    for (const some of days.values()) {
      held += some.reduce((sum, { cents }) => sum + cents, 0)
      if (held < 0) return false
    }
    return true
  }
  const held = () => [...model.values()].reduce((sum, one) => sum + (one.isLive ? one.cents : 0), 0)
  /** Changes the model if the envelope stays sound, and says whether it did. */
  const tried = (id: string, isLive: boolean): boolean => {
    const one = model.get(id)
    if (!one || one.isLive === isLive) return false
    one.isLive = isLive
    if (isSound()) return true
    one.isLive = !isLive
    return false
  }
  const steps = Number(process.env.GOAL_STEPS ?? 300)
  for (let step = 0; step < steps; step++) {
    const what = random(10)
    const told = `seed ${seed}, step ${step}`
    if (what < 5) {
      const [cents, date] = [random(20_000) - 8_000 || 1, ago(random(30))]
      model.set('new', { date, cents, isLive: true })
      const isPossible: boolean = isThere && isSound()
      const answer = await move(cents / 100, date).catch(() => undefined)
      assert.equal(answer !== undefined, isPossible, told)
      const one = model.get('new')
      model.delete('new')
      if (!answer || !one) continue
      model.set(answer.id, one)
      made.push({ version: answer.version, apply: () => tried(answer.id, false) })
    } else if (what < 7) {
      const ids = [...model.keys()]
      const id = ids[random(ids.length)]
      if (id === undefined) continue
      const isPossible: boolean = isThere && tried(id, false)
      const answer = await back(id).catch(() => undefined)
      assert.equal(answer !== undefined, isPossible, told)
      if (answer) made.push({ version: answer.version, apply: () => tried(id, true) })
    } else if (what < 9 && isThere) {
      const one = made.splice(random(made.length), 1)[0]
      if (!one) continue
      const answer = await ana
        .call(undoChange, { params: { version: String(one.version) } })
        .catch(() => undefined)
      // A later change of the same move blocks as well: the model follows what was done.
      if (answer) assert(one.apply(), told)
    } else {
      await (isThere ? ana.call(deleteGoal, { params }) : ana.call(restoreGoal, { params }))
      isThere = !isThere
    }
    if (isThere) assert.equal((await ana.call(getGoal, { params })).saved, held() / 100, told)
  }
  assert.deepEqual(await verify(world.db), [])
})
