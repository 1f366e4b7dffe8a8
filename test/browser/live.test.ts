import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { moveBetween } from '../../contract/between.ts'
import { createExpense, deleteExpense, getExpense, updateExpense } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { listBooks, removeMember } from '../../contract/members.ts'
import { inBook, join } from '../household.ts'
import { crowding, isWithin, until } from '../until.ts'
import { complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()

/** Ana and Kai in her book, and a category of it. */
async function couple() {
  const [ana, kai] = [
    await stage.person({ name: 'Ana', base_currency_id: 'EUR' }),
    await stage.person({ name: 'Kai', base_currency_id: 'EUR' }),
  ]
  const { call } = await join(stage, ana, ana.book_id, kai, 'editor')
  const { id } = await call(createCategory, { body: { name: 'Groceries', kind: 'expense' } })
  const household = await call(createCategory, { body: { name: 'Household', kind: 'expense' } })
  const buy = (memo: string) => call(createExpense, { body: { amount: 23.1, category_id: id, memo } })
  return { ana, kai, buy, byKai: call, groceries: id, household: household.id }
}

test('an entry of somebody else appears within two seconds, in two tabs with one stream, and is announced', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/transactions', { as: ana })
  await complete(page)
  let streams = 0
  page.context().on('request', (request) => {
    if (request.url().includes('/events')) streams++
  })
  const second = await page.context().newPage()
  await second.goto(page.url())
  await complete(second)
  await page.bringToFront()
  await page.waitForTimeout(1_500) // the stream is open
  const start = performance.now()
  await buy('Spar')
  await page
    .getByText('Spar')
    .first()
    .waitFor({ timeout: 3_000 * crowding() })
  assert(isWithin(3_000, start))
  assert.match(
    (await page.locator('a[data-id]').first().textContent()) ?? '',
    /Spar.*Kai/,
    'the row says who',
  )
  await page
    .getByRole('status')
    .filter({ hasText: 'Kai added Spar' })
    .waitFor({ timeout: 3_000 * crowding() })
  await second
    .getByText('Spar')
    .first()
    .waitFor({ timeout: 3_000 * crowding() })
  assert(streams <= 1, `${streams} streams were opened by two tabs`)
})

test('while somebody types nothing moves: a chip waits, and shows it when it is pressed', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/transactions', { as: ana })
  await complete(page)
  await page.waitForTimeout(1_500) // the stream is open
  const line = page.getByRole('textbox', { name: 'Add a transaction' })
  await line.fill('12 soap')
  await buy('Ikea lamp')
  const chip = page.getByRole('button', { name: 'Kai added Ikea lamp' })
  await chip.waitFor({ timeout: 4_000 * crowding() })
  assert.equal(await page.getByText('Ikea lamp').count(), 1, 'only the chip says it')
  assert.equal(await line.inputValue(), '12 soap')
  await chip.click()
  await page.getByText('Ikea lamp').first().waitFor()
  await until(async () => (await chip.count()) === 0, 3_000)
})

test('a change between the answers of the page and the first event is not missed', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/settings', { as: ana })
  await complete(page)
  let isFirst = true
  await page.route('**/events*', async (route) => {
    if (isFirst) await buy('Lidl')
    isFirst = false
    await route.continue()
  })
  await page.goto(`${stage.address}/transactions`)
  await page
    .getByText('Lidl')
    .first()
    .waitFor({ timeout: 5_000 * crowding() })
})

test('without a stream the history is asked, and shows the same', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/settings', { as: ana, refusals: [503] })
  await complete(page)
  let count = 0
  await page.route('**/events*', async (route) => {
    if (count++ === 0) await buy('Billa')
    await route.fulfill({ status: 503 })
  })
  await page.goto(`${stage.address}/transactions`)
  await page
    .getByText('Billa')
    .first()
    .waitFor({ timeout: 5_000 * crowding() })
})

test('an idle tab does not refresh the tab in which somebody types', async (t) => {
  const { ana, buy } = await couple()
  const idle = await open(t, stage, '/transactions', { as: ana })
  await complete(idle)
  const typing = await idle.context().newPage()
  await typing.goto(idle.url())
  await complete(typing)
  await idle.waitForTimeout(1_500) // the stream is open
  await typing.getByRole('textbox', { name: 'Add a transaction' }).fill('12 soap')
  await buy('Hofer')
  const row = (page: Page) => page.locator('a[data-id]').filter({ hasText: 'Hofer' })
  await row(idle).waitFor({ timeout: 4_000 * crowding() })
  await row(idle).getByText('just now').waitFor()
  await typing.getByRole('button', { name: 'Kai added Hofer' }).waitFor({ timeout: 4_000 * crowding() })
  assert.equal(await row(typing).count(), 0)
  await buy('Denns')
  await typing.getByRole('button', { name: 'Kai added 2' }).waitFor({ timeout: 4_000 * crowding() })
  await row(idle)
    .getByText('just now')
    .waitFor({ state: 'detached', timeout: 6_000 * crowding() })
})

/** Ana's page with the sheet of an entry of Kai, in which she has typed. */
async function typedSheet(t: TestContext, typed: { field: string; text: string }, refusals: number[] = []) {
  const all = await couple()
  const { id } = await all.buy('Spar')
  const page = await open(t, stage, `/transactions?open=${id}`, { as: all.ana, refusals })
  const sheet = page.getByRole('dialog', { name: 'Spar' })
  await sheet.getByRole('textbox', { name: typed.field }).fill(typed.text)
  await page.locator('a[data-id]').first().waitFor()
  await page.waitForTimeout(1_500) // the stream is open
  return { ...all, id, page, sheet }
}

test('an open sheet says at once who has changed its record: other fields follow, and the typed text is saved on top', async (t) => {
  const { ana, byKai, household, id, page, sheet } = await typedSheet(t, {
    field: 'Notes',
    text: 'for the weekend',
  })
  await byKai(updateExpense, { params: { id }, body: { category_id: household } })
  await sheet.getByText('Kai changed this a moment ago').waitFor({ timeout: 4_000 * crowding() })
  await sheet.getByText('What you typed is kept.').waitFor()
  await picture(page, 'live-meanwhile-1440')
  assert.equal(await sheet.getByRole('combobox', { name: 'Category' }).inputValue(), 'Household')
  assert.equal(await sheet.getByRole('textbox', { name: 'Notes' }).inputValue(), 'for the weekend')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Spar saved' }).waitFor()
  const now = await ana.call(getExpense, { params: { id } })
  assert.deepEqual([now.notes, now.category_id], ['for the weekend', household])
})

test('whoever takes all of theirs has their version in the sheet, and the next Save goes on top of it', async (t) => {
  const { ana, byKai, id, page, sheet } = await typedSheet(
    t,
    { field: 'What it was', text: 'Interspar' },
    [412],
  )
  await byKai(updateExpense, { params: { id }, body: { memo: 'Eurospar' } })
  await sheet.getByText('Kai changed this a moment ago').waitFor({ timeout: 4_000 * crowding() })
  await sheet.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /changed while you were editing/ })
  await conflict.getByRole('button', { name: 'Take all of theirs' }).click()
  await conflict.waitFor({ state: 'detached' })
  const own = page.getByRole('dialog', { name: 'Eurospar' })
  assert.equal(await own.getByRole('textbox', { name: 'What it was' }).inputValue(), 'Eurospar')
  await page.locator('a[data-id]').filter({ hasText: 'Eurospar' }).waitFor()
  await own.getByRole('textbox', { name: 'Notes' }).fill('on top')
  await own.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Eurospar saved' }).waitFor()
  const now = await ana.call(getExpense, { params: { id } })
  assert.deepEqual([now.memo, now.notes], ['Eurospar', 'on top'])
})

test('the sheet of a record that somebody has deleted says who, keeps the text, and brings it back', async (t) => {
  const { ana, byKai, id, page, sheet } = await typedSheet(
    t,
    { field: 'Notes', text: 'for the weekend' },
    [404, 412],
  )
  await byKai(deleteExpense, { params: { id } })
  await sheet.getByText('Kai deleted it a moment ago').waitFor({ timeout: 4_000 * crowding() })
  assert.equal(await sheet.getByRole('button', { name: 'Save' }).count(), 0)
  await picture(page, 'live-deleted-1440')
  await sheet.getByRole('button', { name: 'Bring back' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Spar saved' }).waitFor()
  assert.equal((await ana.call(getExpense, { params: { id } })).notes, 'for the weekend')
})

test('whoever is removed while idle sees the page that says so, with the text that was typed', async (t) => {
  const { ana, kai, buy } = await couple()
  const { id } = await buy('Spar')
  const page = await open(t, stage, `/b/${ana.book_id}/transactions?open=${id}`, {
    as: kai,
    refusals: [403, 404],
  })
  await page.getByRole('textbox', { name: 'Notes' }).fill('for the weekend')
  await page.waitForTimeout(1_500) // the stream is open
  await inBook(stage.app, ana, ana.book_id).call(removeMember, { params: { user_id: kai.user.id } })
  await page.getByText('You are no longer a member of').waitFor({ timeout: 15_000 * crowding() })
  await page.getByText('for the weekend').waitFor()
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await picture(page, 'live-gone-1440')
})

test('money from another book is in the change of Home as in Reports, and in the heading of its month', async (t) => {
  const { ana, kai, buy } = await couple()
  await buy('Spar')
  const own = inBook(stage.app, kai, kai.book_id)
  const cashOf = async (call: typeof own.call) =>
    (await call(listAccounts, { query: { type: 'asset' } })).data.find(({ is_default }) => is_default)?.id ??
    ''
  const ofAna = inBook(stage.app, ana, ana.book_id).call
  const page = await open(t, stage, '/', { as: ana })
  await complete(page)
  await page.waitForTimeout(1_500) // the stream is open
  await own.call(moveBetween, {
    body: {
      to_book_id: ana.book_id,
      from_account_id: await cashOf(own.call),
      to_account_id: await cashOf(ofAna),
      amount: 800,
      currency_id: 'EUR',
    },
  })
  await page
    .getByRole('status')
    .filter({ hasText: 'Kai moved €800.00 in' })
    .waitFor({ timeout: 8_000 * crowding() })
  const worth = page.getByRole('region', { name: 'Net worth' })
  await worth.getByText('+€776.90').first().waitFor()
  await worth.getByText('from other books').waitFor()
  await picture(page, 'live-home-1440')
  await page.goto(`${stage.address}/reports`)
  const card = page.getByRole('link', { name: /Net worth/ }).last()
  await card.getByText('from other books').waitFor()
  await page
    .getByRole('link', { name: /Cash flow/ })
    .last()
    .getByText('€800.00')
    .waitFor()
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('moved in').waitFor()
  await picture(page, 'live-months-1440')
  const phone = await open(t, stage, '/', { as: ana, ...PHONE })
  await complete(phone)
  await phone.getByText('Kai €23.10').waitFor()
  await picture(phone, 'live-home-360')
  assert.equal(await tooWideBy(phone), 0)
  await phone.goto(`${stage.address}/transactions`)
  await complete(phone)
  await phone.waitForTimeout(1_500) // the stream is open
  await phone.getByRole('searchbox').first().fill('o')
  await phone.getByRole('searchbox').first().fill('')
  await buy('Hofer')
  await phone.getByRole('button', { name: 'Kai added Hofer' }).waitFor({ timeout: 4_000 * crowding() })
  await picture(phone, 'live-chip-360')
  assert.equal(await tooWideBy(phone), 0)
})

test('Look around first opens the made-up household in a book of its own, and one click removes it', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'USD' })
  const page = await open(t, stage, '/welcome', { as: ana, refusals: [404] }) // what was asked for while it was removed
  await page.getByRole('button', { name: 'Look around first' }).click()
  await page.waitForURL(/\/b\/[\da-f-]{36}/, { timeout: 90_000 })
  await page.getByText('This household is made up').waitFor()
  const { data } = await ana.call(listBooks)
  assert.deepEqual(
    data.map(({ name }) => name),
    ['Ana', 'The made-up household'],
  )
  assert.equal((await inBook(stage.app, ana, ana.book_id).ask(listBooks)).status, 200)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await until(async () => (await ana.call(listBooks)).data.length === 1, 10_000)
  await page.waitForURL((url) => !url.pathname.startsWith('/b/'))
})
