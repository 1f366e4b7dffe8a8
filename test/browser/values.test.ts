import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { createTransfer } from '../../contract/budgeting.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { listValues, putValue } from '../../contract/values.ts'
import { bank } from '../books.ts'
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
  await values.getByText("“dealer's offer”").waitFor()
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
  await form.getByLabel('Worth').fill('12000')
  await form.getByRole('button', { name: 'Save' }).click()
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
  await page.goto(`${stage.address}/accounts/${loan.id}`)
  await page.getByRole('button', { name: 'State what you owe' }).click()
  const form = page.getByRole('dialog', { name: 'State what you owe' })
  await form.getByLabel('You owe').fill('4820')
  await form.getByText('less than the books have on').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('table', { name: 'Stated values' }).getByText('€4,820.00').waitFor()
  await page.getByRole('button', { name: 'Move money' }).click()
  await page.getByRole('combobox', { name: 'From' }).click()
  await page.getByRole('option', { name: /Erste Bank/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: /^Car\b(?! loan)/ }).count(), 0)
})

test('a new thing is opened without a balance, and its page asks what it is worth', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/accounts?open=new', { as: ana, ...ZONE })
  const sheet = page.getByRole('dialog', { name: 'New account' })
  await sheet.getByLabel('Name').fill('House')
  await sheet.getByText('A thing', { exact: true }).click()
  await sheet.getByText('Something that is worth something').waitFor()
  assert.equal(await sheet.getByText('Use it where nothing else is chosen').count(), 0)
  await look(page, 'values-4-new')
  await sheet.getByRole('button', { name: 'Add the account' }).click()
  await page.getByText('no value was stated yet').waitFor()
  const { data } = await ana.call(listAccounts, { query: { q: 'House' } })
  assert.deepEqual([data[0]?.is_valued, data[0]?.currency_id, data[0]?.balance_as_of], [true, 'EUR', null])
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
