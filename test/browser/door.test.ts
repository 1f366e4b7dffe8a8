import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createInvitation } from '../../contract/invitations.ts'
import { makeRecoveryLink } from '../../server/auth/recovery.ts'
import { change, transaction } from '../../server/database/database.ts'
import { sql } from '../../server/database/sql.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { freshCode } from '../second-factor.ts'
import type { Person } from '../world.ts'
import { axeFinds, makeStage, open, PHONE, picture, type Stage, tooWideBy } from './browser.ts'

const stage = await makeStage()

/** The same service with other settings, on a port of its own. */
async function stageWith(settings: Partial<Settings>): Promise<Stage> {
  const app = stage.another(settings)
  await app.listen({ port: 0, host: '127.0.0.1' })
  // Only its port: closing the whole of it would end the reading of files in other tests, which share the database.
  after(() => app.server.close())
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  return { ...stage, app, address: `http://127.0.0.1:${port}` }
}

const makeOperator = ({ user }: Person) =>
  transaction(stage.db, (tx) => change(tx, sql`update operators set operator_id = ${user.id}`))

const card = (page: Page, title: string) =>
  page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()

test('whoever runs the server invites somebody, whose link opens an account once, and opening it changes nothing', async (t) => {
  const invited = await stageWith({ registration: 'invited' })
  const ana = await stage.person({ name: 'Ana' })
  await makeOperator(ana)
  const page = await open(t, stage, '/settings/security', { as: ana })
  await page.getByLabel('For whom').fill('bela-of-the-door@example.com')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const shown = page.getByRole('status').filter({ hasText: 'it is shown once' })
  await shown.waitFor()
  const [, token = ''] =
    /#(fli_\w+&email=[^ ]+example\.com)/.exec((await shown.locator('p').textContent()) ?? '') ?? []
  await page.getByText('For bela-of-the-door@example.com').waitFor()
  await picture(page, 'security')
  assert.deepEqual(await axeFinds(page), [])

  const stranger = await open(t, invited, '/sign-up', { refusals: [401, 422] })
  await stranger.getByText('This instance takes people by invitation').waitFor()
  assert.equal(await stranger.getByLabel('Your name').count(), 0)
  await picture(stranger, 'sign-up-invited')
  await stranger.getByRole('link', { name: 'Sign in' }).click()
  await stranger.getByText('New here? This instance takes people by invitation.').waitFor()
  for (const isUsed of [false, true]) {
    await stranger.context().clearCookies()
    await stranger.goto(`${invited.address}/sign-up#${token}`)
    await stranger.reload() // opening it again, as scanners of mail do
    await stranger.getByLabel('Your name').fill('Bela')
    await stranger.getByText('You are invited to this Florin.').waitFor()
    assert.equal(await stranger.getByLabel('E-mail').inputValue(), 'bela-of-the-door@example.com')
    await stranger.getByLabel('Password', { exact: true }).fill('a lamp in the hall')
    await stranger.getByRole('button', { name: 'Create my account' }).click()
    if (isUsed) await stranger.getByText('This link does not work any more.').waitFor()
    else await stranger.waitForURL('**/welcome')
  }
})

test('a closed instance says so before anything is filled in', async (t) => {
  await stage.person()
  const closed = await stageWith({ registration: 'closed' })
  const page = await open(t, closed, '/sign-up', { ...PHONE })
  await page.getByText('No more accounts are opened on this server.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create my account' }).count(), 0)
  assert.deepEqual(await axeFinds(page), [])
})

test('who does not run the server sees no invitations', async (t) => {
  const [ana, bea] = [await stage.person(), await stage.person()]
  await makeOperator(ana)
  await ana.call(createInvitation, { body: {} })
  const page = await open(t, stage, '/settings/security', { as: bea })
  await card(page, 'Password').waitFor()
  await page.getByText('What happened to your account').waitFor()
  assert.equal(await page.getByText('Invitations').count(), 0)
})

test('a sensitive change asks again who it is when the sign-in is old, and then goes on by itself', async (t) => {
  const ana = await stage.person()
  await transaction(stage.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = now() - interval '11 minutes' where user_id = ${ana.user.id}`,
    ),
  )
  const page = await open(t, stage, '/settings/security', { as: ana, refusals: [403, 422], ...PHONE })
  const save = page.getByRole('button', { name: 'Change the password' })
  const popup = page.getByRole('dialog', { name: 'It is you, right?' })
  await page.getByLabel('New password').fill('a lamp in the hall')
  await save.click()
  await popup.waitFor()
  await picture(page, 'it-is-you')
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was changed, since you did not confirm that it is you.').waitFor()
  await save.click()
  await popup.getByLabel('Password', { exact: true }).fill('wrong')
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await popup.getByText('This is not your password.').waitFor()
  await popup.getByLabel('Password', { exact: true }).fill(ana.password)
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('You have a new password.').waitFor()
})

test('a second factor is set up on a phone: all six boxes are on the screen, and the key can be copied or handed to an app', async (t) => {
  const page = await open(t, stage, '/settings/security', { as: await stage.person(), ...PHONE })
  await page.getByRole('button', { name: 'Set it up' }).tap()
  await page.getByRole('img', { name: 'A code for the camera of your app' }).waitFor()
  assert.equal(await tooWideBy(page), 0)
  const app = page.getByRole('link', { name: 'Open an app on this phone' })
  assert.match((await app.getAttribute('href')) ?? '', /^otpauth:\/\/totp\//)
  await picture(page, 'second-factor-phone')
})

test('somebody switches a second factor on, signs in with a code and with a recovery code, and switches it off', async (t) => {
  const ana = await stage.person()
  const page = await open(t, stage, '/settings/security', { as: ana, refusals: [401, 403, 422] })
  await page.getByRole('button', { name: 'Set it up' }).click()
  await page.getByRole('img', { name: 'A code for the camera of your app' }).waitFor()
  const secret = ((await page.locator('p b.font-mono').textContent()) ?? '').replaceAll(' ', '')
  const code = page.getByLabel('2 Type the code that it shows')
  await code.fill('000000')
  await page.getByText('That code was not right.').waitFor()
  await picture(page, 'second-factor')
  assert.deepEqual(await axeFinds(page), [])
  await code.fill(freshCode(secret, -1))
  await page.getByText('Ten recovery codes, shown once').waitFor()
  // A turned phone has another layout: what is shown once stays.
  const size = page.viewportSize() ?? assert.fail()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByText('Ten recovery codes, shown once').waitFor()
  await page.setViewportSize(size)
  await page.getByText('Ten recovery codes, shown once').waitFor()
  const [recovery = ''] = await page.locator('ul.font-mono li').allTextContents()
  await picture(page, 'recovery-codes')
  assert.equal(await page.getByRole('button', { name: 'Done' }).count(), 0)
  await page.getByLabel('I have kept them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 of 10 recovery codes left').waitFor()

  for (const way of ['app', 'paper']) {
    await page.context().clearCookies()
    await page.goto(`${stage.address}/sign-in`)
    await page.getByLabel('E-mail').fill(ana.user.email)
    await page.getByLabel('Password', { exact: true }).fill(ana.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'And the code?' }).waitFor()
    if (way === 'app') {
      const boxes = page.getByLabel('Code of six digits')
      await boxes.fill('000000')
      await page.getByText('That code was not right.').waitFor()
      assert.equal(await boxes.inputValue(), '')
      await picture(page, 'sign-in-code')
      assert.deepEqual(await axeFinds(page), [])
      await boxes.fill(freshCode(secret))
    } else {
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByLabel('Recovery code').fill(recovery)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    await page.waitForURL(`${stage.address}/`)
  }
  await page.goto(`${stage.address}/settings/security`)
  await page.getByText('9 of 10 recovery codes left').waitFor()
  await page.getByRole('button', { name: 'Switch off…' }).click()
  await page.getByRole('button', { name: 'Switch it off' }).click()
  await page.getByText('Not on yet').waitFor()
})

test('a recovery link sets a new password on a page that asks first, once', async (t) => {
  const ana = await stage.person()
  const { token } = await transaction(stage.db, (tx) => makeRecoveryLink(tx, ana.user.id, readSettings({})))
  const page = await open(t, stage, '/sign-in', { refusals: [401, 422], ...PHONE })
  await page.getByText('Forgot the password?').click()
  await page.getByText('Ask whoever runs this server for a link.').waitFor()
  await page.goto(`${stage.address}/recover#${token}`)
  await page.reload() // opening it changes nothing
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('At least 8 characters; it has 5.').waitFor()
  await picture(page, 'recover')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByLabel('New password').fill('a lamp in the hall')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Sign in with it' }).waitFor()
  await page.goto(`${stage.address}/recover#${token}`)
  await page.reload()
  await page.getByLabel('New password').fill('another lamp there')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill(ana.user.email)
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the hall')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${stage.address}/`)
})
