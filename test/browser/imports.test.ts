import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount, getAccount } from '../../contract/accounts.ts'
import { addStarter, updateBook } from '../../contract/books.ts'
import { createExpense, listExpenses, listTransfers } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { todayIn } from '../../contract/day.ts'
import { createImportRule, listImportRules } from '../../contract/import-rules.ts'
import { createImport, updateImportRow } from '../../contract/imports.ts'
import { bank } from '../books.ts'
import { axeFinds, complete, makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()
const today = Temporal.PlainDate.from(todayIn('UTC'))
const daysAgo = (days: number) => today.subtract({ days }).toString()

/** Somebody with the ready-made categories, and an account that a bank's file is of. */
async function customer() {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  return { ana, erste: await ana.call(createAccount, { body: { name: 'Erste', type: 'asset' } }) }
}

/** Chooses a file of these rows, and waits until all of them, or some, are shown to be added. */
async function choose(page: Page, rows: string[], name = 'bank.csv', added = rows.length): Promise<void> {
  const buffer = Buffer.from(['Date;Text;Amount', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByText(`${added} will be added`).waitFor()
}

/** Each row is a line of its own. */
const byDay = (page: Page) => page.getByRole('group', { name: 'Sorted' }).getByText('by day').click()
const rowWith = (page: Page, text: string) => page.locator('[data-id]', { hasText: text }).first()
const addAll = (page: Page, count: string) => page.getByRole('button', { name: `Add ${count}` }).click()

test('after the first file of an account, its balance is asked for, and once', async (t) => {
  const { ana, erste } = await customer()
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
  const { ana, erste } = await customer()
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
  await page.keyboard.press('z') // the message about it offers Redo
  await heading.waitFor()
  await page.getByRole('link', { name: 'See them' }).click()
  await page.getByRole('button', { name: 'From now.csv', exact: true }).waitFor()
  await page.getByText('2 transactions').first().waitFor()
})

test('on a phone the tabs that are out of sight fade in, and a card has room for all of its lines', async (t) => {
  const { ana, erste } = await customer()
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
  const { ana, erste } = await customer()
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
  const { ana, erste } = await customer()
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

test('a category that was chosen once becomes a rule, which speaks for the rows like it', async (t) => {
  const { ana, erste } = await customer()
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [1, 2, 3].map((day) => `${daysAgo(day)};${day < 3 ? `ZIRBENHOF GRAZ ${day}` : 'KIOSK'};-${day}.00`),
  )
  await byDay(page)
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Health/ }).click()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button', { name: 'rule', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Make a rule of it' })
  const words = popup.getByRole('textbox', { name: 'Money out with these words' })
  assert.equal(await words.inputValue(), 'ZIRBENHOF GRAZ')
  await popup.getByText('1 other new row here goes there too').waitFor()
  await words.fill('nothing like it')
  await popup.getByText('No other new row here has them').waitFor()
  await words.fill(' ')
  await popup.getByRole('button', { name: 'Make the rule' }).click()
  await popup.getByText('Which words?').waitFor()
  await words.fill('zirbenhof')
  await picture(page, 'import-rule-popup')
  await popup.getByRole('button', { name: 'Make the rule' }).click()
  await popup.waitFor({ state: 'detached' })
  await rowWith(page, 'ZIRBENHOF GRAZ 2').getByText('Health').waitFor()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByText('rule made').waitFor()
  assert.equal(await rowWith(page, 'KIOSK').getByText('Health').count(), 0)
  const { data } = await ana.call(listImportRules)
  assert.deepEqual(
    data.map(({ name }) => name),
    ['zirbenhof: Health'],
  )
})

test('a chosen category stays beside its row with the rows like it: one press gives it to them, the next takes it back', async (t) => {
  const { ana, erste } = await customer()
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [1, 2, 3, 4].map((day) => `${daysAgo(day)};${day < 4 ? `ZIRBENHOF GRAZ ${day}` : 'KIOSK'};-${day}.00`),
  )
  await byDay(page)
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Health/ }).click()
  const more = rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button', { name: '2 more like it' })
  await more.click()
  for (const day of [2, 3]) await rowWith(page, `ZIRBENHOF GRAZ ${day}`).getByText('Health').waitFor()
  assert.equal(await more.getAttribute('aria-pressed'), 'true')
  await picture(page, 'import-chip')
  assert.deepEqual(await axeFinds(page), [])
  await page.keyboard.press('l')
  await rowWith(page, 'ZIRBENHOF GRAZ 2').getByText('Other expenses').first().waitFor()
  assert.equal(await more.getAttribute('aria-pressed'), 'false')
  await page.keyboard.press('l')
  await rowWith(page, 'ZIRBENHOF GRAZ 3').getByText('Health').waitFor()
  await page.getByRole('button', { name: 'Add 4 transactions' }).waitFor()
  await page.reload()
  await more.waitFor() // it stays, and is no message that goes
  await more.focus()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('checkbox').focus()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Make the rule' }).click()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByText('rule made').waitFor()
  await addAll(page, '4 transactions')
  await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(data.map(({ memo, category_name }) => `${memo}: ${category_name}`).sort(), [
    'KIOSK: Other expenses',
    ...[1, 2, 3].map((day) => `ZIRBENHOF GRAZ ${day}: Health`),
  ])
})

for (const look of [{}, PHONE])
  test(`the rows of a shop are one line that opens: ticks and the category are for all of it${look === PHONE ? ', on a phone' : ''}`, async (t) => {
    const { ana, erste } = await customer()
    const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...look })
    const shops = ['ZIRBENHOF GRAZ', 'KIOSK', 'ZIRBENHOF GRAZ', 'ZIRBENHOF GRAZ', 'ZIRBENHOF WIEN']
    await choose(
      page,
      shops.map((shop, index) => `${daysAgo(index + 1)};${shop} ${index};-${index + 1}.00`),
    )
    await page.locator('[data-id]').nth(2).waitFor()
    assert.equal(await page.locator('[data-id]').count(), 3)
    const shop = rowWith(page, 'ZIRBENHOF GRAZ')
    await shop.getByText('−€8.00').waitFor()
    await shop.getByRole('checkbox').uncheck()
    await page.getByText('2 will be added').waitFor()
    await shop.getByRole('checkbox').check()
    await page.getByText('5 will be added').waitFor()
    await shop.getByRole('button', { name: 'Other expenses' }).click()
    await page.getByRole('dialog', { name: 'What are these 3 rows?' }).waitFor()
    await page.getByRole('option', { name: /^Health/ }).click()
    await shop.getByRole('button', { name: 'Health' }).waitFor()
    await shop.getByRole('button', { name: /^ZIRBENHOF GRAZ/ }).click()
    await page.locator('[data-id]').nth(5).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Health' }).count(), 4)
    await rowWith(page, 'ZIRBENHOF GRAZ 2').getByRole('checkbox').uncheck()
    await page.getByText('4 will be added').waitFor()
    assert.equal(await page.evaluate(`document.querySelector('[data-row^="-"]').indeterminate`), true)
    await picture(page, `import-shop${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])
    for (const card of await page.locator('li[data-id]').all()) {
      const [whole, shown] = await card.evaluate((one) => [one.scrollHeight, one.clientHeight])
      assert.ok(Number(whole) <= Number(shown), await card.innerText())
    }
    await shop.getByRole('checkbox').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-id]').nth(3).waitFor({ state: 'detached' })
    // It is remembered.
    await byDay(page)
    await page.locator('[data-id]').nth(4).waitFor()
    await page.reload()
    await page.locator('[data-id]').nth(4).waitFor()
    await addAll(page, '4 transactions')
    await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
    const { data } = await ana.call(listExpenses)
    assert.equal(data.filter(({ category_name }) => category_name === 'Health').length, 2)
  })

for (const look of [{}, PHONE])
  test(`columns that are not used are named and used with one press; who and what stand apart${look === PHONE ? ', on a phone' : ''}`, async (t) => {
    const { ana, erste } = await customer()
    const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...look })
    const buffer = Buffer.from(
      [
        'Date;Name;Description;Kategorie;MCC;Batch;Amount',
        `${daysAgo(1)};Zotter;SCHOKOLADE GRAZ;Naschen;5441;;-4.00`,
        `${daysAgo(2)};Xocolat;WIEN 7;Naschen;5441;187;-5.00`,
        `${daysAgo(3)};Bar 21;GETRAENKE;Eating out;5813;187;-9.50`,
      ].join('\n'),
    )
    await page.locator('input[type=file]').setInputFiles({ name: 'card.csv', mimeType: 'text/csv', buffer })
    await page.getByText('3 will be added').waitFor()
    const zotter = rowWith(page, 'Zotter')
    await zotter.getByText('Zotter', { exact: true }).waitFor()
    await zotter.getByText('SCHOKOLADE GRAZ', { exact: true }).waitFor()
    await zotter.getByText('which is not in your book').waitFor()
    await rowWith(page, 'Bar 21').getByText('The file has it under Eating out.').waitFor()
    await zotter.getByRole('button').first().click()
    await page.getByRole('option', { name: /^Gifts/ }).click()
    await zotter.getByRole('button', { name: '1 more under Naschen' }).click()
    await rowWith(page, 'Xocolat').getByText('Gifts').waitFor()
    await picture(page, `import-who-and-what${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])

    await page.getByRole('button', { name: 'Columns' }).click()
    const unused = page.getByRole('region', { name: 'Columns that are not used' })
    await unused.getByText('2 columns are not used:').waitFor()
    await unused.getByText('5441').waitFor()
    await unused.getByText('187').waitFor()
    await picture(page, `import-unused${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])
    await unused.getByLabel('Use the column MCC as').selectOption('tags')
    await unused.getByText('1 column is not used:').waitFor()
    const named = page.getByRole('combobox', { name: 'What Naschen is' })
    assert.equal(await named.inputValue(), 'words')
    await named.selectOption({ label: 'Children' })
    await page.locator('[aria-busy]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    // A decision of the person stays, whatever the file says.
    await zotter.getByText('Gifts').waitFor()
    await addAll(page, '3 transactions')
    await page.getByRole('heading', { name: '3 transactions added' }).waitFor()
    const { data } = await ana.call(listExpenses)
    assert.deepEqual(data.map(({ tags }) => tags?.[0]).sort(), ['5441', '5441', '5813'])
  })

test('the same amount in other words is asked about in the row, and either answer counts', async (t) => {
  const { ana, erste } = await customer()
  const { data } = await ana.call(listCategories)
  const category_id = data.find(({ name }) => name === 'Eating out')?.id ?? ''
  for (const [amount, memo] of [
    [9.5, 'Starbucks'],
    [7, 'Tchibo'],
  ] as const)
    await ana.call(createExpense, {
      body: { amount, memo, category_id, asset_account_id: erste.id, date: daysAgo(2) },
    })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [`${daysAgo(2)};BAR 21 GRAZ;-9.50`, `${daysAgo(2)};KAFFEEHAUS;-7.00`, `${daysAgo(1)};KIOSK;-3.00`],
    'bank.csv',
    1,
  )
  const bar = rowWith(page, 'BAR 21')
  await bar.getByText('Starbucks, €9.50, is here on that day. Is it the same?').waitFor()
  await page.getByText('2 wait for you').waitFor()
  await picture(page, 'import-same')
  await bar.getByRole('button', { name: 'No, two' }).click()
  await rowWith(page, 'KAFFEEHAUS').getByRole('button', { name: 'The same' }).click()
  await addAll(page, '2 transactions')
  await page.getByRole('heading', { name: '2 transactions added' }).waitFor()
  const found = (await ana.call(listExpenses)).data.map(({ memo }) => memo)
  assert.deepEqual(found.sort(), ['BAR 21 GRAZ', 'KIOSK', 'Starbucks', 'Tchibo'])
})

test('money moved to an account of another currency: what arrived there is asked', async (t) => {
  const { ana, erste } = await customer()
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

test('markup in a file, its name and a rule is text wherever it is shown', async (t) => {
  const { ana, erste } = await customer()
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
