import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { getBudgets } from '../../contract/budgets.ts'
import { listCategories } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { listImportRules } from '../../contract/import-rules.ts'
import { updateImport } from '../../contract/imports.ts'
import { listPlans } from '../../contract/plans.ts'
import { actualDatabase, actualZip } from '../../test/actual-file.ts'
import { household } from '../../test/actual-household.ts'
import { rowsOf, sendFile } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { makeWorld, type Person } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

/** The budget of a household, as Actual exports it, figure by figure. */

const world = await makeWorld()
const exported = (more?: string) => actualZip(actualDatabase(household, more))

async function moved(more?: string) {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const file = await exported(more)
  const made = await sendFile(ana, { filename: 'My-Finances.zip' }, file)
  assert.deepEqual([made.status, made.format, made.fault], ['ready', 'actual', null])
  return { ana, file, made }
}

/** Each kind with how much is recorded, was there already, and is left out. */
const said = ({
  brings,
}: {
  brings: readonly { kind: string; count: number; already: number; left_out_count: number }[]
}) =>
  Object.fromEntries(
    brings.map(({ kind, count, already, left_out_count }) => [kind, [count, already, left_out_count]]),
  )

test('a budget of Actual: balances, categories, splits, transfers once, tags and notes; the file says the same balances', async () => {
  const { ana, file, made } = await moved()
  assert.deepEqual(said(made), {
    accounts: [5, 0, 2],
    groups: [7, 0, 0],
    budgets: [6, 0, 1],
    recurring: [6, 0, 6],
    rules: [4, 0, 5],
    other: [0, 0, 9],
  })
  assert.deepEqual([made.counts.rows, made.counts.chosen, made.counts.invalid], [19, 19, 0])
  const done = await committed(ana, made)
  assert.deepEqual(await figures(ana), {
    accounts: {
      Girokonto: { EUR: 2301.11 },
      Visa: { EUR: -50 },
      Savings: { EUR: 200 },
      'House fund': { EUR: 9320 },
    },
    categories: {
      Salary: 2400,
      'Other income': 120, // what the fund has gained, which Actual has in no category
      Groceries: 97.5,
      Fun: 25,
      Power: 61.4,
      Rent: 850,
      'Other expenses': 19.99,
    },
  })
  const last = done.balances.filter(({ date }) => date > '2026-01-14')
  assert.deepEqual(
    last.map(({ account_name, file: amount, difference }) => [account_name, amount, difference]).sort(),
    [
      ['Girokonto', 2301.11, 0],
      ['House fund', 9320, 0],
      ['House fund', 9000, 0],
      ['Savings', 200, 0],
      ['Visa', -50, 0],
      ['Visa (2)', 0, 0],
      ['Visa (2)', 5, 0],
    ].sort(),
  )
  const { data: accounts } = await ana.call(listAccounts, { query: { limit: 1000 } })
  const isActive = (name: string) => accounts.find((one) => one.name === name)?.is_active
  assert.deepEqual(['Visa', 'Visa (2)', 'House fund'].map(isActive), [true, false, true])
  assert.deepEqual(await verify(world.db), [])
  const again = await sameAgain(ana, 'again.zip', file)
  assert.equal(
    Object.values(said(again)).every(([count]) => count === 0),
    true,
  )
  await undone(ana, done.version)
  const left = await ana.call(listPlans, { query: {} })
  assert.equal(left.data.length, 0)
  assert.deepEqual(await verify(world.db), [])
})

test('transactions of Actual keep their words: the bank’s, the notes with their tags, the parts of a split', async () => {
  const { ana, made } = await moved()
  await committed(ana, made)
  const { data } = await ana.call(listTransactions, { query: { limit: 100 } })
  const on = (date: string, amount: number) => {
    const found = data.find((one) => one.date === date && one.amount === amount)
    return [found?.kind, found?.memo, found?.notes, found?.tags]
  }
  assert.deepEqual(on('2026-01-07', 42.5), [
    'expense',
    'Lidl LIDL SAGT DANKE',
    'for the party #party #with-friends',
    ['party', 'with-friends'],
  ])
  // The refund is in its category, and the transfer that a budget paid for says which.
  assert.deepEqual(on('2026-01-12', 12.9), ['expense', 'Cinema', null, []])
  assert.deepEqual(on('2026-01-16', 200), ['transfer', null, null, ['Home: Rent']])
  // The half on the other account came two days later.
  assert.deepEqual(on('2026-01-23', 100), ['transfer', null, 'Savings: 2026-01-25', []])
  assert.deepEqual(on('2026-02-05', 19.99), ['expense', 'Cinema', null, ['fun']])
  const split = data.find(({ date, amount }) => date === '2026-01-20' && amount === 60)
  assert.deepEqual(
    split?.splits.map(({ amount, memo }) => [amount, memo]),
    [
      [40, null],
      [20, 'Toys #kids'],
    ],
  )
  assert.deepEqual(split?.tags, ['kids'])
})

/** Category, planned, actual, carried and left of each row of a month. */
async function sheet(person: Person, month: string, kind: 'expense' | 'income' = 'expense') {
  const { rows } = await person.call(getBudgets, { query: { month, kind } })
  return Object.fromEntries(
    rows
      .filter(({ planned }) => planned !== null)
      .map(({ category_name, planned, actual, carried, left }) => [
        category_name,
        [planned, actual, carried, left],
      ]),
  )
}

test('envelopes month by month: what is left goes on, what is missing only where its month says so', async () => {
  const { ana, made } = await moved()
  await committed(ana, made)
  assert.deepEqual(await sheet(ana, '2026-01'), {
    Groceries: [120, 97.5, 0, 22.5],
    Fun: [10, 20, 0, -10],
    Rent: [150, 0, 0, 150], // the 200.00 moved to the fund are a transfer here
  })
  assert.deepEqual(await sheet(ana, '2026-02'), {
    Fun: [20, 5, 0, 15],
    Power: [70, 61.4, 0, 8.6],
    Rent: [850, 850, 150, 150],
  })
  const { data } = await ana.call(listCategories, { query: { limit: 1000, sort: 'position' } })
  const named = new Map(data.map(({ id, name }) => [id, name]))
  assert.deepEqual(
    data
      .filter(({ kind }) => kind === 'expense')
      .map(({ name, parent_id, is_active }) => [named.get(parent_id ?? ''), name, is_active]),
    [
      [undefined, 'Home', true],
      ['Home', 'Power', true],
      ['Home', 'Rent', true],
      [undefined, 'Daily usual', true],
      ['Daily usual', 'Groceries', true],
      ['Daily usual', 'Fun', true],
      [undefined, 'Old', true],
      ['Old', 'Gym', false],
      [undefined, 'Other expenses', true],
    ],
  )
})

test('a budget that tracks has amounts for incomes too, and carries only where it says so', async () => {
  const { ana, made } = await moved(`insert into preferences values ('budgetType', 'tracking')`)
  await committed(ana, made)
  assert.deepEqual(await sheet(ana, '2026-01'), { Groceries: [300, 97.5, 0, 202.5] })
  assert.deepEqual(await sheet(ana, '2026-02'), { Groceries: [310, 0, 0, 310] })
  assert.deepEqual(await sheet(ana, '2026-03'), {})
  assert.deepEqual(await sheet(ana, '2026-01', 'income'), { Salary: [2400, 2400, 0, 0] })
})

test('schedules become plans from the next one that is not paid, and what is not said the same is named', async () => {
  const { ana, made } = await moved()
  await committed(ana, made)
  const { data } = await ana.call(listPlans, { query: { limit: 100, sort: 'name' } })
  const plain = { every: 1, on: null, end: null, count: null, working_days: 'none' }
  const plans = data.map(({ name, kind, draft, schedule, auto }) => [
    name,
    kind,
    draft.amount,
    schedule,
    auto,
  ])
  assert.deepEqual(plans, [
    [
      'Cinema',
      'expense',
      15,
      { ...plain, start: '2026-02-13', unit: 'month', on: { weekday: 5, nth: 2 } },
      false,
    ],
    ['Cinema (2)', 'expense', 15, { ...plain, start: '2026-02-28', unit: 'month', on: 30 }, false],
    ['Gift', 'expense', 50, { ...plain, start: '2026-05-08', unit: 'day', count: 1 }, false],
    ['Hay Works', 'income', 2450, { ...plain, start: '2026-02-28', unit: 'month', on: 'last' }, false],
    [
      'Rent',
      'expense',
      850,
      { ...plain, start: '2026-03-01', unit: 'month', on: 1, working_days: 'after' },
      false,
    ],
    ['Saving', 'transfer', 100, { ...plain, start: '2026-03-06', unit: 'week', every: 2, count: 6 }, false],
  ])
  const rent = data.find(({ name }) => name === 'Rent')
  assert.equal(rent?.draft.notes, 'Flat 7')
  const left = made.brings.find(({ kind }) => kind === 'recurring')?.left_out
  assert.deepEqual(left, [
    {
      name: 'Hay Works',
      why: 'It comes over with the middle: in Actual its amount is between 2400.00 and 2500.00.',
    },
    {
      name: 'Saving',
      why: 'It comes over as one to confirm. Actual enters it by itself: say so in Recurring.',
    },
    {
      name: 'Cinema',
      why: 'It comes over. In months that have no such day, Actual leaves it out; Florin takes their last day.',
    },
    { name: 'Old loan', why: 'It is completed in Actual.' },
    { name: 'Anywhere', why: 'It names no account.' },
    { name: 'In parts', why: 'It is a split, and a plan of a file has one category.' },
  ])
})

test('rules become rules, with a bank’s words for the payees that they rename, and what cannot be said is named', async () => {
  const { ana, file, made } = await moved()
  await committed(ana, made)
  const { data } = await ana.call(listImportRules, { query: { limit: 100 } })
  const { data: categories } = await ana.call(listCategories, { query: { limit: 1000 } })
  const { data: accounts } = await ana.call(listAccounts, { query: { limit: 1000 } })
  const category = (name: string) => categories.find((one) => one.name === name)?.id
  const account = (name: string) => accounts.find((one) => one.name === name)?.id
  const is = (value: string) => ({ field: 'text', is: 'equals', value })
  const has = (value: string) => ({ field: 'text', is: 'contains', value })
  const rules = new Map(data.map(({ name, when, set }) => [name, [when, set]]))
  const set = { category_id: null, contact_id: null, add_tags: [], notes: null, to_account_id: null }
  assert.deepEqual(rules.get('Cinema → Daily usual: Fun'), [
    { match: 'all', conditions: [is('Cinema')] },
    { ...set, category_id: category('Fun') },
  ])
  const groceries = data.find((one) => one.set.category_id === category('Groceries'))
  assert.deepEqual(
    [groceries?.when.match, new Set(groceries?.when.conditions)],
    ['any', new Set([is('Lidl'), is('lidl sagt danke'), is('lidl 4711'), is('Corner Bakery')])],
  )
  assert.deepEqual(rules.get('stadtwerke → Home: Power'), [
    {
      match: 'all',
      conditions: [
        has('stadtwerke'),
        { field: 'direction', is: 'equals', value: 'out' },
        { field: 'amount', is: 'at_least', value: 50.01 },
        { field: 'account', is: 'equals', value: account('Girokonto') },
      ],
    },
    { ...set, category_id: category('Power'), notes: 'Meter 12' },
  ])
  assert.deepEqual(rules.get('own transfer → Savings'), [
    { match: 'all', conditions: [has('own transfer'), { ...has('gift'), not: true }] },
    { ...set, to_account_id: account('Savings') },
  ])
  assert.equal(data.length, 4)
  assert.deepEqual(
    made.brings
      .find(({ kind }) => kind === 'rules')
      ?.left_out.map(({ name }) => name)
      .sort(),
    [
      '2026-01 → Daily usual: Groceries',
      'Cinema → Daily usual: Fun',
      '^x.* → Daily usual: Groceries',
      'lidl sagt danke … → Lidl',
      'void → deleted',
    ],
  )
  // With the contact in the book, the rule that renames has its place too.
  const ben = await world.person({ base_currency_id: 'EUR' })
  await ben.call(createContact, { body: { name: 'Lidl' } })
  const again = await sendFile(ben, { filename: 'My-Finances.zip' }, file)
  assert.deepEqual(said(again).rules, [5, 0, 4])
})

test('the currency of the budget is that of its amounts; without one, the book says it; and some come without decimals', async () => {
  const prefer = (code: string) => `insert into preferences values ('defaultCurrencyCode', '${code}')`
  const dollars = await moved(prefer('USD'))
  const [first] = await rowsOf(dollars.ana, dollars.made)
  assert.deepEqual([first?.amount, first?.currency_id], [1500, 'USD'])
  const yen = await moved(prefer('JPY'))
  const [second] = await rowsOf(yen.ana, yen.made)
  assert.deepEqual([second?.amount, second?.currency_id], [150_000, 'JPY'])
  const none = await moved(prefer(''))
  const [third] = await rowsOf(none.ana, none.made)
  assert.deepEqual([third?.amount, third?.currency_id], [1500, 'EUR'])
})

test('what a person switches off stays in the file, and a database without its zip is read as well', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const made = await sendFile(ana, { filename: 'db.sqlite' }, actualDatabase(household))
  await ana.call(updateImport, {
    params: { id: made.id },
    body: {
      brings: [
        { kind: 'recurring', is_chosen: false },
        { kind: 'rules', is_chosen: false },
      ],
    },
  })
  await committed(ana, made)
  assert.equal((await ana.call(listPlans, { query: {} })).data.length, 0)
  assert.equal((await ana.call(listImportRules, { query: {} })).data.length, 0)
  assert.deepEqual((await figures(ana)).accounts.Girokonto, { EUR: 2301.11 })
})

test('odd transactions: a lone half of a transfer asks, a split that does not add up keeps its rest, and nonsense is said', async () => {
  const row = (id: string, date: string, amount: string, more = '', columns = '') =>
    `insert into transactions (id, acct, date, amount${columns}) values ('${id}', 'giro', ${date}, ${amount}${more});`
  const { ana, made } = await moved(
    [
      row('o1', '20260301', '-100', `, 'p-save', 'nowhere'`, ', description, transferred_id'),
      row('o2', '20260302', '-1000', `, 1, 'p-lidl'`, ', isParent, description'),
      row('o3', '20260302', '-600', `, 1, 'o2', 'c-food'`, ', isChild, parent_id, category'),
      row('o4', '20260231', '-100'),
      row('o5', '20260303', "'many'"),
      row('o6', '20260304', '-10.5'),
      row('o7', 'null', '-100'),
      row('o8', '20260305', '50', `, 1, 'c-start'`, ', starting_balance_flag, category'),
    ].join(''),
  )
  const rows = (await rowsOf(ana, made)).filter(({ line }) => line > 29)
  assert.deepEqual(
    rows.map(({ verdict, is_chosen, amount, reason }) => [verdict, is_chosen, amount, reason]),
    [
      ['invalid', false, null, 'Row 34 of the table "transactions": "20260231" is not a date.'],
      ['invalid', false, null, 'Row 35 of the table "transactions": "many" is not an amount.'],
      ['invalid', false, null, 'Row 36 of the table "transactions": "-10.5" is not an amount.'],
      [
        'transfer',
        false,
        -1,
        'The file calls it a transfer, and does not have its other half. To which account?',
      ],
      ['new', true, -6, 'The file has it under Daily usual: Groceries.'],
      ['new', true, -4, 'Nothing like it is in the book yet: it goes to Other expenses.'],
      ['new', true, 0.5, 'The file has it under Starting Balances.'],
    ],
  )
})
