import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listCategories } from '../../contract/categories.ts'
import { EMPTY } from '../world.ts'
import { axeFinds, colours, complete, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()
const empty = await makeStage(EMPTY)

test('somebody who has never seen Florin signs up, enters a lunch, sees it in the chart, and takes a mistake back', async (t) => {
  await stage.person() // somebody is here already
  const page = await open(t, stage, '/', { refusals: [401] })
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('link', { name: 'Create your account' }).click()

  await page.getByLabel('Your name').fill('Mina')
  await page.getByLabel('E-mail').fill('mina@example.com')
  await page.getByLabel('Password', { exact: true }).fill('four words are enough')
  await picture(page, 'first-1-sign-up')
  await page.getByRole('button', { name: 'Create my account' }).click()

  await page.getByRole('heading', { name: 'Hello Mina. What do you have today?' }).waitFor()
  const opener = page.locator('summary', { hasText: 'The currency that you think in' })
  const opens = (await opener.boundingBox())?.y ?? assert.fail('it has a place')
  const card = await page.getByRole('textbox', { name: 'Credit card, what you owe on it' }).boundingBox()
  assert.ok(opens > (card?.y ?? assert.fail('it has a place')), 'the amounts stand before the currency')
  await opener.click()
  const currency = page.getByRole('combobox', { name: 'Currency you think in' })
  await currency.fill('eur')
  await page.getByRole('option', { name: /^Euro/ }).click()
  await page.getByText('Together €0.00').waitFor()
  await picture(page, 'first-2-welcome')
  await page.getByRole('button', { name: 'Start', exact: true }).click()

  // The caret waits in quick entry.
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await page.locator('input:focus').waitFor()
  assert.equal(await page.locator('input:focus').getAttribute('id'), await entry.getAttribute('id'))
  await page.keyboard.type('12.50 lunch')
  // This book has no lunch yet, but it is an everyday word, and the ready-made set has its category.
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await picture(page, 'first-3-entry')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/12\.50/)
    .waitFor()
  await page
    .getByRole('region', { name: /Latest/ })
    .getByText('lunch')
    .waitFor()
  const spent = page.getByRole('region', { name: 'Spent' })
  await spent.getByText('12 euro 50').first().waitFor()
  await picture(page, 'first-4-home')

  // A mistake, whose category the book already knows: undone from the line it was written in.
  await entry.fill('125 lunch')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await page.keyboard.press('Enter')
  await spent.getByText('137 euro 50').first().waitFor()
  // The caret is still in the line, where Z alone is a letter.
  await page.getByRole('status').getByText('Ctrl Z').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('status').getByText('Undone').waitFor()
  await spent.getByText('12 euro 50').first().waitFor()
  await picture(page, 'first-5-undone')
})

test('where nobody has an account yet, every address leads to creating the first one; balances come first, and names and accounts are one’s own', async (t) => {
  const page = await open(t, empty, '/budgets', { refusals: [401] })
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0)
  await page.goto(`${empty.address}/sign-in`)
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'first-6-empty')
  await page.getByLabel('Your name').fill('Ana')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('four words are enough')
  await page.getByRole('button', { name: 'Create my account' }).click()

  await page.getByRole('heading', { name: 'Hello Ana. What do you have today?' }).waitFor()
  await page.getByLabel('Name of Bank').fill('Erste Bank')
  await page.getByLabel('Erste Bank, in the bank').fill('6412.85')
  await page.keyboard.press('Tab') // to the next amount
  await page.keyboard.type('184.20')
  await page.getByLabel('Savings, put aside').fill('31500')
  await page.getByLabel('Credit card, what you owe on it').fill('-642.18')
  await page.getByText(/^You owe .642\.18/).waitFor()
  assert.equal(await page.getByText('=').count(), 0, 'a sign alone is no sum')
  await page.getByText(/37,454\.87/).waitFor()
  await page.getByRole('button', { name: 'I have that much on it' }).click()
  await page.getByText(/^You have .642\.18 on it/).waitFor()
  await page.getByText(/38,739\.23/).waitFor()
  await page.getByRole('button', { name: 'I owe that much' }).click()
  await page.getByRole('button', { name: 'Another account' }).click()
  await page.keyboard.type('Car loan')
  await page.getByLabel('Which kind of account').selectOption('what you owe on it')
  await page.getByLabel('Car loan, what you owe on it').fill('1000')
  await page.getByText(/36,454\.87/).waitFor()
  await picture(page, 'first-7-welcome')
  await page.setViewportSize({ width: 360, height: 780 })
  await picture(page, 'first-7-welcome-phone')
  assert.deepEqual(await axeFinds(page), [])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Car loan, what you owe on it').press('Enter')

  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  const accounts = page.getByRole('navigation', { name: 'Accounts' })
  for (const name of ['Erste Bank', 'Cash', 'Savings', 'Credit card', 'Car loan'])
    await accounts.getByText(name).waitFor()
  await page.getByRole('region', { name: 'Net worth' }).getByText('36454').first().waitFor()

  // A list of first steps, not empty cards. Each ticks itself.
  const steps = page.getByRole('region', { name: 'To begin with' })
  await steps.getByText('1 of 5').waitFor()
  await steps.getByText(/^5 accounts, .36,454\.87 together$/).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Budgets' }).count(), 0)
  assert.equal(await page.getByText('Your first one').count(), 0, 'the list says it')
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'first-8-steps')
  await colours(page, 'dark')
  await picture(page, 'first-8-steps-dark')
  await colours(page, 'light')
  await steps.getByRole('button', { name: 'Show the code' }).click()
  await page.getByRole('dialog').getByText('which only this machine can reach').waitFor()
  await page.keyboard.press('Escape')
  await steps.getByRole('button', { name: 'Try it' }).click()
  await page.keyboard.type('12.50 lunch')
  await page.keyboard.press('Enter')
  await steps.getByText('2 of 5').waitFor()
  // With something in the book, the steps are one line, and the figures have the page.
  await steps.getByText('Next: A file from your bank.').waitFor()
  assert(((await steps.boundingBox())?.height ?? 0) < 80)
  await picture(page, 'first-8-one-line')
  await steps.getByRole('button', { name: 'All steps' }).click()
  await steps.getByText('It is in Transactions, with everything you add.').waitFor()
  const latest = page.getByRole('region', { name: 'Latest' })
  await latest.getByText('lunch').waitFor()
  const cut = latest
    .locator('.truncate')
    .evaluateAll((texts) =>
      texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
    )
  assert.deepEqual(await cut, [])
  await page.setViewportSize({ width: 360, height: 780 })
  await picture(page, 'first-8-steps-phone')
  // Before all is known, no number is shown: one that changes at once looks like progress.
  await page.addInitScript(`new MutationObserver(() => {
    const text = document.querySelector('[aria-label="To begin with"]')?.textContent ?? ''
    for (const [found] of text.matchAll(/\\d of \\d/g)) (globalThis.counts ??= new Set()).add(found)
  }).observe(document, { childList: true, subtree: true, characterData: true })`)
  const body = { email: 'ana@example.com', password: 'four words are enough', device_name: 'iPhone' }
  const { ok } = await fetch(`${empty.address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert(ok)
  await page.reload()
  await steps.getByText('3 of 5').waitFor()
  await complete(page)
  assert.deepEqual(await page.evaluate('[...globalThis.counts]'), ['3 of 5'], 'on a phone, that step is done')
  const tops = await Promise.all(
    ['Spent', 'To begin with'].map((name) => page.getByRole('region', { name }).boundingBox()),
  )
  assert((tops[0]?.y ?? 0) < (tops[1]?.y ?? 0), 'a figure comes first')
  await page
    .getByRole('region', { name: 'Net worth' })
    .getByText(/in [A-Z][a-z]+$/)
    .waitFor() // the change has its month
  await page.getByText(/^You began with .36,454\.87/).waitFor()
  await page
    .getByRole('region', { name: 'Spent' })
    .getByText(/Income|^In /)
    .first()
    .waitFor()
  assert.deepEqual(await page.locator('kbd:visible').count(), 0, 'no keys on a narrow screen')
  await picture(page, 'first-9-steps-phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await steps.getByText('3 of 5').waitFor()
  await steps.getByRole('button', { name: 'Put it away' }).click()
  await page.getByRole('region', { name: 'Budgets' }).waitFor()
  await page.getByRole('status').getByText('Ctrl Z').waitFor() // as in the line of quick entry
  await page.keyboard.press('Control+z')
  await steps.getByRole('button', { name: 'Put it away' }).click()
  await page.getByRole('region', { name: 'Budgets' }).waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Budgets' }).waitFor()
  assert.equal(await steps.count(), 0)
})

test('the ready-made categories are shown by group; some are left out and one is added before the book begins', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const page = await open(t, stage, '/welcome', { as: ana })
  await page.getByText('25 categories in 7 groups').click()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await picture(page, `first-10-groups-${width}`)
    assert.deepEqual(await axeFinds(page), [])
  }
  const around = page.getByRole('list', { name: 'Getting around' })
  await around.getByRole('button', { name: 'Leave out Transport' }).click()
  await page.keyboard.press('Enter') // on Car, where the focus has gone
  await page.getByText('23 categories in 6 groups').waitFor()
  assert.equal(await around.count(), 0)
  assert.equal(await page.locator('button:focus').getAttribute('aria-label'), 'Leave out Health')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.keyboard.type('Choir')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'In no group' }).getByText('Choir').waitFor()
  await page.getByText('24 categories in 6 groups').waitFor()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  const { data } = await ana.call(listCategories, {
    query: { kind: 'expense', sort: 'position', limit: 100 },
  })
  assert.deepEqual(
    data.filter(({ parent_id }) => parent_id === null).map(({ name }) => name),
    ['Home', 'Food', 'Personal', 'Family', 'Free time', 'Finances', 'Choir', 'Other expenses'],
  )
})
