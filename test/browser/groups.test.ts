import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { updateBook } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { putBudget } from '../../contract/budgets.ts'
import { arrangeCategories, type Category, listCategories } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import { addDays, todayIn } from '../../contract/day.ts'
import { monthOfDay } from '../../contract/month.ts'
import type { Person } from '../world.ts'
import { axeFinds, colours, makeStage, open, PHONE, picture } from './browser.ts'
import { withGroups } from './grouped.ts'

const stage = await makeStage()
const today = todayIn('UTC')
const month = monthOfDay(today, 1)

/** The tree as the service has it: a group with its members in brackets. */
async function tree(person: Person): Promise<string> {
  const { data } = await person.call(listCategories, { query: { sort: 'position', kind: 'expense' } })
  const members = (id: string) => data.filter(({ parent_id }) => parent_id === id).map(({ name }) => name)
  const shown = ({ id, name }: Category) =>
    members(id).length > 0 ? `${name} (${members(id).join(', ')})` : name
  return data
    .filter(({ parent_id }) => parent_id === null)
    .map(shown)
    .join(', ')
}
const toast = (page: Page, words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: /Undo/ }).click()
const row = (page: Page, name: string) =>
  page.locator('li[data-category]').getByRole('button', { name: new RegExp(`^${name}( |$)`) })

test('a category is drawn into a group and back by a mouse; no entry changes, and one undo takes it back', async (t) => {
  const { ana, id } = await withGroups(stage)
  const page = await open(t, stage, '/settings/categories', { as: ana })
  const grip = (name: string) => page.locator(`li[data-category="${id[name]}"] [data-grip]`)
  const middle = async (name: string, share = 0.5) => {
    const box = await page.locator(`li[data-category="${id[name]}"]`).boundingBox()
    assert(box)
    return { x: box.x + 20, y: box.y + box.height * share }
  }
  const draw = async (name: string, to: { x: number; y: number }, isPictured = false) => {
    await grip(name).hover()
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
    if (isPictured) await picture(page, 'groups-1-drawn')
    await page.mouse.up()
  }
  await grip('Coffee').waitFor()
  await draw('Coffee', await middle('Groceries', 0.9), true)
  await toast(page, 'Coffee is in Food now. No entry changed.')
  assert.equal(await tree(ana), 'Food (Eating out, Groceries, Coffee), Travel')
  const { data } = await ana.call(listChanges, { query: { resource: 'category' } })
  const latest = Math.max(...data.map(({ version }) => version))
  const together = data.filter(({ version }) => version === latest).length
  assert.equal(together, 3, 'the neighbours are numbered by the same change')
  await undo(page)
  await toast(page, 'Undone')
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries), Travel')
  await page.locator(`li[data-category="${id.Coffee}"]:not([data-group])`).waitFor()
  await draw('Travel', await middle('Coffee'))
  await toast(page, 'Travel is in Coffee now. No entry changed.')
  assert.equal(await tree(ana), 'Coffee (Travel), Food (Eating out, Groceries)')
  await draw('Travel', await middle('Eating out', 0.1))
  await toast(page, 'Travel is in Food now. No entry changed.')
  assert.equal(await tree(ana), 'Coffee, Food (Travel, Eating out, Groceries)')
  // Esc while it is drawn leaves it.
  await grip('Travel').hover()
  await page.mouse.down()
  await page.mouse.move(400, 10, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  assert.equal(await tree(ana), 'Coffee, Food (Travel, Eating out, Groceries)')
  assert.deepEqual(await axeFinds(page), [])
})

test('Alt and an arrow order categories and move them in and out, with the focus on them; a step that there is not is said', async (t) => {
  const { ana } = await withGroups(stage)
  const page = await open(t, stage, '/settings/categories', { as: ana })
  const focused = () => page.evaluate('document.activeElement?.textContent')
  await row(page, 'Travel').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await toast(page, 'Travel is in Food now. No entry changed.')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await toast(page, 'Travel is number 1 of 3 in Food now. No entry changed.')
  assert.match(String(await focused()), /^Travel/)
  assert.equal(await tree(ana), 'Coffee, Food (Travel, Eating out, Groceries)')
  await picture(page, 'groups-2-keys')
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('Travel is the first in Food already.').waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await toast(page, 'Travel is in no group now. No entry changed.')
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries), Travel')
  await row(page, 'Food').focus()
  await page.keyboard.press('ArrowLeft')
  await row(page, 'Groceries').waitFor({ state: 'detached' })
  await page.reload()
  await row(page, 'Food').waitFor()
  assert.equal(await row(page, 'Groceries').count(), 0, 'folding is remembered')
  await page.getByRole('button', { name: 'Open Food' }).click()
  await row(page, 'Groceries').waitFor()
})

test('a new group takes categories, a sheet chooses group and icon, and a group with members is not deleted', async (t) => {
  const { ana, id } = await withGroups(stage)
  const placed = (name: string, position: number) => ({ id: id[name] ?? '', position })
  const rows = [placed('Travel', 1), placed('Eating out', 1), placed('Groceries', 2)]
  await ana.call(arrangeCategories, { body: { rows } })
  const page = await open(t, stage, '/settings/categories', { as: ana, refusals: [409] })
  await page.getByRole('button', { name: 'New group' }).click()
  const popup = page.getByRole('dialog', { name: 'New group' })
  await popup.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Treats')
  await popup.getByRole('checkbox', { name: 'Coffee' }).check()
  await picture(page, 'groups-3-new')
  assert.deepEqual(await axeFinds(page, undefined, 'dialog[open]'), [])
  await popup.getByRole('button', { name: 'Add the group' }).click()
  await toast(page, 'Treats is added, with Coffee. No entry changed.')
  assert.equal(await tree(ana), 'Travel, Food (Eating out, Groceries), Treats (Coffee)')
  await undo(page)
  await toast(page, 'Undone: The group is added')
  assert.equal(await tree(ana), 'Travel, Coffee, Food (Eating out, Groceries)')

  await row(page, 'Travel').click()
  const sheet = page.getByRole('dialog', { name: 'Travel' })
  await sheet.getByLabel('Group').selectOption('Food')
  await sheet.getByRole('radio', { name: 'gift' }).check()
  await picture(page, 'groups-4-sheet')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Travel is saved')
  const { data } = await ana.call(listCategories, { query: { id: id.Travel ?? '' } })
  assert.deepEqual([data[0]?.parent_id, data[0]?.icon], [id.Food, 'gift'])
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries, Travel)', 'it comes last there')

  await row(page, 'Food').click()
  const group = page.getByRole('dialog', { name: 'Food' })
  await group.getByRole('button', { name: 'Delete' }).click()
  await group
    .getByText(/is a group with 3 categories in it. Move them to another group or to none first/)
    .waitFor()
})

test('a merge says what moves before it is done, names closed days, and is one undo', async (t) => {
  const { ana, id } = await withGroups(stage)
  const spent = (name: string, date = today) =>
    ana.call(createExpense, { body: { category_id: id[name] ?? '', amount: 5, date } })
  await spent('Coffee')
  await spent('Coffee', addDays(today, -40))
  await ana.call(putBudget, { params: { category_id: id.Coffee ?? '', month }, body: { amount: 30 } })
  await ana.call(updateBook, { body: { closed_through: addDays(today, -35) } })
  const page = await open(t, stage, '/settings/categories', { as: ana })
  await page.getByRole('button', { name: 'More about Coffee' }).click()
  await page.getByRole('button', { name: 'Merge into…' }).click()
  const popup = page.getByRole('dialog', { name: 'Merge Coffee into…' })
  await popup.getByText('2 entries and 1 budget move.').waitFor()
  await popup.getByText(/^1 entry is of closed days/).waitFor()
  await picture(page, 'groups-5-merge-closed')
  assert.deepEqual(await axeFinds(page, undefined, 'dialog[open]'), [])
  await popup.getByRole('button', { name: 'Reopen the books' }).click()
  await popup.getByLabel('Category that takes over').selectOption('Eating out')
  await popup.getByRole('button', { name: 'Merge into Eating out' }).click()
  await toast(page, 'Coffee is merged into Eating out. 2 entries and 1 budget move.')
  assert.equal(await tree(ana), 'Food (Eating out, Groceries), Travel')
  await undo(page)
  await toast(page, 'Undone')
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries), Travel')
  await page.getByRole('button', { name: 'More about Food' }).click()
  await page.getByRole('button', { name: 'Merge into…' }).click()
  await page.getByText('Food is a group, and has categories in it.').waitFor()
  await page.goto(`${stage.address}/activity`)
  const merged = 'Coffee into Eating out: 2 entries, 1 budget'
  await page.getByRole('button', { name: `You merged ${merged}` }).waitFor()
  await page.getByRole('button', { name: `You undid the merge of ${merged}` }).waitFor()
  await picture(page, 'groups-5-activity')
  await page.goto(`${stage.address}/settings/categories?open=${id.Coffee}`)
  await page.getByText('Brought back out of Eating out').waitFor()
  await page.getByText('Merged into Eating out').waitFor()
})

test('on a phone a category is moved by its menu and by a finger on its grip', async (t) => {
  const { ana, id } = await withGroups(stage)
  const page = await open(t, stage, '/settings/categories', { as: ana, ...PHONE })
  await page.getByRole('button', { name: 'More about Travel' }).click()
  await picture(page, 'groups-6-phone-menu')
  await page.getByRole('button', { name: 'Into group…' }).click()
  await page.getByRole('option', { name: /Food/ }).click()
  await toast(page, 'Travel is in Food now. No entry changed.')
  await page.getByRole('button', { name: 'More about Travel' }).click()
  await page.getByRole('button', { name: 'Move up' }).click()
  await toast(page, 'Travel is number 2 of 3 in Food now. No entry changed.')
  await page.getByRole('button', { name: 'More about Travel' }).click()
  await page.getByRole('button', { name: 'Out of Food' }).click()
  await toast(page, 'Travel is in no group now. No entry changed.')
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries), Travel')
  const middle = async (name: string, within = '') => {
    const box = await page.locator(`li[data-category="${id[name]}"] ${within}`).boundingBox()
    assert(box)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
  const [start, end] = [await middle('Travel', '[data-grip]'), await middle('Food')]
  await touch('touchStart', start)
  await touch('touchMove', { x: start.x, y: (start.y + end.y) / 2 })
  await touch('touchMove', { x: start.x, y: end.y })
  await touch('touchEnd')
  await toast(page, 'Travel is in Food now. No entry changed.')
  assert.equal(await tree(ana), 'Coffee, Food (Eating out, Groceries, Travel)')
  await picture(page, 'groups-7-phone')
  await colours(page, 'dark')
  await picture(page, 'groups-8-phone-dark')
})

test('the picker of a category finds by the name of a group', async (t) => {
  const { ana } = await withGroups(stage)
  const page = await open(t, stage, '/', { as: ana })
  await page.getByRole('textbox', { name: 'Add a transaction' }).fill('12 coffee')
  await page.getByRole('button', { name: 'Category: Coffee', exact: true }).click()
  await page.getByRole('combobox', { name: 'Category' }).fill('food')
  const group = page.getByRole('listbox').getByRole('group', { name: 'Food' })
  assert.deepEqual(await group.getByRole('option').allTextContents(), [
    'Eating out',
    'Groceries',
    'Foodthe group itself',
  ])
  await picture(page, 'groups-15-picker')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Category: Eating out', exact: true }).waitFor()
})
