import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createExpense, listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { listImportRules } from '../../contract/import-rules.ts'
import { createObligation, getObligation } from '../../contract/obligations.ts'
import { byDay, daysAgo, rowWith } from './bank-file.ts'
import { axeFinds, type Look, makeStage, open, PHONE, picture } from './browser.ts'
import { assertShortTasks, tasksOf } from './figures.ts'

const stage = await makeStage()
/** A day as a German bank writes it. */
const german = (day: string) => day.split('-').reverse().join('.')

/** Somebody who is owed 450 for a bike, and has written down one of the purchases that the bank lists. */
async function withDebt() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = await ana.call(createAccount, { body: { name: 'Erste Bank', type: 'asset' } })
  const { data: categories } = await ana.call(listCategories)
  const category_id = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  const bela = await ana.call(createContact, { body: { name: 'Bela Kovacs' } })
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Loan for the bike',
      contact_id: bela.id,
      account_id: bank.id,
      currency_id: 'EUR',
      original_amount: 450,
      outstanding_amount: 450,
      opened_date: daysAgo(30),
    },
  })
  await ana.call(createExpense, {
    body: { amount: 22.1, category_id, asset_account_id: bank.id, date: daysAgo(3), memo: 'Billa' },
  })
  return { ana, bank, debt, category_id }
}

const FILE = [
  'Buchungstag;Valuta;Notiz;Verwendungszweck;Betrag;Währung',
  `${german(daysAgo(2))};${german(daysAgo(2))};x;KOVACS BELA Fahrrad;100,00;EUR`,
  `${german(daysAgo(3))};${german(daysAgo(3))};x;BILLA DANKT;-22,10;EUR`,
  `${german(daysAgo(4))};${german(daysAgo(4))};x;Bäckerei Müller;-4,20;EUR`,
  `${german(daysAgo(5))};${german(daysAgo(5))};x;Grazer Linien;-38,00;EUR`,
].join('\n')

/** Drops a file on the page, as somebody does who drags it there. It is in the encoding of old banks. */
const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    `(() => {
      const bytes = Uint8Array.from(${JSON.stringify([...Buffer.from(text, 'latin1')])})
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    })()`,
  )

/** From a dropped file to its transactions in the book, and back. */
async function bringIn(t: TestContext, look: Look, name: string): Promise<void> {
  const { ana, debt } = await withDebt()
  const page = await open(t, stage, '/transactions', { as: ana, ...look })
  await page.getByRole('heading', { name: 'Transactions', level: 1 }).waitFor()
  await drop(page, 'erste-nov.csv', FILE)
  await page.waitForURL(/\/imports\/[\da-f-]{36}/)
  await page.getByText('4 rows for').waitFor()

  // The bank's second day and its note are not words of the row.
  await page.getByRole('button', { name: 'Columns' }).click()
  const column = page.getByRole('combobox', { name: 'What the column Notiz holds' })
  await column.selectOption('text')
  await page.getByText('x Bäckerei Müller').or(page.getByText('Bäckerei Müller x')).first().waitFor()
  await column.selectOption('ignore')
  await page.getByText('Bäckerei Müller', { exact: true }).first().waitFor()
  await page.locator('[aria-busy]').waitFor({ state: 'detached' })
  await picture(page, `${name}-columns`)
  if (look === PHONE)
    assert.equal(
      await page
        .getByRole('region', { name: 'The columns of the file' })
        .evaluate((list) => list.scrollWidth - list.clientWidth),
      0,
      'all columns stand below each other',
    )
  await page.getByRole('button', { name: 'Check the rows' }).click()

  await rowWith(page, 'KOVACS BELA').getByText('Pays a debt').waitFor()
  await rowWith(page, 'KOVACS BELA').getByText('Loan for the bike').waitFor()
  await rowWith(page, 'BILLA DANKT').getByText('Already here').waitFor()
  assert.equal(await rowWith(page, 'BILLA DANKT').getByRole('checkbox').isChecked(), false)
  await rowWith(page, 'Grazer Linien').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Transport/ }).click()
  await rowWith(page, 'Grazer Linien').getByText('Transport').waitFor()
  await rowWith(page, 'Bäckerei').getByRole('checkbox').uncheck()
  await page.getByText('2 will be added').waitFor()
  await picture(page, `${name}-check`)
  assert.deepEqual(await axeFinds(page), [])
  await page.reload()
  await page.getByText('2 will be added').waitFor()
  assert.deepEqual(
    (await ana.call(listTransactions)).data.map(({ memo }) => memo).includes('Grazer Linien'),
    false,
  )

  await page.getByRole('button', { name: 'Add 2 transactions' }).click()
  await page.getByRole('heading', { name: '2 transactions added' }).waitFor()
  await picture(page, `${name}-done`)
  const outstanding = async () =>
    (await ana.call(getObligation, { params: { id: debt.id } })).outstanding_amount
  assert.equal(await outstanding(), 350)
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'This import was undone' }).waitFor()
  assert.equal(await outstanding(), 450)
}

test('a file of a German bank is dropped, looked over, recorded and undone', (t) =>
  bringIn(t, {}, 'import-wide'))

test('the same with a thumb', (t) => bringIn(t, PHONE, 'import-phone'))

test('keys tick, sort and select rows, and what was decided for several shows at all of them', async (t) => {
  const { ana, bank } = await withDebt()
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana })
  const lines = Array.from({ length: 5 }, (_, index) => `${daysAgo(index)};SHOP ${index};-${index + 1}.00`)
  const buffer = Buffer.from(['Date;Text;Amount', ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer })
  await page.getByText('5 will be added').waitFor()
  await byDay(page)
  await page.locator('[data-id]').nth(4).waitFor()
  for (const key of ['j', ' ', 'j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await page.getByText('4 will be added').waitFor()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('3 selected').waitFor()
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Category' }).fill('Health')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Health' }).nth(2).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Health' }).count(), 3)
})

test('Add waits for choices that are still on their way', async (t) => {
  const { ana, bank } = await withDebt()
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana })
  const lines = [1, 2, 3, 4].map((index) => `${daysAgo(index)};SHOP ${index};-${index}.00`)
  const buffer = Buffer.from(['Date;Text;Amount', ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'shop.csv', mimeType: 'text/csv', buffer })
  await page.getByText('4 will be added').waitFor()
  await byDay(page)
  const held: (() => void)[] = []
  await page.route(/\/rows\/\d+$/, async (request) => {
    if (held.length === 0) await new Promise<void>((go) => held.push(go))
    await request.continue()
  })
  for (const index of [1, 2, 3]) await rowWith(page, `SHOP ${index}`).getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Add 1 transaction' }).click()
  held[0]?.()
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  const { data } = await ana.call(listTransactions)
  assert.deepEqual(
    data.map(({ memo }) => memo).filter((memo) => memo?.startsWith('SHOP')),
    ['SHOP 4'],
  )
})

test('a file waits while there is no connection, and a book that has changed is looked at again', async (t) => {
  const { ana, bank, category_id } = await withDebt()
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, refusals: [409] })
  const buffer = Buffer.from(`Date;Text;Amount\n${daysAgo(6)};TRAM GRAZ;-38.00\n${daysAgo(7)};KIOSK;-3.10\n`)
  await page.getByText('Which account is this file from?').waitFor()
  await page.context().setOffline(true)
  await page.locator('input[type=file]').setInputFiles({ name: 'tram.csv', mimeType: 'text/csv', buffer })
  await page.getByText('“tram.csv” is still here').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('2 will be added').waitFor()

  // Meanwhile somebody writes one of them down by hand.
  await ana.call(createExpense, {
    body: { amount: 38, category_id, asset_account_id: bank.id, date: daysAgo(6), memo: 'Tram' },
  })
  await page.getByRole('button', { name: 'Add 2 transactions' }).click()
  await page.getByText('1 row is seen differently now').waitFor()
  await page.getByRole('button', { name: 'Look at the rows again' }).click()
  await rowWith(page, 'TRAM GRAZ').getByText('Already here').waitFor()
  await page.getByRole('button', { name: 'Add 1 transaction' }).click()
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  // The same file once more adds nothing.
  await page.getByRole('link', { name: 'Import another file' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles(['tram.csv', 'another.csv'].map((name) => ({ name, mimeType: 'text/csv', buffer })))
  await page.getByText('Nothing will be added').waitFor()
  await page.getByRole('button', { name: 'Put the file away' }).click()
  const waiting = page.getByRole('list', { name: 'Under way' })
  await waiting.getByText('another.csv').waitFor()
  await page.getByRole('button', { name: 'Remove another.csv' }).click()
  await waiting.getByText('another.csv').waitFor({ state: 'detached' })
})

test('a category chosen for one row is offered to rows like it, and as a rule; words, person and tags of a row can be changed', async (t) => {
  const { ana, bank, category_id } = await withDebt()
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana })
  const lines = ['ZOTTER SAGT DANKE 11', 'ZOTTER SAGT DANKE 12', 'ZOTTER SAGT DANKE 13', 'TRAM']
  const rows = lines.map((text, index) => `${daysAgo(index + 4)};${text};-${index + 5}.00`)
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'zotter.csv', mimeType: 'text/csv', buffer })
  await page.getByText('4 will be added').waitFor()
  await byDay(page)
  await rowWith(page, 'ZOTTER SAGT DANKE 11').getByRole('button').first().click()
  await page.getByRole('combobox', { name: 'Category' }).fill('Groc')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '2 more like it' }).click()
  await page.getByRole('button', { name: 'Groceries' }).nth(2).waitFor()
  await page.getByRole('button', { name: 'Make a rule', exact: true }).click()
  await page.getByRole('button', { name: 'Make the rule' }).click()
  await page.getByText('The rule “ZOTTER: Groceries” is made').waitFor()

  await rowWith(page, 'ZOTTER SAGT DANKE 12').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Words, person and tags' }).click()
  await page.getByLabel('What it was').fill('Cake for Bela')
  await page.getByRole('combobox', { name: 'Person or shop' }).fill('Bela')
  await page.getByRole('option', { name: 'Bela Kovacs' }).click()
  await page.getByLabel('Tags').fill('birthday')
  await page.getByLabel('Tags').press('Enter')
  await picture(page, 'import-words')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Add 4 transactions' }).click()
  await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
  const { data } = await ana.call(listTransactions, { query: { category_id } })
  const cake = data.find(({ memo }) => memo === 'Cake for Bela')
  assert.deepEqual([cake?.contact_name, cake?.tags, cake?.amount], ['Bela Kovacs', ['birthday'], 6])
  assert.equal(data.filter(({ memo }) => memo?.startsWith('ZOTTER')).length, 2)
  assert.equal((await ana.call(listImportRules)).data.length, 1)
})

// The cost of a screen does not depend on rows that are not on it; a longer file takes longer to read than the other tests together.
const ROWS = Number(process.env.IMPORT_ROWS ?? 2_000)

test(`${ROWS} rows scroll without a task over 50 ms`, async (t) => {
  const { ana, bank } = await withDebt()
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana })
  const lines = Array.from(
    { length: ROWS },
    (_, index) => `${daysAgo(index % 300)};SHOP ${index} GRAZ;-${(index % 90) + 1}.50`,
  )
  const buffer = Buffer.from(['Date;Text;Amount', ...lines].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer })
  await page.getByText(`${ROWS.toLocaleString('en')} will be added`).waitFor({ timeout: 30_000 })
  await page.mouse.move(700, 500)
  await assertShortTasks(() =>
    tasksOf(stage.browser, page, async () => {
      for (let turn = 0; turn < 30; turn++) {
        await page.mouse.wheel(0, 1_500)
        await page.waitForTimeout(16)
      }
      // A jump, as by dragging the scroll bar.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await page.waitForTimeout(300)
    }),
  )
  await page.getByText(`SHOP ${ROWS - 1} GRAZ`).waitFor()
  assert((await page.locator('[data-id]').count()) < 80, 'only the rows in sight are in the page')
})
