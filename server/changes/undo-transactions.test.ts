import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import {
  createTransfer,
  deleteExpense,
  getExpense,
  getTransfer,
  listExpenses,
  type Transaction,
  type TransactionChange,
  updateExpense,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { deleteCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { account, balanced, balances, bank, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const edit = (person: Person, id: string, body: TransactionChange) =>
  person.call(updateExpense, { params: { id }, body })
const read = (person: Person, id: string) => person.call(getExpense, { params: { id } })
const plain = (record: Transaction) => ({ ...record, version: 0, updated_at: '' })

test('an expense comes back as it was posted, with the rate that it had then', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const pair = { from: 'USD', to: 'EUR', date: '2026-01-05' }
  await ana.call(putExchangeRate, { params: pair, body: { rate: 0.9 } })
  const before = await spend(ana, {
    amount: 10,
    currency_id: 'USD',
    category_id: food.id,
    date: '2026-01-06',
  })
  assert.deepEqual([before.base_amount, before.fx_source], [9, 'own'])
  await ana.call(putExchangeRate, { params: pair, body: { rate: 0.5 } })
  const changed = await edit(ana, before.id, { amount: 20, notes: 'twice', date: '2026-01-07' })
  assert.equal(changed.base_amount, 10)
  await edit(ana, before.id, { tags: ['kept'] })
  await undo(ana, changed.version)
  assert.deepEqual(plain(await read(ana, before.id)), plain({ ...before, tags: ['kept'] }))
  assert.deepEqual(await balances(ana, (await account(ana, 'Cash')).id), { USD: -10 })
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('fields of one posting are taken back one by one: a later change of another field stays', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const { id } = await spend(ana, { amount: 10, category_id: food.id, date: '2026-01-06', memo: 'lunch' })
  const dearer = await edit(ana, id, { amount: 20 })
  const moved = await edit(ana, id, { category_id: fun.id, date: '2026-01-07' })
  const noted = await edit(ana, id, { memo: 'dinner' })
  await undo(ana, dearer.version)
  const cheaper = await read(ana, id)
  assert.deepEqual(
    [cheaper.amount, cheaper.category_id, cheaper.date, cheaper.memo],
    [10, fun.id, '2026-01-07', 'dinner'],
  )
  await undo(ana, moved.version)
  const back = await read(ana, id)
  assert.deepEqual(
    [back.amount, back.category_id, back.date, back.memo],
    [10, food.id, '2026-01-06', 'dinner'],
  )
  await undo(ana, noted.version)
  assert.equal((await read(ana, id)).memo, 'lunch')
  assert.deepEqual(await verify(world.db), [])
})

test('a later change of the same field of a posting blocks', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const { id } = await spend(ana, { amount: 10, category_id: food.id })
  const first = await edit(ana, id, { amount: 20, date: '2026-01-07' })
  const second = await edit(ana, id, { amount: 30 })
  const problem = await refused(undo(ana, first.version))
  assert.deepEqual(problem.blockers, [{ version: second.version, resource: 'expense', id }])
})

test('a transfer keeps what was given when another field of it is taken back', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [from, to] = [await account(ana, 'Cash'), await bank(ana, 'Dollars', 'USD')]
  const body = {
    from_account_id: from.id,
    to_account_id: to.id,
    amount: 10,
    to_amount: 12,
    date: '2026-01-06',
  }
  const made = await ana.call(createTransfer, { body })
  const params = { id: made.id }
  const dearer = await ana.call(updateTransfer, { params, body: { to_amount: 15 } })
  await ana.call(updateTransfer, { params, body: { date: '2026-01-08' } })
  await undo(ana, dearer.version)
  const back = await ana.call(getTransfer, { params })
  assert.deepEqual([back.amount, back.to_amount, back.to_source, back.date], [10, 12, 'given', '2026-01-08'])
  assert.deepEqual(await balances(ana, to.id), { USD: 12 })
  assert.deepEqual(await verify(world.db), [])
})

test('closed days hold, whatever is undone', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const expense = await spend(ana, { amount: 10, category_id: food.id, date: '2026-01-06' })
  const noted = await edit(ana, expense.id, { notes: 'seen' })
  const closed = await ana.call(updateBook, { body: { closed_through: '2026-01-31' } })
  const problem = await refused(undo(ana, expense.version))
  assert.equal(problem.code, 'undo_blocked', 'what was said of it since comes first')
  await undo(ana, noted.version)
  const locked = await refused(undo(ana, expense.version))
  assert.deepEqual([locked.code, locked.status], ['locked', 409])
  await undo(ana, closed.version)
  await undo(ana, expense.version)
  assert.deepEqual((await ana.call(listExpenses)).data, [])
  assert.deepEqual(await verify(world.db), [])
})

test('what would come back without its category or contact waits for those', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const expense = await spend(ana, { amount: 10, category_id: food.id, contact_id: bela.id })
  const deleted = await ana.call(deleteExpense, { params: { id: expense.id } })
  const gone = await ana.call(deleteCategory, { params: { id: food.id } })
  const contact = await ana.call(deleteContact, { params: { id: bela.id } })
  const { blockers = [] } = await refused(undo(ana, deleted.version))
  assert(blockers.some((one) => one.version === gone.version && one.resource === 'category'))
  assert(blockers.some((one) => one.version === contact.version && one.resource === 'contact'))
  await undo(ana, contact.version)
  await undo(ana, gone.version)
  await undo(ana, deleted.version)
  assert.equal((await read(ana, expense.id)).category_name, 'Food')
  assert.deepEqual(await verify(world.db), [])
})

test('of many that refer to what would be removed, a hundred are listed and all are counted', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const draft = { kind: 'expense' as const, amount: 1, category_id: food.id, contact_id: bela.id }
  const { version } = await ana.call(createTransactions, {
    body: { transactions: Array.from({ length: 150 }, () => draft) },
  })
  const { blockers, params } = await refused(undo(ana, bela.version))
  assert.deepEqual([blockers?.length, params?.count], [100, 150])
  assert(blockers?.every((one) => one.version === version && one.resource === 'expense'))
  await undo(ana, version)
  await undo(ana, bela.version)
})

test('the many transactions of one change are read in pages of 1 MiB, and one undo takes them back', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const transactions = Array.from({ length: 2_000 }, (_, index) => ({
    kind: 'expense' as const,
    amount: 1 + (index % 7),
    category_id: food.id,
    date: '2026-01-06',
    memo: 'x'.repeat(255),
  }))
  const { version } = await ana.call(createTransactions, { body: { transactions } })
  const cash = await account(ana, 'Cash')

  const seen = new Set<string>()
  const query = { since: version - 1, limit: 500 }
  let cursor: string | null = null
  for (let pages = 0; pages < 3 || cursor === null; pages++) {
    const { text } = await ana.send({
      url: `/changes?since=${query.since}&limit=500${cursor ? `&cursor=${cursor}` : ''}`,
    })
    assert(Buffer.byteLength(text) <= 1024 * 1024 + 500, `${text.length} bytes`) // and what frames the records
    const page = JSON.parse(text)
    for (const { id } of page.data) seen.add(id)
    assert(page.data.length > 100 && page.data.length < 500, `${page.data.length} records`)
    assert.equal(page.meta.next_since, version - 1, 'the version is not delivered whole')
    cursor = page.meta.next_cursor
  }
  assert(seen.size > 300)

  const undone = await undo(ana, version)
  assert.deepEqual([undone.version, undone.count], [version + 1, 2_000])
  assert(undone.data.length > 0 && undone.data.length <= 200)
  assert.deepEqual(await balances(ana, cash.id), {})
  assert.deepEqual((await ana.call(listExpenses, { query: { limit: 1 } })).data, [])
  const { data } = await ana.call(listChanges, { query: { since: version, limit: 1 } })
  assert.deepEqual([data[0]?.action, data[0]?.undoes], ['deleted', version])
})

test('an undo of many records that were edited since is composed again, however many categories they have', async () => {
  const ana = await world.person()
  const target = await category(ana, 'Target')
  const made = []
  for (let n = 0; n < 12; n++)
    made.push(await spend(ana, { amount: 1, category_id: (await category(ana, `C${n}`)).id }))
  const { version } = await ana.call(bulkTransactions, {
    body: { ids: made.map(({ id }) => id), set: { category_id: target.id } },
  })
  for (const { id } of made) await ana.call(updateExpense, { params: { id }, body: { amount: 2 } })
  await ana.call(undoChange, { params: { version: String(version) } })
  for (const { id, category_id } of made) {
    const now = await ana.call(getExpense, { params: { id } })
    assert.deepEqual([now.category_id, now.amount], [category_id, 2])
  }
})
