import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteMe, getMe, register, updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  deleteBook,
  listBookInvitations,
  listBooks,
  listMembers,
  lookAtInvitation,
  removeMember,
  revokeBookInvitation,
  updateMember,
} from '../../contract/members.ts'
import { inBook, join } from '../../test/household.ts'
import { makeWorld, PASSWORD, type Person, refused, through } from '../../test/world.ts'
import { forgetThePast } from '../auth/housekeeping.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld({ logLevel: 'info' })
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const accept = (person: Person, token: string) => person.call(acceptInvitation, { body: { token } })
const invite = (person: Person, bookId = person.book_id) =>
  inBook(world.app, person, bookId).call(createBookInvitation, { body: { role: 'editor' } })
const codeOf = async (work: Promise<unknown>) => (await refused(work)).code

test('a link is used once, by one of two who use it at the same time; one that was revoked, has ended or was misspelt opens nothing', async () => {
  const [ana, kai, bea] = [await world.person(), await world.person(), await world.person()]
  const { token } = await invite(ana)
  const both = await Promise.allSettled([accept(kai, token), accept(bea, token)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const late = await world.person()
  assert.equal(await codeOf(accept(late, token)), 'link_invalid')
  const revoked = await invite(ana)
  await ana.call(revokeBookInvitation, { params: { id: revoked.id } })
  const ended = await invite(ana)
  await past(sql`update book_invitations set expires_at = now() where id = ${ended.id}`)
  const good = await invite(ana)
  for (const text of [
    revoked.token,
    ended.token,
    `${good.token.slice(0, -1)}x`,
    good.token.slice(4),
    'flb_',
    '',
  ])
    for (const call of [acceptInvitation, lookAtInvitation] as const)
      assert.equal(await codeOf(late.call(call, { body: { token: text } })), 'link_invalid', text)
  assert.equal(await codeOf(accept(ana, good.token)), 'already_member')
  assert.equal((await late.call(lookAtInvitation, { body: { token: good.token } })).role, 'editor')
  await accept(late, good.token)
})

test('a link is in its answer only: no key stores it, and no log and no table has it', async () => {
  const ana = await world.person()
  const request = {
    method: 'POST',
    url: '/books/current/invitations',
    payload: { role: 'viewer' },
    headers: { 'idempotency-key': 'once' },
  } as const
  const [one, two] = [await ana.send(request), await ana.send(request)]
  assert.notEqual(one.body.token, two.body.token)
  assert.equal(two.headers['idempotency-replayed'], undefined)
  const stored = await rows(world.db, sql`select to_jsonb(k)::text as text from idempotency_keys k`)
  const kept = await rows(world.db, sql`select to_jsonb(i)::text as text from book_invitations i`)
  await world.send({ url: `/invitations/${one.body.token}` })
  await accept(await world.person(), one.body.token)
  const secret = one.body.token.slice(-20)
  for (const text of [JSON.stringify([stored, kept]), JSON.stringify(world.logged)])
    assert(!text.includes(secret))
  const { data } = await ana.call(listBookInvitations)
  assert.deepEqual(Object.keys(data[0] ?? {}), ['id', 'role', 'created_by', 'created_at', 'expires_at'])
})

test('the security log has links, joins, roles, removals and deletions, with the book and the person', async () => {
  const [ana, kai] = [await world.person(), await world.person()]
  const { id } = await ana.call(createBook, { body: { name: 'Flat' } })
  const there = inBook(world.app, ana, id)
  world.logged.length = 0
  await join(world, ana, id, kai, 'viewer')
  const params = { user_id: kai.user.id }
  await there.call(updateMember, { params, body: { role: 'editor' } })
  const open = await invite(ana, id)
  await there.call(revokeBookInvitation, { params: { id: open.id } })
  await there.call(removeMember, { params })
  await there.call(deleteBook, { body: { name: 'Flat' } })
  const lines = world.logged.filter(({ security, book_id }) => security && book_id === id)
  const member = kai.user.id
  assert.deepEqual(
    lines.map(({ security, who, member, role }) => [security, who, member, role]),
    [
      ['member_invited', ana.user.id, undefined, 'viewer'],
      ['member_joined', member, member, 'viewer'],
      ['member_role_changed', ana.user.id, member, 'editor'],
      ['member_invited', ana.user.id, undefined, 'editor'],
      ['member_invitation_revoked', ana.user.id, undefined, 'editor'],
      ['member_removed', ana.user.id, member, undefined],
      ['book_deleted', ana.user.id, undefined, undefined],
    ],
  )
})

test('a link to a book opens an account where people are invited, joins the book with it, and opens none where registration is closed', async () => {
  const ana = await world.person()
  const person = (token: string | null, email: string) => ({
    name: 'New',
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...(token && { invitation: token }),
  })
  const at = (registration: 'invited' | 'closed') =>
    client(through(world.another({ registration })), '/api/v1')
  const { token } = await invite(ana)
  const invited = at('invited')
  assert.equal(
    await codeOf(invited.call(register, { body: person(null, 'a@new.example') })),
    'registration_closed',
  )
  assert.equal(
    await codeOf(at('closed').call(register, { body: person(token, 'b@new.example') })),
    'registration_closed',
  )
  const made = await invited.call(register, { body: person(token, 'c@new.example') })
  const books = await client(through(world.app), '/api/v1', made.token).call(listBooks)
  assert.deepEqual(
    books.data.map(({ id, role, is_default }) => [id, role, is_default]),
    [
      [made.data.id, 'owner', true],
      [ana.book_id, 'editor', false],
    ],
  )
  assert.equal(await codeOf(invited.call(register, { body: person(token, 'd@new.example') })), 'link_invalid')
  const second = await ana.call(createBook, { body: { name: 'Away' } })
  const away = await invite(ana, second.id)
  await inBook(world.app, ana, second.id).call(updateBook, { body: { is_archived: true } })
  const late = person(away.token, 'e@new.example')
  assert.equal(await codeOf(invited.call(register, { body: late })), 'link_invalid')
  assert.equal(await codeOf(accept(await world.person(), away.token)), 'link_invalid')
  assert.equal(await codeOf(invite(ana, second.id)), 'book_archived')
  await inBook(world.app, ana, second.id).call(deleteBook, { body: { name: 'Away' } })
  assert.equal(await codeOf(invited.call(register, { body: late })), 'link_invalid')
  const other = await world.person()
  const { token: third } = await invite(ana)
  const answer = await other.send({
    method: 'POST',
    url: '/invitations/accept',
    payload: { token: third },
    headers: { 'x-florin-user': ana.user.id },
  })
  assert.equal(answer.body.code, 'other_person')
})

test('a book has 20 members at most, a person 20 books, and a book 20 open links', async () => {
  const ana = await world.person()
  await past(sql`with made as (insert into users (id, name, email, version, created_at, updated_at)
      select gen_random_uuid(), 'One', 'one' || n || '@many.example', 1, now(), now() from generate_series(1, 19) n returning id)
    insert into members (user_id, book_id, role, is_default, created_at) select id, ${ana.book_id}, 'viewer', false, now() from made`)
  const { token } = await invite(ana)
  assert.equal(await codeOf(accept(await world.person(), token)), 'too_many_members')
  const full = {
    name: 'New',
    email: 'full@new.example',
    password: PASSWORD,
    password_confirmation: PASSWORD,
    invitation: token,
  }
  assert.equal(
    await codeOf(client(through(world.app), '/api/v1').call(register, { body: full })),
    'too_many_members',
  )
  await past(sql`delete from members where book_id = ${ana.book_id} and user_id <> ${ana.user.id}`)
  const kai = await world.person()
  const made = await Promise.allSettled(
    Array.from({ length: 21 }, (_, n) => kai.call(createBook, { body: { name: `Book ${n}` } })),
  )
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 19)
  assert.equal(await codeOf(accept(kai, token)), 'too_many_books')
  for (let n = 1; n < 20; n++) await invite(ana)
  assert.equal(await codeOf(invite(ana)), 'too_many_open')
  await past(
    sql`update book_invitations set expires_at = now() - interval '1 day' where book_id = ${ana.book_id}`,
  )
  await invite(ana)
  assert.equal((await ana.call(listBookInvitations)).data.length, 1, 'a new one ends those that have ended')
  await past(
    sql`update book_invitations set expires_at = now() - interval '31 days' where book_id = ${ana.book_id}`,
  )
  await forgetThePast(world.service)
  assert.deepEqual((await ana.call(listBookInvitations)).data, [])
})

test('the links of an owner end when they are removed, leave, are deleted or have another role', async () => {
  for (const end of ['removed', 'left', 'deleted', 'demoted'] as const) {
    const [ana, bela] = [await world.person(), await world.person()]
    const there = await join(world, ana, ana.book_id, bela, 'owner')
    const { token } = await there.call(createBookInvitation, { body: { role: 'owner' } })
    const kept = await invite(ana)
    const params = { user_id: bela.user.id }
    if (end === 'removed') await ana.call(removeMember, { params })
    if (end === 'left') await there.call(removeMember, { params })
    if (end === 'deleted') await bela.call(deleteMe, { body: { current_password: PASSWORD } })
    if (end === 'demoted') await ana.call(updateMember, { params, body: { role: 'editor' } })
    const asked = end === 'deleted' ? await world.person() : bela
    assert.equal(await codeOf(accept(asked, token)), 'link_invalid', end)
    const { data } = await ana.call(listBookInvitations)
    assert.deepEqual(
      data.map(({ id }) => id),
      [kept.id],
      end,
    )
  }
})

test('somebody who is removed from their default book works in another: their own, or a new one', async () => {
  const [ana, kai] = [await world.person({ base_currency_id: 'CHF' }), await world.person({ name: 'Kai' })]
  await join(world, ana, ana.book_id, kai, 'editor')
  await kai.call(updateMe, { body: { default_book_id: ana.book_id } })
  await inBook(world.app, kai, kai.book_id).call(updateBook, { body: { is_archived: true } })
  await ana.call(removeMember, { params: { user_id: kai.user.id } })
  const { default_book_id, base_currency_id } = await kai.call(getMe)
  assert(![ana.book_id, kai.book_id].includes(default_book_id), 'their own is put away')
  assert.equal(base_currency_id, 'CHF', 'a new one like the one they left')
  await kai.call(createContact, { body: { name: 'Bela' } })
  assert.equal((await ana.call(listContacts)).data.length, 0)
})

test('acts on members and books that meet at the same time leave every book with an owner and every person with a default, and no deadlock', async () => {
  for (let round = 0; round < 6; round++) {
    const [ana, kai, bea] = [await world.person(), await world.person(), await world.person()]
    const { id } = await ana.call(createBook, { body: { name: 'Flat' } })
    await join(world, ana, id, kai, 'owner')
    const { token } = await invite(ana, id)
    await kai.call(updateMe, { body: { default_book_id: id } })
    const [ofAna, ofKai] = [inBook(world.app, ana, id), inBook(world.app, kai, id)]
    const leave = (who: Person) =>
      inBook(world.app, who, id).call(removeMember, { params: { user_id: who.user.id } })
    const acts: (() => Promise<unknown>)[] = [
      () => leave(ana),
      () => leave(kai),
      () => ofAna.call(removeMember, { params: { user_id: kai.user.id } }),
      () => ofKai.call(removeMember, { params: { user_id: ana.user.id } }),
      () => ofKai.call(updateMember, { params: { user_id: ana.user.id }, body: { role: 'viewer' } }),
      () => ofAna.call(updateMember, { params: { user_id: kai.user.id }, body: { role: 'viewer' } }),
      () => accept(bea, token),
      () => ofAna.call(createContact, { body: { name: 'X' } }),
      () => ofKai.call(createContact, { body: { name: 'Y' } }),
      () => ofAna.call(updateBook, { body: { is_archived: round % 2 === 0 } }),
      () => kai.call(updateMe, { body: { default_book_id: kai.book_id } }),
      () => ana.call(updateMe, { body: { default_book_id: id } }),
      () => bea.call(createBook, { body: { name: 'Of Bea' } }),
      () => ofKai.call(listContacts),
      ...(round > 1 ? [() => ofAna.call(deleteBook, { body: { name: 'Flat' } })] : []),
      ...(round > 3 ? [() => bea.call(deleteMe, { body: { current_password: PASSWORD } })] : []),
      ...(round > 4 ? [() => kai.call(deleteMe, { body: { current_password: PASSWORD } })] : []),
    ]
    const turned = [...acts.slice(round), ...acts.slice(0, round)]
    const done = await Promise.allSettled(turned.map((one) => one()))
    for (const one of done)
      if (one.status === 'rejected') {
        const { status, code } = await refused(Promise.reject(one.reason))
        assert(status < 500 || code === 'busy', code)
      }
    const owned = await rows<{ book_id: string }>(
      world.db,
      sql`select book_id from members where role = 'owner'`,
    )
    const open = await rows<{ id: string }>(world.db, sql`select id from books where not is_ownerless`)
    const ofOwners = new Set(owned.map(({ book_id }) => book_id))
    assert.deepEqual(
      open.filter(({ id }) => !ofOwners.has(id)),
      [],
    )
    assert.deepEqual(
      await rows(
        world.db,
        sql`select u.id from users u where u.email not like '%@many.example' and not exists
              (select from members m where m.user_id = u.id and m.is_default)`,
      ),
      [],
    )
  }
  assert.deepEqual(
    world.logged.filter(({ level }) => Number(level) >= 50),
    [],
  )
  assert.deepEqual(await verify(world.db), [])
  assert((await (await world.person()).call(listMembers)).data.length === 1)
})
