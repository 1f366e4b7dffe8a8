import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpense, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import type { RowChange } from '../../contract/import-rows.ts'
import { commitImport, getImport, type Import, updateImportRows } from '../../contract/imports.ts'
import { account, bank, category } from '../../test/books.ts'
import { csv, sendFile } from '../../test/importing.ts'
import { sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('rows that are left out are added up, before the commit and after it; those that are in the book are not', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const lines = [
    '2026-11-02,BILLA,-22.10',
    '2026-11-03,SPAR,-9.50',
    '2026-11-04,HOFER,-16.80',
    '2026-11-05,KIOSK,x',
  ]
  const made = await sendFile(ana, { account_id }, csv(...lines))
  const params = { id: made.id }
  const unreadable = { account_id: null, account_name: null, currency_id: null, count: 1, amount: null }
  const shown = async () =>
    (await ana.call(getImport, { params })).left_out.filter(({ amount }) => amount !== null)
  assert.deepEqual(
    made.left_out.map(({ count, amount }) => [count, amount]),
    [[unreadable.count, unreadable.amount]],
  )
  await ana.call(updateImportRows, { params, body: { n: [2, 3], set: { is_chosen: false } } })
  const left = [{ account_id, account_name: 'Giro', currency_id: 'EUR', count: 2, amount: -26.3 }]
  assert.deepEqual(await shown(), left)
  const { version } = await ana.call(commitImport, { params })
  assert.deepEqual(await shown(), left)
  const again = await sendFile(ana, { account_id }, csv(...lines.slice(0, 3)))
  assert.deepEqual(
    [again.counts.duplicate, again.counts.chosen, again.left_out],
    [1, 0, left],
    'left out again',
  )
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await shown(), [])
})

test('a row that another file also had is missing once that one is undone: both imports say so, until something comes in its place', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const [giro, card] = [await bank(ana, 'Giro', 'EUR'), await bank(ana, 'Card', 'EUR')]
  const paying = csv('2026-11-02,BILLA,-22.10', '2026-11-03,CARD PAYMENT,-387.65')
  const pay = async () => {
    const { id } = await sendFile(ana, { account_id: giro.id }, paying)
    const draft = { kind: 'transfer', other_account_id: card.id } as const
    await ana.call(updateImportRows, { params: { id }, body: { n: [2], set: { draft, is_chosen: true } } })
    return { id, ...(await ana.call(commitImport, { params: { id } })) }
  }
  const first = await pay()
  const file = csv('2026-11-03,CARD PAYMENT,387.65', '2026-11-05,SHOP,-12.00')
  const query = { account_id: card.id, filename: 'card.csv' }
  const { id: other, counts } = await sendFile(ana, query, file)
  assert.equal(counts.duplicate, 1)
  await ana.call(commitImport, { params: { id: other } })
  const said = async () => {
    const left = (await ana.call(getImport, { params: { id: other } })).left_out
    const { missed_by } = await ana.call(getImport, { params: { id: first.id } })
    return { left: left.map(({ account_name, amount }) => [account_name, amount]), missed_by }
  }
  const nothing = { left: [], missed_by: [] }
  assert.deepEqual(await said(), nothing)
  const undone = await ana.call(undoChange, { params: { version: String(first.version) } })
  const missing = {
    left: [['Card', 387.65]],
    missed_by: [{ import_id: other, filename: 'card.csv', count: 1 }],
  }
  assert.deepEqual(await said(), missing)
  const { version } = await ana.call(undoChange, { params: { version: String(undone.version) } })
  assert.deepEqual(await said(), nothing, 'it is back')
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await said(), missing)
  await pay()
  assert.deepEqual(await said(), nothing, 'another transaction is in its place')
})

/** A file whose balances prove its rows: 1,200.00 before them, and 1,100.00 after. */
const PROVEN = [
  'Date,Text,Amount,Balance',
  '2026-11-02,BILLA,-22.10,1177.90',
  '2026-11-03,SPAR,-9.50,1168.40',
  '2026-11-04,SALARY,40.00,1208.40',
  '2026-11-05,HOFER,-16.80,1191.60',
  '2026-11-06,RENT,-91.60,1100.00',
].join('\n')

test('a file that proves its balances says both ends: where the end was said, rows that are left out move the start', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR', {
    balance_as_of: { date: '2026-11-06', amount: 1100, includes_day: true },
  })
  const made = await sendFile(ana, { account_id }, PROVEN)
  const ends = ({ balances }: Pick<Import, 'balances'>) =>
    balances.map(({ date, file, book, difference }) => [date, file, book, difference])
  const end = ['2026-11-06', 1100, 1100, 0]
  assert.deepEqual(ends(made), [['2026-11-01', 1200, 1200, 0], end], 'before the commit')
  const params = { id: made.id }
  await ana.call(updateImportRows, { params, body: { n: [2, 4], set: { is_chosen: false } } })
  const moved = [['2026-11-01', 1200, 1173.7, 26.3], end]
  assert.deepEqual(ends(await ana.call(getImport, { params })), moved)
  await ana.call(commitImport, { params })
  assert.deepEqual(ends(await ana.call(getImport, { params })), moved, 'after it')
})

test('an import says what it added, by category, as the book has it, until it is undone', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const { id: account_id } = await bank(ana, 'Giro', 'EUR')
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const cash = await account(ana, 'Cash')
  const { id } = await sendFile(ana, { account_id }, PROVEN)
  const params = { id }
  const set = (n: number, draft: NonNullable<RowChange['draft']>) =>
    ana.call(updateImportRows, { params, body: { n: [n], set: { draft, is_chosen: true } } })
  for (const n of [1, 2]) await set(n, { kind: 'expense', category_id: food.id })
  await set(3, { kind: 'income', category_id: pay.id })
  await set(4, { kind: 'expense', category_id: food.id })
  await set(5, { kind: 'transfer', other_account_id: cash.id })
  const added = async () =>
    (await ana.call(getImport, { params })).added.map((one) => [
      one.kind,
      one.category_name,
      one.count,
      one.amount,
    ])
  assert.deepEqual(await added(), [])
  const { version } = await ana.call(commitImport, { params })
  assert.deepEqual(await added(), [
    ['transfer', null, 1, 91.6],
    ['expense', 'Food', 3, 48.4],
    ['income', 'Pay', 1, 40],
  ])
  const { data } = await ana.call(listTransactions, { query: { import_id: id, kind: 'expense' } })
  await ana.call(deleteExpense, { params: { id: data[0]?.id ?? '' } })
  assert.deepEqual((await added()).at(-1), ['expense', 'Food', 2, 31.6])
  const other = await world.person()
  assert.equal((await other.send({ url: `/imports/${id}` })).status, 404)
  await ana.call(undoChange, { params: { version: String(Number(version) + 1) } })
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await added(), [])
})
