import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { daysAgo, rowWith } from './bank-file.ts'
import { axeFinds, open, PHONE, picture, tooWideBy } from './browser.ts'
import { householdStage } from './household.ts'

const { stage, ana: demo } = await householdStage()
const today = todayIn('UTC')

const EDGE = `(() => {
  const box = document.querySelector('section[aria-label="The first rows of the file"]').firstElementChild
  return [box.scrollWidth > box.clientWidth, getComputedStyle(box).maskImage]
})()`

/** The choices above columns whose words are wider than their room. */
const CUT_CHOICES = `[...document.querySelectorAll('th select')].flatMap((select) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select)
  const pen = document.createElement('canvas').getContext('2d')
  pen.font = font
  const words = select.selectedOptions[0].text
  const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return Math.floor(pen.measureText(words).width) > room ? [words] : []
})`

/** Each card has room for all of its lines, and none to spare. */
async function fits(page: Page): Promise<void> {
  const cards = await page.locator('li[data-id]').all()
  assert.ok(cards.length > 0)
  for (const card of cards) {
    const [whole, shown, left, next] = (await card.evaluate((one) => {
      const parts = [...one.querySelectorAll('*')].map((part) => part.getBoundingClientRect())
      const box = one.getBoundingClientRect()
      return [
        one.scrollHeight,
        one.clientHeight,
        box.bottom - Math.max(...parts.map(({ bottom }) => bottom)),
        (one.nextElementSibling?.getBoundingClientRect().top ?? box.bottom) - box.bottom,
      ]
    })) as number[] // the script makes numbers
    const text = await card.innerText()
    assert.equal(whole, shown, text)
    assert.ok(
      Math.abs(left ?? 99) < 2 && Math.abs(next ?? 99) < 2,
      `${left} px are empty, ${next} below: ${text}`,
    )
  }
}

test('on a phone a file that waits is found first; its cards are as high as their lines, and the foot takes the place of the tabs', async (t) => {
  const page = await open(t, stage, '/imports', { as: demo, ...PHONE })
  const waiting = page.getByRole('link', { name: /joint-account\.csv/ })
  const [first, second] = [await waiting.boundingBox(), await page.getByText('Choose a file').boundingBox()]
  assert.ok(first && second && first.y < second.y, 'what waits stands above the place for another file')
  await picture(page, 'imports-waiting-phone')
  await waiting.tap()
  await page.getByText('6 will be added').waitFor()
  await rowWith(page, 'ESPRESSO BAR').waitFor()
  await fits(page)
  await picture(page, 'import-cards-phone')
  const tabs = page.getByRole('navigation', { name: 'Main' })
  assert.equal(await tabs.isVisible(), false)
  const foot = await page.getByRole('button', { name: 'Add 6 transactions' }).boundingBox()
  assert.ok(foot && foot.y > 710, 'the foot ends where the window does')
  assert.equal(await tooWideBy(page), 0)
  assert.deepEqual(await axeFinds(page), [])
  await page.mouse.wheel(0, 4000)
  await fits(page)
  await page.mouse.wheel(0, -4000)
  await page.getByRole('link', { name: 'Leave it for later' }).tap()
  await page.getByRole('heading', { name: 'Import a file' }).waitFor()
  await tabs.waitFor()
})

test('cards of all kinds of rows are as high as their lines', async (t) => {
  const ana = await stage.person({ name: 'Nora', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = await ana.call(createAccount, { body: { name: 'Post Savings', type: 'asset' } })
  const { data } = await ana.call(listCategories)
  const groceries = data.find(({ name }) => name === 'Groceries')
  assert(groceries)
  await ana.call(createExpense, {
    body: {
      date: daysAgo(9),
      amount: 31,
      category_id: groceries.id,
      asset_account_id: bank.id,
      memo: 'Market',
    },
  })
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...PHONE })
  const rows = [
    `${daysAgo(9)};VDP-GREENGROCER 22 RATHMINES DUBLIN IRELAND;-31.00`,
    `${daysAgo(8)};VDP-COFFEEANGEL HQ DUBLIN 1;-3.00`,
    `${daysAgo(7)};VDP-COFFEEANGEL HQ DUBLIN 2;-4.00`,
    `${daysAgo(7)};MOBI LUAS;-4.00`,
    `${daysAgo(6)};MOBI LUAS;-4.00`,
    `${daysAgo(6)};REVENUE COMMISSIONERS OF IRELAND REFUND OF TAX;118.20`,
    `${daysAgo(5)};O NEILL J TRANSFER;35.00`,
    `${daysAgo(5)};TRANSFER TO CASH;-150.00`,
    `${daysAgo(4)};SPOTIFY P2A8F11 STOCKHOLM;-10.99`,
    `${daysAgo(3)};ATM COLLEGE GREEN;-100.00`,
    '2026-02-31;KIOSK;-3.00',
  ]
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page
    .getByRole('button', { name: /^(Check the rows|Add \d+)/ })
    .first()
    .waitFor()
  if (await page.getByRole('button', { name: 'Check the rows' }).isVisible())
    await page.getByRole('button', { name: 'Check the rows' }).tap()
  await rowWith(page, 'COFFEEANGEL').waitFor()
  await page.getByText('No match yet').first().waitFor()
  await page
    .getByText(/The category of \d+ rows is not known: they go to Other expenses and Other income/)
    .waitFor()
  for (const name of ['COFFEEANGEL', 'O NEILL J', 'TRANSFER TO CASH', 'SPOTIFY'])
    await page.getByText(name, { exact: true }).first().waitFor()
  await fits(page)
  await picture(page, 'import-kinds-phone')
  // A choice puts other lines in the place of the reason.
  await rowWith(page, 'COFFEEANGEL').getByRole('button', { name: 'Other expenses' }).tap()
  await page.getByRole('option', { name: /^Health/ }).tap()
  await rowWith(page, 'COFFEEANGEL').getByRole('button', { name: 'Health' }).waitFor()
  await fits(page)
  await rowWith(page, 'COFFEEANGEL')
    .getByRole('button', { name: /^COFFEEANGEL/ })
    .tap()
  await page.locator('li[data-id]').nth(8).waitFor()
  await fits(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('table', { name: 'Rows of the file' }).waitFor()
  await picture(page, 'import-kinds')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByText('Say what each column holds').waitFor()
  await picture(page, 'import-columns')
})

test('columns are as wide as what they hold, and it shows that more of them follow', async (t) => {
  const ana = await stage.person({ name: 'Nora', base_currency_id: 'EUR' })
  const bank = await ana.call(createAccount, { body: { name: 'Bank', type: 'asset' } })
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, width: 1280, height: 900 })
  const heads =
    'Account,Posted Transactions Date,Description,Debit,Credit,Balance,Currency,Transaction Type,Branch,Note'
  const rows = [
    `934012-11223344,${daysAgo(3)},ACME SOFTWARE LTD SALARY,,3200.00,3200.00,EUR,Credit,Dublin,`,
    `934012-11223344,${daysAgo(2)},VDP-TESCO STORES 3204 RATHMINES,58.12,,3141.88,EUR,Debit,Dublin,`,
  ]
  const buffer = Buffer.from([heads, ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page.getByText('2 will be added').waitFor()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const columns = page.getByRole('region', { name: 'The first rows of the file' })
  await columns.waitFor()
  assert.deepEqual(await page.evaluate(CUT_CHOICES), [])
  await picture(page, 'import-columns-many')
  const [isWider, mask] = (await page.evaluate(EDGE)) as [boolean, string] // as the script has them
  assert.ok(isWider && mask !== 'none', 'the edge fades where more columns follow')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByText('Posted Transactions Date', { exact: true }).first().waitFor()
  await picture(page, 'import-columns-phone')
})

test('money that was put into cash and is not there any more is asked for; what a file proved is ticked by one press', async (t) => {
  const ana = await stage.person({ name: 'Nora', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/welcome', { as: ana, zone: 'UTC' })
  await page.getByLabel('Cash, in your purse').fill('120')
  await page.getByLabel('Credit card, what you owe on it').fill('342.18')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  const { data } = await ana.call(listAccounts)
  const bank = data.find(({ name }) => name === 'Bank')
  assert(bank)
  const day = (count: number) => addDays(today, count)
  const file = [
    'Date;Text;Amount;Balance',
    `${day(-20)};ACME SALARY;3200.00;3200.00`,
    `${day(-15)};ATM COLLEGE GREEN;-160.00;3040.00`,
    `${day(-10)};CREDIT CARD PAYMENT THANK YOU;-280.00;2760.00`,
    `${day(-4)};SPAR GRAZ;-60.00;2700.00`,
  ].join('\n')
  await page.goto(`${stage.address}/imports?account_id=${bank.id}`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Add 4 transactions' }).click()
  await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
  await page
    .getByText(/More went into Cash than the €120\.00 that it has: €40\.00 or more that you paid from it/)
    .waitFor()
  await page.getByText('Credit card keeps the balance that you typed.').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'import-cash-missing')
  await page.getByRole('button', { name: 'Add what you paid' }).click()
  const entry = page.getByRole('dialog').getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('12.50 groceries market')
  await page.getByText('Spent 12 euro 50 on Groceries from Cash today').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'import-cash-missing-phone')
  await page.getByRole('button', { name: 'Add what you paid' }).click()
  await page.waitForURL(/\/add\?account_id=/)
  await page.getByText('Cash', { exact: true }).first().waitFor()
  await picture(page, 'import-cash-add-phone')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.address}/accounts/${bank.id}/reconcile`)
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('bank.csv ends with this balance, and your book agrees').waitFor()
  await picture(page, 'reconcile-proven')
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'reconcile-proven-phone')
  await page.getByRole('button', { name: /^Tick all \d lines$/ }).click()
  await page.getByText('Everything on the statement is ticked.').waitFor()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL(/\/accounts\/[^/]+$/)
})
