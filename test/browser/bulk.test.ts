import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts, updateAccount } from '../../contract/accounts.ts'
import { createTransactions } from '../../contract/batches.ts'
import { addStarter, getBook, updateBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { axeFinds, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** Somebody with this many expenses today, and what else is in their book. */
async function withExpenses(count: number, more: (accounts: Record<string, string>) => object[] = () => []) {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  const category_id = data.find(({ name }) => name === 'Groceries')?.id ?? ''
  const accounts = Object.fromEntries((await ana.call(listAccounts)).data.map(({ name, id }) => [name, id]))
  const draft = { kind: 'expense', amount: 1, category_id, date: today }
  const transactions = [
    ...Array.from({ length: count }, (_, index) => ({ ...draft, memo: `Number ${index + 1}` })),
    ...more(accounts).map((one) => ({ ...draft, ...one })),
  ]
  await ana.call(createTransactions, { body: { transactions: transactions as never } })
  return ana
}

test('where the list has rows that are changed one by one, the bar says of how many', async (t) => {
  const ana = await withExpenses(4)
  const { data } = await ana.call(listAccounts)
  const id = data.find(({ name }) => name === 'Bank')?.id ?? ''
  await ana.call(updateAccount, {
    params: { id },
    body: { opening_balance: 10, opening_date: addDays(today, -1) },
  })
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.getByText('5 transactions').first().waitFor()
  await page.locator('[data-id]').nth(3).waitFor()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Select all 4 of 5 that can be changed together' }).click()
  await bar.getByText('4 selected').waitFor()
})

test('all that match are selected, loaded or not, and get an account, a person, a day or the trash as one change', async (t) => {
  const ana = await withExpenses(650, () => [{ memo: 'Other', amount: 2 }])
  const page = await open(t, stage, '/transactions?amount_max=1', { as: ana })
  await page.locator('[data-id]').nth(3).waitFor()
  for (const key of ['j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Select all 650 that match' }).click()
  await bar.getByText('650 selected').waitFor()
  await picture(page, 'bulk-1-all')
  assert.deepEqual(await axeFinds(page), [])
  const { version } = await ana.call(getBook)

  await bar.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('combobox', { name: 'Account' }).fill('Bank')
  await page.keyboard.press('Enter')
  await page.getByText('650 transactions: now on Bank').waitFor()
  await bar.getByRole('button', { name: 'Person' }).click()
  await page.getByRole('combobox', { name: 'Person or shop' }).fill('Corner shop')
  await page.keyboard.press('Enter')
  await page.getByText('650 transactions: now with Corner shop').waitFor()
  await page.locator('[data-id]').filter({ hasText: 'Groceries · Corner shop' }).first().waitFor()
  await bar.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('textbox', { name: 'Day of all of them' }).fill('yesterday')
  await picture(page, 'bulk-2-day')
  await page.getByRole('button', { name: 'Change 650 transactions' }).click()
  await page.getByText('650 transactions: now on').last().waitFor()
  const query = { contact_id: 'none', include: 'total', limit: 1 } as const
  assert.equal((await ana.call(listTransactions, { query })).meta.total, 1)
  const changed = await ana.call(listTransactions, {
    query: { date_to: addDays(today, -1), include: 'total' },
  })
  assert.deepEqual([changed.meta.total, changed.data[0]?.contact_name], [650, 'Corner shop'])
  assert.equal((await ana.call(getBook)).version, version + 4, 'three changes, and the new contact')

  await page.keyboard.press('Backspace')
  await page.getByText('650 transactions are in the trash').waitFor()
  await page.getByText('Nothing matches.').waitFor()
  await page.keyboard.press('z')
  await page.getByText('650 transactions', { exact: true }).waitFor()
})

test('a day in the days that a balance covers moves the start of the account, and the message says so', async (t) => {
  const ana = await withExpenses(2)
  const [cash] = (await ana.call(listAccounts, { query: { q: 'Cash' } })).data
  await ana.call(updateAccount, {
    params: { id: cash?.id ?? '' },
    body: { balance_as_of: { date: today, amount: 100 } },
  })
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.locator('[data-id]').nth(1).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('textbox', { name: 'Day of all of them' }).fill('yesterday')
  await page.getByRole('button', { name: 'Change 2 transactions' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /The start of Cash moved by €2.00, because its balance of .* stays as you said/ })
    .waitFor()
  await picture(page, 'bulk-3-start')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone. 2 transactions are as before').waitFor()
})

test('more than one change can take is said with the number, and nothing is selected', async (t) => {
  const ana = await withExpenses(5_001)
  const category_id = (await ana.call(listTransactions)).data[0]?.category_id ?? ''
  const draft = { kind: 'expense' as const, amount: 1, category_id, date: addDays(today, -1) }
  await ana.call(createTransactions, { body: { transactions: Array.from({ length: 5_000 }, () => draft) } })
  const page = await open(t, stage, '/transactions', { as: ana })
  await page.locator('[data-id]').nth(3).waitFor()
  await page.keyboard.press('Shift+A')
  await page.getByText('10,001 match. At most 10,000 can be changed at once').waitFor()
  assert.equal(await page.getByRole('toolbar', { name: 'Selected transactions' }).count(), 0)
  await page.goto(`${stage.address}/transactions?date_from=${today}`)
  await page.locator('[data-id]').nth(3).waitFor()
  await page.keyboard.press('Shift+A')
  await page.getByText('5,001 selected').waitFor()
})

for (const [name, look] of [
  ['wide', {}],
  ['phone', PHONE],
] as const)
  test(`a refused change says how many and which are refused, by reason, and leaves them out on request (${name})`, async (t) => {
    const ana = await withExpenses(3, ({ Cash, Bank }) => [
      { date: '2020-01-05', memo: 'Closed one' },
      { date: '2020-01-06', memo: 'Closed two' },
      {
        kind: 'transfer',
        category_id: undefined,
        from_account_id: Bank,
        to_account_id: Cash,
        memo: 'Withdrawn',
      },
    ])
    await ana.call(updateBook, { body: { closed_through: '2020-12-31' } })
    const { version } = await ana.call(getBook)
    const page = await open(t, stage, '/transactions', { as: ana, ...look, refusals: [409, 422] })
    await page.locator('[data-id]').nth(3).waitFor()
    if (name === 'phone') {
      await page.getByRole('button', { name: 'More tools' }).click()
      await page.getByRole('button', { name: 'Select all that match' }).click()
    } else await page.keyboard.press('Shift+A')
    const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
    await bar.getByText('6 selected').waitFor()
    assert.equal(await tooWideBy(page), 0)
    await picture(page, `bulk-3-selected-${name}`)
    await bar.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('combobox', { name: 'Account' }).fill('Bank')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '3 of 6 transactions cannot be changed, so none was' })
    await dialog.getByText('2: Your books are closed through 31 December 2020').waitFor()
    await dialog.getByText('1: A transfer is between two accounts.').waitFor()
    for (const title of ['Closed one', 'Closed two', 'Withdrawn']) await dialog.getByText(title).waitFor()
    await picture(page, `bulk-4-refused-${name}`)
    assert.deepEqual(await axeFinds(page), [])
    assert.equal((await ana.call(getBook)).version, version)
    await dialog.getByRole('button', { name: 'Leave out these 3' }).click()
    await page.getByText('3 transactions: now on Bank').waitFor()
    await bar.getByText('3 selected').waitFor()
    assert.equal((await ana.call(getBook)).version, version + 1)
  })
