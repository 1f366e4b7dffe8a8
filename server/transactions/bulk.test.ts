import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, updateAccount } from '../../contract/accounts.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { createTransfer, listTransactions } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { account, balances, bank, category, spend } from '../../test/books.ts'
import { ranIn } from '../../test/ran.ts'
import { finish, lineOn, start, tick } from '../../test/reconciling.ts'
import { day, household } from '../../test/said-balance.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('a category for many is refused while one of them has several, and nothing changes', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const whole = await spend(ana, { amount: 5, category_id: food.id })
  const splits = [2, 3].map((amount) => ({ category_id: food.id, amount }))
  const split = await spend(ana, { amount: 5, splits })
  const body = { ids: [whole.id, split.id], set: { category_id: fun.id } }
  const problem = await refused(ana.call(bulkTransactions, { body }))
  assert.deepEqual([problem.status, problem.code], [422, 'bulk_kind'])
  assert.equal((await ana.call(getBook)).version, split.version)
})

test('many that are as they should be stay, and the answer names the version that they are in', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const one = await spend(ana, { amount: 5, category_id: food.id, tags: ['a'] })
  const other = await spend(ana, { amount: 6, category_id: food.id, tags: ['a'] })
  const body = { ids: [one.id, other.id], set: { add_tags: ['a'] } }
  const answer = await ana.call(bulkTransactions, { body })
  assert.deepEqual([answer.version, answer.data], [other.version, [one, other]])
  assert.equal((await ana.call(getBook)).version, other.version)
})

test('a day whose rate makes nothing of an amount is refused for many, by kind, and nothing changes', async () => {
  const ana = await world.person({ base_currency_id: 'JPY' })
  const [food, giro] = [await category(ana, 'Food'), await bank(ana, 'Giro', 'JPY')]
  for (const [date, rate] of [
    ['2026-03-01', 100],
    ['2026-03-02', 0.1],
  ] as const)
    await ana.call(putExchangeRate, {
      params: { from: 'USD', to: 'JPY', date },
      body: { rate },
    })
  const foreign = { amount: 0.01, currency_id: 'USD', date: '2026-03-01' }
  const sides = { from_account_id: (await account(ana, 'Cash')).id, to_account_id: giro.id }
  const moved = await ana.call(createTransfer, { body: { ...foreign, ...sides, to_currency_id: 'JPY' } })
  const lunch = await spend(ana, { ...foreign, category_id: food.id, asset_account_id: giro.id })
  for (const [id, code] of [
    [moved.id, 'transfer_mismatch'],
    [lunch.id, 'charged_mismatch'],
  ] as const) {
    const body = { ids: [id], set: { date: '2026-03-02' } }
    const problem = await refused(ana.call(bulkTransactions, { body }))
    assert.deepEqual([problem.status, problem.code], [422, code])
  }
  assert.equal((await ana.call(getBook)).version, lunch.version)
})

test('a statement writes a bounded amount of text, so that a batch of long notes ends in time', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const add = async (count: number) => {
    const transactions = Array.from({ length: count }, () => ({
      kind: 'expense' as const,
      amount: 1,
      category_id: food.id,
      notes: 'long '.repeat(1_800),
    }))
    const ran = await ranIn(() => ana.call(createTransactions, { body: { transactions } }))
    const lengths = ran.map(({ values = [] }) =>
      values.flat().reduce<number>((sum, value) => sum + String(value ?? '').length, 0),
    )
    assert(Math.max(...lengths) < 2_000_000, `${Math.max(...lengths)} characters in one statement`)
  }
  await add(150)
  await add(300)
})

test('whatever people write comes back as it was from a large batch, its edit and its undo', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const words = [
    '"quoted"',
    'a\\b\\\\',
    '{1,2}',
    'NULL',
    'null',
    ' ',
    "it's",
    'Größe, Ñandú',
    '\\x00',
    'a\nb\tc',
    '(,)',
    '🙂',
  ]
  const transactions = Array.from({ length: 300 }, (_, n) => ({
    kind: 'expense' as const,
    amount: 1,
    category_id: food.id,
    date: '2026-01-01',
    notes: words[n % words.length] ?? null,
    memo: words[(n + 1) % words.length] ?? null,
    tags: n % 3 === 0 ? [] : [`tag ${words[n % words.length]}`, 'b'],
  }))
  const made = await ana.call(createTransactions, { body: { transactions } })
  assert.deepEqual(
    made.data.map(({ notes, memo, tags }) => [notes, memo, tags]),
    transactions.map(({ notes, memo, tags }) => [notes, memo, tags]),
  )
  const read = async () =>
    (await ana.call(listTransactions, { query: { sort: 'created_at', limit: 500 } })).data
  assert.deepEqual(await read(), made.data)
  const body = { ids: made.data.map(({ id }) => id), set: { notes: '"other"' } }
  const edited = await ana.call(bulkTransactions, { body })
  assert.deepEqual(await read(), edited.data)
  await ana.call(undoChange, { params: { version: String(edited.version) } })
  const plain = (all: typeof made.data) => all.map(({ version: _, updated_at: __, ...rest }) => rest)
  assert.deepEqual(plain(await read()), plain(made.data))
})

test('many get another account and day as one change, which one undo takes back', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const [cash, bankAccount] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const dollars = await bank(ana, 'Dollars', 'USD')
  const draft = { category_id: food.id, asset_account_id: cash.id, date: '2026-03-01' }
  const one = await spend(ana, { ...draft, amount: 5 })
  const other = await spend(ana, { ...draft, amount: 7 })
  const ids = [one.id, other.id]
  const set = { asset_account_id: bankAccount.id, date: '2026-03-04' }
  const changed = await ana.call(bulkTransactions, { body: { ids, set } })
  assert.deepEqual(
    changed.data.map(({ asset_account_id, date, amount }) => [asset_account_id, date, amount]),
    [
      [bankAccount.id, '2026-03-04', 5],
      [bankAccount.id, '2026-03-04', 7],
    ],
  )
  assert.deepEqual(
    [await balances(ana, cash.id), await balances(ana, bankAccount.id)],
    [{}, { [one.currency_id]: -12 }],
  )
  await ana.call(undoChange, { params: { version: String(changed.version) } })
  assert.deepEqual(
    [await balances(ana, cash.id), await balances(ana, bankAccount.id)],
    [{ [one.currency_id]: -12 }, {}],
  )
  // An account in another currency is charged at the rate of the day.
  await ana.call(putExchangeRate, {
    params: { from: 'USD', to: 'EUR', date: '2026-03-01' },
    body: { rate: 0.5 },
  })
  await ana.call(bulkTransactions, { body: { ids, set: { asset_account_id: dollars.id } } })
  assert.deepEqual(await balances(ana, dollars.id), { USD: -24 })
})

test('a refused change of many says how many are refused, and which, by reason; nothing changes', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const [cash, bankAccount] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const draft = { amount: 5, category_id: food.id, asset_account_id: bankAccount.id }
  const [closed, older] = [
    await spend(ana, { ...draft, date: '2020-01-01' }),
    await spend(ana, { ...draft, date: '2020-02-01' }),
  ]
  const open = await spend(ana, { ...draft, date: '2026-03-01' })
  const ticked = await spend(ana, { ...draft, date: '2026-03-02' })
  const moved = await ana.call(createTransfer, {
    body: { amount: 1, from_account_id: bankAccount.id, to_account_id: cash.id, date: '2026-03-03' },
  })
  const statement = await start(ana, bankAccount, '2026-03-31', -5)
  await tick(ana, statement, [lineOn(bankAccount, ticked)])
  await finish(ana, statement)
  await ana.call(updateBook, { body: { closed_through: '2020-12-31' } })
  const { version } = await ana.call(getBook)
  const ids = [open.id, older.id, moved.id, ticked.id, closed.id]
  const problem = await refused(
    ana.call(bulkTransactions, { body: { ids, set: { asset_account_id: cash.id } } }),
  )
  assert.deepEqual([problem.code, problem.params.at, problem.params.refused_count], ['locked', 'ids.1', 4])
  const reasons = problem.params.refused as { code: string; params: Record<string, unknown>; ids: string[] }[]
  assert.deepEqual(
    reasons.map(({ code, ids }) => [code, ids]),
    [
      ['locked', [older.id, closed.id]],
      ['bulk_kind', [moved.id]],
      ['locked', [ticked.id]],
    ],
  )
  assert.deepEqual(
    reasons.map(({ params }) => params.closed_through ?? params.reason ?? params.account_name),
    ['2020-12-31', 'a transfer is between two accounts.', 'Bank'],
  )
  assert.equal((await ana.call(getBook)).version, version)
})

test('a start of an account that may not move is refused with the count and the ids, as every other refusal of many', async () => {
  const { ana, giro, shop, opening } = await household(world, 100, true)
  const [old, other, free] = [await shop(5, day(-9)), await shop(6, day(-8)), await shop(7, day(-1))]
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-5), amount: 100, includes_day: true } },
  })
  await ana.call(updateBook, { body: { closed_through: day(-10) } })
  const before = [await opening(), (await ana.call(getBook)).version]
  const ids = [free.id, other.id, old.id]
  const problem = await refused(ana.call(bulkTransactions, { body: { ids, delete: true } }))
  assert.deepEqual(
    [problem.status, problem.code, problem.params.at, problem.params.refused_count],
    [409, 'locked', 'ids.1', 2],
  )
  const reasons = problem.params.refused as { code: string; ids: string[] }[]
  assert.deepEqual(
    reasons.map(({ code, ids }) => [code, ids]),
    [['locked', [other.id, old.id]]],
  )
  assert.deepEqual([await opening(), (await ana.call(getBook)).version], before)
  await ana.call(bulkTransactions, { body: { ids: [free.id], delete: true } })
})

test('the amount that somebody entered as taken by the bank is not lost by a change of many', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const [euros, more, francs] = [
    await bank(ana, 'Giro', 'EUR'),
    await bank(ana, 'Other', 'EUR'),
    await bank(ana, 'Franken', 'CHF'),
  ]
  const date = '2026-03-01'
  await ana.call(putExchangeRate, { params: { from: 'CHF', to: 'EUR', date }, body: { rate: 1.1 } })
  const hotel = await spend(ana, {
    amount: 100,
    currency_id: 'USD',
    charged_amount: 93.5,
    category_id: food.id,
    asset_account_id: euros.id,
    date,
  })
  const move = (id: string) =>
    ana.call(bulkTransactions, { body: { ids: [hotel.id], set: { asset_account_id: id } } })
  for (const id of [francs.id, (await account(ana, 'Cash')).id]) {
    const problem = await refused(move(id))
    assert.deepEqual([problem.status, problem.code], [422, 'bulk_kind'])
    assert.match(problem.message, /93\.50 EUR was entered as what its account was charged/)
  }
  const [moved] = (await move(more.id)).data
  assert.deepEqual([moved?.charged_amount, moved?.charged_source], [93.5, 'given'])
})

test('another day or account that money cannot have is refused, and nothing changes', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const rate = (date: string, rate: number) =>
    ana.call(putExchangeRate, { params: { from: 'USD', to: 'EUR', date }, body: { rate } })
  await rate('2026-03-01', 1)
  await rate('2026-03-20', 1_000_000)
  const large = await spend(ana, {
    amount: 900_000_000_000,
    currency_id: 'USD',
    category_id: food.id,
    date: '2026-03-01',
  })
  const { version } = await ana.call(getBook)
  const closedAccount = await ana.call(createAccount, { body: { name: 'Closed', type: 'expense' } })
  const cases: [set: object, code: string][] = [
    [{ asset_account_id: closedAccount.id }, 'account_not_usable'],
    [{ date: '2001-01-01' }, 'fx_rate_missing'],
    [{ date: '2026-03-20' }, 'amount_too_large'],
  ]
  for (const [set, code] of cases) {
    const problem = await refused(ana.call(bulkTransactions, { body: { ids: [large.id], set } }))
    assert.equal(problem.code, code, JSON.stringify(problem))
    if (code === 'fx_rate_missing') assert.match(problem.message, /\. Store a rate with PUT/)
  }
  assert.equal((await ana.call(getBook)).version, version + 1, 'the account alone was added')
})
