import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createExpense } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { client } from '../../contract/client.ts'
import { listContacts } from '../../contract/contacts.ts'
import { createProgramKey } from '../../contract/programs.ts'
import { change, transaction } from '../../server/database/database.ts'
import { sql } from '../../server/database/sql.ts'
import { inDays } from '../programs.ts'
import type { Person } from '../world.ts'
import { axeFinds, makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()
const program = (token: string) => client(fetch, `${stage.address}/api/v1`, token)
const age = ({ user }: Person) =>
  transaction(stage.db, (tx) =>
    change(
      tx,
      sql`update tokens set created_at = now() - interval '11 minutes' where user_id = ${user.id} and abilities is null`,
    ),
  )
/** The key that is shown once. */
const shownIn = (page: Page) => page.getByRole('status').filter({ hasText: 'shown once' })
const keyIn = async (page: Page): Promise<string> =>
  (await shownIn(page).locator('.font-mono').textContent()) ?? assert.fail()

test('somebody makes a key by ticking boxes, which are read back, and a script records an expense with it', async (t) => {
  const ana = await stage.person({ name: 'Ana' })
  const food = await ana.call(createCategory, { body: { name: 'Food' } })
  const { data: old } = await ana.call(createProgramKey, {
    body: { name: 'Year-end sheet', abilities: ['read'], expires_at: inDays(1) },
  })
  await transaction(stage.db, (tx) =>
    change(
      tx,
      sql`update tokens set expires_at = '2026-10-31T12:00:00Z', last_address = '84.115.20.7' where id = ${old.id}`,
    ),
  )
  await age(ana)
  const page = await open(t, stage, '/settings/security', { as: ana, refusals: [401, 403] })
  await page.getByText('reads everything, changes nothing · expired on 31 October').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  const make = page.getByRole('button', { name: 'Make the key' })
  await make.click()
  await page.getByText('A name is missing.').waitFor()
  await page.getByText('Tick what it may do.').waitFor()
  await page.getByLabel('What is it for?').fill('Coffee shortcut')
  for (const box of ['read: Accounts', 'read: Reports', 'record: Entries']) await page.getByLabel(box).check()
  await page.getByText('It reads accounts and reports, and records entries.').waitFor()
  await page.getByLabel('read: Everything').check()
  await page.getByText('It reads everything, and records entries.').waitFor()
  assert(await page.getByLabel('read: Reports').isDisabled())
  await picture(page, 'program-key-new')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByLabel('read: Everything').uncheck()
  await page.getByText('It records entries, and reads no list.').waitFor()
  await make.click()
  const popup = page.getByRole('dialog', { name: 'It is you, right?' })
  await popup.getByLabel('Password', { exact: true }).fill(ana.password)
  await popup.getByRole('button', { name: 'Confirm' }).click()
  await shownIn(page).waitFor()
  await page.getByText('records entries, reads no list · until').waitFor()
  const token = await keyIn(page)
  assert.match(token, /^flp_/)
  const script = program(token)
  await script.call(createExpense, { body: { amount: 3.5, category_id: food.id, memo: 'Coffee' } })
  await assert.rejects(script.call(listContacts), /It needs the ability read:contacts/)

  // A turned phone has another layout, and the key is still there; it is gone once the page is left.
  const size = page.viewportSize() ?? assert.fail()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('link', { name: 'Settings' }).first().waitFor()
  assert.equal(await keyIn(page), token)
  await page.setViewportSize(size)
  assert.equal(await keyIn(page), token)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.address })
  await shownIn(page).getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), token)
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  await page.getByText('records entries, reads no list').waitFor()
  assert.equal(await shownIn(page).count(), 0)
  await page.reload()
  await page.getByText('from 127.0.0.1').waitFor()
  await page.getByText('A key for the program Coffee shortcut was made').waitFor()

  await page.getByRole('button', { name: 'Remove the key of Year-end sheet' }).click()
  await page.getByText('Year-end sheet', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Revoke the key of Coffee shortcut' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  await page.getByText('The key of the program Coffee shortcut was revoked by you').waitFor()
  await assert.rejects(
    script.call(createExpense, { body: { amount: 1, category_id: food.id } }),
    /valid access token/,
  )

  await page.goto(`${stage.address}/activity`)
  await page.getByText('Coffee shortcut').first().waitFor()
})

for (const [name, look] of [
  ['program-keys-phone', { ...PHONE }],
  ['program-keys-phone-dark', { ...PHONE, dark: true }],
  ['program-keys-dark', { dark: true }],
] as const)
  test(`the keys and the boxes fit the screen: ${name}`, async (t) => {
    const ana = await stage.person({ name: 'Ana' })
    const body = { name: 'Coffee shortcut', abilities: ['write:budgeting' as const], expires_at: null }
    await ana.call(createProgramKey, { body })
    const page = await open(t, stage, '/settings/security', { as: ana, ...look })
    await page.getByText('records entries, reads no list · without an end · never used').waitFor()
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('What is it for?').fill('Home Assistant')
    await page.getByLabel('Ends').selectOption('never')
    await page.getByLabel('read: Debts').check()
    await page.getByText('It reads debts, and changes nothing.').waitFor()
    await picture(page, name)
    assert.deepEqual(await axeFinds(page), [])
    assert(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing sticks out')
    await page.getByRole('button', { name: 'Make the key' }).click()
    await shownIn(page).waitFor()
    assert.deepEqual(await axeFinds(page), [])
    await shownIn(page).scrollIntoViewIfNeeded()
    await picture(page, `${name}-made`)
  })
