import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories, updateCategory } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { account, balanced, spend } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const names = async (person: Person) => (await person.call(listCategories)).data.map(({ name }) => name)

test('an import is undone although later entries use a category that it made: that stays, and the rest goes', async () => {
  const ana = await world.person()
  const giro = await account(ana, 'Bank')
  const send = async (...rows: string[]) => {
    const made = await sendFile(ana, { account_id: giro.id }, csv(...rows))
    assert((await rowsOf(ana, made)).every(({ is_chosen }) => is_chosen))
    return (await commit(ana, made.id)).version
  }
  const first = await send('2026-11-01,SHOP,-10.00', '2026-11-02,PAY,100.00')
  const [expenses = assert.fail(), income] = (await ana.call(listCategories)).data
  assert.deepEqual([expenses.kind, income?.kind], ['expense', 'income'])
  await send('2026-11-03,KIOSK,-3.00')
  await spend(ana, { amount: 4, category_id: expenses.id, memo: 'coffee' })
  const { version } = await undo(ana, first)
  assert.deepEqual(await names(ana), [expenses.name], 'the unused one is gone')
  const memos = async () => (await ana.call(listTransactions)).data.map(({ memo }) => memo).sort()
  assert.deepEqual(await memos(), ['KIOSK', 'coffee'])
  await undo(ana, version)
  assert.deepEqual(await memos(), ['KIOSK', 'PAY', 'SHOP', 'coffee'])
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('a category of an import that was renamed since stays too', async () => {
  const ana = await world.person()
  const giro = await account(ana, 'Bank')
  const made = await sendFile(ana, { account_id: giro.id }, csv('2026-11-01,SHOP,-10.00'))
  const { version } = await commit(ana, made.id)
  const [shop = assert.fail()] = (await ana.call(listCategories)).data
  await ana.call(updateCategory, { params: shop, body: { name: 'Groceries' } })
  await undo(ana, version)
  assert.deepEqual(await names(ana), ['Groceries'])
  assert.equal((await ana.call(listTransactions)).data.length, 0)
  assert.deepEqual(await verify(world.db), [])
})
