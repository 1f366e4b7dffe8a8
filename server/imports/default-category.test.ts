import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addStarter } from '../../contract/books.ts'
import { createExpense } from '../../contract/budgeting.ts'
import { listCategories } from '../../contract/categories.ts'
import { commitImport, updateImportRow } from '../../contract/imports.ts'
import { actualDatabase, actualZip } from '../../test/actual-file.ts'
import { household } from '../../test/actual-household.ts'
import { account, category } from '../../test/books.ts'
import { csv, rowsOf, sendFile } from '../../test/importing.ts'
import { commit, stage } from '../../test/imports.ts'
import { committed } from '../../test/moving.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import type { Language } from '../../words/languages.ts'
import { defaultNames } from './default-category.ts'

const world = await makeWorld()

async function bookIn(language?: Language) {
  const ana = await world.person()
  if (language) await ana.call(addStarter, { body: { language } })
  return { ana, bank: await account(ana, 'Bank') }
}

const namesOf = async (person: Person) =>
  (await person.call(listCategories, { query: { limit: 1000 } })).data.map(({ name }) => name)

const FILE = csv('2026-11-02,Qqqq,-1.00', '2026-11-03,Zzzz,2.00', '2026-11-04,Yyyy,3.00')

for (const [language, expense, income] of [
  ['de', 'Sonstige Ausgaben', 'Sonstige Einnahmen'],
  ['ar', 'مصروفات أخرى', 'دخل آخر'],
  ['en', 'Other expenses', 'Other income'],
] as const)
  test(`rows that nothing tells the category of go to the default one of a book in ${language}`, async () => {
    const { ana, bank } = await bookIn(language)
    const before = await namesOf(ana)
    const made = await sendFile(ana, { account_id: bank.id }, FILE)
    const rows = await rowsOf(ana, made)
    assert.deepEqual(
      rows.map(({ draft, reasons }) => [draft?.category_name, reasons[0]?.params]),
      [expense, income, income].map((name) => [name, { category: name }]),
    )
    const refund = await ana.call(updateImportRow, {
      params: { id: made.id, n: '2' },
      body: { draft: { kind: 'expense', is_refund: true } },
    })
    assert.equal(refund.draft?.category_name, expense)
    await ana.call(commitImport, { params: { id: made.id } })
    assert.deepEqual(await namesOf(ana), before)
    // Nobody has chosen it, so nothing is learned from its transactions.
    const [next] = await rowsOf(
      ana,
      await sendFile(ana, { account_id: bank.id }, csv('2026-11-09,Qqqq,-5.00')),
    )
    assert.equal(next?.reasons[0]?.code, 'nothing_like_it')
  })

test('a book without any categories gets the default ones in English', async () => {
  const { ana, bank } = await bookIn()
  const made = await sendFile(ana, { account_id: bank.id }, FILE)
  await ana.call(commitImport, { params: { id: made.id } })
  assert.deepEqual((await namesOf(ana)).sort(), ['Other expenses', 'Other income'])
})

test('rows that were judged before a book was asked for its own name go to its default category', async () => {
  const { ana, bank } = await bookIn('de')
  const before = await namesOf(ana)
  await commit(ana, (await stage(world, ana, bank.id, [{ amount: -100n }, { amount: 100n }])).id)
  assert.deepEqual(await namesOf(ana), before)
  // A file that has a category of this name itself gets it.
  const mapping = {
    accounts: [],
    categories: [{ kind: 'expense', name: 'Other expenses', category_id: null, count: 1 }],
  }
  await commit(ana, (await stage(world, ana, bank.id, [{ amount: -200n }], mapping)).id)
  assert.deepEqual((await namesOf(ana)).sort(), [...before, 'Other expenses'].sort())
})

test('rows and plans of another program go to the default categories of the book too', async () => {
  const { ana } = await bookIn('de')
  const file = await actualZip(actualDatabase(household))
  await committed(ana, await sendFile(ana, { filename: 'My-Finances.zip' }, file))
  const names = await namesOf(ana)
  assert.deepEqual(
    [names.includes('Sonstige Ausgaben'), names.filter((name) => /^Other /.test(name))],
    [true, []],
  )
})

test('where words went to several categories, the reason names the default one of the book', async () => {
  const { ana, bank } = await bookIn('fr')
  const kinds = [await category(ana, 'Un'), await category(ana, 'Deux')]
  for (const { id } of kinds)
    await ana.call(createExpense, {
      body: { amount: 5, date: '2026-10-01', memo: 'Kramer', category_id: id, asset_account_id: bank.id },
    })
  const [row] = await rowsOf(
    ana,
    await sendFile(ana, { account_id: bank.id }, csv('2026-11-02,Kramer,-7.00')),
  )
  assert.deepEqual(row?.reasons, [{ code: 'words_differ', params: { category: 'Autres dépenses' } }])
})

test('the default names are those of the book, else those of its language', () => {
  const expense = (...names: string[]) => names.map((name) => ({ kind: 'expense', name }) as const)
  const english = { expense: 'Other expenses', income: 'Other income' }
  assert.deepEqual(defaultNames([]), english)
  assert.deepEqual(defaultNames(expense('Lebensmittel', 'Miete', 'Travel')), {
    expense: 'Sonstige Ausgaben',
    income: 'Sonstige Einnahmen',
  })
  assert.deepEqual(defaultNames(expense('Transport', 'Kites')), english)
  assert.equal(defaultNames(expense('Lebensmittel', 'OTHER EXPENSES')).expense, 'OTHER EXPENSES')
  const both = expense('Other expenses', 'Lebensmittel', 'Miete', 'sonstige Ausgaben')
  assert.equal(defaultNames(both).expense, 'sonstige Ausgaben')
  assert.equal(defaultNames([{ kind: 'income', name: 'Other expenses' }]).expense, 'Other expenses')
})
