import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExpense, getTransaction } from '../../contract/budgeting.ts'
import { createImportRule, listImportRules } from '../../contract/import-rules.ts'
import { category } from '../books.ts'
import { axeFinds, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()

test('a rule is added, tried on what is there already, used on it, and undone', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const other = await category(ana, 'Other')
  await category(ana, 'Groceries')
  const lidl = await ana.call(createExpense, {
    body: { amount: 61.75, category_id: other.id, memo: 'LIDL Graz' },
  })
  const page = await open(t, stage, '/settings/rules', { as: ana })
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('button', { name: 'Add the rule' }).click()
  await page.getByText('What is it called?').waitFor()
  await page.getByText('Which words?').waitFor()
  await page.getByLabel('Name').fill('Shops')
  await page.getByLabel('Value').fill('lidl')
  await page.getByRole('combobox', { name: 'Category' }).fill('Groc')
  await page.getByRole('listbox').getByRole('option').first().click()
  await page.getByRole('button', { name: 'Several, any of them' }).click()
  await page.getByLabel('Value').nth(1).fill('graz')
  await picture(page, 'rule')
  assert.deepEqual(await axeFinds(page), [])
  await page.getByRole('button', { name: 'Add the rule' }).click()

  const only = page.getByText('If the text contains “lidl” and the text contains “graz”: Groceries')
  await only.waitFor()
  assert.equal(await page.getByRole('button', { name: /^Ask .* (earlier|later)$/ }).count(), 0)
  await only.click()
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await page.getByText('1 transaction fits, and 1 would change.').waitFor()
  await page.getByText('Other → Groceries').waitFor()
  await picture(page, 'rule-effects')
  await page.getByRole('button', { name: 'Change 1 transaction' }).click()
  await page.getByText('1 transaction changed by Shops').waitFor()
  const params = { id: lidl.id }
  assert.equal((await ana.call(getTransaction, { params })).category_name, 'Groceries')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('Undone').waitFor()
  assert.equal((await ana.call(getTransaction, { params })).category_name, 'Other')
})

test('a rule changes only transactions that its preview has shown', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const other = await category(ana, 'Other')
  const { id } = await category(ana, 'Groceries')
  const buy = () => ana.call(createExpense, { body: { amount: 5, category_id: other.id, memo: 'lidl' } })
  const [when, set] = [{ field: 'text', is: 'contains', value: 'lidl' } as const, { category_id: id }]
  await ana.call(createImportRule, {
    body: { name: 'Shops', when: { match: 'all', conditions: [when] }, set },
  })
  await buy()
  const page = await open(t, stage, '/settings/rules', { as: ana, refusals: [409] })
  await page.getByText('If the text contains “lidl”: Groceries').click()
  await page.getByRole('button', { name: 'Show what would change' }).click()
  const change = (count: string) => page.getByRole('button', { name: `Change ${count}` })
  await change('1 transaction').waitFor()
  const second = await buy() // on another device
  await change('1 transaction').click()
  await page.getByText('Your books have changed since this was shown.').waitFor()
  await change('2 transactions').waitFor()
  await picture(page, 'rule-stale')
  const named = async () => (await ana.call(getTransaction, { params: { id: second.id } })).category_name
  assert.equal(await named(), 'Other')
  await change('2 transactions').click()
  await page.getByText('2 transactions changed by Shops').waitFor()
  assert.equal(await named(), 'Groceries')
})

test('a rule is moved, so that it is asked earlier', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  for (const name of ['First', 'Second', 'Third'])
    await ana.call(createImportRule, {
      body: {
        name,
        when: { match: 'all', conditions: [{ field: 'text', is: 'contains', value: name }] },
        set: { add_tags: [name] },
      },
    })
  const page = await open(t, stage, '/settings/rules', { as: ana })
  await page.getByRole('button', { name: 'Ask Third earlier' }).click()
  await page.locator('li', { hasText: 'Third' }).and(page.locator('li:nth-child(2)')).waitFor()
  const { data } = await ana.call(listImportRules)
  assert.deepEqual(
    data.map(({ name }) => name),
    ['First', 'Third', 'Second'],
  )
  await picture(page, 'rules-order')
  assert.deepEqual(await axeFinds(page), [])
})
