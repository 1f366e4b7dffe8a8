import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../contract/accounts.ts'
import { logout } from '../../contract/auth.ts'
import { updateBook } from '../../contract/books.ts'
import { createExpense, listTransactions } from '../../contract/budgeting.ts'
import { createContact, listContacts } from '../../contract/contacts.ts'
import { addDays } from '../../contract/day.ts'
import { listObligations } from '../../contract/obligations.ts'
import { category } from '../books.ts'
import type { Person } from '../world.ts'
import {
  axeFinds,
  colours,
  DIALOG,
  type Look,
  makeStage,
  open,
  PHONE,
  picture,
  tooWideBy,
} from './browser.ts'

const stage = await makeStage()

async function household(): Promise<Person> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const food = await category(ana, 'Eating out')
  await category(ana, 'Groceries')
  await ana.call(createAccount, { body: { name: 'Purse', type: 'asset', is_default: true } })
  await ana.call(createContact, { body: { name: 'Sam Okafor' } })
  await ana.call(createExpense, { body: { amount: 9, category_id: food.id, memo: 'Noodle bar' } })
  return ana
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Add a transaction' })
/** The sentence, as it is on the screen. */
const sentence = (page: Page, token: string) => page.getByRole('button', { name: token, exact: true })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const recorded = async (person: Person) =>
  (await person.call(listTransactions, { query: { limit: 50 } })).data.map(
    ({ memo, category_name, amount }) => [amount, category_name, memo].join(' '),
  )

test('a line is read back while one types, Enter adds it, and Undo takes it back', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana })
  await field(page).fill('12.50+3 groceries yesterday #work')
  for (const token of [
    'Amount: €15.50',
    'Category: Groceries',
    'Account: Purse',
    'Day: yesterday',
    'Tag: #work',
  ])
    await sentence(page, token).waitFor()
  await picture(page, 'quick-entry')
  await field(page).press('Enter')
  await said(page, 'Spent €15.50 on Groceries').waitFor()
  assert.equal(await field(page).inputValue(), '')
  assert.deepEqual(await recorded(ana), ['9 Eating out Noodle bar', '15.5 Groceries '])
  await said(page, 'Undo').getByRole('button').click()
  await said(page, 'Undone').waitFor()
  assert.deepEqual(await recorded(ana), ['9 Eating out Noodle bar'])
})

test('words that were used before bring their category; other words ask for one', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/transactions', { as: ana })
  await field(page).fill('8 noodle bar')
  await sentence(page, 'Category: Eating out').waitFor()
  await field(page).fill('8 rewe') // a shop that Florin knows
  await sentence(page, 'Category: Groceries').waitFor()
  // Also while the answer about the new words is on its way.
  const asked = Promise.withResolvers<() => void>()
  await page.route(/\/suggestions\?.*q=something/, (request) => asked.resolve(() => request.continue()))
  await field(page).fill('8 something else')
  const answer = await asked.promise
  await sentence(page, 'Category: Choose a category').waitFor()
  await field(page).press('Enter')
  answer()
  // A second Enter chooses nothing by accident, and Escape leads back to the line.
  await page.getByRole('option', { name: /Groceries/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await sentence(page, 'Category: Choose a category').waitFor()
  assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Add a transaction')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Groceries/ }).waitFor()
  await page.keyboard.type('gro')
  await page.getByRole('option', { name: /Groceries/ }).waitFor()
  await page.keyboard.press('Enter')
  await sentence(page, 'Category: Groceries').waitFor()
  await page.keyboard.press('Enter')
  await said(page, 'Spent €8.00 on Groceries').waitFor()
  assert((await recorded(ana)).includes('8 Groceries something else'))
})

test('by keyboard alone: N opens it over any page, Tab goes into the sentence, a token is a picker', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/settings/look', { as: ana })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('n')
  await field(page).waitFor()
  await page.keyboard.type('lent anna 20 taxi')
  await sentence(page, 'Contact: Anna (new)').waitFor()
  for (const name of ['What happened', 'Amount', 'Contact']) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate('document.activeElement.getAttribute("aria-label")')
    assert.match(String(focused), new RegExp(`^${name}: `))
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('sam')
  await page.keyboard.press('Enter')
  await sentence(page, 'Contact: Sam Okafor').waitFor()
  await page.keyboard.press('Enter')
  await said(page, 'Lent €20.00 to Sam Okafor').waitFor()
  await field(page).waitFor({ state: 'detached' })
  const { data } = await ana.call(listObligations)
  assert.deepEqual(
    data.map(({ name, contact }) => [name, contact.name]),
    [['taxi', 'Sam Okafor']],
  )
  assert.equal((await ana.call(listContacts)).data.length, 1, 'Anna was not chosen, so she was not added')
})

test('a missing rate has both ways out as fields', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, refusals: [422] })
  await field(page).fill('1200 jpy groceries')
  await field(page).press('Enter')
  await page.getByText('Florin has no rate from Japanese yen to euro').waitFor()
  await picture(page, 'quick-entry-no-rate')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByLabel('What it was in EUR').fill('7,37')
  await page.keyboard.press('Enter')
  await said(page, 'Spent ¥1,200 on Groceries').waitFor()
  const { data } = await ana.call(listTransactions, { query: { limit: 1, sort: '-created_at' } })
  assert.deepEqual([data[0]?.amount, data[0]?.base_amount], [1200, 7.37])
})

test('a refusal has its way out as a button', async (t) => {
  const page = await open(t, stage, '/', { as: await household(), refusals: [409] })
  await field(page).fill('paid sam 20 groceries')
  await sentence(page, 'Contact: Sam Okafor').waitFor()
  await field(page).press('Enter')
  await page.getByRole('button', { name: 'Record it as spending' }).click()
  await sentence(page, 'Category: Groceries').waitFor()
  await field(page).press('Enter')
  await said(page, 'Spent €20.00 on Groceries from Purse today with Sam Okafor').waitFor()
})

test('typed text survives a reload', async (t) => {
  const page = await open(t, stage, '/', { as: await household() })
  await field(page).fill('12.50 groceries')
  await sentence(page, 'Category: Groceries').waitFor()
  await page.reload()
  await sentence(page, 'Category: Groceries').waitFor()
  assert.equal(await field(page).inputValue(), '12.50 groceries')
})

test('an entry into closed books has both ways out, in the line and on the page for the thumb', async (t) => {
  const ana = await household()
  const closed_through = addDays(Temporal.Now.plainDateISO('UTC').toString(), 1)
  await ana.call(updateBook, { body: { closed_through } })
  const page = await open(t, stage, '/', { as: ana, refusals: [409] })
  await field(page).fill('12.50 groceries')
  await sentence(page, 'Category: Groceries').waitFor()
  await field(page).press('Enter')
  const closed = page.getByRole('alert').filter({ hasText: 'Your books are closed through' })
  await closed.getByRole('button', { name: /^Reopen / }).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await closed.getByRole('button', { name: /^Use / }).click()
  await closed.waitFor({ state: 'detached' })
  await page.goto(`${stage.address}/add`)
  for (const key of ['1', '5']) await page.getByRole('button', { name: key, exact: true }).click()
  await page.getByRole('button', { name: 'Eating out' }).click()
  await page.getByRole('button', { name: 'Add €15.00' }).click()
  await closed.getByRole('button', { name: /^Use / }).waitFor()
  await closed.getByRole('button', { name: /^Reopen / }).click()
  await page.getByText('The books are open again: you can go on.').waitFor()
  await page.getByRole('button', { name: 'Add €15.00' }).click()
  await said(page, 'Spent €15.00 on Eating out').waitFor()
})

test('a thumb adds with the keypad and a tile', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/add', { as: ana, ...PHONE })
  for (const key of ['1', '2', 'Plus', '3']) await page.getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('button', { name: 'Eating out' }).tap()
  await page.getByRole('button', { name: 'Add €15.00' }).tap()
  await said(page, 'Spent €15.00 on Eating out').waitFor()
  assert((await recorded(ana)).includes('15 Eating out '))
  // All of it in the words: Enter of the phone's keyboard sends it.
  const words = page.getByRole('textbox', { name: 'For what, or where' })
  await words.fill('4.20 groceries')
  await page.locator('[enterkeyhint=send]').waitFor()
  await words.press('Enter')
  await said(page, 'Spent €4.20 on Groceries').waitFor()
  // The words say the kind, until a tab is pressed.
  await words.fill('lent Sam 100')
  const kind = (name: string) => page.getByRole('radio', { name, exact: true })
  await page.getByRole('button', { name: 'Contact: Sam Okafor' }).waitFor()
  assert(await kind('Owed').isChecked())
  await picture(page, 'add-lent-by-words')
  await page.getByText('Spent', { exact: true }).tap()
  await page.getByRole('button', { name: 'Eating out' }).waitFor()
  assert(await kind('Spent').isChecked())
  await page.getByText('Got', { exact: true }).tap()
  await words.fill('')
  await page.getByText('Spent', { exact: true }).tap()
  await page.getByRole('button', { name: 'Noodle bar 9.00' }).tap()
  await page.getByRole('button', { name: 'Split with people: Split' }).tap()
  await page.getByLabel('Add somebody').fill('sam')
  await page.getByRole('option', { name: 'Sam Okafor' }).tap()
  await page.getByText('€4.50 is yours', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add €9.00' }).tap()
  await said(page, 'Noodle bar €9.00, of which €4.50 is yours. Sam Okafor owes you €4.50.').waitFor()
  const { data } = await ana.call(listObligations)
  assert.deepEqual(
    data.map(({ original_amount, contact }) => [contact.name, original_amount]),
    [['Sam Okafor', 4.5]],
  )
})

test('without a network an entry waits on the device, also over a reload, and is sent once when it is back', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, serviceWorker: true, errors: /cannot be reached/ })
  await field(page).waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await field(page).fill('12.50 groceries')
  await sentence(page, 'Category: Groceries').waitFor()
  await field(page).press('Enter')
  await page
    .getByText('You are offline. 1 transaction is kept on this device and sent when you are back.')
    .waitFor()
  assert.equal(await field(page).inputValue(), '')
  await picture(page, 'offline')
  assert.deepEqual(await axeFinds(page), [])
  assert.deepEqual(await recorded(ana), ['9 Eating out Noodle bar'])
  await page.reload()
  await page.getByText('1 transaction is kept').first().waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await said(page, 'has been sent').waitFor()
  assert.deepEqual((await recorded(ana)).sort(), ['12.5 Groceries ', '9 Eating out Noodle bar'])
})

/** Changes all entries that wait in the browser. */
const age = (change: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('florin', 1)
  opening.onsuccess = () => {
    const store = opening.result.transaction('kept', 'readwrite').objectStore('kept')
    store.getAll().onsuccess = ({ target }) => {
      for (const one of target.result) store.put({ ...one, ${change} })
      store.transaction.oncomplete = () => { opening.result.close(); resolve() }
    }
  }
  opening.onerror = () => reject(opening.error)
})`

async function keepOne(page: Page): Promise<void> {
  await field(page).waitFor()
  await page.route('**/budgeting/expenses', (route) => route.abort())
  await field(page).fill('12.50 groceries')
  await sentence(page, 'Category: Groceries').waitFor()
  await field(page).press('Enter')
  await page.getByText('1 transaction is kept on this device').waitFor()
}

test('deleting the account also deletes the entries of this person that wait on the device', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, refusals: [401] }) // the page asks once more, as nobody
  await keepOne(page)
  await page.goto(`${stage.address}/health`)
  await page.evaluate(age("id: 'another', user_id: 'another'")) // a copy, of somebody else who uses this browser
  await page.goto(`${stage.address}/settings/profile`)
  await page.getByRole('button', { name: 'Delete the account…' }).click()
  await page.getByLabel('Type “delete everything”').fill('delete everything')
  await page.getByRole('button', { name: 'Delete everything for good' }).click()
  await page.waitForURL('**/sign-in')
  const owners = await page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('florin', 1)
    opening.onsuccess = () => {
      const all = opening.result.transaction('kept').objectStore('kept').getAll()
      all.onsuccess = () => { opening.result.close(); resolve(all.result.map(({ user_id }) => user_id)) }
    }
  })`)
  assert.deepEqual(owners, ['another'])
})

test('an entry that was sent more than a day ago is shown and not sent again by itself', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana })
  await keepOne(page)
  // Beside the app, which tries again from time to time and would note that.
  await page.goto(`${stage.address}/health`)
  await page.evaluate(age('sent_at: Date.now() - 25 * 3600 * 1000'))
  await page.goto(`${stage.address}/`)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('it may be in your books already').waitFor()
  await page.unroute('**/budgeting/expenses') // from now on, sending would succeed
  await picture(page, 'offline-doubtful')
  assert.deepEqual(await axeFinds(page), [])
  assert.deepEqual(await recorded(ana), ['9 Eating out Noodle bar'])
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('everything has been sent').waitFor()
  assert.equal((await recorded(ana)).length, 2)
})

test('signing out while an entry waits says so, and asks', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, refusals: [401] })
  await keepOne(page)
  await page.goto(`${stage.address}/settings/profile`)
  await page.getByText('1 transaction is kept on this device').waitFor()
  const question = page.getByRole('dialog', { name: 'Sign out with 1 transaction not sent?' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  assert.deepEqual(await axeFinds(page), [])
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await question.getByRole('button', { name: 'Sign out all the same' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.unroute('**/budgeting/expenses')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ana.user.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ana.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await said(page, 'has been sent').waitFor()
})

test('an entry that waits while the session ends asks to sign in, and says that it waits', async (t) => {
  const ana = await household()
  const page = await open(t, stage, '/', { as: ana, refusals: [401] })
  await keepOne(page)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await ana.call(logout)
  // Not `click`: the page may have tried by itself meanwhile, and its dialog would lie over the button.
  await page.getByRole('button', { name: 'Send now' }).dispatchEvent('click')
  const over = page.getByRole('dialog', { name: 'Your session has ended' })
  await over.getByText('Nothing you typed is lost: 1 transaction waits on this device.').waitFor()
  await picture(page, 'session-over-kept')
  await page.unroute('**/budgeting/expenses')
  await over.getByRole('textbox', { name: 'Password' }).fill(ana.password)
  await over.getByRole('button', { name: 'Sign in' }).click()
  await over.waitFor({ state: 'detached' })
})

test('an entry is sent only as the person who made it', async (t) => {
  const [ana, bela] = [await household(), await household()]
  const page = await open(t, stage, '/', { as: ana, refusals: [409] })
  await keepOne(page)
  const cookie = { name: 'service-session', url: stage.address, httpOnly: true, sameSite: 'Lax' } as const
  await page.context().addCookies([{ ...cookie, value: bela.token }])
  await page.unroute('**/budgeting/expenses') // not before: the page tries again by itself
  await page.reload()
  await field(page).waitFor()
  await page.waitForLoadState('networkidle')
  assert.equal(await page.getByText('kept on this device').count(), 0)
  assert.deepEqual(await recorded(bela), ['9 Eating out Noodle bar'])
  await page.context().addCookies([{ ...cookie, value: ana.token }])
  await page.reload()
  await said(page, 'has been sent').waitFor()
  assert.equal((await recorded(ana)).length, 2)
  assert.deepEqual(await recorded(bela), ['9 Eating out Noodle bar'])
})

for (const [name, look] of [
  ['wide', {}],
  ['on a phone', PHONE],
] as [string, Look][])
  test(`axe finds nothing in adding and its popups, light and dark, ${name}`, async (t) => {
    const page = await open(t, stage, '/add', { as: await household(), ...look })
    await page.getByRole('button', { name: '7', exact: true }).click()
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    await picture(page, `add ${name}`)
    await colours(page, 'dark')
    assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
    await picture(page, `add ${name} dark`)
    // The popups differ only in their colours and their place: two looks show both.
    if (!look.touch) await colours(page, 'light')
    for (const chip of ['Account: Purse', 'Day: Today', 'Currency: EUR', 'Tags']) {
      await page.getByRole('button', { name: chip, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await axeFinds(page, undefined, DIALOG), [], chip)
      await picture(page, `add ${name} ${chip}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })
