import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount } from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import { createIncome } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { createObligation } from '../../contract/obligations.ts'
import { bank, category, spend } from '../books.ts'
import { csv, sendFile } from '../importing.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy, untilTrue } from './browser.ts'

const stage = await makeStage()
const ana = await stage.person({ base_currency_id: 'EUR' })
const today = todayIn((await ana.call(getBook)).time_zone)
const [food, pay] = [await category(ana, 'Groceries'), await category(ana, 'Salary', 'income')]
for (const [memo, amount] of [
  ['Lidl', 54.3] as const,
  ['Market hall', 31.8] as const,
  ['Bakery', 61.75] as const,
])
  await spend(ana, { amount, category_id: food.id, memo, date: today })
await ana.call(createIncome, { body: { amount: 3240, category_id: pay.id, memo: 'Pay', date: today } })

const statement = '/reports/income-statement'

test('a figure opens the list that proves it, from there a transaction, and Back comes back', async (t) => {
  const page = await open(t, stage, statement, { as: ana })
  const cell = page
    .getByRole('row', { name: /^Groceries/ })
    .getByRole('button')
    .first()
  await cell.click()
  const sheet = page.getByRole('dialog', { name: /^Groceries/ })
  await sheet.getByText('These 3 add up to exactly').waitFor()
  assert.equal(await sheet.getByRole('row').count(), 5) // the head, three transactions, the sum
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'report-drill-down')

  await sheet.getByRole('link', { name: 'Market hall' }).click()
  await page.waitForURL(/\/transactions\?open=/)
  await page.goBack()
  await sheet.getByText('These 3 add up to exactly').waitFor()

  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await cell.click()
  await sheet.getByRole('link', { name: 'Open as a list' }).click()
  await page.waitForURL(/\/transactions\?.*account_id=/)
  await page.getByText('Lidl').first().waitFor()
})

test('a list that does not add up to its figure says so, and proves it once both are of one moment', async (t) => {
  const page = await open(t, stage, statement, { as: ana })
  let answered = 0
  let isWrong = true
  const askedAgain = Promise.withResolvers<void>()
  await page.route('**/accounts/*/lines?*', async (route) => {
    if (!isWrong) return route.continue()
    const reply = await route.fetch()
    const body = (await reply.json()) as { meta: { sum_base: number } } // a list with its sum
    await route.fulfill({ json: { ...body, meta: { ...body.meta, sum_base: 147.84 } } })
    answered++
    if (answered === 2) askedAgain.resolve()
  })
  await page
    .getByRole('row', { name: /^Groceries/ })
    .getByRole('button')
    .first()
    .click()
  const alert = page.getByRole('alert')
  await alert.getByText('something changed meanwhile').waitFor()
  await askedAgain.promise // by itself
  isWrong = false
  await alert.getByRole('button', { name: 'Load again' }).click()
  await page.getByText('These 3 add up to exactly').waitFor()
})

test('a chart is read with the arrow keys, opened with Enter, and T shows it as a table', async (t) => {
  const page = await open(t, stage, `${statement}?period=3m`, { as: ana })
  const chart = page.getByRole('application', { name: /Income and spending/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Income: 3240 euro, Spending: 147 euro 85').waitFor()
  await page.keyboard.press('t')
  const table = page.getByRole('region', { name: 'Income and spending over time, table' })
  const focused = page.locator(':focus')
  assert.equal(await focused.getAttribute('aria-label'), 'Income and spending over time, table')
  assert.equal(await table.getByRole('row').count(), 4)
  assert.deepEqual(await axeFinds(page), [])
  await page.keyboard.press('t')
  assert.equal(await focused.getAttribute('role'), 'application')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Kept/ }).waitFor()
})

test('privacy leaves no amount of a report in the page, not even for a screen reader', async (t) => {
  const page = await open(t, stage, statement, { as: ana })
  const content = page.locator('#content')
  await page.getByRole('row', { name: /^Groceries/ }).waitFor()
  assert.match((await content.textContent()) ?? '', /147\.85/)
  await page.keyboard.press('h')
  await page.getByText('hidden').first().waitFor({ state: 'attached' })
  const text = (await content.textContent()) ?? ''
  assert.doesNotMatch(text, /147|3,?240|euro|€\d/)
  // Whoever pressed it by chance is told, aloud too, how they come back.
  const said = page.getByRole('status').filter({ hasText: 'Amounts are hidden. The key H shows them again.' })
  await said.waitFor()
  await picture(page, 'reports-hidden')
  await said.getByRole('button', { name: 'Show amounts' }).click()
  await page.getByRole('row', { name: /^Groceries .*147/ }).waitFor()
  await page.keyboard.press('h')
  await page.keyboard.press('h')
  await page.getByRole('status').filter({ hasText: 'Amounts are shown again.' }).waitFor()
})

test('a missing rate is said in words, with the way to give it, and is not shown as zero', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  const income = await category(bela, 'Salary', 'income')
  const yen = await bank(bela, 'Yen', 'JPY')
  const body = { amount: 12_400, currency_id: 'JPY', asset_account_id: yen.id, fx_rate: 0.006, date: today }
  await bela.call(createIncome, { body: { ...body, category_id: income.id } })
  const page = await open(t, stage, '/reports/net-worth?period=3m', { as: bela, refusals: [404] })
  await page.getByText(/^Florin has no rate from Japanese yen to euro .* It never guesses one/).waitFor()
  await page.getByText('Dotted: a rate is missing').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('link', { name: 'Enter the rate of the Japanese yen' }).click()
  await page.waitForURL(/\/settings\/rates\?.*from=JPY/)
})

test('an account that begins later is no growth, and each day has the same figure on Home and in the report', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  const before = (months: number) => Temporal.PlainDate.from(today).subtract({ months }).toString()
  await bank(bela, 'Giro', 'EUR', { opening_balance: 1200, opening_date: before(5) })
  await bank(bela, 'Savings', 'EUR', { opening_balance: 4100, opening_date: before(2) })
  const card = { name: 'Card', type: 'liability', currency_id: 'EUR' } as const
  await bela.call(createAccount, { body: { ...card, opening_balance: -358.88, opening_date: before(6) } })
  const eating = await category(bela, 'Eating out')
  await spend(bela, { amount: 22.5, category_id: eating.id, date: today })
  const page = await open(t, stage, '/', { as: bela })
  const change = page.getByRole('link', { name: /^minus 22 euro 50 in / })
  assert.doesNotMatch((await change.textContent()) ?? '', /began/)
  const chart = page.getByRole('figure').filter({ hasText: 'Net worth' }).first()
  // The words of the same accounts on each screen, with their days.
  const began = page.getByText(/counts from the day its balance is known: Giro on .* Savings on /)
  await began.waitFor()
  const values = await chart.getByRole('cell').allTextContents()
  const spoken = [...new Set(values.map((text) => text.replace(/.*?€/, '')))]
  // One column of the table for the days without the accounts that begin later.
  assert.deepEqual(
    spoken.filter((text) => text !== '–'),
    ['358.88358 euro 88', '1,558.881558 euro 88', '5,658.885658 euro 88', '5,636.385636 euro 38'],
  )
  await picture(page, 'net-worth-begun')
  await colours(page, 'dark')
  await picture(page, 'net-worth-begun-dark')
  await colours(page, 'light')

  await page.goto(`${stage.address}/reports/net-worth`)
  await page.getByText(/minus 22 euro 50.* since \d/).waitFor()
  await began.waitFor()
  const table = page.getByRole('table', { name: 'Net worth by month, the latest first' })
  const firstRow = table.getByRole('row').last()
  assert.match((await firstRow.textContent()) ?? '', /–.*358\.88.*358\.88.*0\.00/, 'as of its day')
  const heads = await table.getByRole('columnheader').allTextContents()
  assert.deepEqual(heads.slice(1), ['What you have', 'What you owe', 'Net worth', 'New accounts', 'Change'])
  await picture(page, 'net-worth-begun-report')
  // Nothing that one has is no button: these are what one owes, net worth, and why it changed.
  await firstRow.getByRole('button').nth(1).click()
  await page.getByRole('dialog', { name: /^Net worth, / }).waitFor()
  await page.getByText('This one is exactly').waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 800 })
  await untilTrue(page, 'document.documentElement.scrollWidth <= innerWidth') // the page is laid out anew
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'net-worth-begun-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.address}/reports`)
  await page.getByRole('link', { name: /Net worth.*5636 euro 38.*minus 22 euro 50 in / }).waitFor()
  await picture(page, 'net-worth-begun-cards')
})

test('the groups of the sidebar add up to net worth, with what people owe each other, and so do the first steps', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  const giro = await bank(bela, 'Giro', 'EUR', { opening_balance: 1200, opening_date: today })
  const tom = await bela.call(createContact, { body: { name: 'Tom' } })
  await bela.call(createObligation, {
    body: {
      name: 'Lent',
      contact_id: tom.id,
      account_id: giro.id,
      currency_id: 'EUR',
      opened_date: today,
      original_amount: 60,
      outstanding_amount: 60,
    },
  })
  const card = { name: 'Card', type: 'liability', currency_id: 'EUR' } as const
  await bela.call(createAccount, { body: { ...card, opening_balance: 200, opening_date: today } })
  const page = await open(t, stage, '/', { as: bela })
  const sidebar = page.getByRole('navigation', { name: 'Accounts' })
  await sidebar.getByRole('link', { name: /^They owe you.*60 euro/ }).waitFor()
  const sums = ['Accounts', 'Cards and loans', 'Between people'].map(async (name) => {
    const text = await sidebar.getByRole('link', { name: new RegExp(`^${name}`) }).innerText()
    return /−?€[\d,]+\.\d\d/.exec(text)?.[0]
  })
  assert.deepEqual(await Promise.all(sums), ['€1,140.00', '−€200.00', '€60.00'])
  await page.getByRole('button', { name: 'All steps' }).click()
  await page.getByText(/^\d accounts and what is owed, €1,000\.00 together$/).waitFor()
  await page.getByRole('region', { name: 'Net worth' }).getByText('1000').first().waitFor()
  await picture(page, 'sidebar-owed')

  // The same words have the same figures.
  const words = ['Net worth', 'What you have', 'What you owe']
  const said = async (text: string | null) =>
    words.map((word) => new RegExp(`${word}[^€]*(−?€[\\d,]+\\.\\d\\d)`).exec(text ?? '')?.[1])
  await page.goto(`${stage.address}/accounts`)
  const sum = page.getByRole('region', { name: 'Net worth' })
  await page.getByRole('heading', { name: 'Between people' }).waitFor()
  const onAccounts = await said(await sum.innerText())
  assert.deepEqual(onAccounts, ['€1,000.00', '€1,200.00', '€200.00'])
  await picture(page, 'accounts-between-people')
  await page.goto(`${stage.address}/reports/balance-sheet`)
  const sheet = page.getByRole('table', { name: /^What you have and owe on/ })
  const totals = ['Net worth', 'All you have', 'All you owe'].map(async (name) => {
    const row = await sheet.getByRole('row', { name: new RegExp(`^${name}`) }).innerText()
    return `€${/[\d,]+\.\d\d/.exec(row)?.[0]}`
  })
  assert.deepEqual(await Promise.all(totals), onAccounts)
})

test('a phone shows one month at a time, light and dark', async (t) => {
  const page = await open(t, stage, statement, { as: ana, ...PHONE })
  const month = page.getByRole('heading', { level: 2 })
  const now = await month.first().textContent()
  await page.getByRole('button', { name: 'The one before' }).tap()
  await page.waitForURL(/month=/)
  assert.notEqual(await month.first().textContent(), now)
  await page.getByRole('button', { name: 'The next one' }).tap()
  await page
    .getByRole('row', { name: /^Groceries/ })
    .getByRole('button')
    .tap()
  await page.getByText('These 3 add up to exactly').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'report-phone-light')
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
  await picture(page, 'report-phone-dark')
})

test('on a phone every month of a chart has its label, and the switch to the table touches none of them', async (t) => {
  const page = await open(t, stage, statement, { as: ana, ...PHONE })
  const chart = page.getByRole('figure').first()
  await chart.locator('svg text').first().waitFor()
  const boxes = await Promise.all((await chart.locator('svg text').all()).map((text) => text.boundingBox()))
  const lowest = Math.max(...boxes.map((box) => box?.y ?? 0))
  assert.equal(boxes.filter((box) => box && box.y > lowest - 4).length, 3, 'three months')
  const button = await chart.getByRole('button', { name: 'Show as a table' }).boundingBox()
  assert.ok(button)
  for (const box of boxes)
    assert.ok(
      box &&
        (box.y >= button.y + button.height ||
          box.y + box.height <= button.y ||
          box.x >= button.x + button.width),
      'the switch stands on a label',
    )
  const [title, print] = [
    await page.getByRole('heading', { level: 1 }).boundingBox(),
    await page.getByRole('button', { name: 'Print' }).boundingBox(),
  ]
  assert.ok(title && print && print.y < title.y + title.height, 'the print button is beside the title')
})

test('on a phone Home says which line is of which month', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  const { id: category_id } = await category(bela, 'Groceries')
  const before = Temporal.PlainDate.from(today).subtract({ months: 1 })
  for (const date of [today, before.toString()]) await spend(bela, { amount: 5, category_id, date })
  const page = await open(t, stage, '/', { as: bela, ...PHONE })
  const legend = page.getByRole('figure').first().getByRole('listitem')
  await legend.first().waitFor()
  const months = [Temporal.PlainDate.from(today), before].map((day) =>
    day.toLocaleString('en', { month: 'long' }),
  )
  assert.deepEqual(await legend.allTextContents(), months)
})

test('on a phone no name of the trial balance is cut off', async (t) => {
  const mina = await stage.person({ base_currency_id: 'EUR' })
  const said = { date: today, amount: 2450.3 }
  await mina.call(createAccount, { body: { name: 'Giro', type: 'asset', balance_as_of: said } })
  const page = await open(t, stage, '/reports/trial-balance', { as: mina, ...PHONE })
  const name = page.getByRole('rowheader', { name: /Opening balances/ })
  await name.waitFor()
  assert.equal(await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth), 0)
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'report-trial-balance-phone')
  await colours(page, 'dark')
  await picture(page, 'report-trial-balance-phone-dark')
})

test('on a phone the choices of a report take two lines at most, and no part of a card is cut off', async (t) => {
  const page = await open(t, stage, '/reports/spending', { as: ana, ...PHONE })
  const controls = page
    .locator('#content header + div')
    .locator('fieldset, select, [data-wide], label:has([role=switch])')
  const lines = async () => {
    const boxes = await Promise.all((await controls.all()).map((one) => one.boundingBox()))
    return new Set(boxes.flatMap((box) => (box ? [Math.round((box.y + box.height / 2) / 12)] : []))).size
  }
  for (const path of ['spending', 'flow', 'income-statement']) {
    await page.goto(`${stage.address}/reports/${path}`)
    await controls.first().waitFor()
    assert.ok((await lines()) <= 2, path)
    assert.equal(await tooWideBy(page), 0)
    await picture(page, `report-choices-${path}`)
  }
  await page.goto(`${stage.address}/reports/spending`)
  assert.equal(await page.getByRole('combobox', { name: 'Compared with' }).count(), 0)
  await page.getByRole('button', { name: 'More choices' }).tap()
  await page.getByRole('combobox', { name: 'Compared with' }).selectOption('year')
  await page.reload()
  await page.getByRole('combobox', { name: 'Compared with' }).waitFor() // as it is not the usual one
  await page.goto(`${stage.address}/reports/net-worth`)
  const chart = page.getByRole('figure').first()
  const legend = await chart.getByText('What you owe').first().boundingBox()
  const button = await chart.getByRole('button', { name: 'Show as a table' }).boundingBox()
  assert.ok(legend && button && Math.abs(legend.y - button.y) < 24, 'the switch is beside the legend')
  await picture(page, 'report-net-worth-phone')
  await page.goto(`${stage.address}/reports`)
  await page.getByRole('link', { name: /^Trial balance/ }).waitFor()
  await picture(page, 'reports-phone')
})

test('Home opens the one bank file that waits, has no card where nothing does, and says that a debt has no date', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  const giro = await bank(bela, 'Giro', 'EUR', { opening_balance: 1200, opening_date: today })
  const tom = await bela.call(createContact, { body: { name: 'Tom' } })
  const lent = { contact_id: tom.id, account_id: giro.id, currency_id: 'EUR', opened_date: today }
  await bela.call(createObligation, {
    body: { ...lent, name: 'Lent', original_amount: 60.4, outstanding_amount: 60.4 },
  })
  const page = await open(t, stage, '/', { as: bela })
  await page.getByRole('region', { name: 'Owed' }).getByText('no date').waitFor()
  const waits = page.getByRole('region', { name: 'Waits for you' })
  assert.equal(await waits.count(), 0)
  const file = await sendFile(bela, { account_id: giro.id }, csv(`${today},Bakery,-3.00`))
  await page.reload()
  await waits.getByRole('link', { name: '1 bank file to check' }).click()
  await page.waitForURL(new RegExp(`/imports/${file.id}`))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${stage.address}/obligations`)
  await page.getByText('counted in net worth').waitFor()
  await page.locator('#content').getByText('€60.40').first().waitFor()
  assert.equal(await tooWideBy(page), 0)
  await page.goto(`${stage.address}/reports/cash-flow`)
  await page.getByText(/also what is lent, paid back, or paid to a card/).waitFor()
  await page.getByText('Cash, bank and savings', { exact: true }).first().waitFor()
})
