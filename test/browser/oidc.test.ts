import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeInvitation } from '../../server/auth/invitations.ts'
import { change, transaction } from '../../server/database/database.ts'
import { sql } from '../../server/database/sql.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { settingsOf, startForger, startProvider } from '../oidc.ts'
import {
  axeFinds,
  colours,
  complete,
  makeStage,
  open,
  PHONE,
  picture,
  type Stage,
  tooWideBy,
} from './browser.ts'

const stage = await makeStage()
const accounts = {
  nora: { email: 'nora@sso.example', name: 'Nora Nagy' },
  otto: { email: 'otto@sso.example', name: 'Otto' },
  pia: { email: 'pia@sso.example', name: 'Pia' },
  rosa: { email: 'rosa@sso.example', name: 'Rosa' },
}
let publicUrls: string[] = []
const provider = await startProvider(accounts, (url) => publicUrls.some((own) => url.startsWith(own)))
after(provider.stop)

/** The same service with a provider, on a port of its own, at the address that it knows as its own. */
async function stageWith(issuer = provider.issuer, more: Partial<Settings> = {}): Promise<Stage> {
  const settings = { ...settingsOf(issuer), ...more }
  const publicUrl = new URL('http://127.0.0.1')
  const app = stage.another({ ...settings, publicUrl })
  await app.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.server.close())
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  publicUrl.port = String(port)
  const address = `http://127.0.0.1:${port}`
  publicUrls = [...publicUrls, address]
  return { ...stage, app, address }
}

/** Signs in at the provider, whose page is not ours. */
async function signInThere(page: Page, account: string) {
  await page.getByRole('heading', { name: 'Example SSO', exact: true }).waitFor()
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const elsewhere = provider.issuer
const makeOld = (email: string) =>
  transaction(stage.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = now() - interval '11 minutes', proven_at = null
          where user_id = (select user_id from logins where email_key = ${email})`,
    ),
  )

test('somebody new opens an account with the provider, sets a password after a proof there, and unlinks it', async (t) => {
  await stage.person()
  const sso = await stageWith()
  const page = await open(t, sso, '/sign-in', { elsewhere, refusals: [401, 403, 409] })
  const button = page.getByRole('button', { name: 'Continue with Example SSO' })
  await button.waitFor()
  await picture(page, 'oidc-sign-in')
  assert.deepEqual(await axeFinds(page), [])
  await button.click()
  await signInThere(page, 'nora')
  await page.waitForURL('**/welcome')
  await page.getByRole('heading', { name: 'Hello Nora Nagy.' }).waitFor()
  await page.goto(`${sso.address}/settings/security`)
  await page.getByRole('button', { name: 'Unlink…' }).click()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await page
    .getByText('This is the only way into this account. Set a password or add a passkey first.')
    .waitFor()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await makeOld('nora@sso.example')
  await page.getByLabel('New password').fill('a lamp in the hall')
  await page.getByRole('button', { name: 'Set a password' }).click()
  const popup = page.getByRole('dialog', { name: 'It is you, right?' })
  await popup.getByRole('button', { name: 'Confirm with Example SSO' }).waitFor()
  assert.equal(await popup.getByLabel('Password').count(), 0, 'there is none')
  await picture(page, 'oidc-proof')
  await popup.getByRole('button', { name: 'Confirm with Example SSO' }).click()
  await signInThere(page, 'nora')
  await page.waitForURL('**/settings/security')
  await page.getByLabel('New password').fill('a lamp in the hall')
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.getByText('You have a new password.').waitFor()
  await page.getByRole('button', { name: 'Unlink…' }).click()
  await page.getByRole('button', { name: 'Unlink it' }).click()
  await page.getByText('Not linked').waitFor()
  await page.getByText('Single sign-on was unlinked').waitFor()
})

test('somebody with a password links the provider in the settings, and signs in with it on a phone', async (t) => {
  const otto = await stage.person({ email: 'otto@sso.example' })
  const sso = await stageWith()
  const look = { elsewhere, refusals: [401], ...PHONE }
  const stranger = await open(t, sso, '/sign-in?to=/reports', look)
  await picture(stranger, 'oidc-sign-in-phone')
  await stranger.getByRole('button', { name: 'Continue with Example SSO' }).click()
  await signInThere(stranger, 'otto')
  await stranger.getByText('There is an account with your e-mail here already.').waitFor()
  await picture(stranger, 'oidc-taken-phone')
  assert.deepEqual(await axeFinds(stranger), [])
  assert.equal(await tooWideBy(stranger), 0)

  const page = await open(t, sso, '/settings/security', { as: otto, elsewhere })
  await page.getByRole('button', { name: 'Link it' }).click()
  await signInThere(page, 'otto')
  await page.waitForURL('**/settings/security')
  await page.getByText('Linked since').waitFor()
  await complete(page)
  await picture(page, 'oidc-linked')
  await colours(page, 'dark')
  await picture(page, 'oidc-linked-dark')
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height })
  await page.getByRole('link', { name: 'More' }).waitFor()
  await page.getByText('Linked since').waitFor()
  await page.evaluate('scrollTo(0, 500)')
  await picture(page, 'oidc-linked-phone')
  assert.deepEqual(await axeFinds(page), [])
  assert.equal(await tooWideBy(page), 0)

  await stranger.context().clearCookies()
  await stranger.goto(`${sso.address}/sign-in?to=/reports`)
  await stranger.getByRole('button', { name: 'Continue with Example SSO' }).click()
  await signInThere(stranger, 'otto')
  await stranger.waitForURL('**/reports')
})

test('an invitation opens an account with the provider, and stands in no address', async (t) => {
  await stage.person()
  const sso = await stageWith(undefined, { registration: 'invited' })
  const { token } = await transaction(stage.db, (tx) => makeInvitation(tx, {}, readSettings({})))
  const page = await open(t, sso, `/sign-up#${token}`, { elsewhere })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.getByRole('button', { name: 'Continue with Example SSO' }).waitFor()
  await picture(page, 'oidc-invited')
  await page.getByRole('button', { name: 'Continue with Example SSO' }).click()
  await signInThere(page, 'pia')
  await page.waitForURL('**/welcome')
  assert(addresses.every((address) => !address.includes(token)))
})

test('with the app installed, the way there and back still goes by the server', async (t) => {
  await stage.person()
  const sso = await stageWith()
  const page = await open(t, sso, '/sign-in', { elsewhere, serviceWorker: true, errors: /cannot be reached/ })
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await page.getByRole('button', { name: 'Continue with Example SSO' }).click()
  await signInThere(page, 'rosa')
  await page.waitForURL('**/welcome')
})

test('a page of another site that begins a link or a proof changes nothing', async (t) => {
  const eve = await startForger()
  t.after(eve.stop)
  const ana = await stage.person()
  const sso = await stageWith()
  const start = `${sso.address}/api/v1/auth/oidc`
  eve.forge({
    answer(_, response) {
      const page = `<!doctype html><title>Evil</title><form method="post" action="${start}"><button>link</button></form><a href="${start}/start?proof=true">prove</a>`
      response.setHeader('content-type', 'text/html').end(page)
      return true
    },
  })
  const page = await open(t, sso, '/settings/security', {
    as: ana,
    elsewhere: eve.issuer,
    refusals: [401, 403, 415],
  })
  await page.getByText('Not linked').waitFor()
  await page.goto(eve.issuer)
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url() === start),
    page.getByRole('button', { name: 'link' }).click(),
  ])
  assert([401, 403, 415].includes(answer.status()), String(answer.status()))
  await page.goto(eve.issuer)
  await page.getByRole('link', { name: 'prove' }).click()
  await page.waitForURL('**/settings/security?oidc=cross_site')
  await page.getByText('That was begun by a page of another site.').waitFor()
  await page.getByText('Not linked').waitFor()
})

test('a provider that is down is said so, and the password still signs in', async (t) => {
  const ana = await stage.person()
  const forger = await startForger()
  const sso = await stageWith(forger.issuer)
  await forger.stop()
  const page = await open(t, sso, '/sign-in', { refusals: [401, 409] })
  await page.getByRole('button', { name: 'Continue with Example SSO' }).click()
  await page.getByText('does not answer as it should').waitFor()
  await page.goto(`${sso.address}/api/v1/auth/oidc/start`)
  await page.waitForURL('**/sign-in?oidc=oidc_unavailable')
  await page.getByText('Example SSO does not answer as it should.').waitFor()
  await page.getByLabel('E-mail').fill(ana.user.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('link', { name: 'Home' }).first().waitFor()
})
