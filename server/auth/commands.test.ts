import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUserEvents, login } from '../../contract/auth.ts'
import { client } from '../../contract/client.ts'
import { recoverPassword } from '../../contract/recovery.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '../../contract/second-factor.ts'
import { launch, type Run } from '../../test/instance.ts'
import { freshCode } from '../../test/second-factor.ts'
import { databaseUrl, makeWorld, personOf, refused, through } from '../../test/world.ts'
import { transaction } from '../database/database.ts'
import { readSettings } from '../settings.ts'
import { makeInvitation } from './invitations.ts'

const world = await makeWorld({ registration: 'invited' })
const address = await databaseUrl(world)

const linkToken = async () =>
  (await transaction(world.db, (tx) => makeInvitation(tx, {}, readSettings({})))).token

/** Runs a command as npm does. */
const command = (name: string, args: string[], env: Record<string, string> = {}): Run =>
  launch(
    { DATABASE_URL: address, ...env },
    { command: (program) => [program, ['--import', './runtime.mjs', `server/auth/${name}.ts`, ...args]] },
  )

async function refusal(run: Run): Promise<string> {
  assert.equal(await run.ended, 1, run.said())
  assert.match(run.complained(), /^[^\n]+\n$/)
  return run.complained().trim()
}

test('npm run invite prints a link that opens one account, for one e-mail or for anybody', async () => {
  await world.person()
  const made = command('invite', ['bea@example.com'], { PUBLIC_URL: 'https://florin.example' })
  assert.equal(await made.ended, 0, made.complained())
  const [, token = ''] =
    /^https:\/\/florin\.example\/sign-up#(fli_\w+)&email=bea%40example\.com\nIt opens one account/.exec(
      made.said(),
    ) ?? []
  const wrong = await refused(personOf(world.app, { email: 'eve@example.com', invitation: token }))
  assert.equal(wrong.code, 'link_invalid')
  await personOf(world.app, { email: 'bea@example.com', invitation: token })
  const forAnybody = command('invite', [], { PORT: '3000' })
  assert.equal(await forAnybody.ended, 0, forAnybody.complained())
  assert.match(forAnybody.said(), /^http:\/\/localhost:3000\/sign-up#fli_/)
})

test('npm run invite says in a sentence what is wrong', async () => {
  assert.match(await refusal(command('invite', ['bea'])), /^Name one e-mail/)
  assert.match(
    await refusal(command('invite', [], { REGISTRATION: 'closed' })),
    /^No more accounts are opened here/,
  )
})

test('npm run reset-second-factor switches it off, and stands in the log of its person', async () => {
  const { token } = await world.person({ email: 'lost@example.com', invitation: await linkToken() })
  const lost = client(through(world.app), '/api/v1', token)
  const off = command('reset-second-factor', ['lost@example.com'])
  assert.match(await refusal(off), /^There is no second factor/)
  const { secret } = await lost.call(beginSecondFactor, { body: {} })
  await lost.call(confirmSecondFactor, { body: { code: freshCode(secret) } })
  const done = command('reset-second-factor', ['Lost@Example.com'])
  assert.equal(await done.ended, 0, done.complained())
  assert.equal((await lost.call(getSecondFactor)).is_on, false)
  const [event] = (await lost.call(listUserEvents)).data
  assert.deepEqual([event?.action, event?.resource, event?.device_id], ['removed', 'second_factor', null])
  assert.match(await refusal(command('reset-second-factor', ['nobody@example.com'])), /^Nobody here has/)
  assert.match(await refusal(command('reset-second-factor', [])), /^Name one e-mail/)
})

test('npm run reset-password prints a link that sets a new password', async () => {
  await personOf(world.app, { email: 'forgot@example.com', invitation: await linkToken() })
  const made = command('reset-password', ['Forgot@Example.com'], { PUBLIC_URL: 'https://florin.example' })
  assert.equal(await made.ended, 0, made.complained())
  const [, token = ''] = /^https:\/\/florin\.example\/recover#(flr_\w+)\nIt sets/.exec(made.said()) ?? []
  const password = 'a lamp in the hall'
  const stranger = client(through(world.app), '/api/v1')
  await stranger.call(recoverPassword, { body: { token, password, password_confirmation: password } })
  await stranger.call(login, { body: { email: 'forgot@example.com', password } })
  const added = command('reset-password', ['forgot@example.com'], { PASSWORDS: 'off' })
  assert.equal(await added.ended, 0, added.complained())
  assert.match(added.said(), /\nIt adds a passkey for forgot@example\.com/)
  assert.match(await refusal(command('reset-password', ['nobody@example.com'])), /^Nobody here has/)
})
