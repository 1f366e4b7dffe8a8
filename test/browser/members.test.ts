import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import {
  acceptInvitation,
  createBookInvitation,
  listBooks,
  listMembers,
  type Role,
  updateMember,
} from '../../contract/members.ts'
import type { ReplyOf } from '../../contract/route.ts'
import type { Settings } from '../../server/settings.ts'
import type { Person } from '../world.ts'
import {
  axeFinds,
  colours,
  complete,
  type Look,
  makeStage,
  open,
  picture,
  type Stage,
  tooWideBy,
} from './browser.ts'

const stage = await makeStage()

const HAND = { width: 390, height: 844, touch: true } as const
const DESK = { width: 1280, height: 860 } as const

/** The same service with other settings, on a port of its own. */
async function stageWith(settings: Partial<Settings>): Promise<Stage> {
  const app = stage.another(settings)
  await app.listen({ port: 0, host: '127.0.0.1' })
  after(() => app.server.close()) // its port alone: tests share the database
  const { port } = app.server.address() as AddressInfo // a port, not a pipe
  return { ...stage, app, address: `http://127.0.0.1:${port}` }
}

/** Ana, whose book is called Annenstraße. */
async function anaOfAnnenstrasse(): Promise<Person> {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  await ana.call(updateBook, { body: { name: 'Annenstraße' } })
  return ana
}

/** Somebody in Ana's book with a role, for whom it is the default. */
async function joinedAs(ana: Person, name: string, role: Role): Promise<Person> {
  const person = await stage.person({ name, base_currency_id: 'EUR' })
  const { token } = await ana.call(createBookInvitation, { body: { role } })
  const { id } = await person.call(acceptInvitation, { body: { token } })
  await person.call(updateMe, { body: { default_book_id: id } })
  return person
}

/** The books of whoever is signed in on a page. */
const stageBooks = async (page: Page) => {
  const answer = await page.request.get(new URL('/api/v1/books', page.url()).href)
  return ((await answer.json()) as ReplyOf<typeof listBooks>).data
}

const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
const row = (page: Page, name: string) => members(page).filter({ hasText: name })
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

/** The token of the link in a box. */
async function tokenOf(box: Locator): Promise<string> {
  const [, token = ''] = /\/join#(flb_\w+)$/.exec((await box.locator('p').nth(1).textContent()) ?? '') ?? []
  return token
}

/** Nothing is wrong with a page in either colours, on a desk, in a hand and on the narrowest phone. */
async function sound(t: TestContext, path: string, look: Look, name: string, ready: string) {
  const judge = async (page: Page, width: number) => {
    assert.deepEqual(await axeFinds(page), [], `${name} at ${width}`)
    assert.equal(await tooWideBy(page), 0, `${name} at ${width} is too wide`)
    await picture(page, `${name}-${width}-light`)
  }
  const desk = await open(t, stage, path, { ...look, ...DESK, reducedMotion: true })
  await desk.getByText(ready).first().waitFor()
  await complete(desk)
  await judge(desk, 1280)
  await colours(desk, 'dark')
  assert.deepEqual(await axeFinds(desk, ['color-contrast']), [], `${name}, dark`)
  await picture(desk, `${name}-1280-dark`)
  const hand = await open(t, stage, path, { ...look, ...HAND, reducedMotion: true })
  await hand.getByText(ready).first().waitFor()
  await complete(hand)
  await judge(hand, 390)
  await hand.setViewportSize({ width: 320, height: 700 })
  await judge(hand, 320)
}

test('an owner makes a link, somebody opens it, which changes nothing, and joins; the link works once', async (t) => {
  const ana = await anaOfAnnenstrasse()
  await joinedAs(ana, 'Kai Sommer', 'editor')
  const page = await open(t, stage, '/settings/members', { as: ana, ...DESK })
  await page.getByText('You are the only owner. Make Kai an owner first, then you can leave.').waitFor()
  await page.getByLabel('As', { exact: true }).selectOption('Viewer')
  await page.getByLabel('Good for').selectOption('30 days, once')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const shown = said(page, 'The link, shown only now')
  await shown.waitFor()
  const token = await tokenOf(shown)
  await page.getByText(/^Viewer made today, not used, ends \d+ /).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'members-link-1280')

  const mia = await stage.person({ name: 'Mia Lindqvist' })
  const hers = await open(t, stage, `/join#${token}`, { as: mia, refusals: [404, 422] })
  await hers.getByRole('heading', { name: 'Ana Kertész invites you to Annenstraße' }).waitFor()
  await hers
    .getByText('You would be a viewer: you see the whole book, and change nothing. Kai is in it too.')
    .waitFor()
  assert.equal(new URL(hers.url()).hash, '', 'the token stays in the address')
  await hers.reload()
  await hers.getByText('Opening this page has changed nothing. The link works once, until').waitFor()
  assert.equal((await mia.call(listBooks)).data.length, 1)
  await hers.getByRole('button', { name: 'Join as Mia Lindqvist' }).click()
  await hers.waitForURL(`**/b/${ana.book_id}/**`)
  assert.deepEqual((await mia.call(listBooks)).data.map(({ name, role }) => [name, role]).at(-1), [
    'Annenstraße',
    'viewer',
  ])

  await hers.goto(`${stage.address}/join#${token}`)
  await hers.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  await hers.goto(`${stage.address}/join#flb_nothing`)
  await hers.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  await page.reload()
  await row(page, 'Mia Lindqvist').waitFor()
  assert.equal(await page.getByText('not used').count(), 0)
})

test('a link that is revoked opens nothing, and one who is in the book already is told so', async (t) => {
  const ana = await anaOfAnnenstrasse()
  const page = await open(t, stage, '/settings/members', { as: ana })
  await page.getByRole('button', { name: 'Make a link' }).click()
  const shown = said(page, 'The link, shown only now')
  const token = await tokenOf(shown)
  const own = await open(t, stage, `/join#${token}`, { as: ana, refusals: [404, 409, 422] })
  await own.getByText('You are in Annenstraße already.').waitFor()
  assert.equal(await own.getByText(/in it too/).count(), 0)
  await own.getByRole('button', { name: /^It is another book/ }).click()
  await own.getByRole('button', { name: 'Open it' }).waitFor()
  await page.getByRole('button', { name: 'Revoke the link for editor' }).click()
  await said(page, 'The link does not work any more').waitFor()
  await page.locator('button:focus', { hasText: 'Make a link' }).waitFor()
  await own.goto(`${stage.address}/join#${token}`)
  await own.reload()
  await own.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  // A good link in the same tab changes only the hash.
  const { token: good } = await ana.call(createBookInvitation, { body: { role: 'viewer' } })
  await own.evaluate(`location.hash = '#${good}'`)
  await own.getByText('You are in Annenstraße already.').waitFor()
  await own.getByRole('button', { name: 'Open it' }).click()
  await own.waitForURL(`${stage.address}/b/${ana.book_id}/**`)
})

test('where accounts are opened by invitation, a link to a book opens one, and the new account is in the book', async (t) => {
  const invited = await stageWith({ registration: 'invited' })
  const ana = await anaOfAnnenstrasse()
  const { token } = await ana.call(createBookInvitation, { body: { role: 'editor' } })
  const page = await open(t, invited, `/join#${token}`, { ...HAND, refusals: [401, 404] })
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Mia Lindqvist')
  await page.getByLabel('E-mail').fill('mia-by-invitation@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a lamp in the hall')
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'join-sign-up-390')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await page.waitForURL(`**/b/${ana.book_id}/**`)
  const { data } = await ana.call(listMembers)
  assert.deepEqual(
    data.map(({ name, role }) => [name, role]),
    [
      ['Ana Kertész', 'owner'],
      ['Mia Lindqvist', 'editor'],
    ],
  )
  // Her own book is empty: its Home leads to its Welcome, once.
  const own = (await stageBooks(page)).find(({ is_default }) => is_default) ?? assert.fail()
  await page.goto(`${invited.address}/b/${own.id}`)
  await page.getByRole('heading', { name: 'Hello Mia Lindqvist. What do you have today?' }).waitFor()
  await page.getByRole('link', { name: 'Back to Annenstraße' }).waitFor()
  await picture(page, 'join-welcome-390')
  await page.goto(`${invited.address}/b/${own.id}`)
  await page.locator('#content').waitFor()
  assert.equal(new URL(page.url()).pathname, `/b/${own.id}`)
})

test('somebody who is not signed in signs in on the page of the link, and joins', async (t) => {
  const ana = await anaOfAnnenstrasse()
  const mia = await stage.person({ name: 'Mia Lindqvist' })
  const { token } = await ana.call(createBookInvitation, { body: { role: 'annotator' } })
  const page = await open(t, stage, `/join#${token}`, { refusals: [401, 404] })
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await page.getByLabel('E-mail').fill(mia.user.email)
  await page.getByLabel('Password', { exact: true }).fill(mia.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Join as Mia Lindqvist' }).click()
  await page.waitForURL(`**/b/${ana.book_id}/**`)
})

test('an owner gives roles and removes somebody, who is listed among those who left', async (t) => {
  const ana = await anaOfAnnenstrasse()
  const kai = await joinedAs(ana, 'Kai Sommer', 'viewer')
  const page = await open(t, stage, '/settings/members', { as: ana })
  await row(page, 'Kai Sommer').getByText('see everything').waitFor()
  await page.getByRole('button', { name: 'Role of Kai Sommer: Viewer' }).click()
  const menu = page.getByRole('dialog', { name: 'Role of Kai Sommer' })
  await menu.getByRole('button', { name: /^Editor: / }).click()
  await said(page, 'Kai Sommer is an editor now').waitFor()
  await row(page, 'Kai Sommer').getByText('record, change and delete').waitFor()

  await page.getByRole('button', { name: 'Remove Kai Sommer' }).click()
  const question = page.getByRole('dialog', { name: 'Remove Kai Sommer?' })
  await question.getByText('What Kai recorded stays in it.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal((await kai.call(listBooks)).data.length, 2)
  await page.getByRole('button', { name: 'Remove Kai Sommer' }).click()
  await question.getByRole('button', { name: 'Remove Kai' }).click()
  await said(page, 'Kai Sommer is no longer in Annenstraße').waitFor()
  await page.getByRole('heading', { name: 'Not here any more' }).waitFor()
  await page.locator('h1:focus').waitFor()
  await page.getByText(/^Kai Sommer, left /).waitFor()
  assert.equal(await row(page, 'Kai Sommer').count(), 0)
  assert.equal((await kai.call(listBooks)).data.length, 1)
})

test('the only owner hands the book over before leaving it; others leave by themselves', async (t) => {
  const ana = await anaOfAnnenstrasse()
  await ana.call(updateMember, { params: { user_id: ana.user.id }, body: { role: 'owner' } })
  const kai = await joinedAs(ana, 'Kai Sommer', 'editor')
  const lea = await joinedAs(ana, 'Lea Hofer', 'viewer')
  const page = await open(t, stage, '/settings/members', { as: ana, refusals: [403, 404] })
  await row(page, 'Ana Kertész').getByText('the only one').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Role of Ana/ }).count(), 0)
  await page.getByText('Make Kai or Lea an owner first, then you can leave.').waitFor()
  await page.getByRole('button', { name: 'Leave the book' }).click()
  const popup = page.getByRole('dialog', { name: 'Hand over the book' })
  assert.equal(await popup.getByLabel('And you').inputValue(), 'leave')
  await popup.getByLabel('And you').selectOption('stay as an editor')
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'members-hand-over')
  await popup.getByRole('button', { name: 'Hand over to Kai' }).click()
  await said(page, 'Kai owns Annenstraße now, and you are an editor').waitFor()
  await page.getByRole('button', { name: 'Make a link' }).waitFor({ state: 'detached' })
  const roles = async () => (await kai.call(listMembers)).data.map(({ role }) => role)
  assert.deepEqual(await roles(), ['editor', 'owner', 'viewer'])

  const hers = await open(t, stage, '/settings/members', { as: lea, refusals: [404] })
  await row(hers, 'Kai Sommer').waitFor()
  assert.equal(await hers.getByRole('button', { name: /Role of|Remove|Make a link|Hand over/ }).count(), 0)
  assert.equal(await hers.getByText('@').count(), 1, 'the e-mail of others is shown')
  await hers.getByRole('button', { name: 'Leave the book' }).click()
  await hers
    .getByRole('dialog', { name: 'Leave Annenstraße?' })
    .getByRole('button', { name: 'Leave', exact: true })
    .click()
  await hers.waitForURL((url) => !url.pathname.includes('members'))
  await said(hers, 'You have left Annenstraße').waitFor()
  assert.deepEqual(await roles(), ['editor', 'owner', null])
  assert.equal((await lea.call(listBooks)).data.length, 1)
})

test('the pages of members and of a link are sound in both colours, down to 320 px', async (t) => {
  const ana = await anaOfAnnenstrasse()
  await joinedAs(ana, 'Kai Sommer', 'editor')
  const lea = await joinedAs(ana, 'Lea Hofer', 'viewer')
  await joinedAs(ana, 'Dr Weiss, tax', 'annotator')
  await ana.call(createBookInvitation, { body: { role: 'viewer' } })
  const { token } = await ana.call(createBookInvitation, { body: { role: 'editor' } })
  await sound(t, '/settings/members', { as: ana }, 'members', 'You are the only owner.')
  await sound(t, '/settings/members', { as: lea }, 'members-viewer', 'Kai Sommer')
  const mia = await stage.person({ name: 'Mia Lindqvist' })
  await sound(t, `/join#${token}`, { as: mia }, 'join', 'Join as Mia Lindqvist')
})
