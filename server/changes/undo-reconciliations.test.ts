import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, deleteAccount, getAccount } from '../../contract/accounts.ts'
import { getExpense, updateExpense } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import {
  deleteReconciliation,
  listReconciliations,
  reopenReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { at, banking, finish, lineOn, outcome, read, start, tick, undo } from '../../test/reconciling.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('ticks, the end of a reconciliation and its reopening are undone one by one, and done again', async () => {
  const { ana, bank, salary, meal } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 980)
  const first = await tick(ana, march, [lineOn(bank, salary)])
  const second = await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  const blocked = await refused(undo(ana, first))
  assert.deepEqual(
    [blocked.code, blocked.blockers],
    ['undo_blocked', [{ version: second.version, resource: 'reconciliation', id: march.id }]],
  )
  await undo(ana, second)
  assert.deepEqual((await read(ana, march)).cleared_line_ids, [lineOn(bank, salary)])
  await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  const done = await finish(ana, march)
  const reopened = await undo(ana, done)
  assert.equal((await read(ana, march)).status, 'open')
  assert.equal((await ana.call(getExpense, { params: { id: meal.id } })).is_locked, false)
  await undo(ana, reopened)
  assert.equal((await read(ana, march)).status, 'finished')
  assert.equal((await ana.call(getExpense, { params: { id: meal.id } })).is_locked, true)
  const again = await ana.call(reopenReconciliation, at(march))
  await undo(ana, again)
  assert.equal((await read(ana, march)).status, 'finished')
  assert.deepEqual(await verify(world.db), [])
})

test('a reconciliation is not finished again by an undo whose lines have changed since', async () => {
  const { ana, bank, salary, meal } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 980)
  await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  await finish(ana, march)
  const open = await ana.call(reopenReconciliation, at(march))
  const params = { id: meal.id }
  const dearer = await ana.call(updateExpense, { params, body: { amount: 25 } })
  const problem = await refused(undo(ana, open))
  assert.deepEqual([problem.status, problem.code], [409, 'statement_differs'])
  await undo(ana, dearer)
  await undo(ana, open)
  assert.equal((await read(ana, march)).status, 'finished')
  assert.equal(await outcome(undo(ana, meal)), 'locked')
})

test('a later reconciliation blocks the undo of the one it starts from', async () => {
  const { ana, bank, salary, late } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 1000)
  await tick(ana, march, [lineOn(bank, salary)])
  const done = await finish(ana, march)
  const april = await start(ana, bank, '2026-04-30', 970)
  const blocked = await refused(undo(ana, done))
  assert.deepEqual(blocked.blockers, [{ version: april.version, resource: 'reconciliation', id: april.id }])
  await tick(ana, april, [lineOn(bank, late)])
  const deleted = await ana.call(deleteReconciliation, at(april))
  assert.deepEqual(deleted.cleared_line_ids, [lineOn(bank, late)])
  await undo(ana, deleted)
  assert.equal((await read(ana, april)).difference, 0, 'with its ticks')
  const gone = await ana.call(deleteReconciliation, at(april))

  // The statement before it ends elsewhere now, and has the tick on its line.
  await ana.call(reopenReconciliation, at(march))
  assert.equal(await outcome(undo(ana, gone)), 'undo_blocked')
  await ana.call(updateReconciliation, {
    ...at(march),
    body: { date: '2026-04-05', balance: 970, cleared_line_ids: [lineOn(bank, salary), lineOn(bank, late)] },
  })
  const ended = await finish(ana, march)
  const problem = await refused(undo(ana, gone))
  assert.deepEqual(problem.blockers, [{ version: ended.version, resource: 'reconciliation', id: march.id }])
  const another = await start(ana, bank, '2026-05-31', 970)
  assert.equal(await outcome(undo(ana, gone)), 'undo_blocked', 'there is another open one')
  await undo(ana, another)
  const { data } = await ana.call(listReconciliations, {
    params: { id: bank.id },
    query: { deleted: 'only' },
  })
  assert.deepEqual(
    data.map(({ id }) => id),
    [another.id, april.id],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('the history shows a reconciliation before and after, and an account takes its own along for good', async () => {
  const { ana, bank, salary } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 1000)
  await tick(ana, march, [lineOn(bank, salary)])
  const { data } = await ana.call(listChanges, { query: { resource: 'reconciliation' } })
  const { version: _, updated_at: __, cleared_balance, difference, cleared_count, ...shown } = march
  assert.deepEqual([cleared_balance, difference, cleared_count], [0, 1000, 0])
  const plain = (record: object | null) => record && { ...record, version: undefined, updated_at: undefined }
  const marks = { version: undefined, updated_at: undefined }
  assert.deepEqual(
    data.map(({ action, before, after }) => [action, plain(before), plain(after)]),
    [
      ['created', null, { ...shown, ...marks }],
      ['updated', { ...shown, ...marks }, { ...shown, ...marks, cleared_line_ids: [lineOn(bank, salary)] }],
    ],
  )
  const spare = await ana.call(createAccount, { body: { name: 'Spare', type: 'asset' } })
  const empty = await start(ana, spare, '2026-03-31', 0)
  assert.equal(await outcome(undo(ana, spare)), 'undo_blocked')
  await finish(ana, empty)
  const params = { id: spare.id }
  await ana.call(deleteAccount, { params })
  assert.equal(await outcome(read(ana, empty)), 'not_found')
  await ana.call(deleteAccount, { params, query: { forever: true } })
  assert.equal(await outcome(ana.call(getAccount, { params })), 'not_found')
  assert.deepEqual(await verify(world.db), [])
})
