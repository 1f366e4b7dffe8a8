import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { getOtherHalf, moveBetween } from '../../contract/between.ts'
import {
  deleteTransfer,
  getTransfer,
  listTransfers,
  restoreTransfer,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { balanceOf, inBook, join, twoBooks } from '../../test/between.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

test('money moves from one book to another: one half in each', async () => {
  const { ana, book, there, giro, joint, move } = await twoBooks(world)
  const { transfer, other_half } = await move({ notes: 'rent', tags: ['home'], to_notes: 'from Ana' })
  assert.partialDeepStrictEqual(transfer, {
    kind: 'transfer',
    amount: 100,
    currency_id: 'EUR',
    from_account_id: giro.id,
    notes: 'rent',
    tags: ['home'],
    lines: [
      { account_name: 'Other book of Ana', debit: 100 },
      { account_name: 'Giro', credit: 100 },
    ],
  })
  assert.deepEqual(await ana.call(getTransfer, { params: { id: transfer.id } }), transfer)
  const other = await there.call(getTransfer, { params: { id: other_half.transaction_id } })
  assert.partialDeepStrictEqual(other, {
    amount: 100,
    date: '2026-03-02',
    to_account_id: joint.id,
    notes: 'from Ana',
    tags: [],
    lines: [
      { account_name: 'Joint', debit: 100 },
      { account_name: 'Other book of Ana', credit: 100 },
    ],
  })
  assert.deepEqual(await ana.call(getOtherHalf, { params: { id: transfer.id } }), {
    ...other_half,
    book_name: 'Annenstraße',
  })
  assert.equal((await there.call(getOtherHalf, { params: { id: other.id } })).transaction_id, transfer.id)
  assert.equal(other_half.book_id, book.id)
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-100, 100])
  await move({ amount: 5 })
  const { data } = await there.call(listAccounts)
  assert.equal(data.filter(({ name }) => name === 'Other book of Ana').length, 1)
  assert.deepEqual(await verify(world.db), [])
})

test('a change or a deletion of one half changes the other one, in its book', async () => {
  const { ana, there, giro, joint, move } = await twoBooks(world)
  const { transfer, other_half } = await move()
  const [here, other] = [{ id: transfer.id }, { id: other_half.transaction_id }]
  await ana.call(updateTransfer, { params: here, body: { amount: 120, date: '2026-03-05', notes: 'mine' } })
  assert.partialDeepStrictEqual(await there.call(getTransfer, { params: other }), {
    amount: 120,
    date: '2026-03-05',
    notes: null,
  })
  await there.call(updateTransfer, { params: other, body: { amount: 90 } })
  assert.partialDeepStrictEqual(await ana.call(getTransfer, { params: here }), { amount: 90, notes: 'mine' })
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-90, 90])
  await there.call(deleteTransfer, { params: other })
  assert.deepEqual((await ana.call(listTransfers)).data, [])
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [0, 0])
  await ana.call(restoreTransfer, { params: here })
  assert.equal((await there.call(getTransfer, { params: other })).amount, 90)
  await ana.call(deleteTransfer, { params: here })
  await ana.call(deleteTransfer, { params: here, query: { forever: true } })
  assert.equal((await refused(there.call(getTransfer, { params: other }))).code, 'not_found')
  assert.deepEqual(await verify(world.db), [])
})

test('somebody who may not change the other book changes what is of one half alone', async () => {
  const { ana, book, there, move } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela' })
  await join(world, ana, book.id, bela, 'editor')
  const { other_half } = await move()
  const beside = inBook(world, bela, book.id)
  const params = { id: other_half.transaction_id }
  await beside.call(updateTransfer, { params, body: { notes: 'thanks', tags: ['rent'] } })
  for (const body of [{ amount: 90 }, { date: '2026-03-09' }]) {
    const refusal = await refused(beside.call(updateTransfer, { params, body }))
    assert.equal(refusal.code, 'other_half')
  }
  assert.equal((await refused(beside.call(deleteTransfer, { params }))).code, 'other_half')
  assert.equal((await refused(beside.call(getOtherHalf, { params }))).code, 'not_found')
  assert.partialDeepStrictEqual(await there.call(getTransfer, { params }), { amount: 100, notes: 'thanks' })
  assert.equal(
    (
      await refused(
        bela.call(moveBetween, {
          body: {
            to_book_id: ana.book_id,
            from_account_id: ana.book_id,
            to_account_id: ana.book_id,
            amount: 1,
          },
        }),
      )
    ).code,
    'to_book_unknown',
  )
  assert.deepEqual(await verify(world.db), [])
})
