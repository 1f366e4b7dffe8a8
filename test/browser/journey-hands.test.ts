import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStarter } from '../../contract/books.ts'
import { createExpense, listExpenses } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import type { Person } from '../world.ts'
import { makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()

async function withBook(): Promise<Person> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  for (const [memo, name, amount] of [
    ['Bakery', 'Eating out', 4.2],
    ['Lidl', 'Groceries', 61.75],
  ] as const)
    await ana.call(createExpense, {
      body: { memo, amount, category_id: data.find((one) => one.name === name)?.id ?? '' },
    })
  return ana
}

test('everything by thumb: an expense on a phone, with the keypad', async (t) => {
  const ana = await withBook()
  const page = await open(t, stage, '/', { as: ana, ...PHONE })
  await page.getByRole('link', { name: 'Add a transaction' }).tap()
  await page.getByRole('heading', { name: 'Add a transaction' }).waitFor()
  const keypad = page.getByRole('group', { name: 'Keypad' })
  for (const key of ['1', '2', 'Decimal point', '5', 'Plus', '3'])
    await keypad.getByRole('button', { name: key, exact: true }).tap()
  await page.getByRole('button', { name: 'Eating out' }).tap()
  await page.getByRole('textbox', { name: 'For what, or where' }).fill('Trattoria Sole')
  // The system's keyboard has gone, and ours is back.
  await page.getByRole('textbox', { name: 'For what, or where' }).blur()
  await picture(page, 'phone-1-add')
  await keypad.getByRole('button', { name: /^Add €15\.50/ }).tap()
  await page.getByRole('status').getByText('Undo').waitFor()
  assert.deepEqual(
    (await ana.call(listExpenses)).data
      .slice(0, 1)
      .map(({ amount, memo, category_name }) => [amount, memo, category_name]),
    [[15.5, 'Trattoria Sole', 'Eating out']],
  )
  await page.goto(`${stage.address}/transactions`)
  await page.getByText('Trattoria Sole').waitFor()
  await picture(page, 'phone-2-transactions')
  await page.getByRole('link', { name: 'More' }).tap()
  await page.getByRole('heading', { name: 'More' }).waitFor()
  await picture(page, 'phone-3-more')
})

test('everything by keyboard: find, change, select, delete, undo and go, without a mouse', async (t) => {
  const ana = await withBook()
  const page = await open(t, stage, '/', { as: ana })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { keyboard } = page
  await keyboard.press('g')
  await keyboard.press('t')
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  await page.getByText('2 transactions', { exact: true }).waitFor()
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await picture(page, 'keys-1-shortcuts')
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('j')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('Backspace')
  await page.getByText('1 transaction', { exact: true }).waitFor()
  await picture(page, 'keys-2-deleted')
  await keyboard.press('z')
  await page.getByText('2 transactions', { exact: true }).waitFor()
  await keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await keyboard.type('net')
  await picture(page, 'keys-3-palette')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Net worth', level: 1 }).waitFor()
  await keyboard.press('n')
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  await keyboard.type('2.50 lidl')
  await page.getByRole('button', { name: 'Category: Groceries' }).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('status').getByText('Spent €2.50').waitFor() // an earlier message may still be there
  assert.equal((await ana.call(listExpenses)).data.length, 3)
})

test("a screen reader's view: one heading, landmarks, names, amounts in words, and news that is said", async (t) => {
  const ana = await withBook()
  const page = await open(t, stage, '/', { as: ana })
  await page.getByRole('region', { name: 'Latest' }).getByText('Lidl').waitFor()
  for (const path of [
    '/',
    '/transactions',
    '/obligations',
    '/budgets',
    '/reports',
    '/plans',
    '/settings',
    '/activity',
  ]) {
    await page.goto(`${stage.address}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path)
    assert.equal(await page.getByRole('main').count(), 1, path)
    assert((await page.title()).endsWith('Florin'), `${path} is called ${await page.title()}`)
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
  }
  await page.goto(`${stage.address}/`)
  // The first press of Tab leads past the navigation.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement?.id'), 'content')
  // The reading of quick entry is read aloud while one types.
  await page.getByRole('textbox', { name: 'Add a transaction' }).fill('12.50 lidl')
  const said = page
    .locator('[aria-live=polite]')
    .filter({ hasText: 'Spent 12 euro 50 on Groceries from Cash today' })
  await said.waitFor({ state: 'attached' })
  // A page that was opened has the focus on its heading, or in it.
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await page.getByRole('heading', { name: 'Transactions' }).waitFor()
  await page.getByRole('link', { name: /Lidl Groceries Cash minus 61 euro 75/ }).waitFor()
  assert.match(await page.locator('main').ariaSnapshot(), /- heading "Transactions" \[level=1\]/)
})
