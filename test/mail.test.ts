import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askRecovery } from '../contract/mail.ts'
import { change, rows, transaction } from '../server/database/database.ts'
import { sql } from '../server/database/sql.ts'
import { readSettings } from '../server/settings.ts'
import { killHard, refusedStart, start, stop } from './instance.ts'
import { linkIn, mailServer } from './mail-server.ts'
import { until } from './until.ts'
import { databaseUrl, makeWorld } from './world.ts'

test('a process that is killed while it sends a mail loses none: another one sends it, once', async () => {
  const world = await makeWorld()
  const mails = await mailServer()
  const env = {
    DATABASE_URL: await databaseUrl(world),
    SMTP_URL: mails.url,
    MAIL_FROM: 'florin@money.example',
    PUBLIC_URL: 'http://money.example',
  }
  const { user } = await world.person()
  mails.manner = 'hangs'
  const first = await start(env)
  const answer = await fetch(`${first.address}api/v1${askRecovery.path}`, {
    method: 'POST',
    body: JSON.stringify({ email: user.email }),
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 200)
  await until(() => mails.connections() > 0, 30_000, first.said)
  await killHard(first)
  const left = await rows<{ attempts: number }>(world.db, sql`select attempts from jobs`)
  assert.deepEqual(left, [{ attempts: 1 }])

  mails.manner = 'takes'
  await transaction(world.db, (tx) => change(tx, sql`update jobs set due_at = now()`)) // the pause is over
  const [second, third] = await Promise.all([start(env), start({ ...env, WORKERS: '2' })])
  await until(async () => (await rows(world.db, sql`select from jobs`)).length === 0, 30_000, second.said)
  assert.deepEqual(
    mails.received.map(({ to }) => to),
    [[user.email]],
  )
  assert.match(linkIn(mails.received[0]).token, /^flr_/)
  assert.deepEqual([await stop(second), await stop(third)], [0, 0])
})

test('mail needs both of its settings and PUBLIC_URL, and no sentence shows the password', async () => {
  const SMTP_URL = 'smtps://florin:secret@mail.example:2465'
  const MAIL_FROM = 'Florin <florin@mail.example>'
  const PUBLIC_URL = 'https://money.example'
  const both = 'SMTP_URL and MAIL_FROM belong together: set both, or neither.'
  for (const half of [{ SMTP_URL }, { MAIL_FROM }])
    assert.throws(() => readSettings({ ...half, PUBLIC_URL }), { message: both })
  assert.equal(
    await refusedStart({ SMTP_URL, MAIL_FROM }),
    'SMTP_URL needs PUBLIC_URL, the address that the links in mails begin with.',
  )
  assert.equal(readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL }).smtpUrl?.hostname, 'mail.example')
  for (const from of ['florin@mail.example', "Ana's Florin <florin@mail.example>"])
    assert.equal(readSettings({ SMTP_URL, MAIL_FROM: from, PUBLIC_URL }).mailFrom, from)
})
