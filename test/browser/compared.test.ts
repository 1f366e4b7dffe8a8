import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBook } from '../../contract/books.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { todayIn } from '../../contract/day.ts'
import { dayYearBefore } from '../../contract/month.ts'
import { category, spend } from '../books.ts'
import { axeFinds, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const ana = await stage.person({ base_currency_id: 'EUR' })
const today = todayIn((await ana.call(getBook)).time_zone)
const first = Temporal.PlainDate.from(today).with({ day: 1 }).toString()
const then = dayYearBefore(first, 1)
const [food, pay] = [await category(ana, 'Groceries'), await category(ana, 'Salary', 'income')]
await spend(ana, { amount: 147.85, category_id: food.id, memo: 'Market', date: first })
await spend(ana, { amount: 100, category_id: food.id, memo: 'Last year', date: then })
await ana.call(createIncome, { body: { amount: 3240, category_id: pay.id, date: first } })
await ana.call(createIncome, { body: { amount: 3000, category_id: pay.id, date: then } })

/** The days of the month so far, and the same days of the year before, as the app writes them. */
const range = (from: string, days: number) =>
  new RegExp(
    days === 0
      ? `${Number(from.slice(8))}\\D+${from.slice(0, 4)}`
      : `1–${days + 1}\\s\\w+\\s${from.slice(0, 4)}`,
  )
const days = Number(today.slice(8)) - 1
const [now, before] = [range(first, days), range(then, days)]

for (const look of [{}, PHONE]) {
  const on = 'touch' in look ? 'on a phone' : 'on a wide screen'

  test(`the card and the page say the same about this year and last year, with both ranges, ${on}`, async (t) => {
    const page = await open(t, stage, '/reports', { as: ana, ...look })
    const card = page.getByRole('link', { name: /Against last year/ })
    await card.getByText('€47.85').waitFor()
    const words = (await card.textContent()) ?? ''
    for (const part of [/more/, now, before]) assert.match(words, part)
    await card.click()
    await page.waitForURL(/by=day&compare=year/)
    const difference = page.getByRole('link', { name: /^47 euro 85 more than/ })
    assert.match((await difference.textContent()) ?? '', /€47\.85/)
    assert.match((await difference.textContent()) ?? '', before)
    const legend = page.getByRole('figure')
    await legend.getByText(now).first().waitFor()
    await legend.getByText(before).first().waitFor()
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    await picture(page, `compared-year${'touch' in look ? '-phone' : ''}`)
    await difference.click()
    const sheet = page.getByRole('dialog', { name: 'Change of the total' })
    await sheet.getByText('The first list less the second is exactly').waitFor()
    await sheet.getByRole('link', { name: 'Last year' }).waitFor()
    await picture(page, `compared-lists${'touch' in look ? '-phone' : ''}`)
  })

  test(`income and spending are compared with last year up to today, and each change opens both lists, ${on}`, async (t) => {
    const page = await open(t, stage, '/reports/income-statement', { as: ana, ...look })
    await page.getByRole('combobox', { name: 'Compared with' }).selectOption('Against last year')
    await page.waitForURL(/compare=year/)
    const table = page.getByRole('table', { name: 'Income and spending, compared' })
    const kept = table.getByRole('row', { name: /^Kept/ })
    await kept.getByText('+192.15').waitFor()
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    await table
      .getByRole('row', { name: /^Salary/ })
      .getByRole('button')
      .last()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Change of Salary' })
    await sheet.getByText('The first list less the second is exactly').getByText('€240.00').waitFor()
  })
}

const reports = [
  'spending',
  'flow',
  'income-statement',
  'net-worth',
  'cash-flow',
  'balance-sheet',
  'trial-balance',
]

for (const look of [{}, PHONE])
  test(`reports of an empty book say what would stand there, and the next step ${'touch' in look ? 'on a phone' : 'on a wide screen'}`, async (t) => {
    const bela = await stage.person({ base_currency_id: 'EUR' })
    const page = await open(t, stage, '/reports', { as: bela, ...look })
    await page.getByRole('link', { name: /^Trial balance.*Nothing/ }).waitFor()
    await page.getByText('Nothing is written down yet').waitFor()
    await page.getByRole('link', { name: 'Import a file' }).waitFor()
    const cards = page.locator('#content').getByRole('list').getByRole('link')
    for (const text of await cards.allTextContents()) assert.match(text, /Nothing on these days/)
    assert.deepEqual(await axeFinds(page), [])
    for (const name of reports) {
      await page.goto(`${stage.address}/reports/${name}`)
      await page.getByText('Nothing is written down yet').waitFor()
      await page.getByText(/would stand here/).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Add the first one' }).getAttribute('href'), '/add')
      assert.deepEqual(await axeFinds(page), [], name)
      assert.equal(await tooWideBy(page), 0, name)
    }
  })

test('days without entries say so, and lead to all days', async (t) => {
  const page = await open(t, stage, '/reports/flow?date_from=2020-01-01&date_to=2020-01-31', { as: ana })
  await page.getByText(/^Nothing came in or went out 1–31 Jan 2020$/).waitFor()
  await page.getByRole('button', { name: 'Show all days' }).click()
  await page.waitForURL(/period=all/)
  await page.getByRole('group', { name: /^Flows of money/ }).waitFor()
})
