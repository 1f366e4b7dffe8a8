import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { addStarter, getBook } from '../../contract/books.ts'
import { listExpenses, listTransfers } from '../../contract/budgeting.ts'
import { listExchangeRates, putExchangeRate } from '../../contract/currencies.ts'
import { makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test('on a holiday in yen, Florin has no rate, says so, and takes what the bank took', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/transactions', { as: ana, refusals: [422] })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('1200 jpy eating ramen yesterday')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await entry.press('Enter')
  await page.getByText(/no rate from Japanese yen to euro/i).waitFor()
  await picture(page, 'abroad-1-no-rate')
  assert.equal((await ana.call(listExpenses)).data.length, 0, 'nothing is written at a guess')
  await page.getByRole('textbox', { name: 'What it was in EUR' }).fill('7.37')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByRole('status').getByText('Undo').waitFor()
  await page.getByRole('link', { name: /ramen.*minus 7 euro 37.*1200 Japanese yen/ }).waitFor()
  await picture(page, 'abroad-2-written')
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ amount, currency_id, base_amount }) => [amount, currency_id, base_amount]),
    [[1200, 'JPY', 7.37]],
  )
})

test('dollars from the bank are asked about in euros, with the rate of the day filled in', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const today = new Date().toISOString().slice(0, 10)
  await ana.call(putExchangeRate, { params: { from: 'USD', to: 'EUR', date: today }, body: { rate: 0.9221 } })
  const page = await open(t, stage, '/transactions', { as: ana, refusals: [404] })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  const bank = page.getByRole('textbox', { name: 'What did the bank take?' })
  await entry.fill('25 usd leisure book !bank')
  await page.getByText(/0.9221 is your own rate of/).waitFor()
  assert.equal(await bank.inputValue(), '23.05')
  await picture(page, 'abroad-3-bank')
  await entry.press('Enter')
  await page.getByRole('link', { name: /book/ }).waitFor()
  // The bank took more, and with another amount it is asked anew.
  await entry.fill('10 usd leisure map !bank')
  await bank.fill('9.90')
  await entry.fill('20 usd leisure map !bank')
  assert.equal(await bank.inputValue(), '18.44')
  await bank.fill('19')
  await bank.press('Enter')
  await page.getByRole('link', { name: /map/ }).waitFor()
  // Without a rate it is empty, and has to be answered; the rate that follows is that of the day.
  await entry.fill('1200 jpy leisure game !bank')
  await page.getByText('There is no rate for that day').waitFor()
  await entry.press('Enter')
  await page.getByText('How much was it?').waitFor()
  // No list covers the question, though the category is missing too.
  await entry.fill('1200 jpy pachinko !bank')
  await entry.press('Enter')
  await page.getByText('Choose a category.', { exact: true }).waitFor()
  await page.getByText('How much was it?').waitFor()
  assert.equal(await page.getByRole('listbox').count(), 0)
  await entry.fill('1200 jpy leisure game !bank')
  await entry.press('Enter')
  await page.getByRole('checkbox', { name: 'Keep the rate that it makes as the rate of that day' }).waitFor()
  await bank.fill('7.20')
  await page.getByText('Keep 1 JPY = 0.006 EUR as the rate of that day').waitFor()
  await picture(page, 'abroad-4-no-rate-at-the-bank')
  await bank.press('Enter')
  await page.getByRole('link', { name: /game/ }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ charged_amount, charged_source, fx_source }) => [charged_amount, charged_source, fx_source]),
    [
      [7.2, 'given', 'charged'],
      [19, 'given', 'charged'],
      [23.05, 'found', 'own'],
    ],
  )
  const accounts = await ana.call(listAccounts)
  assert.deepEqual(accounts.data.find(({ name }) => name === 'Bank')?.balances, [
    { currency_id: 'EUR', amount: -49.25 },
  ])
  const rates = await ana.call(listExchangeRates, { query: { from: 'JPY' } })
  assert.deepEqual(
    rates.data.map(({ rate }) => rate),
    [0.006],
  )
})

test('euros move to an account in francs although Florin has no rate: it asks what arrived', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  await ana.call(createAccount, { body: { name: 'Swiss account', type: 'asset', currency_id: 'CHF' } })
  const { data } = await ana.call(listAccounts)
  const bank = data.find(({ name }) => name === 'Bank')
  const page = await open(t, stage, `/accounts/${bank?.id}`, { as: ana, refusals: [422] })

  await page.getByRole('button', { name: 'Move money' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'To' }).fill('Swiss')
  await dialog.getByRole('option', { name: /Swiss account/ }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await dialog.getByText(/no rate from Swiss franc to euro.*Fill in what arrives/).waitFor()
  await dialog.getByRole('textbox', { name: 'Arrives as' }).fill('95')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('status').getByText('€100.00 moved to Swiss account').waitFor()

  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('move 50 from bank to swiss account')
  await entry.press('Enter')
  await page.getByText(/no rate from Swiss franc to euro/).waitFor()
  await page.getByRole('textbox', { name: 'What arrived in CHF' }).fill('47')
  await page.getByRole('button', { name: 'Use it' }).click()
  await page
    .getByRole('status')
    .getByText(/CHF.47.00/)
    .waitFor()
  const moved = await ana.call(listTransfers)
  assert.deepEqual(
    moved.data.map(({ amount, currency_id, to_amount }) => [amount, currency_id, to_amount]).sort(),
    [
      [100, 'EUR', 95],
      [50, 'EUR', 47],
    ],
  )
})

test('a rate that somebody types is kept as the rate of that day, and is not asked again', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/transactions', { as: ana, refusals: [422] })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('1200 jpy eating ramen')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await entry.press('Enter')
  // It is cash: no bank has taken anything.
  await page.getByText('What was a Japanese yen worth that day, or what was all of it in euro?').waitFor()
  await page.getByRole('textbox', { name: '1 JPY in EUR' }).fill('0.006')
  await page.getByRole('textbox', { name: '1 JPY in EUR' }).press('Enter')
  await page.getByRole('link', { name: /ramen/ }).waitFor()
  const { data } = await ana.call(listExchangeRates)
  assert.deepEqual(
    data.map(({ from, to, rate }) => [from, to, rate]),
    [['JPY', 'EUR', 0.006]],
  )
})

test('a rate of the account itself counts in the charts; the ECB’s file and its switch are in the settings', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/accounts', { as: ana, refusals: [404, 422] })
  await page.getByRole('button', { name: 'New account' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Dollar account')
  await sheet.getByRole('combobox', { name: 'Currency' }).fill('usd')
  await sheet.getByRole('option', { name: /USD/ }).click()
  await sheet.getByRole('textbox', { name: 'In the bank today' }).fill('500')
  await sheet.getByRole('button', { name: 'Add the account' }).click()
  await sheet.getByRole('textbox', { name: '1 USD in EUR' }).fill('0.92')
  await sheet.getByText('Keep it as the rate of that day').waitFor()
  const start = new Date(Date.now() - 86_400_000)
  const said = start.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
  await sheet.getByText(`to euro for ${said}.`).waitFor()
  await picture(page, 'abroad-5-rate-of-an-account')
  await sheet.getByRole('button', { name: 'Add the account' }).click()
  await page.getByRole('status').getByText('Dollar account is added').waitFor()
  const kept = await ana.call(listExchangeRates)
  assert.deepEqual(
    kept.data.map(({ from, to, rate }) => [from, to, rate]),
    [['USD', 'EUR', 0.92]],
  )
  assert.equal(kept.data[0]?.date, start.toISOString().slice(0, 10), 'the day that was asked about')
  const dollars = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Dollar account')
  await page.goto(`${stage.address}/accounts/${dollars?.id}`)
  await page.getByText(`at the rate of ${said}`).waitFor()
  await picture(page, 'abroad-7-dollar-account')
  await page.goto(`${stage.address}/`)
  await page.getByText('what you began with').waitFor()
  assert.equal(await page.getByText('Dotted').count(), 0, 'every day since has a rate')

  await page.goto(`${stage.address}/settings/rates`)
  const today = new Date().toISOString().slice(0, 10)
  await page.locator('input[type=file]').setInputFiles({
    name: 'eurofxref.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,USD,JPY,\n${today},1.25,200,\n`),
  })
  await page
    .getByRole('status')
    .getByText(/^1 rate of USD is yours now/)
    .waitFor()
  const own = await ana.call(listExchangeRates)
  assert.deepEqual(
    own.data.map(({ rate }) => rate),
    [0.8, 0.92],
  )
  await page.locator('input[type=file]').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Booked;Text;Amount\n'),
  })
  await page.getByText(/^This is not a file of rates .* line 1: it starts with/).waitFor()
  await page.getByRole('switch', { name: 'Fetch the ECB’s daily rates' }).check()
  await page.getByRole('status').getByText('The ECB’s daily rates are on').waitFor()
  await picture(page, 'abroad-6-settings')
  assert.equal((await ana.call(getBook)).ecb_rates, true)
})
