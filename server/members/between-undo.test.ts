import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { getTransfer, listTransfers, updateTransfer } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import type { Client } from '../../contract/client.ts'
import { balanceOf, inBook, join, twoBooks } from '../../test/between.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const versionOf = async (person: Client) => (await person.call(getBook)).version
const undo = async (person: Client, version?: number) =>
  person.call(undoChange, { params: { version: String(version ?? (await versionOf(person))) } })

test('an undo takes back both halves, and a redo brings both back', async () => {
  const { ana, there, giro, joint, move } = await twoBooks(world)
  const balances = async () => [await balanceOf(ana, giro.id), await balanceOf(there, joint.id)]
  await move()
  await undo(ana)
  assert.deepEqual(await balances(), [0, 0])
  const { data } = await ana.call(listAccounts, { query: { limit: 100 } })
  assert.ok(data.some(({ name }) => name === 'Other book of Ana')) // nobody entered it, so it is not taken back
  await undo(ana)
  assert.deepEqual(await balances(), [-100, 100])
  await undo(there)
  assert.deepEqual(await balances(), [0, 0])
  await undo(there)
  assert.deepEqual(await balances(), [-100, 100])
  const again = await move({ amount: 20 })
  assert.deepEqual(await balances(), [-120, 120])
  await ana.call(updateTransfer, {
    params: { id: again.transfer.id },
    body: { amount: 30, date: '2026-03-09' },
  })
  await undo(there)
  assert.deepEqual(await balances(), [-120, 120])
  assert.equal((await ana.call(getTransfer, { params: { id: again.transfer.id } })).date, '2026-03-02')
  assert.deepEqual(await verify(world.db), [])
})

test('an undo is refused where the other book refuses it, and nothing changes in either', async () => {
  const { ana, there, giro, joint, book, move } = await twoBooks(world)
  await move()
  const moved = await versionOf(there)
  await there.call(updateBook, { body: { closed_through: '2026-03-31' } })
  const refusal = await refused(undo(ana))
  assert.partialDeepStrictEqual(refusal, { code: 'locked', params: { book_name: 'Annenstraße' } })
  await there.call(updateBook, { body: { closed_through: null } })
  const bela = await world.person({ name: 'Bela' })
  await join(world, ana, book.id, bela, 'editor')
  const beside = inBook(world, bela, book.id)
  assert.equal((await refused(undo(beside, moved))).code, 'other_half')
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-100, 100])
})

test('many halves are changed at once, each with its other half', async () => {
  const { ana, there, giro, joint, move } = await twoBooks(world)
  const ids: string[] = []
  for (let amount = 1; amount <= 25; amount++) ids.push((await move({ amount })).transfer.id)
  await ana.call(bulkTransactions, { body: { ids, set: { date: '2026-03-20' } } })
  const half = await there.call(listTransfers, { query: { date_from: '2026-03-20' } })
  assert.equal(half.data.length, 25)
  await ana.call(bulkTransactions, { body: { ids: ids.slice(0, 3), set: { add_tags: ['rent'] } } })
  await ana.call(bulkTransactions, { body: { ids, delete: true } })
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [0, 0])
  await undo(there)
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-325, 325])
  assert.deepEqual(await verify(world.db), [])
})

test('nothing of the other book is in what a member of one book can read', async () => {
  const { ana, book, move } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela' })
  await join(world, ana, book.id, bela, 'owner')
  const { transfer, other_half } = await move({ notes: 'secret of Ana' })
  const headers = { authorization: `Bearer ${bela.token}` }
  for (const path of [
    '/changes?limit=100',
    '/budgeting/transfers',
    `/budgeting/transfers/${other_half.transaction_id}`,
    '/budgeting/transactions?format=csv',
    '/accounts?limit=100',
    '/export?format=json',
    '/export?format=hledger',
  ]) {
    const answer = await world.send({ url: `/books/${book.id}${path}`, headers })
    assert.equal(answer.status, 200, `${path} ${answer.text}`)
    assert.ok(!answer.text.includes(transfer.id), path)
    assert.ok(!answer.text.includes('secret of Ana'), path)
  }
})
