import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import { getExpense, updateExpense } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import {
  deleteReconciliation,
  listReconciliations,
  reopenReconciliation,
  restoreReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { at, banking, finish, lineOn, outcome, read, start, tick, undo } from '../../test/reconciling.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('no line is reconciled with a statement of an earlier day, in whichever order it comes there', async () => {
  const { ana, bank, salary, meal, late } = await banking(world)
  const params = { id: meal.id }
  const march = await start(ana, bank, '2026-03-31', 980)
  const problem = await refused(tick(ana, march, [lineOn(bank, salary), lineOn(bank, late)]))
  assert.deepEqual([problem.status, problem.code], [422, 'line_after_statement'])
  assert.deepEqual(Object.keys(problem.errors ?? {}), ['cleared_line_ids.1'])
  assert.match(problem.message, /dated 2026-04-02, which is after 2026-03-31/)

  await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  const earlier = await refused(
    ana.call(updateReconciliation, { ...at(march), body: { date: '2026-03-03' } }),
  )
  assert.deepEqual([earlier.code, Object.keys(earlier.errors ?? {})], ['line_after_statement', ['date']])
  const moved = await ana.call(updateExpense, { params, body: { date: '2026-04-01' } })
  assert.equal(await outcome(finish(ana, march)), 'line_after_statement')
  await undo(ana, moved)
  await finish(ana, march)
  const { data } = await ana.call(listAccountLines, {
    params: { id: bank.id },
    query: { date_to: '2026-03-31', limit: 1 },
  })
  assert.equal(data[0]?.running_balance, 980)

  const open = await ana.call(reopenReconciliation, at(march))
  await ana.call(updateExpense, { params, body: { date: '2026-04-01' } })
  assert.equal(await outcome(undo(ana, open)), 'line_after_statement')
  const again = await ana.call(updateExpense, { params, body: { date: '2026-03-20' } })
  await undo(ana, open)
  assert.equal((await read(ana, march)).status, 'finished')
  assert.equal(await outcome(undo(ana, again)), 'locked')
  assert.equal((await ana.call(getExpense, { params })).date, '2026-03-20')
  assert.deepEqual(await verify(world.db), [])
})

test('a register shows the lines of a reconciliation, or those that are in none', async () => {
  const { ana, bank, salary, meal, late } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 980)
  const params = { id: bank.id }
  const shown = async (reconciliation_id: string, more: object = {}) => {
    const { data, meta } = await ana.call(listAccountLines, {
      params,
      query: { reconciliation_id, include: 'total,sum', ...more },
    })
    return [data.map((line) => `${line.id} ${line.running_balance}`), meta.total, meta.sum_base]
  }
  const [third, second, first] = [
    [late, 950],
    [meal, 980],
    [salary, 1000],
  ].map(
    ([one, balance]) => `${lineOn(bank, one as typeof meal)} ${balance}`, // pairs of a transaction and a number
  )
  assert.deepEqual(await shown('none'), [[third, second, first], 3, 950])
  await tick(ana, march, [lineOn(bank, meal)])
  assert.deepEqual(await shown('none'), [[third, first], 2, 970])
  assert.deepEqual(await shown(march.id.toUpperCase()), [[second], 1, -20])
  assert.deepEqual(await shown(`none,${march.id}`), [[third, second, first], 3, 950])
  assert.deepEqual(await shown('none', { date_to: '2026-03-31' }), [[first], 1, 1000])
  assert.deepEqual(await shown(bank.id), [[], 0, 0])
  assert.deepEqual(await shown('nonsense'), [[], 0, 0])
  const page = await ana.call(listAccountLines, { params, query: { reconciliation_id: 'none', limit: 1 } })
  const next = await ana.call(listAccountLines, {
    params,
    query: { reconciliation_id: 'none', limit: 1, cursor: page.meta.next_cursor ?? '' },
  })
  assert.deepEqual(
    next.data.map((line) => `${line.id} ${line.running_balance}`),
    [first],
  )
})

test('the balance of a statement is corrected under the name that it is read by', async () => {
  const { ana, bank } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 900)
  const put = (body: object) => ana.call(updateReconciliation, { ...at(march), body })
  const corrected = await put({ ...march, statement_balance: 980.5 })
  assert.deepEqual([corrected.statement_balance, corrected.difference], [980.5, 980.5])
  const problem = await refused(put({ balance: 1, statement_balance: 2 }))
  assert.deepEqual([problem.status, problem.code], [422, 'invalid'])
  assert.deepEqual(problem.errors, {
    statement_balance: ['statement_balance (2) must be the same as balance (1). Send one of them.'],
  })
  const decimals = await refused(put({ statement_balance: 1.234 }))
  assert.deepEqual(
    [decimals.code, Object.keys(decimals.errors ?? {})],
    ['amount_decimals', ['statement_balance']],
  )
  assert.equal((await put({ balance: 7, statement_balance: 7 })).statement_balance, 7)
})

test('a reconciliation comes back from the trash with the ticks that are still free, unless another one stands in its place', async () => {
  const { ana, bank, salary, meal, late } = await banking(world)
  const restore = (one: typeof march) => ana.call(restoreReconciliation, at(one))
  const march = await start(ana, bank, '2026-03-31', 1000)
  await tick(ana, march, [lineOn(bank, salary)])
  await ana.call(deleteReconciliation, at(march))
  const back = await restore(march)
  assert.deepEqual([back.deleted_at, back.cleared_line_ids], [null, [lineOn(bank, salary)]])
  assert.equal((await restore(march)).version, back.version, 'it is not in the trash any more')
  const [change] = (await ana.call(listChanges, { query: { since: back.version - 1 } })).data
  assert.deepEqual([change?.resource, change?.action], ['reconciliation', 'restored'])
  await undo(ana, back)
  assert.equal(await outcome(read(ana, march)), 'not_found')
  await restore(march)
  await finish(ana, march)

  const april = await start(ana, bank, '2026-04-30', 950)
  await tick(ana, april, [lineOn(bank, meal), lineOn(bank, late)])
  await ana.call(deleteReconciliation, at(april))
  await ana.call(reopenReconciliation, at(march))
  const open = await refused(restore(april))
  assert.deepEqual([open.code, open.params.reconciliation_id], ['reconciliation_open', march.id])
  await ana.call(updateReconciliation, {
    ...at(march),
    body: { balance: 980, cleared_line_ids: [lineOn(bank, salary), lineOn(bank, meal)] },
  })
  await finish(ana, march)
  const second = await restore(april)
  assert.deepEqual(
    [second.start_balance, second.cleared_line_ids, second.difference],
    [980, [lineOn(bank, late)], 0],
  )
  await ana.call(deleteReconciliation, at(april))
  const may = await start(ana, bank, '2026-05-31', 980)
  assert.equal(await outcome(restore(april)), 'reconciliation_open')
  await finish(ana, may)
  assert.equal(await outcome(restore(april)), 'reconciliation_followed')
  await ana.call(reopenReconciliation, at(may))
  await ana.call(deleteReconciliation, at(may))
  await ana.call(reopenReconciliation, at(march))
  await ana.call(updateReconciliation, { ...at(march), body: { date: '2026-05-02' } })
  await finish(ana, march)
  assert.equal(await outcome(restore(april)), 'statement_date')
  const { data } = await ana.call(listReconciliations, {
    params: { id: bank.id },
    query: { deleted: 'only' },
  })
  assert.deepEqual(
    data.map(({ id, cleared_count }) => [id, cleared_count]),
    [
      [may.id, 0],
      [april.id, 0],
    ],
    'in the trash it has no ticks',
  )
  assert.deepEqual(await verify(world.db), [])
})
