import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, listAccounts, updateAccount } from '../../contract/accounts.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import {
  createContact,
  deleteContact,
  getContact,
  listContacts,
  restoreContact,
  updateContact,
} from '../../contract/contacts.ts'
import { deleteExchangeRate, getExchangeRate, putExchangeRate } from '../../contract/currencies.ts'
import { account, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { newId } from '../process/ids.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const add = (person: Person, name = 'Bela') => person.call(createContact, { body: { name } })
const rename = (person: Person, id: string, body: object) =>
  person.call(updateContact, { params: { id }, body })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const historyOf = async (person: Person, version: number) =>
  (await person.call(listChanges, { query: { since: version - 1 } })).data.filter(
    (one) => one.version === version,
  )
const undoneBy = async (person: Person, version: number) => (await historyOf(person, version))[0]?.undone_by
const plain = (record: { version: number; updated_at: string }) => ({ ...record, version: 0, updated_at: '' })

test('undoing a change puts back what it changed, and the history says which change was undone by which', async () => {
  const ana = await world.person()
  const bela = await add(ana)
  const renamed = await rename(ana, bela.id, { name: 'Béla', phone: '1' })
  const undone = await undo(ana, renamed.version)
  assert.deepEqual([undone.version, undone.count], [renamed.version + 1, 1])
  const [item] = undone.data
  assert.deepEqual([item?.action, item?.undoes, item?.user_name], ['updated', renamed.version, 'Ana'])
  assert.deepEqual(item?.before, renamed)
  const back = await ana.call(getContact, { params: { id: bela.id } })
  assert.deepEqual(item?.after, back)
  assert.deepEqual(plain(back), plain(bela))
  assert.deepEqual(await historyOf(ana, undone.version), undone.data)
  assert.equal(await undoneBy(ana, renamed.version), undone.version)
  assert.deepEqual(await verify(world.db), [])
})

test('what was created goes to the trash, what was deleted comes back, what was restored goes', async () => {
  const ana = await world.person()
  const bela = await add(ana)
  const params = { id: bela.id }
  const gone = await undo(ana, bela.version)
  assert.equal(gone.data[0]?.action, 'deleted')
  assert.equal((await refused(ana.call(getContact, { params }))).code, 'not_found')
  const restored = await ana.call(restoreContact, { params })
  assert.equal((await undo(ana, restored.version)).data[0]?.action, 'deleted')
  const { version } = await ana.call(restoreContact, { params })
  const deleted = await ana.call(deleteContact, { params })
  assert.equal((await undo(ana, deleted.version)).data[0]?.action, 'restored')
  assert.deepEqual(plain(await ana.call(getContact, { params })), plain({ ...bela, version }))
  assert.deepEqual(await verify(world.db), [])
})

test('undoing an undo does it again, however often, and the history always says what is in effect', async () => {
  const ana = await world.person()
  const bela = await add(ana)
  const renamed = await rename(ana, bela.id, { name: 'Béla' })
  const name = async () => (await ana.call(getContact, { params: { id: bela.id } })).name
  const versions = [renamed.version]
  for (const expected of ['Bela', 'Béla', 'Bela', 'Béla']) {
    versions.push((await undo(ana, versions.at(-1) ?? 0)).version)
    assert.equal(await name(), expected)
    const marks = await Promise.all(versions.map((version) => undoneBy(ana, version)))
    // From the latest on, every second change is in effect; each other one was undone by the one after it.
    const inEffect = versions.map((_, index) => (versions.length - 1 - index) % 2 === 0)
    assert.deepEqual(
      marks,
      inEffect.map((is, index) => (is ? null : (versions[index + 1] ?? null))),
    )
  }
  const problem = await refused(undo(ana, versions[1] ?? 0))
  assert.deepEqual(
    [problem.code, problem.params],
    ['already_undone', { version: versions[1], undone_by: versions[2] }],
  )
  assert.deepEqual(await verify(world.db), [])
})

test('a later change of the same field blocks, one of another field stays, and what was undone does not count', async () => {
  const ana = await world.person()
  const { id } = await add(ana)
  const first = await rename(ana, id, { name: 'Béla' })
  const phone = await rename(ana, id, { phone: '1' })
  const second = await rename(ana, id, { name: 'Bé' })
  const problem = await refused(undo(ana, first.version))
  assert.deepEqual([problem.code, problem.status], ['undo_blocked', 409])
  assert.deepEqual(problem.blockers, [{ version: second.version, resource: 'contact', id }])
  assert.equal(problem.params?.count, 1)

  await undo(ana, second.version)
  await undo(ana, first.version)
  const now = await ana.call(getContact, { params: { id } })
  assert.deepEqual([now.name, now.phone], ['Bela', '1'])
  // The creation said everything, so that everything that was said since blocks its undo.
  const created = await refused(undo(ana, first.version - 1))
  assert.deepEqual(created.blockers, [{ version: phone.version, resource: 'contact', id }])
})

test('what is in the trash stays as it is until the deletion is undone', async () => {
  const ana = await world.person()
  const { id } = await add(ana)
  const renamed = await rename(ana, id, { name: 'Béla' })
  const deleted = await ana.call(deleteContact, { params: { id } })
  const problem = await refused(undo(ana, renamed.version))
  assert.deepEqual(problem.blockers, [{ version: deleted.version, resource: 'contact', id }])
  await undo(ana, deleted.version)
  await undo(ana, renamed.version)
  assert.equal((await ana.call(getContact, { params: { id } })).name, 'Bela')
})

test('a live record that refers to what was created blocks, and says since when it does', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const expense = await spend(ana, { amount: 5, category_id: food.id })
  const { id, version } = await add(ana)
  const { body: linked } = await ana.send({
    ...{ method: 'PUT', url: `/budgeting/expenses/${expense.id}`, payload: { contact_id: id } },
  })
  await ana.send({ method: 'PUT', url: `/budgeting/expenses/${expense.id}`, payload: { tags: ['a'] } })
  const problem = await refused(undo(ana, version))
  assert.deepEqual(problem.blockers, [{ version: linked.version, resource: 'expense', id: expense.id }])
  const byCategory = await refused(undo(ana, food.version))
  assert.deepEqual(byCategory.blockers, [{ version: expense.version, resource: 'expense', id: expense.id }])
  await undo(ana, linked.version)
  await undo(ana, version)
  assert.deepEqual((await ana.call(listContacts)).data, [])
})

test('a version that does not exist, is not yours, or opened the book is not undone', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const { version } = await add(ana)
  for (const path of ['99', '0', '999999999999999', '1e1', '-1', 'x', newId()]) {
    const { status, body } = await ana.send({ method: 'POST', url: `/changes/${path}/undo` })
    assert.deepEqual([status, body.code], [404, 'not_found'], path)
  }
  assert.equal((await refused(undo(eve, version))).code, 'not_found')
  assert.equal((await refused(undo(ana, 1))).code, 'not_undoable')
  assert.equal((await ana.call(getBook)).version, version)
})

test('of two who undo the same version at once, one wins', async () => {
  const ana = await world.person()
  const bela = await add(ana)
  const renamed = await rename(ana, bela.id, { name: 'Béla' })
  const codes = await Promise.all(
    [1, 2, 3].map(() =>
      undo(ana, renamed.version).then(
        () => 'undone',
        ({ problem }) => problem.code,
      ),
    ),
  )
  assert.deepEqual(codes.toSorted(), ['already_undone', 'already_undone', 'undone'])
  const other = world.another()
  const again = await rename(ana, bela.id, { name: 'Béla' })
  const [here, there] = await Promise.all(
    [world.app, other].map((app) =>
      app.inject({
        ...{ method: 'POST', url: `/api/v1/changes/${again.version}/undo` },
        headers: { authorization: `Bearer ${ana.token}` },
      }),
    ),
  )
  assert.deepEqual([here?.statusCode, there?.statusCode].sort(), [200, 409])
})

test('the same Idempotency-Key undoes once', async () => {
  const ana = await world.person()
  const { version } = await add(ana)
  const request = { params: { version: String(version) }, headers: { 'idempotency-key': 'once' } }
  const first = await ana.call(undoChange, request)
  assert.deepEqual(await ana.call(undoChange, request), first)
  assert.equal((await ana.call(getBook)).version, first.version)
})

test('settings of a book are put back one by one, its base currency only while nothing was recorded since', async () => {
  const ana = await world.person()
  const set = async (body: object) => (await ana.call(updateBook, { body })).version
  const named = await set({ name: 'Home', time_zone: 'Europe/Budapest' })
  await set({ closed_through: '2020-12-31' })
  const based = await set({ base_currency_id: 'EUR' })
  await undo(ana, named)
  const book = await ana.call(getBook)
  assert.deepEqual(
    [book.name, book.time_zone, book.closed_through, book.base_currency_id],
    ['Ana', 'UTC', '2020-12-31', 'EUR'],
  )
  const food = await category(ana, 'Food')
  const expense = await spend(ana, { amount: 5, category_id: food.id })
  const problem = await refused(undo(ana, based))
  assert.deepEqual(problem.blockers, [{ version: expense.version, resource: 'expense', id: expense.id }])
  assert.deepEqual(await verify(world.db), [])
})

test("a book's own rates come back exactly, and leave when they were new", async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const params = { from: 'USD', to: 'EUR', date: '2026-01-05' }
  const put = (rate: number) => ana.call(putExchangeRate, { params, body: { rate } })
  const first = await put(0.912345678901)
  const second = await put(0.95)
  const blocked = await refused(undo(ana, first.version))
  assert.deepEqual(blocked.blockers, [{ version: second.version, resource: 'exchange_rate', id: first.id }])
  await undo(ana, second.version)
  assert.equal((await ana.call(getExchangeRate, { params })).rate, 0.912345678901)
  await ana.call(deleteExchangeRate, { params })
  const removed = (await ana.call(getBook)).version
  await undo(ana, removed)
  assert.equal((await ana.call(getExchangeRate, { params })).rate, 0.912345678901)
  await undo(ana, first.version)
  assert.equal((await refused(ana.call(getExchangeRate, { params }))).code, 'not_found')
  assert.deepEqual(await verify(world.db), [])
})

test('there is always one default account, and an account has a code of its own', async () => {
  const ana = await world.person()
  const cash = await account(ana, 'Cash')
  const purse = await ana.call(createAccount, {
    body: { name: 'Purse', type: 'asset', code: '1500', is_default: true, opening_balance: 12 },
  })
  const defaults = async () =>
    (await ana.call(listAccounts)).data.filter(({ is_default }) => is_default).map(({ name }) => name)
  const { version } = await undo(ana, purse.version)
  assert.deepEqual(await defaults(), ['Cash'])
  const spent = await spend(ana, { amount: 1, category_id: (await category(ana, 'Food')).id })
  assert.equal(spent.asset_account_id, cash.id)
  const redone = await undo(ana, version)
  assert.deepEqual(await defaults(), ['Purse'])
  assert.deepEqual((await ana.call(getAccount, { params: { id: purse.id } })).balances, purse.balances)

  const recoded = await ana.call(updateAccount, { params: { id: purse.id }, body: { code: '1501' } })
  const other = await ana.call(createAccount, { body: { name: 'Other', type: 'asset', code: '1500' } })
  const taken = await refused(undo(ana, recoded.version))
  assert.deepEqual(taken.blockers, [{ version: other.version, resource: 'account', id: other.id }])

  // Cash was the default before, and is not active any more.
  const idle = await ana.call(updateAccount, { params: { id: cash.id }, body: { is_active: false } })
  const problem = await refused(undo(ana, redone.version))
  assert(problem.blockers?.some((one) => one.version === idle.version && one.id === cash.id))
  assert.deepEqual(await verify(world.db), [])
})
