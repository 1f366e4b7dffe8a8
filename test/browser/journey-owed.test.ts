import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { listExpenses } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { createObligation } from '../../contract/obligations.ts'
import { account } from '../books.ts'
import { until } from '../until.ts'
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
  const mine = page.getByRole('region', { name: 'They owe you' })
  await mine.getByText('20 euro').first().waitFor()
  await page.getByRole('button', { name: 'Sam paid you back' }).click()
  await picture(page, 'owed-2-payment')
  const sheet = page.getByRole('dialog', { name: 'Sam paid you back' })
  await sheet.getByRole('textbox', { name: 'How much?' }).fill('5')
  await sheet.getByRole('button', { name: /^Record €5\.00/ }).click()
  await mine.getByText('15 euro').first().waitFor()
  // The rest is filled in: two presses settle it.
  await page.getByRole('button', { name: 'Sam paid you back' }).click()
  await sheet.getByRole('button', { name: /^Record €15\.00/ }).click()
  const settled = page.getByRole('region', { name: 'Settled lately' })
  await settled.getByText('pizza').waitFor()
  await page.getByText('Nobody owes anybody').waitFor()
  await picture(page, 'owed-3-settled')

  const balances = await ana.call(listAccounts, { query: { type: 'asset', q: 'cash' } })
  assert.equal(balances.data[0]?.base_balance, 0)
})

test('the download is the list on the screen, too much says so where it is pressed, and a set-off says its amount', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { id: contact_id } = await ana.call(createContact, { body: { name: 'Sam' } })
  for (const [name, amount] of [
    ['Receivables', 20],
    ['Payables', 7.5],
    ['Receivables', 0],
  ] as const)
    await ana.call(createObligation, {
      body: {
        name: `${name} ${amount}`,
        contact_id,
        account_id: (await account(ana, name)).id,
        currency_id: 'EUR',
        original_amount: 20,
        outstanding_amount: amount,
        opened_date: '2026-01-02',
      },
    })
  const page = await open(t, stage, '/obligations', { as: ana })
  const download = page.getByRole('link', { name: 'Download as CSV' })
  for (const [label, records] of [
    ['Settled', 1],
    ['All', 3],
    ['Open', 2],
  ] as const) {
    await page.getByRole('radio', { name: label, exact: true }).check({ force: true })
    await until(() => page.url().includes(label.toLowerCase()) || label === 'Open', 10_000)
    const url = (await download.getAttribute('href')) ?? ''
    const { text } = await ana.send({ url: url.replace('/api/v1', '') })
    assert.equal(text.trim().split('\r\n').length - 1, records, label)
  }

  await page.getByRole('button', { name: 'Sam paid you back' }).click()
  const sheet = page.getByRole('dialog', { name: 'Sam paid you back' })
  await sheet.getByRole('textbox', { name: 'How much?' }).fill('500')
  await sheet.getByRole('button', { name: /^Record €500\.00/ }).click()
  await sheet
    .getByText('That is €480.00 more than the €20.00 still owed. Nothing was recorded.', { exact: true })
    .waitFor()
  await picture(page, 'owed-too-much')
  await sheet.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /Set off\?/ }).click()
  await page.getByRole('status').getByText('Set off €7.50 with Sam').waitFor()
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
  const mine = page.getByRole('region', { name: 'They owe you' })
  await mine.getByText('56 euro').first().waitFor()
  await mine.getByText('Dinner').first().waitFor()
  await page.getByRole('button', { name: 'Split a bill' }).waitFor()
  await picture(page, 'owed-5-shares')
  await page.getByRole('link', { name: /^Cash/ }).first().click()
  await page.getByRole('link', { name: 'Dinner' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('row').filter({ hasText: 'Mia' }).filter({ hasText: '28.00' }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ amount, shares }) => [amount, shares.map((share) => share.amount)]),
    [[84, [28, 28]]],
  )
})
