import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changePassword,
  getMe,
  listDevices,
  listUserEvents,
  login,
  logout,
  revokeDevice,
  revokeOtherDevices,
  type UserEvent,
  updateMe,
} from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { listChanges } from '../../contract/changes.ts'
import { client } from '../../contract/client.ts'
import { createContact } from '../../contract/contacts.ts'
import { makeWorld, type Person, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { MAX_EVENTS } from './log.sql.ts'

const world = await makeWorld()
const as = (token?: string) => client(through(world.app), '/api/v1', token)
const signIn = ({ user, password }: Person, device_name: string) =>
  as().call(login, { body: { email: user.email, password, device_name } })

/** Events in short, oldest first, without their times. */
const told = (events: UserEvent[]) =>
  events.toReversed().map(({ version, action, resource, before, after }) => {
    const nameOf = (device: typeof before) => (device as { device_name?: string } | null)?.device_name
    return resource === 'device'
      ? [version, action, nameOf(before) ?? nameOf(after)]
      : [version, action, resource]
  })
const logOf = async (person: Pick<Person, 'call'>) => told((await person.call(listUserEvents)).data)

test('a registration is the first entry of a person, and the sign-in of the device the second', async () => {
  const ana = await world.person({ device_name: 'Laptop' })
  const { data, meta } = await ana.call(listUserEvents)
  const [device = assert.fail('no device')] = (await ana.call(listDevices)).data
  const { created_at, last_used_at } = device
  assert.deepEqual(data, [
    {
      version: 2,
      at: created_at,
      action: 'signed_in',
      resource: 'device',
      id: device.id,
      device_id: device.id,
      before: null,
      after: { device_name: 'Laptop', created_at, last_used_at },
    },
    {
      version: 1,
      at: ana.user.created_at,
      action: 'created',
      resource: 'profile',
      id: ana.user.id,
      device_id: null,
      before: null,
      after: { name: ana.user.name, email: ana.user.email },
    },
  ])
  assert.deepEqual(meta, { limit: 200, next_cursor: null, ignored: [] })
  assert.equal(ana.user.version, 1)
})

test('a change of the profile has the name and the e-mail before and after; one that changes nothing has no entry', async () => {
  const ana = await world.person({ email: 'before@example.com' })
  const body = { name: 'Anna', email: 'after@example.com', current_password: ana.password }
  const changed = await ana.call(updateMe, { body })
  await ana.call(updateMe, { body: changed })
  await refused(ana.call(updateMe, { body: { email: 'wrong@example.com', current_password: 'wrong' } }))
  const { data } = await ana.call(listUserEvents, { query: { limit: 1 } })
  const [device] = (await ana.call(listDevices)).data
  assert.deepEqual(data, [
    {
      version: 3,
      at: changed.updated_at,
      action: 'updated',
      resource: 'profile',
      id: ana.user.id,
      device_id: device?.id,
      before: { name: 'Ana', email: 'before@example.com' },
      after: { name: 'Anna', email: 'after@example.com' },
    },
  ])
  assert.equal(changed.version, 3)
  await signIn({ ...ana, user: changed }, 'Phone')
  assert.equal((await ana.call(getMe)).version, 3, 'a sign-in is not a change of the profile')
})

test('every way in which a session begins or ends is told', async () => {
  const ana = await world.person({ device_name: 'Laptop' })
  const phone = await signIn(ana, 'Phone')
  await as(phone.token).call(logout)
  await signIn(ana, 'Tablet')
  const tablet = (await ana.call(listDevices)).data.find(({ device_name }) => device_name === 'Tablet')
  await ana.call(revokeDevice, { params: { id: tablet?.id ?? '' } })
  await signIn(ana, 'Watch')
  await ana.call(revokeOtherDevices, { body: { current_password: ana.password } })
  await ana.call(revokeOtherDevices, { body: { current_password: ana.password } })
  await signIn(ana, 'Television')
  const password = 'another long one'
  const body = { current_password: ana.password, password, password_confirmation: password }
  const { data, token } = await ana.call(changePassword, { body })
  const log = await logOf(as(token))
  assert.deepEqual(log.slice(0, 10), [
    [1, 'created', 'profile'],
    [2, 'signed_in', 'Laptop'],
    [3, 'signed_in', 'Phone'],
    [4, 'signed_out', 'Phone'],
    [5, 'signed_in', 'Tablet'],
    [6, 'revoked', 'Tablet'],
    [7, 'signed_in', 'Watch'],
    [8, 'revoked', 'Watch'],
    [9, 'signed_in', 'Television'],
    [10, 'updated', 'password'],
  ])
  assert.deepEqual(
    log
      .slice(10, 12)
      .map(([, ...rest]) => rest)
      .sort(),
    [
      ['ended_by_password', 'Laptop'],
      ['ended_by_password', 'Television'],
    ],
  )
  assert.deepEqual(log.slice(12), [[13, 'signed_in', 'Laptop']])
  assert.equal(data.version, 10)
})

test('a session that ends because there are too many is told with the device that took its place', async () => {
  const ana = await world.person()
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at)
          select ${ana.user.id}, gen_random_uuid(), '', 'Device ' || n, now() - interval '10 days',
                 now() - make_interval(hours => n)
          from generate_series(1, 99) n`,
    ),
  )
  await signIn(ana, 'One more')
  const [came, went] = (await ana.call(listUserEvents)).data
  assert.deepEqual([came?.action, went?.action], ['signed_in', 'ended_by_limit'])
  assert.equal(went?.device_id, came?.id)
  assert.equal((went?.before as { device_name?: string } | null)?.device_name, 'Device 99')
})

test("a person's log is not the book's: neither takes a version of the other, and no secret is in either", async () => {
  const ana = await world.person()
  const book = await ana.call(getBook)
  await ana.call(updateMe, { body: { name: 'Anna' } })
  const password = 'another long one'
  const body = { current_password: ana.password, password, password_confirmation: password }
  const { token } = await ana.call(changePassword, { body })
  assert.deepEqual(await as(token).call(getBook), book)
  const { data } = await as(token).call(listChanges)
  assert.deepEqual(new Set(data.map(({ resource }) => resource)), new Set(['book', 'account']))
  const log = await logOf(as(token))
  await as(token).call(createContact, { body: { name: 'Bela' } })
  assert.deepEqual(await logOf(as(token)), log)
  const stored = await rows<{ line: string }>(
    world.db,
    sql`select to_json(e)::text as line from user_events e where user_id = ${ana.user.id}`,
  )
  for (const { line } of stored)
    assert.doesNotMatch(line, /argon2|flo_|secret|hash|another long|correct horse/)
})

test('another base currency is a change of the book, also beside a new name: each log has its part, or neither has', async () => {
  const ana = await world.person()
  const { version } = await ana.call(getBook)
  const both = await ana.call(updateMe, { body: { name: 'Anna', base_currency_id: 'EUR' } })
  assert.deepEqual([both.name, both.base_currency_id, both.version], ['Anna', 'EUR', 3])
  assert.deepEqual(await ana.call(getMe), both)
  const { seal: _, ...book } = await ana.call(getBook)
  assert.deepEqual([book.version, book.base_currency_id], [version + 1, 'EUR'])
  const changes = await ana.call(listChanges, { query: { since: version } })
  assert.deepEqual(
    changes.data.map(({ action, resource, after }) => [action, resource, after]),
    [['updated', 'book', book]],
  )
  assert.equal((await ana.call(updateMe, { body: { base_currency_id: 'JPY' } })).version, 3)
  const log = await logOf(ana)
  assert.equal(log.length, 3)
  await refused(ana.call(updateMe, { body: { name: 'Anya', base_currency_id: 'DOGE' } }))
  assert.equal((await ana.call(getMe)).name, 'Anna')
  assert.deepEqual(await logOf(ana), log)
})

test('the latest 1,000 entries are kept', async () => {
  const ana = await world.person()
  await transaction(world.db, async (tx) => {
    await change(
      tx,
      sql`insert into user_events (user_id, version, at, action, resource, record_id, after)
          select ${ana.user.id}, n, now(), 'signed_in', 'device', gen_random_uuid(), '{}' from generate_series(3, ${MAX_EVENTS + 1}) n`,
    )
    await change(tx, sql`update users set log_version = ${MAX_EVENTS + 1} where id = ${ana.user.id}`)
  })
  await signIn(ana, 'Phone')
  const kept = await rows<{ first: bigint; last: bigint; count: bigint }>(
    world.db,
    sql`select min(version) as first, max(version) as last, count(*) as count from user_events where user_id = ${ana.user.id}`,
  )
  assert.deepEqual(kept, [{ first: 3n, last: 1002n, count: 1000n }])
  const first = await ana.send({ url: '/auth/log?limit=1000' })
  assert.equal(first.body.data.length, 1000)
  assert.equal(first.body.meta.next_cursor, null)
})

test("nobody sees another person's log, not even a member of the same book", async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  await transaction(world.db, async (tx) => {
    await change(tx, sql`update members set is_default = false where user_id = ${bea.user.id}`)
    await change(
      tx,
      sql`insert into members (user_id, book_id, role, is_default, created_at)
          values (${bea.user.id}, ${ana.book_id}, 'owner', true, now())`,
    )
  })
  assert(!JSON.stringify(await bea.call(listUserEvents)).includes(ana.user.email))
  const page = await ana.call(listUserEvents, { query: { limit: 1 } })
  const problem = await bea.send({ url: `/auth/log?limit=1&cursor=${page.meta.next_cursor}` })
  assert.equal(problem.body.code, 'cursor_invalid')
})
