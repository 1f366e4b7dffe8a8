import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense, listExpenses } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { listImportRules } from '../../contract/import-rules.ts'
import { addAll, byDay, choose, customer, daysAgo, rowWith } from './bank-file.ts'
import { axeFinds, makeStage, open, PHONE, picture } from './browser.ts'

const stage = await makeStage()

test('a category that was chosen once becomes a rule, which speaks for the rows like it', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [1, 2, 3].map((day) => `${daysAgo(day)};${day < 3 ? `ZIRBENHOF GRAZ ${day}` : 'KIOSK'};-${day}.00`),
  )
  await byDay(page)
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Health/ }).click()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button', { name: 'Make a rule', exact: true }).click()
  const popup = page.getByRole('dialog', { name: 'Make a rule of it' })
  const words = popup.getByRole('textbox', { name: 'Money out with these words' })
  assert.equal(await words.inputValue(), 'ZIRBENHOF GRAZ')
  await popup.getByText('1 other new row here goes there too').waitFor()
  await words.fill('nothing like it')
  await popup.getByText('No other new row here has them').waitFor()
  await words.fill(' ')
  await popup.getByRole('button', { name: 'Make the rule' }).click()
  await popup.getByText('Which words?').waitFor()
  await words.fill('zirbenhof')
  await picture(page, 'import-rule-popup')
  await popup.getByRole('button', { name: 'Make the rule' }).click()
  await popup.waitFor({ state: 'detached' })
  await rowWith(page, 'ZIRBENHOF GRAZ 2').getByText('Health').waitFor()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByText('rule made').waitFor()
  assert.equal(await rowWith(page, 'KIOSK').getByText('Health').count(), 0)
  const { data } = await ana.call(listImportRules)
  assert.deepEqual(
    data.map(({ name }) => name),
    ['zirbenhof: Health'],
  )
})

test('a chosen category stays beside its row with the rows like it: one press gives it to them, the next takes it back', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [1, 2, 3, 4].map((day) => `${daysAgo(day)};${day < 4 ? `ZIRBENHOF GRAZ ${day}` : 'KIOSK'};-${day}.00`),
  )
  await byDay(page)
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Health/ }).click()
  const more = rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('button', { name: '2 more like it' })
  await more.click()
  for (const day of [2, 3]) await rowWith(page, `ZIRBENHOF GRAZ ${day}`).getByText('Health').waitFor()
  assert.equal(await more.getAttribute('aria-pressed'), 'true')
  await picture(page, 'import-chip')
  assert.deepEqual(await axeFinds(page), [])
  await page.keyboard.press('l')
  await rowWith(page, 'ZIRBENHOF GRAZ 2').getByText('Other expenses').first().waitFor()
  assert.equal(await more.getAttribute('aria-pressed'), 'false')
  await page.keyboard.press('l')
  await rowWith(page, 'ZIRBENHOF GRAZ 3').getByText('Health').waitFor()
  await page.getByRole('button', { name: 'Add 4 transactions' }).waitFor()
  await page.reload()
  await more.waitFor() // it stays, and is no message that goes
  await more.focus()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByRole('checkbox').focus()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Make the rule' }).click()
  await rowWith(page, 'ZIRBENHOF GRAZ 1').getByText('rule made').waitFor()
  await addAll(page, '4 transactions')
  await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
  const { data } = await ana.call(listExpenses)
  assert.deepEqual(data.map(({ memo, category_name }) => `${memo}: ${category_name}`).sort(), [
    'KIOSK: Other expenses',
    ...[1, 2, 3].map((day) => `ZIRBENHOF GRAZ ${day}: Health`),
  ])
})

for (const look of [{}, PHONE])
  test(`the rows of a shop are one line that opens: ticks and the category are for all of it${look === PHONE ? ', on a phone' : ''}`, async (t) => {
    const { ana, erste } = await customer(stage)
    const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...look })
    const shops = ['ZIRBENHOF GRAZ', 'KIOSK', 'ZIRBENHOF GRAZ', 'ZIRBENHOF GRAZ', 'ZIRBENHOF WIEN']
    await choose(
      page,
      shops.map((shop, index) => `${daysAgo(index + 1)};${shop} ${index};-${index + 1}.00`),
    )
    await page.locator('[data-id]').nth(2).waitFor()
    assert.equal(await page.locator('[data-id]').count(), 3)
    const shop = rowWith(page, 'ZIRBENHOF GRAZ')
    await shop.getByText('−€8.00').waitFor()
    await shop.getByRole('checkbox').uncheck()
    await page.getByText('2 will be added').waitFor()
    await shop.getByRole('checkbox').check()
    await page.getByText('5 will be added').waitFor()
    await shop.getByRole('button', { name: 'Other expenses' }).click()
    await page.getByRole('dialog', { name: 'What are these 3 rows?' }).waitFor()
    await page.getByRole('option', { name: /^Health/ }).click()
    await shop.getByRole('button', { name: 'Health' }).waitFor()
    await shop.getByRole('button', { name: /^ZIRBENHOF GRAZ/ }).click()
    await page.locator('[data-id]').nth(5).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Health' }).count(), 4)
    await rowWith(page, 'ZIRBENHOF GRAZ 2').getByRole('checkbox').uncheck()
    await page.getByText('4 will be added').waitFor()
    assert.equal(await page.evaluate(`document.querySelector('[data-row^="-"]').indeterminate`), true)
    await picture(page, `import-shop${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])
    for (const card of await page.locator('li[data-id]').all()) {
      const [whole, shown] = await card.evaluate((one) => [one.scrollHeight, one.clientHeight])
      assert.ok(Number(whole) <= Number(shown), await card.innerText())
    }
    await shop.getByRole('checkbox').focus()
    await page.keyboard.press('ArrowLeft')
    await page.locator('[data-id]').nth(3).waitFor({ state: 'detached' })
    // It is remembered.
    await byDay(page)
    await page.locator('[data-id]').nth(4).waitFor()
    await page.reload()
    await page.locator('[data-id]').nth(4).waitFor()
    await addAll(page, '4 transactions')
    await page.getByRole('heading', { name: '4 transactions added' }).waitFor()
    const { data } = await ana.call(listExpenses)
    assert.equal(data.filter(({ category_name }) => category_name === 'Health').length, 2)
  })

for (const look of [{}, PHONE])
  test(`columns that are not used are named and used with one press; who and what stand apart${look === PHONE ? ', on a phone' : ''}`, async (t) => {
    const { ana, erste } = await customer(stage)
    const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana, ...look })
    const buffer = Buffer.from(
      [
        'Date;Name;Description;Kategorie;MCC;Batch;Amount',
        `${daysAgo(1)};Zotter;SCHOKOLADE GRAZ;Naschen;5441;;-4.00`,
        `${daysAgo(2)};Xocolat;WIEN 7;Naschen;5441;187;-5.00`,
        `${daysAgo(3)};Bar 21;GETRAENKE;Eating out;5813;187;-9.50`,
      ].join('\n'),
    )
    await page.locator('input[type=file]').setInputFiles({ name: 'card.csv', mimeType: 'text/csv', buffer })
    await page.getByText('3 will be added').waitFor()
    const zotter = rowWith(page, 'Zotter')
    await zotter.getByText('Zotter', { exact: true }).waitFor()
    await zotter.getByText('SCHOKOLADE GRAZ', { exact: true }).waitFor()
    await zotter.getByText('which is not in your book').waitFor()
    await rowWith(page, 'Bar 21').getByText('The file has it under Eating out.').waitFor()
    await zotter.getByRole('button').first().click()
    await page.getByRole('option', { name: /^Gifts/ }).click()
    await zotter.getByRole('button', { name: '1 more under Naschen' }).click()
    await rowWith(page, 'Xocolat').getByText('Gifts').waitFor()
    await picture(page, `import-who-and-what${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])

    await page.getByRole('button', { name: 'Columns' }).click()
    const unused = page.getByRole('region', { name: 'Columns that are not used' })
    await unused.getByText('2 columns are not used:').waitFor()
    await unused.getByText('5441').waitFor()
    await unused.getByText('187').waitFor()
    await picture(page, `import-unused${look === PHONE ? '-phone' : ''}`)
    assert.deepEqual(await axeFinds(page), [])
    await unused.getByLabel('Use the column MCC as').selectOption('tags')
    await unused.getByText('1 column is not used:').waitFor()
    const named = page.getByRole('combobox', { name: 'What Naschen is' })
    assert.equal(await named.inputValue(), 'words')
    await named.selectOption({ label: 'Children' })
    await page.locator('[aria-busy]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Check the rows' }).click()
    // A decision of the person stays, whatever the file says.
    await zotter.getByText('Gifts').waitFor()
    const done = page.getByRole('heading', { name: '3 transactions added' })
    await addAll(page, '3 transactions')
    // The step may be made anew under the press, when the rows of the other columns arrive: then it is pressed again.
    await done.waitFor({ timeout: 10_000 }).catch(() => addAll(page, '3 transactions'))
    await done.waitFor()
    const { data } = await ana.call(listExpenses)
    assert.deepEqual(data.map(({ tags }) => tags?.[0]).sort(), ['5441', '5441', '5813'])
  })

test('the same amount in other words is asked about in the row, and either answer counts', async (t) => {
  const { ana, erste } = await customer(stage)
  const { data } = await ana.call(listCategories)
  const category_id = data.find(({ name }) => name === 'Eating out')?.id ?? ''
  for (const [amount, memo] of [
    [9.5, 'Starbucks'],
    [7, 'Tchibo'],
  ] as const)
    await ana.call(createExpense, {
      body: { amount, memo, category_id, asset_account_id: erste.id, date: daysAgo(2) },
    })
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(
    page,
    [`${daysAgo(2)};BAR 21 GRAZ;-9.50`, `${daysAgo(2)};KAFFEEHAUS;-7.00`, `${daysAgo(1)};KIOSK;-3.00`],
    'bank.csv',
    1,
  )
  const bar = rowWith(page, 'BAR 21')
  await bar.getByText('Starbucks, €9.50, is here on that day. Is it the same?').waitFor()
  await page.getByText('2 wait for you').waitFor()
  await picture(page, 'import-same')
  await bar.getByRole('button', { name: 'No, two' }).click()
  await rowWith(page, 'KAFFEEHAUS').getByRole('button', { name: 'The same' }).click()
  await addAll(page, '2 transactions')
  await page.getByRole('heading', { name: '2 transactions added' }).waitFor()
  const found = (await ana.call(listExpenses)).data.map(({ memo }) => memo)
  assert.deepEqual(found.sort(), ['BAR 21 GRAZ', 'KIOSK', 'Starbucks', 'Tchibo'])
})

test('the rows that Florin does not know have a tab of their own, and stay in it until it is left', async (t) => {
  const { ana, erste } = await customer(stage)
  const page = await open(t, stage, `/imports?account_id=${erste.id}`, { as: ana })
  await choose(page, [
    `${daysAgo(1)};ZIRBENHOF GRAZ;-1.00`,
    `${daysAgo(2)};KIOSK AM ECK;-2.00`,
    `${daysAgo(3)};REWE MARKT;-3.00`,
    ...[4, 5, 6].map((day) => `${daysAgo(day)};AMAZON MKTPLACE;-${day}.00`),
  ])
  const tab = page.getByRole('radio', { name: /^Category unknown/ }).or(page.getByText(/^Category unknown/))
  await tab.first().click()
  await page.waitForURL(/undecided=true/)
  await rowWith(page, 'ZIRBENHOF').waitFor()
  assert.equal(await rowWith(page, 'REWE').count(), 0)
  await rowWith(page, 'ZIRBENHOF').getByRole('button').first().click()
  await page.getByRole('option', { name: /^Health/ }).click()
  await rowWith(page, 'ZIRBENHOF').getByText('Health').waitFor()
  await picture(page, 'import-to-decide')
  assert.deepEqual(await axeFinds(page), [])
  await page.setViewportSize({ width: 360, height: 780 })
  await picture(page, 'import-to-decide-phone')
})
