import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { getBudgets, putBudget } from '../../contract/budgets.ts'
import { updateCategory } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import { addMonths, monthOfDay } from '../../contract/month.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture } from './browser.ts'
import { withGroups } from './grouped.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const month = monthOfDay(today, 1)
const toast = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()

test('the sheet of budgets adds up by group, as the service does, and a group’s budget counts in place of its members’', async (t) => {
  const { ana, id } = await withGroups(stage)
  const spent = (name: string, amount: number) =>
    ana.call(createExpense, { body: { category_id: id[name] ?? '', amount, date: today } })
  const budget = (name: string, amount: number) =>
    ana.call(putBudget, { params: { category_id: id[name] ?? '', month }, body: { amount } })
  await spent('Groceries', 147.85)
  await spent('Eating out', 47.7)
  await spent('Travel', 12)
  await budget('Groceries', 450)
  await budget('Eating out', 140)
  const page = await open(t, stage, '/budgets', { as: ana })
  const food = page.getByRole('row', { name: /Food/ }).first()
  const cell = page.getByRole('textbox', { name: 'Budget of Food', exact: true })
  await food.getByText('195 euro 55').waitFor()
  await food.getByText('394 euro 45').waitFor()
  assert.equal(await cell.inputValue(), '')
  assert.equal(await cell.getAttribute('placeholder'), '590.00')
  const budgeted = page.getByRole('row', { name: /^With a budget/ })
  await budgeted.getByText('590 euro').first().waitFor()
  await picture(page, 'groups-9-budgets')
  await cell.click()
  await page.keyboard.type('500')
  await food.getByText('304 euro 45').waitFor()
  await food.getByText('its own; the 2 make €590.00').waitFor()
  await budgeted.getByText('500 euro').first().waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement?.ariaLabel'), 'Budget of Eating out')
  await page.keyboard.press('Control+Enter')
  await toast(page, /1 budget saved/)
  const { totals, rows } = await ana.call(getBudgets, { query: { month, by_group: true } })
  assert.deepEqual([totals.planned, totals.actual, totals.left], [500, 195.55, 304.45])
  assert.equal(rows.find(({ category_id }) => category_id === id.Food)?.members_planned, 590)
  await budgeted.getByText('500 euro').first().waitFor()
  await page.getByRole('button', { name: 'Fold Food' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('textbox', { name: 'Budget of Groceries', exact: true }).waitFor({ state: 'detached' })
  await picture(page, 'groups-10-budgets-folded')
  assert.deepEqual(await axeFinds(page), [])
  await colours(page, 'dark')
  await picture(page, 'groups-11-budgets-dark')
  await colours(page, 'light')
  await food
    .getByRole('link', { name: /show the transactions/ })
    .first()
    .click()
  await page.getByText('Food (group)').first().waitFor()
  await page.getByText('195 euro 55').first().waitFor()
  await picture(page, 'groups-12-list')
})

test('on a phone each group is a card that folds', async (t) => {
  const { ana, id } = await withGroups(stage)
  await ana.call(putBudget, { params: { category_id: id.Groceries ?? '', month }, body: { amount: 450 } })
  await ana.call(createExpense, { body: { category_id: id.Groceries ?? '', amount: 100, date: today } })
  const page = await open(t, stage, '/budgets', { as: ana, ...PHONE })
  await page.getByRole('link', { name: /Groceries/ }).waitFor()
  await page.getByRole('link', { name: /Food/ }).getByText('350 euro').waitFor()
  assert.match(await page.getByRole('link', { name: /Food/ }).innerText(), /100\.00\s+100 euro\s+of 450\.00/)
  await picture(page, 'groups-13-phone-budgets')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Fold Food' }).click()
  await page.getByRole('link', { name: /Groceries/ }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Food/ }).click()
  await page
    .getByRole('dialog', { name: /^Food, / })
    .getByRole('textbox', { name: /Budget of Food/ })
    .waitFor()
  await picture(page, 'groups-14-phone-sheet')
})

test('a group with a budget of its own says that its members’ carry does not count, and Home has the same figures', async (t) => {
  const { ana, id } = await withGroups(stage)
  const before = addMonths(month, -1)
  const budget = (name: string, amount: number, of = month) =>
    ana.call(putBudget, {
      params: { category_id: id[name] ?? '', month: of },
      body: { amount, rollover: of === before, only: true },
    })
  const spent = (name: string, amount: number, date = today) =>
    ana.call(createExpense, { body: { category_id: id[name] ?? '', amount, date } })
  await budget('Groceries', 40, before)
  await budget('Groceries', 100)
  await budget('Coffee', 30)
  await spent('Groceries', 60)
  await spent('Food', 7)
  await spent('Food', 12, `${before}-10`)
  const page = await open(t, stage, '/budgets', { as: ana })
  const food = page.getByRole('row', { name: /Food/ }).first()
  const together = page.getByRole('row', { name: /^With a budget/ })
  await food.getByText('80 euro').first().waitFor() // 100 and 40 carried over, less 60
  await together.getByText('40 euro').first().waitFor()
  // What was recorded in the group itself has a line, so that the lines add up to the group's 67.
  const itself = page.getByRole('row', { name: /^Food itself/ })
  await itself.getByText('7 euro').waitFor()
  const cell = page.getByRole('textbox', { name: 'Budget of Food', exact: true })
  await cell.click()
  await page
    .getByText(
      'A budget of the group counts in place of the €100.00 that its categories make and of the €40.00 that they carried over.',
    )
    .waitFor()
  await page.keyboard.type('200')
  const note =
    'The €40.00 that its categories carried over does not count here: the group’s own budget counts in their place.'
  await page.getByText(note).waitFor()
  await food.getByText('133 euro').waitFor() // 200 less 67
  await picture(page, 'groups-16-carry')
  await page.keyboard.press('Control+Enter')
  await toast(page, /1 budget saved/)
  await page.getByText(note).waitFor()
  const sheet = await ana.call(getBudgets, { query: { month, by_group: true } })
  assert.deepEqual([sheet.totals.planned, sheet.totals.carried, sheet.totals.left], [230, 0, 163])
  assert.deepEqual(await axeFinds(page), [])
  await page.setViewportSize({ width: 1280, height: 800 })
  const end = (selector: string) => `document.querySelector('${selector}').getBoundingClientRect().right`
  assert.equal(
    await page.evaluate(`${end('thead th:last-child')} - ${end('table')}`),
    0,
    'the sentence adds no column to the table',
  )
  await picture(page, 'groups-17-carry-1280')
  await itself.getByRole('link', { name: /show the transactions/ }).click()
  await page.getByText('1 transaction').first().waitFor()

  await page.goto(`${stage.address}/`)
  const card = page.getByRole('link', { name: /Food/ }).filter({ has: page.getByRole('meter') })
  await card.getByText('133 euro').waitFor()
  await page
    .getByRole('link', { name: /163 euro/ })
    .first()
    .waitFor()
  assert.equal(await page.getByRole('meter', { name: 'Groceries' }).count(), 0, 'its group stands for it')
  await picture(page, 'groups-18-carry-home')

  const phone = await open(t, stage, '/budgets', { as: ana, ...PHONE })
  await phone.getByText(note).waitFor()
  await phone
    .getByRole('link', { name: /^Food itself/ })
    .getByText('7 euro')
    .waitFor()
  await picture(phone, 'groups-19-carry-phone')
  await phone.getByRole('link', { name: /^Food [^i]/ }).click()
  await phone.getByText(/A budget of the group counts in place of the €100.00/).waitFor()
  await picture(phone, 'groups-20-carry-phone-sheet')
  assert.deepEqual(await axeFinds(phone), [])
})

test('an icon that was chosen is in the lists, the register, quick entry and the pickers', async (t) => {
  const { ana, id } = await withGroups(stage)
  await ana.call(updateCategory, { params: { id: id.Coffee ?? '' }, body: { icon: 'gift' } })
  const cash = (await ana.call(listAccounts, { query: { limit: 200 } })).data.find(
    ({ is_default }) => is_default,
  )
  await ana.call(createExpense, {
    body: { category_id: id.Coffee ?? '', amount: 3, date: today, memo: 'Beans' },
  })
  const icon = (page: Page, at: string) => page.locator(`${at} .lucide-gift`).first().waitFor()
  const page = await open(t, stage, '/transactions', { as: ana })
  await icon(page, '[data-id]')
  await page.locator('[data-id]').first().click()
  await icon(page, '[role=dialog], aside')
  await page.goto(`${stage.address}/accounts/${cash?.id}`)
  await icon(page, 'tr:has([data-row])')
  await page.goto(`${stage.address}/`)
  await page.getByRole('heading', { name: 'Latest' }).waitFor()
  await icon(page, 'a[href*="open="]')
  await page.getByRole('textbox', { name: 'Add a transaction' }).fill('12 coffee')
  await page.getByRole('button', { name: 'Category: Coffee', exact: true }).click()
  await icon(page, '[role=option]')
  const phone = await open(t, stage, '/add', { as: ana, ...PHONE })
  await icon(phone, 'fieldset')
})
