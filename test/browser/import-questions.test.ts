import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listTransactions } from '../../contract/budgeting.ts'
import { customer } from './bank-file.ts'
import { axeFinds, makeStage, open, PHONE, picture, tooWideBy, untilTrue } from './browser.ts'

const stage = await makeStage()

const choose = (page: Page, rows: readonly string[]) =>
  page.locator('input[type=file]').setInputFiles({
    name: 'card.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Date;Text;Amount', ...rows].join('\n')),
  })

const FILE = ['03/04/2026;SPAR GRAZ 0417;41.20', '05/07/2026;OEBB TICKET;12.00', '06/09/2026;BILLA 12;8.50']

test('what a file leaves open is asked, with lines of it in both readings; the answers are kept for the next file', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, FILE)
  await page.getByRole('heading', { name: '03/04/2026: is that 3 April or 4 March?' }).waitFor()
  await page.getByText('2 questions are open.').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'import-questions-1')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await untilTrue(page, "document.activeElement?.textContent?.includes('the day first')")
  await page.keyboard.press('2')
  await page.getByText('1 question is open.').waitFor()
  await page.getByRole('button', { name: /^Spent, unless it says otherwise/ }).click()
  await page.getByText('Say what each column holds').waitFor()
  await page.getByText('Nothing is in your books yet.').waitFor()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Add 3 transactions' }).click()
  await page.getByRole('heading', { name: '3 transactions added' }).waitFor()
  const { data } = await ana.call(listTransactions)
  assert.deepEqual(data.map(({ kind, date, amount }) => `${kind} ${date} ${amount}`).sort(), [
    'expense 2026-03-04 41.2',
    'expense 2026-05-07 12',
    'expense 2026-06-09 8.5',
  ])
  await page.goto(`${stage.address}/imports?account_id=${erste.id}`)
  await choose(page, [
    '07/08/2026;SPAR GRAZ 0417;9.90',
    '09/10/2026;SPAR GRAZ 0417;1.90',
    '10/11/2026;HOFER;5.00',
  ])
  await page.getByRole('button', { name: 'Add 3 transactions' }).waitFor()
})

test('on a phone there is one question at a time, and a tap answers it', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...PHONE })
  await choose(page, FILE)
  await page.getByRole('heading', { name: /is that 3 April or 4 March/ }).waitFor()
  assert.equal(await page.getByRole('heading', { name: /was it spent/ }).isVisible(), false)
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'import-questions-2-phone')
  await page.getByRole('button', { name: /4 March/ }).tap()
  await page.getByRole('heading', { name: /was it spent/ }).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: /^Spent/ }).tap()
  await page.getByText('question is open').waitFor({ state: 'detached' })
})

test('rows that are left out are added up at the foot of the check, and once more at the end', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, ['2026-11-02;SPAR GRAZ;-9.50', '2026-11-03;KIOSK;-16.80', '2026-11-04;OEBB;-30.00'])
  await page.getByText('3 will be added').waitFor()
  const topOfAdd = async () =>
    (await page.getByRole('button', { name: /^Add \d transaction/ }).boundingBox())?.y
  const top = await topOfAdd()
  for (const words of ['SPAR GRAZ', 'KIOSK'])
    await page.locator('[data-id]', { hasText: words }).getByRole('checkbox').uncheck()
  await page.getByText('Erste will end €26.30 above your bank: 2 rows are left out.').waitFor()
  await picture(page, 'import-left-out')
  assert.equal(await topOfAdd(), top, 'the button stays under a press while the words above it grow')
  await page.getByRole('button', { name: 'Add 1 transaction' }).click()
  await page.getByText('Erste ends €26.30 above your bank: 2 rows were left out.').waitFor()
})
