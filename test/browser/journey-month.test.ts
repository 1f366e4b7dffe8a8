import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { addStarter, getBook } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { createPlan } from '../../contract/plans.ts'
import type { Person } from '../world.ts'
import { makeStage, open, picture } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** Somebody with a ready-made set, and this much spent on each category of last month and this one. */
async function withSpending(spent: [string, number, string, string][]): Promise<Person> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  for (const [name, amount, memo, date] of spent) {
    const category_id = data.find((category) => category.name === name)?.id ?? ''
    await ana.call(createExpense, { body: { amount, category_id, memo, date } })
  }
  return ana
}
const lastMonth = addDays(`${today.slice(0, 7)}-01`, -5)

test('a budget is planned in its cell, with a sum, and shows what is left', async (t) => {
  const ana = await withSpending([['Groceries', 61.75, 'Lidl', today]])
  const page = await open(t, stage, '/budgets', { as: ana })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'Budget of Groceries' }).click()
  await page.keyboard.type('90+10')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('row', { name: /Groceries/ })
    .getByText('38 euro 25')
    .waitFor()
  await page.getByRole('status').getByText('Undo').waitFor()
  await picture(page, 'month-1-budgets')
  // Every number opens the list behind it.
  await page
    .getByRole('row', { name: /^Groceries/ })
    .getByRole('link', { name: /61 euro 75/ })
    .click()
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  await page.getByText('1 transaction', { exact: true }).waitFor()
})

test('why last month was expensive: from the report to the transactions behind a figure, and back', async (t) => {
  const ana = await withSpending([
    ['Travel', 840, 'Flights to Lisbon', lastMonth],
    ['Travel', 212.4, 'Hotel', lastMonth],
    ['Groceries', 44.1, 'Lidl', lastMonth],
    ['Groceries', 61.75, 'Lidl', today],
  ])
  const page = await open(t, stage, '/', { as: ana })
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByRole('link', { name: /^Income and spending/ }).click()
  const travel = page.getByRole('row', { name: /^Travel/ })
  await travel.getByRole('button', { name: '1052 euro 40' }).first().click()
  const behind = page.getByRole('dialog')
  await behind.getByText(/These 2 add up to exactly/).waitFor()
  await picture(page, 'month-2-drill-down')
  await behind.getByRole('link', { name: 'Open as a list' }).click()
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  await page.getByText('Flights to Lisbon').waitFor()
  await page.getByText('2 transactions', { exact: true }).waitFor()
  await picture(page, 'month-3-list')
  await page.goBack()
  await page.getByText(/These 2 add up to exactly/).waitFor()
  await page.keyboard.press('Escape')
  await behind.waitFor({ state: 'detached' })
})

test("a month's work: salary, a split bill, money moved, the bank's statement compared, and the books closed", async (t) => {
  const ana = await withSpending([])
  const page = await open(t, stage, '/transactions', { as: ana, refusals: [409] })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  const write = async (line: string, understood: string) => {
    await entry.fill(line)
    await page.getByText(understood).first().waitFor({ state: 'attached' })
    await entry.press('Enter')
    while ((await entry.inputValue()) !== '') await page.waitForTimeout(20)
  }
  await write('+3240 salary !bank', 'Got 3240 euro as Salary into Bank today')
  await write('400 bank > savings', 'Moved 400 euro from Bank to Savings today')
  await write('73.20 groceries lidl !bank', 'Spent 73 euro 20 on Groceries from Bank today')
  await picture(page, 'month-4-written')

  await page.getByRole('link', { name: /lidl/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Split over categories' }).click()
  await sheet.getByRole('textbox', { name: 'Amount of part 1' }).fill('54.30')
  await sheet.getByRole('combobox', { name: 'Next category' }).fill('house')
  await page.getByRole('option', { name: /Household/ }).click()
  // The next line holds the rest.
  await sheet.getByText(/All assigned/).waitFor()
  await picture(page, 'month-5-split')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /Groceries, Household/ }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Bank/ }).click()
  await page.getByRole('link', { name: 'Reconcile' }).click()
  await page.getByRole('heading', { name: 'Reconcile Bank' }).waitFor()
  await page.getByRole('textbox', { name: 'Balance it ends with' }).fill('2766.80')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Tick all' }).click()
  await page.getByText('0 euro', { exact: true }).first().waitFor()
  await picture(page, 'month-6-reconciled')
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(/\/accounts\/[^/]+$/)

  await page.goto(`${stage.address}/settings/book`)
  await page.getByRole('button', { name: 'Close the books' }).click()
  await page.getByRole('button', { name: 'Reopen all of it' }).waitFor()
  await picture(page, 'month-7-closed')
  const { closed_through } = await ana.call(getBook)
  assert.equal(closed_through, addDays(`${today.slice(0, 7)}-01`, -1))

  // An entry into the closed month is refused where it is written, with a way out.
  await page.goto(`${stage.address}/transactions`)
  await entry.fill(`5 groceries market ${closed_through}`)
  await page.getByRole('button', { name: 'Category: Groceries' }).waitFor()
  await entry.press('Enter')
  await page
    .getByText(/closed through/)
    .first()
    .waitFor()
  await picture(page, 'month-8-refused')
})

test('a planned amount has the same sign on Home and under Plans', async (t) => {
  const ana = await withSpending([])
  const { data: categories } = await ana.call(listCategories)
  const { data: accounts } = await ana.call(listAccounts, { query: { type: 'asset' } })
  const idOf = (all: { id: string; name: string }[], name: string) =>
    all.find((one) => one.name === name)?.id ?? assert.fail(name)
  const schedule = { start: addDays(today, 3), unit: 'month' } as const
  const groceries = idOf(categories, 'Groceries')
  for (const body of [
    { name: 'Deposit back', kind: 'expense', draft: { amount: 11, category_id: groceries, is_refund: true } },
    { name: 'Box', kind: 'expense', draft: { amount: 12, category_id: groceries } },
    {
      name: 'Put aside',
      kind: 'transfer',
      draft: {
        amount: 13,
        from_account_id: idOf(accounts, 'Bank'),
        to_account_id: idOf(accounts, 'Savings'),
      },
    },
  ] as const)
    await ana.call(createPlan, { body: { ...body, schedule } })
  const page = await open(t, stage, '/', { as: ana })
  const rows = page.getByRole('listitem').filter({ hasText: /Deposit back|Box|Put aside/ })
  for (const path of ['/', '/plans']) {
    await page.goto(stage.address + path)
    for (const amount of ['+€11.00', '−€12.00', '€13.00'])
      await rows.getByText(amount, { exact: true }).first().waitFor()
    assert.equal(await rows.getByText('−€13.00', { exact: true }).count(), 0, path)
  }
})
