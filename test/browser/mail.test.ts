import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sendMails } from '../../server/auth/mailing.ts'
import { makeSend } from '../../server/auth/smtp.ts'
import { change, transaction } from '../../server/database/database.ts'
import { sql } from '../../server/database/sql.ts'
import { readSettings } from '../../server/settings.ts'
import { linkIn, mailServer, mailSettings } from '../mail-server.ts'
import { personOf } from '../world.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, type Stage, tooWideBy } from './browser.ts'

const stage = await makeStage()
const mails = await mailServer()
const settings = mailSettings(mails)

/** The same service with a mail server, on a port of its own. */
const app = stage.another(settings)
await app.listen({ port: 0, host: '127.0.0.1' })
after(() => app.server.close())
const { port } = app.server.address() as AddressInfo // a port, not a pipe
const mailing: Stage = { ...stage, app, address: `http://127.0.0.1:${port}` }

async function deliver(): Promise<void> {
  const all = { ...readSettings({}), ...settings }
  const send = (await makeSend(all)) ?? assert.fail()
  await sendMails({ db: stage.service, settings: all, log: { warn: (line) => assert.fail(line) } }, send)
}
const tokenTo = (email: string) => linkIn(mails.received.findLast(({ to }) => to.includes(email))).token
/** All tests come from one network: its mails do not count. */
async function person() {
  await transaction(stage.db, (tx) => change(tx, sql`delete from login_attempts where email_key = 'mail'`))
  return personOf(app)
}

for (const [device, size] of Object.entries({ wide: {}, phone: PHONE })) {
  test(`somebody who has lost the password gets back in by mail (${device})`, async (t) => {
    const ana = await person()
    const { email } = ana.user
    const page = await open(t, mailing, '/sign-in', { ...size, refusals: [401, 422] })
    await page.getByRole('link', { name: 'Forgot the password?' }).click()
    const send = page.getByRole('button', { name: 'Send the link' })
    await send.click()
    await page.getByText('Which e-mail do you sign in with?').waitFor()
    await page.getByLabel('E-mail').fill('ana')
    await send.click()
    await page.getByText('This is not an e-mail address.').waitFor()
    await page.getByLabel('E-mail').fill(email)
    await picture(page, `forgot-${device}`)
    assert.deepEqual(await axeFinds(page), [])
    await send.click()
    await page.getByText('If there is an account with this address, a mail is on its way').waitFor()
    await picture(page, `forgot-sent-${device}`)
    assert.deepEqual(await axeFinds(page), [])
    await deliver()
    const token = tokenTo(email)
    await page.goto(`${mailing.address}/recover#${token}`)
    await page.reload() // opening it changes nothing
    await page.getByLabel('New password').fill('a lamp in the hall')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Sign in with it' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('a lamp in the hall')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${mailing.address}/`)
    await page.getByLabel('To begin with').waitFor()
    assert.equal(await page.getByText('Confirm your e-mail.').count(), 0, 'the link has confirmed it')

    await page.context().clearCookies()
    await page.goto(`${mailing.address}/recover#${token}`)
    await page.reload()
    await page.getByLabel('New password').fill('another lamp there')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Links last 30 minutes and open once.').waitFor()
    await page.getByRole('link', { name: 'Send a new one' }).click()
    await page.getByRole('heading', { name: 'Forgot the password?' }).waitFor()
  })

  test(`somebody new confirms the e-mail, changes it, and takes a change back (${device})`, async (t) => {
    const ana = await person()
    const { email } = ana.user
    const next = `next-${email}`
    const page = await open(t, mailing, '/', { ...size, as: ana, refusals: [422, 429] })
    const banner = page.getByRole('region', { name: 'Confirm your e-mail' })
    await banner.waitFor()
    await picture(page, `confirm-banner-${device}`)
    await colours(page, 'dark')
    await picture(page, `confirm-banner-${device}-dark`)
    await colours(page, 'light')
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    await banner.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('The mail is on its way').waitFor()
    await banner.getByRole('button', { name: 'Do not remind me' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByLabel('To begin with').waitFor()
    assert.equal(await banner.count(), 0)

    await page.goto(`${mailing.address}/settings/profile`)
    await page.getByText('is not confirmed yet.').waitFor()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('The mail is on its way').waitFor()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Too many tries. Try again in 20 minutes.').waitFor()
    await deliver()
    await page.goto(`${mailing.address}/confirm#${tokenTo(email)}`)
    await page.reload() // opening it changes nothing
    await page.getByRole('button', { name: 'Confirm' }).waitFor()
    await picture(page, `confirm-${device}`)
    assert.deepEqual(await axeFinds(page), [])
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your e-mail is confirmed' }).waitFor()
    await page.getByRole('link', { name: 'Open your book' }).click()
    await page.getByLabel('To begin with').waitFor()

    for (const isKept of [true, false]) {
      await page.goto(`${mailing.address}/settings/profile`)
      await page.getByLabel('E-mail').fill(isKept ? `other-${email}` : next)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('waits to be confirmed').waitFor()
      assert.equal(await page.getByLabel('E-mail').inputValue(), email)
      if (!isKept) break
      await picture(page, `pending-email-${device}`)
      assert.deepEqual(await axeFinds(page), [])
      assert.equal(await tooWideBy(page), 0)
      await page.getByRole('button', { name: 'Keep the old one' }).click()
      await page.getByText('waits to be confirmed').waitFor({ state: 'detached' })
    }
    await deliver()
    for (const isUsed of [false, true]) {
      await page.goto(`${mailing.address}/confirm#${tokenTo(next)}`)
      await page.reload()
      await page.getByRole('button', { name: 'Confirm' }).click()
      const title = isUsed ? 'This link does not work any more' : 'Your e-mail is confirmed'
      await page.getByRole('heading', { name: title }).waitFor()
    }
    await picture(page, `confirm-used-${device}`)
    await page.getByRole('link', { name: 'Send a new one' }).click()
    await page.getByLabel('E-mail').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), next)
  })
}

test('an address that somebody else has taken meanwhile is said on the page that confirms', async (t) => {
  const ana = await person()
  const next = `taken-${ana.user.email}`
  const page = await open(t, mailing, '/settings/profile', { as: ana, refusals: [422] })
  await page.getByLabel('E-mail').fill(next)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('waits to be confirmed').waitFor()
  await deliver()
  const token = tokenTo(next)
  await personOf(app, { email: next })
  await page.goto(`${mailing.address}/confirm#${token}`)
  await page.reload()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Somebody else has this e-mail here by now.').waitFor()
  await transaction(stage.db, (tx) => change(tx, sql`delete from jobs`))
})
