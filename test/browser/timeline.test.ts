import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { addStarter } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { axeFinds, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** Somebody who spent 1 euro this many times today. */
async function withExpenses(count: number) {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  const category_id = data.find(({ name }) => name === 'Groceries')?.id ?? ''
  const transactions = Array.from({ length: count }, (_, index) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id,
    date: today,
    memo: `Number ${index + 1}`,
  }))
  await ana.call(createTransactions, { body: { transactions } })
  return ana
}

test('a month shows what all of its transactions come to, also those that are not loaded yet', async (t) => {
  const page = await open(t, stage, '/transactions', { as: await withExpenses(650) })
  await page.getByText('650 transactions').waitFor()
  await page.getByRole('list', { name: 'Transactions' }).getByText('minus 650 euro').waitFor()
  assert.ok((await page.locator('[data-id]').count()) < 60, 'only the rows in sight are in the page')
})

test("a bank's text is called by the name in it on Home, in the list and in its sheet", async (t) => {
  const ana = await withExpenses(1)
  const memo = 'KARTENZAHLUNG 12.11 REWE SAGT DANKE 4711//BERLIN/DE'
  const { data } = await ana.call(listTransactions)
  const transaction = { kind: 'expense' as const, amount: 2, category_id: data[0]?.category_id ?? '', memo }
  await ana.call(createTransactions, { body: { transactions: [{ ...transaction, date: today }] } })
  const page = await open(t, stage, '/', { as: ana })
  await page.getByRole('region', { name: 'Latest' }).getByText('REWE', { exact: true }).waitFor()
  await page.goto(`${stage.address}/transactions`)
  const name = page.getByRole('list', { name: 'Transactions' }).getByText('REWE', { exact: true })
  assert.equal(await name.getAttribute('title'), memo)
  assert.equal(await page.getByText('KARTENZAHLUNG').count(), 0)
  await name.click()
  const sheet = page.getByRole('dialog', { name: 'REWE' })
  await sheet.waitFor()
})

test('a range is selected, deleted and brought back by keys alone', async (t) => {
  const ana = await withExpenses(4)
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.locator('[data-id]').nth(3).waitFor()
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await page.getByRole('toolbar', { name: 'Selected transactions' }).getByText('3 selected').waitFor()
  await picture(page, 'timeline-1-selected')
  await page.keyboard.press('Backspace')
  await page.getByText('3 transactions are in the trash').waitFor()
  await page.getByText('1 transaction', { exact: true }).waitFor()
  await page.keyboard.press('z')
  await page.getByText('4 transactions').waitFor()
})

test('a tagged selection stays selected, and the search finds its tag and amounts', async (t) => {
  const ana = await withExpenses(3)
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.locator('[data-id]').nth(2).waitFor()
  for (const key of ['j', 'x', 'j', 'Shift+X']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('work lunch')
  await page.keyboard.press('Enter')
  await page.getByText('2 transactions: now with #work lunch').waitFor()
  assert.equal(await bar.getByText('2 selected').count(), 1)
  const search = page.getByRole('searchbox', { name: 'Search transactions' })
  await search.fill('#work lunch')
  await page
    .getByRole('status')
    .getByText(/^2 transactions(?!:)/)
    .waitFor() // the message about the tag goes on with a colon
  await search.fill('1.00')
  await page.getByRole('status').getByText('3 transactions').waitFor()
  await page.getByRole('button', { name: 'Sort: newest' }).click()
  await page.waitForURL(/sort=-amount/)
  await page.getByRole('button', { name: 'Sort: largest' }).waitFor()
  await page.locator('[data-id]').nth(2).waitFor()
  assert.deepEqual(await axeFinds(page), [])
})

test('a split that leaves something is not sent; what is left goes on with the next category', async (t) => {
  const ana = await withExpenses(1)
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.locator('[data-id]').click()
  await page.getByRole('button', { name: 'Split over categories' }).click()
  await page.getByRole('textbox', { name: 'Amount of part 1' }).fill('0.25+0.35')
  await page.keyboard.press('Control+Enter')
  await page.getByText('left to assign').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('combobox', { name: 'Next category' }).fill('household')
  await page.getByRole('option', { name: /^Household/ }).click()
  await page.getByText('All assigned').waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Number 1 saved').waitFor()
  const [saved] = (await ana.call(listTransactions)).data
  assert.deepEqual(
    saved?.splits.map(({ category_name, amount, memo }) => [category_name, amount, memo]),
    [
      ['Groceries', 0.6, 'Number 1'],
      ['Household', 0.4, 'Number 1'],
    ],
  )
})

test('the columns of a row that says one’s own share stand below those of the others', async (t) => {
  const ana = await withExpenses(2)
  const { id } = await ana.call(createContact, { body: { name: 'Sam' } })
  const [row] = (await ana.call(listTransactions)).data
  const shared = { kind: 'expense' as const, amount: 1200, category_id: row?.category_id ?? '', date: today }
  await ana.call(createTransactions, {
    body: { transactions: [{ ...shared, memo: 'Shared', shares: [{ contact_id: id, amount: 200 }] }] },
  })
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.getByText('your share').waitFor()
  await picture(page, 'timeline-2-columns')
  const lefts = await page
    .locator('[data-id]')
    .filter({ hasText: 'Cash' })
    .getByText('Cash', { exact: true })
    .evaluateAll((all) => all.map((one) => (one as unknown as { offsetLeft: number }).offsetLeft))
  assert.equal(lefts.length, 3)
  assert.equal(new Set(lefts).size, 1, lefts.join())
})
