import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getAccount, listAccounts, updateAccount } from '../../contract/accounts.ts'
import { addStarter, updateBook } from '../../contract/books.ts'
import { createExpense, updateExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { createObligation } from '../../contract/obligations.ts'
import { lineOn, start, tick } from '../reconciling.ts'
import { household } from '../said-balance.ts'
import { importFile, rowWith } from './bank-file.ts'
import { axeFinds, colours, makeStage, open, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const day = (count: number) => addDays(today, count)
const ZONE = { zone: 'UTC' }

/** Three months of a bank, with the balance after each row: it ends with 3,191.35 four days ago. */
const FILE = [
  'Date;Text;Amount;Balance',
  `${day(-45)};HAUSVERWALTUNG MUELLER;-890.00;1552.35`,
  `${day(-30)};ACME GEHALT;3240.00;4792.35`,
  `${day(-29)};MEDIAMARKT;-1249.00;3543.35`,
  `${day(-10)};SPAR GRAZ;-328.60;3214.75`,
  `${day(-4)};APOTHEKE;-23.40;3191.35`,
].join('\n')

/** Looks at a screen in both colours. */
async function look(page: Page, name: string): Promise<void> {
  await picture(page, name)
  await colours(page, 'dark')
  await picture(page, `${name}-dark`)
  await colours(page, 'light')
}

test('what a newcomer says is in the bank today stays true when months are imported, until the bank says otherwise', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/welcome', { as: ana, ...ZONE })
  await page.getByLabel('Bank, in the bank').fill('2450.30')
  await page.getByLabel('Credit card, what you owe on it').fill('342.18')
  await look(page, 'balance-1-welcome')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()

  const { data } = await ana.call(listAccounts)
  const bank = data.find(({ name }) => name === 'Bank')
  assert.equal(bank?.is_default, true, 'a bank with a balance is the default account')
  const card = data.find(({ name }) => name === 'Credit card')
  assert(bank && card)
  assert.deepEqual(bank.balance_as_of, { date: today, amount: 2450.3, includes_day: false })
  assert.deepEqual(card.balance_as_of?.amount, 342.18)
  assert.deepEqual(card.balances, [{ currency_id: 'EUR', amount: 342.18 }], 'it is owed')

  await page.goto(`${stage.address}/imports?account_id=${bank.id}`)
  await importFile(page, FILE, 5)
  await page
    .getByRole('heading', { name: /Your bank says 3191 euro 35 on .*, your book has another balance then/ })
    .waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'balance-2-done')
  const done = page.url()

  // The account, the sidebar and Home show what was said, and the start is the oldest line.
  const shows = async (amount: string) => {
    await page.goto(`${stage.address}/accounts/${bank.id}`)
    await page.getByText('Balance at the start').waitFor()
    const text = await page.locator('main').innerText()
    assert.match(text, new RegExp(`APOTHEKE[^A]*${amount}`), 'after the latest entry')
    assert(text.indexOf('Balance at the start') > text.indexOf('HAUSVERWALTUNG'), 'it is the oldest line')
    assert.equal(text.split('Balance at the start').length, 2)
    const sidebar = page.getByRole('navigation').getByRole('link', { name: 'Bank' })
    assert.match(await sidebar.first().innerText(), new RegExp(amount))
  }
  await shows('2,450\\.30')
  await look(page, 'balance-3-register')
  await page.goto(`${stage.address}/`)
  await page.getByRole('region', { name: 'Net worth' }).getByText('2,108').first().waitFor() // less the card

  await page.goto(done)
  await page.getByRole('button', { name: /^Use 3191 euro 35/ }).click()
  await page.getByText('Bank agrees with your bank:').waitFor()
  await shows('3,191\\.35')
  await page.goto(done)
  await page.getByText('Bank agrees with your bank:').waitFor()
  const { version } = await ana.call(getAccount, { params: { id: bank.id } })
  await page.goto(`${stage.address}/activity?version=${version}`)
  await page.getByText('The start of').waitFor()
  await look(page, 'balance-4-history')
  await page.getByRole('button', { name: 'Undo this change' }).click()
  await page.getByRole('status').getByText('Undone').waitFor()
  await shows('2,450\\.30')

  // To keep what was said is remembered for this file.
  await page.goto(done)
  await page.getByRole('button', { name: /^Keep 2450 euro 30/ }).click()
  await page.getByRole('heading', { name: /Your bank says/ }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: '5 transactions added' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: /Your bank says/ }).count(), 0)
})

test('the form says a balance as of a day, and a start that may not move is refused with the ways out', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data: categories } = await ana.call(listCategories)
  const food = categories.find(({ name }) => name === 'Groceries')?.id ?? ''
  const page = await open(t, stage, '/accounts?open=new', { as: ana, ...ZONE, refusals: [409] })
  await page.getByRole('dialog').getByLabel('Name').fill('Giro')
  await page.getByLabel(/^In (it|the bank) today$/).fill('500')
  await look(page, 'balance-6-form')
  await page.getByRole('button', { name: 'Add the account' }).click()
  await page.getByRole('status').getByText('Giro is added').waitFor()
  const giro = (await ana.call(listAccounts, { query: { q: 'Giro' } })).data[0]
  assert.deepEqual(giro?.balance_as_of, { date: today, amount: 500, includes_day: false })
  const body = { amount: 5, category_id: food, asset_account_id: giro?.id ?? '', date: day(-40) }
  const spent = await ana.call(createExpense, { body })
  assert.equal((await ana.call(getAccount, { params: { id: giro?.id ?? '' } })).balances[0]?.amount, 500)
  const late = await ana.call(createExpense, { body: { ...body, date: day(-10), memo: 'Late' } })
  await ana.call(updateBook, { body: { closed_through: day(-30) } })
  assert(spent.version < late.version)
  await page.goto(`${stage.address}/transactions?open=${late.id}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByText(/You said that .*Giro.* moves its start/)
    .first()
    .waitFor()
  await look(page, 'balance-7-locked')

  // The account's own page leads to the same form.
  await page.goto(`${stage.address}/accounts/${giro?.id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Giro')

  // A said balance is named by its day; of an earlier day, it is the balance at the end of it.
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(new RegExp(`^On ${Number(today.slice(8))} [A-Z]`)).waitFor()
  assert.equal(await dialog.getByLabel('Today’s entries are in it').isChecked(), false)
  await dialog.getByLabel('As of').last().fill(day(-3))
  await dialog.getByLabel('As of').last().blur()
  assert.equal(await dialog.getByLabel('The entries of that day are in it').isChecked(), true)
  await look(page, 'balance-10-edit')
  await page.setViewportSize({ width: 360, height: 800 })
  assert.equal(await tooWideBy(page), 0)
  await look(page, 'balance-11-edit-phone')
})

test('a payment or a loan of a day that the balance covers says that the account stays, and what happens to net worth', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Bank')
  assert(bank)
  const said = { date: today, amount: 2171.51 }
  await ana.call(updateAccount, { params: { id: bank.id }, body: { balance_as_of: said, is_default: true } })
  const tom = await ana.call(createContact, { body: { name: 'Tom Berg' } })
  const lent = { original_amount: 40, outstanding_amount: 40, account_id: bank.id, currency_id: 'EUR' }
  await ana.call(createObligation, {
    body: { name: 'Loan', contact_id: tom.id, opened_date: day(-12), ...lent },
  })
  const page = await open(t, stage, `/obligations?paid=${tom.id}`, { as: ana, ...ZONE })
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('When').fill(day(-5))
  await sheet.getByLabel('When').blur()
  const stays = sheet.getByText(/It stays: what you enter up to .* moves its start/)
  await stays.waitFor()
  const cells = async () =>
    (await sheet.getByRole('row').filter({ hasText: 'Bank' }).getByRole('cell').allInnerTexts()).map(
      (text) => text.split('\n')[0],
    )
  assert.deepEqual(await cells(), ['€2,171.51', '€2,171.51'])
  await sheet.getByText('Bank stays as it is, so your net worth falls by what is paid.').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'balance-8-paid-back')
  await sheet.getByRole('button', { name: /^Record/ }).click()
  await page.getByRole('status').getByText('Tom paid you back').waitFor()
  assert.equal((await ana.call(getAccount, { params: { id: bank.id } })).balances[0]?.amount, 2171.51)

  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`${stage.address}/obligations?lend=lent&contact=${tom.id}`)
  await sheet.getByLabel('How much').fill('10')
  await sheet.getByText('Lending is not spending: your net worth stays the same.').waitFor()
  await sheet.getByLabel('When').fill(day(-3))
  await sheet.getByLabel('When').blur()
  await stays.waitFor()
  await sheet.getByText(/Bank stays as it is, so your net worth rises by what you are owed/).waitFor()
  assert.equal(await tooWideBy(page), 0)
  await stays.scrollIntoViewIfNeeded()
  await look(page, 'balance-9-lent-phone')
})

test('a ticked line that was moved into the days of the balance says so before Finish, and lines of those days are not offered', async (t) => {
  const { ana, giro, shop } = await household(stage, 200, true)
  await shop(10, day(-9), { memo: 'Long ago' })
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-5), amount: 200, includes_day: true } },
  })
  const paid = await shop(30, day(-1), { memo: 'Bakery' })
  const statement = await start(ana, giro, today, 170)
  await tick(ana, statement, [lineOn(giro, paid)])
  const page = await open(t, stage, `/accounts/${giro.id}/reconcile`, { as: ana, ...ZONE })
  await page.getByText('Ticked, 1 of 1').waitFor()
  assert.equal(await page.getByText('Long ago').count(), 0)
  await ana.call(updateExpense, { params: { id: paid.id }, body: { date: day(-7) } })
  await page.reload()
  const advice = page.getByText(/^Bakery, .*, is in the/)
  await advice.waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'reconcile-in-balance')
  await page.getByRole('button', { name: 'Take its tick away' }).click()
  await advice.waitFor({ state: 'detached' })
  await page.getByText('Ticked, 0 of 0').waitFor()
  await page.getByText('Nothing to compare').waitFor()
  await page.getByText('All of it is in the balance that you said.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Tick all' }).count(), 0)
})

test('a statement that is compared by its balance alone says so, and reconciled lines have a mark', async (t) => {
  const { ana, giro, shop } = await household(stage, 200, true)
  await shop(10, day(-9), { memo: 'Long ago' })
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-5), amount: 200, includes_day: true } },
  })
  await shop(30, day(-1), { memo: 'Bakery' })
  await start(ana, giro, today, 200)
  const page = await open(t, stage, `/accounts/${giro.id}/reconcile`, { as: ana, ...ZONE })
  await page.getByText('Start, as you said').waitFor()
  const card = page.getByRole('region', { name: 'The statement' })
  await page.getByText('Ticked, 0 of 1').waitFor()
  assert.match((await card.textContent()) ?? '', /as you said\$200\.00.*Ticked, 0 of 1\$0\.00/)
  await page.getByText('The statement has the balance that you said; no line is compared.').waitFor()
  assert.equal(await page.getByText('Everything on the statement is ticked').count(), 0)
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'reconcile-said')
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await look(page, 'reconcile-said-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText(/Giro has the balance of the statement of .*; no line was compared/).waitFor()
  await page.getByText(/only the balance was compared, no line/).waitFor()
  assert.equal(await page.getByLabel('reconciled').count(), 0)

  await start(ana, giro, today, 170)
  await page.goto(`${stage.address}/accounts/${giro.id}/reconcile`)
  await page.getByText('Start, from the one before').waitFor()
  await page.getByRole('checkbox', { name: /Bakery/ }).check()
  await page.getByText('Everything on the statement is ticked').waitFor()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText(/^Reconciled through/).waitFor()
  await page
    .getByRole('row', { name: /Bakery/ })
    .getByLabel('reconciled')
    .waitFor()
  assert.equal(await page.getByLabel('reconciled').count(), 1)
  await look(page, 'reconciled-lines')
})

test('rows that are left out of a file that proves its balances: both ends are said, with what was added', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Bank')
  assert(bank)
  const balance_as_of = { date: today, amount: 3191.35, includes_day: true }
  await ana.call(updateAccount, { params: { id: bank.id }, body: { balance_as_of } })
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...ZONE })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await page.getByText('5 will be added').waitFor()
  await page.getByTitle('Change the account').click()
  await page.getByText(/ends with €\s?3,191\.35/).waitFor()
  await page.goBack()
  for (const text of ['SPAR GRAZ', 'APOTHEKE']) await rowWith(page, text).getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Add 3 transactions' }).click()
  await page.getByRole('heading', { name: '3 transactions added' }).waitFor()
  await page.getByText(/Bank ends as your bank says on .*, but starts differently\./).waitFor()
  await page.getByText(/2 rows of the file are not in your book \(.*minus 352 euro together\)/).waitFor()
  assert.equal(await page.getByText('agrees with your bank').count(), 0)
  const ends = page.getByRole('table').getByRole('row')
  assert.match((await ends.nth(1).textContent()) ?? '', /2,442\.35.*2,090\.35.*352\.00.* too little/)
  assert.match((await ends.nth(2).textContent()) ?? '', /3,191\.35.*3,191\.35.*agrees/)
  const added = page.getByRole('region', { name: 'What was added' })
  assert.match((await added.textContent()) ?? '', /In.*3,240\.00.*Out.*2,139\.00/)
  assert.deepEqual(await axeFinds(page), [])
  await look(page, 'balance-both-ends')
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await look(page, 'balance-both-ends-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${stage.address}/accounts/${bank.id}/reconcile`)
  await page.getByText(/filled in from the end of bank\.csv/).waitFor()
  await page.getByText(/but starts differently\./).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Balance it ends with' }).inputValue(), '3,191.35')
  await look(page, 'reconcile-from-file')
  await page.goto(`${stage.address}/accounts`)
  await page.getByText(/bank files through /).waitFor()
  await page
    .getByText(/last entry /)
    .first()
    .waitFor()
  assert.match(
    (await page.getByRole('region', { name: 'Net worth' }).textContent()) ?? '',
    /What you have.*What you owe/,
  )
  await look(page, 'accounts-files')
  await page.goBack()
  await page.goBack()
  await added.getByRole('button', { name: /1249/ }).click()
  await page.waitForURL(/transactions\?.*category_id=/)
  await page.getByText('MEDIAMARKT').first().waitFor()
})

test('entries that the file lacks are listed where book and bank agree only at the end', async (t) => {
  const ana = await stage.person({ name: 'Mina', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const bank = (await ana.call(listAccounts)).data.find(({ name }) => name === 'Bank')
  const { data: categories } = await ana.call(listCategories)
  assert(bank)
  const balance_as_of = { date: today, amount: 3191.35, includes_day: true }
  await ana.call(updateAccount, { params: { id: bank.id }, body: { balance_as_of } })
  await ana.call(createExpense, {
    body: {
      amount: 17.4,
      category_id: categories.find(({ name }) => name === 'Groceries')?.id ?? '',
      asset_account_id: bank.id,
      date: day(-20),
      memo: 'Flea market',
    },
  })
  const page = await open(t, stage, `/imports?account_id=${bank.id}`, { as: ana, ...ZONE })
  await importFile(page, FILE, 5)
  await page.getByText('Your book has entries that are not in the file.').waitFor()
  const entry = page.getByRole('main').getByRole('link', { name: /Flea market/ })
  assert.match((await entry.textContent()) ?? '', /17\.40/)
  assert.equal(
    await page.getByRole('link', { name: /SPAR GRAZ/ }).count(),
    0,
    'those of the file are not named',
  )
  await look(page, 'balance-not-in-file')
  await page.setViewportSize({ width: 360, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'balance-not-in-file-phone')
  await entry.click()
  await page.waitForURL(/transactions\?open=/)
})
