import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createIncome,
  deleteExpense,
  getExpense,
  getIncome,
  listExpenses,
  listIncomes,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { deleteCategory, updateCategory } from '../../contract/categories.ts'
import { createContact, deleteContact } from '../../contract/contacts.ts'
import { account, back, balanced, balances, bank, category, publish, spend } from '../../test/books.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()

test('an expense takes from the account and adds to the category, exactly as the contract shows it', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const cash = await account(ana, 'Cash')
  const made = await spend(ana, {
    amount: 12.5,
    category_id: food.id,
    date: '2026-03-04',
    currency_id: 'USD',
    asset_account_id: cash.id,
  })
  const { id, lines, version, created_at, updated_at, ...rest } = made
  assert.deepEqual(rest, {
    kind: 'expense',
    date: '2026-03-04',
    currency_id: 'USD',
    currency_code: 'USD',
    base_currency_id: 'USD',
    base_currency_code: 'USD',
    category_id: food.id,
    category_name: 'Food',
    asset_account_id: cash.id,
    amount: 12.5,
    base_amount: 12.5,
    fx_rate: 1,
    fx_source: 'base',
    fx_date: '2026-03-04',
    charged_amount: null,
    charged_source: null,
    contact_id: null,
    contact_name: null,
    obligation_id: null,
    plan_id: null,
    notes: null,
    memo: null,
    tags: [],
    is_refund: false,
    splits: [],
    shares: [],
    from_account_id: null,
    to_account_id: null,
    to_amount: null,
    to_currency_id: null,
    to_source: null,
    is_locked: false,
    created_by: ana.user.id,
    changed_by: ana.user.id,
    deleted_at: null,
    external_id: null,
  })
  assert.deepEqual(
    lines.map(({ id: _, ...line }) => line),
    [
      {
        account_id: food.account.id,
        account_name: 'Food',
        currency_id: 'USD',
        debit: 12.5,
        credit: 0,
        debit_base: 12.5,
        credit_base: 0,
        memo: '',
        reconciliation_id: null,
        is_locked: false,
      },
      {
        account_id: cash.id,
        account_name: 'Cash',
        currency_id: 'USD',
        debit: 0,
        credit: 12.5,
        debit_base: 0,
        credit_base: 12.5,
        memo: '',
        reconciliation_id: null,
        is_locked: false,
      },
    ],
  )
  assert.deepEqual(await ana.call(getExpense, { params: { id } }), made)
  assert.equal(created_at, updated_at)
  assert.equal(version, 3)
  assert.deepEqual(await balances(ana, cash.id), { USD: -12.5 })
  assert.deepEqual(await balances(ana, food.account.id), { USD: 12.5 })
  await balanced(ana)
})

test('amount and category are enough: today, base currency and default account are taken', async () => {
  const ana = await world.person({ base_currency_id: 'JPY' })
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 500, category_id: food.id })
  assert.equal(made.date, new Date().toISOString().slice(0, 10))
  assert.equal(made.currency_id, 'JPY')
  assert.equal(made.asset_account_id, (await account(ana, 'Cash')).id)
})

test('an income runs the other way round, and a refund swaps the sides', async () => {
  const ana = await world.person()
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const cash = await account(ana, 'Cash')
  const income = await ana.call(createIncome, { body: { amount: 100, category_id: pay.id } })
  assert.equal(income.kind, 'income')
  assert.equal(income.lines[0]?.account_name, 'Cash')
  assert.deepEqual(await ana.call(getIncome, { params: { id: income.id } }), income)
  await spend(ana, { amount: 30, category_id: food.id })
  const refund = await spend(ana, { amount: 10, category_id: food.id, is_refund: true })
  assert.equal(refund.lines[0]?.account_name, 'Cash')
  assert.deepEqual(await balances(ana, cash.id), { USD: 80 })
  assert.deepEqual(await balances(ana, food.account.id), { USD: 20 })
  assert.deepEqual(await balances(ana, pay.account.id), { USD: 100 })
  assert.equal(
    (await refused(ana.call(getExpense, { params: { id: income.id } }))).code,
    'not_found',
    'an income is not an expense',
  )
  assert.equal((await ana.call(listIncomes)).data.length, 1)
  assert.equal((await ana.call(listExpenses)).data.length, 2)
  await balanced(ana)
})

test('contact, notes, memo and tags go along, and a name in the trash is still shown', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const shop = await ana.call(createContact, { body: { name: 'Shop' } })
  const body = {
    amount: 1,
    category_id: food.id,
    contact_id: shop.id,
    notes: 'n',
    memo: 'm',
    tags: ['a', 'b c'],
  }
  const made = await spend(ana, body)
  assert.deepEqual([made.contact_name, made.notes, made.memo, made.tags], ['Shop', 'n', 'm', ['a', 'b c']])
  assert.deepEqual(
    made.lines.map(({ memo }) => memo),
    ['m', 'm'],
  )
  await ana.call(deleteContact, { params: { id: shop.id } })
  await ana.call(deleteCategory, { params: { id: food.id } })
  const read = await ana.call(getExpense, { params: { id: made.id } })
  assert.deepEqual([read.contact_name, read.category_name], ['Shop', 'Food'])
  assert.deepEqual(
    await ana.call(updateExpense, { params: { id: made.id }, body: back(read) }),
    read,
    'and may stay',
  )
  const cleared = await ana.call(updateExpense, {
    params: { id: made.id },
    body: { contact_id: null, notes: '', memo: null, tags: [] },
  })
  assert.deepEqual([cleared.contact_id, cleared.notes, cleared.memo, cleared.tags], [null, null, null, []])
})

test('a record read and sent back whole changes nothing; in part, it changes that part and its entries', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const made = await spend(ana, { amount: 20, category_id: food.id, date: '2026-03-04', notes: 'keep me' })
  assert.deepEqual(await ana.call(updateExpense, { params: { id: made.id }, body: back(made) }), made)
  const moved = await ana.call(updateExpense, {
    params: { id: made.id },
    body: { category_id: fun.id, date: '2026-05-06' },
  })
  assert.equal(moved.id, made.id)
  assert.deepEqual(
    [moved.notes, moved.amount, moved.category_name, moved.date],
    ['keep me', 20, 'Fun', '2026-05-06'],
  )
  assert.deepEqual(await balances(ana, food.account.id), {})
  assert.deepEqual(await balances(ana, fun.account.id), { USD: 20 })
  await balanced(ana, '2026-04-01')
  await balanced(ana)
})

test('an expense in the trash counts in no balance, and comes back as it was', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 20, category_id: food.id })
  const trashed = await ana.call(deleteExpense, { params: { id: made.id } })
  assert.notEqual(trashed.deleted_at, null)
  assert.deepEqual(await balances(ana, food.account.id), {})
  assert.equal((await refused(ana.call(getExpense, { params: { id: made.id } }))).code, 'not_found')
  assert.equal((await refused(ana.call(deleteExpense, { params: { id: made.id } }))).code, 'not_found')
  assert.equal(
    (await refused(ana.call(updateExpense, { params: { id: made.id }, body: {} }))).code,
    'not_found',
  )
  assert.deepEqual((await ana.call(listExpenses)).data, [])
  assert.deepEqual((await ana.call(listExpenses, { query: { deleted: 'only' } })).data, [trashed])
  const restored = await ana.call(restoreExpense, { params: { id: made.id } })
  assert.deepEqual(await balances(ana, food.account.id), { USD: 20 })
  assert.deepEqual(await ana.call(restoreExpense, { params: { id: made.id } }), restored)
})

test('an expense whose category is in the trash waits for it there', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 20, category_id: food.id })
  await ana.call(deleteExpense, { params: { id: made.id } })
  await ana.call(deleteCategory, { params: { id: food.id } })
  const problem = await refused(ana.call(restoreExpense, { params: { id: made.id } }))
  assert.equal(problem.code, 'link_deleted')
  assert.match(problem.message, /category "Food" is in the trash/)
})

test('splits share one payment among categories, and their base amounts add up', async () => {
  const ana = await world.person()
  await publish(world, '2026-01-05', { USD: '1.1', JPY: '160' })
  const [food, fun, gas] = [
    await category(ana, 'Food'),
    await category(ana, 'Fun'),
    await category(ana, 'Gas'),
  ]
  const splits = [
    { category_id: food.id, amount: 333, memo: 'bread' },
    { category_id: fun.id, amount: 333 },
    { category_id: gas.id, amount: 334 },
  ]
  const made = await spend(ana, { amount: 1000, currency_id: 'JPY', date: '2026-01-05', splits })
  assert.equal(made.category_id, food.id)
  assert.equal(made.base_amount, 6.88)
  assert.equal(made.fx_rate, 0.006875)
  assert.deepEqual(
    made.splits.map(({ category_name, amount, memo }) => [category_name, amount, memo]),
    [
      ['Food', 333, 'bread'],
      ['Fun', 333, null],
      ['Gas', 334, null],
    ],
  )
  assert.equal(made.lines.length, 6)
  assert.deepEqual(made.lines.map(({ debit_base }) => debit_base).filter(Boolean), [2.29, 2.29, 2.3])
  assert.deepEqual(await ana.call(updateExpense, { params: { id: made.id }, body: back(made) }), made)

  const change = (body: object) => ana.call(updateExpense, { params: { id: made.id }, body })
  assert.equal((await refused(change({ amount: 900 }))).code, 'splits_mismatch')
  assert.match(
    (await refused(change({ amount: 900 }))).message,
    /3 parts add up to 1000 JPY, the amount is 900/,
  )
  assert.equal((await refused(change({ category_id: gas.id }))).code, 'splits_mismatch')
  assert.equal(
    (await refused(change({ splits: [{ category_id: gas.id, amount: 1 }] }))).code,
    'splits_mismatch',
  )
  const noted = await change({ notes: 'still split' })
  assert.deepEqual(noted.splits, made.splits)
  const whole = await change({ splits: [], category_id: gas.id })
  assert.deepEqual(whole.splits, [])
  assert.deepEqual(await balances(ana, gas.account.id), { JPY: 1000 })
  assert.deepEqual(await balances(ana, food.account.id), {})
  await balanced(ana)
})

test('a deactivated category takes no new transactions, but keeps the ones it has', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const old = await spend(ana, { amount: 1, category_id: food.id })
  const other = await spend(ana, { amount: 1, category_id: fun.id })
  await ana.call(updateCategory, { params: { id: food.id }, body: { is_active: false } })
  const problem = await refused(spend(ana, { amount: 1, category_id: food.id }))
  assert.equal(problem.code, 'category_inactive')
  assert.match(problem.errors?.category_id?.[0] ?? '', /"Food" is deactivated/)
  assert.equal(
    (await refused(ana.call(updateExpense, { params: { id: other.id }, body: { category_id: food.id } })))
      .code,
    'category_inactive',
  )
  await ana.call(updateExpense, { params: { id: old.id }, body: { amount: 2 } })
})

test('what an expense refers to must be there, and mine, and of the right kind', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, pay, gone] = [
    await category(ana, 'Food'),
    await category(ana, 'Pay', 'income'),
    await category(ana, 'Gone'),
  ]
  await ana.call(deleteCategory, { params: { id: gone.id } })
  const [hers, hersAccount] = [await category(eve, 'Hers'), await account(eve, 'Cash')]
  const friend = await eve.call(createContact, { body: { name: 'Friend' } })
  const closed = await bank(ana, 'Closed', 'USD', { is_active: false })
  const [claims, equity] = [await account(ana, 'Receivables'), await account(ana, 'Opening balances')]
  const unknown = '01a1dcc1-3150-7939-9015-ac0ae930220f'
  const good = { amount: 1, category_id: food.id }
  for (const [change, code, field] of [
    ...[hers.id, unknown, gone.id, 'nonsense', pay.id, ''].map(
      (id) => [{ category_id: id }, 'category_not_found', 'category_id'] as const,
    ),
    ...[hersAccount.id, unknown, 'nonsense', closed.id, claims.id, equity.id, food.account.id].map(
      (id) => [{ asset_account_id: id }, 'account_not_usable', 'asset_account_id'] as const,
    ),
    ...[friend.id, unknown, 'nonsense'].map(
      (id) => [{ contact_id: id }, 'contact_not_found', 'contact_id'] as const,
    ),
    ...['XXX', 'us', ''].map((id) => [{ currency_id: id }, 'currency_not_found', 'currency_id'] as const),
    [
      { category_id: undefined, splits: [{ category_id: hers.id, amount: 1 }] },
      'category_not_found',
      'splits.0.category_id',
    ] as const,
  ]) {
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/expenses',
      payload: { ...good, ...change },
    })
    const problem = answer.body
    assert.deepEqual([problem.code, problem.status], [code, 422], JSON.stringify(change))
    assert(problem.errors?.[field], JSON.stringify(problem))
  }
  assert.deepEqual((await ana.call(listExpenses)).data, [])
})

test('amounts, dates and the rest of a wrong kind are refused by field, and change nothing', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const made = await spend(ana, { amount: 5, category_id: food.id })
  const cases: [change: object, field: string][] = [
    ...[0, -1, '12', null, true, [5], 0.001, 1e13, 1e300].map((amount): [object, string] => [
      { amount },
      'amount',
    ]),
    [{ amount: 1.5, currency_id: 'JPY', fx_rate: 1 }, 'amount'],
    ...['2026-02-30', '2026-13-01', '1899-12-31', '2201-01-01', '4 March', '2026-3-4', 20260304, ''].map(
      (date): [object, string] => [{ date }, 'date'],
    ),
    ...[0, -1, '1', true, 1e-16, 1e16].map((fx_rate): [object, string] => [
      { fx_rate, currency_id: 'EUR' },
      'fx_rate',
    ]),
    [{ tags: Array.from({ length: 21 }, () => 't') }, 'tags'],
    [{ tags: ['x'.repeat(51)] }, 'tags.0'],
    [{ tags: [' '] }, 'tags.0'],
    [{ tags: 'a' }, 'tags'],
    [{ notes: 'x'.repeat(10_001) }, 'notes'],
    [{ memo: 'x'.repeat(256) }, 'memo'],
    [{ memo: 'a\0' }, 'memo'],
    [{ is_refund: 'yes' }, 'is_refund'],
    [{ splits: Array.from({ length: 101 }, () => ({ category_id: food.id, amount: 1 })) }, 'splits'],
    [{ splits: [{ category_id: food.id, amount: 0 }] }, 'splits.0.amount'],
    [{ splits: [{ amount: 5 }] }, 'splits.0.category_id'],
    [{ splits: [{ category_id: food.id, amount: 4 }] }, 'splits'],
    [{ charged_amount: 0 }, 'charged_amount'],
    [{ charged_amount: 7 }, 'charged_amount'],
  ]
  for (const [change, field] of cases) {
    for (const request of [
      { method: 'POST', url: '/budgeting/expenses', payload: { amount: 5, category_id: food.id, ...change } },
      { method: 'PUT', url: `/budgeting/expenses/${made.id}`, payload: change },
      { method: 'POST', url: '/budgeting/incomes', payload: { amount: 5, category_id: food.id, ...change } },
    ] as const) {
      const answer = await ana.send(request)
      assert.equal(answer.status, 422, `${request.method} ${JSON.stringify(change)} ${answer.text}`)
      if (request.url !== '/budgeting/incomes') assert(answer.body.errors[field], `${field}: ${answer.text}`)
    }
  }
  assert.deepEqual((await ana.call(listExpenses)).data, [made])
})

test("somebody else's expense is not found", async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const food = await category(ana, 'Food')
  const { id } = await spend(ana, { amount: 5, category_id: food.id })
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const url = `/budgeting/expenses/${id}`
    const [foreign, unknown] = [
      await eve.send({ method, url }),
      await eve.send({ method, url: `${url.slice(0, -4)}ffff` }),
    ]
    assert.equal(foreign.status, 404)
    assert.equal(
      foreign.text.replace(foreign.body.request_id, ''),
      unknown.text.replace(unknown.body.request_id, ''),
    )
  }
  assert.equal((await eve.send({ method: 'POST', url: `/budgeting/expenses/${id}/restore` })).status, 404)
  assert.deepEqual((await eve.call(listExpenses)).data, [])
})
