import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test('somebody who has never seen Florin signs up, enters a lunch, sees it in the chart, and takes a mistake back', async (t) => {
  const page = await open(t, stage, '/', { refusals: [401] })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Open your book' }).click()

  await page.getByLabel('Your name').fill('Mina')
  await page.getByLabel('E-mail').fill('mina@example.com')
  await page.getByLabel('Password', { exact: true }).fill('four words are enough')
  await page.getByLabel('Currency you think in').selectOption('EUR')
  await picture(page, 'first-1-sign-up')
  await page.getByRole('button', { name: 'Open my book' }).click()

  await page.getByRole('heading', { name: 'Hello Mina. How would you like to start?' }).waitFor()
  await picture(page, 'first-2-welcome')
  await page.getByRole('button', { name: 'Start' }).click()

  // The caret waits in quick entry.
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await page.locator('input:focus').waitFor()
  assert.equal(await page.locator('input:focus').getAttribute('id'), await entry.getAttribute('id'))
  await page.keyboard.type('12.50 lunch')
  // This book has no lunch yet, but it is an everyday word, and the ready-made set has its category.
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await picture(page, 'first-3-entry')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/12\.50/)
    .waitFor()
  await page
    .getByRole('region', { name: /Latest/ })
    .getByText('lunch')
    .waitFor()
  const spent = page.getByRole('region', { name: 'Spent' })
  await spent.getByText('12 euro 50').first().waitFor()
  await picture(page, 'first-4-home')

  // A mistake, whose category the book already knows: undone from the line it was written in.
  await entry.fill('125 lunch')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await page.keyboard.press('Enter')
  await spent.getByText('137 euro 50').first().waitFor()
  // The caret is still in the line, where Z alone is a letter.
  await page.getByRole('status').getByText('Ctrl Z').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('status').getByText('Undone').waitFor()
  await spent.getByText('12 euro 50').first().waitFor()
  await picture(page, 'first-5-undone')
})
