import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { createIncome, createTransfer } from '../../contract/budgeting.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { overview } from '../../contract/overview.ts'
import { listValues, putValue } from '../../contract/values.ts'
import { bank, category } from '../books.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const day = (count: number) => addDays(today, count)
const ZONE = { zone: 'UTC' }

async function look(page: Page, name: string): Promise<void> {
  await picture(page, name)
  await colours(page, 'dark')
  await picture(page, `${name}-dark`)
  await colours(page, 'light')
}

/** Somebody with a bank, a car that was bought and stated three times, and a loan. */
async function owner() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const giro = await bank(ana, 'Erste Bank', 'EUR', { opening_balance: 30_000, opening_date: day(-700) })
  const car = await bank(ana, 'Car', 'EUR', { is_valued: true })
  await ana.call(createTransfer, {
    body: { from_account_id: giro.id, to_account_id: car.id, amount: 14_500, date: day(-600) },
  })
  for (const [amount, date, notes] of [
    [14_500, day(-600), 'bought'],
    [13_700, day(-400), null],
    [12_900, day(-200), null],
  ] as const)
    await ana.call(putValue, { params: { id: car.id, date }, body: { amount, notes } })
  const body = { name: 'Car loan', type: 'liability', currency_id: 'EUR', opening_balance: 5000 } as const
  const loan = await ana.call(createAccount, { body: { ...body, opening_date: day(-600) } })
  return { ana, giro, car, loan }
}

test('the worth of a thing is stated on its page, changed, and removed with a way back', async (t) => {
  const { ana, car } = await owner()
  const page = await open(t, stage, `/accounts/${car.id}`, { as: ana, ...ZONE })
  await page.getByText('a thing, not money').waitFor()
  await page.getByRole('button', { name: 'State its value' }).click()
  const form = page.getByRole('dialog', { name: 'State its value' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('What is it worth?').waitFor()
  await form.getByLabel('Worth').fill('11800')
  await form.getByLabel('Note').fill("dealer's offer")
  await form.getByText('less than the books have on').waitFor()
  assert.match(await form.getByRole('status').innerText(), /€1,100\.00[^€]*less than the books have/)
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'values-1-state')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('as stated on').waitFor()
  const values = page.getByRole('table', { name: 'Stated values' })
  await values.getByRole('cell', { name: "“dealer's offer”" }).waitFor()
  assert.match(await values.getByRole('row').nth(1).innerText(), /€11,800\.00[^€]*−€1,100\.00/)
  assert.equal(
    await page.getByRole('textbox', { name: 'Add a transaction' }).count(),
    0,
    'nobody pays with a car',
  )
  const twin = page.getByRole('table', { name: 'Worth of Car' })
  assert.equal(await twin.getByRole('row').count(), 5, 'a row for each stated day, and the head')
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'values-2-car')

  await values
    .getByRole('button', { name: /^Change the value of/ })
    .first()
    .click()
  const again = page.getByRole('dialog', { name: /^Worth on / })
  assert.equal(await again.getByLabel('At the end of').count(), 0, 'a value keeps its day')
  await again.getByLabel('Worth').fill('12000')
  await again.getByRole('button', { name: 'Save' }).click()
  await values.getByText('€12,000.00').waitFor()
  await values
    .getByRole('button', { name: /^Remove the value of/ })
    .first()
    .click()
  await page.getByText(/^The value of .* is removed/).waitFor()
  await values.getByText('€12,000.00').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await values.getByText('€12,000.00').waitFor()
  const { data } = await ana.call(listValues, { params: { id: car.id } })
  assert.deepEqual(
    data.map(({ amount }) => amount),
    [12_000, 12_900, 13_700, 14_500],
  )
})

test('things have their own heading and sum, are no choice for paying, and stand apart in net worth', async (t) => {
  const { ana, car, loan } = await owner()
  await ana.call(putValue, { params: { id: car.id, date: today }, body: { amount: 11_800 } })
  const page = await open(t, stage, '/reports/net-worth', { as: ana, ...ZONE })
  const side = page.getByRole('navigation', { name: 'Accounts' })
  await side.getByRole('link', { name: /^Things/ }).waitFor()
  assert.match(await side.innerText(), /Things\s+€11,800\.00[^€]*Car\s+€11,800\.00/)
  await page.getByText('Values', { exact: true }).waitFor()
  await look(page, 'values-3-net-worth')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Car')
  await page.getByRole('option').filter({ hasText: '€11,800.00' }).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`${stage.address}/accounts/${loan.id}`)
  await page.getByRole('button', { name: 'State what you owe' }).click()
  const form = page.getByRole('dialog', { name: 'State what you owe' })
  await form.getByLabel('You owe').fill('4820')
  await form.getByText('less than the books have on').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Stated amounts owed' }).getByText('€4,820.00').waitFor()
  await page.getByRole('button', { name: 'Move money' }).click()
  await page.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: /Erste Bank/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: /^Car\b(?! loan)/ }).count(), 0)
})

test('a new thing is added with its worth on a day as one change, and without one its page says the next step', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/accounts?open=new', { as: ana, ...ZONE })
  const sheet = page.getByRole('dialog', { name: 'New account' })
  await sheet.getByLabel('Name').fill('House')
  await sheet.getByText('A thing', { exact: true }).click()
  await sheet.getByText('Something that is worth something').waitFor()
  assert.equal(await sheet.getByText('Use it where nothing else is chosen').count(), 0)
  await sheet.getByLabel('What is it worth?').fill('-300000')
  await sheet.getByRole('button', { name: 'Add the account' }).click()
  await sheet.getByText('A thing is worth nothing or more').waitFor()
  await sheet.getByLabel('What is it worth?').fill('300000')
  await look(page, 'values-4-new')
  await sheet.getByRole('button', { name: 'Add the account' }).click()
  await page.getByText('as stated on').waitFor()
  const { data } = await ana.call(listAccounts, { query: { q: 'House' } })
  assert.deepEqual(
    [data[0]?.is_valued, data[0]?.currency_id, data[0]?.balance_as_of],
    [true, 'EUR', { date: today, amount: 300_000, includes_day: true }],
  )
  const home = await ana.call(overview)
  assert.deepEqual([home.net_worth.net, home.net_worth.value], [300_000, 0], 'it was there before')

  // The same day again: the balance that it began with is said anew.
  await page.getByRole('button', { name: 'State its value' }).click()
  const form = page.getByRole('dialog', { name: 'State its value' })
  await form.getByLabel('Worth').fill('310000')
  await form.getByRole('button', { name: 'Save' }).click()
  const values = page.getByRole('table', { name: 'Stated values' })
  await values.getByText('€310,000.00').waitFor()
  assert.equal(await values.getByRole('row').count(), 2)
  for (const name of ['Reconcile', 'Import'])
    assert.equal(
      await page.getByRole('main').getByRole('link', { name }).count(),
      0,
      `a house has no bank to ${name} with`,
    )

  const car = await bank(ana, 'Car', 'EUR', { is_valued: true })
  await page.goto(`${stage.address}/accounts/${car.id}`)
  await page.getByText('No value is stated yet. State one, and it counts in net worth.').waitFor()
})

test('the difference follows the day as it is typed, and is never that of another day', async (t) => {
  const { ana, car } = await owner()
  const page = await open(t, stage, `/accounts/${car.id}`, { as: ana, ...ZONE })
  await page.getByRole('button', { name: 'State its value' }).click()
  const form = page.getByRole('dialog', { name: 'State its value' })
  await form.getByLabel('Worth').fill('13000')
  await form.getByText('€100.00').waitFor()
  const said = form.getByRole('status')
  const field = form.getByLabel('At the end of')
  await field.fill(day(-300)) // and the focus stays in it
  await form.getByText('€700.00').waitFor()
  assert.match(await said.innerText(), /less than the books have on/)
  await field.fill('not a day')
  await said.waitFor({ state: 'detached' })
  await field.fill(day(-300))
  await said.waitFor()
  // An answer that is late: until it is there, nothing is said.
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/lines?*', async (route) => {
      resolve()
      await new Promise<void>((go) => {
        answer = go
      })
      await route.continue()
    })
  })
  await field.fill(day(-500))
  await isAsked
  assert.equal(await said.count(), 0, 'the answer of the day before is not said')
  answer()
  await form.getByText('€1,500.00').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await form.getByLabel('Worth').fill('-1')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('A thing is worth nothing or more').waitFor()
})

test('Home, Reports and the report itself name values apart in net worth', async (t) => {
  const { ana, car } = await owner()
  await ana.call(putValue, { params: { id: car.id, date: today }, body: { amount: 11_800 } })
  const pay = await category(ana, 'Pay', 'income')
  await ana.call(createIncome, { body: { amount: 1806.9, category_id: pay.id, date: today } })
  const words = /€1,806\.90[^€]* kept, Car is worth €1,100\.00[^€]* less/
  const page = await open(t, stage, '/', { as: ana, ...ZONE })
  const home = page.getByRole('region', { name: 'Net worth' })
  await home.getByText('Car is worth').waitFor()
  assert.match(await home.innerText(), words)
  assert.match(await home.innerText(), /\+€706\.90/)
  await look(page, 'values-7-home')
  await page.goto(`${stage.address}/reports`)
  const card = page.getByRole('link', { name: /^Net worth/ })
  await card.getByText('Car is worth').waitFor()
  assert.match(await card.innerText(), words)
  await look(page, 'values-8-reports')
  await page.goto(`${stage.address}/reports/net-worth`)
  await page.getByText('Car is worth').waitFor()
  assert.match(await page.getByRole('main').innerText(), words)
  await picture(page, 'values-9-net-worth')
})

test('the page of a thing fits a phone', async (t) => {
  const { ana, car } = await owner()
  const page = await open(t, stage, `/accounts/${car.id}`, { as: ana, ...PHONE, ...ZONE })
  await page.getByRole('table', { name: 'Stated values' }).waitFor()
  assert.equal(await tooWideBy(page), 0)
  await look(page, 'values-5-phone')
  await page.getByRole('button', { name: 'State its value' }).click()
  await page.getByRole('dialog', { name: 'State its value' }).getByLabel('Worth').fill('11800')
  await look(page, 'values-6-phone-state')
})
