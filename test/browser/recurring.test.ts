import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTransactions } from '../../contract/batches.ts'
import { addStarter } from '../../contract/books.ts'
import { createContact } from '../../contract/contacts.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { forecast } from '../../contract/forecast.ts'
import { createPlan, listPlans, listUpcoming, type NewPlan } from '../../contract/plans.ts'
import { findPlans } from '../../contract/recurring.ts'
import { account } from '../books.ts'
import { axeFinds, colours, complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** The days of the last months on this day of the month, none in the future. */
const monthly = (count: number, day: number) => {
  const first = Temporal.PlainDate.from(today).with({ day })
  const skip = first.toString() > today ? 1 : 0
  return Array.from({ length: count }, (_, index) =>
    first.subtract({ months: skip + count - 1 - index }).toString(),
  )
}

/** A household in euros, with the ready-made set. */
async function household() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const of = (name: string) => categories.find((one) => one.name === name)?.id ?? assert.fail(name)
  const bank = await account(ana, 'Bank')
  const pay = (memo: string, amounts: number[], dates: string[], category_id = of('Leisure')) =>
    ana.call(createTransactions, {
      body: {
        transactions: dates.map((date, index) => ({
          kind: 'expense' as const,
          memo,
          amount: amounts[index % amounts.length] ?? 0,
          date,
          category_id,
          asset_account_id: bank.id,
        })),
      },
    })
  const plan = (name: string, amount: number, more: Partial<NewPlan> = {}) =>
    ana.call(createPlan, {
      body: {
        name,
        kind: 'expense',
        schedule: { start: addDays(today, 3), unit: 'month' },
        ...more,
        draft: { amount, category_id: of('Leisure'), asset_account_id: bank.id, ...more.draft },
      },
    })
  return { ana, of, bank, pay, plan }
}

const foundIn = (page: Page) => page.getByRole('region', { name: 'Found in your book' })

test('payments that repeat are proposed with their evidence, and become recurring, or are declined, each with an undo', async (t) => {
  const { ana, pay } = await household()
  await pay('CARD PAYMENT TO NETFLIX', [12.99], monthly(4, 3))
  await pay('Power', [61.2, 74.9, 66.1, 70.5], monthly(4, 2))
  await pay(
    'Corner shop',
    [7.2, 31, 12.9],
    [1, 4, 19].map((days) => addDays(today, -days)),
  )
  const page = await open(t, stage, '/plans', { as: ana })
  const found = foundIn(page)
  await found.getByRole('heading', { name: 'Found in your book: 2 payments that repeat' }).waitFor()
  const netflix = found.getByRole('listitem').filter({ hasText: 'NETFLIX' })
  await netflix.getByText(/^Every month on the 3rd: \w+, \w+, \w+, \w+$/).waitFor()
  await netflix.getByText('−€12.99', { exact: true }).waitFor()
  const power = found.getByRole('listitem').filter({ hasText: 'Power' })
  assert.match(await power.innerText(), /Between[\s\S]*€61\.20[\s\S]*and[\s\S]*€74\.90/)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'recurring-1-found')

  assert.equal(await found.getByRole('button', { name: /Make (all|\d)/ }).count(), 0, 'one alone is steady')
  await netflix.getByRole('button', { name: 'Make it recurring' }).click()
  await page.getByRole('status').getByText('NETFLIX recurs from now on').waitFor()
  await netflix.waitFor({ state: 'detached' })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await netflix.waitFor()
  assert.deepEqual((await ana.call(listPlans)).data, [])
  await netflix.getByRole('button', { name: 'Make it recurring' }).click()
  await netflix.waitFor({ state: 'detached' })
  const [made] = (await ana.call(listPlans)).data
  assert.deepEqual([made?.name, made?.draft.amount, made?.schedule.unit], ['NETFLIX', 12.99, 'month'])
  await page.getByText('€12.99').first().waitFor()

  await power.getByRole('button', { name: 'No' }).click()
  await power.waitFor({ state: 'detached' })
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await power.waitFor()
  await power.getByRole('button', { name: 'No' }).click()
  await found.getByText('You said No to 1 payment on this device.').waitFor()
  await page.reload()
  await found.getByRole('button', { name: 'Show it again' }).click()
  await power.waitFor()
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height })
  await colours(page, 'dark')
  assert.equal(await tooWideBy(page), 0)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'recurring-1-found-phone-dark')
})

test('of many payments that repeat, three are proposed below the own ones until all are asked for; where nothing recurs, all of them first', async (t) => {
  const { ana, pay } = await household()
  for (const [index, name] of ['Rent', 'Power', 'Phone', 'Gym', 'Music', 'Paper', 'Films'].entries())
    await pay(name, [10 + index], monthly(4, 2 + index))
  const page = await open(t, stage, '/plans', { as: ana })
  const rows = foundIn(page).getByRole('listitem')
  await rows.first().waitFor()
  assert.equal(await rows.count(), 7)
  await picture(page, 'recurring-3-all')
  const { data } = await ana.call(findPlans)
  const { name, kind, draft, schedule } = data[0] ?? assert.fail('nothing was found')
  await ana.call(createPlan, { body: { name, kind, draft, schedule } })
  await page.reload()
  await foundIn(page).getByRole('button', { name: 'Show all 6' }).waitFor()
  assert.equal(await rows.count(), 3)
  await foundIn(page).getByRole('button', { name: 'Show all 6' }).click()
  assert.equal(await rows.count(), 6)
  await page.getByText('No income recurs yet, so this does not say where it leads.').waitFor()
  await picture(page, 'recurring-6-no-income')
  await foundIn(page).getByRole('button', { name: 'Make all recurring' }).click()
  await page.getByRole('status').getByText('6 payments recur from now on').waitFor()
  await rows.first().waitFor({ state: 'detached' })
  assert.equal((await ana.call(listPlans)).data.length, 7)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Undone: 6 payments recur from now on').waitFor()
  assert.equal((await ana.call(listPlans)).data.length, 1)
  await page.getByRole('button', { name: 'Add recurring income' }).click()
  const form = page.getByRole('dialog', { name: 'Add a recurring entry' })
  assert.equal(await form.getByRole('radio', { name: 'Got' }).isChecked(), true)
})

test('at the end of an import, one line says how many payments in it repeat', async (t) => {
  const { ana, bank } = await household()
  const rows = [
    ...monthly(4, 3).map((day) => `${day};GYM CITY;-30.00`),
    ...monthly(4, 5).map((day) => `${day};PHONE LTD;-19.90`),
    `${addDays(today, -2)};BAKERY;-4.10`,
  ]
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana })
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Add 9 transactions' }).click()
  await page.getByText('2 payments in it repeat:').waitFor()
  await picture(page, 'recurring-2-import-done')
  await page.getByRole('link', { name: 'look at them' }).click()
  await foundIn(page).getByText('GYM CITY', { exact: true }).waitFor()
})

test('the sum a month is at the top, with what is divided and what has no rate', async (t) => {
  const { ana, of, plan } = await household()
  await plan('Rent', 900)
  await plan('Lesson', 30, { schedule: { start: addDays(today, 2), unit: 'week' } })
  await plan('Salary', 3100, { kind: 'income', draft: { category_id: of('Salary') } })
  const page = await open(t, stage, '/plans', { as: ana })
  const month = page.getByRole('region', { name: 'A month' })
  await month.getByText('€1,030.00').first().waitFor()
  assert.match(
    await month.innerText(),
    /Goes out a month[\s\S]*€1,030\.00[\s\S]*Comes in a month[\s\S]*€3,100\.00/,
  )
  await month.getByText(/a part of each month/).waitFor()
  assert.equal(await month.getByText(/Not counted/).count(), 0)
  assert.equal(await month.getByText('before what others pay back').count(), 0)
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  await plan('Power', 60.5, { draft: { amount: 60.5, shares: [{ contact_id: bela.id, amount: 20.17 }] } })
  await plan('Magazine', 900, { draft: { amount: 900, currency_id: 'JPY' } })
  await page.reload()
  await month.getByText(/Not counted: Magazine \(no rate of JPY\)/).waitFor()
  await month.getByText('before what others pay back').waitFor()
  await page.getByRole('link', { name: /Power/ }).getByText('your part €40.33').first().waitFor()
  await picture(page, 'recurring-3-month')
})

/** The line that adds up the occurrences of a card. */
const sumIn = async (page: Page, card: string) => {
  const line = page.getByRole('region', { name: card }).getByText(/\d entr(?:y|ies): /)
  await line.waitFor()
  return (await line.innerText()).replace(/\s+/g, ' ')
}

test('the next 31 days are the same on Home and on Recurring, late ones and more than five of them included', async (t) => {
  const { ana, of, bank, plan } = await household()
  await plan('Late', 11, { schedule: { start: addDays(today, -2), unit: 'month' } })
  for (const [index, name] of ['A', 'B', 'C', 'D', 'E', 'F'].entries())
    await plan(name, 10 + index, { schedule: { start: addDays(today, 1 + index), unit: 'year' } })
  await plan('Salary', 3100, { kind: 'income', draft: { category_id: of('Salary') } })
  const savings = await account(ana, 'Savings')
  await ana.call(createPlan, {
    body: {
      name: 'To savings',
      kind: 'transfer',
      schedule: { start: addDays(today, 9), unit: 'year' },
      draft: { amount: 150, from_account_id: bank.id, to_account_id: savings.id },
    },
  })
  const page = await open(t, stage, '/', { as: ana })
  const home = await sumIn(page, 'Coming up')
  const { data } = await ana.call(listUpcoming)
  assert.match(home, new RegExp(`^${data.length} entries: €.* out, €3,100\\.00.* in, €150\\.00.* moved$`))
  await complete(page)
  const waiting = page.getByRole('region', { name: 'Waits for you' })
  await waiting.getByRole('link', { name: '1 recurring entry due' }).waitFor()
  await page.getByRole('region', { name: 'Coming up' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: `${data.length - 5} more` }).waitFor()
  await picture(page, 'recurring-5-home')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/plans/upcoming')) asked.push(request.url())
  })
  await page.reload()
  await sumIn(page, 'Coming up')
  await complete(page)
  assert.equal(asked.length, 1, 'Home asks for them once')
  await page.getByRole('link', { name: 'Next 31 days' }).click()
  assert.equal(await sumIn(page, 'A month'), home)
  // Each occurrence is said once: the list has the next one of each, the calendar all by their day.
  assert.equal(await page.getByRole('region', { name: 'Coming up' }).count(), 0)
  assert.equal(await page.getByText(/\d entr(?:y|ies): /).count(), 1)
})

test('the calendar has every occurrence on its day, equals the forecast, and is stepped through by the keyboard', async (t) => {
  const { ana, of, bank, plan } = await household()
  await plan('Late', 11, { schedule: { start: addDays(today, -2), unit: 'year' } })
  await plan('Rent', 900, { schedule: { start: addDays(today, 1), unit: 'month' } })
  await plan('Lesson', 30, { schedule: { start: addDays(today, 2), unit: 'week' } })
  await plan('Salary', 3100, { kind: 'income', draft: { category_id: of('Salary') } })
  const page = await open(t, stage, '/plans', { as: ana })
  const calendar = page.getByRole('region', { name: 'Calendar' })
  const now = Temporal.PlainDate.from(today).toPlainYearMonth()
  const next = now.add({ months: 1 })
  const label = (month: Temporal.PlainYearMonth) =>
    month.toPlainDate({ day: 1 }).toLocaleString('en-US', { month: 'long', year: 'numeric' })
  await calendar.getByRole('table', { name: 'The next 5 weeks' }).waitFor()
  assert.equal(await calendar.locator('tbody tr').count(), 5)
  await calendar.getByRole('link', { name: /Late, late/ }).waitFor()
  assert.match(await calendar.locator('td[aria-current=date]').innerText(), /Late, late[\s\S]*−€11\.00/)
  await complete(page)
  assert.deepEqual(await axeFinds(page), [])
  await calendar.scrollIntoViewIfNeeded()
  await picture(page, 'recurring-4-calendar')

  await calendar.getByRole('button', { name: label(next) }).focus()
  await page.keyboard.press('Enter')
  await calendar.getByRole('table', { name: label(next) }).waitFor()
  assert.match(page.url(), new RegExp(`month=${next}`))
  const [from, until] = [
    next.toPlainDate({ day: 1 }).toString(),
    next.toPlainDate({ day: next.daysInMonth }).toString(),
  ]
  const { data } = await ana.call(listUpcoming, { query: { from, until } })
  const links = calendar.getByRole('table').getByRole('link')
  await calendar.getByText(`${data.length} entries`).waitFor()
  assert.equal(await links.count(), data.length)
  const { points } = await ana.call(forecast, { query: { until, account_id: bank.id } })
  const steps = points.filter(({ date, because }) => date >= from && because.kind === 'plan')
  const sum = (sign: number) =>
    Math.abs(steps.filter(({ amount }) => amount * sign > 0).reduce((all, { amount }) => all + amount, 0))
  const figure = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'EUR' })
  const said = await sumIn(page, 'Calendar')
  assert(said.includes(figure(sum(-1))) && said.includes(figure(sum(1))), `${said}; ${sum(-1)}, ${sum(1)}`)

  await links.filter({ hasText: 'Rent' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Rent' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await colours(page, 'dark')
  await calendar.scrollIntoViewIfNeeded()
  await picture(page, 'recurring-4-calendar-dark')
  assert.deepEqual(await axeFinds(page), [])

  await page.setViewportSize({ width: PHONE.width, height: PHONE.height })
  await calendar.getByRole('heading', { level: 3 }).first().waitFor()
  assert.equal(await calendar.getByRole('link').count(), data.length)
  assert.equal(await tooWideBy(page), 0)
  await calendar.scrollIntoViewIfNeeded()
  await picture(page, 'recurring-4-calendar-phone-dark')
  assert.deepEqual(await axeFinds(page), [])
})
