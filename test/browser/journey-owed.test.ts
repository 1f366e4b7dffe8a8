import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { listExpenses } from '../../contract/budgeting.ts'
import { makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test('twenty lent to a friend come back in two parts, and the debt is struck through', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/', { as: ana })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('lent sam 20 pizza')
  await page.getByText('Lent').first().waitFor()
  await picture(page, 'owed-1-lent')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(/sam/i).waitFor()

  await page.getByRole('link', { name: 'Owed', exact: true }).click()
  await page.getByRole('heading', { name: 'Owed', level: 1 }).waitFor()
  const mine = page.getByRole('region', { name: 'Owed to me' })
  await mine.getByText('20 euro').first().waitFor()
  await page.getByRole('button', { name: 'Sam paid you back' }).click()
  await picture(page, 'owed-2-payment')
  const sheet = page.getByRole('dialog', { name: 'Sam paid you back' })
  await sheet.getByRole('textbox', { name: 'How much?' }).fill('5')
  await sheet.getByRole('button', { name: /^Record €5\.00/ }).click()
  await mine.getByText('15 euro').first().waitFor()
  // What is left is filled in: two presses settle it.
  await page.getByRole('button', { name: 'Sam paid you back' }).click()
  await sheet.getByRole('button', { name: /^Record €15\.00/ }).click()
  const settled = page.getByRole('region', { name: 'Settled lately' })
  await settled.getByText('pizza').waitFor()
  await page.getByText('Nobody owes anybody').waitFor()
  await picture(page, 'owed-3-settled')

  const balances = await ana.call(listAccounts, { query: { type: 'asset', q: 'cash' } })
  assert.equal(balances.data[0]?.base_balance, 0)
})

test('a dinner that I paid for two friends is my expense by a third, and they owe the rest', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/obligations', { as: ana })
  await page.getByRole('button', { name: 'Lend or borrow' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Split a bill' })
  await page.getByRole('radio', { name: /^I paid for others/ }).check()
  await sheet.getByRole('textbox', { name: 'The whole bill' }).fill('60+24')
  await sheet.getByRole('combobox', { name: 'Spent on' }).fill('eating')
  await page.getByRole('option', { name: /Eating out/ }).click()
  // One after the other by keys: the field keeps the focus.
  await sheet.getByRole('combobox', { name: 'Add somebody' }).focus()
  for (const name of ['Sam', 'Mia']) {
    await page.keyboard.type(name)
    await page.getByRole('option', { name: `New contact “${name}”` }).waitFor()
    await page.keyboard.press('Enter')
    await sheet.getByRole('button', { name: `Leave ${name} out` }).waitFor()
  }
  await sheet.getByText('28 euro').first().waitFor()
  await sheet.getByRole('textbox', { name: 'What for' }).fill('Dinner')
  await picture(page, 'owed-4-shared')
  await sheet.getByRole('button', { name: /84/ }).click()
  const mine = page.getByRole('region', { name: 'Owed to me' })
  await mine.getByText('56 euro').first().waitFor()
  await mine.getByText('Dinner').first().waitFor()
  await page.getByRole('button', { name: 'Split a bill' }).waitFor()
  await picture(page, 'owed-5-shares')
  await page.getByRole('link', { name: /^Cash/ }).first().click()
  await page.getByRole('link', { name: 'Dinner, Mia’s share' }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ amount, shares }) => [amount, shares.map((share) => share.amount)]),
    [[84, [28, 28]]],
  )
})
