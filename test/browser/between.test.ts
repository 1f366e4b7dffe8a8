import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { listTransfers } from '../../contract/budgeting.ts'
import { createBook, removeMember } from '../../contract/members.ts'
import { inBook, join } from '../household.ts'
import { until } from '../until.ts'
import { axeFinds, colours, complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()

test('money moves from one book to another in one act, with both balances before and after, and one undo takes both back', async (t) => {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  const kai = await stage.person({ name: 'Kai Sommer' })
  const flat = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: 'EUR' } })
  const byKai = await join(stage, ana, flat.id, kai, 'editor')
  const page = await open(t, stage, `/b/${ana.book_id}/between`, { as: ana, width: 1280, height: 860 })
  await complete(page)
  const move = page.getByRole('button', { name: /^Move( €|$)/ })
  const amount = page.getByRole('textbox', { name: 'Amount' })
  const hasFocus = async () => (await amount.and(page.locator(':focus')).count()) === 1
  assert(await hasFocus(), 'the focus does not begin in the amount')
  await page.locator('h1').focus()
  await move.click()
  await page.getByText('How much?').waitFor()
  assert(await hasFocus(), 'the missing amount has no focus')
  await amount.fill('800')
  await page.getByText('−€800.00').waitFor()
  await page.getByText('€800.00', { exact: true }).last().waitFor()
  await page.getByText('No spending: it leaves for “Other book of Ana Kertész”.').waitFor()
  await page.getByText('No income: Kai sees “Other book of Ana Kertész”, nothing more.').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'between')
  await page.getByRole('button', { name: 'Move €800.00' }).click()
  await page.getByText('moved to Annenstraße').waitFor()
  const amounts = async () => [
    (await ana.call(listTransfers)).data.map(({ amount }) => amount),
    (await byKai.call(listTransfers)).data.map(({ amount }) => amount),
  ]
  assert.deepEqual(await amounts(), [[800], [800]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await amounts()).flat().length === 0, 5_000)
  await amount.fill('12.50')
  await page.getByRole('link', { name: 'The other way round' }).click()
  await page.waitForURL(new RegExp(`/b/${flat.id}/between`))
  await page.getByRole('button', { name: 'Move €12.50' }).waitFor()
  assert.equal(await page.getByLabel('Book', { exact: true }).inputValue(), ana.book_id)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`**/b/${flat.id}`)
  const phone = await open(t, stage, `/b/${flat.id}/between`, { as: ana, ...PHONE })
  await complete(phone)
  assert.equal(await tooWideBy(phone), 0)
  assert.equal((await inBook(stage.app, ana, flat.id).call(listTransfers)).data.length, 0)
})

test('a balance that was said stays, a closed book is named with a day that can be used, and a book that is gone leads to the others', async (t) => {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  const kai = await stage.person({ name: 'Kai Sommer', base_currency_id: 'EUR' })
  await kai.call(updateBook, { body: { name: 'Kai’s book' } })
  const flat = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: 'EUR' } })
  await kai.call(createBook, { body: { name: 'Choir', base_currency_id: 'EUR' } })
  await join(stage, ana, flat.id, kai, 'editor')
  const there = inBook(stage.app, ana, flat.id)
  const today = Temporal.Now.plainDateISO('UTC')
  await there.call(createAccount, {
    body: {
      name: 'Kitty',
      type: 'asset',
      currency_id: 'EUR',
      is_default: true,
      balance_as_of: { date: today.toString(), amount: 300 },
    },
  })
  const look = { as: kai, width: 1440, height: 900, refusals: [409, 422, 404] }
  const page = await open(t, stage, `/b/${kai.book_id}/between`, look)
  await page.getByLabel('Book', { exact: true }).selectOption('Annenstraße')
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await page.getByRole('textbox', { name: 'Day' }).fill(today.subtract({ days: 1 }).toString())
  await page.keyboard.press('Tab')
  await page.getByText(/^Its balance of .* was said, so only the start moves\.$/).waitFor()
  await complete(page)
  await picture(page, 'between-said')
  const closed = today.subtract({ days: 40 })
  await there.call(updateBook, { body: { closed_through: closed.toString() } })
  await page.getByRole('textbox', { name: 'Day' }).fill(closed.subtract({ days: 3 }).toString())
  await page.getByLabel('Account in Annenstraße').selectOption('Cash')
  await page.getByRole('button', { name: 'Move €50.00' }).click()
  await page.getByText(/^Annenstraße is closed through .*\. So neither half is written\.$/).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'between-closed')
  await colours(page, 'dark')
  await picture(page, 'between-closed-dark')
  await page.getByRole('button', { name: /^Use / }).click()
  await page.getByRole('button', { name: 'Move €50.00' }).click()
  await page.getByText('moved to Annenstraße').waitFor()
  assert.equal(
    await page.getByLabel('Book', { exact: true }).inputValue(),
    flat.id,
    'the book is another one after the move',
  )
  await there.call(removeMember, { params: { user_id: kai.user.id } })
  await page.getByRole('textbox', { name: 'Amount' }).fill('20')
  await page.getByRole('button', { name: 'Move €20.00' }).click()
  await page.getByText('Annenstraße is no longer one of your books. So neither half is written.').waitFor()
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'between-gone-phone')
  await page.getByRole('button', { name: 'To Choir instead' }).click()
  await page.getByRole('button', { name: 'Move €20.00' }).click()
  await page.getByText('moved to Choir').waitFor()
})
