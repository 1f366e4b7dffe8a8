import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { getBook } from '../../contract/books.ts'
import { todayIn } from '../../contract/day.ts'
import { category, spend } from '../books.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture, tooWideBy } from './browser.ts'

const stage = await makeStage()
const ana = await stage.person({ base_currency_id: 'EUR' })
const today = todayIn((await ana.call(getBook)).time_zone)
const first = (monthsAgo: number) =>
  Temporal.PlainDate.from(today).with({ day: 1 }).subtract({ months: monthsAgo }).toString()
const ids = new Map<string, string>()
for (const [name, older, before, now] of [
  ['Rent', 890, 890, 890],
  ['Groceries', 100, 214.16, 496.1],
  ['Household', 75.25, 48.75, 275],
  ['Utilities', 90, 96.2, 154.6],
  ['Leisure', 64, 64, 22],
] as const) {
  const { id } = await category(ana, name)
  ids.set(name, id)
  for (const [amount, date] of [
    [older, first(2)],
    [before, first(1)],
    [now, first(0)],
  ] as const)
    await spend(ana, { amount, category_id: id, memo: `${name} bill`, date })
}

const shortly = '€281.94 more on Groceries, €226.25 on Household, and others'
/** The words in sight, without those that only a screen reader says. */
const seen = async (text: Locator) => (await text.innerText()).replace(/\n\d+ euro( \d+)?\n?/g, '').trim()

const sentence =
  '€281.94 more on Groceries, €226.25 on Household, €58.40 on Utilities; €42.00 less on Leisure'

for (const look of [{}, PHONE])
  test(`Home says why spending changed, and each reason opens its list ${'touch' in look ? 'on a phone' : 'on a wide screen'}`, async (t) => {
    const page = await open(t, stage, '/', { as: ana, ...look })
    const card = page.getByRole('region', { name: 'Spent' })
    await card.getByText('more on Groceries').waitFor()
    assert.equal(await seen(card.getByRole('paragraph').filter({ hasText: 'Groceries' })), shortly)
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    const name = 'touch' in look ? 'why-home-phone' : 'why-home'
    await card.getByRole('figure').scrollIntoViewIfNeeded()
    await picture(page, name)
    await colours(page, 'dark')
    assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
    await picture(page, `${name}-dark`)
    await card.getByRole('link', { name: /Groceries/ }).click()
    await page.waitForURL(/\/reports\/spending\?figure=.*\.change/)
    const sheet = page.getByRole('dialog', { name: 'Change of Groceries' })
    await sheet.getByText('The first list less the second is exactly').getByText('€281.94').waitFor()
    assert.equal(await sheet.getByRole('link', { name: 'Groceries bill' }).count(), 2, 'one of each month')
    assert.deepEqual(await axeFinds(page), [])
    await picture(page, `${name}-lists`)
  })

test('Spending says why it changed, and a reason opens the list that proves its figure', async (t) => {
  const page = await open(t, stage, '/reports/spending', { as: ana })
  const reason = page.getByRole('link', { name: /on Household/ })
  assert.equal(await seen(page.getByRole('paragraph').filter({ has: reason })), sentence)
  await reason.click()
  const sheet = page.getByRole('dialog', { name: 'Change of Household' })
  await sheet.getByText('The first list less the second is exactly').waitFor()
  assert.match((await sheet.getByRole('row', { name: /^Difference/ }).textContent()) ?? '', /€226\.25/)
  await page.keyboard.press('Escape')
  const whole = page.getByRole('link', { name: /^524 euro 59 more than/ })
  await whole.click()
  await page.getByRole('dialog', { name: 'Change of the total' }).getByText('is exactly').waitFor()
})

test('Spending steps from month to month, never beyond this one', async (t) => {
  const page = await open(t, stage, '/reports/spending', { as: ana })
  const month = (ago: number) =>
    Temporal.PlainDate.from(first(ago)).toLocaleString('en-GB', { month: 'long', year: 'numeric' })
  await page.getByText(`${month(0)}, so far`).waitFor()
  // The arrow to a month that is not there yet keeps its place, and does nothing.
  const beyond = page.getByRole('button', { name: month(-1), exact: true, disabled: true })
  await beyond.click({ force: true })
  assert.equal(new URL(page.url()).search, '')
  await page.getByRole('button', { name: month(1), exact: true }).click()
  await page.waitForURL(new RegExp(`month=${first(1).slice(0, 7)}$`))
  const reasons = page.getByRole('link', { name: /more on Groceries/ })
  await reasons.getByText('€114.16').first().waitFor()
  assert.equal(
    await seen(page.getByRole('paragraph').filter({ has: reasons })),
    '€114.16 more on Groceries, €6.20 on Utilities; €26.50 less on Household',
  )
  await page.getByRole('button', { name: month(0), exact: true }).click()
  await page.getByText(`${month(0)}, so far`).waitFor()
  assert.equal(new URL(page.url()).search, '')
})

for (const look of [{}, PHONE])
  test(`names of Spending open what their figures open, ordered by change ${'touch' in look ? 'on a phone' : 'on a wide screen'}`, async (t) => {
    const page = await open(t, stage, '/reports/spending', { as: ana, ...look })
    await page.getByRole('radio', { name: 'By change' }).check()
    await page.waitForURL(/sort=change/)
    const names = page
      .getByRole('table', { name: 'Spending, those that grew most first' })
      .getByRole('rowheader')
    assert.deepEqual(await names.allTextContents(), [
      'Groceries',
      'Household',
      'Utilities',
      'Rent',
      'Leisure',
      'Total',
    ])
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    const name = 'touch' in look ? 'why-spending-phone' : 'why-spending'
    await picture(page, name)
    await colours(page, 'dark')
    assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
    await picture(page, `${name}-dark`)
    await names.getByRole('button', { name: 'Utilities' }).click()
    const sheet = page.getByRole('dialog', { name: /^Utilities/ })
    await sheet.getByText('€154.60').first().waitFor()
    assert.deepEqual(await axeFinds(page), [])
  })

test('the days of Spending are in order of time, and say so', async (t) => {
  const page = await open(t, stage, '/reports/spending?by=day', { as: ana })
  const table = page.getByRole('table', { name: 'Spending, in order of time' })
  await table.waitFor()
  assert.equal(await table.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort'), null)
})

const cards = [
  ['Income and spending', '/reports/income-statement'],
  ['Savings rate', '/reports/income-statement'],
  ['Where it flowed', '/reports/flow'],
  ['Cash flow', '/reports/cash-flow'],
  ['Spending', '/reports/spending'],
  ['Day by day', '/reports/spending'],
  ['Against last year', '/reports/spending'],
  ['Net worth', '/reports/net-worth'],
  ['What you have and owe', '/reports/balance-sheet'],
  ['Trial balance', '/reports/trial-balance'],
] as const

/** Cards without a figure in this book, which has no income and no last year. */
const wordsOf: Partial<Record<string, RegExp>> = {
  'Savings rate': /no income/,
  'Against last year': /No entries before 1 /,
}

for (const look of [{}, PHONE])
  test(`Reports are small charts with a figure and its sentence, and the whole card opens ${'touch' in look ? 'on a phone' : 'on a wide screen'}`, async (t) => {
    const page = await open(t, stage, '/reports', { as: ana, ...look })
    const content = page.locator('#content')
    const links = content.getByRole('list').getByRole('link')
    await content.getByRole('link', { name: /^Trial balance/ }).waitFor()
    // No contact is named: who got the money is not said.
    assert.equal(await content.getByRole('link', { name: /^Who got it/ }).count(), 0)
    assert.deepEqual(
      await Promise.all(
        (await links.all()).map(async (link) => (await link.getAttribute('href'))?.split('?')[0]),
      ),
      cards.map(([, path]) => path),
    )
    for (const [title] of cards) {
      const text = await seen(links.filter({ has: page.getByText(title, { exact: true }) }))
      assert.match(text, wordsOf[title] ?? /€/, title)
    }
    await page
      .getByRole('paragraph')
      .filter({ hasText: /above .* at this point/ })
      .getByText('Groceries')
      .waitFor()
    assert.deepEqual(await axeFinds(page), [])
    assert.equal(await tooWideBy(page), 0)
    const name = 'touch' in look ? 'why-reports-phone' : 'why-reports'
    await picture(page, name)
    await colours(page, 'dark')
    assert.deepEqual(await axeFinds(page, ['color-contrast']), [], 'dark')
    await picture(page, `${name}-dark`)
  })

test('one stepper of Reports is for all cards, and a card opens the month that it shows', async (t) => {
  const page = await open(t, stage, '/reports', { as: ana })
  const content = page.locator('#content')
  const before = first(1).slice(0, 7)
  const name = Temporal.PlainDate.from(first(1)).toLocaleString('en-GB', { month: 'long', year: 'numeric' })
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForURL(new RegExp(`month=${before}$`))
  const spending = content.getByRole('link', { name: /^Spending/ })
  await spending.getByText('€1,313.11').waitFor()
  await content
    .getByRole('link', { name: /^Income and spending/ })
    .getByText('€1,313.11')
    .waitFor()
  const day = Temporal.PlainDate.from(first(0)).subtract({ days: 1 }).toString()
  assert.equal(
    await content.getByRole('link', { name: /^Trial balance/ }).getAttribute('href'),
    `/reports/trial-balance?date=${day}`,
  )
  await spending.click()
  await page.waitForURL(new RegExp(`/reports/spending\\?month=${before}$`))
  await page.getByText('€1,313').first().waitFor()
})

test('many small changes are said as such, with the bound that none exceeds', async (t) => {
  const bela = await stage.person({ base_currency_id: 'EUR' })
  for (let index = 0; index < 22; index++) {
    const { id: category_id } = await category(bela, `Category ${index}`)
    await spend(bela, { amount: 10 + index / 100, category_id, date: first(0) })
    if (index === 0) await spend(bela, { amount: 10, category_id, date: first(1) })
  }
  const page = await open(t, stage, '/', { as: bela })
  await page.getByRole('region', { name: 'Spent' }).getByText('Many small ones, none above').waitFor()
  const said = page.getByText('Many small ones, none above')
  assert.equal(await seen(said), 'Many small ones, none above €10.61')
  await page.goto(`${stage.address}/reports/spending`)
  assert.equal(await seen(said), 'Many small ones, none above €10.61')
})

test('a file for people is downloaded with the filters of Transactions, and of everything from the settings', async (t) => {
  const page = await open(t, stage, `/transactions?category_id=${ids.get('Leisure')}`, {
    as: ana,
    locale: 'de-AT',
  })
  const fileOf = async (link: Locator) => {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    return (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  }
  const rows = await fileOf(page.getByRole('link', { name: 'Spreadsheet' }))
  const [year, month] = first(0).split('-')
  assert.equal(rows[0], '\ufeffDay;Account;Who;What;Category;Amount;Currency;Tags')
  assert.equal(rows[1], `01.${month}.${year};Cash;;Leisure bill;Leisure;-22,00;EUR;`)
  assert.equal(rows.length, 4)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'why-download')
  await page.goto(`${stage.address}/settings/book`)
  const link = page.getByRole('link', { name: 'Transactions (CSV)' })
  await link.scrollIntoViewIfNeeded()
  await picture(page, 'why-download-book')
  assert.equal((await fileOf(link)).length, 16)
})
