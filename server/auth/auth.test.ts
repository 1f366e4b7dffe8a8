import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  authOptions,
  getMe,
  listDevices,
  login,
  logout,
  register,
  revokeDevice,
} from '../../contract/auth.ts'
import { getBook } from '../../contract/books.ts'
import { client } from '../../contract/client.ts'
import { passkeyRegister, passkeyRegisterOptions } from '../../contract/passkeys.ts'
import { makeAuthenticator } from '../../test/authenticator.ts'
import { makeWorld, PASSWORD, refused, through } from '../../test/world.ts'
import { rows } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { openingChart } from '../records/chart.ts'
import { COST, OWASP } from './passwords.ts'

const cheap = { ...COST }
after(() => Object.assign(COST, cheap))
Object.assign(COST, OWASP) // as it is outside of tests
const world = await makeWorld()
const stranger = client(through(world.app), '/api/v1')

const draft = (email: string) => ({ name: 'Ana', email, password: PASSWORD, password_confirmation: PASSWORD })

test('a Florin where nobody has an account yet says so, to everybody', async () => {
  const door = {
    registration: 'open',
    mail: false,
    passwords: true,
    passkeys: true,
    origin: 'http://localhost:3000',
    oidc_name: null,
  }
  assert.deepEqual(await stranger.call(authOptions), { is_empty: true, ...door })
  await stranger.call(register, { body: draft('first@example.com') })
  assert.deepEqual(await stranger.call(authOptions), { is_empty: false, ...door })
})

test('registering opens an account, a book with its opening chart, and a session', async () => {
  const result = await stranger.call(register, { body: draft('Chart@Example.com') })
  assert.equal(result.token_type, 'Bearer')
  assert.match(result.token, /^flo_[\dA-Za-z]{92}$/)
  assert.equal(result.data.email, 'Chart@Example.com', 'kept as typed')
  assert.equal(result.data.base_currency_id, 'USD')
  const me = client(through(world.app), '/api/v1', result.token)
  assert.deepEqual(await me.call(getMe), result.data)

  const accounts = await rows<{ code: string; name: string; type: string }>(
    world.db,
    sql`select code, name, type from accounts where book_id = ${(await me.call(getBook)).id} order by code`,
  )
  assert.deepEqual(
    accounts,
    openingChart.map(({ code, name, type }) => ({ code, name: name(), type })),
  )
})

test('one e-mail is one account, whatever its case', async () => {
  await stranger.call(register, { body: draft('taken@example.com') })
  const problem = await refused(stranger.call(register, { body: draft('TAKEN@example.com') }))
  assert.equal(problem.code, 'email_taken')
  assert.equal(problem.status, 422)
  assert(problem.errors?.email)
})

test('eight registrations of one e-mail at once make one account', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 8 }, () => stranger.call(register, { body: draft('race@example.com') })),
  )
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1)
  const people = sql`select id from users where email = 'race@example.com'`
  const books = sql`select id from books where id in (select book_id from members where user_id in (${people}))`
  assert.equal((await rows(world.db, books)).length, 1)
  const strays = sql`select id from books where id not in (select book_id from members)`
  assert.deepEqual(await rows(world.db, strays), [])
})

test('a registration that is wrong is refused by field and leaves no trace', async () => {
  const before = await rows(world.db, sql`select id from users order by id`)
  const good = draft('wrong@example.com')
  for (const [change, field] of [
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ email: undefined }, 'email'],
    [{ email: '' }, 'email'],
    [{ email: 'a@b@c' }, 'email'],
    [{ email: 'a b@example.com' }, 'email'],
    [{ email: 'ana@-example.com' }, 'email'],
    [{ email: 7 }, 'email'],
    [{ password: 'short', password_confirmation: 'short' }, 'password'],
    [{ password: undefined }, 'password'],
    [{ password: 'x'.repeat(1025), password_confirmation: 'x'.repeat(1025) }, 'password'],
    [{ password_confirmation: undefined }, 'password_confirmation'],
    [{ password_confirmation: 'another horse' }, 'password_confirmation'],
    [{ base_currency_id: 'XXX' }, 'base_currency_id'],
    [{ base_currency_id: 'usdollar' }, 'base_currency_id'],
    [{ device_name: 5 }, 'device_name'],
  ] as const) {
    const answer = await world.send({
      method: 'POST',
      url: '/auth/register',
      payload: { ...good, ...change },
    })
    assert.equal(answer.status, 422, JSON.stringify(change))
    assert(answer.body.errors[field], answer.text)
    assert(!answer.text.includes('horse'), 'and no password is told back')
  }
  assert.deepEqual(await rows(world.db, sql`select id from users order by id`), before)
})

test('passwords of 8 and of 1,024 characters of any kind work; they are not stored', async () => {
  for (const password of ['        ', '😀'.repeat(8), '𝔵'.repeat(1024)]) {
    const ana = await world.person({ password })
    await stranger.call(login, { body: { email: ana.user.email, password } })
    const found = await rows<{ text: string }>(
      world.db,
      sql`select row_to_json(u)::text as text from users u where id = ${ana.user.id}`,
    )
    assert(!found[0]?.text.includes(password))
    assert.match(found[0]?.text ?? '', /\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  }
})

test('signing in takes the e-mail in any case and ignores a credential sent along', async () => {
  const ana = await world.person({ email: 'Case@Example.com' })
  const body = { email: 'CASE@EXAMPLE.COM', password: ana.password, device_name: 'Phone' }
  const headers = {
    authorization: 'Bearer nonsense',
    cookie: 'service-session=nonsense',
    'sec-fetch-site': 'cross-site',
  }
  const { data, token } = await stranger.call(login, { body, headers })
  assert.deepEqual(data, ana.user)
  assert.notEqual(token, ana.token)
})

test('an unknown e-mail and a wrong password get the same answer', async () => {
  const ana = await world.person()
  const wrong = await refused(stranger.call(login, { body: { email: ana.user.email, password: 'wrong' } }))
  const unknown = await refused(
    stranger.call(login, { body: { email: 'nobody@example.com', password: 'wrong' } }),
  )
  assert.equal(wrong.code, 'bad_credentials')
  assert.deepEqual({ ...wrong, request_id: '' }, { ...unknown, request_id: '' })
})

test('and take the same time', async () => {
  const timed = async (email: string) => {
    const start = performance.now()
    await refused(stranger.call(login, { body: { email, password: 'wrong' } }))
    return performance.now() - start
  }
  const ana = await world.person()
  const [known, unknown]: [number[], number[]] = [[], []]
  // In turns, so that other work on the machine slows both alike.
  for (let round = 0; round < 9; round++) {
    known.push(await timed(ana.user.email))
    unknown.push(await timed('nobody-at-all@example.com'))
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0
  const ratio = median(known) / median(unknown)
  assert(ratio < 2 && ratio > 0.5, `known ${known} ms, unknown ${unknown} ms`)
})

test('many right sign-ins at once are all answered', async () => {
  const ana = await world.person()
  const body = { email: ana.user.email, password: ana.password }
  const results = await Promise.all(Array.from({ length: 20 }, () => stranger.call(login, { body })))
  assert.equal(new Set(results.map(({ token }) => token)).size, 20)
})

test('devices are listed, the current one marked, and signed out one by one', async () => {
  const ana = await world.person({ device_name: 'Laptop' })
  const { token } = await stranger.call(login, {
    body: { email: ana.user.email, password: ana.password, device_name: 'Phone' },
  })
  const phone = client(through(world.app), '/api/v1', token)
  const { data } = await ana.call(listDevices)
  assert.deepEqual(
    data.map(({ device_name, is_current }) => [device_name, is_current]),
    [
      ['Phone', false],
      ['Laptop', true],
    ],
  )
  const { id = '' } = data[0] ?? {}

  const eve = await world.person()
  assert.equal((await refused(eve.call(revokeDevice, { params: { id } }))).code, 'not_found')
  assert.deepEqual(await ana.call(revokeDevice, { params: { id } }), data[0])
  assert.equal((await refused(phone.call(getMe))).code, 'unauthenticated')
  assert.equal((await refused(ana.call(revokeDevice, { params: { id } }))).code, 'not_found')
  assert.equal((await ana.call(listDevices)).data.length, 1)
})

test('a device without a name takes that of its browser', async () => {
  const body = draft('agent@example.com')
  const { token } = await stranger.call(register, {
    body,
    headers: { 'user-agent': `Browser/${'9'.repeat(300)}` },
  })
  const { data } = await client(through(world.app), '/api/v1', token).call(listDevices)
  assert.equal(data[0]?.device_name, `Browser/${'9'.repeat(247)}`)
})

test('logging out ends the token and clears the cookie', async () => {
  const ana = await world.person()
  const answer = await ana.send({ method: 'POST', url: '/auth/logout' })
  assert.equal(answer.status, 204)
  assert.match(answer.headers['set-cookie'] ?? '', /^service-session=; .*Max-Age=0/)
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  await refused(ana.call(logout))
})

const GERMAN_CHART = [
  'Bargeld',
  'Girokonto',
  'Forderungen',
  'Verbindlichkeiten',
  'Anfangssalden',
  'Währungstausch',
  'Kursgewinne und -verluste',
]

/** The names of the accounts that a book began with, in the order of their codes. */
const chartOf = async (bookId: string) => {
  const named = await rows<{ name: string }>(
    world.db,
    sql`select name from accounts where book_id = ${bookId} order by code`,
  )
  return named.map(({ name }) => name)
}

test('whoever registers in German gets accounts with German names, and without a language English ones, whatever the browser asks for', async () => {
  const english = openingChart.map(({ name }) => name())
  const payload = { ...draft('german@example.com'), language: 'de' }
  const ask = (payload: object) =>
    world.send({ method: 'POST', url: '/auth/register', headers: { 'accept-language': 'fr' }, payload })
  const german = (await ask(payload)).body.data
  assert.equal(german.language, 'de')
  assert.deepEqual(await chartOf(german.default_book_id), GERMAN_CHART)
  for (const language of [undefined, null]) {
    const { data } = (await ask({ ...draft(`english-${language}@example.com`), language })).body
    assert.equal(data.language, null)
    assert.deepEqual(await chartOf(data.default_book_id), english)
  }
  const unknown = await ask({ ...draft('klingon@example.com'), language: 'tlh' })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['language']])
  assert.deepEqual(await rows(world.db, sql`select from logins where email_key = 'klingon@example.com'`), [])
})

test('an account that is opened with a passkey has its language and its names as well', async () => {
  const person = { name: 'Kay', email: 'kay@example.com', language: 'de' as const }
  const options = await stranger.call(passkeyRegisterOptions, { body: person })
  const body = { ...person, passkey: makeAuthenticator().create(options), passkey_name: 'Laptop' }
  const { data } = await stranger.call(passkeyRegister, { body })
  assert.equal(data.language, 'de')
  assert.deepEqual(await chartOf(data.default_book_id), GERMAN_CHART)
})
