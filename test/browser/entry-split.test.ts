import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { createExpense, listTransactions } from '../../contract/budgeting.ts'
import { listChanges } from '../../contract/changes.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { listPlans } from '../../contract/plans.ts'
import { category } from '../books.ts'
import type { Person } from '../world.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy, untilTrue } from './browser.ts'

/** Quick entry with people, with words that it did not use, and with Add. */
const stage = await makeStage()

async function host(): Promise<Person> {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  await category(ana, 'Eating out')
  await category(ana, 'Utilities')
  await category(ana, 'Groceries')
  await ana.call(createAccount, { body: { name: 'Purse', type: 'asset', is_default: true } })
  await ana.call(createAccount, { body: { name: 'Credit card', type: 'liability' } })
  await ana.call(createContact, { body: { name: 'Tom Berger' } })
  return ana
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Add a transaction' })
const token = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const panel = (page: Page) => page.getByRole('region', { name: 'Split with people' })

/** Axe and pictures in light and dark colours. */
async function look(page: Page, name: string): Promise<void> {
  assert.deepEqual(await axeFinds(page), [])
  assert.equal(await tooWideBy(page), 0)
  await picture(page, name)
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
  await picture(page, `${name} dark`)
  await colours(page, 'light')
}

const bills = async (ana: Person) =>
  (await ana.call(listTransactions, { query: { kind: 'expense' } })).data.map(({ amount, memo, shares }) => [
    amount,
    memo,
    ...shares.map((share) => `${share.contact_name} ${share.amount}`),
  ])

test('Add is there before anything is typed, never moves, and says what is missing', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/transactions', { as: ana })
  const add = page.getByRole('main').getByRole('button', { name: 'Add', exact: true })
  await add.click()
  await page.getByText('An amount first, for example 12.50').waitFor()
  await look(page, 'entry-empty')
  const place = await add.boundingBox()
  await field(page).fill('8 something else')
  await token(page, 'Category: Choose a category').waitFor()
  assert.deepEqual(await add.boundingBox(), place)
  await add.click()
  await page.getByRole('option', { name: /Groceries/ }).waitFor()
  assert.equal(
    await page.getByText('Choose a category.', { exact: true }).count(),
    0,
    'the list asks by itself',
  )
  // The list stays at its token when something above it comes or goes.
  const list = page.locator('[popover]')
  const { y } = (await list.boundingBox()) ?? assert.fail('no list')
  await page.evaluate(`(() => {
    const banner = document.createElement('div')
    Object.assign(banner, { id: 'banner', textContent: 'Not connected' })
    document.querySelector('#content').prepend(banner)
  })()`)
  await untilTrue(page, `document.querySelector('[popover]').getBoundingClientRect().y > ${y} + 10`)
  await page.evaluate('document.querySelector("#banner").remove()')
  await untilTrue(page, `document.querySelector('[popover]').getBoundingClientRect().y === ${y}`)
  await page.getByRole('option', { name: /Groceries/ }).click()
  await token(page, 'Category: Groceries').waitFor()
  assert.deepEqual(await add.boundingBox(), place)
  await add.click()
  await said(page, 'Spent €8.00 on Groceries').waitFor()
  assert.deepEqual(await bills(ana), [[8, 'something else']])
})

test('a dinner is split with Tom and Lea, who is new: one change, one undo', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/transactions', { as: ana })
  await field(page).fill('dinner 90 split with Tom and Lea')
  await panel(page).getByText('new person').waitFor()
  await panel(page).getByText('You paid €90.00. €30.00 is yours, €60.00 comes back.').waitFor()
  await token(page, 'split equally').waitFor()
  await look(page, 'entry-split-1-equally')

  // Exact: what is left is said, and Add waits for it.
  await panel(page).getByText('Exact').click()
  await panel(page).getByLabel('What is yours').fill('42')
  await panel(page).getByLabel('What Tom Berger owes').fill('28')
  await panel(page).getByLabel('What Lea owes').fill('14')
  await panel(page).getByText('€6.00 left').waitFor()
  await token(page, 'Add €90.00').click()
  await page.getByText('The parts do not add up yet.').first().waitFor()
  await look(page, 'entry-split-2-exact')
  await panel(page).getByText('Percent').click()
  await panel(page).getByLabel('What is yours, in percent').fill('50')
  await panel(page).getByText('You paid €90.00. €45.00 is yours, €45.00 comes back.').waitFor()
  await look(page, 'entry-split-3-percent')
  await panel(page).getByText('Shares').click()
  await panel(page).getByLabel('What is yours, in shares').fill('2')
  await panel(page).getByLabel('What Tom Berger owes, in shares').fill('2')
  await panel(page).getByText('5 shares').waitFor()
  await look(page, 'entry-split-4-shares')
  // Each way kept its own texts.
  await panel(page).getByText('Exact').click()
  await panel(page).getByText('€6.00 left').waitFor()
  await panel(page).getByLabel('What Lea owes').fill('20')
  await panel(page).getByText('all assigned').waitFor()

  await page.reload()
  await panel(page).getByText('all assigned').waitFor()
  await token(page, 'Add €90.00').click()
  await said(
    page,
    'Dinner €90.00, of which €42.00 is yours. Tom Berger owes you €28.00 and Lea €20.00.',
  ).waitFor()
  assert.deepEqual(await bills(ana), [[90, 'dinner', 'Tom Berger 28', 'Lea 20']])
  const versions = async () =>
    new Set((await ana.call(listChanges, { query: { limit: 100 } })).data.map(({ version }) => version)).size
  const before = await versions()
  await said(page, 'Undo').getByRole('button').click()
  await said(page, 'Undone').waitFor()
  assert.deepEqual(await bills(ana), [])
  assert.equal(await versions(), before + 1)
})

test('+ person says who was there, and split makes them pay a part; both by hand', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/', { as: ana })
  await field(page).fill('12 groceries')
  await token(page, 'Add a person').click()
  await page.getByRole('option', { name: 'Tom Berger' }).click()
  await token(page, 'Contact: Tom Berger').waitFor()
  await token(page, 'Split with people').click()
  await panel(page).getByText('You paid €12.00. €6.00 is yours, €6.00 comes back.').waitFor()
  await token(page, 'Add a person').click()
  await page.keyboard.type('Lea')
  await page.getByRole('option', { name: /Lea/ }).click()
  await panel(page).getByText('€4.00 is yours').waitFor()
  await panel(page).getByRole('button', { name: 'Take Lea out' }).click()
  await panel(page).getByText('€6.00 is yours').waitFor()
  await token(page, 'split equally').click()
  await panel(page).waitFor({ state: 'detached' })
  await token(page, 'Contact: Tom Berger').waitFor()
  await token(page, 'Split with people').click()
  await field(page).press('Enter')
  await said(page, 'Groceries €12.00, of which €6.00 is yours. Tom Berger owes you €6.00.').waitFor()
  assert.deepEqual(await bills(ana), [[12, null, 'Tom Berger 6']])
})

test('a word that was not used is dotted and asked about: monthly becomes a plan, or a note', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/transactions', { as: ana })
  await field(page).fill('29.90 utilities internet monthly')
  await page.getByText('“monthly” is not used yet. What is it?').waitFor()
  assert.equal(await page.locator('[data-unread=monthly]').count(), 1)
  await field(page).press('Enter')
  await page.getByText('Add it once more to leave it in the note.').waitFor()
  await page.getByRole('button', { name: /^Every month on the / }).waitFor()
  await untilTrue(page, 'document.activeElement.matches("[data-line]")')
  assert.deepEqual(await bills(ana), [], 'the question comes first')
  await look(page, 'entry-monthly')
  await field(page).press('Enter')
  await said(page, 'Spent €29.90 on Utilities').waitFor()
  assert.deepEqual(await bills(ana), [[29.9, 'internet monthly']])
  await page.getByRole('button', { name: 'Make it recurring' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Internet')
  const next = Temporal.PlainDate.from(todayIn('UTC')).add({ months: 1 })
  await page
    .getByRole('dialog')
    .getByText(next.toLocaleString('en-GB', { day: 'numeric', month: 'long' }))
    .first()
    .waitFor()
  await picture(page, 'entry-monthly-after')
  await page.keyboard.press('Escape')
  await page.goto(`${stage.address}/transactions`)

  await field(page).fill('29.90 utilities internet monthly')
  await page.getByRole('button', { name: 'Part of the note' }).click()
  await page.getByText('is not used yet').waitFor({ state: 'detached' })
  await field(page).fill('')
  await field(page).fill('29.90 utilities monthly')
  await page.getByRole('button', { name: /^Every month on the / }).click()
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Utilities')
  assert.equal(await page.getByRole('textbox', { name: 'Amount' }).inputValue(), '29.90')
  await picture(page, 'entry-monthly-plan')
  await page.getByRole('button', { name: 'Add it' }).click()
  await said(page, 'Utilities recurs from now on').waitFor()
  const { data } = await ana.call(listPlans)
  assert.deepEqual(
    data.map(({ name, schedule }) => [name, schedule.every, schedule.unit]),
    [['Utilities', 1, 'month']],
  )
  await page.goto(`${stage.address}/transactions`)
  await field(page).waitFor()
  assert.equal(await field(page).inputValue(), '', 'the line went into the plan')
})

test('an account is named by its whole name, and remembered by category', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/transactions', { as: ana })
  await field(page).fill('30 groceries credit card 1 Nov')
  await token(page, 'Account: Credit card').waitFor()
  await field(page).press('Enter')
  await said(page, 'Spent €30.00 on Groceries from Credit card').waitFor()
  await field(page).fill('12 groceries')
  await token(page, 'Account: Credit card').waitFor()
  await field(page).fill('12 utilities')
  await token(page, 'Account: Purse').waitFor()
})

test('on a phone: people in the words, parts by thumb, and a message that covers nothing', async (t) => {
  const ana = await host()
  const food = await category(ana, 'Leisure')
  await ana.call(createExpense, { body: { amount: 9, category_id: food.id, memo: 'Cinema' } })
  const page = await open(t, stage, '/add', { as: ana, ...PHONE })
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByText('An amount first, for example 12.50').waitFor()
  for (const key of ['9', '0']) await page.getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('button', { name: 'Eating out' }).tap()
  await page.getByLabel('For what, or where').fill('Dinner split with Tom and Lea')
  await page.getByLabel('For what, or where').press('Enter')
  await panel(page).getByText('new person').waitFor()
  await page.getByText('€30.00 is yours', { exact: true }).waitFor()
  await panel(page).scrollIntoViewIfNeeded()
  await look(page, 'add-split-1-equally')
  await panel(page).getByText('Shares').tap()
  await panel(page).getByLabel('What is yours, in shares').fill('2')
  await page.getByText('€45.00 is yours', { exact: true }).waitFor()
  await panel(page).scrollIntoViewIfNeeded()
  await look(page, 'add-split-2-shares')
  await panel(page).getByText('Exact').tap()
  await panel(page).scrollIntoViewIfNeeded()
  await look(page, 'add-split-3-exact')
  await panel(page).getByText('Equally').tap()
  await page.getByRole('button', { name: 'Add €90.00' }).tap()
  const message = said(
    page,
    'Dinner €90.00, of which €30.00 is yours. Tom Berger and Lea owe you €30.00 each.',
  )
  await message.waitFor()
  const box = (await message.boundingBox()) ?? assert.fail('it has a place')
  for (const other of [
    page.getByRole('button', { name: 'Close' }),
    page.getByRole('group', { name: 'What happened' }),
    page.getByText('€0.00'),
    page.getByRole('button', { name: 'Add', exact: true }),
    page.getByRole('button', { name: '1', exact: true }),
  ]) {
    const at = (await other.boundingBox()) ?? assert.fail('it has a place')
    assert.ok(at.y + at.height <= box.y || at.y >= box.y + box.height, `${other} is covered`)
  }
  await look(page, 'add-message')
  assert.deepEqual((await bills(ana))[0], [90, 'Dinner', 'Tom Berger 30', 'Lea 30'])
  assert.deepEqual((await ana.call(listContacts)).data.map(({ name }) => name).sort(), ['Lea', 'Tom Berger'])
  await page.getByLabel('For what, or where').fill('utilities monthly')
  await page.getByText('“monthly” is not used yet. What is it?').waitFor()
  await look(page, 'add-monthly')
})

test('on a phone: the words are a line of their own until the keypad has a figure, and Enter adds what they say', async (t) => {
  const ana = await host()
  const page = await open(t, stage, '/add', { as: ana, ...PHONE })
  const words = page.getByLabel('For what, or where')
  await words.fill('12.50 lunch eating out')
  await words.blur()
  await page.getByRole('button', { name: 'Add €12.50' }).waitFor()
  await look(page, 'add-line-1')
  for (const key of ['1', '0']) await page.getByRole('button', { name: key, exact: true }).tap()
  await page.getByText('The keypad counts; 12.50 stays in the words.').waitFor()
  await look(page, 'add-line-2-keypad')
  await page.getByRole('button', { name: 'Delete the last figure' }).tap()
  await page.getByRole('button', { name: 'Delete the last figure' }).tap()
  await page.getByRole('button', { name: 'Add €12.50' }).tap()
  await said(page, 'Spent €12.50 on Eating out').waitFor()
  await words.fill('dinner 90 split with Tom and Lea')
  await page.getByText('€30.00 is yours', { exact: true }).waitFor()
  await words.press('Enter')
  await said(page, 'Dinner €90.00, of which €30.00 is yours.').waitFor()
  await words.fill('29.90 utilities monthly')
  await page.getByText('“monthly” is not used yet. What is it?').waitFor()
  await words.press('Enter')
  await page.getByText('Add it once more to leave it in the note.').waitFor()
  await look(page, 'add-line-3-monthly')
  await page.getByRole('button', { name: 'Add €29.90' }).tap()
  await said(page, 'Spent €29.90 on Utilities').waitFor()
  assert.deepEqual(await bills(ana), [
    [29.9, 'monthly'],
    [90, 'dinner', 'Tom Berger 30', 'Lea 30'],
    [12.5, 'lunch'],
  ])
})
