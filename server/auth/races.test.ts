import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { after, test } from 'node:test'
import {
  changePassword,
  deleteMe,
  getMe,
  listDevices,
  listUserEvents,
  login,
  logout,
  register,
  revokeOtherDevices,
  updateMe,
} from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { until } from '../../test/until.ts'
import { waitingSessions } from '../../test/waiting.ts'
import { makeWorld, PASSWORD, type Person, personOf, refused, through } from '../../test/world.ts'
import { change, rows, type Tx, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { COST, hashPassword, OWASP } from './passwords.ts'

const cheap = { ...COST }
after(() => Object.assign(COST, cheap))
Object.assign(COST, OWASP) // as it is outside of tests
const world = await makeWorld()
const stranger = client(through(world.app), '/api/v1')
const signIn = ({ user, password }: Person) => stranger.ask(login, { body: { email: user.email, password } })

const tokenOf = async (answer: Response) => ((await answer.json()) as { token: string }).token // checked by the test world

/** Waits until sessions of PostgreSQL wait for rows that another has locked. */
const waiting = (sessions = 1) => until(async () => (await waitingSessions(world.db)) >= sessions, 5_000)

/** Signs in, and makes a change to the person after the password was found right and before there is a session. */
async function signInAround(person: Person, meanwhile: (tx: Tx) => Promise<unknown>): Promise<Response> {
  let answer: Promise<Response> | undefined
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select id from users where id = ${person.user.id} for update`)
    answer = signIn(person)
    await waiting()
    await meanwhile(tx)
  })
  return answer ?? assert.fail('there was no answer')
}

test('a password that was checked before it changed opens no session after it', async () => {
  const ana = await world.person()
  const hash = await hashPassword('another password')
  const answer = await signInAround(ana, (tx) =>
    change(tx, sql`update users set password_hash = ${hash} where id = ${ana.user.id}`),
  )
  assert.equal(answer.status, 401)
  assert.equal((await ana.call(listDevices)).data.length, 1)
})

test('sign-ins that wait for the row of their person keep nobody else from signing in', async () => {
  const [ana, bea] = [await world.person(), await world.person()]
  let answers: Promise<Response>[] = []
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select id from users where id = ${ana.user.id} for update`)
    answers = [signIn(ana), signIn(ana)] // as many as there are places for hashing
    await waiting(2)
    const other = client(through(world.app, '203.0.113.7'), '/api/v1')
    await other.call(login, { body: { email: bea.user.email, password: bea.password } })
    await waiting(2)
  })
  for (const answer of answers) assert.equal((await answer).status, 200)
})

test('nor does an e-mail that belongs to the account no longer', async () => {
  const ana = await world.person()
  const answer = await signInAround(ana, async (tx) => {
    await change(tx, sql`update users set email = 'moved@example.com' where id = ${ana.user.id}`)
    await change(tx, sql`delete from logins where user_id = ${ana.user.id}`)
    await change(
      tx,
      sql`insert into logins (email_key, user_id) values ('moved@example.com', ${ana.user.id})`,
    )
  })
  assert.equal(answer.status, 401)
})

test('nor an account that was deleted', async () => {
  const ana = await world.person()
  const answer = await signInAround(ana, async (tx) => {
    await change(tx, sql`delete from members where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from user_events where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from tokens where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from logins where user_id = ${ana.user.id}`)
    await change(tx, sql`delete from users where id = ${ana.user.id}`)
  })
  assert.equal(answer.status, 401)
})

/** The password's hash with the parameters of long ago. */
function oldHash(message: string): string {
  const nonce = Buffer.alloc(16, 1)
  const tag = argon2Sync('argon2id', {
    message,
    nonce,
    tagLength: 32,
    memory: 8_192,
    passes: 1,
    parallelism: 1,
  })
  return `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
}
const setHash = ({ user }: Person, hash: string) =>
  transaction(world.db, (tx) =>
    change(tx, sql`update users set password_hash = ${hash} where id = ${user.id}`),
  )
const storedHash = async ({ user }: Person) =>
  (
    await rows<{ password_hash: string }>(
      world.db,
      sql`select password_hash from users where id = ${user.id}`,
    )
  )[0]?.password_hash ?? ''

test('a hash made with older parameters is made anew when its owner signs in, also on many devices at once', async () => {
  const ana = await world.person()
  await setHash(ana, oldHash(ana.password))
  const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(ana)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.match(await storedHash(ana), /m=19456,t=2,p=1/)
})

test('a hash that is made anew does not bring an old password back', async () => {
  const ana = await world.person()
  await setHash(ana, oldHash(ana.password))
  const next = await hashPassword('another password')
  const answer = await signInAround(ana, (tx) =>
    change(tx, sql`update users set password_hash = ${next} where id = ${ana.user.id}`),
  )
  assert.equal(answer.status, 401)
  assert.equal(await storedHash(ana), next)
})

test('whichever comes first, a change of the password or sign-ins with the old one: no old session is left', async () => {
  for (let round = 0; round < 4; round++) {
    const ana = await personOf(world.app)
    if (round % 2) await setHash(ana, oldHash(ana.password))
    const password = 'another password'
    const body = { current_password: ana.password, password, password_confirmation: password }
    const changing = ana.ask(changePassword, { body })
    const sessions = Array.from({ length: 2 }, () => signIn(ana))
    const changed = await changing
    const tokens: string[] = []
    for (const answer of await Promise.all(sessions)) {
      assert([200, 401].includes(answer.status), `${answer.status}`)
      if (answer.status === 200) tokens.push(await tokenOf(answer))
    }
    if (changed.status === 503) continue // a newer hash of the old password came in between: the owner asks again
    const token = await tokenOf(changed)
    for (const old of [ana.token, ...tokens])
      assert.equal((await client(through(world.app), '/api/v1', old).ask(getMe)).status, 401)
    const { data } = await client(through(world.app), '/api/v1', token).call(listDevices)
    assert.equal(data.length, 1)
    assert.equal((await signIn({ ...ana, password })).status, 200)
  }
})

test('two changes of one password at once: one of them counts', async () => {
  const ana = await world.person()
  const bodies = ['the first one', 'the second one'].map((password) => ({
    current_password: ana.password,
    password,
    password_confirmation: password,
  }))
  const statuses = await Promise.all(
    bodies.map(async (body) => (await ana.ask(changePassword, { body })).status),
  )
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
})

test('a session that is being opened with the old password ends with the change that waits for it', async () => {
  const ana = await world.person()
  const password = 'another password'
  const body = { current_password: ana.password, password, password_confirmation: password }
  let opened: Promise<Response> | undefined
  let changed: Promise<Response> | undefined
  await transaction(world.db, async (tx) => {
    await change(tx, sql`lock table tokens in share mode`)
    opened = signIn(ana) // it has checked the password, and holds the person's row
    await waiting()
    changed = ana.ask(changePassword, { body })
    await waiting(2)
  })
  const old = await tokenOf((await opened) ?? assert.fail('there was no answer'))
  assert.equal((await changed)?.status, 200)
  assert.equal((await client(through(world.app), '/api/v1', old).ask(getMe)).status, 401)
})

test('nothing that was asked for with the old password happens after it changed', async () => {
  const [next, password] = [await hashPassword('another password'), 'a third one']
  const proof = { current_password: PASSWORD }
  for (const ask of [
    (ana: Person) =>
      ana.ask(changePassword, { body: { ...proof, password, password_confirmation: password } }),
    (ana: Person) => ana.ask(updateMe, { body: { ...proof, email: 'thief@example.com' } }),
    (ana: Person) => ana.ask(revokeOtherDevices, { body: proof }),
    (ana: Person) => ana.ask(deleteMe, { body: proof }),
  ]) {
    const ana = await world.person()
    await signIn(ana)
    let answer: Promise<Response> | undefined
    await transaction(world.db, async (tx) => {
      await change(tx, sql`select id from users where id = ${ana.user.id} for update`)
      answer = ask(ana)
      await waiting()
      await change(tx, sql`update users set password_hash = ${next} where id = ${ana.user.id}`)
    })
    assert.equal((await answer)?.status, 503)
    assert.equal(await storedHash(ana), next)
    assert.deepEqual(await ana.call(getMe), ana.user)
    assert.equal((await ana.call(listDevices)).data.length, 2)
    assert.equal((await ask(ana)).status, 422, 'asked again, the password is wrong')
  }
})

test('a request under way while its account is deleted is told that it is signed out', async () => {
  for (const body of [{ name: 'Anna' }, { base_currency_id: 'EUR' }]) {
    const ana = await world.person()
    let changed: Promise<Response> | undefined
    let deleted: Promise<Response> | undefined
    await transaction(world.db, async (tx) => {
      await change(tx, sql`select id from users where id = ${ana.user.id} for update`)
      deleted = ana.ask(deleteMe, { body: { current_password: ana.password } }) // it holds the book's row
      await waiting()
      changed = ana.ask(updateMe, { body })
      await waiting(2)
    })
    assert.equal((await deleted)?.status, 204)
    assert.equal((await changed)?.status, 401)
    const again = { name: 'Ana', email: ana.user.email, password: ana.password }
    await stranger.call(register, { body: { ...again, password_confirmation: ana.password } })
    await refused(ana.call(getMe))
  }
})

test('changes of one profile at the same time happen one after another, and one ETag has one winner', async () => {
  const ana = await world.person()
  const headers = { 'if-match': `"${ana.user.version}"` }
  const drafts = [
    { name: 'Anna' },
    { name: 'Anne' },
    { name: 'Anya', base_currency_id: 'EUR' },
    { base_currency_id: 'JPY', name: 'Anouk' },
  ]
  const answers = await Promise.all(drafts.map((body) => ana.ask(updateMe, { body, headers })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412, 412])
  const { data } = await ana.call(listUserEvents)
  assert.equal(data.filter(({ resource }) => resource === 'profile').length, 2)
})

test('simultaneous changes of a person each have their own place in the log', async () => {
  const ana = await world.person()
  const { data: devices } = await ana.call(listDevices)
  const others = await Promise.all([signIn(ana), signIn(ana)].map(async (one) => tokenOf(await one)))
  const asked = await Promise.all([
    signIn(ana),
    ana.ask(updateMe, { body: { name: 'Anna' } }),
    ana.ask(updateMe, { body: { base_currency_id: 'EUR' } }),
    ana.ask(revokeOtherDevices, { body: { current_password: ana.password } }),
    ...others.map((token) => client(through(world.app), '/api/v1', token).ask(logout)),
  ])
  for (const { status } of asked) assert([200, 204, 401].includes(status), `${status}`)
  const { data } = await ana.call(listUserEvents)
  assert.deepEqual(
    data.map(({ version }) => version),
    data.map((_, index) => data.length - index),
  )
  const open = new Set<string>()
  for (const { action, id } of data.toReversed().filter(({ resource }) => resource === 'device'))
    if (action === 'signed_in') open.add(id)
    else assert(open.delete(id), `${id} ended twice`)
  const left = (await ana.call(listDevices)).data.map(({ id }) => id)
  assert.deepEqual([...open].sort(), left.sort())
  assert(open.has(devices[0]?.id ?? ''))
})

test('a device that signs out takes the row of its person first, as a new password does: neither waits for the other in turn', async () => {
  const ana = await world.person()
  const password = 'another password'
  const body = { current_password: ana.password, password, password_confirmation: password }
  const other = client(through(world.app), '/api/v1', await tokenOf(await signIn(ana)))
  let answers: Promise<Response>[] = []
  await transaction(world.db, async (tx) => {
    await change(tx, sql`select id from users where id = ${ana.user.id} for update`)
    answers = [ana.ask(changePassword, { body })]
    await waiting()
    answers.push(other.ask(logout))
    await waiting(2)
    await change(tx, sql`select id from tokens where user_id = ${ana.user.id} for update nowait`)
  })
  assert.deepEqual(
    (await Promise.all(answers)).map(({ status }) => status),
    [200, 204],
  )
})
