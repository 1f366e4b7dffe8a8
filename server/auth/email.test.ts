import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePassword, getMe, listUserEvents, login, updateMe } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { askRecovery, confirmEmail, sendConfirmation } from '../../contract/mail.ts'
import { passkeyRecovery, passkeyRecoveryOptions } from '../../contract/passkeys.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { makeAuthenticator } from '../../test/authenticator.ts'
import { linkIn, mailServer, mailSettings, readMail, subjectOf } from '../../test/mail-server.ts'
import { makeWorld, PASSWORD, type Person, personOf, refused, through } from '../../test/world.ts'
import { change, rows, transaction } from '../database/database.ts'
import { type Sql, sql } from '../database/sql.ts'
import { newId } from '../process/ids.ts'
import { readSettings } from '../settings.ts'
import { sendMails } from './mailing.ts'
import { makeRecoveryLink } from './recovery.ts'
import { makeSend } from './smtp.ts'
import { makeToken } from './tokens.ts'

const mails = await mailServer()
const settings = mailSettings(mails)
const world = await makeWorld({ ...settings, logLevel: 'info' })
const all = { ...readSettings({}), ...settings }
const send = (await makeSend(all)) ?? assert.fail()
const deliver = () =>
  sendMails({ db: world.service, settings: all, log: { warn: (line) => assert.fail(line) } }, send)
const past = (statement: Sql) => transaction(world.db, (tx) => change(tx, statement))
const stranger = (app = world.app) => client(through(app), '/api/v1')
const to = (email: string) => mails.received.filter((mail) => mail.to.includes(email))
const linkTo = (email: string) => linkIn(to(email).at(-1))
const confirm = (token: string, app = world.app) => stranger(app).ask(confirmEmail, { body: { token } })
const signsIn = async (email: string, password = PASSWORD) =>
  (await stranger().ask(login, { body: { email, password } })).status === 200
const stored = ({ user }: Person) =>
  rows(
    world.db,
    sql`select email, email_confirmed_at, pending_email, version, log_version from users where id = ${user.id}`,
  )

/** Somebody whose first mail has been sent. All register from one network, whose mails do not count here. */
async function person() {
  await past(sql`delete from login_attempts where email_key = 'mail'`)
  const made = await world.person()
  await deliver()
  return made
}
/** Asks for another address, and sends the mails about it. */
async function ask(ana: Person, email: string) {
  const changed = await ana.call(updateMe, { body: { email, current_password: PASSWORD } })
  await deliver()
  return changed
}
let number = 0
const fresh = () => `new-${++number}@other.example`

test('a new person is asked by mail to confirm; opening the link changes nothing, sending it does', async () => {
  const ana = await person()
  assert.equal(ana.user.email_confirmed_at, null)
  const [mail] = to(ana.user.email)
  const { page, token } = linkIn(mail)
  assert.equal(page, 'http://money.example/confirm')
  assert.match(readMail(mail ?? assert.fail()).text, /from the network address 127\.0\.0\.1\./)
  const before = world.logged.length
  const answer = await confirm(token)
  assert.deepEqual([answer.status, await answer.json()], [200, { email: ana.user.email }])
  assert.equal(answer.headers.get('set-cookie'), null, 'nobody is signed in by it')
  const { email_confirmed_at, version } = await ana.call(getMe)
  assert.notEqual(email_confirmed_at, null)
  const [event] = (await ana.call(listUserEvents)).data
  assert.deepEqual(
    [event?.version, event?.action, event?.resource, event?.after, event?.device_id],
    [version, 'confirmed', 'profile', { email: ana.user.email }, null],
  )
  const line = world.logged.slice(before).find(({ security }) => security === 'email_confirmed')
  assert.equal(line?.who, ana.user.id)
  assert(!JSON.stringify(world.logged).includes(token.slice(4)))
})

test('a changed address is pending: the old one signs in and gets recovery mails until the new one is confirmed', async () => {
  const ana = await person()
  const [old, next] = [ana.user.email, fresh()]
  const changed = await ask(ana, next)
  assert.deepEqual([changed.email, changed.pending_email], [old, next])
  assert.deepEqual([await signsIn(old), await signsIn(next)], [true, false])
  await stranger().call(askRecovery, { body: { email: next } })
  await stranger().call(askRecovery, { body: { email: old } })
  await deliver()
  assert.equal(to(next).length, 1, 'its confirmation')
  const [, notice, recovery] = to(old)
  assert.match(readMail(notice ?? assert.fail()).text, /Keep the old one/)
  assert(!readMail(notice ?? assert.fail()).text.includes(next))
  const { token: way } = linkIn(recovery)
  assert.match(way, /^flr_/)

  const { token } = linkTo(next)
  assert.equal((await confirm(token)).status, 200)
  const now = await ana.call(getMe)
  assert.deepEqual([now.email, now.pending_email], [next, null])
  assert.notEqual(now.email_confirmed_at, null)
  assert.deepEqual([await signsIn(old), await signsIn(next)], [false, true])
  const events = (await ana.call(listUserEvents)).data
  const told = events.find(({ action }) => action === 'confirmed')
  assert.deepEqual([told?.before, told?.after], [{ email: old }, { email: next }])
  const body = { token: way, password: 'a lamp in the hall', password_confirmation: 'a lamp in the hall' }
  assert.equal((await refused(stranger().call(recoverPassword, { body }))).code, 'link_invalid')
})

test('the old address, sent again, takes the change back, and its link works no more', async () => {
  const ana = await person()
  const next = fresh()
  await ask(ana, next)
  const { pending_email, email } = await ana.call(updateMe, { body: { email: ana.user.email } })
  assert.deepEqual([email, pending_email], [ana.user.email, null])
  const before = await stored(ana)
  assert.match(await (await confirm(linkTo(next).token)).text(), /link_invalid/)
  assert.deepEqual(await stored(ana), before)
})

test('a new password takes a pending address back, by a link too', async () => {
  const [ana, bea] = [await person(), await person()]
  const [first, second] = [fresh(), fresh()]
  await ask(ana, first)
  await ask(bea, second)
  const password = 'a lamp in the hall'
  const body = { password, password_confirmation: password }
  const { data } = await ana.call(changePassword, { body: { ...body, current_password: PASSWORD } })
  assert.equal(data.pending_email, null)
  const { token } = await transaction(world.db, (tx) => makeRecoveryLink(tx, bea.user.id, all))
  await stranger().call(recoverPassword, { body: { ...body, token } })
  for (const email of [first, second])
    assert.match(await (await confirm(linkTo(email).token)).text(), /link_invalid/)
  const [kept] = await rows<{ email_confirmed_at: string | null }>(
    world.db,
    sql`select email_confirmed_at from users where id = ${bea.user.id}`,
  )
  assert.equal(kept?.email_confirmed_at, null, 'a link that was not mailed confirms nothing')
})

test('wrong, used, expired, replaced, outdated and foreign links answer alike and change nothing', async () => {
  const [ana, bea, eve] = [await person(), await person(), await person()]
  const used = linkTo(ana.user.email).token
  assert.equal((await confirm(used)).status, 200)
  const replaced = linkTo(bea.user.email).token
  await bea.call(sendConfirmation)
  await deliver()
  const expired = linkTo(bea.user.email).token
  assert.notEqual(expired, replaced)
  await past(sql`update email_links set expires_at = now() where user_id = ${bea.user.id}`)
  const next = fresh()
  const outdated = linkTo(eve.user.email).token
  await ask(eve, next)
  const { token: recovery } = await transaction(world.db, (tx) => makeRecoveryLink(tx, eve.user.id, all))
  const sent = [
    used,
    replaced,
    expired,
    outdated,
    recovery,
    recovery.replace('flr_', 'flc_'),
    linkTo(next).token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    makeToken(ana.user.id, newId(), 'flc_').text,
    makeToken(newId(), newId(), 'flc_').text,
    ana.token,
    'x',
    '',
  ]
  const before = await Promise.all([ana, bea, eve].map(stored))
  const answers = await Promise.all(
    sent.map(async (token) => {
      const problem = (await (await confirm(token)).json()) as object // every refusal has this shape
      return JSON.stringify({ ...problem, request_id: '' })
    }),
  )
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
  assert.match(answers[0] ?? '', /"link_invalid"/)
  assert.deepEqual(await Promise.all([ana, bea, eve].map(stored)), before)
  assert.equal((await confirm('x'.repeat(300))).status, 422)
})

test('of many that send one link at once to two instances, one confirms', async () => {
  const ana = await person()
  const next = fresh()
  await ask(ana, next)
  const { token } = linkTo(next)
  const apps = [world.app, world.another()]
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => confirm(token, apps[index % 2])))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(answers.filter(({ status }) => status === 422).length, 5)
  assert.equal((await ana.call(getMe)).email, next)
})

test('an address that somebody has taken meanwhile is refused at the confirmation, and nothing changes', async () => {
  const ana = await person()
  const next = fresh()
  await ask(ana, next)
  const { token } = linkTo(next)
  await past(sql`delete from login_attempts where email_key = 'mail'`)
  await personOf(world.app, { email: next })
  const before = await stored(ana)
  const problem = await refused(stranger().call(confirmEmail, { body: { token } }))
  assert.equal(problem.code, 'email_taken')
  assert.deepEqual(await stored(ana), before)
  assert.equal(await signsIn(ana.user.email), true)
  const again = await refused(ask(ana, next.toUpperCase()))
  assert.equal(again.code, 'email_taken', 'and is refused before a mail is sent, once it is taken')
  await past(sql`delete from jobs`)
})

test('a mail can be sent again, three times an hour to one address; with nothing to confirm it is refused', async () => {
  const ana = await person()
  await ana.call(sendConfirmation)
  await ana.call(sendConfirmation)
  const problem = await refused(ana.call(sendConfirmation))
  assert.deepEqual([problem.code, problem.params.retry_after], ['too_many_attempts', 1_200])
  await deliver()
  assert.equal(to(ana.user.email).length, 3)
  assert.equal((await confirm(linkTo(ana.user.email).token)).status, 200)
  assert.equal((await refused(ana.call(sendConfirmation))).code, 'email_confirmed')
})

test('one person can have few mails sent to strangers', async () => {
  const ana = await person()
  const codes: string[] = []
  for (let index = 0; index < 5; index++) {
    const answer = await ana.ask(updateMe, { body: { email: fresh(), current_password: PASSWORD } })
    codes.push(String(answer.status))
  }
  assert.deepEqual(
    [codes.filter((code) => code === '200').length, codes.at(-1)],
    [3, '429'],
    'the old address gets a mail of each',
  )
  const pending = `new-${number - 2}@other.example`
  assert.equal((await ana.call(getMe)).pending_email, pending, 'a refused one leaves the one before')
  await past(sql`delete from jobs`)
})

test('without a mail server a change counts at once, nothing is confirmed, and these routes are refused', async () => {
  const ana = await person()
  const [next, last] = [fresh(), fresh()]
  await ask(ana, next)
  const { token } = linkTo(next)
  const quiet = world.another({ smtpUrl: undefined })
  const there = client(through(quiet), '/api/v1', ana.token)
  const seen = await there.call(getMe)
  assert.deepEqual([seen.email, seen.email_confirmed_at, seen.pending_email], [ana.user.email, null, null])
  assert.equal(await signsIn(ana.user.email), true)
  for (const asked of [there.call(confirmEmail, { body: { token } }), there.call(sendConfirmation)])
    assert.equal((await refused(asked)).code, 'mail_off')
  assert.equal((await ana.call(getMe)).pending_email, next, 'it is pending again once mail is back')
  const changed = await there.call(updateMe, { body: { email: last, current_password: PASSWORD } })
  assert.deepEqual([changed.email, changed.pending_email], [last, null])
  assert.equal(await signsIn(last), true)
  assert.match(await (await confirm(token)).text(), /link_invalid/)
})

test('a mail about an address that was confirmed or taken back meanwhile is not sent', async () => {
  const ana = await person()
  const next = fresh()
  await ana.call(updateMe, { body: { email: next, current_password: PASSWORD } })
  await ana.call(updateMe, { body: { email: ana.user.email } })
  assert.equal((await confirm(linkTo(ana.user.email).token)).status, 200)
  await deliver()
  assert.equal(to(next).length, 0)
})

test('a passkey that a recovery link adds ends a pending address, whose link then changes nothing', async () => {
  const ana = await person()
  const next = fresh()
  await ask(ana, next) // by somebody who had her session and her password
  const local = world.another({ publicUrl: undefined })
  const { token } = await transaction(world.db, (tx) => makeRecoveryLink(tx, ana.user.id, all))
  const options = await stranger(local).call(passkeyRecoveryOptions, { body: { token } })
  const passkey = makeAuthenticator().create(options)
  await stranger(local).call(passkeyRecovery, { body: { token, passkey } })
  const after = await stored(ana)
  assert.partialDeepStrictEqual(after, [{ email: ana.user.email, pending_email: null }])
  assert.match(await (await confirm(linkTo(next).token)).text(), /link_invalid/)
  assert.deepEqual(await stored(ana), after)
})

/** The subject and the text of the last mail to an address. */
function lastTo(email: string) {
  const mail = to(email).at(-1) ?? assert.fail(`no mail to ${email}`)
  return { subject: subjectOf(mail), text: readMail(mail).text }
}

test('each mail is in the language of its reader as it is when the mail is sent, and English without one', async () => {
  const ana = await person()
  assert.equal(lastTo(ana.user.email).subject, 'Confirm your e-mail for Florin')
  await ana.call(updateMe, { body: { language: 'de' } })
  const headers = { 'accept-language': 'fr' }
  const recover = (email: string) =>
    world.send({ method: 'POST', url: '/auth/recovery', headers, payload: { email } })
  await recover(ana.user.email)
  await deliver()
  const { subject, text } = lastTo(ana.user.email)
  assert.equal(subject, 'Ein neues Passwort für Florin')
  assert.match(text, /Mit diesem Link /)
  assert.match(text, /am \d{1,2}\. \p{L}+ \d{4}, \d\d:\d\d UTC/u)
  assert.doesNotMatch(text, /\b(link|asked|nothing)\b/)
  assert.equal(linkIn(to(ana.user.email).at(-1)).page, 'http://money.example/recover')

  const email = fresh()
  await ask(ana, email)
  assert.equal(lastTo(email).subject, 'Bestätige deine E-Mail-Adresse für Florin')
  assert.match(
    lastTo(ana.user.email).subject,
    /^Die E-Mail-Adresse deines Benutzerkontos .* soll sich ändern$/,
  )

  const arabic = await world.person({ language: 'ar' })
  await ana.call(updateMe, { body: { language: null } })
  await recover(ana.user.email)
  await deliver()
  assert.equal(lastTo(ana.user.email).subject, 'A new password for Florin')
  assert.match(lastTo(ana.user.email).text, /^With this link you set a new password/)
  assert.equal(lastTo(arabic.user.email).subject, 'تأكيد بريدك الإلكتروني لـFlorin')
  assert.match(lastTo(arabic.user.email).text, /\n\nhttp:\/\/money\.example\/confirm#\S+\n\n/)
})
