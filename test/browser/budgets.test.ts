import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTransactions } from '../../contract/batches.ts'
import { getBook } from '../../contract/books.ts'
import { createExpense, createIncome } from '../../contract/budgeting.ts'
import { getBudgets, putBudget } from '../../contract/budgets.ts'
import { type Category, createCategory, deleteCategory, listCategories } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import { todayIn } from '../../contract/day.ts'
import { addMonths, monthOfDay } from '../../contract/month.ts'
import type { Person } from '../world.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, untilTrue } from './browser.ts'

const stage = await makeStage()
const month = monthOfDay(todayIn('UTC'), 1)

/** Somebody with this many categories of spending, each with 10, 20, 30 … a month in the three months before this one. */
async function withMeans(count: number): Promise<{ ana: Person; categories: Category[] }> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const categories: Category[] = []
  for (let place = 1; place <= count; place++) {
    const name = `Category ${String(place).padStart(2, '0')}`
    categories.push(await ana.call(createCategory, { body: { name, kind: 'expense' } }))
  }
  await ana.call(createCategory, { body: { name: 'Pay', kind: 'income' } })
  const transactions = [1, 2, 3].flatMap((back) =>
    categories.map(({ id }, place) => ({
      kind: 'expense' as const,
      amount: 10 * (place + 1),
      category_id: id,
      date: `${addMonths(month, -back)}-15`,
    })),
  )
  await ana.call(createTransactions, { body: { transactions } })
  return { ana, categories }
}

const cell = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Budget of ${name}`, exact: true })
const planned = async (person: Person, name = month) =>
  (await person.call(getBudgets, { query: { month: name } })).rows.flatMap((row) =>
    row.planned === null ? [] : [`${row.category_name} ${row.planned}${row.only ? ' only' : ''}`],
  )

test('21 categories are budgeted in at most 30 keys where the grey means are accepted, as one change', async (t) => {
  const { ana, categories } = await withMeans(21)
  const page = await open(t, stage, '/budgets', { as: ana })
  await cell(page, 'Category 01').click()
  let keys = 0
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys++
      await page.keyboard.press(name)
    }
  }
  await press('Alt+=', 'Tab', 'Enter', 'Shift+Enter', '1', '2', '+', '3', '0', 'o', 'Tab', 'Control+Enter')
  await page.getByRole('status').getByText('21 budgets saved').waitFor()
  assert(keys <= 30, `${keys} keys`)
  const expected = categories.map(({ name }, place) =>
    place === 1 ? `${name} 42 only` : `${name} ${10 * (place + 1)}`,
  )
  assert.deepEqual(await planned(ana), expected)
  assert.equal(
    (await planned(ana, addMonths(month, 1))).length,
    20,
    'they go on; the one of this month alone does not',
  )
  const { data } = await ana.call(listChanges, { query: { resource: 'budget' } })
  assert.equal(new Set(data.map(({ version }) => version)).size, 1)
  await picture(page, 'budgets-1-filled')
  await page.getByRole('status').getByRole('button', { name: /Undo/ }).click()
  await page.getByRole('status').getByText('Undone').waitFor()
  assert.deepEqual(await planned(ana), [])
})

test('unsaved cells count in the totals and stay through a reload; = takes the mean, Esc restores', async (t) => {
  const { ana, categories } = await withMeans(3)
  const [first] = categories
  await ana.call(putBudget, {
    params: { category_id: first?.id ?? '', month: addMonths(month, -2) },
    body: { amount: 25 },
  })
  const page = await open(t, stage, '/budgets', { as: ana })
  const sum = page.getByRole('row', { name: /^Together/ })
  await cell(page, 'Category 02').click()
  await page.keyboard.press('=')
  assert.equal(await cell(page, 'Category 02').inputValue(), '20')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('100')
  await page
    .getByText(/a new amount holds from/)
    .first()
    .waitFor()
  await sum.getByText('120 euro').first().waitFor()
  await picture(page, 'budgets-2-unsaved')
  await page.reload()
  await page.getByText('2 budgets changed.').waitFor()
  await sum.getByText('120 euro').first().waitFor()
  await cell(page, 'Category 01').focus()
  await page.keyboard.press('Escape')
  await page.getByText('1 budget changed.').waitFor()
  await sum.getByText('45 euro').first().waitFor()
  assert.deepEqual(await planned(ana), ['Category 01 25'], 'nothing is saved')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('1 budget changed.').waitFor({ state: 'detached' })
})

test('before the first budget, and while it is typed, income, spending and the feet of the columns agree', async (t) => {
  const { ana, categories } = await withMeans(3)
  const [first, second] = categories
  assert(first && second)
  const pay = (await ana.call(listCategories, { query: { kind: 'income' } })).data[0]
  const today = todayIn('UTC')
  const spent = (category_id: string, amount: number) =>
    ana.call(createExpense, { body: { category_id, amount, date: today } })
  await spent(first.id, 42)
  await spent(second.id, 100)
  await ana.call(createIncome, { body: { category_id: pay?.id ?? '', amount: 2900, date: today } })
  await ana.call(createIncome, {
    body: { category_id: pay?.id ?? '', amount: 3000, date: `${addMonths(month, -1)}-15` },
  })
  const page = await open(t, stage, '/budgets', { as: ana })
  const look = page.getByRole('region', { name: 'The month in one look' })
  const sum = page.getByRole('row', { name: /^Together/ })
  await look.getByText('got so far').getByText('2900 euro').waitFor()
  await look.getByText('142 euro').waitFor()
  await look.getByText('No budget yet').waitFor()
  await sum.getByText('142 euro').first().waitFor()
  assert.equal(await page.getByText('all used').count(), 0)
  const heads = ['Used so far', 'Runs', 'Carried over', 'Left']
  for (const name of heads)
    assert.equal(
      await page.getByRole('columnheader', { name, exact: true }).count(),
      0,
      `${name} waits for a budget`,
    )
  assert.deepEqual(await axeFinds(page), [])
  await both(page, 'budgets-7-none')
  await look.getByText('Usually €1,500.00 a month').waitFor()
  await look.getByRole('button', { name: 'Use it' }).click()
  await look.getByText('Still to budget').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()

  await cell(page, first.name).click()
  await page.keyboard.type('50')
  for (const name of heads) await page.getByRole('columnheader', { name, exact: true }).waitFor()
  await look.getByText('8 euro').waitFor()
  await look.getByText('42 euro').waitFor()
  await look.getByText(/^84% used/).waitFor()
  await look.getByText('without a budget').getByText('100 euro').waitFor()
  await page
    .getByRole('row', { name: /^With a budget/ })
    .getByText('42 euro')
    .first()
    .waitFor()
  await page
    .getByRole('row', { name: /^Spent without a budget/ })
    .getByText('100 euro')
    .first()
    .waitFor()
  await sum.getByText('142 euro').first().waitFor()
  // Left is left of the budgets, said once and the same above the sheet.
  assert.match((await sum.textContent()) ?? '', /142\.00.*50\.00.*–$/)
  await page
    .getByRole('row', { name: /^With a budget/ })
    .getByText('8 euro')
    .first()
    .waitFor()
  await both(page, 'budgets-8-typing')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByText('Spent without a budget').waitFor()
  await both(page, 'budgets-9-typing-phone')

  // A coming month has the same means as this one.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.address}/budgets?month=${addMonths(month, 2)}`)
  await page
    .getByRole('row', { name: new RegExp(`^${second.name}`) })
    .getByText('20.00')
    .first()
    .waitFor()
})

test('a budget that is used up is called so on Home, on the sheet and in its own', async (t) => {
  const { ana, categories } = await withMeans(1)
  const [first] = categories
  assert(first)
  await ana.call(putBudget, { params: { category_id: first.id, month }, body: { amount: 42 } })
  await ana.call(createExpense, { body: { category_id: first.id, amount: 42, date: todayIn('UTC') } })
  const page = await open(t, stage, '/', { as: ana })
  const card = page.getByRole('region', { name: 'Budgets' })
  await card.getByRole('link', { name: first.name }).getByText('all used').waitFor()
  await card.getByRole('link', { name: /^all used/ }).waitFor()
  await page.goto(`${stage.address}/budgets`)
  await page
    .getByRole('row', { name: new RegExp(`^${first.name}`) })
    .getByText('all used')
    .waitFor()
  await page.goto(`${stage.address}/budgets?open=${first.id}`)
  await page.getByRole('dialog').getByText('all used').waitFor()
})

/** Pictures of a screen in both colours. */
async function both(page: Page, name: string): Promise<void> {
  await picture(page, name)
  await colours(page, 'dark')
  await picture(page, `${name}-dark`)
  await colours(page, 'light')
}

test('one refused row refuses the sheet: its text stays, with the sentence below it', async (t) => {
  const { ana, categories } = await withMeans(3)
  const page = await open(t, stage, '/budgets', { as: ana, refusals: [422, 412] })
  await cell(page, 'Category 01').fill('11')
  await cell(page, 'Category 02').fill('22')
  const id = categories[1]?.id ?? ''
  await ana.call(putBudget, { params: { category_id: id, month }, body: { amount: 5 } })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').getByText('Category 02: It was changed meanwhile').waitFor()
  await picture(page, 'budgets-3-refused')
  assert.deepEqual(await planned(ana), ['Category 02 5'])
  assert.equal(await cell(page, 'Category 02').inputValue(), '22')
  await ana.call(deleteCategory, { params: { id: categories[0]?.id ?? '' } })
  await page.getByRole('button', { name: 'Save the sheet' }).click()
  await page
    .getByRole('alert')
    .getByText(/Category 01: This category is not there any more/)
    .waitFor()
  await cell(page, 'Category 01').focus()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save the sheet' }).click()
  await page.getByRole('status').getByText('1 budget saved').waitFor()
  assert.deepEqual(await planned(ana), ['Category 02 22'])
})

test('a saved sheet is not offered to be saved again, though its new figures are still on the way', async (t) => {
  const { ana } = await withMeans(2)
  const page = await open(t, stage, '/budgets', { as: ana })
  await cell(page, 'Category 01').fill('11')
  const save = page.getByRole('button', { name: 'Save the sheet' })
  await save.waitFor()
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/budgeting/budgets?*', async (route) => {
    await promise
    await route.continue()
  })
  await save.click()
  await page.getByRole('status').getByText('1 budget saved').waitFor()
  await save.waitFor({ state: 'detached' })
  assert.equal(await cell(page, 'Category 01').inputValue(), '11.00')
  resolve()
  await page.unrouteAll({ behavior: 'wait' })
  assert.deepEqual(await planned(ana), ['Category 01 11'])
})

test('a book without any data begins with one sentence about budgets', async (t) => {
  const eve = await stage.person({ name: 'Eve', base_currency_id: 'EUR' })
  await eve.call(createCategory, { body: { name: 'Food', kind: 'expense' } })
  for (const look of [{}, PHONE]) {
    const page = await open(t, stage, '/budgets', { as: eve, ...look })
    await page.getByText('A budget is how much you want to spend').waitFor()
    await picture(page, `budgets-4-first-${look === PHONE ? 'phone' : 'wide'}`)
  }
})

test('the income expected is edited on top, and what is still to budget follows; months start on a payday', async (t) => {
  const { ana } = await withMeans(2)
  const page = await open(t, stage, '/budgets', { as: ana })
  await page.getByRole('button', { name: 'Change the income expected' }).click()
  await cell(page, 'Pay').fill('1000')
  await page.getByRole('button', { name: 'Done' }).click()
  await cell(page, 'Category 01').fill('300')
  const summary = page.getByRole('region', { name: 'The month in one look' })
  await summary.getByText('700 euro').waitFor()
  await cell(page, 'Category 02').fill('740')
  await summary.getByText('more than you expect to get').waitFor()
  await summary.getByText('not saved yet').waitFor()
  await page.getByRole('button', { name: 'Discard' }).focus()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('status').getByText('2 budgets and the income saved').waitFor()
  await untilTrue(page, 'document.activeElement.matches("h1")') // its button is gone, and the keyboard goes on
  const { totals } = await ana.call(getBudgets, { query: { month } })
  assert.deepEqual([totals.income_planned, totals.to_plan], [1000, -40])
  await page.getByRole('button', { name: 'Change the income expected' }).click()
  await cell(page, 'Pay').fill('1100')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('the income saved').waitFor()
  await page.getByRole('button', { name: /^Days of the month/ }).click()
  await page.getByRole('combobox', { name: 'Months start on' }).selectOption('25')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Months start on the 25th').waitFor()
  assert.equal((await ana.call(getBook)).month_starts_on, 25)
})

test('a budget has the same bar on Home, in the sheet and on a phone; a deficit of last month is a notch, and nothing is filled', async (t) => {
  const { ana, categories } = await withMeans(3)
  const params = { category_id: categories[0]?.id ?? '', month: addMonths(month, -1) }
  await ana.call(putBudget, { params, body: { amount: 4, rollover: true } })
  const bars: string[] = []
  for (const [path, look] of [
    ['/', {}],
    ['/budgets', {}],
    ['/', PHONE],
    ['/budgets', PHONE],
  ] as const) {
    const page = await open(t, stage, path, { as: ana, ...look })
    const bar = page.getByRole('meter', { name: 'Category 01' })
    await bar.waitFor()
    bars.push(`${await bar.getAttribute('aria-valuetext')} ${await bar.innerHTML()}`)
    await picture(page, `budgets-4-${path === '/' ? 'home' : 'sheet'}-${look === PHONE ? 'phone' : 'wide'}`)
  }
  assert.match(bars[0] ?? '', /^0 percent used, less to spend because of the month before/)
  assert.match(bars[0] ?? '', /width: 0%/)
  assert.equal(new Set(bars).size, 1, bars.join('\n'))
})

test('on a phone, a budget is changed in its sheet, for this month alone', async (t) => {
  const { ana } = await withMeans(2)
  const page = await open(t, stage, '/budgets', { as: ana, ...PHONE })
  await page.getByRole('link', { name: /Category 02/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Usually €20.00 a month').waitFor()
  await sheet.getByRole('button', { name: /^Take/ }).click()
  await sheet.getByText(`Only`, { exact: false }).first().click()
  await picture(page, 'budgets-5-phone-sheet')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('budgeted').waitFor()
  assert.deepEqual(await planned(ana), ['Category 02 20 only'])
})

test('the sheet is free of faults that axe finds, light and dark, with a cell open', async (t) => {
  const { ana, categories } = await withMeans(4)
  await ana.call(putBudget, {
    params: { category_id: categories[0]?.id ?? '', month },
    body: { amount: 5, only: true },
  })
  assert.equal((await ana.call(listCategories)).data.length, 5)
  for (const dark of [false, true]) {
    const page = await open(t, stage, '/budgets', { as: ana, dark })
    await cell(page, 'Category 01').fill('420+30')
    assert.deepEqual(await axeFinds(page), [])
    await picture(page, `budgets-6-cell-${dark ? 'dark' : 'light'}`)
  }
})
