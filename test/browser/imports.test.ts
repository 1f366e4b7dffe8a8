import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getAccount } from '../../contract/accounts.ts'
import { updateBook } from '../../contract/books.ts'
import { listExpenses, listTransfers } from '../../contract/budgeting.ts'
import { createImportRule } from '../../contract/import-rules.ts'
import { createImport, updateImportRow } from '../../contract/imports.ts'
import { bank } from '../books.ts'
import { zipOf } from '../importing.ts'
import { addAll, choose, customer, daysAgo, rowWith } from './bank-file.ts'
import { complete, makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()

test('after the first file of an account, its balance is asked for, and once', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, [`${daysAgo(2)};BAKERY;-4.10`])
  await addAll(page, '1 transaction')
  await page.getByText('The balance of Erste counts from nothing until you say what is in it.').waitFor()
  await picture(page, 'import-done-balance')
  await page.getByRole('link', { name: 'Say its balance' }).click()
  await page.getByRole('textbox', { name: 'In it today' }).fill('100')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Erste is saved').waitFor()
  const { opening_balance, balances } = await ana.call(getAccount, { params: { id: erste.id } })
  assert.deepEqual([opening_balance, balances], [104.1, [{ currency_id: 'EUR', amount: 100 }]])

  await page.goto(`${stage.address}/imports?account_id=${erste.id}`)
  await choose(page, [`${daysAgo(1)};KIOSK;-3.00`])
  await addAll(page, '1 transaction')
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Say its balance' }).count(), 0)
})

test('when it is done, one undoes it or sees what was added; a file that was begun earlier stays where it is', async (t) => {
  const { ana, erste } = await customer(stage)
  const query = { account_id: erste.id, filename: 'earlier.csv' }
  await ana.call(createImport, { query, body: `Date;Text;Amount\n${daysAgo(5)};KIOSK;-3.00` })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, [`${daysAgo(2)};BAKERY;-4.10`, `${daysAgo(1)};BUTCHER;-9.00`], 'now.csv')
  await addAll(page, '2 transactions')
  const heading = page.getByRole('heading', { name: '2 transactions added' })
  await heading.waitFor()
  await page.locator('h2:focus').waitFor() // the button that had the focus is gone
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1)
  assert.equal(await page.getByRole('link', { name: 'Go on with' }).count(), 0)
  assert.match((await page.getByRole('link', { name: 'See them' }).getAttribute('class')) ?? '', /bg-fill/)
  await page.keyboard.press('z')
  await page.getByRole('heading', { name: 'This import was undone' }).waitFor()
  await page.keyboard.press('Shift+Z')
  await heading.waitFor()
  await page.getByRole('link', { name: 'See them' }).click()
  await page.getByRole('button', { name: 'From now.csv', exact: true }).waitFor()
  await page.getByText('2 transactions').first().waitFor()
})

test('on a phone the tabs that are out of sight fade in, and a card has room for all of its lines', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...PHONE })
  const rows = [`${daysAgo(3)};BAKERY;-4.10`, `${daysAgo(2)};WINTER COATS;-99.00`, '2026-02-31;KIOSK;-3.00']
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check the rows' }).tap()
  await page.getByText('2 will be added').waitFor()
  const tabs = page.getByRole('group', { name: 'Which rows' })
  const unreadable = tabs.getByText('Not readable')
  const mask = await page.evaluate(
    `getComputedStyle(document.querySelector('fieldset:has(input[value=invalid])').parentElement).maskImage`,
  )
  assert.notEqual(mask, 'none')
  for (const card of await page.locator('li[data-id]').all()) {
    const [whole, shown] = await card.evaluate((one) => [one.scrollHeight, one.clientHeight])
    assert.ok(Number(whole) <= Number(shown), await card.innerText())
    const end = await card.locator('[title]').last().boundingBox()
    const box = await card.boundingBox()
    const left = box && end ? box.y + box.height - end.y - end.height : Number.NaN
    assert.ok(left < 20, `${left} px are empty below: ${await card.innerText()}`)
  }
  await page.getByRole('button', { name: '1 cannot be read' }).tap()
  await page.waitForURL(/verdict=invalid/)
  const place = await unreadable.boundingBox()
  assert.ok(place && place.x >= 0 && place.x + place.width <= PHONE.width, 'the chosen tab is in sight')
  await picture(page, 'import-check-tabs')
})

test('of several files that were chosen together, the next one follows', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  const file = (name: string, row: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date;Text;Amount\n${row}`),
  })
  await page
    .locator('input[type=file]')
    .setInputFiles([file('a.csv', `${daysAgo(2)};BAKERY;-4.10`), file('b.csv', `${daysAgo(1)};KIOSK;-3.00`)])
  await addAll(page, '1 transaction')
  await page.getByRole('link', { name: 'Go on with b.csv' }).click()
  await page.getByRole('heading', { name: 'Import b.csv' }).waitFor()
})

test('a row that the books refuse is named, and can be left out', async (t) => {
  const { ana, erste } = await customer(stage)
  await ana.call(updateBook, { body: { closed_through: daysAgo(9) } })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, refusals: [409] })
  await choose(page, [`${daysAgo(1)};KIOSK;-3.00`, `${daysAgo(9)};BAKERY;-4.10`], 'bank.csv', 1)
  await rowWith(page, 'BAKERY').getByText('The book is closed through').waitFor()
  await rowWith(page, 'BAKERY').getByRole('link', { name: 'Closed days' }).waitFor()
  await rowWith(page, 'BAKERY').getByRole('checkbox').click()
  await page.getByText('It cannot be added yet').waitFor()
  // A program may choose it all the same.
  const id = page.url().split('/').at(-1)?.slice(0, 36) ?? ''
  await ana.call(updateImportRow, { params: { id, n: '2' }, body: { is_chosen: true } })
  await page.reload()
  await addAll(page, '2 transactions')
  await page.getByText(/^Row 2 \(line 3 of the file\): .* Nothing was recorded\.$/).waitFor()
  await picture(page, 'import-row-refused')
  await page.getByRole('button', { name: 'Change this row' }).click()
  const popup = page.getByRole('dialog', { name: 'BAKERY' })
  await popup.getByText('line 3 of the file').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await addAll(page, '1 transaction')
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ memo }) => memo),
    ['KIOSK'],
  )
})

test('money moved to an account of another currency: what arrived there is asked', async (t) => {
  const { ana, erste } = await customer(stage)
  await bank(ana, 'Swiss account', 'CHF')
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, [`${daysAgo(1)};UEBERWEISUNG;-100.00`])
  await rowWith(page, 'UEBERWEISUNG').getByRole('button').first().click()
  const popup = page.getByRole('dialog', { name: 'UEBERWEISUNG' })
  await popup.getByText('Moved', { exact: true }).click()
  await popup.getByRole('option', { name: /Swiss account/ }).click()
  await popup.getByText('It is kept in CHF.').waitFor()
  await popup.getByRole('button', { name: 'That is it' }).click()
  await popup.getByText('Write the amount.').waitFor()
  await popup.getByRole('textbox', { name: 'How much arrived at Swiss account?' }).fill('95.50')
  await popup.getByRole('button', { name: 'That is it' }).click()
  await rowWith(page, 'UEBERWEISUNG').getByText('Swiss account').first().waitFor()
  await addAll(page, '1 transaction')
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  const { data } = await ana.call(listTransfers)
  assert.deepEqual(
    data.map(({ amount, currency_id, to_amount }) => [amount, currency_id, to_amount]),
    [[100, 'EUR', 95.5]],
  )
})

const HARM = '<img src=x onerror="globalThis.hasRun=1">'

test('rows of a zip of statements say which file they are of, on a phone too', async (t) => {
  const { ana, erste } = await customer(stage)
  const table = (...rows: string[]) => ['Date;Text;Amount', ...rows].join('\n')
  const buffer = await zipOf({
    'october.csv': table(`${daysAgo(3)};BAKERY;-4.10`, `${daysAgo(2)};KIOSK;-3.00`),
    'november.csv': table(`${daysAgo(2)};KIOSK;-3.00`, '2026-02-31;BUTCHER;-3.00'),
  })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  const file = { name: 'statements.zip', mimeType: 'application/zip', buffer }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('2 will be added').waitFor()
  await rowWith(page, 'BAKERY').getByText('october.csv').waitFor()
  await rowWith(page, 'BUTCHER').getByText('november.csv').waitFor()
  await page.getByText('“november.csv” has it already, in line 2.').waitFor()
  await picture(page, 'import-zip')
  const address = page.url()
  const phone = await open(t, stage, address.slice(stage.address.length), { as: ana, ...PHONE })
  await phone.getByText('2 will be added').waitFor()
  await phone.locator('li[data-id]').nth(3).waitFor()
  for (const card of await phone.locator('li[data-id]').all()) {
    await card.getByText(/^(?:october|november)\.csv$/).waitFor()
    const [whole, shown] = await card.evaluate((one) => [one.scrollHeight, one.clientHeight])
    assert.ok(Number(whole) <= Number(shown), await card.innerText())
  }
  await picture(phone, 'import-zip-phone')
})

test('markup in a file, its name and a rule is text wherever it is shown', async (t) => {
  const { ana, erste } = await customer(stage)
  await ana.call(createImportRule, {
    body: {
      name: `Rule ${HARM}`,
      when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: 'onerror' }] },
      set: { add_tags: ['<b>tag</b>'] },
    },
  })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  const shows = async (text: string) => {
    await page.getByText(text).first().waitFor()
    await complete(page)
    const found = await page.evaluate(
      `[document.querySelectorAll('img[src="x"], b > b').length, globalThis.hasRun]`,
    )
    assert.deepEqual(found, [0, undefined], `${text} at ${page.url()}`)
  }
  const row = `Shop ${HARM}`
  await choose(page, [`${daysAgo(1)};${row.replaceAll('"', '')};-3.00`], `${HARM}.csv`)
  const shown = row.replaceAll('"', '')
  await shows(shown)
  await rowWith(page, 'onerror').getByRole('button').first().click()
  await page.getByRole('dialog').getByText('line 2 of the file').waitFor()
  await shows(shown)
  await page.keyboard.press('Escape')
  for (const step of ['columns', 'file']) {
    await page.goto(`${page.url().split('?')[0]}?step=${step}`)
    await shows(step === 'file' ? HARM : shown)
  }
  await page.goto(page.url().split('?')[0] ?? '')
  await addAll(page, '1 transaction')
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  for (const [path, text] of [
    ['/imports', HARM],
    ['/transactions', shown],
    ['/settings/rules', `Rule ${HARM}`],
    ['/activity', HARM],
  ] as const) {
    await page.goto(stage.address + path)
    await shows(text)
  }
})

test('the next file with the same columns has the account of the one before, and another press chooses another', async (t) => {
  const { ana, erste } = await customer(stage)
  await bank(ana, 'Sparkasse', 'EUR')
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, [`${daysAgo(2)};BAKERY;-4.10`], 'june.csv')
  await addAll(page, '1 transaction')
  await page.getByRole('heading', { name: '1 transaction added' }).waitFor()
  await page.goto(`${stage.address}/imports`)
  const buffer = Buffer.from(`Date;Text;Amount\n${daysAgo(1)};KIOSK;-3.00`)
  await page.locator('input[type=file]').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer })
  const chosen = page.locator('button[aria-current=true]')
  await chosen.getByText('as for june.csv, which has the same columns').waitFor()
  assert.match((await chosen.textContent()) ?? '', /Erste/)
  await picture(page, 'import-account-alike')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByText('1 will be added').waitFor()
  await page.getByRole('button', { name: 'Erste', exact: true }).waitFor()
})
