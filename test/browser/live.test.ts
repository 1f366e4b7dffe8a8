import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { listBooks } from '../../contract/members.ts'
import { inBook, join } from '../household.ts'
import { until } from '../until.ts'
import { complete, makeStage, open } from './browser.ts'

const stage = await makeStage()

/** Ana and Kai in her book, and a category of it. */
async function couple() {
  const [ana, kai] = [
    await stage.person({ name: 'Ana', base_currency_id: 'EUR' }),
    await stage.person({ name: 'Kai' }),
  ]
  const { call } = await join(stage, ana, ana.book_id, kai, 'editor')
  const { id } = await call(createCategory, { body: { name: 'Groceries', kind: 'expense' } })
  const buy = (memo: string) => call(createExpense, { body: { amount: 23.1, category_id: id, memo } })
  return { ana, kai, buy }
}

test('an entry of somebody else appears within two seconds, in two tabs with one stream, and is announced', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/transactions', { as: ana })
  await complete(page)
  let streams = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/events')) streams++
  })
  const second = await page.context().newPage()
  await second.goto(page.url())
  await complete(second)
  await page.bringToFront()
  await page.waitForTimeout(1_500) // the stream is open
  const start = performance.now()
  await buy('Spar')
  await page.getByText('Spar').first().waitFor({ timeout: 3_000 })
  assert(performance.now() - start < 3_000)
  assert.match(
    (await page.locator('a[data-id]').first().textContent()) ?? '',
    /Spar.*Kai/,
    'the row says who',
  )
  await page.getByRole('status').filter({ hasText: 'Kai added Spar' }).waitFor({ timeout: 3_000 })
  await second.getByText('Spar').first().waitFor({ timeout: 3_000 })
  assert(streams <= 1, `${streams} streams were opened by two tabs`)
})

test('while somebody types nothing moves: a chip waits, and shows it when it is pressed', async (t) => {
  const { ana, buy } = await couple()
  const page = await open(t, stage, '/transactions', { as: ana })
  await complete(page)
  await page.waitForTimeout(1_500) // the stream is open
  const line = page.getByRole('textbox', { name: 'Add a transaction' })
  await line.fill('12 soap')
  await buy('Ikea lamp')
  const chip = page.getByRole('button', { name: 'Kai added Ikea lamp' })
  await chip.waitFor({ timeout: 4_000 })
  assert.equal(await page.getByText('Ikea lamp').count(), 1, 'only the chip says it')
  assert.equal(await line.inputValue(), '12 soap')
  await chip.click()
  await page.getByText('Ikea lamp').first().waitFor()
  await until(async () => (await chip.count()) === 0, 3_000)
})

test('Look around first opens the made-up household in a book of its own, and one click removes it', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'USD' })
  const page = await open(t, stage, '/welcome', { as: ana, refusals: [404] }) // what was asked for while it was removed
  await page.getByRole('button', { name: 'Look around first' }).click()
  await page.waitForURL(/\/b\/[\da-f-]{36}/, { timeout: 90_000 })
  await page.getByText('This household is made up').waitFor()
  const { data } = await ana.call(listBooks)
  assert.deepEqual(
    data.map(({ name }) => name),
    ['Ana', 'The made-up household'],
  )
  assert.equal((await inBook(stage.app, ana, ana.book_id).ask(listBooks)).status, 200)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await until(async () => (await ana.call(listBooks)).data.length === 1, 10_000)
  await page.waitForURL((url) => !url.pathname.startsWith('/b/'))
})
