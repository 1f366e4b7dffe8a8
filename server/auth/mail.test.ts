import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authOptions, getMe, listUserEvents, login, register } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { askRecovery } from '../../contract/mail.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { getSecondFactor } from '../../contract/second-factor.ts'
import { linkIn, type MailServer, mailServer, mailSettings, readMail } from '../../test/mail-server.ts'
import { enrol } from '../../test/second-factor.ts'
import { makeWorld, PASSWORD, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { readSettings } from '../settings.ts'
import { sendMails } from './mailing.ts'
import { connectionOf, makeSend } from './smtp.ts'

const mails = await mailServer()
const settings = mailSettings(mails)
const world = await makeWorld({ ...settings, logLevel: 'info' })
const all = { ...readSettings({}), ...settings }
const warned: string[] = []
const log = { warn: (line: string) => void warned.push(line) }
const send = (await makeSend(all)) ?? assert.fail()
const deliver = (by = send) => sendMails({ db: world.service, settings: all, log }, by)
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const allDue = () => past(sql`update jobs set due_at = now() - interval '1 second'`)
const countJobs = async () => (await rows(world.db, sql`select from jobs`)).length
let network = 0
/** Each from a network of its own, so that the limit of one does not matter. */
const stranger = (address = `10.1.${network >> 8}.${network++ & 255}`) =>
  client(through(world.app, address), '/api/v1')
const ask = (email: string, address?: string) => stranger(address).ask(askRecovery, { body: { email } })
const to = (email: string, { received }: MailServer = mails) =>
  received.filter((mail) => mail.to.includes(email))

/** Somebody whose first mail has been sent. All register from one network, whose mails do not count here. */
async function person(more = {}) {
  await past(sql`delete from login_attempts where email_key = 'mail'`)
  const made = await world.person(more)
  await deliver()
  return made
}

test('whoever has lost the password gets one link by mail, which sets a new one, confirms the e-mail and stands in the logs', async () => {
  const ana = await person({ name: 'Ana Secret' })
  const before = world.logged.length
  const answer = await ask(ana.user.email.toUpperCase(), '203.0.113.7')
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), { link_minutes: 30 })
  assert.equal(to(ana.user.email).length, 1, 'the request sends nothing')
  await deliver()
  const mail = to(ana.user.email)[1] ?? assert.fail('no mail')
  const { headers, text } = readMail(mail)
  assert.deepEqual(mail.to, [ana.user.email])
  assert.equal(mail.from, 'florin@money.example')
  assert.deepEqual(headers.to, [ana.user.email])
  assert.deepEqual(headers.from, ['Florin <florin@money.example>'])
  assert.deepEqual(headers['auto-submitted'], ['auto-generated'])
  assert.match(headers['content-type']?.[0] ?? '', /^text\/plain/)
  assert.match(text, /from the network address 203\.0\.113\.7\./)
  assert.match(text, /If it was not you, do nothing/)
  assert.doesNotMatch(text, /Ana Secret/)
  const { page, token } = linkIn(mail)
  assert.equal(page, 'http://money.example/recover')
  const stored = await rows<{ text: string }>(
    world.db,
    sql`select to_jsonb(l)::text as text from recovery_links l union all select to_jsonb(j)::text from jobs j`,
  )
  assert(!JSON.stringify(stored).includes(token.slice(4)), 'a dump of the database opens no account')
  assert.equal((await ana.call(getMe)).email_confirmed_at, null)

  const password = 'a lamp in the hall'
  await stranger().call(recoverPassword, { body: { token, password, password_confirmation: password } })
  assert.equal((await refused(ana.call(getMe))).code, 'unauthenticated')
  const { data, token: session } = await stranger().call(login, { body: { email: ana.user.email, password } })
  assert.notEqual(data.email_confirmed_at, null)
  const events = await client(through(world.app), '/api/v1', session).call(listUserEvents)
  assert(events.data.some(({ action }) => action === 'recovered'))
  const security = world.logged.slice(before).map((line) => line.security)
  for (const event of ['recovery_asked', 'password_recovered']) assert(security.includes(event), event)
  assert(!JSON.stringify(world.logged).includes(token.slice(4)))
  assert(!JSON.stringify(world.logged.slice(before)).includes(ana.user.email))
})

test('a link by mail switches no second factor off', async () => {
  const ana = await person()
  await enrol(ana)
  await ask(ana.user.email)
  await deliver()
  const { token } = linkIn(to(ana.user.email).at(-1))
  const password = 'a lamp in the hall'
  await stranger().call(recoverPassword, { body: { token, password, password_confirmation: password } })
  const problem = await refused(stranger().call(login, { body: { email: ana.user.email, password } }))
  assert.equal(problem.code, 'second_factor_required')
  assert.equal((await refused(ana.call(getSecondFactor))).code, 'unauthenticated')
})

test('an unknown e-mail gets the same answer and no mail, and nothing of it is kept', async () => {
  const [known, unknown] = [(await person()).user.email, 'nobody@elsewhere.example']
  const answers = await Promise.all([ask(known), ask(unknown)])
  const [one, other] = await Promise.all(answers.map(async (each) => [each.status, await each.text()]))
  assert.deepEqual(one, other)
  assert.equal(await countJobs(), 2)
  await deliver()
  assert.equal(to(unknown).length, 0)
  assert.equal(to(known).length, 2)
  assert.equal(await countJobs(), 0)
})

test('known and unknown e-mails take the same time', async () => {
  const people: string[] = []
  for (let index = 0; index < 40; index++) people.push((await world.person()).user.email)
  const took = { known: [] as number[], unknown: [] as number[] }
  const measure = async (kind: keyof typeof took, email: string) => {
    const from = performance.now()
    await ask(email)
    took[kind].push(performance.now() - from)
  }
  // In turn, so that a slow moment of the machine meets both.
  for (let round = 0; round < 3; round++)
    for (const [index, email] of people.entries()) {
      await measure('known', email)
      await measure('unknown', `nobody-${index}@elsewhere.example`)
    }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  const ratio = median(took.known) / median(took.unknown)
  assert(ratio > 0.6 && ratio < 1.6, `known / unknown: ${ratio}`)
  await past(sql`delete from jobs`)
})

test('an address gets three mails in an hour, whoever asks, and the answer stays the same', async () => {
  const [ana, unknown] = [await person(), 'nobody-more@elsewhere.example']
  for (const email of [ana.user.email, unknown]) {
    const answers = []
    for (let index = 0; index < 5; index++) answers.push((await ask(email)).status)
    assert.deepEqual(answers, [200, 200, 200, 200, 200])
  }
  assert.equal(await countJobs(), 6)
  await deliver()
  assert.equal(to(ana.user.email).length, 1 + 3)
  await past(
    sql`update login_attempts set at = at - interval '21 minutes' where email_key like 'mail recovery %'`,
  )
  await ask(ana.user.email)
  await deliver()
  assert.equal(to(ana.user.email).length, 1 + 4)
})

test('of many at once from one network, ten are heard; the others are told when to come again', async () => {
  const address = '198.51.100.9'
  const apps = [world.app, world.another()]
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) =>
      client(through(apps[index % 2] ?? world.app, address), '/api/v1').ask(askRecovery, {
        body: { email: `nobody-${index}@many.example` },
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  const late = answers.find(({ status }) => status === 429) ?? assert.fail()
  assert.equal(late.headers.get('retry-after'), '360')
  assert.match(await late.text(), /too_many_attempts/)
  assert.equal(await countJobs(), 10)
  await past(sql`delete from jobs`)
})

test('without a mail server, asking is refused and written nowhere; the options say which it is', async () => {
  const quiet = client(through(world.another({ smtpUrl: undefined })), '/api/v1')
  const problem = await refused(quiet.call(askRecovery, { body: { email: 'ana@example.com' } }))
  assert.deepEqual([problem.code, problem.status], ['mail_off', 409])
  assert.match(problem.detail, /Ask whoever runs this server for a link/)
  assert.equal(await countJobs(), 0)
  assert.deepEqual(
    [(await quiet.call(authOptions)).mail, (await stranger().call(authOptions)).mail],
    [false, true],
  )
})

test('no e-mail and no name brings a header, a recipient or a text of its own into a mail', async () => {
  const hostile = [
    'ana@example.com\r\nBcc: eve@evil.example',
    'ana@example.com\nBcc: eve@evil.example',
    'ana@example.com,eve@evil.example',
    'ana@example.com eve@evil.example',
    '"ana\r\nBcc: eve"@example.com',
    'Eve <eve@evil.example>',
    'ana@example.com\u0000',
    'ana@example.com\u2028Bcc: eve@evil.example',
    'ana@xn--ñ.example',
    `${'a'.repeat(300)}@example.com`,
    '',
  ]
  for (const email of hostile) assert.equal((await ask(email)).status, 422, JSON.stringify(email))
  assert.equal(await countJobs(), 0)
  const names = ['Eve\u0020<eve@evil.example>', 'http://evil.example/free-money', '=?utf-8?Q?Bcc=3A_eve?=']
  for (const [index, name] of names.entries()) {
    const email = `=?utf-8?q?x=0d=0abcc=3aeve?=${index}@example.com`
    const ana = await person({ name, email })
    await ask(ana.user.email)
    await deliver()
    const found = to(email)
    assert.equal(found.length, 2)
    for (const mail of found) {
      const { headers, text } = readMail(mail)
      assert.deepEqual(mail.to, [email])
      for (const header of ['to', 'from', 'subject']) assert.equal(headers[header]?.length, 1, header)
      assert.equal(headers.bcc ?? headers.cc, undefined)
      assert.doesNotMatch(text, /evil/)
    }
  }
})

test('of two instances, one sends each mail', async () => {
  const people = [await person(), await person(), await person()]
  for (const { user } of people) await ask(user.email)
  const slow = async (mail: Parameters<typeof send>[0]) => {
    await new Promise((done) => setTimeout(done, 30))
    await send(mail)
  }
  await Promise.all([deliver(slow), deliver(slow), deliver(slow)])
  for (const { user } of people) assert.equal(to(user.email).length, 2)
  assert.equal(await countJobs(), 0)
})

test('an account that is deleted before its mail gets none', async () => {
  const ana = await person()
  await ask(ana.user.email)
  assert.equal(await countJobs(), 1)
  const answer = await ana.send({
    method: 'DELETE',
    url: '/auth/me',
    payload: { current_password: PASSWORD },
  })
  assert.equal(answer.status, 204)
  assert.equal(await countJobs(), 0)
})

test('a mail server that is down, refuses for now or hangs up gets the mail later', async () => {
  const ana = await person()
  await ask(ana.user.email)
  const server = await mailServer()
  const there = (await makeSend({ ...all, ...mailSettings(server) })) ?? assert.fail()
  warned.length = 0
  for (const manner of ['defers', 'drops'] as const) {
    server.manner = manner
    await deliver(there)
    assert.equal(await countJobs(), 1, manner)
    await deliver(there) // it waits for its time
    await allDue()
  }
  await server.stop()
  await deliver(there)
  assert.deepEqual(
    warned.map((line) => /attempt (\d) of 6: (\w+)/.exec(line)?.slice(1).join(' ')),
    ['1 EENVELOPE', '2 ECONNECTION', '3 ESOCKET'],
  )
  assert(!warned.join().includes(ana.user.email))
  const again = await mailServer({ port: server.port })
  await allDue()
  await deliver(there)
  assert.equal(to(ana.user.email, again).length, 1)
  assert.equal(await countJobs(), 0)
  const { token } = linkIn(to(ana.user.email, again)[0])
  assert.match(token, /^flr_/)
})

test('a mail server that is silent, or goes on for ever, is left after a while', async () => {
  const server = await mailServer()
  server.manner = 'hangs'
  const there = { ...all, ...mailSettings(server) }
  const mail = { to: 'ana@example.com', subject: 'x', text: 'y' }
  for (const limits of [
    { step: 300, silence: 300, mail: 60_000 },
    { step: 60_000, silence: 60_000, mail: 300 },
  ])
    await assert.rejects(async () => (await makeSend(there, limits))?.(mail), { code: 'ETIMEDOUT' })
  assert.equal(server.received.length, 0)
})

test('a password leaves the machine encrypted or not at all', () => {
  const of = (url: string) => connectionOf(new URL(url))
  const { auth, ...far } = of('smtp://a%40b:p%2Fw@mail.example')
  assert.deepEqual(auth, { user: 'a@b', pass: 'p/w' })
  const open = { secure: false, ignoreTLS: false, port: 587 }
  assert.deepEqual(far, { host: 'mail.example', ...open, requireTLS: true })
  assert.deepEqual(of('smtp://mail.example'), { host: 'mail.example', ...open, requireTLS: false })
  assert.equal(of('smtps://a:b@mail.example').port, 465)
  assert.deepEqual(of('smtp://[::1]:2525'), {
    host: '::1',
    port: 2525,
    secure: false,
    ignoreTLS: true,
    requireTLS: false,
  })
})

test('a mail is given up after six attempts, and at once where the server refuses the address for good', async () => {
  const ana = await person()
  await ask(ana.user.email)
  warned.length = 0
  const fails = async () => {
    throw Object.assign(new Error(`no ${ana.user.email}`), { code: 'ETIMEDOUT' })
  }
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 6; attempt++) {
    await deliver(fails)
    const [job] = await rows<{ pause: number }>(
      world.db,
      sql`select round(extract(epoch from due_at - now()))::integer as pause from jobs`,
    )
    pauses.push(Math.round((job?.pause ?? 0) / 10) * 10)
    await allDue()
  }
  assert.deepEqual(pauses, [60, 120, 240, 480, 900, 900])
  await deliver(fails)
  assert.equal(await countJobs(), 0)
  assert.equal(warned.at(-1), 'A mail (recovery) was given up after 6 attempts.')
  assert(!warned.join().includes(ana.user.email))

  await ask(ana.user.email)
  mails.manner = 'refuses'
  await deliver()
  mails.manner = 'takes'
  assert.match(warned.at(-1) ?? '', /EENVELOPE 550\. The mail server refuses it for good\.$/)
  assert.equal(await countJobs(), 0)
})

test('a job that nobody did for a day is left alone', async () => {
  const ana = await person()
  await ask(ana.user.email)
  await past(sql`update jobs set due_at = now() - interval '25 hours'`)
  await deliver()
  assert.equal(to(ana.user.email).length, 1)
  await past(sql`delete from jobs`)
})

test('a mail server gets the account of SMTP_URL', async () => {
  const server = await mailServer({ account: { user: 'florin@mail', pass: 'p@ss/word: 100%' } })
  const there = (await makeSend({ ...all, ...mailSettings(server) })) ?? assert.fail()
  await there({ to: 'ana@example.com', subject: 'x', text: 'y' })
  assert.equal(server.received.length, 1)
  const wrong = { ...all, ...mailSettings({ url: server.url.replace('florin', 'nobody') }) }
  await assert.rejects(
    (await makeSend(wrong))?.({ to: 'a@example.com', subject: 'x', text: 'y' }) ?? assert.fail(),
    {
      code: 'EAUTH',
    },
  )
})

test('somebody who registers while mail is on is signed in at once', async () => {
  const body = { name: 'Eve', email: 'eve@new.example', password: PASSWORD, password_confirmation: PASSWORD }
  const { data, token } = await stranger().call(register, { body })
  assert.deepEqual([data.email_confirmed_at, data.pending_email], [null, null])
  assert.equal((await client(through(world.app), '/api/v1', token).call(getMe)).email, body.email)
  await past(sql`delete from jobs`)
})
