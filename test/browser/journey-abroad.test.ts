import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStarter } from '../../contract/books.ts'
import { listExpenses } from '../../contract/budgeting.ts'
import { inBrowser, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test(
  'on a holiday in yen, Florin has no rate, says so, and takes what the bank took',
  inBrowser,
  async (t) => {
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
  },
)
