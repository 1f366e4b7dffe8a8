import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../importing.ts'
import { axeFinds, colours, complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

/** From the page about another program through its file to the proof that everything is there. */

const stage = await makeStage()

const REGISTER = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Checking","","2026-01-01","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",€0.00,€1000.00,"Cleared"
"Savings","","2026-01-01","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",€0.00,€5000.00,"Cleared"
"Visa","","2026-01-01","Starting Balance","","","","",€120.00,€0.00,"Cleared"
"Car Loan","","2026-01-01","Starting Balance","","","","",€9000.00,€0.00,"Cleared"
"Checking","","2026-01-08","Market","Everyday: Groceries","Everyday","Groceries","Bread",€12.50,€0.00,"Cleared"
"Visa","","2026-01-09","Corner Shop","Everyday: Groceries","Everyday","Groceries","",€40.00,€0.00,"Cleared"
"Checking","","2026-01-20","Hay Works","Inflow: Ready to Assign","Inflow","Ready to Assign","Pay",€0.00,€2400.00,"Cleared"
"Checking","","2026-01-21","Transfer : Savings","","","","",€200.00,€0.00,"Cleared"
"Savings","","2026-01-21","Transfer : Checking","","","","",€0.00,€200.00,"Cleared"
"Checking","","2026-01-25","Transfer : Car Loan","Bills: Car","Bills","Car","",€250.00,€0.00,"Cleared"
"Car Loan","","2026-01-25","Transfer : Checking","","","","",€0.00,€250.00,"Cleared"
`
const PLAN = `"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"
"Jan 2026","Credit Card Payments: Visa","Credit Card Payments","Visa",€0.00,€40.00,€40.00
"Jan 2026","Everyday: Groceries","Everyday","Groceries",€100.00,-€52.50,€47.50
"Jan 2026","Everyday: Fun","Everyday","Fun",€30.00,€0.00,€30.00
"Jan 2026","Bills: Car","Bills","Car",€250.00,-€250.00,€0.00
`
const exported = (register: string, plan = PLAN) =>
  zipOf({ 'Home - Plan.csv': plan, 'Home - Register.csv': register })

test('a budget of YNAB: its page, the advice at the import, what comes besides the rows, and every account beside the file', async (t) => {
  const ana = await stage.person({ base_currency_id: 'EUR' })
  const page = await open(t, stage, '/moving', { as: ana })
  await page.getByRole('heading', { name: 'How it goes' }).waitFor()
  await picture(page, 'moving-choose')
  await colours(page, 'dark')
  await picture(page, 'moving-choose-dark')
  await colours(page, 'light')
  await page.getByRole('navigation', { name: 'Programs' }).getByRole('link', { name: 'YNAB' }).click()
  const heading = page.getByRole('heading', { name: 'YNAB', level: 2 })
  await heading.waitFor()
  assert.equal(new URL(page.url()).hash, '#ynab')
  assert.equal(await heading.evaluate((element) => element.matches(':focus')), true)
  await complete(page)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'moving-ynab')
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page, ['color-contrast']), [])
  await picture(page, 'moving-ynab-dark')
  await colours(page, 'light')

  await page.getByRole('link', { name: 'Choose the file' }).click()
  await page.getByRole('heading', { name: /^YNAB: The zip with register and plan/ }).waitFor()
  await picture(page, 'moving-import')
  const file = { name: 'Home.zip', mimeType: 'application/zip', buffer: await exported(REGISTER) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/\/imports\/.+step=/)
  if (page.url().includes('step=columns')) await page.getByRole('button', { name: 'Check the rows' }).click()
  const besides = page.getByRole('region', { name: 'Besides the transactions' })
  await besides.getByText('3 budgets').waitFor()
  await besides.getByText('Bills: Car').waitFor()
  await complete(page)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'moving-check')
  await besides.getByRole('checkbox', { name: '3 budgets' }).uncheck()
  await page.getByText('And 4 accounts and 3 categories.').waitFor()
  await besides.getByRole('checkbox', { name: '3 budgets' }).check()
  await page.getByText('And 4 accounts, 3 categories and 3 budgets.').waitFor()

  await page.getByRole('button', { name: /^Add 9 transactions/ }).click()
  const beside = page.getByRole('region', { name: 'Accounts beside the file' })
  await beside.getByRole('heading', { name: 'All 4 accounts agree with the file' }).waitFor()
  assert.deepEqual(
    await beside
      .getByRole('row')
      .allInnerTexts()
      .then((rows) => rows.length),
    5,
  )
  await page.getByRole('heading', { name: 'Stayed behind, or came otherwise' }).waitFor()
  await page.getByText('Also added: 4 accounts, 3 categories and 3 budgets.').waitFor()
  await complete(page)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'moving-done')
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page, ['color-contrast']), [])
  await picture(page, 'moving-done-dark')

  // A month later the file has new budgets alone.
  await page.goto(`${stage.address}/imports`)
  const later = `${PLAN}"Feb 2026","Everyday: Fun","Everyday","Fun",€25.00,€0.00,€55.00\n`
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: await exported(REGISTER, later) })
  await page.waitForURL(/\/imports\/.+step=/)
  await page.getByText('1 budget will be added').waitFor()
  await page.getByRole('button', { name: 'Add 1 budget' }).click()
  await page.getByRole('heading', { name: '1 budget added' }).waitFor()
})

test('on a phone a program is chosen first, and its three parts follow one another', async (t) => {
  const ana = await stage.person({ base_currency_id: 'EUR' })
  const page = await open(t, stage, '/moving', { as: ana, ...PHONE })
  await page.getByRole('heading', { name: 'How it goes' }).waitFor()
  await picture(page, 'moving-phone-choose')
  await page.getByRole('link', { name: /^GnuCash/ }).click()
  await page.getByRole('heading', { name: 'GnuCash', level: 2 }).waitFor()
  await complete(page)
  assert.equal(await tooWideBy(page), 0)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'moving-phone-gnucash')
  await colours(page, 'dark')
  await picture(page, 'moving-phone-gnucash-dark')
  await page.getByRole('link', { name: 'All programs' }).click()
  await page.getByRole('heading', { name: 'How it goes' }).waitFor()
})
