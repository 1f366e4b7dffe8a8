import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { updateMe } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { createExpense, listExpenses } from '../../contract/budgeting.ts'
import { createCategory } from '../../contract/categories.ts'
import { client } from '../../contract/client.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  listBooks,
  removeMember,
} from '../../contract/members.ts'
import { until } from '../until.ts'
import { type Person, through } from '../world.ts'
import { axeFinds, complete, DIALOG, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()

const inBook = (person: Person, bookId: string) => client(through(stage.app), '/api/v1', person.token, bookId)

/** A purse, a category and an expense. */
async function fill(person: Person, bookId: string, category: string, memo: string): Promise<void> {
  const { call } = inBook(person, bookId)
  await call(createAccount, { body: { name: `Purse of ${category}`, type: 'asset', is_default: true } })
  const { id } = await call(createCategory, { body: { name: category, kind: 'expense' } })
  await call(createExpense, { body: { amount: 9, category_id: id, memo } })
}

/** Ana with two books: hers, which opens first, and that of the flat. */
async function household() {
  const ana = await stage.person({ name: 'Ana Kertész', base_currency_id: 'EUR' })
  const flat = await ana.call(createBook, { body: { name: 'Annenstraße', base_currency_id: 'EUR' } })
  await inBook(ana, ana.book_id).call(updateBook, { body: { name: 'Ana’s book' } })
  await fill(ana, ana.book_id, 'Books', 'Noodle bar')
  await fill(ana, flat.id, 'Household', 'Ikea lamp')
  return { ana, flat }
}

const line = (page: Page) => page.getByRole('textbox', { name: 'Add a transaction' })
const add = async (page: Page, text: string) => {
  await line(page).fill(text)
  await line(page).press('Enter')
}
const memosIn = async (person: Person, bookId: string) =>
  (await inBook(person, bookId).call(listExpenses)).data.map(({ memo }) => memo).toSorted()
const switcher = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}, the book`) }).filter({ visible: true })

test('two books are open in two tabs, a switch keeps the kind of page, and another default moves nothing', async (t) => {
  const { ana, flat } = await household()
  const page = await open(t, stage, '/transactions', { as: ana, width: 1280 })
  await page.waitForURL(`**/b/${ana.book_id}/transactions`)
  await page.getByText('Noodle bar').first().waitFor()
  const other = await page.context().newPage()
  await other.goto(`${stage.address}/b/${flat.id}`)
  await other.getByText('Ikea lamp').first().waitFor()
  assert.equal(await other.getByText('Noodle bar').count(), 0)
  // Another default, as another tab or device sets it.
  await ana.call(updateMe, { body: { default_book_id: flat.id } })
  await add(page, '3 books novel')
  await page.getByRole('status').getByText(/3\.00/).waitFor()
  await add(other, '4 household soap')
  await other.getByRole('status').getByText(/4\.00/).waitFor()
  assert.deepEqual(await memosIn(ana, ana.book_id), ['Noodle bar', 'novel'])
  assert.deepEqual(await memosIn(ana, flat.id), ['Ikea lamp', 'soap'])
  await other.close()
  await page.reload()
  await page.getByText('novel').first().waitFor()
  // The list of books.
  await switcher(page, 'Ana’s book').click()
  const list = page.getByRole('dialog', { name: 'Books' })
  await list.getByRole('button', { name: /^Annenstraße/ }).waitFor()
  await list.getByText('−€13.00').waitFor()
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [])
  await picture(page, 'books-menu')
  await list.getByRole('button', { name: /^Ana’s book/ }).focus()
  await page.keyboard.press('ArrowUp')
  await list.locator('button:focus', { hasText: 'Annenstraße' }).waitFor()
  await list.getByRole('button', { name: /^Annenstraße/ }).click()
  await page.waitForURL(`**/b/${flat.id}/transactions`)
  await page.getByText('Ikea lamp').first().waitFor()
  assert.equal(await page.getByText('Noodle bar').count(), 0)
  // By the keys, the default book is the first: from the page of a record to its list.
  await page.locator('h1').first().focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const key of ['g 1', 'g 2']) await keys.locator(`[data-keys="${key}"]`).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Purse of Household' }).first().click()
  await page.waitForURL(`**/b/${flat.id}/accounts/*`)
  await page.locator('h1').first().focus()
  await page.keyboard.press('g')
  await page.keyboard.press('2')
  await page.waitForURL(`**/b/${ana.book_id}/accounts`)
})

/** The copies of books in the browser. */
const copiesIn = async (page: Page) =>
  JSON.parse(
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('florin-book')
      opening.onsuccess = () => {
        const db = opening.result
        const done = (all) => { db.close(); resolve(JSON.stringify(all)) }
        if (!db.objectStoreNames.contains('book')) return done([])
        const asked = db.transaction('book').objectStore('book').getAll()
        asked.onsuccess = () => done(asked.result)
      }
    })`),
  ) as { book_id: string; answers: { text: string }[] }[]

const hasCopyOf = (page: Page, memo: string) =>
  until(async () => JSON.stringify(await copiesIn(page)).includes(memo), 20_000)

test('nothing of one book is in the suggestions, the search, the palette or the device’s copy of the other', async (t) => {
  const { ana, flat } = await household()
  const page = await open(t, stage, '/', { as: ana, width: 1280 })
  await page.getByText('Noodle bar').first().waitFor()
  await hasCopyOf(page, 'Noodle bar')
  await line(page).fill('7 household') // a draft, which stays in its book
  await page.goto(`${stage.address}/b/${flat.id}`)
  await page.getByText('Ikea lamp').first().waitFor()
  assert.equal(await line(page).inputValue(), '')
  await line(page).fill('5 books')
  await page.getByText('Choose a category').first().waitFor()
  await line(page).fill('')
  await page.keyboard.press('Escape')
  await page.locator('h1').first().focus()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog').filter({ visible: true })
  await palette.getByRole('combobox').fill('purse')
  await palette.getByText('Purse of Household').first().waitFor()
  assert.equal(await palette.getByText('Purse of Books').count(), 0)
  await page.keyboard.press('Escape')
  await page.goto(`${stage.address}/b/${flat.id}/transactions?q=noodle`)
  await page.getByText('Nothing matches').first().waitFor()
  await hasCopyOf(page, 'Ikea lamp')
  const copies = await copiesIn(page)
  assert.equal(copies.length, 2)
  for (const copy of copies) {
    const text = JSON.stringify(copy.answers)
    assert.equal(text.includes('Ikea lamp'), copy.book_id === flat.id)
    assert.equal(text.includes('Noodle bar'), copy.book_id !== flat.id)
  }
  await page.goto(`${stage.address}/b/${ana.book_id}`)
  await page.getByText('Noodle bar').first().waitFor()
  assert.equal(await line(page).inputValue(), '7 household')
})

test('an entry made without a connection in one book arrives there while the other one is open', async (t) => {
  const { ana, flat } = await household()
  const page = await open(t, stage, `/b/${flat.id}`, { as: ana, width: 1280, errors: /ERR_|Failed/ })
  await page.getByText('Ikea lamp').first().waitFor()
  await page.route('**/budgeting/expenses', (route) => route.abort())
  await add(page, '6 household broom')
  await page.getByText('1 transaction is kept on this device').first().waitFor()
  await page.goto(`${stage.address}/b/${ana.book_id}`)
  await page.getByText('Noodle bar').first().waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('for Annenstraße').waitFor()
  await page.unroute('**/budgeting/expenses')
  await page.getByRole('button', { name: 'Send now' }).click()
  const said = page.getByRole('status').filter({ hasText: 'has been sent' })
  await said.waitFor()
  assert.equal(await said.getByRole('button', { name: 'Undo' }).count(), 0, 'it is no change of this book')
  assert.deepEqual(await memosIn(ana, flat.id), ['Ikea lamp', 'broom'])
  assert.deepEqual(await memosIn(ana, ana.book_id), ['Noodle bar'])
})

test('somebody who is no longer a member learns it, and what waited goes into their own book', async (t) => {
  const { ana, flat } = await household()
  const kai = await stage.person({ name: 'Kai Sommer', base_currency_id: 'EUR' })
  await inBook(kai, kai.book_id).call(updateBook, { body: { name: 'Kai’s book' } })
  await fill(kai, kai.book_id, 'Tools', 'Screws')
  const { token } = await inBook(ana, flat.id).call(createBookInvitation, { body: { role: 'editor' } })
  await kai.call(acceptInvitation, { body: { token } })
  const look = { as: kai, ...PHONE, width: 390, refusals: [404], errors: /ERR_|Failed|404|no such book/ }
  const page = await open(t, stage, `/b/${flat.id}`, { ...look, touch: false })
  await page.getByText('Ikea lamp').first().waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/budgeting/expenses', (route) => route.abort())
  await add(page, '6 household broom')
  await page.getByText('1 transaction is kept on this device').first().waitFor()
  await inBook(ana, flat.id).call(removeMember, { params: { user_id: kai.user.id } })
  await page.unroute('**/budgeting/expenses')
  await page.reload()
  await page.getByRole('heading', { name: 'You are no longer a member of Annenstraße' }).waitFor()
  await page.getByText('1 entry was still waiting on this device. It is not lost.').waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'books-gone')
  await page.setViewportSize({ width: 390, height: 780 })
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'books-gone-phone')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  assert.equal((await saved).suggestedFilename(), 'florin-entries.csv')
  await page.getByRole('button', { name: 'Put it into Kai’s book' }).click()
  await page.getByText('Kai’s book does not have this category.').waitFor()
  assert.equal(await page.getByLabel('Household').inputValue(), 'new')
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'books-gone-category-phone')
  await page.getByRole('button', { name: 'Put it into Kai’s book' }).click()
  await until(async () => (await memosIn(kai, kai.book_id)).includes('broom'), 20_000)
  await page.getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(`**/b/${kai.book_id}`)
  await page.getByText('broom').first().waitFor()
})

test('a new book is opened, archived, taken out and deleted for good; with one book, addresses name none', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/settings/book', { as: ana, width: 1280, refusals: [404] })
  await page.getByRole('button', { name: 'New book' }).click()
  assert.equal(page.url(), `${stage.address}/settings/book`)
  const sheet = page.getByRole('dialog', { name: 'New book' })
  await sheet.getByRole('button', { name: 'Open the book' }).click()
  await sheet.getByText('A name is missing.').waitFor()
  await sheet.locator('input:focus').waitFor()
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Choir')
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [])
  await picture(page, 'books-new')
  await page.setViewportSize({ width: 390, height: 780 })
  await picture(page, 'books-new-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await sheet.getByRole('button', { name: 'Open the book' }).click()
  await page.waitForURL(/\/b\/[\w-]+\/welcome$/)
  await page.getByRole('heading', { name: 'What is in Choir today?' }).waitFor()
  assert.equal(await page.getByText('Currency you think in').count(), 0)
  await page.getByRole('link', { name: /^Back to / }).waitFor()
  await picture(page, 'books-welcome')
  const choir = (await ana.call(listBooks)).data.find(({ name }) => name === 'Choir') ?? assert.fail()
  await page.goto(`${stage.address}/b/${choir.id}/settings/book`)
  await page.getByRole('button', { name: 'Archive it' }).click()
  await page.getByText('This book is archived.').waitFor()
  await complete(page)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'books-settings')
  await page.goto(`${stage.address}/b/${choir.id}`)
  await page.getByText('This book is archived.').waitFor()
  assert.equal(await line(page).count(), 0)
  await page.setViewportSize({ width: 390, height: 780 })
  await page
    .getByRole('button', { name: /^Choir, the book/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog', { name: 'Books' }).getByText('Archived (1)').waitFor()
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [])
  assert.equal(await tooWideBy(page), 0)
  await picture(page, 'books-menu-phone')
  await page.goto(`${stage.address}/b/${choir.id}/settings/book`)
  await picture(page, 'books-settings-phone')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Take it out' }).click()
  await page.getByRole('button', { name: 'Let Choir open first' }).click()
  await page.getByText('This is the book that opens first.').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Delete the book…' }).count(), 0)
  await ana.call(updateMe, { body: { default_book_id: ana.book_id } })
  await page.reload()
  await page.getByRole('button', { name: 'Delete the book…' }).click()
  await page.getByRole('textbox', { name: /Type the name/ }).fill('Quire')
  await page.getByRole('button', { name: 'Delete it for good' }).click()
  await page.getByText('This is not its name.').waitFor()
  await page.getByRole('textbox', { name: /Type the name/ }).fill('Choir')
  await page.getByRole('button', { name: 'Delete it for good' }).click()
  await page.waitForURL(`${stage.address}/`)
  await page.getByRole('status').getByText('Choir is deleted for good').waitFor()
  await page.getByRole('link', { name: 'Florin, home' }).waitFor({ state: 'attached' })
})

test('the made-up household is known on another device; it is removed at once, or after a question if something was recorded in it', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const named = { name: 'The made-up household', base_currency_id: 'EUR' }
  const { id } = await ana.call(createBook, { body: named })
  await fill(ana, id, 'Toys', 'Kite')
  const page = await open(t, stage, `/b/${id}`, {
    as: ana,
    width: 1440,
    refusals: [404],
    errors: /404|no such book/,
  })
  await page.getByText('This household is made up, to look around in.').waitFor()
  await switcher(page, 'The made-up household').click()
  const list = page.getByRole('dialog', { name: 'Books' })
  await list.getByText('to look around').waitFor()
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [])
  await picture(page, 'books-menu-example')
  await page.keyboard.press('Escape')
  // Opened in this browser before the expense: what came later is somebody's own.
  await page.evaluate(
    `for (const [key, value] of [['example-book', '${id}'], ['example-made', '1']]) localStorage.setItem('florin.' + key + '.${ana.user.id}', value)`,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Remove it' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the made-up household?' })
  await question.getByText('You recorded something in it yourself.').waitFor()
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [])
  await picture(page, 'books-example-question')
  await question.getByRole('button', { name: 'Remove it' }).click()
  await page.waitForURL('**/welcome')
  await page.getByRole('status').getByText('The made-up household is gone').waitFor()
  await page.locator('h1:focus').waitFor()
  assert.equal((await ana.call(listBooks)).data.length, 1)
  const again = await ana.call(createBook, { body: named })
  await page.goto(`${stage.address}/b/${again.id}/transactions`)
  await switcher(page, 'The made-up household').click()
  await list.getByRole('button', { name: 'remove The made-up household' }).click()
  await page.waitForURL('**/welcome')
})
