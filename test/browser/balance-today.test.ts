import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount, listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { importFile } from './bank-file.ts'
import { makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const day = (count: number) => addDays(today, count)
const ZONE = { zone: 'UTC' }

test('entries of the very day on which a balance was said are asked about once, on a phone too', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listAccounts, { query: { q: 'Bank' } })
  const bank = data.find(({ name }) => name === 'Bank')
  assert(bank)
  const params = { id: bank.id }
  await ana.call(updateAccount, { params, body: { balance_as_of: { date: today, amount: 2450.3 } } })
  const { data: categories } = await ana.call(listCategories)
  const category_id = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  const spend = (amount: number) =>
    ana.call(createExpense, { body: { amount, category_id, asset_account_id: bank.id, date: today } })
  await spend(90)
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...PHONE, ...ZONE })
  const rows = [`${today};BAKERY;-4.10`, `${today};BUTCHER;-9.00`, `${day(-3)};KIOSK;-3.00`]
  await importFile(page, ['Date;Text;Amount', ...rows].join('\n'), 3)
  await page
    .getByRole('heading', { name: /You said 2450 euro 30 on .* Were these 2 entries in it\?/ })
    .waitFor()
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'balance-5-day-phone')
  assert.deepEqual((await ana.call(getAccount, { params })).balances[0]?.amount, 2347.2)
  await page.getByRole('button', { name: 'Yes, in it' }).click()
  await page.getByRole('heading', { name: /Were these/ }).waitFor({ state: 'detached' })
  // The two were in it: what was entered by hand was not, and what is spent later today counts.
  const has = async () => (await ana.call(getAccount, { params })).balances[0]?.amount
  assert.equal(await has(), 2360.3)
  await spend(7.2)
  assert.equal(await has(), 2353.1)
})

test('what the bank says of today is so now, and what is spent later today counts', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Bank')
  assert(bank)
  const params = { id: bank.id }
  const { data: categories } = await ana.call(listCategories)
  const category_id = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  const spend = (amount: number) =>
    ana.call(createExpense, { body: { amount, category_id, asset_account_id: bank.id, date: today } })
  await ana.call(updateAccount, {
    params,
    body: { balance_as_of: { date: day(-10), amount: 1000, includes_day: true } },
  })
  await spend(90)
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...ZONE })
  await importFile(
    page,
    ['Date;Text;Amount;Balance', `${day(-1)};KIOSK;-3.00;900.00`, `${today};BUS;-5.00;895.00`].join('\n'),
    2,
  )
  // A press before the entries of today are read counts once they are.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  const ofToday = /\/transactions\?.*include=total/
  await page.route(ofToday, async (route) => {
    await pressed
    await route.continue()
  })
  await page.reload()
  await page.getByRole('button', { name: /^Use 895 euro/ }).click()
  press()
  await page.getByText('Bank ends as your bank says on').waitFor()
  await page.unroute(ofToday)
  const has = async () => (await ana.call(getAccount, { params })).balances[0]?.amount
  assert.equal(await has(), 895)
  await spend(7.2)
  assert.equal(await has(), 887.8)
})

test('the bank is compared only once it is known whether entries of the day were in what was said', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Bank')
  assert(bank)
  const params = { id: bank.id }
  await ana.call(updateAccount, { params, body: { balance_as_of: { date: day(-2), amount: 1000 } } })
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...ZONE })
  const rows = [
    `${day(-3)};KIOSK;-3.00;1065.00`,
    `${day(-2)};RENT;-65.00;1000.00`,
    `${day(-1)};BUS;-5.00;995.00`,
  ]
  await importFile(page, ['Date;Text;Amount;Balance', ...rows].join('\n'), 3)
  await page.getByRole('heading', { name: /Was this entry of that day in it/ }).waitFor()
  assert.equal(await page.getByText('Your bank says').count(), 0)
  await page.getByRole('button', { name: 'Yes, in it' }).click()
  await page.getByText('Bank agrees with your bank:').waitFor()
  assert.equal(await page.getByText('is not right').count(), 0)
})
