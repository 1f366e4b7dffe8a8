import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBudgets, putBudget } from '../../contract/budgets.ts'
import { listCategories } from '../../contract/categories.ts'
import { undoChange } from '../../contract/changes.ts'
import { getImport, updateImport } from '../../contract/imports.ts'
import { sendFile, zipOf } from '../../test/importing.ts'
import { commit } from '../../test/imports.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

const HEADINGS =
  '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"'
const PLAN = '"Month","Category Group/Category","Category Group","Category","Assigned","Activity","Available"'

/** A row of the register: the account, the day of 2026 as MM/DD, the payee, group and category, money out and money in. */
const row = (
  account: string,
  day: string,
  payee: string,
  group: string,
  category: string,
  out: string,
  into: string,
) =>
  `"${account}","","${day}/2026","${payee}","${group ? `${group}: ${category}` : ''}","${group}","${category}","",$${out},$${into},"Cleared"`
const planned = (
  month: string,
  group: string,
  category: string,
  assigned: string,
  activity: string,
  available: string,
) => `"${month} 2026","${group}: ${category}","${group}","${category}",${assigned},${activity},${available}`

const register = [
  HEADINGS,
  row('Checking', '01/01', 'Starting Balance', 'Inflow', 'Ready to Assign', '0.00', '1,000.00'),
  row('Visa', '01/01', 'Starting Balance', '', '', '120.00', '0.00'),
  row('Checking', '01/05', 'Hay Works', 'Inflow', 'Ready to Assign', '0.00', '2,400.00'),
  row('Checking', '01/08', 'Corner Shop', 'Everyday', 'Groceries', '84.12', '0.00'),
  row('Visa', '01/09', 'Corner Shop', 'Everyday', 'Groceries', '40.00', '0.00'),
  row('Visa', '01/12', 'Corner Shop', 'Everyday', 'Groceries', '0.00', '10.00'),
  row('Checking', '01/20', 'Transfer : Visa', '', '', '150.00', '0.00'),
  row('Visa', '01/20', 'Transfer : Checking', '', '', '0.00', '150.00'),
  row('Checking', '02/03', 'Power & Light', 'Bills', 'Electric', '61.40', '0.00'),
  row('Checking', '02/07', 'Cinema', 'Everyday', 'Fun', '30.00', '0.00'),
]
const plan = [
  PLAN,
  planned('Jan', 'Credit Card Payments', 'Visa', '$0.00', '$30.00', '$30.00'),
  planned('Jan', 'Everyday', 'Groceries', '$150.00', '-$114.12', '$35.88'),
  planned('Jan', 'Everyday', 'Fun', '$20.00', '$0.00', '$20.00'),
  planned('Jan', 'Bills', 'Electric', '$0.00', '$0.00', '$0.00'),
  planned('Feb', 'Everyday', 'Groceries', '$100.00', '$0.00', '$135.88'),
  planned('Feb', 'Everyday', 'Fun', '$0.00', '-$30.00', '-$10.00'),
  planned('Feb', 'Bills', 'Electric', '$70.00', '-$61.40', '$8.60'),
  planned('Mar', 'Everyday', 'Groceries', '-$35.88', '$0.00', '$100.00'),
  planned('Mar', 'Everyday', 'Fun', '$15.00', '$0.00', '$15.00'),
  planned('Mar', 'Bills', 'Electric', '$0.00', '$0.00', '$8.60'),
  planned('Mar', 'Hidden Categories', 'Gym', '$5.00', '$0.00', '$5.00'),
]
const exported = (...later: readonly string[]) =>
  zipOf({
    'My Plan as of 2026-03-02 1210 - Plan.csv': `\ufeff${[...plan, ...later].join('\n')}\n`,
    'My Plan as of 2026-03-02 1210 - Register.csv': `\ufeff${register.join('\n')}\n`,
  })

test('the plan of YNAB comes with its register: budgets with what was left, groups in their order, in one change', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const made = await sendFile(ana, { filename: 'export.zip' }, await exported())
  assert.equal(made.status, 'ready', String(made.fault))
  const said = made.brings.map(({ kind, count, already, left_out_count }) => [
    kind,
    count,
    already,
    left_out_count,
  ])
  assert.deepEqual(said, [
    ['accounts', 2, 0, 0],
    ['groups', 4, 0, 0],
    ['budgets', 7, 0, 2],
  ])
  assert.deepEqual(
    made.brings.flatMap(({ left_out }) => left_out.map(({ name }) => name)),
    ['Credit Card Payments: Visa', 'Everyday: Groceries 2026-03'],
  )
  const { version } = await commit(ana, made.id)
  const sheet = async (month: string) => {
    const { rows } = await ana.call(getBudgets, { query: { month } })
    return rows
      .map(({ category_name, planned, actual, carried, left }) => [
        category_name,
        planned,
        actual,
        carried,
        left,
      ])
      .sort()
  }
  assert.deepEqual(await sheet('2026-01'), [
    ['Fun', 20, 0, 0, 20],
    ['Groceries', 150, 114.12, 0, 35.88],
  ])
  assert.deepEqual(await sheet('2026-02'), [
    ['Electric', 70, 61.4, 0, 8.6],
    ['Fun', null, 30, 20, -10],
    ['Groceries', 100, 0, 35.88, 135.88],
  ])
  const { data } = await ana.call(listCategories, { query: { sort: 'position', kind: 'expense' } })
  assert.deepEqual(
    data.map(({ name, parent_id, position, is_active }) => [name, parent_id === null, position, is_active]),
    [
      ['Everyday', true, 1, true],
      ['Groceries', false, 1, true],
      ['Fun', false, 2, true],
      ['Bills', true, 2, true],
      ['Electric', false, 1, true],
      ['Hidden Categories', true, 3, true],
      ['Gym', false, 1, false],
      ['Other expenses', true, 0, true],
    ],
  )
  const again = await sendFile(ana, { filename: 'export.zip' }, await exported())
  assert.deepEqual(
    again.brings.map(({ kind, count, already }) => [kind, count, already]),
    [
      ['accounts', 0, 2],
      ['groups', 0, 4],
      ['budgets', 0, 7],
    ],
  )
  assert.equal(again.counts.chosen, 0)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.deepEqual(await sheet('2026-02'), [])
  assert.deepEqual(
    (await ana.call(listCategories, { query: {} })).data.filter(({ name }) => name === 'Gym'),
    [],
  )
  const off = await sendFile(ana, { filename: 'export.zip' }, await exported())
  const body = { brings: [{ kind: 'budgets' as const, is_chosen: false }] }
  const changed = await ana.call(updateImport, { params: { id: off.id }, body })
  assert.deepEqual(
    changed.brings.map(({ kind, is_chosen }) => [kind, is_chosen]),
    [
      ['accounts', true],
      ['groups', true],
      ['budgets', false],
    ],
  )
  await commit(ana, off.id)
  assert.deepEqual(
    (await sheet('2026-02')).map(([name, amount]) => [name, amount]),
    [
      ['Electric', null],
      ['Fun', null],
    ],
  )
  assert.equal((await ana.call(getImport, { params: { id: off.id } })).brings.length, 3)
})

test('a budget that was entered after the file was checked is shown before the rest is recorded, and stays', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  await commit(ana, (await sendFile(ana, { filename: 'export.zip' }, await exported())).id)
  const later = await exported(
    planned('Apr', 'Everyday', 'Fun', '$12.00', '$0.00', '$27.00'),
    planned('Apr', 'Bills', 'Electric', '$40.00', '$0.00', '$48.60'),
  )
  const { id, brings } = await sendFile(ana, { filename: 'april.zip' }, later)
  const ofBudgets = (some: typeof brings) => {
    const found = some.find(({ kind }) => kind === 'budgets')
    const april = found?.left_out.filter(({ name }) => name.endsWith('2026-04'))
    return [found?.count, found?.already, april?.map(({ name, why }) => `${name}: ${why}`)]
  }
  assert.deepEqual(ofBudgets(brings), [2, 7, []])
  const { data } = await ana.call(listCategories, { query: {} })
  const fun = data.find(({ name }) => name === 'Fun')?.id ?? ''
  await ana.call(putBudget, {
    params: { category_id: fun, month: '2026-04' },
    body: { amount: 33, only: true },
  })

  const before = await ana.call(getBudgets, { query: { month: '2026-04' } })
  const { code, params } = await refused(commit(ana, id))
  assert.deepEqual(
    [code, params],
    [
      'import_brings_changed',
      { filename: 'april.zip', kind: 'budgets', was: 2, now: 1, left_out_was: 2, left_out: 3 },
    ],
  )
  assert.deepEqual(
    await ana.call(getBudgets, { query: { month: '2026-04' } }),
    before,
    'nothing was recorded',
  )
  const now = await ana.call(getImport, { params: { id } })
  assert.deepEqual(ofBudgets(now.brings), [
    1,
    7,
    ['Everyday: Fun 2026-04: The book has a budget of 33.00 USD there.'],
  ])
  await commit(ana, id)
  const { rows } = await ana.call(getBudgets, { query: { month: '2026-04' } })
  assert.deepEqual(rows.map(({ category_name, planned }) => [category_name, planned]).sort(), [
    ['Electric', 40],
    ['Fun', 33],
    ['Gym', null],
  ])
})
