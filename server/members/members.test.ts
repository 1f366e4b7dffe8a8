import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { getMe, updateMe } from '../../contract/auth.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  deleteBook,
  listBooks,
  listMembers,
  lookAtInvitation,
  type Role,
  removeMember,
  updateMember,
} from '../../contract/members.ts'
import { until } from '../../test/until.ts'
import { makeWorld, type Person, refused, through } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

/** Somebody in one of their books. */
const inBook = (person: Person, bookId: string) => client(through(world.app), '/api/v1', person.token, bookId)

async function join(owner: Person, bookId: string, person: Person, role: Role) {
  const { token } = await inBook(owner, bookId).call(createBookInvitation, { body: { role } })
  return person.call(acceptInvitation, { body: { token } })
}

test('a person opens a second book, and what is in one is not in the other', async () => {
  const ana = await world.person({ name: 'Ana' })
  const book = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: 'EUR' } })
  assert.partialDeepStrictEqual(book, {
    role: 'owner',
    is_default: false,
    base_currency_id: 'EUR',
    others: [],
  })
  for (const [body, code] of [
    [{ name: 'X', base_currency_id: 'XXX' }, 'currency_not_found'],
    [{ name: 'X', time_zone: 'Mars/Olympus' }, 'time_zone_unknown'],
  ] as const)
    assert.equal((await refused(ana.call(createBook, { body }))).code, code)
  const there = inBook(ana, book.id)
  await there.call(createContact, { body: { name: 'Kai' } })
  assert.deepEqual((await ana.call(listContacts)).data, [])
  assert.equal((await there.call(listContacts)).data.length, 1)
  assert.equal((await there.call(getBook)).name, 'Annenstraße')
  const answer = await ana.send({ url: `/books/${book.id}/contacts` })
  assert.equal(answer.headers.book, book.id)
  assert.equal((await ana.send({ url: '/contacts' })).headers.book, ana.book_id)
  assert.equal((await ana.send({ url: '/books/current/contacts' })).headers.book, ana.book_id)
  const kai = await world.person({ name: 'Kai' })
  const ofAna = { url: `/books/${book.id}/contacts`, headers: { 'x-florin-user': ana.user.id } }
  assert.match((await kai.send(ofAna)).text, /"other_person"/, 'a page of Ana where Kai has signed in since')
  const { data } = await ana.call(listBooks)
  assert.deepEqual(
    data.map(({ id, is_default }) => [id, is_default]),
    [
      [ana.book_id, true],
      [book.id, false],
    ],
  )
})

test('another default moves what names no book, and a deleted book is gone', async () => {
  const ana = await world.person({ name: 'Ana' })
  const book = await ana.call(createBook, { body: { name: 'Second' } })
  assert.equal((await refused(ana.call(deleteBook, { body: { name: 'Ana' } }))).code, 'book_is_default')
  assert.equal((await ana.call(updateMe, { body: { default_book_id: book.id } })).default_book_id, book.id)
  await ana.call(createContact, { body: { name: 'In the second' } })
  assert.equal((await inBook(ana, book.id).call(listContacts)).data.length, 1)
  const first = inBook(ana, ana.book_id)
  assert.equal((await refused(first.call(deleteBook, { body: { name: 'Other' } }))).code, 'book_name_wrong')
  await first.call(deleteBook, { body: { name: 'Ana' } })
  assert.equal((await refused(first.call(listContacts))).code, 'book_not_found')
  await until(
    async () => (await rows(world.db, sql`select from books where id = ${ana.book_id}`)).length === 0,
    5_000,
  )
  assert.equal((await ana.call(listBooks)).data.length, 1)
})

test('an invitation makes a member once, with its role; a removed one finds no book, and both keep their own', async () => {
  const [ana, kai] = [await world.person({ name: 'Ana' }), await world.person({ name: 'Kai' })]
  const { token } = await ana.call(createBookInvitation, { body: { role: 'viewer' } })
  assert.partialDeepStrictEqual(await kai.call(lookAtInvitation, { body: { token } }), {
    book_name: 'Ana',
    role: 'viewer',
    invited_by: 'Ana',
    members: ['Ana'],
  })
  const joined = await kai.call(acceptInvitation, { body: { token } })
  assert.partialDeepStrictEqual(joined, { id: ana.book_id, role: 'viewer', is_default: false })
  assert.equal((await refused(kai.call(acceptInvitation, { body: { token } }))).code, 'link_invalid')
  const there = inBook(kai, ana.book_id)
  assert.equal((await refused(there.call(createContact, { body: { name: 'X' } }))).code, 'not_allowed')
  await ana.call(updateMember, { params: { user_id: kai.user.id }, body: { role: 'editor' } })
  await there.call(createContact, { body: { name: 'X' } })
  assert.equal((await ana.call(listContacts)).data.length, 1)
  await ana.call(removeMember, { params: { user_id: kai.user.id } })
  for (const call of [there.call(listContacts), there.call(createContact, { body: { name: 'Y' } })])
    assert.equal((await refused(call)).code, 'book_not_found')
  const { data } = await ana.call(listMembers)
  assert.deepEqual(
    data.map(({ name, role }) => [name, role]),
    [
      ['Ana', 'owner'],
      ['Kai', null],
    ],
  )
  await kai.call(createContact, { body: { name: 'Own' } })
  assert.deepEqual(await verify(world.db), [])
})

test('the last owner stays, an archived book is only read, and a default book is not archived', async () => {
  const [ana, kai] = [await world.person({ name: 'Ana' }), await world.person({ name: 'Kai' })]
  const book = await ana.call(createBook, { body: { name: 'Flat' } })
  const there = inBook(ana, book.id)
  await join(ana, book.id, kai, 'editor')
  const alone = await refused(there.call(removeMember, { params: { user_id: ana.user.id } }))
  assert.deepEqual([alone.status, alone.code], [409, 'last_owner'])
  assert.equal((await refused(ana.call(updateBook, { body: { is_archived: true } }))).code, 'book_is_default')
  await there.call(updateBook, { body: { is_archived: true } })
  assert.equal((await refused(there.call(createContact, { body: { name: 'X' } }))).code, 'book_archived')
  assert.deepEqual((await there.call(listContacts)).data, [])
  await there.call(updateBook, { body: { is_archived: false } })
  await there.call(createContact, { body: { name: 'X' } })
  await there.call(updateMember, { params: { user_id: kai.user.id }, body: { role: 'owner' } })
  await there.call(removeMember, { params: { user_id: ana.user.id } })
  assert.equal((await ana.call(getMe)).default_book_id, ana.book_id)
  assert.deepEqual(await verify(world.db), [])
})

test('another book has the names of the language of its request, English ones without it, and never those of the header', async () => {
  const ana = await world.person({ language: 'de' })
  const bankIn = async (draft: object) => {
    const headers = { 'accept-language': 'fr' }
    const { body } = await ana.send({
      method: 'POST',
      url: '/books',
      headers,
      payload: { name: 'X', ...draft },
    })
    const { data } = await inBook(ana, body.id).call(listAccounts)
    return data.find(({ code }) => code === '1010')?.name
  }
  assert.equal(await bankIn({ language: 'es' }), 'Banco')
  for (const draft of [{}, { language: null }]) assert.equal(await bankIn(draft), 'Bank')
  const unknown = await ana.send({ method: 'POST', url: '/books', payload: { name: 'X', language: 'tlh' } })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['language']])
})
