import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { listPasskeys } from '../../contract/passkeys.ts'
import { makeRecoveryLink } from '../../server/auth/recovery.ts'
import { change, transaction } from '../../server/database/database.ts'
import { type Sql, sql } from '../../server/database/sql.ts'
import { readSettings, type Settings } from '../../server/settings.ts'
import { addKey } from '../passkeys.ts'
import { freePort } from '../raw.ts'
import { enrol } from '../second-factor.ts'
import { type Person, signedIn } from '../world.ts'
import {
  axeFinds,
  complete,
  makeStage,
  open,
  PHONE,
  picture,
  type Stage,
  tooWideBy,
  untilTrue,
} from './browser.ts'

const stage = await makeStage()

/** The same service at an address where passkeys work. */
async function stageWith(settings: Partial<Settings> = {}): Promise<Stage> {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const app = stage.another({ publicUrl: new URL(address), ...settings })
  await app.listen({ port, host: '127.0.0.1' })
  after(() => app.server.close()) // only its port, as in the tests of the door
  return { ...stage, app, address }
}
const [home, off] = [await stageWith(), await stageWith({ passwords: false })]

/** With a page that no other test has used: its device has no keys. */
const fresh = (one: Stage): Stage => ({ ...one, left: new Map() })

/** Gives a page's device a place for keys, which asks for a finger and gets it. */
async function plugIn(page: Page, isVerified = true): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  return { session, id }
}

const past = (statement: Sql) => transaction(stage.db, (tx) => change(tx, statement))
const age = ({ user }: Person) =>
  past(
    sql`update tokens set created_at = now() - interval '11 minutes', proven_at = null where user_id = ${user.id}`,
  )
/** The same person at another address of the service. */
const at = ({ app }: Stage, person: Person) => signedIn(app, person)

/** Adds a passkey in the settings. */
async function add(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const popup = page.getByRole('dialog', { name: 'Add a passkey' })
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: 'Make the passkey' }).click()
  await page.getByText(`${name} signs in from now on`).waitFor()
  await popup.waitFor({ state: 'detached' })
}

/** A device with one key answers the list at the e-mail by itself: where the button is meant, there is no such list. */
const withoutAutofill = (page: Page) =>
  page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')

for (const [size, look] of [
  ['wide', {}],
  ['phone', PHONE],
] as const)
  test(`somebody adds a passkey, names it, signs in with it, confirms with it and removes it (${size})`, async (t: TestContext) => {
    const ana = await stage.person({ name: 'Ana' })
    const page = await open(t, fresh(home), '/settings/security', { as: ana, refusals: [401, 403], ...look })
    await plugIn(page)
    await page.getByText('None yet').waitFor()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a passkey' })
    assert.match(await adding.getByLabel('Name').inputValue(), /Chrome/)
    await picture(page, `passkey-add-${size}`)
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await add(page, 'Ana’s laptop')
    await page.getByText('never used').waitFor()
    // The device has one already.
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await adding.getByRole('button', { name: 'Make the passkey' }).click()
    await adding.getByText('This device has a passkey for your account already.').waitFor()
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    const naming = page.getByRole('dialog', { name: 'Rename the passkey' })
    await naming.getByLabel('Name').fill('Blue key on the keyring')
    await naming.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Blue key on the keyring').first().waitFor()
    await page.getByRole('heading', { name: 'Passkeys' }).scrollIntoViewIfNeeded()
    await picture(page, `passkeys-${size}`)
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)

    await withoutAutofill(page)
    await page.context().clearCookies()
    await page.goto(`${home.address}/sign-in`)
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.waitFor()
    await picture(page, `sign-in-passkey-${size}`)
    assert.deepEqual(await axeFinds(page), [])
    await button.click()
    await page.waitForURL(`${home.address}/`)
    await page.goto(`${home.address}/settings/security`)
    await page
      .getByText(/last used/)
      .first()
      .waitFor()
    await page.getByText('with the passkey Blue key on the keyring').waitFor()

    await age(ana)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    const proof = page.getByRole('dialog', { name: 'It is you, right?' })
    await proof.getByRole('button', { name: 'Confirm with a passkey' }).waitFor()
    await picture(page, `it-is-you-passkey-${size}`)
    await proof.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.getByText('None yet').waitFor()

    await page.context().clearCookies()
    await page.goto(`${home.address}/sign-in`)
    await button.click()
    await page.getByText('This passkey does not sign in').waitFor()
  })

test('the list of the browser at the e-mail offers the passkey, and picking it signs in', async (t) => {
  const ana = await stage.person()
  const page = await open(t, fresh(home), '/settings/security', { as: ana, refusals: [401] })
  await plugIn(page)
  await add(page, 'Laptop')
  await page.context().clearCookies()
  await page.goto(`${home.address}/sign-in`) // this device picks the only key by itself
  await page.waitForURL(`${home.address}/`)
  assert.equal((await at(home, ana).call(listPasskeys)).data[0]?.last_used_at === null, false)
})

test('a passkey takes the place of password and code, at the step of the code and once a session has ended', async (t) => {
  const ana = await stage.person()
  const page = await open(t, fresh(home), '/settings/security', { as: ana, refusals: [401] })
  await withoutAutofill(page)
  await plugIn(page)
  await add(page, 'Laptop')
  await enrol(ana)
  await page.context().clearCookies()
  await page.goto(`${home.address}/sign-in`)
  await page.getByLabel('E-mail').fill(ana.user.email)
  await page.getByLabel('Password', { exact: true }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'And the code?' }).waitFor()
  await picture(page, 'code-or-passkey')
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.waitForURL(`${home.address}/`)
  await page.goto(`${home.address}/settings/security`)
  await page.getByText('recovery codes left').waitFor()
  await complete(page)
  await past(sql`delete from tokens where user_id = ${ana.user.id}`)
  // Another tab has changed something in the book.
  await page.evaluate(`void new BroadcastChannel('florin.changed').postMessage('${ana.book_id}')`)
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  await over.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await over.waitFor({ state: 'detached' })
})

test('a device that does not verify its person makes no passkey, and says why', async (t) => {
  const ana = await stage.person()
  const page = await open(t, fresh(home), '/settings/security', { as: ana })
  await plugIn(page, false)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const popup = page.getByRole('dialog', { name: 'Add a passkey' })
  await popup.getByRole('button', { name: 'Make the passkey' }).click()
  await popup.getByText('No passkey was used.').waitFor()
  assert.deepEqual((await ana.call(listPasskeys)).data, [])
})

test('at another address passkeys are not offered, and a sentence says why; a key of another address says so', async (t) => {
  const ana = await stage.person()
  await addKey(ana, 'Old laptop')
  const elsewhere = { ...fresh(home), address: home.address.replace('localhost', '127.0.0.1') }
  const page = await open(t, elsewhere, '/settings/security', { as: ana })
  await page
    .getByText(`Passkeys work at ${home.address}; this page was opened at ${elsewhere.address}.`)
    .waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add a passkey' }).count(), 0)
  const stranger = await open(t, elsewhere, '/sign-in', {})
  await stranger.getByLabel('Password', { exact: true }).waitFor()
  assert.equal(await stranger.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  await past(sql`update passkeys set rp_id = 'old.example' where user_id = ${ana.user.id}`)
  const moved = await open(t, fresh(home), '/settings/security', { as: ana, ...PHONE })
  await moved.getByText('It was made for old.example, and does not work at this address.').waitFor()
  await moved.getByRole('button', { name: 'Rename' }).scrollIntoViewIfNeeded()
  await picture(moved, 'passkey-moved-phone')
})

test('where passwords are off an account is opened with a passkey, and a link adds another one', async (t) => {
  const email = 'of-the-keys@example.com'
  const page = await open(t, fresh(off), '/sign-up', { refusals: [401, 422] })
  const { session, id } = await plugIn(page)
  await withoutAutofill(page)
  await page.getByLabel('Your name').fill('Ana')
  await page.getByLabel('E-mail').fill(email)
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  await picture(page, 'sign-up-passkey')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Create my account with a passkey' }).click()
  await page.waitForURL('**/welcome')
  await page.goto(`${off.address}/settings/security`)
  await page.getByRole('button', { name: 'Rename' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Password', exact: true }).count(), 0)
  assert.equal(await page.getByRole('heading', { name: 'Second factor' }).count(), 0)
  await page.context().clearCookies()
  await page.goto(`${off.address}/sign-in`)
  await page.getByText('Lost the passkey?').waitFor()
  assert.equal(await page.getByLabel('E-mail').count(), 0)
  await picture(page, 'sign-in-passwords-off')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${off.address}/`)

  // The device is lost, and another one is there.
  await session.send('WebAuthn.clearCredentials', { authenticatorId: id })
  const [{ user_id = '' } = {}] = await transaction(stage.db, (tx) =>
    change<{ user_id: string }>(tx, sql`select user_id from logins where email_key = ${email}`),
  )
  const { token } = await transaction(stage.db, (tx) => makeRecoveryLink(tx, user_id, readSettings({})))
  await page.context().clearCookies()
  await page.goto(`${off.address}/recover#${token}`)
  await page.getByRole('heading', { name: 'A new passkey' }).waitFor()
  await picture(page, 'recover-passkey')
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByRole('heading', { name: 'You have a new passkey' }).waitFor()
  await page.getByRole('link', { name: 'Sign in with it' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`${off.address}/`)
  await page.context().clearCookies()
  await page.goto(`${off.address}/recover#${token}`)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.getByText('This link does not work any more').first().waitFor()
})

for (const [size, look] of [
  ['wide', {}],
  ['phone', PHONE],
] as const)
  test(`after a week one way back in is said on Home and in the settings, until the person says no (${size})`, async (t) => {
    const ana = await stage.person()
    const line = (page: Page) => page.getByRole('region', { name: 'One way back in' })
    const page = await open(t, fresh(home), '/settings/security', { as: ana, ...look })
    await page.getByText('None yet').waitFor()
    assert.equal(await line(page).count(), 0, 'not in the first week')
    await past(sql`update users set created_at = now() - interval '8 days' where id = ${ana.user.id}`)
    await page.goto(`${home.address}/`)
    await line(page).getByText('One way back in: your password.').waitFor()
    await picture(page, `one-way-back-home-${size}`)
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    await line(page).getByRole('link', { name: 'Add one' }).click()
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await line(page).waitFor()
    await picture(page, `one-way-back-${size}`)
    await line(page).getByRole('button', { name: 'Do not remind me' }).click()
    await line(page).waitFor({ state: 'detached' })
    const other = await open(t, fresh(home), '/', { as: ana, ...look })
    await other.getByText('Net worth').first().waitFor()
    await untilTrue(
      other,
      'performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/auth/ways-back"))',
    )
    assert.equal(await line(other).count(), 0, 'on every device')
  })
