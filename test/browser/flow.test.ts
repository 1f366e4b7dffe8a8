import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createExpense, createIncome } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import type { Person } from '../world.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
/** How far the rows of cards reach: all of them to the same place if they are full. */
const rowEnds = async (page: Page) => [
  ...new Set(
    (await page.evaluate(`(() => {
        const list = document.querySelector('main ul.grid')
        const ends = new Map()
        for (const { top, right } of [...list.children].map((one) => one.getBoundingClientRect()))
          ends.set(Math.round(top), Math.max(ends.get(Math.round(top)) ?? 0, right))
        const whole = list.getBoundingClientRect().right
        return [...ends.values()].map((right) => (Math.abs(right - whole) < 2 ? 'full' : String(right)))
      })()`)) as string[],
  ),
]

const today = todayIn('UTC')

/** Somebody with a salary, and with Food (Groceries, Eating out), Home (Rent) and Travel; of the groups' own, Food has some. */
async function household(salary = 3240): Promise<Person> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const add = async (name: string, parent_id: string | null = null, kind: 'expense' | 'income' = 'expense') =>
    (await ana.call(createCategory, { body: { name, kind, parent_id } })).id
  const spend = (category_id: string, amount: number) =>
    ana.call(createExpense, { body: { category_id, amount, date: today } })
  const [food, home] = [await add('Food'), await add('Home')]
  await spend(await add('Groceries', food), 438.9)
  await spend(await add('Eating out', food), 158.4)
  await spend(food, 10)
  await spend(await add('Rent', home), 890)
  await spend(await add('Travel'), 104.9)
  await ana.call(createIncome, {
    body: { category_id: await add('Salary', null, 'income'), amount: salary, date: today },
  })
  return ana
}

test('where money flowed is shown as bands and as a table; arrows walk the bands, and a flow opens its list', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/reports/flow', { as: ana })
  const chart = page.getByRole('group', { name: /^Flows of money/ })
  await chart.waitFor()
  await picture(page, 'flow-1-chart')
  assert.deepEqual(await axeFinds(page), [])
  await chart.focus()
  await page.keyboard.press('ArrowDown')
  await chart.getByText('From Salary to Income: €3,240.00').waitFor()
  await page.keyboard.press('ArrowDown')
  await chart.getByText('From Income to Home: €890.00').waitFor()
  await page.keyboard.press('ArrowUp')
  await chart.getByText('From Salary to Income: €3,240.00').waitFor()
  await page.keyboard.press('t')
  const table = page.getByRole('table', { name: 'Where money came from, and where it went' })
  await table
    .getByRole('row', { name: /^Food 607 euro 30/ })
    .getByRole('button')
    .click()
  const sheet = page.getByRole('dialog', { name: 'Income to Food' })
  await sheet.getByText('These 3 add up to exactly').waitFor()
  await picture(page, 'flow-2-table')
  await colours(page, 'dark')
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await chart.waitFor()
  await picture(page, 'flow-3-dark')
})

test('more spent than came in comes from what was there, and a phone shows the table first', async (t) => {
  const ana = await household(1000)
  const page = await open(t, stage, '/reports/flow', { as: ana, ...PHONE })
  const table = page.getByRole('table', { name: 'Where money came from, and where it went' })
  await table
    .getByRole('row', { name: /From what you had/ })
    .getByRole('button')
    .click()
  await page
    .getByRole('dialog')
    .getByText(/add up to exactly/)
    .waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await picture(page, 'flow-4-phone')
  assert.equal(await tooWideBy(page), 0)
  assert.deepEqual(await axeFinds(page), [])
  await page
    .getByRole('radio', { name: 'Chart' })
    .or(page.getByRole('button', { name: 'Chart' }))
    .first()
    .click()
  await page.getByRole('group', { name: /^Flows of money/ }).waitFor()
  await picture(page, 'flow-5-phone-chart')
})

test('spending and the income statement open a group to its categories and these to their lists', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/reports/spending?by=group', { as: ana })
  await page.getByRole('button', { name: 'Open Food to its categories' }).click()
  await page.getByRole('row', { name: /Food itself/ }).waitFor()
  await page.getByRole('button', { name: 'Groceries', exact: true }).click()
  await page.getByRole('dialog', { name: 'Groceries' }).getByText('This one is exactly').waitFor()
  await picture(page, 'flow-6-spending')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Food', exact: true }).click()
  await page.getByRole('dialog', { name: 'Food' }).getByText('These 3 add up to exactly').waitFor()
  assert.deepEqual(await axeFinds(page), [])

  await page.goto(`${stage.address}/reports/income-statement?by=group`)
  await page.getByRole('button', { name: 'Open Food to its categories' }).click()
  await page.getByRole('row', { name: /Eating out/ }).waitFor()
  const kept = page.getByRole('row', { name: /^Savings rate/ })
  assert.match((await kept.textContent()) ?? '', /50.6%/)
  await picture(page, 'flow-7-statement')
  assert.deepEqual(await axeFinds(page), [])
})

test('the cards of the reports show groups, the flow and that the year before has no entries', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/reports', { as: ana })
  await page.getByRole('link', { name: /Spending by group/ }).waitFor()
  await page
    .getByRole('link', { name: /Against last year/ })
    .getByText(/^No entries before /)
    .waitFor()
  await page.getByRole('link', { name: /Where it flowed/ }).waitFor()
  await picture(page, 'flow-8-cards')
  // Nobody is named: two cards of three stand in the last row, and the second takes the place of the third.
  assert.deepEqual(await rowEnds(page), ['full'])
  await page.getByRole('link', { name: /Where it flowed/ }).click()
  await page.getByRole('heading', { name: /money flowed/ }).waitFor()
})

test('many small flows join as Others, which lead to the table that has them all', async (t) => {
  const ana = await stage.person({ base_currency_id: 'EUR' })
  for (let index = 0; index < 30; index++) {
    const { id: category_id } = await ana.call(createCategory, { body: { name: `Category ${index}` } })
    await ana.call(createExpense, { body: { category_id, amount: 10 + index, date: today } })
  }
  const page = await open(t, stage, '/reports/flow', { as: ana })
  const chart = page.getByRole('group', { name: /^Flows of money/ })
  await chart.focus()
  await page.keyboard.press('ArrowUp')
  await chart.getByText('From All together to Others: €108.00').waitFor()
  await picture(page, 'flow-9-others')
  await page.keyboard.press('Enter')
  await page.waitForURL(/view=table/)
  await page.getByRole('row', { name: /^Category 0 / }).waitFor()
})
