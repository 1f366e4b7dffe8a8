import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addStarter } from '../../contract/books.ts'
import { createExpense, listTransactions } from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { todayIn } from '../../contract/day.ts'
import { createImport, getImport } from '../../contract/imports.ts'
import { createReconciliation } from '../../contract/reconciliations.ts'
import { account } from '../books.ts'
import { axeFinds, complete, DIALOG, makeStage, open, picture } from './browser.ts'

const stage = await makeStage()
const today = todayIn('UTC')

/** The keys that a file of the app registers or lists. */
async function keysIn(path: string): Promise<string[]> {
  const text = await readFile(`web/${path}`, 'utf8')
  const lists = [...text.matchAll(/const of[A-Z]\w+ = \[\n([\s\S]*?)\n\] as const/g)].map(
    ([, list = '']) => list,
  )
  const listed = lists.flatMap((list) => [...list.matchAll(/^ {2}\[(?:'([^']+)'|(\w+)),/gm)])
  const registered = [...text.matchAll(/useShortcut\(\s*'([^']+)'/g)]
  const names: Record<string, string> = { SUBMIT_KEYS: 'Ctrl ↵', UNDO_KEYS: 'Ctrl Z', REDO_KEYS: 'Ctrl ⇧ Z' }
  return [...listed, ...registered].map(([, key, name = '']) => key ?? names[name] ?? assert.fail(name))
}

const everywhere = ['frame/Frame.tsx']
const entry = 'transactions/entry/QuickEntryLine.tsx'
const search = 'page/SearchField.tsx'

test('? lists every key of the page that it is pressed on, and every registered key is listed on some page', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  const { categories } = await ana.call(addStarter)
  const { id: bank } = await account(ana, 'Bank')
  const category_id = categories.find(({ name }) => name === 'Groceries')?.id ?? assert.fail()
  await ana.call(createExpense, { body: { amount: 5, category_id, asset_account_id: bank, date: today } })
  await ana.call(createContact, { body: { name: 'Sam' } })
  await ana.call(createReconciliation, { params: { id: bank }, body: { date: today, balance: -5 } })
  const body = 'Date;Text;Amount\n2026-11-02;BAKERY;-4.10\n2026-11-03;MARKET;-20.00\n'
  const read = async (text: string) => {
    let file = await ana.call(createImport, { query: { account_id: bank, filename: 'bank.csv' }, body: text })
    while (file.status === 'reading') file = await ana.call(getImport, { params: { id: file.id } })
    return file
  }
  const file = await read(body)
  const asking = await read('Date;Text;Amount\n03/04/2026;BAKERY;-4.10\n05/07/2026;MARKET;-20.00\n')

  const pages: [path: string, ready: string, files: string[]][] = [
    ['/', '[data-line]', [entry]],
    [
      '/transactions',
      '[data-id]',
      [entry, search, 'transactions/list/FilterBar.tsx', 'transactions/list/use-list-keys.ts'],
    ],
    [
      `/accounts/${bank}`,
      '[data-row]',
      [entry, 'transactions/register/Register.tsx', 'transactions/register/RegisterList.tsx'],
    ],
    [`/accounts/${bank}/reconcile`, '[data-row]', ['reconciliations/TickList.tsx']],
    ['/obligations', 'h1', ['obligations/OwedPage.tsx']],
    ['/contacts', 'h1', ['contacts/ContactsPage.tsx']],
    ['/budgets', 'table', ['budgets/SheetTable.tsx']],
    ['/plans', 'h1', ['plans/PlansPage.tsx']],
    ['/settings/categories', '[role=treeitem], [data-id], li', ['categories/CategoryTree.tsx']],
    ['/reports/flow', 'h1', ['reports/FlowPage.tsx']],
    [`/imports/${asking.id}`, 'h2', ['imports/ReadingQuestions.tsx']],
    [`/imports/${file.id}?step=check`, '[data-row]', ['imports/CheckedRows.tsx']],
  ]
  const page = await open(t, stage, '/', { as: ana })
  const seen = new Set<string>()
  for (const [path, ready, files] of pages) {
    await page.goto(stage.address + path)
    await complete(page)
    await page.locator(ready).first().waitFor()
    await page.locator('h1').first().focus()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    const listed = await dialog
      .locator('[data-keys]')
      .evaluateAll((keys) =>
        keys.map((key) => String((key as { dataset?: { keys?: string } }).dataset?.keys)),
      )
    const wanted = (await Promise.all([...everywhere, ...files].map(keysIn))).flat()
    assert.deepEqual(
      [...new Set(wanted)].filter((key) => !listed.includes(key)),
      [],
      path,
    )
    for (const key of listed) seen.add(key)
    if (path === '/budgets' || path === '/transactions') await picture(page, `keys${path.replace('/', '-')}`)
  }
  await page.setViewportSize({ width: 360, height: 780 })
  assert.deepEqual(await axeFinds(page, undefined, DIALOG), [], 'a list that scrolls is reached by keys')
  const sources = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: 'web', exclude: ['**/*.test.ts'] }))
  const all = (await Promise.all(sources.map(keysIn))).flat()
  assert.deepEqual(
    [...new Set(all)].filter((key) => !seen.has(key)),
    [],
  )
})

test('Z says that nothing is left to undo, and leads to Activity; keys that are held are written with a plus', async (t) => {
  const ana = await stage.person()
  const page = await open(t, stage, '/reports', { as: ana })
  await complete(page)
  await page.keyboard.press('z')
  const said = page.getByRole('status').filter({ hasText: 'Nothing is left to undo here.' })
  await said.getByRole('button', { name: 'Activity' }).click()
  await page.waitForURL(/\/activity$/)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Ctrl + K', { exact: true }).waitFor({ state: 'attached' })
  await dialog.getByText('G then H', { exact: true }).waitFor({ state: 'attached' })
})

test('Ctrl Z pressed twice undoes the last change and the one before it; with Shift they are redone', async (t) => {
  const ana = await stage.person({ name: 'Ana', base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const page = await open(t, stage, '/', { as: ana })
  const line = page.getByRole('textbox', { name: 'Add a transaction' })
  const says = (words: string | RegExp) => page.getByRole('status').getByText(words).waitFor()
  const memos = async () => (await ana.call(listTransactions)).data.map(({ memo }) => memo).toSorted()
  await line.fill('3 groceries apples')
  await line.press('Enter')
  await says(/3\.00/)
  await line.fill('4 groceries pears')
  await line.press('Enter')
  await says(/4\.00/)
  await page.locator('h1').first().focus()
  await page.keyboard.press('Control+z')
  await says(/^Undone: .*4\.00/)
  await page.keyboard.press('Control+z')
  await says(/^Undone: .*3\.00/)
  assert.deepEqual(await memos(), [])
  await page.keyboard.press('Control+z')
  await says('Nothing is left to undo here.')
  await page.keyboard.press('Control+Shift+z')
  await says(/^Redone: .*3\.00/)
  await page.keyboard.press('Control+Shift+z')
  await says(/^Redone: .*4\.00/)
  assert.equal((await memos()).length, 2)
  await page.keyboard.press('Shift+Z')
  await says('Nothing was undone here that could be redone.')
  await line.focus()
  await page.keyboard.press('Control+z')
  await says(/^Undone: .*4\.00/)
  await picture(page, 'keys-undone')
  assert.equal((await memos()).length, 1)
})
