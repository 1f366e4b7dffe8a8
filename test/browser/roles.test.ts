import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { listAccounts } from '../../contract/accounts.ts'
import { updateMe } from '../../contract/auth.ts'
import { moveBetween } from '../../contract/between.ts'
import { updateBook } from '../../contract/books.ts'
import { getTransaction, listTransactions, updateExpense } from '../../contract/budgeting.ts'
import { listContacts } from '../../contract/contacts.ts'
import { listGoals } from '../../contract/goals.ts'
import {
  acceptInvitation,
  createBook,
  createBookInvitation,
  type Role,
  updateMember,
} from '../../contract/members.ts'
import { listObligations } from '../../contract/obligations.ts'
import { listPlans } from '../../contract/plans.ts'
import { inBook } from '../household.ts'
import type { Person } from '../world.ts'
import {
  axeFinds,
  colours,
  complete,
  contextOf,
  goInside,
  open,
  picture,
  tooWideBy,
  watch,
} from './browser.ts'
import { householdStage } from './household.ts'

const { stage, ana } = await householdStage()
const HAND = { width: 390, height: 844, touch: true } as const

/** Somebody in Ana's book with a role, for whom it is the default. */
async function joinedAs(name: string, role: Role): Promise<Person> {
  const person = await stage.person({ name, base_currency_id: 'EUR' })
  const { token } = await ana.call(createBookInvitation, { body: { role } })
  const { id } = await person.call(acceptInvitation, { body: { token } })
  await person.call(updateMe, { body: { default_book_id: id } })
  return person
}
const [viewer, annotator, editor] = [
  await joinedAs('Tom Berger', 'viewer'),
  await joinedAs('Nora Weiss', 'annotator'),
  await joinedAs('Kai Sommer', 'editor'),
]

const account = (await ana.call(listAccounts, { query: { type: 'asset' } })).data[0]?.id ?? ''
const contact = (await ana.call(listContacts)).data[0]?.id ?? ''
const goal = (await ana.call(listGoals)).data[0]?.id ?? ''
const plan = (await ana.call(listPlans)).data[0]?.id ?? ''
const debt = (await ana.call(listObligations, { query: { status: 'open' } })).data[0]?.id ?? ''
const expenses = (await ana.call(listTransactions, { query: { kind: 'expense', limit: 50 } })).data
const expense =
  expenses.find(({ splits, memo, is_locked }) => splits.length < 2 && memo && !is_locked) ?? assert.fail()

/** The pages of a book, as the app itself lists them, and what opens beside them. */
async function pages(): Promise<string[]> {
  const text = await readFile('web/routes.tsx', 'utf8')
  const paths = [...text.matchAll(/(?:inFrame)\(\s*'([^']+)'/g)].map(([, path = '']) => path)
  const ids: Record<string, string> = { accounts: account, goals: goal }
  const own = /profile|security|look|help|\/imports\/|settings$|more$|settings\/book|between/ // of the person, of no book, or covered elsewhere
  return [
    ...paths
      .filter((path) => !own.test(path))
      .map((path) => path.replace('$id', ids[path.split('/')[1] ?? ''] ?? contact)),
    `/transactions?open=${expense.id}`,
    `/plans?open=${plan}`,
    `/obligations?open=${debt}`,
    '/activity?version=2',
    `/accounts?open=${account}`,
  ]
}

/** The names of buttons and links that write. */
const WRITES =
  /^(Add|New|Save|Delete|Edit|Import|Record|Skip|Change|Remove|Undo|Do it again|Bring back|Lend|Split|Got paid|Pay|Move|Reconcile|Set|Put|Take|Forgive|Merge|Make|Fill|Go on|Start|Finish|Reopen|End it|Enter|Select|Actions for|Duplicate|Hand over|Invite|State|More about|Days of the month)\b/

/** The names of what can be pressed; places in the navigation and headings that sort a table write nothing. */
const actionsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('button, a, [role=button], input[type=checkbox]')]
    .filter((one) => one.checkVisibility() && !one.matches(':disabled, nav *, th *, [href="#content"]'))
    .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim())`)

for (const size of [{ width: 1280, height: 900 }, HAND])
  test(`a viewer sees every page, ${size.width} px wide, and nothing on it that writes`, async () => {
    const look = { as: viewer, reducedMotion: true, ...size }
    const context = await contextOf(stage, look)
    const page = await context.newPage()
    const faults = watch(page, stage.address, look)
    const found: string[] = []
    await page.goto(stage.address)
    await complete(page)
    for (const path of await pages()) {
      await goInside(page, path)
      const names = (await actionsOf(page)).filter((name) => WRITES.test(name))
      found.push(...names.map((name) => `${path}: ${name}`))
      if (await page.getByRole('textbox', { name: 'Add a transaction' }).count())
        found.push(`${path}: quick entry`)
      found.push(...faults.splice(0).map((fault) => `${path}: ${fault}`))
    }
    await page.goto(`${stage.address}/transactions?open=${expense.id}`)
    await page.getByRole('dialog').waitFor()
    await complete(page)
    await picture(page, `viewer-sheet-${size.width}`)
    await context.close()
    assert.deepEqual(found, [])
  })

const lock = (page: Page, what: string) => page.getByRole('button', { name: `Why ${what} is locked` })
const sheetOf = (page: Page) => page.getByRole('dialog').first()

test('an annotator sorts a transaction, and a lock says why amount, day, account and words are no fields', async (t) => {
  const page = await open(t, stage, `/transactions?open=${expense.id}`, {
    as: annotator,
    width: 1280,
    height: 900,
  })
  const sheet = sheetOf(page)
  await lock(page, 'the amount').click()
  await sheet
    .getByText(
      'An annotator cannot change the amount. You can sort this entry; for the amount ask Ana or Kai.',
    )
    .waitFor()
  for (const what of ['the day', 'the account', 'what it was']) await lock(page, what).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Add a transaction' }).count(), 0)
  assert.equal(await sheet.getByRole('textbox', { name: /Amount|Date|What it was/ }).count(), 0)
  assert.equal(await sheet.getByRole('button', { name: /Delete|Duplicate|Split/ }).count(), 0)
  assert.deepEqual(await axeFinds(page), [])
  await picture(page, 'annotator-sheet-1280')
  await colours(page, 'dark')
  assert.deepEqual(await axeFinds(page, ['color-contrast']), [])
  await picture(page, 'annotator-sheet-1280-dark')

  await sheet.getByRole('textbox', { name: 'Notes' }).fill('for the tax of 2026')
  await sheet.getByRole('combobox', { name: 'Category' }).fill('Clothes and nonsense')
  await page.getByText('Nothing', { exact: false }).first().waitFor()
  assert.equal(await page.getByRole('option', { name: /New category/ }).count(), 0)
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${expense.memo} saved` })
    .waitFor()
  const now = await ana.call(getTransaction, { params: { id: expense.id } })
  assert.deepEqual([now.notes, now.amount, now.date], ['for the tax of 2026', expense.amount, expense.date])

  const hand = await open(t, stage, `/transactions?open=${expense.id}`, { as: annotator, ...HAND })
  await lock(hand, 'the amount').click()
  assert.deepEqual(await axeFinds(hand), [])
  await picture(hand, 'annotator-sheet-390')
  await hand.setViewportSize({ width: 320, height: 700 })
  assert.equal(await tooWideBy(hand), 0)
})

test('an annotator gives several transactions a tag, and is offered no account, date or trash for them', async (t) => {
  const page = await open(t, stage, '/transactions', { as: annotator, width: 1280, height: 900 })
  await page.locator('[data-id]').nth(3).waitFor()
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const bar = page.getByRole('toolbar', { name: 'Selected transactions' })
  await bar.getByRole('button', { name: 'Tag' }).waitFor()
  for (const name of ['Category', 'Person']) await bar.getByRole('button', { name }).waitFor()
  assert.equal(await bar.getByRole('button', { name: /Account|Date|Delete/ }).count(), 0)
  await picture(page, 'annotator-bulk-1280')
  await page.keyboard.press('Delete')
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('combobox', { name: /Tag/i }).fill('steuerberater')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'now with #steuerberater' }).waitFor()
})

test('an editor records; one whose role is less meanwhile is told so, and loses the buttons', async (t) => {
  const page = await open(t, stage, `/transactions?open=${expense.id}`, {
    as: editor,
    width: 1280,
    height: 900,
    refusals: [403],
  })
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  await page.locator('[data-id]').nth(1).waitFor()
  const give = (role: Role) => ana.call(updateMember, { params: { user_id: editor.user.id }, body: { role } })
  const sheet = sheetOf(page)
  await sheet.getByRole('textbox', { name: 'Notes' }).fill('not any more')
  await give('viewer')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet
    .getByText('As a viewer you cannot do this in this book. It takes an editor or an owner.')
    .waitFor()
  await sheet.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('textbox', { name: 'Add a transaction' }).count(), 0)
  await give('editor')
  await page.reload()
  await page.getByRole('textbox', { name: 'Add a transaction' }).waitFor()
  assert.equal(await sheet.getByRole('textbox', { name: 'Notes' }).inputValue(), 'not any more')
})

test('a name that nobody has, typed by an annotator, is not dropped by Save', async (t) => {
  const page = await open(t, stage, `/transactions?open=${expense.id}`, {
    as: annotator,
    width: 1280,
    height: 900,
  })
  const sheet = sheetOf(page)
  const who = sheet.getByRole('combobox', { name: 'Person or shop' })
  await who.fill('Nobody at all')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByText('Nobody is called “Nobody at all”').waitFor()
  assert.equal(await who.inputValue(), 'Nobody at all')
  await sheet.locator('[data-field=contact] input:focus').waitFor()
  await picture(page, 'annotator-unknown-1280')
  await who.fill('')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Nobody is called “Nobody at all”').waitFor({ state: 'detached' })
})

test('Undo is there for what one may take back: an annotator for sorting, an editor for all but the settings', async (t) => {
  await annotator.call(updateExpense, { params: { id: expense.id }, body: { notes: 'to be undone' } })
  await ana.call(updateExpense, { params: { id: expense.id }, body: { memo: `${expense.memo}!` } })
  await ana.call(updateExpense, { params: { id: expense.id }, body: { memo: expense.memo } })
  const { version } = await ana.call(updateBook, { body: { name: 'Ours' } })
  const undoOf = (page: Page, which: number) =>
    page.getByRole('button', { name: `Undo version ${which}`, exact: true })
  for (const [as, expected] of [
    [annotator, [true, false, false]],
    [editor, [true, true, false]],
    [ana, [true, true, true]],
  ] as const) {
    const page = await open(t, stage, '/activity', { as, width: 1280, height: 900 })
    await page.getByRole('listitem').filter({ hasText: 'Ours' }).first().waitFor()
    const found = await Promise.all(
      [version - 3, version - 1, version].map((one) => undoOf(page, one).count()),
    )
    assert.deepEqual(
      found.map((count) => count > 0),
      expected,
    )
  }
})

test('without the right to write, categories have no grips, and keys move none', async (t) => {
  const page = await open(t, stage, '/settings/categories', { as: annotator, width: 1280, height: 900 })
  await page.locator('[data-row]').first().waitFor()
  assert.equal(await page.locator('[data-grip]').count(), 0)
  // What a category was used for comes later, below its name.
  const names = async () =>
    (await page.locator('[data-row]').allInnerTexts()).map((text) => text.split('\n')[0])
  const before = await names()
  await page.locator('[data-row]').nth(1).press('Alt+ArrowUp')
  assert.deepEqual(await names(), before)
})

test('an archived book says on the page to add that it is archived, and its empty reports offer no entry', async (t) => {
  const { id } = await ana.call(createBook, { body: { name: 'Old', base_currency_id: 'EUR' } })
  await inBook(stage.app, ana, id).call(updateBook, { body: { is_archived: true } })
  const page = await open(t, stage, `/b/${id}/add`, { as: ana, ...HAND })
  await page.getByText('This book is archived', { exact: true }).waitFor()
  await page.goto(`${stage.address}/b/${id}/reports/spending`)
  await page.getByText('Nothing is written down yet').waitFor()
  assert.equal(await page.getByRole('link', { name: /Add the first one|Import a file/ }).count(), 0)
})

test('one half of money between books, whose other book one is not in, has amount, day and account as text', async (t) => {
  const { id } = await ana.call(createBook, { body: { name: 'Travel', base_currency_id: 'EUR' } })
  const there = inBook(stage.app, ana, id)
  const [target] = (await there.call(listAccounts, { query: { type: 'asset' } })).data
  const body = {
    to_book_id: id,
    from_account_id: account,
    to_account_id: target?.id ?? '',
    amount: 30,
    currency_id: 'EUR',
  }
  const { transfer } = await ana.call(moveBetween, { body })
  const look = { width: 1280, height: 900 }
  const page = await open(t, stage, `/transactions?open=${transfer.id}`, {
    as: editor,
    ...look,
    refusals: [404],
  })
  const sheet = sheetOf(page)
  await lock(page, 'the amount').click()
  await sheet.getByText('This is one half of money between two books').waitFor()
  assert.equal(await sheet.getByRole('textbox', { name: /Amount|Date/ }).count(), 0)
  assert.equal(await sheet.getByRole('button', { name: 'Delete' }).count(), 0)
  await picture(page, 'half-locked-1280')
  const own = await open(t, stage, `/transactions?open=${transfer.id}`, { as: ana, ...look })
  await sheetOf(own).getByText('To Travel').first().waitFor()
  await sheetOf(own).getByRole('textbox', { name: 'Amount' }).waitFor()
  await sheetOf(own).getByRole('button', { name: 'Delete' }).waitFor()
  await picture(own, 'half-open-1280')
})

test('on the phone of a viewer there are four tabs, and the page to add says why it has no form', async (t) => {
  const page = await open(t, stage, '/', { as: viewer, ...HAND })
  await complete(page)
  await picture(page, 'viewer-home-390')
  assert.equal(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count(), 4)
  await page.goto(`${stage.address}/add`)
  await page.getByText('You cannot record in this book').waitFor()
  assert.deepEqual(await axeFinds(page), [])
})
