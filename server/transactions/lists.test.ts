import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines } from '../../contract/accounts.ts'
import {
  createTransfer,
  deleteExpense,
  listExpenses,
  listTransactions,
  type Transaction,
  updateExpense,
} from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()
const ana = await world.person()
const [food, fun] = [await category(ana, 'Food & drink'), await category(ana, 'Fun')]
const [cash, giro] = [await account(ana, 'Cash'), await bank(ana, 'Giro', 'USD')]
const shop = await ana.call(createContact, { body: { name: 'Corner Shop' } })
const rate = { fx_rate: 0.01 }

/** A few days of somebody's life; the notes name each, so that the tests can. */
const days: [note: string, date: string, amount: number, more: object][] = [
  ['bread', '2026-01-01', 5, { contact_id: shop.id, tags: ['home', 'daily'] }],
  ['cinema', '2026-01-01', 20, { category_id: fun.id, asset_account_id: giro.id, tags: ['home'] }],
  ['sushi', '2026-01-02', 3000, { currency_id: 'JPY', ...rate, memo: 'Tsukiji 100%' }],
  [
    'mixed',
    '2026-01-03',
    30,
    {
      splits: [
        { category_id: food.id, amount: 10 },
        { category_id: fun.id, amount: 15, memo: 'puzzle' },
        { category_id: food.id, amount: 5 },
      ],
    },
  ],
  ['refund', '2026-01-03', 2, { is_refund: true, contact_id: shop.id }],
  ['late', '2026-02-01', 5, {}],
]
for (const [notes, date, amount, more] of days)
  await spend(ana, { category_id: food.id, amount, date, notes, ...more })
const gone = await spend(ana, {
  category_id: food.id,
  amount: 1,
  date: '2026-01-09',
  notes: 'gone',
  tags: ['home'],
  contact_id: shop.id,
})
await ana.call(deleteExpense, { params: { id: gone.id } })
await ana.call(createTransfer, {
  body: { from_account_id: cash.id, to_account_id: giro.id, amount: 7, date: '2026-01-02', notes: 'moved' },
})

const notesOf = (data: Transaction[]) => data.map(({ notes }) => notes)

/** The notes of a list, read whole and page by page, which must be the same. */
async function found(query: object, ofAllKinds = false): Promise<(string | null)[]> {
  const read = (query: object) =>
    ofAllKinds ? ana.call(listTransactions, { query }) : ana.call(listExpenses, { query })
  const whole = await read({ include: 'total', ...query })
  const paged: Transaction[] = []
  let cursor: string | undefined
  do {
    const page = await read({ limit: 1, ...query, ...(cursor ? { cursor } : {}) })
    paged.push(...page.data)
    cursor = page.meta.next_cursor ?? undefined
  } while (cursor)
  assert.deepEqual(paged, whole.data)
  assert.equal(whole.meta.total, whole.data.length)
  return notesOf(whole.data)
}

test('the latest day comes first, and within it the latest recorded', async () => {
  assert.deepEqual(await found({}), ['late', 'refund', 'mixed', 'sushi', 'cinema', 'bread'])
  assert.deepEqual(await found({}, true), ['late', 'refund', 'mixed', 'moved', 'sushi', 'cinema', 'bread'])
})

test('an edit leaves a transaction in its place, in lists and in registers', async () => {
  const bea = await world.person()
  const home = await category(bea, 'Home')
  const draft = { category_id: home.id, date: '2026-01-01' }
  const made = await Promise.all([1, 2, 3].map((amount) => spend(bea, { ...draft, amount })))
  const [oldest] = made.toSorted((a, b) => a.version - b.version)
  const order = async () => {
    const { data } = await bea.call(listExpenses, { query: {} })
    const { data: ofCategory } = await bea.call(listExpenses, { query: { category_id: home.id } })
    const { data: lines } = await bea.call(listAccountLines, { params: { id: home.account.id } })
    return [
      data.map(({ id }) => id),
      ofCategory.map(({ id }) => id),
      lines.map(({ transaction_id }) => transaction_id),
    ]
  }
  const before = await order()
  await bea.call(updateExpense, { params: { id: oldest?.id ?? '' }, body: { amount: 9 } })
  assert.deepEqual(await order(), before)
  assert.equal(before[0]?.at(-1), oldest?.id)
})

test('a total is of the same moment as its page, also while expenses are recorded', async () => {
  const busy = await world.person()
  const home = await category(busy, 'Home')
  let isRecording = true
  const recording = (async () => {
    for (let n = 0; n < 40; n++) await spend(busy, { amount: 1, category_id: home.id })
  })().finally(() => {
    isRecording = false
  })
  let reads = 0
  for (; isRecording; reads++) {
    const { data, meta } = await busy.call(listExpenses, { query: { limit: 1000, include: 'total' } })
    assert.equal(meta.total, data.length)
  }
  await recording
  assert(reads > 5, `${reads} pages were read meanwhile`)
  const first = await busy.call(listExpenses, { query: { limit: 39, include: 'total' } })
  const query = { limit: 39, include: 'total', cursor: first.meta.next_cursor ?? '' } as const
  const last = await busy.call(listExpenses, { query })
  assert.deepEqual([first.meta.total, last.meta.total, last.data.length], [40, 40, 1])
  for (const { id } of last.data) await busy.call(deleteExpense, { params: { id } })
  const beyond = await busy.call(listExpenses, { query })
  assert.deepEqual(
    [beyond.meta.total, beyond.data],
    [39, []],
    'a page past the end still says how many there are',
  )
})

test('sorted by day, by base amount and by when they were recorded, up and down', async () => {
  assert.deepEqual(await found({ sort: 'date' }), ['bread', 'cinema', 'sushi', 'mixed', 'refund', 'late'])
  assert.deepEqual(await found({ sort: 'amount' }), ['refund', 'bread', 'late', 'cinema', 'sushi', 'mixed'])
  assert.deepEqual(await found({ sort: '-amount' }), ['mixed', 'sushi', 'cinema', 'late', 'bread', 'refund'])
  assert.deepEqual(await found({ sort: 'created_at' }), [
    'bread',
    'cinema',
    'sushi',
    'mixed',
    'refund',
    'late',
  ])
  assert.deepEqual(await found({ sort: '-created_at' }), [
    'late',
    'refund',
    'mixed',
    'sushi',
    'cinema',
    'bread',
  ])
})

test('from a day to a day, both included', async () => {
  assert.deepEqual(await found({ date_from: '2026-01-02', date_to: '2026-01-03' }), [
    'refund',
    'mixed',
    'sushi',
  ])
  for (const path of [
    '/budgeting/transactions',
    '/budgeting/expenses',
    `/accounts/${food.account.id}/lines`,
  ]) {
    const { status, body } = await ana.send({ url: `${path}?date_from=2026-01-03&date_to=2026-01-02` })
    assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['date_to']], path)
  }
})

test('by category, a split counting for each of its categories once; by account; by both', async () => {
  assert.deepEqual(await found({ category_id: food.id }), ['late', 'refund', 'mixed', 'sushi', 'bread'])
  assert.deepEqual(await found({ category_id: fun.id }), ['mixed', 'cinema'])
  assert.deepEqual(await found({ category_id: fun.id, sort: 'amount' }), ['cinema', 'mixed'])
  assert.deepEqual(await found({ account_id: giro.id }), ['cinema'])
  assert.deepEqual(await found({ account_id: giro.id }, true), ['moved', 'cinema'])
  assert.deepEqual(await found({ account_id: giro.id, sort: 'date' }, true), ['cinema', 'moved'])
  assert.deepEqual(await found({ account_id: cash.id, category_id: fun.id }), ['mixed'])
  assert.deepEqual(await found({ account_id: cash.id, category_id: fun.id, date_to: '2026-01-01' }), [])
})

test('by contact, currency, tag, and by amount in the currency of each', async () => {
  assert.deepEqual(await found({ contact_id: shop.id }), ['refund', 'bread'])
  assert.deepEqual(await found({ currency_id: 'JPY' }), ['sushi'])
  assert.deepEqual(await found({ tag: 'home' }), ['cinema', 'bread'])
  assert.deepEqual(await found({ tag: 'hom' }), [])
  assert.deepEqual(await found({ amount_min: 20 }), ['mixed', 'sushi', 'cinema'])
  assert.deepEqual(await found({ amount_min: 4.99, amount_max: 5 }), ['late', 'bread'])
  assert.deepEqual(await found({ amount_max: 2 }), ['refund'])
  assert.deepEqual(await found({ amount_min: 3000, amount_max: 3000 }), ['sushi'], 'yen have no decimals')
})

test('by text, in notes, memos, and the names of contacts and categories', async () => {
  assert.deepEqual(await found({ q: 'INEM' }), ['cinema'])
  assert.deepEqual(await found({ q: 'tsukiji 100%' }), ['sushi'])
  assert.deepEqual(await found({ q: 'puzz' }), ['mixed'])
  assert.deepEqual(await found({ q: 'corner' }), ['refund', 'bread'])
  assert.deepEqual(await found({ q: 'fun' }), ['refund', 'mixed', 'cinema'])
  assert.deepEqual(await found({ q: 'x_y' }), [])
  assert.deepEqual(await found({ q: 'fun', date_to: '2026-01-01' }), ['cinema'])
})

test('the trash is a list like any other', async () => {
  for (const query of [
    {},
    { category_id: food.id },
    { account_id: cash.id },
    { contact_id: shop.id },
    { tag: 'home' },
    { q: 'gon' },
    { q: 'drink' },
  ]) {
    assert.deepEqual(await found({ deleted: 'only', ...query }), ['gone'], JSON.stringify(query))
  }
})

test('what is unknown is found nowhere; what is malformed is refused or found nowhere, and never fails', async () => {
  const eve = await world.person()
  const hers = await category(eve, 'Hers')
  for (const query of [
    ...[hers.id, 'nonsense', ''].flatMap((id) => [
      { category_id: id },
      { account_id: id },
      { contact_id: id },
    ]),
    { currency_id: 'XXX' },
    { account_id: cash.id, category_id: 'nonsense' },
    { category_id: food.id, account_id: 'nonsense' },
  ]) {
    assert.deepEqual(await found(query), [], JSON.stringify(query))
  }
  for (const query of [
    'date_from=2026-02-30',
    'amount_min=ten',
    'sort=colour',
    `q=${'x'.repeat(256)}`,
    'tag=%00',
    'limit=-1',
  ]) {
    assert.equal((await ana.send({ url: `/budgeting/expenses?${query}` })).status, 422, query)
  }
  const { next_cursor } = (await ana.call(listExpenses, { query: { limit: 1 } })).meta
  const problem = await refused(ana.call(listTransactions, { query: { cursor: next_cursor ?? '' } }))
  assert.equal(problem.code, 'cursor_invalid')
})
