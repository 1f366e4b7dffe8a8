import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { addStarter } from '../../contract/books.ts'
import { createExpense, listExpenses, listTransfers, updateExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listContacts } from '../../contract/contacts.ts'
import { PASSWORD, type Person } from '../world.ts'
import { makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

async function withLunch(): Promise<{ ana: Person; id: string; categories: Record<string, string> }> {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const { data } = await ana.call(listCategories)
  const categories = Object.fromEntries(data.map(({ name, id }) => [name, id]))
  const body = { amount: 15.5, category_id: categories['Eating out'] ?? '', memo: 'Trattoria Sole' }
  const { id } = await ana.call(createExpense, { body })
  return { ana, id, categories }
}

test('two people change the same expense: both versions are shown, and a mix of them is kept', async (t) => {
  const { ana, id, categories } = await withLunch()
  const page = await open(t, stage, `/transactions?open=${id}`, { as: ana, refusals: [412] })
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Trattoria Sole').first().waitFor()
  await sheet.getByRole('textbox', { name: 'What it was' }).fill('Trattoria, with Mia')
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('15+1')
  // Meanwhile, on another device.
  await ana.call(updateExpense, {
    params: { id },
    body: { amount: 16.5, category_id: categories.Groceries ?? '' },
  })
  await sheet.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /changed while you were editing/ })
  await conflict.waitFor()
  // A field that only the other one changed is theirs unless I say otherwise.
  await picture(page, 'lost-1-conflict')
  await conflict.getByRole('radio', { name: /^Saved meanwhile €16\.50/ }).check()
  await conflict.getByRole('button', { name: 'Save this mix' }).click()
  await conflict.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Undo').waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ amount, memo, category_name }) => [amount, memo, category_name]),
    [[16.5, 'Trattoria, with Mia', 'Groceries']],
  )
})

test('a split that was changed on another device stays, unless I changed it too', async (t) => {
  const { ana, id, categories } = await withLunch()
  const split = (second: string) => ({
    splits: [
      { category_id: categories['Eating out'] ?? '', amount: 10 },
      { category_id: categories[second] ?? '', amount: 5.5 },
    ],
  })
  await ana.call(updateExpense, { params: { id }, body: split('Groceries') })
  const page = await open(t, stage, `/transactions?open=${id}`, { as: ana, refusals: [412] })
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'What it was' }).fill('With Mia')
  // Meanwhile, on another device.
  await ana.call(updateExpense, { params: { id }, body: split('Health') })
  await sheet.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /changed while you were editing/ })
  await conflict.getByRole('button', { name: 'Save this mix' }).click()
  await conflict.waitFor({ state: 'detached' })
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(
    data.map(({ splits }) => splits.map(({ category_name, amount, memo }) => [category_name, amount, memo])),
    [
      [
        ['Eating out', 10, 'With Mia'],
        ['Health', 5.5, 'With Mia'],
      ],
    ],
  )
})

test('a session that ends in the middle costs a password, and nothing else', async (t) => {
  const { ana } = await withLunch()
  const page = await open(t, stage, '/', { as: ana, refusals: [401] })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('4.20 eating out bakery')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  // Signed out from another device.
  const other = await stage.send({
    method: 'POST',
    url: '/auth/login',
    payload: { email: ana.user.email, password: PASSWORD },
  })
  await stage.send({
    method: 'DELETE',
    url: '/auth/tokens',
    headers: { authorization: `Bearer ${other.body.token}` },
    payload: { current_password: PASSWORD },
  })
  await entry.press('Enter')
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await picture(page, 'lost-2-session')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('status').getByText('Undo').waitFor()
  await page.getByRole('region', { name: 'Latest' }).getByText('bakery').waitFor()
})

test('an entry written without a connection waits on the device and is sent once', async (t) => {
  const { ana } = await withLunch()
  const page = await open(t, stage, '/', { as: ana, errors: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.waitFor()
  await page.getByRole('region', { name: 'Latest' }).getByText('Trattoria').waitFor()
  await page.context().setOffline(true)
  await entry.fill('3.80 eating out coffee')
  await entry.press('Enter')
  await page.getByText(/You are offline/).waitFor()
  await picture(page, 'lost-3-offline')
  await page.context().setOffline(false)
  await page.getByRole('region', { name: 'Latest' }).getByText('coffee').waitFor()
  const { data } = await ana.call(listExpenses)
  assert.equal(data.filter(({ amount }) => amount === 3.8).length, 1)
})

test('somebody else signs in in another tab: what this one sends is refused, and stays on the screen', async (t) => {
  const ana = await stage.person({ name: 'Ana' })
  const bob = await stage.person({ name: 'Bob' })
  const page = await open(t, stage, '/contacts', { as: ana, refusals: [409] })
  await page.getByRole('button', { name: 'New contact' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Mia')
  // As in a browser whose tabs cannot tell each other: the service itself must notice.
  await page
    .context()
    .addCookies([
      { name: 'service-session', value: bob.token, url: stage.address, httpOnly: true, sameSite: 'Lax' },
    ])
  await sheet.getByRole('button', { name: 'Add' }).click()
  const notice = page.getByRole('dialog', { name: 'Somebody else signed in here' })
  await notice.waitFor()
  await picture(page, 'lost-4-somebody-else')
  assert.equal(await sheet.getByRole('textbox', { name: 'Name', includeHidden: true }).inputValue(), 'Mia')
  assert.deepEqual((await bob.call(listContacts)).data, [])
  assert.deepEqual((await ana.call(listContacts)).data, [])
  await notice.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('Bob').first().waitFor()
})

test('a tab hears that somebody else signs in, and goes on when its own person is back', async (t) => {
  const ana = await stage.person({ name: 'Ana' })
  const bob = await stage.person({ name: 'Bob' })
  const page = await open(t, stage, '/contacts', { as: ana, refusals: [409] })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const notice = page.getByRole('dialog', { name: 'Somebody else signed in here' })
  const other = await page.context().newPage()
  for (const person of [bob, ana]) {
    await other.goto(`${stage.address}/sign-in`)
    await other.getByRole('textbox', { name: 'E-mail' }).fill(person.user.email)
    await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Sign in' }).click()
    await notice.waitFor({ state: person === bob ? 'visible' : 'detached' })
  }
})

test('an answer that is lost, then a reload: what is sent again has one effect', async (t) => {
  const { ana } = await withLunch()
  const { data } = await ana.call(listAccounts, { query: { type: 'asset' } })
  const [from, to] = ['Cash', 'Bank'].map(
    (name) => data.find((one) => one.name === name) ?? assert.fail(name),
  )
  const page = await open(t, stage, `/accounts/${from?.id}`, { as: ana, errors: /ERR_FAILED/ })
  await page.getByRole('button', { name: 'Move money' }).first().click()
  const popup = page.getByRole('dialog', { name: 'Move money' })
  await popup.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: to?.name ?? '' }).click()
  await popup.getByRole('textbox', { name: 'Amount' }).fill('60')
  await page.route('**/budgeting/transfers', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await popup.getByRole('button', { name: 'Move', exact: true }).click()
  await popup.getByText('Florin did not answer').waitFor()
  // It was recorded all the same, and shows behind the popup without being asked for.
  await page.getByText('€60.00', { exact: false }).first().waitFor({ state: 'attached' })
  await page.unroute('**/budgeting/transfers')
  await page.reload()
  await page.getByRole('button', { name: 'Move money' }).first().click()
  assert.equal(await popup.getByRole('textbox', { name: 'Amount' }).inputValue(), '60')
  await popup.getByRole('button', { name: 'Move', exact: true }).click()
  await popup.waitFor({ state: 'detached' })
  assert.equal((await ana.call(listTransfers)).data.length, 1)
})

test('a page opened without a connection says what waits here, and goes on when it is back', async (t) => {
  const { ana } = await withLunch()
  const page = await open(t, stage, '/', { as: ana, errors: /cannot be reached/ })
  const entry = page.getByRole('textbox', { name: 'Add a transaction' })
  await entry.fill('3.80 eating out coffee')
  await page.getByRole('button', { name: 'Category: Eating out' }).waitFor()
  await page.route('**/api/v1/**', (route) => route.abort())
  await entry.press('Enter')
  await page.getByText(/1 transaction is kept/).waitFor()
  await page.reload()
  await page
    .getByText(/1 transaction is kept/)
    .first()
    .waitFor()
  await picture(page, 'lost-5-away')
  await page.unroute('**/api/v1/**')
  // It asks again after up to 15 s, and sends waiting entries after up to 20 s more.
  const latest = page.getByRole('region', { name: 'Latest' })
  await latest.getByText('coffee').waitFor({ timeout: 90_000 })
})
