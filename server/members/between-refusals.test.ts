import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, deleteAccount } from '../../contract/accounts.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { type BetweenDraft, moveBetween } from '../../contract/between.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  deleteTransfer,
  getTransfer,
  listTransfers,
  restoreTransfer,
  updateTransfer,
} from '../../contract/budgeting.ts'
import type { Client } from '../../contract/client.ts'
import { deleteBook, removeMember } from '../../contract/members.ts'
import { createProgramKey } from '../../contract/programs.ts'
import {
  createReconciliation,
  finishReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { balanceOf, inBook, join, twoBooks } from '../../test/between.ts'
import { at } from '../../test/reconciling.ts'
import { makeWorld, refused } from '../../test/world.ts'
import { change, script, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** How many changes two books have had. */
const versionsOf = async (...people: Client[]) =>
  Promise.all(people.map(async (person) => (await person.call(listTransfers)).data.length))

test('a book that one is not a member of does not exist, whether it does or not', async () => {
  const { ana, draft } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela', base_currency_id: 'EUR' })
  const sent = async (to_book_id: string) =>
    ana.send({
      method: 'POST',
      url: '/books/current/transfers-between',
      payload: draft({ to_book_id }),
      headers: { authorization: `Bearer ${ana.token}` },
    })
  const [stranger, missing] = [await sent(bela.book_id), await sent(newId())]
  assert.equal(stranger.status, 422)
  assert.deepEqual({ ...stranger.body, request_id: '' }, { ...missing.body, request_id: '' })
  assert.equal(stranger.body.code, 'to_book_unknown')
  assert.deepEqual(Object.keys(stranger.body.errors), ['to_book_id'])
})

test('the same book twice is refused', async () => {
  const { ana, move } = await twoBooks(world)
  assert.partialDeepStrictEqual(await refused(move({ to_book_id: ana.book_id })), {
    code: 'same_book',
    status: 422,
  })
})

test('both books have to be allowed to be changed', async () => {
  const { ana, book, giro, joint } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela', base_currency_id: 'EUR' })
  for (const role of ['viewer', 'annotator', 'editor'] as const) {
    await join(world, ana, book.id, bela, role)
    const mine = await bela.call(createAccount, { body: { name: role, type: 'asset' } })
    const body: BetweenDraft = {
      to_book_id: book.id,
      from_account_id: mine.id,
      to_account_id: joint.id,
      amount: 3,
      date: '2026-03-03',
    }
    if (role === 'editor') await bela.call(moveBetween, { body })
    else {
      const { code, params } = await refused(bela.call(moveBetween, { body }))
      assert.deepEqual([code, params?.book_name], ['not_allowed', 'Annenstraße'])
    }
    const back = { ...body, to_book_id: bela.book_id, from_account_id: joint.id, to_account_id: mine.id }
    const beside = inBook(world, bela, book.id)
    if (role === 'editor') await beside.call(moveBetween, { body: back })
    else assert.equal((await refused(beside.call(moveBetween, { body: back }))).code, 'not_allowed')
    await inBook(world, ana, book.id).call(removeMember, { params: { user_id: bela.user.id } })
  }
  assert.equal(await balanceOf(ana, giro.id), 0)
  assert.deepEqual(await verify(world.db), [])
})

test('a key for one book reaches no other', async () => {
  const { ana, draft, move } = await twoBooks(world)
  const { transfer } = await move()
  const { token } = await ana.call(createProgramKey, {
    body: { name: 'Shortcut', abilities: ['read', 'write'], book_id: ana.book_id },
  })
  const answer = await world.send({
    method: 'POST',
    url: `/books/${ana.book_id}/transfers-between`,
    payload: draft(),
    headers: { authorization: `Bearer ${token}` },
  })
  assert.deepEqual([answer.status, answer.body.code], [422, 'to_book_unknown'])
  const url = `/budgeting/transfers/${transfer.id}/other-half`
  assert.equal((await world.send({ url, headers: { authorization: `Bearer ${token}` } })).status, 404)
  assert.equal((await ana.send({ url })).status, 200)
})

test('a closed day, an archived book and an unusable account refuse by the name of their book, and nothing is written in either', async () => {
  const { ana, there, giro, joint, move } = await twoBooks(world)
  await ana.call(updateBook, { body: { name: 'Private' } })
  const { other_half, transfer } = await move()
  const nothing = async (refusal: Promise<unknown>, book_name: string, code: string) => {
    const found = await refused(refusal)
    assert.equal(found.code, code)
    assert.match(found.message, new RegExp(`^(In )?${book_name}[: ]`))
    const { id } = book_name === 'Private' ? await ana.call(getBook) : await there.call(getBook)
    if (code !== 'book_archived') assert.partialDeepStrictEqual(found.params, { book_name, book_id: id })
    if (code === 'locked')
      assert(found.message.endsWith(`Open them again with PUT /books/${id}.`), found.message)
    assert.deepEqual(await versionsOf(ana, there), [1, 1])
    assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-100, 100])
  }
  await there.call(updateBook, { body: { closed_through: '2026-03-31' } })
  await nothing(move(), 'Annenstraße', 'locked')
  const params = { id: transfer.id }
  await nothing(ana.call(updateTransfer, { params, body: { amount: 4 } }), 'Annenstraße', 'locked')
  await nothing(ana.call(deleteTransfer, { params }), 'Annenstraße', 'locked')
  await nothing(
    ana.call(bulkTransactions, { body: { ids: [transfer.id], delete: true } }),
    'Annenstraße',
    'locked',
  )
  await there.call(updateBook, { body: { closed_through: null, is_archived: true } })
  await nothing(move(), 'Annenstraße', 'book_archived')
  await nothing(ana.call(deleteTransfer, { params }), 'Annenstraße', 'book_archived')
  await there.call(updateBook, { body: { is_archived: false } })
  await ana.call(updateBook, { body: { closed_through: '2026-03-31' } })
  await nothing(move(), 'Private', 'locked')
  await nothing(
    there.call(updateTransfer, { params: { id: other_half.transaction_id }, body: { amount: 4 } }),
    'Private',
    'locked',
  )
  await ana.call(updateBook, { body: { closed_through: null } })
  await nothing(move({ to_account_id: giro.id }), 'Annenstraße', 'account_not_usable')
  await nothing(move({ from_account_id: joint.id }), 'Private', 'account_not_usable')
  await nothing(move({ to_amount: 5 }), 'Annenstraße', 'transfer_mismatch')
  await nothing(move({ to_currency_id: 'USD' }), 'Annenstraße', 'account_currency')
  assert.deepEqual(await verify(world.db), [])
})

test('a finished statement of either book keeps both halves', async () => {
  const { ana, there, joint, move } = await twoBooks(world)
  const { transfer, other_half } = await move()
  const half = await there.call(getTransfer, { params: { id: other_half.transaction_id } })
  const one = await there.call(createReconciliation, {
    params: { id: joint.id },
    body: { date: '2026-03-31', balance: 100 },
  })
  const line = half.lines.find(({ account_id }) => account_id === joint.id)
  await there.call(updateReconciliation, { ...at(one), body: { cleared_line_ids: [line?.id ?? ''] } })
  await there.call(finishReconciliation, { ...at(one), body: {} })
  for (const act of [
    () => ana.call(updateTransfer, { params: { id: transfer.id }, body: { amount: 4 } }),
    () => ana.call(deleteTransfer, { params: { id: transfer.id } }),
  ])
    assert.partialDeepStrictEqual(await refused(act()), {
      code: 'locked',
      params: { book_name: 'Annenstraße', account_name: 'Joint' },
    })
  await ana.call(updateTransfer, { params: { id: transfer.id }, body: { notes: 'mine' } })
  assert.deepEqual(await versionsOf(ana, there), [1, 1])
})

test('a rate that the other book lacks is asked for by the name of its field', async () => {
  const { there, move } = await twoBooks(world, ['USD', 'JPY'])
  const refusal = await refused(move({ amount: 5 }))
  const { id } = await there.call(getBook)
  assert(refusal.message.includes(`with PUT /books/${id}/exchange-rates/USD/JPY/`), refusal.message)
  assert.partialDeepStrictEqual(refusal, { code: 'fx_rate_missing', params: { fields: ['to_amount'] } })
  await move({ amount: 5, to_amount: 700 })
})

test('a half stays with the account of the other book, in one currency', async () => {
  const { ana, there, move } = await twoBooks(world)
  const { transfer, other_half } = await move()
  const cash = await ana.call(createAccount, { body: { name: 'Purse', type: 'asset' } })
  const params = { id: transfer.id }
  for (const body of [{ to_account_id: cash.id }, { to_currency_id: 'USD', to_amount: 9 }])
    assert.equal((await refused(ana.call(updateTransfer, { params, body }))).code, 'half_fixed')
  await ana.call(updateTransfer, { params, body: { from_account_id: cash.id } })
  assert.equal(await balanceOf(ana, cash.id), -100)
  assert.equal((await there.call(getTransfer, { params: { id: other_half.transaction_id } })).amount, 100)
})

test('a repeated key answers the same and moves nothing again', async () => {
  const { ana, there, giro, joint, draft } = await twoBooks(world)
  const send = () =>
    ana.send({
      method: 'POST',
      url: '/books/current/transfers-between',
      payload: draft(),
      headers: { 'idempotency-key': 'rent-march' },
    })
  const [first, second] = [await send(), await send()]
  assert.equal(first.status, 200, first.text)
  assert.equal(second.text, first.text)
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-100, 100])
})

test('a half whose other book was deleted for good is a record of its own', async () => {
  const { ana, there, book, giro, move } = await twoBooks(world)
  const { transfer } = await move()
  await there.call(deleteBook, { body: { name: book.name } })
  const params = { id: transfer.id }
  await ana.call(updateTransfer, { params, body: { amount: 70 } })
  assert.equal(await balanceOf(ana, giro.id), -70)
  await ana.call(deleteTransfer, { params })
  await ana.call(deleteTransfer, { params, query: { forever: true } })
  assert.deepEqual(await verify(world.db), [])
})

test('amount, currency, rate and contact are checked as those of every transfer', async () => {
  const { ana, there, move } = await twoBooks(world)
  const before = await versionsOf(ana, there)
  for (const [more, code] of [
    [{ contact_id: newId() }, 'contact_not_found'],
    [{ currency_id: 'XXX' }, 'currency_not_found'],
    [{ amount: 1.234 }, 'amount_decimals'],
    [{ amount: 90_000_000_000_000 }, 'amount_too_large'],
    [{ fx_rate: 2 }, 'fx_rate_base'],
  ] as const)
    assert.equal((await refused(move(more))).code, code)
  assert.deepEqual(await versionsOf(ana, there), before)
})

test('a half in the trash comes back with its other half or not at all, and neither changes in bulk alone', async () => {
  const { ana, book, joint } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela', base_currency_id: 'EUR' })
  await join(world, ana, book.id, bela, 'editor')
  const mine = await bela.call(createAccount, { body: { name: 'Mine', type: 'asset' } })
  const body = { to_book_id: book.id, from_account_id: mine.id, to_account_id: joint.id, amount: 3 }
  const [kept, gone] = [await bela.call(moveBetween, { body }), await bela.call(moveBetween, { body })]
  await bela.call(deleteTransfer, { params: { id: gone.transfer.id } })
  await inBook(world, ana, book.id).call(removeMember, { params: { user_id: bela.user.id } })
  const restored = bela.call(restoreTransfer, { params: { id: gone.transfer.id } })
  assert.equal((await refused(restored)).code, 'other_half')
  const bulk = bela.call(bulkTransactions, { body: { ids: [kept.transfer.id], delete: true } })
  assert.equal((await refused(bulk)).code, 'other_half')
})

test('after leaving the other book, a half stays as it is', async () => {
  const { ana, book, joint } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela', base_currency_id: 'EUR' })
  await join(world, ana, book.id, bela, 'editor')
  const mine = await bela.call(createAccount, { body: { name: 'Mine', type: 'asset' } })
  const body = { to_book_id: book.id, from_account_id: mine.id, to_account_id: joint.id, amount: 3 }
  const { transfer, other_half } = await bela.call(moveBetween, { body })
  await inBook(world, ana, book.id).call(removeMember, { params: { user_id: bela.user.id } })
  assert.equal((await refused(bela.call(deleteTransfer, { params: { id: transfer.id } }))).code, 'other_half')
  const there = inBook(world, ana, book.id)
  const refusal = await refused(there.call(deleteTransfer, { params: { id: other_half.transaction_id } }))
  assert.equal(refusal.code, 'other_half')
  assert.doesNotMatch(JSON.stringify(refusal), new RegExp(bela.book_id))
  // Nobody waits for a book that is not theirs, or sees by it that something is done there.
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select from books where id = ${bela.book_id} for update`)
    const params = { id: other_half.transaction_id }
    const again = there.call(updateTransfer, { params, body: { amount: 4 } })
    assert.equal((await refused(again)).code, 'other_half')
  })
})

test('a failing second half leaves nothing in either book', async () => {
  const { ana, there, giro, joint, book, move } = await twoBooks(world)
  await move({ amount: 1 })
  const constraint = (change: string) =>
    transaction(world.db, (tx) => script(tx, `alter table book_halves ${change}`))
  await constraint(`add constraint fails check (book_id <> '${book.id}') not valid`)
  assert.equal((await refused(move({ amount: 7 }))).status, 500)
  await constraint('drop constraint fails')
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-1, 1])
  await move({ amount: 2 })
  assert.deepEqual([await balanceOf(ana, giro.id), await balanceOf(there, joint.id)], [-3, 3])
  assert.deepEqual(await verify(world.db), [])
})

test('an account with a half is not deleted', async () => {
  const { there, joint, move } = await twoBooks(world)
  await move()
  assert.equal((await refused(there.call(deleteAccount, { params: { id: joint.id } }))).status, 409)
})
