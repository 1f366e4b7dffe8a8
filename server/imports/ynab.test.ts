import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts } from '../../contract/accounts.ts'
import { getBudgets } from '../../contract/budgets.ts'
import { updateImport } from '../../contract/imports.ts'
import { rowsOf, sendFile, untilRead, zipOf } from '../../test/importing.ts'
import { committed, figures, sameAgain, undone } from '../../test/moving.ts'
import { type Person, sharedWorld } from '../../test/world.ts'

/** A budget of YNAB, figure by figure, in the notations that it exports. */

const world = await sharedWorld()

/** How a budget of YNAB writes its days and amounts. */
type Notation = {
  readonly currency: string
  readonly day: (year: string, month: string, day: string) => string
  readonly money: (cents: number) => string
  /** How its register is told apart from a table with commas. */
  readonly separator: ',' | '\t'
}
const grouped = (cents: number, group: string, mark: string) => {
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, group)
  return `${whole}${mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
const signed = (cents: number, text: string) => (cents < 0 ? `-${text}` : text)
const notations: Readonly<Record<string, Notation>> = {
  'days first, euros with a comma': {
    currency: 'EUR',
    day: (year, month, day) => `${day}/${month}/${year}`,
    money: (cents) => signed(cents, `€${grouped(cents, '.', ',')}`),
    separator: ',',
  },
  'months first, dollars with a point': {
    currency: 'USD',
    day: (year, month, day) => `${month}/${day}/${year}`,
    money: (cents) => signed(cents, `$${grouped(cents, ',', '.')}`),
    separator: ',',
  },
  'years first, euros behind, with blanks': {
    currency: 'EUR',
    day: (year, month, day) => `${year}-${month}-${day}`,
    money: (cents) => signed(cents, `${grouped(cents, ' ', ',')}€`),
    separator: '\t',
  },
}

type Entry = readonly [
  account: string,
  day: string,
  payee: string,
  category: string,
  cents: number,
  memo?: string,
  flag?: string,
]
const READY = 'Inflow: Ready to Assign'
const start: readonly Entry[] = [
  ['Checking', '2026-01-01', 'Starting Balance', READY, 100_000],
  ['Savings', '2026-01-01', 'Starting Balance', READY, 500_000],
  ['Visa', '2026-01-01', 'Starting Balance', '', -12_000],
  ['Car Loan', '2026-01-01', 'Starting Balance', '', -900_000],
  ['Broker', '2026-01-01', 'Starting Balance', '', 200_000],
  ['Wallet', '2026-01-01', 'Starting Balance', READY, 0],
]
const january: readonly Entry[] = [
  ['Checking', '2026-01-05', 'Hay Works', READY, 240_000, 'Split (1/2) Pay'],
  ['Checking', '2026-01-05', 'Hay Works', 'Bills: Taxes', -40_000, 'Split (2/2) Taxes'],
  ['Checking', '2026-01-08', 'Market', 'Everyday: Groceries', -3_000, 'Split (1/2) Food', 'Red'],
  ['Checking', '2026-01-08', 'Market', 'Everyday: Fun', -825, 'Split (2/2) A game'],
  ['Visa', '2026-01-09', 'Corner Shop', 'Everyday: Groceries', -4_000],
  ['Visa', '2026-01-12', 'Corner Shop', 'Everyday: Groceries', 1_000],
  ['Checking', '2026-01-20', 'Transfer : Visa', '', -15_000],
  ['Visa', '2026-01-20', 'Transfer : Checking', '', 15_000],
  ['Checking', '2026-01-21', 'Transfer : Savings', '', -20_000],
  ['Checking', '2026-01-21', 'Transfer : Savings', '', -20_000],
  ['Savings', '2026-01-21', 'Transfer : Checking', '', 20_000],
  ['Savings', '2026-01-21', 'Transfer : Checking', '', 20_000],
  ['Checking', '2026-01-25', 'Transfer : Car Loan', 'Bills: Car', -25_000],
  ['Car Loan', '2026-01-25', 'Transfer : Checking', '', 25_000],
]
const february: readonly Entry[] = [
  ['Checking', '2026-02-02', 'Shop', 'Everyday: Fun', -4_000, 'Split (1/2) '],
  ['Checking', '2026-02-02', 'Transfer : Savings', '', -2_000, 'Split (2/2) '],
  ['Savings', '2026-02-02', 'Transfer : Checking', '', 2_000],
  ['Checking', '2026-02-13', 'Refund', READY, 10_000, 'Split (1/2) Premium'],
  ['Checking', '2026-02-13', 'Refund', 'Everyday: Groceries', 2_000, 'Split (2/2) Jar'],
  ['Checking', '2026-02-14', 'Kiosk', '', -500],
  ['Broker', '2026-02-28', 'Manual Balance Adjustment', '', 5_500],
  ['Wallet', '2026-02-28', 'Baker', 'Everyday: Groceries', -123_456],
]

type Planned = readonly [month: string, category: string, assigned: number, activity: number, left: number]
const planned: readonly Planned[] = [
  ['Jan 2026', 'Credit Card Payments: Visa', 0, 3_000, 3_000],
  ['Jan 2026', 'Everyday: Groceries', 100_000, -6_000, 94_000],
  ['Jan 2026', 'Everyday: Fun', 500, -825, -325],
  ['Jan 2026', 'Bills: Taxes', 40_000, -40_000, 0],
  ['Jan 2026', 'Bills: Car', 25_000, -25_000, 0],
  ['Feb 2026', 'Credit Card Payments: Visa', 0, 0, 3_000],
  ['Feb 2026', 'Everyday: Groceries', 30_000, -121_456, 2_544],
  ['Feb 2026', 'Everyday: Fun', 5_000, -4_000, 1_000],
  ['Feb 2026', 'Bills: Taxes', 0, 0, 0],
  ['Feb 2026', 'Bills: Car', 25_000, 0, 25_000],
]

const cellsOf = (cells: readonly string[], separator: string) =>
  cells.map((cell) => `"${cell}"`).join(separator)
const apart = (category: string) => category.split(/: (.*)/s)

function register(entries: readonly Entry[], { day, money, separator }: Notation): string {
  const heading = [
    'Account',
    'Flag',
    'Date',
    'Payee',
    'Category Group/Category',
    'Category Group',
    'Category',
    'Memo',
    'Outflow',
    'Inflow',
    'Cleared',
  ]
  const lines = entries.map(([account, date, payee, category, cents, memo = '', flag = '']) => {
    const [year = '', month = '', of = ''] = date.split('-')
    const [group = '', name = ''] = apart(category)
    const sides = [money(cents < 0 ? -cents : 0), money(cents > 0 ? cents : 0)]
    return [account, flag, day(year, month, of), payee, category, group, name, memo, ...sides, 'Cleared']
  })
  return `\ufeff${[heading, ...lines].map((cells) => cellsOf(cells, separator)).join('\n')}\n`
}

function plan(months: readonly Planned[], { money, separator }: Notation): string {
  const heading = [
    'Month',
    'Category Group/Category',
    'Category Group',
    'Category',
    'Assigned',
    'Activity',
    'Available',
  ]
  const lines = months.map(([month, category, ...cents]) => {
    const [group = '', name = ''] = apart(category)
    return [month, category, group, name, ...cents.map(money)]
  })
  return `\ufeff${[heading, ...lines].map((cells) => cellsOf(cells, separator)).join('\n')}\n`
}

const exported = (entries: readonly Entry[], months: readonly Planned[], notation: Notation) => {
  const end = notation.separator === '\t' ? 'tsv' : 'csv'
  return zipOf({
    [`Home as of 2026-03-02 - Plan.${end}`]: plan(months, notation),
    [`Home as of 2026-03-02 - Register.${end}`]: register(entries, notation),
  })
}

async function sheetOf(person: Person, month: string) {
  const { rows } = await person.call(getBudgets, { query: { month } })
  return Object.fromEntries(
    rows.map(({ category_name, planned, actual, carried, left }) => [
      category_name,
      [planned, actual, carried, left],
    ]),
  )
}

for (const [words, notation] of Object.entries(notations))
  test(`a budget of YNAB with ${words}, figure by figure`, async () => {
    const ana = await world.person({ base_currency_id: notation.currency })
    const file = await exported([...start, ...january, ...february], planned, notation)
    const made = await sendFile(ana, { filename: 'ynab.zip' }, file)
    assert.deepEqual([made.status, made.format, made.fault, made.needs], ['ready', 'ynab', null, []])
    assert.deepEqual([made.counts.invalid, made.counts.attention, made.counts.transfer], [0, 0, 5])
    const said = made.brings.map(({ kind, count, left_out }) => [
      kind,
      count,
      left_out.map((one) => one.name),
    ])
    assert.deepEqual(said, [
      ['accounts', 6, []],
      ['groups', 4, []],
      ['budgets', 7, ['Credit Card Payments: Visa', 'Bills: Car']],
    ])
    assert.equal(
      made.brings[2]?.left_out[1]?.why,
      '1 transfer to Car Loan had this category. Money between your own accounts is not spent in Florin, so its budget counts none of it.',
    )
    const rows = await rowsOf(ana, made)
    assert.deepEqual(
      rows.filter(({ draft }) => draft?.tags?.length).map(({ draft }) => [draft?.tags, draft?.splits.length]),
      [[['Red'], 2]],
    )
    const done = await committed(ana, made)
    const { currency } = notation
    const inIt = (amount: number) => ({ [currency]: amount })
    assert.deepEqual(await figures(ana), {
      accounts: {
        Checking: inIt(2216.75),
        Savings: inIt(5420),
        'Car Loan': inIt(-8750),
        Broker: inIt(2055),
        Wallet: inIt(-1234.56),
      },
      categories: {
        'Ready to Assign': 2500,
        'Other income': 55,
        Taxes: 400,
        Groceries: 1274.56,
        Fun: 48.25,
        'Other expenses': 5,
      },
    })
    // The file's own sums, which no row was made for, are the balances of the book.
    const ends = Object.fromEntries(
      done.balances.map((one) => [one.account_name, [one.file, one.difference]]),
    )
    assert.deepEqual(ends, {
      Checking: [2216.75, 0],
      Savings: [5420, 0],
      Visa: [0, 0],
      'Car Loan': [-8750, 0],
      Broker: [2055, 0],
      Wallet: [-1234.56, 0],
    })
    const { data } = await ana.call(listAccounts, { query: { limit: 1000, type: 'liability' } })
    assert.ok(data.some(({ name }) => name === 'Visa'))
    assert.ok(!data.some(({ name }) => name === 'Checking'))
    assert.deepEqual(await sheetOf(ana, '2026-01'), {
      Car: [250, 0, 0, 250],
      Fun: [5, 8.25, 0, -3.25],
      Groceries: [1000, 60, 0, 940],
      Taxes: [400, 400, 0, 0],
    })
    assert.deepEqual(await sheetOf(ana, '2026-02'), {
      Car: [250, 0, 250, 500],
      Fun: [50, 40, 0, 10], // what was spent too much in January is not carried over
      Groceries: [300, 1214.56, 940, 25.44],
      'Other expenses': [null, 5, 0, -5],
    })
    await sameAgain(ana, 'again.zip', file)
    await undone(ana, done.version)
  })

test('days of a budget that can be read in two ways are asked, and its plan follows the answer', async () => {
  const ana = await world.person({ base_currency_id: 'USD' })
  const months = notations['months first, dollars with a point']
  assert.ok(months)
  const days = { ...months, day: (_: string, month: string, day: string) => `${day}/${month}/2025` }
  const some = january.slice(2, 6) // the 8th, 9th and 12th of January
  const made = await sendFile(
    ana,
    { filename: 'ynab.zip' },
    await exported([...start, ...some], planned, days),
  )
  assert.deepEqual(
    made.needs.map(({ what }) => what),
    ['day_order'],
  )
  const mapping = made.needs[0]?.choices.find(({ value }) => value === 'day_first')?.mapping ?? {}
  const read = await untilRead(
    ana,
    await ana.call(updateImport, { params: { id: made.id }, body: { mapping } }),
  )
  assert.deepEqual([read.needs, read.date_from, read.date_to], [[], '2025-01-01', '2025-01-12'])
  await committed(ana, read)
  assert.deepEqual((await sheetOf(ana, '2026-01')).Groceries, [1000, 0, 0, 1000])
})
