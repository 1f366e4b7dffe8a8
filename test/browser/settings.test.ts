import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { createExpense, deleteExpense, updateExpense } from '../../contract/budgeting.ts'
import { getCategory, listCategories, updateCategory } from '../../contract/categories.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { category } from '../books.ts'
import { axeFinds, colours, type Look, makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()

const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const sheet = (page: Page) => page.getByRole('dialog')

/** Axe and pictures in light and dark colours. */
async function look(page: Page, name: string): Promise<void> {
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, name)
  await colours(page, 'dark')
  await picture(page, `${name} dark`)
  await colours(page, 'light')
}

/** A book with a change, an undoable one that others depend on, and a record in the trash. */
async function household() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const food = await category(ana, 'Groceries')
  const sam = await ana.call(createContact, { body: { name: 'Sam Okafor' } })
  await ana.call(createAccount, { body: { name: 'Purse', type: 'asset', is_default: true } })
  const body = { amount: 61.75, category_id: food.id, memo: 'Lidl', contact_id: sam.id }
  const lidl = await ana.call(createExpense, { body })
  await ana.call(updateExpense, { params: { id: lidl.id }, body: { amount: 63.2 } })
  const old = await ana.call(createExpense, { body: { ...body, amount: 5, memo: 'Kiosk' } })
  await ana.call(deleteExpense, { params: { id: old.id } })
  return { ana, food, sam }
}

test('a wrong address is said inside the frame, with the way to everything else', async (t) => {
  const { ana } = await household()
  const page = await open(t, stage, '/settings/nonsense', { as: ana })
  await page.getByText('There is nothing at this address').waitFor()
  await page.getByRole('link', { name: 'Budgets' }).click()
  await page.waitForURL(/budgets/)
})

test('the activity says what changed, undoes it, and names what stands in the way', async (t) => {
  const { ana, sam } = await household()
  const page = await open(t, stage, '/activity', { as: ana, refusals: [409, 422] })
  const changed = page.getByRole('listitem').filter({ hasText: 'You changed Lidl' })
  await changed
    .filter({ hasText: 'Amount' })
    .filter({ hasText: '€61.75' })
    .filter({ hasText: '€63.20' })
    .waitFor()
  await changed.getByRole('button', { name: /^Undo/ }).click()
  await said(page, 'Undone').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'You undid a change of Lidl' }).waitFor()
  // The contact is in use: the records that depend on it are listed, each a link.
  await page.getByRole('button', { name: `Undo version ${sam.version}` }).click()
  await sheet(page)
    .getByText(/later changes? depends? on it/i)
    .waitFor()
  await sheet(page).getByRole('link', { name: /Lidl/ }).first().click()
  await page.waitForURL((url) => url.searchParams.get('version') !== String(sam.version))
  assert.deepEqual(await axeFinds(page), [])
  await page.goto(`${stage.address}/activity?version=9999`)
  await sheet(page).getByText('There is no such change').waitFor()
})

test('a record in the trash comes back, or goes for good after a question', async (t) => {
  const { ana } = await household()
  const page = await open(t, stage, '/trash', { as: ana })
  await page.getByRole('button', { name: 'Bring back Kiosk' }).click()
  await said(page, 'Kiosk is back').waitFor()
  await said(page, 'Kiosk is back').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Delete Kiosk for good' }).click()
  await sheet(page).getByText('Nothing brings it back').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await sheet(page).getByRole('button', { name: 'Delete for good' }).click()
  await said(page, 'Kiosk is gone for good').waitFor()
  await page.getByText('The trash is empty').waitFor()
})

test('a large trash is drawn in parts', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const { id: category_id } = await category(ana, 'Food')
  const transactions = Array.from({ length: 1_050 }, () => ({
    kind: 'expense' as const,
    amount: 1,
    category_id,
  }))
  const { data } = await ana.call(createTransactions, { body: { transactions } })
  const ids = data.map(({ id }) => id)
  await ana.call(bulkTransactions, { body: { ids, delete: true } })
  const { id } = await ana.call(createContact, { body: { name: 'Sam' } })
  await ana.call(deleteContact, { params: { id } })
  const page = await open(t, stage, '/trash', { as: ana })
  const rows = page.getByRole('button', { name: 'Bring back' })
  await rows.first().waitFor()
  assert.equal(await rows.count(), 100)
  await page
    .getByRole('combobox', { name: 'What' })
    .getByText('Everything (1,051)')
    .waitFor({ state: 'attached' })
  await picture(page, 'trash-large')
  await rows.last().scrollIntoViewIfNeeded()
  await rows.nth(199).waitFor()
})

test('a record that changed meanwhile is shown in both versions, and the mix is saved', async (t) => {
  const { ana, food } = await household()
  const page = await open(t, stage, `/settings/categories?open=${food.id}`, { as: ana, refusals: [412] })
  await sheet(page).getByLabel('Name', { exact: true }).fill('Food')
  await ana.call(updateCategory, { params: { id: food.id }, body: { is_active: false } })
  await sheet(page).getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'This changed while you were editing' })
  await question.waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'conflict')
  await question.getByRole('button', { name: 'Save this mix' }).click()
  await said(page, 'Food is saved').waitFor()
  const now = await ana.call(getCategory, { params: { id: food.id } })
  assert.deepEqual([now.name, now.is_active], ['Food', false])
})

test('text typed into a form is there after a reload', async (t) => {
  const { ana } = await household()
  const page = await open(t, stage, '/accounts?open=new', { as: ana })
  await sheet(page).getByLabel('Name').fill('Savings')
  await sheet(page).getByLabel('In the bank today').fill('1200')
  await page.reload()
  assert.equal(await sheet(page).getByLabel('Name').inputValue(), 'Savings')
  await sheet(page).getByRole('button', { name: 'Add the account' }).click()
  await said(page, 'Savings is added').waitFor()
  const { data } = await ana.call(listAccounts, { query: { q: 'Savings' } })
  assert.deepEqual(
    data.map(({ balance_as_of }) => balance_as_of?.amount),
    [1200],
  )
})

for (const [name, look] of [
  ['', {}],
  [' on a phone', PHONE],
] as [string, Look][])
  test(`the palette goes, finds and does by keys alone${name}`, async (t) => {
    const { ana } = await household()
    const page = await open(t, stage, '/trash', { as: ana, ...look })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const input = page.getByRole('combobox', { name: 'Search or jump to' })
    await input.fill('lid')
    await page.getByRole('option', { name: /Transactions with “lid”/ }).waitFor()
    assert.deepEqual(await axeFinds(page), [])
    await input.press('ArrowDown')
    const active = await input.getAttribute('aria-activedescendant')
    assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true')
    await input.fill('sam oka')
    await page
      .getByRole('option', { name: /Sam Okafor/ })
      .first()
      .waitFor()
    await picture(page, `palette${name.replaceAll(' ', '-')}`)
    await input.press('Enter')
    await page.waitForURL(/\/contacts\//)
    // A chosen line comes first the next time.
    await page.keyboard.press('Control+k')
    assert.match((await page.getByRole('option').first().textContent()) ?? '', /Sam Okafor/)
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'detached' })
  })

test('the base currency changes after balances were typed, which stay as they are; a missing rate is asked for', async (t) => {
  const ana = await stage.person({ base_currency_id: 'EUR' })
  const today = Temporal.Now.plainDateISO('UTC').toString()
  await ana.call(createAccount, {
    body: { name: 'Giro', type: 'asset', balance_as_of: { date: today, amount: 1000 } },
  })
  const page = await open(t, stage, '/settings/book', { as: ana, refusals: [412, 422] })
  const base = page.getByRole('combobox', { name: 'Base currency' })
  await base.fill('Swiss')
  await page.getByRole('option', { name: /Swiss franc/i }).click()
  await page.getByText('Save asks what becomes of the balances you typed.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  const way = (name: string) => page.getByRole('dialog').getByRole('button', { name })
  await way('Convert them').waitFor()
  await look(page, 'settings-rebase-1')
  await way('Convert them').click()
  await page.getByText('Florin has no rate from euro to Swiss franc').waitFor()
  await look(page, 'settings-rebase-2-rate')
  await way('Back to the choice').click()
  await way('Convert them').click()
  await page.getByRole('textbox', { name: '1 EUR in CHF' }).fill('0.93')
  await way('Set the rate').click()
  await said(page, 'The book is saved').waitFor()
  const giro = page.getByRole('link', { name: /Giro/ })
  await giro.filter({ hasText: '930.00' }).waitFor()
  const { data } = await ana.call(listAccounts, { query: { q: 'Giro' } })
  assert.deepEqual([data[0]?.currency_id, data[0]?.balance_as_of?.amount], ['EUR', 1000])
})

test('balances that were meant in the new base currency stay as they are', async (t) => {
  const ana = await stage.person({ base_currency_id: 'USD' })
  const today = Temporal.Now.plainDateISO('UTC').toString()
  await ana.call(createAccount, {
    body: {
      name: 'Giro',
      type: 'asset',
      currency_id: 'USD',
      balance_as_of: { date: today, amount: 3520.48 },
    },
  })
  const page = await open(t, stage, '/settings/book', { as: ana, ...PHONE })
  await page.getByRole('combobox', { name: 'Base currency' }).fill('euro')
  await page.getByRole('option', { name: /^Euro/i }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('$3,520.48 becomes €3,520.48.').waitFor()
  await look(page, 'settings-rebase-3-phone')
  await page.getByRole('button', { name: 'These figures are in euro already' }).click()
  await said(page, 'The book is saved').waitFor()
  const { data } = await ana.call(listAccounts, { query: { q: 'Giro' } })
  assert.deepEqual([data[0]?.currency_id, data[0]?.base_balance], ['EUR', 3520.48])
})

test('the books are closed and opened again, and a category is added by Enter', async (t) => {
  const { ana } = await household()
  const page = await open(t, stage, '/settings/book', { as: ana })
  await page.getByRole('button', { name: 'Close the books' }).click()
  await said(page, 'The books are closed through').waitFor()
  await page.getByRole('button', { name: 'Reopen all of it' }).click()
  await said(page, 'The books are open').waitFor()
  await page.goto(`${stage.address}/settings/categories`)
  await page.getByLabel('New category of spending').fill('Stamps')
  await page.keyboard.press('Enter')
  await said(page, 'Stamps is added').waitFor()
  const { data } = await ana.call(listCategories, { query: { q: 'Stamps' } })
  assert.equal(data.length, 1)
})
