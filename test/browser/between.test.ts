import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTransfers } from '../../contract/budgeting.ts'
import { createBook } from '../../contract/members.ts'
import { inBook, join } from '../household.ts'
import { until } from '../until.ts'
import { axeFinds, complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()

test('money moves from one book to another in one act, with both balances before and after, and one undo takes both back', async (t) => {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  const kai = await stage.person({ name: 'Kai Sommer' })
  const flat = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: 'EUR' } })
  const byKai = await join(stage, ana, flat.id, kai, 'editor')
  const page = await open(t, stage, `/b/${ana.book_id}/between`, { as: ana, width: 1280, height: 860 })
  await complete(page)
  const move = page.getByRole('button', { name: 'Move', exact: true })
  await move.click()
  await page.getByText('How much?').waitFor()
  await page.getByRole('textbox', { name: 'Amount' }).fill('800')
  await page.getByText('−€800.00').waitFor()
  await page.getByText('€800.00', { exact: true }).last().waitFor()
  await page.getByText('Kai Sommer see “Other book of” you').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'between')
  await move.click()
  await page.getByText('moved to Annenstraße').waitFor()
  const amounts = async () => [
    (await ana.call(listTransfers)).data.map(({ amount }) => amount),
    (await byKai.call(listTransfers)).data.map(({ amount }) => amount),
  ]
  assert.deepEqual(await amounts(), [[800], [800]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await amounts()).flat().length === 0, 5_000)
  await page.getByRole('link', { name: 'The other way round' }).click()
  await page.waitForURL(new RegExp(`/b/${flat.id}/between`))
  const phone = await open(t, stage, `/b/${flat.id}/between`, { as: ana, ...PHONE })
  await complete(phone)
  assert.equal(await tooWideBy(phone), 0)
  assert.equal((await inBook(stage.app, ana, flat.id).call(listTransfers)).data.length, 0)
})
