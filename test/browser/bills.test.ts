import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getAccount } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createExpense, createIncome } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { todayIn } from '../../contract/day.ts'
import {
  createReconciliation,
  getReconciliation,
  listReconciliations,
} from '../../contract/reconciliations.ts'
import { account } from '../books.ts'
import type { Person } from '../world.ts'
import { axeFinds, colours, complete, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** A person with 500 in the bank, who paid 90 for a pizza evening with Tom and Lea. */
async function host(): Promise<{ ana: Person; categoryOf: (name: string) => string }> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const categoryOf = (name: string) => categories.find((one) => one.name === name)?.id ?? ''
  const bank = await account(ana, 'Bank')
  const people = await Promise.all(['Tom', 'Lea'].map((name) => ana.call(createContact, { body: { name } })))
  await ana.call(createIncome, {
    body: { amount: 500, category_id: categoryOf('Gifts received'), asset_account_id: bank.id, date: today },
  })
  await ana.call(createExpense, {
    body: {
      amount: 90,
      category_id: categoryOf('Eating out'),
      asset_account_id: bank.id,
      date: today,
      memo: 'Pizza evening',
      shares: people.map(({ id }) => ({ contact_id: id, amount: 30 })),
    },
  })
  return { ana, categoryOf }
}

test('a bill is one line in the register, opened by an arrow, and one tick with one undo in Reconcile', async (t) => {
  const { ana } = await host()
  const bank = await account(ana, 'Bank')
  const page = await open(t, stage, `/accounts/${bank.id}`, { as: ana })
  const rows = page.getByRole('table', { name: 'Lines of Bank' }).getByRole('row')
  const bill = rows.filter({ hasText: 'Pizza evening' })
  await bill.filter({ hasText: 'one bill, 3 shares' }).waitFor()
  assert.equal(await bill.count(), 1)
  await bill.filter({ hasText: '€90.00' }).filter({ hasText: '€410.00' }).waitFor()
  await bill.getByRole('link', { name: 'Pizza evening' }).focus()
  await page.keyboard.press('ArrowRight')
  await rows.filter({ hasText: 'Your share' }).filter({ hasText: '30.00' }).waitFor()
  for (const name of ['Tom', 'Lea'])
    await rows.filter({ hasText: name }).filter({ hasText: 'owes you this' }).waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'bill-1-register')
  await page.keyboard.press('ArrowLeft')
  await rows.filter({ hasText: 'Your share' }).waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Reconcile' }).click()
  await page.getByRole('textbox', { name: 'Balance it ends with' }).fill('410')
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('Ticked, 0 of 2').waitFor()
  await page.getByRole('checkbox', { name: /Pizza evening/ }).check()
  await page.getByText('Ticked, 1 of 2').waitFor()
  await page.getByText('Saved').waitFor()
  const [open_one] = (await ana.call(listReconciliations, { params: { id: bank.id } })).data
  const params = { id: bank.id, reconciliation_id: open_one?.id ?? '' }
  const ticked = async () => (await ana.call(getReconciliation, { params })).cleared_line_ids.length
  assert.equal(await ticked(), 3, 'the lines of all shares')
  await page.getByRole('button', { name: /^Parts/ }).click()
  await page.getByText('owes you this').first().waitFor()
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'bill-2-reconcile')
  const [last] = (await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })).data
  await ana.call(undoChange, { params: { version: `${last?.version}` } })
  assert.equal(await ticked(), 0, 'one undo takes all of them back')
})

for (const [width, size] of [
  [1440, {}],
  [1024, { width: 1024 }],
  [360, PHONE],
] as const)
  test(`days of an earlier year and long texts stay in their lines in Reconcile, ${width} wide`, async (t) => {
    const { ana, categoryOf } = await host()
    const bank = await account(ana, 'Bank')
    const people = await ana.call(createContact, {
      body: { name: 'Maximiliane Katharina von Hohenlohe-Langenburg' },
    })
    for (const shares of [[], [{ contact_id: people.id, amount: 30 }]])
      await ana.call(createExpense, {
        body: {
          amount: 121_456.78,
          category_id: categoryOf('Utilities'),
          asset_account_id: bank.id,
          date: '2025-12-28',
          memo: 'SEPA Lastschrift Stadtwerke Musterstadt GmbH & Co. KG Abschlag Strom Gas Wasser Kundennr 4711',
          ...(shares.length > 0 && { shares }),
        },
      })
    await ana.call(createReconciliation, { params: { id: bank.id }, body: { date: today, balance: 410 } })
    const page = await open(t, stage, `/accounts/${bank.id}/reconcile`, { as: ana, ...size })
    await page
      .getByRole('button', { name: /^Parts/ })
      .first()
      .click()
    const part = page.getByText('owes you this')
    await part.first().waitFor()
    await picture(page, `reconcile-long-${width}`)
    assert.equal(await tooWideBy(page), 0)
    const lines = page.getByRole('group', { name: /Lines to tick/ })
    const wide = await lines.evaluate((list) =>
      [...list.querySelectorAll('label, label + span')].flatMap((row) =>
        row.scrollWidth > row.clientWidth + 1 ? [row.textContent] : [],
      ),
    )
    assert.deepEqual(wide, [])
    const figure = page.getByRole('region', { name: 'The statement' }).getByRole('status')
    const [difference, finish] = [
      await figure.boundingBox(),
      await page.getByRole('button', { name: 'Finish' }).boundingBox(),
    ]
    assert(difference && finish)
    const isApart =
      finish.y >= difference.y + difference.height || finish.x >= difference.x + difference.width
    assert(isApart, 'the button is not over the difference')
    if (width > 360) {
      const day = await page.getByText('28 Dec 2025').first().boundingBox()
      assert((day?.height ?? 99) < 25, `a day is one line, not ${day?.height} px`)
    }
  })

/** The figure beside an account in the sidebar. */
const inSidebar = (page: Page, name: string): Promise<string> =>
  page
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('link', { name })
    .locator('.tabular-nums > [aria-hidden]')
    .innerText()

test('a payment starts from the balance in the sidebar and leads to the one that is there afterwards', async (t) => {
  const { ana, categoryOf } = await host()
  const cash = await account(ana, 'Cash')
  await ana.call(putExchangeRate, { params: { from: 'USD', to: 'EUR', date: today }, body: { rate: 0.92 } })
  const book = {
    amount: 25,
    currency_id: 'USD',
    category_id: categoryOf('Leisure'),
    asset_account_id: cash.id,
  }
  await ana.call(createExpense, { body: { ...book, date: today, memo: 'Book' } })
  const page = await open(t, stage, '/obligations', { as: ana })
  await page.getByRole('button', { name: 'Tom paid you back' }).click()
  const preview = page.getByRole('dialog').getByRole('table', { name: 'What changes' })
  const cells = async (name: string) =>
    (await preview.getByRole('row').filter({ hasText: name }).getByRole('cell').allInnerTexts()).map(
      (text) => text.split('\n')[0],
    )
  await preview.getByRole('row').filter({ hasText: 'Cash' }).waitFor()
  assert.deepEqual(await cells('Cash'), [await inSidebar(page, 'Cash'), '€7.00'])
  assert.deepEqual(await cells('in euro'), ['€0.00', '€30.00'])
  assert.deepEqual(await cells('in US dollar'), ['−$25.00', '−$25.00'])
  assert.equal(await inSidebar(page, 'Cash'), '−€23.00')
  await picture(page, 'payment-preview')
  await page.getByRole('button', { name: /^Record €30\.00/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page
    .getByRole('navigation', { name: 'Accounts' })
    .getByRole('link', { name: 'Cash' })
    .filter({ hasText: '€7.00' })
    .waitFor()
  assert.equal((await ana.call(getAccount, { params: { id: cash.id } })).base_value, 7)
  await page.getByRole('link', { name: /^Cash/ }).click()
  const card = page.getByRole('region', { name: 'Balance' })
  await card.getByText('in US dollar').waitFor()
  assert.match(await card.innerText(), /€7\.00[\s\S]*in euro\s+€30\.00[\s\S]*in US dollar\s+−\$25\.00/)
})

test('the total of a search says that it counts own shares', async (t) => {
  const page = await open(t, stage, '/transactions?q=pizza', { as: (await host()).ana })
  await page.getByText('1 transaction').first().waitFor()
  const status = page.getByRole('status').filter({ hasText: 'transaction' })
  await status
    .filter({ hasText: '−€30.00' })
    .filter({ hasText: /, of shared bills only your share$/ })
    .waitFor()
  const row = page.getByRole('link', { name: /Pizza evening/ })
  await row.filter({ hasText: '−€90.00' }).filter({ hasText: 'your share −€30.00' }).waitFor()
})

/** Amounts that are wider than the card or the table that they are in, or that something covers. */
const cutAmounts = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main .tabular-nums > [aria-hidden]')].flatMap((amount) => {
    const { left, right, top, bottom, width } = amount.getBoundingClientRect()
    const around = amount.closest('section, article, li, td')?.getBoundingClientRect()
    if (width === 0 || !around || amount.closest('.sr-only')) return []
    const isOutside = right > around.right + 1 || left < around.left - 1
    const middle = (top + bottom) / 2
    const isCovered = top > 0 && bottom < innerHeight - 80 && [left + 2, right - 2].some((x) => {
      const over = document.elementFromPoint(x, middle)
      return over !== null && !over.contains(amount) && !amount.contains(over)
    })
    return isOutside || isCovered ? [amount.textContent] : []
  })`)

test('no screen cuts a digit of an amount with twelve of them, on a phone', async (t) => {
  const { ana, categoryOf } = await host()
  const bank = await account(ana, 'Bank')
  const amount = 987_654_321_098.76
  const body = {
    amount,
    category_id: categoryOf('Leisure'),
    asset_account_id: bank.id,
    date: today,
    memo: 'Castle',
  }
  await ana.call(createExpense, { body })
  for (const [path, figure] of [
    ['/', '€987,654,321,128.76'],
    ['/transactions', '−€987,654,321,098.76'],
    [`/accounts/${bank.id}`, '−€987,654,320,688.76'],
    ['/reports/trial-balance', '987,654,321,188.76'],
    ['/reports/spending', '€987,654,321,128.76'],
  ] as const) {
    const page = await open(t, stage, path, { as: ana, ...PHONE })
    await complete(page)
    await page.getByText(figure, { exact: true }).filter({ visible: true }).first().waitFor()
    assert.deepEqual(await cutAmounts(page), [], path)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, path)
    await picture(page, `twelve-digits${path.replaceAll('/', '-').slice(0, 20)}`)
  }
})

test('beside shares of others, categories divide only one’s own share, and the sheet says so', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  const category = (name: string) => data.find((one) => one.name === name)?.id ?? ''
  const sam = await ana.call(createContact, { body: { name: 'Sam' } })
  const bill = await ana.call(createExpense, {
    body: {
      amount: 84.6,
      date: today,
      splits: [
        { category_id: category('Groceries'), amount: 40 },
        { category_id: category('Household'), amount: 9.6 },
      ],
      shares: [{ contact_id: sam.id, amount: 35 }],
    },
  })
  const page = await open(t, stage, `/transactions?open=${bill.id}`, { as: ana })
  const split = page.getByRole('region', { name: 'Split over categories' })
  await split.getByText(/Categories divide only your own share/).waitFor()
  await split.getByRole('textbox', { name: 'Amount of part 1' }).fill('75')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await split.getByText('It is not saved: the parts have to add up.').waitFor()
  await split.scrollIntoViewIfNeeded()
  await picture(page, 'bill-parts-of-mine')
  await page.setViewportSize({ width: 360, height: 800 })
  await split.scrollIntoViewIfNeeded()
  await colours(page, 'dark')
  await picture(page, 'bill-parts-of-mine-phone-dark')
})
