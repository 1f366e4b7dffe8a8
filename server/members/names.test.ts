import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { deleteMe, getMe, updateMe } from '../../contract/auth.ts'
import { moveBetween } from '../../contract/between.ts'
import { getBook } from '../../contract/books.ts'
import { listContacts } from '../../contract/contacts.ts'
import { createBook, removeMember, updateMember } from '../../contract/members.ts'
import { refuse } from '../../contract/refusals.ts'
import { inBook, join, twoBooks } from '../../test/between.ts'
import { makeWorld, PASSWORD, refused } from '../../test/world.ts'
import { addContact } from '../contacts/contacts.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { makeWriter } from '../ledger/writer.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const namesIn = async (person: Parameters<typeof inBook>[1], bookId: string) =>
  (await inBook(world, person, bookId).call(listAccounts)).data
    .map(({ name }) => name)
    .filter((name) => name.startsWith('Other book of'))

/** Everything that the log of a book says. */
const logOf = async (bookId: string): Promise<string> =>
  JSON.stringify(await rows(world.db, sql`select before, after from events where book_id = ${bookId}`))

test('the account for the other books of somebody follows their name, and the log has never had it', async () => {
  const { ana, book } = await twoBooks(world)
  const bela = await world.person({ name: 'Bela', base_currency_id: 'EUR' })
  await join(world, ana, book.id, bela, 'editor')
  const [to, from] = await Promise.all([
    inBook(world, ana, book.id).call(listAccounts, { query: { q: 'Joint' } }),
    bela.call(listAccounts, { query: { q: 'Cash' } }),
  ])
  const body = {
    to_book_id: book.id,
    from_account_id: from.data[0]?.id ?? '',
    to_account_id: to.data[0]?.id ?? '',
    amount: 5,
  }
  await bela.call(moveBetween, { body })
  assert.deepEqual(await namesIn(ana, book.id), ['Other book of Bela'])
  await bela.call(updateMe, { body: { name: 'Bela B.' } })
  for (const [who, id] of [
    [ana, book.id],
    [bela, bela.book_id],
  ] as const)
    assert.deepEqual(await namesIn(who, id), ['Other book of Bela B.'])
  await inBook(world, ana, book.id).call(removeMember, { params: { user_id: bela.user.id } })
  await bela.call(updateMe, { body: { name: 'Somebody else' } })
  assert.deepEqual(await namesIn(ana, book.id), ['Other book of Somebody else'])
  await bela.call(deleteMe, { body: { current_password: PASSWORD } })
  assert.deepEqual(await namesIn(ana, book.id), ['Other book of somebody who left'])
  assert.doesNotMatch(await logOf(book.id), /Bela|Somebody else/)
  assert.deepEqual(await verify(world.db), [])
})

test('a name of as many characters as there may be, each of two units, is cut at a character', async () => {
  const { ana, book, move } = await twoBooks(world)
  await ana.call(updateMe, { body: { name: '😀'.repeat(255) } })
  await move()
  const [name = ''] = await namesIn(ana, book.id)
  assert.deepEqual([[...name].length, name.isWellFormed()], [255, true])
  assert.deepEqual(await verify(world.db), [])
})

test('a base currency that is sent with another default book is that of this book', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const { id } = await ana.call(createBook, { body: { name: 'Second', base_currency_id: 'EUR' } })
  const both = { default_book_id: id, base_currency_id: 'JPY' }
  assert.partialDeepStrictEqual(await ana.call(updateMe, { body: both }), both)
  assert.partialDeepStrictEqual(await ana.call(getMe), both)
  const baseOf = async (bookId: string) => (await inBook(world, ana, bookId).call(getBook)).base_currency_id
  assert.deepEqual([await baseOf(ana.book_id), await baseOf(id)], ['USD', 'JPY'])
  // A profile that was read before another default, and is sent back whole.
  const first = { ...(await ana.call(getMe)), default_book_id: ana.book_id, base_currency_id: 'USD' }
  assert.partialDeepStrictEqual(await ana.call(updateMe, { body: first }), { base_currency_id: 'USD' })
  assert.deepEqual([await baseOf(ana.book_id), await baseOf(id)], ['USD', 'JPY'])
  const [bela, unknown] = [await world.person(), await world.person()]
  const refusal = await refused(
    bela.call(updateMe, { body: { default_book_id: unknown.book_id, base_currency_id: 'JPY' } }),
  )
  assert.equal(refusal.code, 'default_book_unusable')
})

test('what was admitted before somebody lost their role is not written after it', async () => {
  for (const end of ['removed', 'demoted', 'another default'] as const) {
    const ana = await world.person()
    const { id } = await ana.call(createBook, { body: { name: 'Flat' } })
    const bela = await world.person()
    await join(world, ana, id, bela, 'editor')
    const params = { user_id: bela.user.id }
    const there = inBook(world, ana, id)
    if (end === 'another default') await bela.call(updateMe, { body: { default_book_id: id } })
    const version = async () =>
      (
        await rows<{ members_version: bigint }>(
          world.db,
          sql`select members_version from books where id = ${id}`,
        )
      )[0]?.members_version ?? 0n
    const before = await version()
    if (end === 'removed') await there.call(removeMember, { params })
    if (end === 'demoted') await there.call(updateMember, { params, body: { role: 'viewer' } })
    if (end === 'another default') await bela.call(updateMe, { body: { default_book_id: bela.book_id } })
    assert((await version()) > before, end)
  }
})

test('a change that was loaded before its person was removed is not written after it', async () => {
  const [ana, bela] = [await world.person(), await world.person()]
  await join(world, ana, ana.book_id, bela, 'editor')
  const [token] = await rows<{ id: string }>(
    world.db,
    sql`select id from tokens where user_id = ${bela.user.id}`,
  )
  let isRemoved = false
  const work = makeWriter(world.service).write({
    bookId: ana.book_id,
    verb: addContact({ name: 'Late' }),
    token: { userId: bela.user.id, id: token?.id ?? '' },
    admit: (stored) => void (stored ?? refuse('book_not_found')),
    key: undefined,
    command: 'POST /contacts',
    most: { rows: 1e6, bytes: 1e9 },
    isGone: () => false,
    // An answer is made between the load and the write.
    async serialise(answer) {
      if (!isRemoved) await ana.call(removeMember, { params: { user_id: bela.user.id } })
      isRemoved = true
      return JSON.stringify(answer)
    },
  })
  await assert.rejects(work, { code: 'book_not_found' })
  assert.deepEqual((await ana.call(listContacts)).data, [])
})
