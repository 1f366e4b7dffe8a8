import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUserEvents, login, revokeDevice } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { type Ability, createProgramKey } from '../../contract/programs.ts'
import { as, inDays, keysOf, programOf } from '../../test/programs.ts'
import { makeWorld, PASSWORD, refused, through } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'

const world = await makeWorld()
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))

test('a draft that is not right is refused, and makes nothing', async () => {
  const ana = await world.person()
  const valid = { name: 'Script', abilities: ['read'] }
  for (const wrong of [
    { name: '' },
    { name: ' ' },
    { name: 'x'.repeat(256) },
    { name: null },
    { abilities: [] },
    { abilities: 'read' },
    { abilities: ['read', 'read'] },
    { abilities: ['READ'] },
    { abilities: ['read:auth'] },
    { abilities: ['read:'] },
    { abilities: ['write:budgeting '] },
    { abilities: ['*'] },
    { abilities: ['constructor'] },
    { abilities: [null] },
    { abilities: null },
    { abilities: Array.from({ length: 1_000 }, () => 'read') },
    { expires_at: inDays(-1) },
    { expires_at: new Date().toISOString() },
    { expires_at: 'soon' },
    { expires_at: '2027-13-01T00:00:00Z' },
    { expires_at: 5 },
  ]) {
    const { status, body, text } = await ana.send({
      method: 'POST',
      url: '/auth/tokens',
      payload: { ...valid, ...wrong },
    })
    assert.deepEqual([status, body.code], [422, 'invalid'], `${JSON.stringify(wrong).slice(0, 80)}: ${text}`)
    assert.deepEqual(
      Object.keys(body.errors).map((name) => name.split('.')[0]),
      Object.keys(wrong),
    )
  }
  for (const name of ['name', 'abilities']) {
    const payload = Object.fromEntries(Object.entries(valid).filter(([field]) => field !== name))
    assert.equal((await ana.send({ method: 'POST', url: '/auth/tokens', payload })).body.code, 'invalid')
  }
  assert.deepEqual(await keysOf(ana), [])
  const far = await programOf(world.app, ana, ['read'], { expires_at: '9999-12-31T23:59:59.000Z' })
  await far.call(listContacts)
})

test('a key that has expired or was revoked opens nothing, at once and in every process, whatever was remembered of it', async () => {
  const elsewhere = world.another()
  for (const end of ['expired', 'revoked', 'revoked elsewhere'] as const) {
    const ana = await world.person()
    const here = await programOf(world.app, ana, ['read', 'write'], { expires_at: inDays(1) })
    const there = as(here, here.token, elsewhere)
    for (const program of [here, there]) {
      await program.call(listContacts)
      await program.call(createContact, { body: { name: 'Bela' } })
      await program.call(createContact, { body: { name: 'Cili' } }) // the writer remembers the book and the key
    }
    if (end === 'revoked') {
      const revoked = await ana.call(revokeDevice, { params: { id: here.key.id } })
      assert.deepEqual([revoked.id, revoked.abilities], [here.key.id, ['read', 'write']])
    } else if (end === 'revoked elsewhere')
      await past(sql`delete from tokens where id = ${here.key.id}`) // nothing is forgotten here
    else await past(sql`update tokens set expires_at = now() where id = ${here.key.id}`)
    for (const program of [here, there])
      for (const asked of [
        program.send({ method: 'POST', url: '/contacts', payload: { name: 'Dora' } }),
        program.send({ url: '/contacts' }),
        program.send({ url: '/contacts', headers: { 'if-none-match': '*' } }),
        program.send({ url: '/auth/me' }),
        program.send({ url: '/auth/tokens' }),
        program.send({ url: '/imports' }),
      ]) {
        const { status, body } = await asked
        assert.deepEqual([status, body.code], [401, 'unauthenticated'], end)
      }
    assert.equal((await ana.call(listContacts)).data.length, 4)
    const left = await keysOf(ana)
    assert.equal(
      left.length,
      end === 'expired' ? 1 : 0,
      'an expired one stays in the list until it is removed',
    )
    if (end === 'revoked elsewhere') continue
    if (end === 'expired') await ana.call(revokeDevice, { params: { id: here.key.id } })
    const [event] = (await ana.call(listUserEvents)).data
    assert.deepEqual(
      [event?.action, event?.resource, event?.before],
      [
        'revoked',
        'program',
        {
          name: 'Coffee shortcut',
          abilities: ['read', 'write'],
          expires_at: left[0]?.expires_at ?? here.key.expires_at,
        },
      ],
    )
    assert.equal((await refused(ana.call(revokeDevice, { params: { id: here.key.id } }))).code, 'not_found')
  }
})

test('a key expires by the clock while it is in use, also for a change that the writer decides from what it remembers', async (t) => {
  const ana = await world.person()
  const soon = await programOf(world.app, ana, ['read', 'write'], { expires_at: inDays(1) })
  for (const name of ['Bela', 'Cili', 'Dora']) await soon.call(createContact, { body: { name } })
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_400_000 })
  const late = await soon.send({ method: 'POST', url: '/contacts', payload: { name: 'Eva' } })
  assert.equal(late.status, 401)
  assert.equal((await soon.send({ url: '/contacts' })).status, 401)
  t.mock.timers.reset()
  assert.equal((await soon.call(listContacts)).data.length, 3)
})

test('forged, foreign and changed keys open nothing; a key in a cookie or with another prefix is none', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  const { token, key } = await programOf(world.app, ana, ['read'])
  const rest = token.slice(4)
  const status = async (text: string) =>
    (await world.send({ url: '/contacts', headers: { authorization: `Bearer ${text}` } })).status
  for (const text of [
    `flo_${rest}`,
    `flp_${ana.token.slice(4)}`,
    `flr_${rest}`,
    `FLP_${rest}`,
    token.slice(0, -1),
    `${token}0`,
    `flp_${rest.slice(0, 40)}${rest[40] === '0' ? '1' : '0'}${rest.slice(41)}`,
    'flp_',
    'flp_'.repeat(1_000),
  ])
    assert.equal(await status(text), 401, text.slice(0, 20))
  assert.equal(await status(token), 200)
  const cookie = { cookie: `service-session=${token}` }
  assert.equal((await world.send({ url: '/contacts', headers: cookie })).status, 401)
  assert.equal((await refused(bea.call(revokeDevice, { params: { id: key.id } }))).code, 'not_found')
  assert.deepEqual(await keysOf(bea), [])
  assert.equal((await keysOf(ana)).length, 1)
})

test('a key never does more than its person may in the book', async () => {
  const ana = await world.person()
  const program = await programOf(world.app, ana, ['read', 'write', 'own'])
  await program.call(listContacts)
  await past(sql`alter table members drop constraint if exists members_role`)
  await past(sql`update members set role = 'reader' where user_id = ${ana.user.id}`)
  assert.equal((await refused(program.call(createContact, { body: { name: 'Bela' } }))).code, 'not_allowed')
  assert.equal((await refused(program.call(listContacts))).code, 'not_allowed')
})

test('keys and devices have limits of their own, and neither ends the other', async () => {
  const ana = await world.person()
  const key = await programOf(world.app, ana, ['read'])
  const insert = (count: number, abilities: Sql) =>
    past(sql`insert into tokens (user_id, id, secret_hash, device_name, created_at, last_used_at, abilities)
             select ${ana.user.id}, gen_random_uuid(), '', 'x', now(), now(), ${abilities} from generate_series(1, ${count})`)
  await insert(48, sql`'{read}'`)
  const body = { name: 'One more', abilities: ['read'] as Ability[] }
  const both = await Promise.all(
    [world.app, world.another()].map((app) => as(ana, ana.token, app).ask(createProgramKey, { body })),
  )
  assert.equal(both.filter(({ status }) => status === 200).length, 1)
  const problem = await refused(ana.call(createProgramKey, { body }))
  assert.deepEqual([problem.status, problem.code], [409, 'too_many_open'])
  assert.equal(
    problem.detail,
    'There can be at most 50 keys for programs at a time. Remove one that is not needed any more.',
  )
  assert.equal((await keysOf(ana)).length, 50)
  await insert(99, sql`null`)
  const stranger = client(through(world.app), '/api/v1')
  const { token } = await stranger.call(login, { body: { email: ana.user.email, password: PASSWORD } })
  assert.equal((await keysOf(as(ana, token, world.app))).length, 50)
  await key.call(listContacts)
})

test('a key without an end works for years, unused', async () => {
  const ana = await world.person()
  const key = await programOf(world.app, ana, ['read'])
  await past(
    sql`update tokens set created_at = now() - interval '4 years', last_used_at = now() - interval '3 years' where id = ${key.key.id}`,
  )
  await key.call(listContacts)
})

test('a program is no known device: it does not spare a stranger from the limits of sign-in', async () => {
  const ana = await world.person()
  const { token } = await programOf(world.app, ana, ['read'])
  const at = (...credential: string[]) => client(through(world.app, '198.51.100.9'), '/api/v1', ...credential)
  const wrong = { email: ana.user.email, password: 'guessed' }
  for (let count = 0; count < 10; count++) await refused(at().call(login, { body: wrong }))
  for (const thief of [at(), at(token)])
    assert.equal((await refused(thief.call(login, { body: wrong }))).code, 'too_many_attempts')
  assert.equal((await refused(at(ana.token).call(login, { body: wrong }))).code, 'bad_credentials')
})
