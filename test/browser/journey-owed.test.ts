import { test } from 'node:test'
import { addStarter } from '../../contract/books.ts'
import { inBrowser, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test('twenty lent to a friend come back in two parts, and the debt is struck through', inBrowser, async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/', { as: ana })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('lent sam 20 pizza')
  await page.getByText('Lent').first().waitFor()
  await page.waitForTimeout(600); console.log(await page.locator('main').ariaSnapshot())
  await picture(page, 'owed-1-lent')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(/sam/i).waitFor()

  await page.getByRole('link', { name: 'Owed', exact: true }).click()
  await page.getByRole('heading', { name: 'Owed', level: 1 }).waitFor()
  await page.waitForTimeout(600); console.log(await page.locator('main').ariaSnapshot())
  await picture(page, 'owed-2-owed')
})
