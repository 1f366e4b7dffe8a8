import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mapping } from '../../contract/import-mapping.ts'
import type { BookKnows, KnownLine } from './book-knows.ts'
import { OTHER } from './default-category.ts'
import { makeHistory } from './history.ts'
import { makeJudge, type Understood } from './judge.ts'
import type { BadRow, FileRow } from './read/row.ts'
import { makeResolver } from './resolve.ts'

async function judge(rows: readonly (FileRow | BadRow)[], names: Understood, knows: BookKnows) {
  const resolved = rows.map(makeResolver(knows, names))
  return resolved.map(await makeJudge(resolved, names, knows))
}

const account = (id: string, name: string, currency_id: string | null = null) =>
  [id, { id, name, currency_id, is_liability: false }] as const

/** The contents of a book with two accounts and, by default, nothing else. */
const book = async (more: Partial<BookKnows> = {}): Promise<BookKnows> => ({
  version: 1,
  base_currency_id: 'EUR',
  closed_through: null,
  today: '2026-11-15',
  time_zone: 'UTC',
  accounts: new Map([account('giro', 'Giro'), account('save', 'Rainy day')]),
  numbers: new Map(),
  categories: new Map(),
  defaults: OTHER,
  contacts: [],
  debts: [],
  lines: [],
  transfers: [],
  remembered: [],
  own: [],
  rules: [],
  history: await makeHistory([]),
  missingRates: new Set(),
  retired: new Map(),
  ...more,
})

const understood = (...accounts: [string, string | null][]) => ({
  account_id: accounts.length > 0 ? null : 'giro',
  mapping: {
    columns: [],
    accounts: accounts.map(([name, account_id]) => ({ name, account_id, count: 1 })),
    categories: [{ name: 'Food', kind: 'expense', category_id: null, count: 1 }],
  } as unknown as Mapping, // how a file is read plays no part here
})

const row = (n: number, date: string, amount: string, more: Partial<FileRow> = {}): FileRow => ({
  n,
  line: n + 1,
  date,
  amount,
  text: `Row ${n}`,
  ...more,
})

const line = (more: Partial<KnownLine>): KnownLine => ({
  transaction_id: 't1',
  kind: 'income',
  date: '2026-11-02',
  account_id: 'save',
  currency_id: 'EUR',
  amount: 40_000n,
  other_account_id: null,
  category_id: null,
  contact_id: null,
  memo: null,
  plan_id: null,
  created_at: '2026-11-02T10:00:00.000Z',
  is_plain: true,
  is_reconciled: false,
  ...more,
})

test('both halves of a transfer in a file of several accounts become one', async () => {
  const both = [
    row(1, '2026-11-02', '-400.00', { account: 'G' }),
    row(2, '2026-11-03', '400.00', { account: 'S' }),
  ]
  const [out, into] = await judge(both, understood(['G', 'giro'], ['S', null]), await book())
  assert.deepEqual(
    [out?.verdict, out?.pair_n, out?.draft?.kind, out?.is_chosen],
    ['transfer', 2, 'transfer', true],
  )
  assert.deepEqual([into?.verdict, into?.pair_n, into?.is_chosen], ['duplicate', 1, false])
})

test('opposite rows that the file has under categories, or of which several fit, are not a transfer', async () => {
  const sorted = [
    row(1, '2026-11-02', '-9.00', { account: 'G', category: 'Food' }),
    row(2, '2026-11-02', '9.00', { account: 'S', category: 'Gift' }),
  ]
  const names = understood(['G', 'giro'], ['S', 'save'])
  assert.deepEqual(
    (await judge(sorted, names, await book())).map(({ verdict }) => verdict),
    ['new', 'new'],
  )
  const three = [
    row(1, '2026-11-02', '-9.00', { account: 'G' }),
    row(2, '2026-11-02', '9.00', { account: 'S' }),
    row(3, '2026-11-02', '9.00', { account: 'S' }),
  ]
  assert(!(await judge(three, names, await book())).some(({ pair_n }) => pair_n !== null))
})

test('opposite rows of two accounts are a question unless a word, a number or an earlier transfer says more', async () => {
  const names = understood(['G', 'giro'], ['S', 'save'])
  const shop = row(1, '2026-11-02', '-50.00', { account: 'G', text: 'LIDL' })
  const back = row(2, '2026-11-04', '50.00', { account: 'S', text: 'ZALANDO REFUND' })
  const asked = await judge([shop, back], names, await book())
  assert.deepEqual(
    asked.map(({ is_chosen, needs_attention, pair_n }) => [is_chosen, needs_attention, pair_n]),
    [
      [false, true, 2],
      [false, true, 1],
    ],
  )
  const numbers = new Map([['AT6119043002', 'save']])
  const named = { ...shop, counter_account: 'AT61 1904 3002' }
  const [paid] = await judge([named, back], names, await book({ numbers }))
  assert.deepEqual([paid?.verdict, paid?.is_chosen, paid?.pair_n], ['transfer', true, 2])
})

test('of two rows that fit one opposite row, the one whose words say so is the other half, in either order', async () => {
  const names = understood(['G', 'giro'], ['S', 'save'])
  const file = (shop: number, moved: number) => [
    row(shop, '2026-11-01', '-50.00', { account: 'G', text: 'GROCERIES' }),
    row(moved, '2026-11-03', '-50.00', { account: 'G', text: 'TO RAINY DAY' }),
    row(3, '2026-11-03', '50.00', { account: 'S', text: 'FROM ANA' }),
  ]
  for (const [shop, moved] of [[1, 2] as const, [2, 1] as const]) {
    const rows = await judge(file(shop, moved), names, await book())
    const pairs = new Map(rows.map(({ n, pair_n }) => [n, pair_n]))
    assert.deepEqual([pairs.get(shop), pairs.get(moved), pairs.get(3)], [null, 3, moved])
  }
  const unsaid = file(1, 2).map((one) => ({ ...one, text: `${one.text}`.slice(-3).repeat(one.n) }))
  assert((await judge(unsaid, names, await book())).every(({ pair_n }) => pair_n === null))
})

test("the other side's number, if it is one's own, makes a transfer; a name does with a word of moving money", async () => {
  const numbers = new Map([['AT6119043002', 'save']])
  const rows = [
    row(1, '2026-11-02', '-50.00', { counter_account: 'AT61 1904 3002' }),
    row(2, '2026-11-02', '-60.00', { text: 'RAINY DAY' }),
    row(3, '2026-11-02', '-70.00', { text: 'A DAY OUT' }),
  ]
  const judged = await judge(rows, understood(), await book({ numbers }))
  assert.deepEqual(
    judged.map(({ verdict, reason }) => [verdict, reason]),
    [
      ['transfer', 'The other side is your account Rainy day.'],
      [
        'transfer',
        'It names your account Rainy day. Nothing was booked on Rainy day yet: is it a transfer to it?',
      ],
      ['new', 'Nothing like it is in the book yet: it goes to Other expenses.'],
    ],
  )
})

test('the other half that is reconciled, or on a closed day, cannot become a transfer, and that is said', async () => {
  const rows = [row(1, '2026-11-02', '-400.00')]
  const [reconciled] = await judge(rows, understood(), await book({ lines: [line({ is_reconciled: true })] }))
  assert.deepEqual([reconciled?.verdict, reconciled?.needs_attention], ['new', true])
  assert.match(reconciled?.reason ?? '', /That one is reconciled, and cannot become a transfer\.$/)
  const closed = await book({ lines: [line({ date: '2026-10-31' })], closed_through: '2026-10-31' })
  assert.match((await judge(rows, understood(), closed))[0]?.reason ?? '', /is on a closed day/)
})

test("the file's own categories are kept, with their parts; those that the book lacks are made at the commit", async () => {
  const splits = [
    { category: 'Food', amount: '-3.00' },
    { category: 'Home', amount: '-2.00' },
  ]
  const rows = [
    row(1, '2026-11-02', '-5.00', { category: 'Food' }),
    row(2, '2026-11-02', '-5.00', { splits }),
  ]
  const [plain, split] = await judge(rows, understood(), await book())
  assert.deepEqual([plain?.draft?.category_id, plain?.draft?.category_name], [null, 'Food'])
  assert.deepEqual(
    split?.draft?.splits.map(({ category_name, amount }) => [category_name, amount]),
    [
      ['Food', 3],
      ['Home', 2],
    ],
  )
})

test('a file whose account is not known waits for it; a row that cannot be read says why', async () => {
  const bad: BadRow = {
    n: 2,
    line: 3,
    text: 'x',
    faults: [{ field: 'date', message: 'line 3: "x" is not a day.' }],
  }
  const names = { ...understood(), account_id: null }
  const [waiting, broken] = await judge([row(1, '2026-11-02', '-5.00'), bad], names, await book())
  assert.deepEqual([waiting?.is_chosen, waiting?.needs_attention], [false, true])
  assert.deepEqual([broken?.verdict, broken?.reason], ['invalid', 'Line 3: "x" is not a day.'])
})

test('a plan that recorded it is named; what is far away in words and days needs attention', async () => {
  const lines = [line({ account_id: 'giro', kind: 'expense', amount: -500n, plan_id: 'p', memo: 'Row' })]
  const [planned] = await judge([row(1, '2026-11-02', '-5.00')], understood(), await book({ lines }))
  assert.deepEqual([planned?.verdict, planned?.reason], ['duplicate', 'A plan recorded it on 2 November.'])
  const far = [line({ account_id: 'giro', kind: 'expense', amount: -500n, memo: 'Other' })]
  const [doubtful] = await judge([row(1, '2026-11-05', '-5.00')], understood(), await book({ lines: far }))
  assert.deepEqual([doubtful?.verdict, doubtful?.needs_attention], ['duplicate', true])
})

test('a row that names a transaction of the book is that one, whatever else is alike, and no other row is', async () => {
  const own = [
    {
      own_id: 't1',
      id: 't1',
      date: '2026-08-01',
      amount: 700n,
      currency_id: 'EUR',
      name: 'Lunch',
      deleted_at: null,
    },
  ]
  const lines = ['t1', 't2'].map((transaction_id) =>
    line({ transaction_id, kind: 'expense', account_id: 'giro', amount: -500n, memo: 'Row 1' }),
  )
  const bad: BadRow = { n: 4, line: 2, text: 'Set-off', faults: [{ field: 'text', message: 'no row.' }] }
  const [first, second, third, fourth, fifth, copy] = await judge(
    [
      row(1, '2026-11-02', '-5.00', { text: 'Row 1', own_id: 't1' }),
      row(2, '2026-11-02', '-5.00', { text: 'Row 1' }),
      row(3, '2026-11-02', '-5.00', { text: 'Row 1', own_id: 't3' }),
      { ...bad, own_id: 't1' },
      { ...bad, n: 5, own_id: 't3' },
      row(6, '2026-11-09', '-9.00', { text: 'Row 6', own_id: 't1', line: 9 }),
    ],
    understood(),
    await book({ lines, own }),
  )
  assert.deepEqual(
    [first, second, third, fourth, fifth, copy].map((one) => [
      one?.verdict,
      one?.of_record?.id,
      one?.is_chosen,
      one?.needs_attention,
    ]),
    [
      ['duplicate', 't1', false, false],
      ['duplicate', 't2', false, false],
      ['new', undefined, false, true],
      ['duplicate', 't1', false, false],
      ['invalid', undefined, false, true],
      // A copy of a transaction that kept its id is another one.
      ['new', undefined, true, false],
    ],
  )
})

test('a transfer that may be here already is a transfer too if it is another one; an opening is compared where the account has one', async () => {
  const names = understood(['G', 'giro'], ['S', 'save'])
  const lines = [
    line({ transaction_id: 't1', kind: 'expense', account_id: 'giro', amount: -3000n, memo: 'Cinema' }),
  ]
  const moved = row(1, '2026-11-02', '-30.00', { account: 'G', to_account: 'S', text: 'Aside' })
  const [asked] = await judge([moved], names, await book({ lines }))
  assert.deepEqual(
    [asked?.verdict, asked?.needs_attention, asked?.is_chosen, asked?.draft?.kind],
    ['duplicate', true, false, 'transfer'],
  )
  const opening = { date: '2026-01-01', amount: 50000n, currency_id: 'EUR' } as const
  const giro = { id: 'giro', name: 'Giro', currency_id: null, is_liability: false }
  const start = row(1, '2026-01-01', '1000.00', { account: 'G', is_opening: true })
  const [fresh] = await judge([start], names, await book())
  assert.deepEqual([fresh?.verdict, fresh?.is_chosen], ['new', true])
  const [kept] = await judge(
    [start],
    names,
    await book({ accounts: new Map([['giro', { ...giro, opening }]]) }),
  )
  assert.deepEqual([kept?.verdict, kept?.is_chosen, kept?.needs_attention], ['duplicate', false, false])
  assert.match(
    kept?.reason ?? '',
    /^Giro begins with 500\.00 EUR on .* already: 1000\.00 EUR is compared, not recorded\.$/,
  )
})
