import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createAccount,
  deleteAccount,
  getAccount,
  listAccounts,
  updateAccount,
} from '../../contract/accounts.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import { createTransfer, deleteExpense, getExpense, listTransactions } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import {
  createReconciliation,
  finishReconciliation,
  reopenReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { deleteValue, getValue, listValues, putValue } from '../../contract/values.ts'
import { account, balances, bank, category, spend } from '../../test/books.ts'
import { roundTrip } from '../../test/round-trip.ts'
import { day, garage, today } from '../../test/valued.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** Runs requests that are all refused, and change nothing. */
async function refusedAs(
  { ana, version }: Awaited<ReturnType<typeof garage>>,
  cases: readonly (readonly [() => Promise<unknown>, number, string, string?])[],
): Promise<void> {
  const before = await version()
  for (const [work, status, code, field] of cases) {
    const problem = await refused(work())
    assert.deepEqual([problem.status, problem.code], [status, code], problem.detail)
    if (field) assert.deepEqual(Object.keys(problem.errors ?? {}), [field])
  }
  assert.equal(await version(), before)
  assert(ana)
}

test('only an own asset or debt in one currency is worth something, and it is not the default', async () => {
  const all = await garage(world)
  const { ana, car } = all
  const purse = await account(ana, 'Cash')
  const open = (body: object) => () =>
    ana.call(createAccount, {
      body: { name: 'X', type: 'asset', currency_id: 'USD', is_valued: true, ...body },
    })
  const change = (id: string, body: object) => () => ana.call(updateAccount, { params: { id }, body })
  const put = (id: string) => () => ana.call(putValue, { params: { id, date: today }, body: { amount: 1 } })
  const food = (await ana.call(listAccounts, { query: { type: 'expense' } })).data[0]
  await refusedAs(all, [
    [open({ type: 'equity' }), 422, 'value_not_possible', 'is_valued'],
    [open({ is_claim: true }), 422, 'value_not_possible', 'is_valued'],
    [open({ currency_id: null }), 422, 'value_not_possible', 'is_valued'],
    [open({ is_default: true }), 422, 'default_not_possible', 'is_default'],
    [change(purse.id, { is_valued: true, currency_id: 'USD' }), 422, 'value_not_possible', 'is_valued'],
    [change(car.id, { is_default: true }), 422, 'default_not_possible', 'is_default'],
    [change(car.id, { currency_id: null }), 422, 'value_not_possible', 'currency_id'],
    [change(car.id, { type: 'income' }), 422, 'value_not_possible', 'type'],
    [put(purse.id), 422, 'value_not_possible', 'account_id'],
    [put((await account(ana, 'Receivables')).id), 422, 'value_not_possible', 'account_id'],
    [put(food?.id ?? ''), 422, 'value_not_possible', 'account_id'],
    [put('019e0000-0000-7000-8000-000000000000'), 404, 'not_found'],
    [put('nonsense'), 404, 'not_found'],
  ])
  await ana.call(updateAccount, { params: { id: car.id }, body: { is_valued: false } })
  await put(car.id)()
  assert.equal((await ana.call(getAccount, { params: { id: car.id } })).is_valued, false)
})

test('a value is of a day up to today, and keeps the type and the currency of its account', async () => {
  const all = await garage(world)
  const { ana, car, state } = all
  await state(0, day(-5))
  const change = (body: object) => () => ana.call(updateAccount, { params: { id: car.id }, body })
  await refusedAs(all, [
    [() => state(1, day(1)), 422, 'value_in_future', 'date'],
    [() => state(1, '1899-12-31'), 422, 'invalid', 'date'],
    [() => state(1, '2026-02-30'), 422, 'invalid', 'date'],
    [() => state(1, day(-1), { fx_rate: 2 }), 422, 'fx_rate_base', 'fx_rate'],
    [() => state(1e16, day(-1)), 422, 'amount_too_large', 'amount'],
    [change({ currency_id: 'EUR' }), 409, 'account_has_values'],
    [change({ type: 'liability' }), 409, 'account_has_values'],
    [() => ana.call(deleteAccount, { params: { id: car.id } }), 409, 'account_has_values'],
    [() => ana.call(getValue, { params: { id: car.id, date: day(-6) } }), 404, 'not_found'],
    [() => ana.call(getValue, { params: { id: car.id, date: 'nonsense' } }), 404, 'not_found'],
    [() => ana.call(deleteValue, { params: { id: car.id, date: '2026-02-30' } }), 404, 'not_found'],
  ])
  const { data } = await ana.call(listTransactions, { query: { kind: 'value' } })
  assert.deepEqual(data, [], 'worth nothing, as the entries say')
  assert.deepEqual((await refused(state(1, '1899-12-31'))).errors, {
    date: ['date must be a day from 1900-01-01 to 2200-12-31, as YYYY-MM-DD; "1899-12-31" is not.'],
  })
  await state(3, day(-4))
  const fixed = await refused(ana.call(updateBook, { body: { base_currency_id: 'EUR' } }))
  assert.deepEqual([fixed.code, fixed.params?.count], ['base_currency_fixed', 2])
  assert.match(fixed.detail, /the book has 2 transactions, budgets and stated values, trash included/)
})

test('a value that was changed meanwhile is not overwritten', async () => {
  const { ana, car, state } = await garage(world)
  const { version } = await state(5, day(-1))
  const params = { id: car.id, date: day(-1) }
  const headers = { 'if-match': `"${version - 1}"` }
  for (const work of [
    () => ana.call(putValue, { params, body: { amount: 6 }, headers }),
    () => ana.call(deleteValue, { params, headers }),
  ]) {
    const problem = await refused(work())
    assert.deepEqual([problem.status, problem.code], [412, 'stale'])
  }
  const wrong = await refused(ana.call(putValue, { params, body: { amount: 5.123 }, headers }))
  assert.deepEqual([wrong.status, wrong.code], [422, 'amount_decimals'], 'the body comes first')
  await ana.call(deleteValue, { params, headers: { 'if-match': `"${version}"` } })
})

test('somebody else finds neither the account nor its values', async () => {
  const { car, state } = await garage(world)
  await state(5, day(-1))
  const bela = await world.person()
  const params = { id: car.id, date: day(-1) }
  for (const work of [
    () => bela.call(putValue, { params, body: { amount: 1 } }),
    () => bela.call(getValue, { params }),
    () => bela.call(listValues, { params: { id: car.id } }),
  ])
    assert.equal((await refused(work())).status, 404)
})

test('the entry of a value is changed through the value alone', async () => {
  const all = await garage(world)
  const { ana, state } = all
  await state(5, day(-1))
  const [entry] = (await ana.call(listTransactions, { query: { kind: 'value' } })).data
  const id = entry?.id ?? ''
  await refusedAs(all, [
    [() => ana.call(deleteExpense, { params: { id } }), 404, 'not_found'],
    [() => ana.call(getExpense, { params: { id } }), 404, 'not_found'],
    [() => ana.call(bulkTransactions, { body: { ids: [id], delete: true } }), 422, 'bulk_kind'],
  ])
})

test('a value is undone and done again, and so is its removal; entries in between follow', async () => {
  const { ana, car, state, forget, spent, values, version, undo } = await garage(world)
  await state(100, day(-20))
  const first = await version()
  await spent(10, day(-30))
  await state(150, day(-10))
  await undo(first)
  assert.deepEqual(await values(), [[day(-10), 150, null, 160]], 'the entry of the value blocks no undo')
  await undo()
  assert.deepEqual(await values(), [
    [day(-10), 150, 50, 50],
    [day(-20), 100, null, 110],
  ])
  await forget(day(-20))
  const forgotten = await version()
  await spent(4, day(-25))
  assert.deepEqual(await values(), [[day(-10), 150, null, 164]])
  await undo(forgotten)
  assert.deepEqual(await values(), [
    [day(-10), 150, 50, 50],
    [day(-20), 100, null, 114],
  ])
  await state(120, day(-20))
  const again = await version()
  await state(130, day(-20))
  const blocked = await refused(undo(again))
  assert.equal(blocked.code, 'undo_blocked')
  await undo()
  await undo(again)
  assert.deepEqual((await values())[1], [day(-20), 100, null, 114])
  const { data } = await ana.call(listChanges, {
    query: { resource: 'value_posting', order: 'desc', limit: 1 },
  })
  assert.equal(data[0]?.action, 'updated')
  assert.deepEqual(await balances(ana, car.id), { USD: 150 })
  assert.deepEqual(await verify(world.db), [])
})

test('an undo that would leave a value without a fitting account is held up', async () => {
  const { ana, version, undo } = await garage(world)
  const house = await bank(ana, 'House', 'USD')
  const opened = await version()
  await ana.call(updateAccount, { params: { id: house.id }, body: { currency_id: 'EUR' } })
  const bound = await version()
  const state = (amount: number, date: string) =>
    ana.call(putValue, { params: { id: house.id, date }, body: { amount, fx_rate: 1.1 } })
  await state(0, day(-9))
  for (const one of [opened, bound]) {
    const { code, blockers } = await refused(undo(one))
    assert.deepEqual([code, (blockers as { resource: string }[])[0]?.resource], ['undo_blocked', 'value'])
  }
  const said = { balance_as_of: { date: day(-20), amount: 3 }, fx_rate: 1.1 }
  await ana.call(updateAccount, { params: { id: house.id }, body: said })
  const anchored = await version()
  await ana.call(updateAccount, { params: { id: house.id }, body: { balance_as_of: null } })
  const ended = await version()
  await state(5, day(-40))
  assert.equal((await refused(undo(ended))).code, 'undo_blocked', 'the balance would cover the value')
  await undo()
  await undo(ended)
  assert.equal((await refused(state(5, day(-40)))).code, 'value_covered')
  assert(anchored)
  assert.deepEqual(await verify(world.db), [])
})

test('closed days keep their values, and entries after them do not move these', async () => {
  const all = await garage(world)
  const { ana, car, state, forget, spent, values, undo, version } = all
  await state(100, day(-30))
  await state(0, day(-25), { notes: 'gone' })
  const stated = await version()
  await ana.call(updateBook, { body: { closed_through: day(-20) } })
  await refusedAs(all, [
    [() => state(110, day(-30)), 409, 'locked'],
    [() => state(5, day(-22)), 409, 'locked'],
    [() => forget(day(-25)), 409, 'locked'],
    [() => undo(stated), 409, 'locked'],
    [() => spent(1, day(-31)), 409, 'locked'],
  ])
  const value = { account_id: car.id, account_name: 'Car' }
  const through = `The books are closed through ${day(-20)}: the value of "Car" on`
  for (const [work, date, more, sentence] of [
    [() => state(110, day(-30)), day(-30), { amount: '110.00 USD', is_stated: true }, 'become 110.00 USD'],
    [() => state(5, day(-22)), day(-22), { amount: '5.00 USD', is_stated: true }, 'become 5.00 USD'],
    [() => forget(day(-25)), day(-25), { amount: '0.00 USD', is_removed: true }, 'be removed'],
  ] as const) {
    const { params, detail } = await refused(work())
    assert.deepEqual(params, { date, closed_through: day(-20), value: { ...value, date, ...more } })
    assert.equal(detail, `${through} ${date} cannot ${sentence}. Open them again with PUT /books/current.`)
  }
  await state(50, day(-10))
  await spent(8, day(-15))
  assert.deepEqual(await values(), [
    [day(-10), 50, 50, 58],
    [day(-25), 0, -100, -100],
    [day(-30), 100, null, 100],
  ])
  await state(0, day(-25), { notes: 'sold' })
  assert.deepEqual(await verify(world.db), [])
})

test('the line of a value can be reconciled, and then holds up entries before it, with the way out', async () => {
  const { ana, car, state, forget, spent, values } = await garage(world)
  await state(100, day(-10))
  const [entry] = (await ana.call(listTransactions, { query: { kind: 'value' } })).data
  const line = entry?.lines.find(({ account_id }) => account_id === car.id)?.id ?? ''
  const statement = await ana.call(createReconciliation, {
    params: { id: car.id },
    body: { date: day(-9), balance: 100 },
  })
  const params = { id: car.id, reconciliation_id: statement.id }
  await ana.call(updateReconciliation, { params, body: { cleared_line_ids: [line] } })
  await spent(5, day(-20))
  await ana.call(updateReconciliation, { params, body: { cleared_line_ids: [line] } })
  const [moved] = (await ana.call(listTransactions, { query: { kind: 'value' } })).data
  assert.equal(moved?.lines.find(({ account_id }) => account_id === car.id)?.id, line, 'it keeps its tick')
  await state(105, day(-10))
  const rest = (await ana.call(listTransactions, { query: { account_id: car.id } })).data
  const ids = rest.flatMap(({ lines }) =>
    lines.filter(({ account_id }) => account_id === car.id).map(({ id }) => id),
  )
  await ana.call(updateReconciliation, { params, body: { cleared_line_ids: ids } })
  await state(100, day(-10))
  await ana.call(finishReconciliation, { params, body: {} })
  const problem = await refused(spent(3, day(-15)))
  assert.deepEqual([problem.status, problem.code], [409, 'locked'])
  assert.match(
    problem.detail,
    /For "Car" to be worth 100\.00 USD on .* is on the statement of .* Reopen the reconciliation/,
  )
  assert.match(problem.detail, /, or change only what is dated after that day\.$/)
  assert.deepEqual((problem.params.value as { amount: string }).amount, '100.00 USD')
  const other = await refused(state(101, day(-10)))
  assert.match(
    other.detail,
    /^For "Car" to be worth 101\.00 USD on .* Reopen the reconciliation [0-9a-f-]+\.$/,
  )
  const none = await refused(forget(day(-10)))
  assert.match(
    none.detail,
    /^Without the value of "Car" on .* would have to go, .* Reopen the reconciliation [0-9a-f-]+\.$/,
  )
  await ana.call(reopenReconciliation, { params })
  await spent(3, day(-15))
  assert.deepEqual(await values(), [[day(-10), 100, null, 108]])
})

test('an earlier version of the book has the values and differences of then', async () => {
  const { ana, car, state, forget, spent, values, version } = await garage(world)
  const boat = await bank(ana, 'Boat', 'USD', { is_valued: true })
  const stateBoat = (amount: number) =>
    ana.call(putValue, { params: { id: boat.id, date: day(-15) }, body: { amount } })
  await stateBoat(7)
  await state(100, day(-20))
  await state(150, day(-10))
  const then = String(await version())
  const before = await values()
  await spent(10, day(-30))
  await state(90, day(-20))
  await forget(day(-10))
  await stateBoat(8)
  assert.deepEqual(await values(), [[day(-20), 90, null, 100]])
  assert.deepEqual(await values(then), before, 'without those of another account')
  const one = (date: string, query: object) => ana.call(getValue, { params: { id: car.id, date }, query })
  const { amount, change, difference } = await one(day(-10), { known_at: then })
  assert.deepEqual([day(-10), amount, change, difference], before[0])
  assert.equal((await refused(one(day(-10), {}))).code, 'not_found')
  assert.equal((await refused(one(day(-10), { known_at: '0' }))).code, 'known_at_too_early')
  assert.equal((await refused(one(day(-10), { known_at: '999' }))).code, 'known_at_future')
  assert.equal((await refused(values('0'))).code, 'known_at_too_early')
  assert.equal((await refused(values('999'))).code, 'known_at_future')
  const was = await ana.call(getAccount, { params: { id: car.id }, query: { known_at: then } })
  assert.deepEqual([was.balances[0]?.amount, was.is_valued], [150, true])
  const pages = async (query: object) => ana.call(listValues, { params: { id: car.id }, query })
  const first = await pages({ limit: 1, known_at: then })
  const second = await pages({ limit: 1, known_at: then, cursor: first.meta.next_cursor })
  assert.deepEqual(
    [...first.data, ...second.data].map(({ amount }) => amount),
    [150, 100],
  )
  assert.equal((await refused(pages({ known_at: '0' }))).code, 'known_at_too_early')
  assert.equal((await refused(pages({ known_at: '999' }))).code, 'known_at_future')
})

test('an entry that would make the difference too large is refused', async () => {
  const all = await garage(world)
  const { ana, giro, car, state } = all
  await state(-9e12, day(-10))
  const body = { from_account_id: giro.id, to_account_id: car.id, amount: 9e12, date: day(-12) }
  await refusedAs(all, [[() => ana.call(createTransfer, { body }), 409, 'locked']])
  assert.match((await refused(ana.call(createTransfer, { body }))).detail, /State another value/)
  await ana.call(createTransfer, { body: { ...body, date: day(-9) } })
})

test('a difference that is too large in the base currency alone is refused too', async () => {
  const all = await garage(world, 'EUR')
  const { spent, state } = all
  await state(8e9, day(-10), { fx_rate: 1000 })
  const more = () => spent(3e9, day(-12), { currency_id: 'EUR', fx_rate: 1 })
  await refusedAs(all, [[more, 409, 'locked']])
  assert.match((await refused(more())).detail, /State another value/)
})

test('a book with values comes back from its file as it was, and a file that is wrong is refused', async () => {
  const { ana, state, forget, spent } = await garage(world)
  await state(100, day(-20))
  await state(150, day(-10), { notes: 'guess' })
  await spent(10, day(-30))
  await forget(day(-20))
  const groceries = await category(ana, 'Groceries')
  await spend(ana, { amount: 3, category_id: groceries.id, date: day(-2) })
  await roundTrip(world, ana)
})
