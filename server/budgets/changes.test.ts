import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  type BudgetDraft,
  copyBudgets,
  deleteBudget,
  getBudget,
  getBudgets,
  putBudget,
} from '../../contract/budgets.ts'
import { createCategory, deleteCategory, restoreCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { newId } from '../process/ids.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const month = '2026-03'
const plan = (person: Person, category_id: string, body: BudgetDraft, headers = {}) =>
  person.call(putBudget, { params: { category_id, month }, body, headers })
const remove = (person: Person, category_id: string, headers = {}) =>
  person.call(deleteBudget, { params: { category_id, month }, headers })
const rows = async (person: Person, asked = month) =>
  (await person.call(getBudgets, { query: { month: asked } })).rows.map(
    ({ category_name, planned, rollover }) => `${category_name} ${planned} ${rollover}`,
  )
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const versionOf = async (person: Person) => (await person.call(getBook)).version
const seal = async (person: Person) => (await person.call(getBook)).seal

test('a budget is made, changed field by field and removed; the same budget twice makes no version', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const first = await plan(ana, food.id, { amount: 100.5 })
  assert.deepEqual(first, {
    id: `${food.id}/2026-03`,
    category_id: food.id,
    category_name: 'Food',
    month,
    amount: 100.5,
    rollover: false,
    only: false,
    running: { amount: 100.5, rollover: false, since: month, until: null },
    since: month,
    version: first.version,
    changed_by: ana.user.id,
  })
  assert.deepEqual(await plan(ana, food.id.toUpperCase(), { amount: 100.5 }), first, 'nothing changed')
  assert.deepEqual(await plan(ana, food.id, first), first, 'a budget that was read and is sent back')
  assert.deepEqual(await ana.call(getBudget, { params: { category_id: food.id, month } }), first)
  const second = await plan(ana, food.id, { rollover: true })
  assert.deepEqual([second.amount, second.rollover], [100.5, true])
  assert.equal((await plan(ana, food.id, { amount: 0 })).rollover, true)
  assert.deepEqual(await rows(ana), ['Food 0 true'], 'a budget of nothing is a budget')
  const gone = await remove(ana, food.id)
  assert.equal(gone.version, await versionOf(ana))
  assert.deepEqual(await rows(ana), [])
  assert.equal((await refused(remove(ana, food.id))).code, 'not_found')
  assert.deepEqual(await verify(world.db), [])
})

test('a budget is changed or removed only at the version that was seen', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const none = { 'if-match': '"0"' }
  const { version } = await plan(ana, food.id, { amount: 1 }, none)
  assert.equal((await refused(plan(ana, food.id, { amount: 2 }, none))).code, 'stale')
  assert.equal((await refused(remove(ana, food.id, none))).code, 'stale')
  const [row] = (await ana.call(getBudgets, { query: { month } })).rows
  assert.equal(row?.version, version)
  const url = `/budgeting/budgets/${food.id}/${month}`
  const { etag = '' } = (await ana.send({ url })).headers
  await plan(ana, food.id, { amount: 2 }, { 'if-match': etag })
  const eve = await world.person()
  for (const address of [url, `/budgeting/budgets/${newId()}/${month}`, `/budgeting/budgets/x/${month}`])
    assert.equal((await eve.send({ url: address })).body.code, 'not_found', address)
  assert.deepEqual((await ana.send({ url: `/budgeting/budgets/${food.id}/2026-13` })).status, 422)
  assert.equal((await refused(remove(ana, food.id, { 'if-match': `"${version}"` }))).code, 'stale')
  const answer = await ana.send({
    method: 'PUT',
    url: `/budgeting/budgets/${food.id}/${month}`,
    payload: { amount: 3 },
  })
  assert.match(answer.headers.etag ?? '', new RegExp(`^"${answer.body.version}-`))
  await remove(ana, food.id, { 'if-match': answer.headers.etag })
})

test('budgets are in the history, and an undo takes back each of their fields, or brings a removed one back', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await plan(ana, food.id, { amount: 100 })
  const raised = await plan(ana, food.id, { amount: 120 })
  await plan(ana, food.id, { rollover: true })
  await undo(ana, raised.version)
  assert.deepEqual(await rows(ana), ['Food 100 true'], 'the later rollover stays')
  const { data } = await ana.call(listChanges, { query: { resource: 'budget' } })
  assert.deepEqual(
    data.map(({ action, id, before, after }) => [action, id, Object(before).amount, Object(after).amount]),
    [
      ['created', made.id, undefined, 100],
      ['updated', made.id, 100, 120],
      ['updated', made.id, 120, 120],
      ['updated', made.id, 120, 100],
    ],
  )
  assert.equal(Object(data[0]?.after).category_name, 'Food')
  const blocked = await refused(undo(ana, made.version))
  assert.equal(blocked.code, 'undo_blocked')

  const gone = await remove(ana, food.id)
  await undo(ana, gone.version)
  assert.deepEqual(await rows(ana), ['Food 100 true'])
  const fun = await category(ana, 'Fun')
  const other = await plan(ana, fun.id, { amount: 9 })
  await undo(ana, other.version)
  assert.deepEqual(await rows(ana), ['Food 100 true'], 'a new budget is gone')
  assert.deepEqual(await verify(world.db), [])
})

test('a copied month is undone as a whole, and the same Idempotency-Key copies once', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  await plan(ana, food.id, { amount: 10, rollover: true })
  await plan(ana, fun.id, { amount: 20 })
  const params = { month: '2026-04' }
  const copy = () =>
    ana.call(copyBudgets, { params, body: { from: month }, headers: { 'idempotency-key': 'copy' } })
  const first = await copy()
  assert.deepEqual(await rows(ana, '2026-04'), ['Food 10 true', 'Fun 20 false'])
  await remove(ana, food.id)
  await remove(ana, fun.id)
  assert.deepEqual(await copy(), first, 'answered as before, though there is nothing to copy any more')
  await undo(ana, first.version)
  assert.deepEqual(await rows(ana, '2026-04'), [])
  assert.deepEqual(await verify(world.db), [])
})

test('a category with budgets: in the trash it takes no new ones, deleted for good it cannot be, and its creation is not undone', async () => {
  const ana = await world.person()
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  const made = await plan(ana, food.id, { amount: 10 })
  const blocked = await refused(undo(ana, food.version))
  assert.deepEqual(blocked.blockers, [{ version: made.version, resource: 'budget', id: made.id }])
  await ana.call(deleteCategory, { params: { id: food.id } })
  assert.deepEqual(await rows(ana), ['Food 10 false'], 'its name is still shown')
  assert.equal((await refused(plan(ana, food.id, { amount: 11 }))).code, 'not_found')
  const forever = () => ana.call(deleteCategory, { params: { id: food.id }, query: { forever: true } })
  const problem = await refused(forever())
  assert.equal(problem.code, 'in_use')
  assert.match(problem.message, new RegExp(`1 record refers .* the budget ${food.id}/2026-03`))
  await ana.call(restoreCategory, { params: { id: food.id } })
  const removed = await remove(ana, food.id)
  const trashed = await ana.call(deleteCategory, { params: { id: food.id } })
  assert.deepEqual((await refused(undo(ana, removed.version))).blockers, [
    { version: trashed.version, resource: 'category', id: food.id },
  ])
  await forever()
  assert.equal((await refused(undo(ana, removed.version))).code, 'erased')
  assert.deepEqual(await rows(ana), [])
  assert.deepEqual(await verify(world.db), [])
})

test('a budget that was there before its category was restored does not keep the category out of the trash', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await plan(ana, food.id, { amount: 10 })
  await ana.call(deleteCategory, { params: { id: food.id } })
  const restored = await ana.call(restoreCategory, { params: { id: food.id } })
  await plan(ana, food.id, { amount: 11 })
  await undo(ana, restored.version)
  assert.deepEqual(await rows(ana), ['Food 11 false'])
  assert.equal((await refused(plan(ana, food.id, { amount: 12 }))).code, 'not_found')
})

test('a budget of a category in the trash can be removed', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await plan(ana, food.id, { amount: 10 })
  await ana.call(deleteCategory, { params: { id: food.id } })
  assert.equal((await remove(ana, food.id)).category_name, 'Food')
  assert.deepEqual(await rows(ana), [])
})

test('the base currency is fixed while something is planned in it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const based = await ana.call(updateBook, { body: { base_currency_id: 'EUR' } })
  const made = await plan(ana, food.id, { amount: 10 })
  const problem = await refused(ana.call(updateBook, { body: { base_currency_id: 'JPY' } }))
  assert.equal(problem.code, 'base_currency_fixed')
  assert.match(problem.message, /has 1 transaction, budget or stated value/)
  assert.deepEqual((await refused(undo(ana, based.version))).blockers, [
    { version: made.version, resource: 'budget', id: made.id },
  ])
  await remove(ana, food.id)
  await ana.call(updateBook, { body: { base_currency_id: 'JPY' } })
})

test('bad budgets and copies are refused with their field, and change nothing', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const food = await category(ana, 'Food')
  const hers = await category(eve, 'Food')
  const old = await category(ana, 'Old')
  await plan(ana, food.id, { amount: 10 })
  await plan(ana, old.id, { amount: 10 })
  await spend(ana, { amount: 5, category_id: food.id, date: '2026-01-05', is_refund: true })
  await ana.call(deleteCategory, { params: { id: old.id } })
  for (let times = 0; times < 2; times++)
    await spend(ana, { amount: 9_999_999_999_999, category_id: food.id, date: '2026-02-05' })
  const before = await seal(ana)
  const put = (path: string, payload: object = { amount: 1 }) =>
    ana.send({ method: 'PUT', url: `/budgeting/budgets/${path}`, payload })
  const copy = (name: string, payload: object) =>
    ana.send({ method: 'POST', url: `/budgeting/budgets/${name}/copy`, payload })
  for (const [answer, field, sentence] of [
    [await put(`${food.id}/2026-13`), 'month', /month from 1901-01 to 2199-12, as YYYY-MM; "2026-13" is not/],
    [await put(`${food.id}/2026-1`), 'month', /"2026-1" is not/],
    [await put(`${food.id}/1900-12`), 'month', /"1900-12" is not/],
    [await put(`nonsense/march`), 'month', /"march" is not/],
    [await put(`${food.id}/${'9'.repeat(1000)}`), 'month', /"9{60}" is not/],
    [await put(`${food.id}/2026-03`, { amount: -1 }), 'amount', /at least 0; -1 is not/],
    [await put(`${food.id}/2026-03`, { amount: '1' }), 'amount', /a number, not a string/],
    [await put(`${food.id}/2026-03`, { amount: 1.234 }), 'amount', /USD has 2 decimals; 1.234 has more/],
    [await put(`${food.id}/2026-03`, { amount: 1e14 }), 'amount', /15 digits/],
    [await put(`${food.id}/2026-03`, { rollover: 1 }), 'rollover', /true or false/],
    [await put(`${food.id}/2026-02`, { rollover: true }), 'amount', /amount is required/],
    [await put(`${food.id}/2026-03`, { only: 1 }), 'only', /true or false/],
    [await ana.send({ url: '/budgeting/budgets?month=2026-00' }), 'month', /"2026-00" is not/],
    [await ana.send({ url: '/budgeting/budgets?month=2026-01&kind=transfer' }), 'kind', /expense, income/],
    [await copy('2026-99', { from: '2026-03' }), 'month', /"2026-99" is not/],
    [await copy('2026-04', {}), 'from', /required/],
    [await copy('2026-04', { from: 'actual:2026-13' }), 'from', /as actual:2026-10; "actual:2026-13" is not/],
    [await copy('2026-04', { from: 'spent:2026-03' }), 'from', /is not/],
    [await copy('2026-04', { from: '2026-02' }), 'from', /2026-02 has nothing to copy .* of expenses/],
    [await copy('2026-04', { from: 'actual:2026-01' }), 'from', /actual:2026-01 has nothing to copy/],
    [
      await copy('2026-04', { from: 'actual:2026-02' }),
      'from',
      /19999999999998\.00 USD is too large\. .* more than the 15/,
    ],
    [await copy('2026-04', { from: '2026-03', kind: 'income' }), 'from', /of incomes/],
  ] as const) {
    assert.equal(answer.status, 422, answer.text)
    assert.match(answer.body.errors[field]?.[0] ?? answer.text, sentence)
  }
  for (const id of [hers.id, old.id, newId(), 'nonsense'])
    assert.deepEqual([(await put(`${id}/2026-03`)).status, id], [404, id])
  for (const id of [hers.id, newId(), 'nonsense'])
    assert.equal((await ana.send({ method: 'DELETE', url: `/budgeting/budgets/${id}/2026-03` })).status, 404)
  assert.deepEqual(await seal(ana), before)
  assert.deepEqual(await rows(eve), [])
})

test('what was spent is copied by the months that the book has now', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await spend(ana, { category_id: food.id, amount: 100, date: '2026-04-10' })
  await spend(ana, { category_id: food.id, amount: 7, date: '2026-04-20' })
  await ana.call(updateBook, { body: { month_starts_on: 15 } })
  await ana.call(copyBudgets, { params: { month: '2026-08' }, body: { from: 'actual:2026-04' } })
  assert.deepEqual(await rows(ana, '2026-08'), ['Food 7 false'])
})
