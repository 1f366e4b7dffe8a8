import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount, getAccount, restoreAccount, updateAccount } from '../../contract/accounts.ts'
import { undoChange } from '../../contract/changes.ts'
import { deleteGoal, listGoals, restoreGoal, updateGoal } from '../../contract/goals.ts'
import { bank } from '../../test/books.ts'
import { fill, read, saver, whole } from '../../test/saver.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

/** Somebody with two goals on an account without entries, one of which counts it and one of which is a part of it. */
async function counted(currency: string | null = 'EUR') {
  const { ana, savings, goal } = await saver(world)
  const account = await bank(ana, 'Pot', 'EUR', { currency_id: currency })
  const params = { id: account.id }
  const flat = await goal({ name: 'Flat', ...whole(account.id) })
  const japan = await goal({ name: 'Japan', envelope: { account_id: account.id } })
  await fill(ana, japan.id, 10)
  const change = (body: object) => ana.call(updateAccount, { params, body })
  const undo = (version: number) => ana.call(undoChange, { params: { version: String(version) } })
  const drop = (id: string) => ana.call(deleteGoal, { params: { id } })
  return { ana, savings, goal, account, params, flat, japan, change, undo, drop }
}

test('an account that goals count stays money of their currency, and out of the trash', async () => {
  const { ana, goal, params, flat, japan, change, drop, account } = await counted()
  await ana.call(updateGoal, { params: { id: japan.id }, body: { is_active: false } }) // put away, and holds it alike
  const ways = [
    () => change({ currency_id: 'USD' }),
    () => change({ is_claim: true }),
    () => change({ type: 'liability' }),
    () => change({ is_valued: true }),
    () => ana.call(deleteAccount, { params }),
  ]
  for (const way of ways) {
    const problem = await refused(way())
    assert.deepEqual([problem.status, problem.code], [409, 'account_has_goals'])
    assert.match(
      problem.message,
      /"Pot" is counted by 2 goals \("Flat", "Japan"\).*Change or delete the goals first/,
    )
  }
  assert.deepEqual(await ana.call(getAccount, { params }), account)
  for (const name of ['A', 'B']) await goal({ name, ...whole(account.id) })
  assert.match(
    (await refused(change({ is_claim: true }))).message,
    /4 goals \("Flat", "Japan", "A", 1 more\)/,
  )
  await change({ name: 'Pots', is_active: false })
  await change({ currency_id: null })
  for (const { id } of (await ana.call(listGoals)).data) if (id !== flat.id) await drop(id)
  assert.match((await refused(change({ type: 'liability' }))).message, /1 goal \("Flat"\).*the goal first/)
  await drop(flat.id)
  assert.equal((await change({ type: 'liability' })).type, 'liability')
})

test('an account of any currency is bound to the currency of its goals, and to no other', async () => {
  const { change } = await counted(null)
  assert.equal((await refused(change({ currency_id: 'USD' }))).code, 'account_has_goals')
  assert.equal((await change({ currency_id: 'EUR' })).currency_id, 'EUR')
})

test('a goal comes back from the trash only to accounts that it can count', async () => {
  const { ana, flat, japan, params, change, drop } = await counted()
  const back = (id: string) => ana.call(restoreGoal, { params: { id } })
  await drop(flat.id)
  await drop(japan.id)
  const cases: [object, object, RegExp][] = [
    [{ currency_id: 'USD' }, { currency_id: 'EUR' }, /"Pot" is kept in USD/],
    [{ is_claim: true }, { is_claim: false }, /not money of your own/],
    [{ is_valued: true }, { is_valued: false }, /not money of your own/],
  ]
  const unfit = async (sentence: RegExp) => {
    for (const [id, field] of [
      [flat.id, 'account_ids'],
      [japan.id, 'envelope.account_id'],
    ] as const) {
      const problem = await refused(back(id))
      assert.deepEqual([problem.status, problem.code], [422, 'goal_account'])
      assert.match(problem.errors?.[field]?.[0] ?? '', sentence)
    }
  }
  for (const [wrong, right, sentence] of cases) {
    await change(wrong)
    await unfit(sentence)
    await change(right)
  }
  await ana.call(deleteAccount, { params })
  await unfit(/"Pot" is in the trash/)
  await ana.call(restoreAccount, { params })
  await change({ is_active: false })
  assert.deepEqual([(await back(flat.id)).saved, (await back(japan.id)).saved], [0, 10])
})

test('an undo takes no account from its goals, and brings no goal to an account that it cannot count', async () => {
  const { ana, savings, account, flat, japan, change, undo, drop, goal } = await counted()
  const blocked = async (version: number) => {
    const { code, blockers } = await refused(undo(version))
    return [code, blockers?.map(({ resource, id }) => [resource, id])]
  }
  for (const body of [
    [{ currency_id: 'USD' }, { currency_id: 'EUR' }],
    [{ is_claim: true }, { is_claim: false }],
    [{ is_valued: true }, { is_valued: false }],
    [{ type: 'liability' }, { type: 'asset' }],
  ]) {
    const other = await bank(ana, 'Other', 'EUR')
    const to = (part: object | undefined) =>
      ana.call(updateAccount, { params: { id: other.id }, body: part ?? {} })
    await to(body[0])
    const { version } = await to(body[1])
    const { id } = await goal(whole(other.id))
    assert.deepEqual(await blocked(version), ['undo_blocked', [['goal', id]]])
    await drop(id)
    await undo(version)
  }
  const moved = await ana.call(updateGoal, { params: { id: flat.id }, body: whole(savings.id) })
  const gone = await drop(japan.id)
  await change({ currency_id: 'USD' })
  assert.deepEqual(await blocked(moved.version), ['undo_blocked', [['account', account.id]]])
  assert.deepEqual(await blocked(gone.version), ['undo_blocked', [['account', account.id]]])
  await change({ currency_id: 'EUR' })
  await undo(moved.version)
  await undo(gone.version)
  assert.equal((await read(ana, japan.id)).saved, 10)
})

test('an account that a goal in the trash counts is not deleted for good', async () => {
  const { ana, goal } = await saver(world)
  const a = await bank(ana, 'A', 'EUR')
  const b = await bank(ana, 'B', 'EUR')
  const counting = await goal(whole(a.id))
  const envelope = await goal({ envelope: { account_id: b.id } })
  for (const { version } of [a, b]) {
    const blocked = await refused(ana.call(undoChange, { params: { version: String(version) } }))
    assert.deepEqual(
      [blocked.code, blocked.blockers?.map(({ resource }) => resource)],
      ['undo_blocked', ['goal']],
    )
  }
  for (const { id } of [counting, envelope]) await ana.call(deleteGoal, { params: { id } })
  for (const { id } of [a, b]) {
    await ana.call(deleteAccount, { params: { id } })
    const problem = await refused(ana.call(deleteAccount, { params: { id }, query: { forever: true } }))
    assert.equal(problem.code, 'in_use')
  }
  const { data } = await ana.call(listGoals, { query: { deleted: 'only' } })
  assert.deepEqual(
    data.map(({ saved }) => saved),
    [0, 0],
  )
  for (const { id } of [counting, envelope])
    await ana.call(deleteGoal, { params: { id }, query: { forever: true } })
  for (const { id } of [a, b]) await ana.call(deleteAccount, { params: { id }, query: { forever: true } })
})
