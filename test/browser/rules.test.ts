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

  await page.getByText('If the text contains “lidl” and the text contains “graz”: Groceries').click()
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
