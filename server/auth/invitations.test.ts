import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { authOptions, deleteMe, getMe, listUserEvents, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { createInvitation, listInvitations, revokeInvitation } from '../../contract/invitations.ts'
import { makeWorld, PASSWORD, type Person, personOf, refused, signedIn, through } from '../../test/world.ts'
import { change, onlyRow, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { makeToken } from './tokens.ts'

const world = await makeWorld({ registration: 'invited' })
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const people = async () =>
  (await onlyRow<{ count: number }>(world.db, sql`select count(*)::integer as count from users`)).count
const at = (app: FastifyInstance) => client(through(app), '/api/v1')
const body = (email: string, invitation?: string | null) => ({
  name: 'Bea',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...(invitation !== undefined && { invitation }),
})
const on = (app: FastifyInstance, { user, book_id, token, password }: Person) =>
  signedIn(app, { user, book_id, token, password })

test('of many who register at once in an empty instance that is closed, one gets in, and is its operator', async () => {
  const { another, db, send } = await makeWorld({ registration: 'closed' })
  assert.partialDeepStrictEqual((await send({ url: '/auth/options' })).body, {
    is_empty: true,
    registration: 'closed',
  })
  const apps = [another(), another()]
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      at(apps[index % 2] ?? another()).ask(register, { body: body(`first-${index}@example.com`) }),
    ),
  )
  const admitted = answers.filter(({ status }) => status === 200)
  assert.deepEqual([admitted.length, answers.filter(({ status }) => status === 403).length], [1, 7])
  const [first = assert.fail('nobody got in')] = admitted
  const { data } = (await first.json()) as { data: { id: string; is_operator: boolean } } // checked by the test world
  assert.equal(data.is_operator, true)
  assert.deepEqual(await rows(db, sql`select operator_id from operators`), [{ operator_id: data.id }])
  assert.equal((await rows(db, sql`select from users`)).length, 1)
})

const ana = await world.person()
const invitationOf = async (draft = {}) => ana.call(createInvitation, { body: draft })

test('without an invitation nobody else registers, and nobody learns which e-mails have an account', async () => {
  assert.equal((await ana.call(getMe)).is_operator, true)
  assert.partialDeepStrictEqual(await at(world.app).call(authOptions), {
    is_empty: false,
    registration: 'invited',
  })
  for (const email of [ana.user.email, 'bea@example.com'])
    for (const sent of [undefined, null]) {
      const problem = await refused(at(world.app).call(register, { body: body(email, sent) }))
      assert.deepEqual([problem.status, problem.code], [403, 'registration_closed'])
    }
  assert.equal(await people(), 1)
})

test('an invitation opens one account once, also when two use it at the same instant', async () => {
  const { token, link } = await invitationOf()
  assert.equal(link, `http://localhost:3000/sign-up#${token}`)
  const apps = [world.app, world.another()]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      at(apps[index % 2] ?? world.app).ask(register, { body: body(`race-${index}@example.com`, token) }),
    ),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
  assert.deepEqual((await ana.call(listInvitations)).data, [])
  const again = await refused(at(world.app).call(register, { body: body('again@example.com', token) }))
  assert.equal(again.code, 'link_invalid')
})

test('a registration that is refused for another reason does not use its invitation up', async () => {
  const { token } = await invitationOf()
  const taken = await refused(at(world.app).call(register, { body: body(ana.user.email, token) }))
  assert.equal(taken.code, 'email_taken')
  await personOf(world.app, { invitation: token })
})

test('wrong, foreign, expired, revoked and used links answer alike and change nothing', async () => {
  const [expired, revoked, used, forBela] = [
    await invitationOf(),
    await invitationOf(),
    await invitationOf(),
    await invitationOf({ email: 'Bela@Example.com' }),
  ]
  await past(sql`update invitations set expires_at = now() - interval '1 second' where id = ${expired.id}`)
  await ana.call(revokeInvitation, { params: { id: revoked.id } })
  await personOf(world.app, { invitation: used.token })
  const before = await people()
  const wrong = makeToken('00000000-0000-0000-0000-000000000000', used.id, 'fli_').text
  const foreign = makeToken('00000000-0000-0000-0000-000000000000', newId(), 'fli_').text
  const sent = [
    expired.token,
    revoked.token,
    used.token,
    forBela.token,
    wrong,
    foreign,
    ana.token,
    'x',
    '\u0130',
  ]
  const answers = await Promise.all(
    sent.map(async (invitation) => {
      const problem = await refused(
        at(world.app).call(register, { body: body('eve@example.com', invitation) }),
      )
      return JSON.stringify({ ...problem, request_id: '' })
    }),
  )
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
  assert.equal(await people(), before)
  assert((await ana.call(listInvitations)).data.some(({ id }) => id === forBela.id))
  await personOf(world.app, { email: 'bela@example.com', invitation: forBela.token })
})

test('only the operator invites, sees invitations and revokes them', async () => {
  const bea = await personOf(world.app, { invitation: (await invitationOf()).token })
  const { id } = await invitationOf()
  assert.equal(bea.user.is_operator, false)
  assert.equal((await refused(bea.call(createInvitation, { body: {} }))).code, 'operator_only')
  assert.equal((await refused(bea.call(listInvitations))).code, 'operator_only')
  assert.equal((await refused(bea.call(revokeInvitation, { params: { id } }))).code, 'not_found')
  const listed = await ana.send({ url: '/auth/invitations' })
  assert.deepEqual(Object.keys(listed.body.data[0]), ['id', 'email', 'created_at', 'expires_at'])
  assert.deepEqual(await ana.call(revokeInvitation, { params: { id } }), listed.body.data[0])
  const [revoked, created] = (await ana.call(listUserEvents)).data
  assert.deepEqual(
    [revoked, created].map((event) => [event?.action, event?.resource, event?.id]),
    [
      ['revoked', 'invitation', id],
      ['created', 'invitation', id],
    ],
  )
})

test('an invitation ends when it is told to, within 90 days, and there are at most 100', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const soon = inDays(2)
  assert.equal((await invitationOf({ expires_at: soon })).expires_at, soon)
  for (const expires_at of [inDays(-1), inDays(91), 'tomorrow']) {
    const { errors } = await refused(ana.call(createInvitation, { body: { expires_at } }))
    assert.deepEqual(Object.keys(errors ?? {}), ['expires_at'])
  }
  await past(sql`insert into invitations (id, secret_hash, created_at, expires_at)
                 select gen_random_uuid(), '', now(), now() from generate_series(1, 100)`)
  const full = await refused(ana.call(createInvitation, { body: {} }))
  assert.deepEqual(
    [full.status, full.code, full.params],
    [409, 'too_many_open', { what: 'invitations', most: 100 }],
  )
  await past(sql`delete from invitations where secret_hash = ''`)
})

test('a closed instance takes no invitation and makes none, and an open one needs none, but takes no wrong one', async () => {
  const { token } = await invitationOf()
  const [closed, open] = [world.another({ registration: 'closed' }), world.another({ registration: 'open' })]
  const late = await refused(at(closed).call(register, { body: body('late@example.com', token) }))
  assert.equal(late.code, 'registration_closed')
  assert.equal(
    (await refused(on(closed, ana).call(createInvitation, { body: {} }))).code,
    'registration_closed',
  )
  assert.equal((await personOf(open)).user.is_operator, false)
  const wrong = await refused(at(open).call(register, { body: body('wrong@example.com', 'x') }))
  assert.equal(wrong.code, 'link_invalid')
})

test('a link leads to PUBLIC_URL, whatever Host a request names', async () => {
  const app = world.another({ publicUrl: new URL('https://florin.example') })
  const headers = { authorization: `Bearer ${ana.token}`, host: 'evil.example' }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/auth/invitations', headers, payload: {} })
  assert.match(answer.json().link, /^https:\/\/florin\.example\/sign-up#fli_/)
})

test('an operator who deletes the account leaves the instance without one, and its empty successor has a new one', async () => {
  const { person, send, db } = await makeWorld({ registration: 'invited' })
  const first = await person()
  const { token } = await first.call(createInvitation, { body: {} })
  const second = await person({ invitation: token })
  await first.call(deleteMe, { body: { current_password: PASSWORD } })
  const payload = body('third@example.com')
  assert.equal((await send({ method: 'POST', url: '/auth/register', payload })).status, 403)
  assert.equal((await second.call(getMe)).is_operator, false)
  await second.call(deleteMe, { body: { current_password: PASSWORD } })
  assert.equal((await person()).user.is_operator, true)
  assert.equal((await rows(db, sql`select from operators`)).length, 1)
})
