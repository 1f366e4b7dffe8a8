import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccountLines, updateAccount } from '../../contract/accounts.ts'
import { bulkTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import {
  createTransfer,
  deleteExpense,
  getExpense,
  getTransaction,
  listTransactions,
  restoreExpense,
  updateExpense,
} from '../../contract/budgeting.ts'
import { updateCategory } from '../../contract/categories.ts'
import { listChanges } from '../../contract/changes.ts'
import {
  deleteReconciliation,
  listReconciliations,
  reopenReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { account, balances, category, bank as openBank, spend } from '../../test/books.ts'
import { at, banking, finish, lineOn, outcome, read, start, tick, undo } from '../../test/reconciling.ts'
import { refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

test('lines are ticked against a statement until the difference is 0, and a finished one is where the next one starts', async () => {
  const { ana, bank, salary, meal, late } = await banking(world)
  const march = await start(ana, bank, '2026-03-31', 980)
  assert.deepEqual(
    [march.status, march.statement_balance, march.cleared_balance, march.difference, march.account_name],
    ['open', 980, 0, 980, 'Bank'],
  )
  const half = await tick(ana, march, [lineOn(bank, salary)])
  assert.deepEqual([half.cleared_balance, half.difference, half.cleared_count], [1000, -20, 1])
  const problem = await refused(finish(ana, march))
  assert.deepEqual([problem.status, problem.code], [409, 'statement_differs'])
  assert.match(
    problem.message,
    /ends with 980\.00 EUR, the ticked lines add up to 1000\.00 EUR: the difference is -20\.00 EUR/,
  )
  const whole = await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  assert.equal(whole.difference, 0)
  assert.deepEqual(await read(ana, march), whole)
  const done = await finish(ana, march)
  assert.deepEqual([done.status, done.difference, done.cleared_balance], ['finished', 0, 980])
  assert.deepEqual(await read(ana, march), done)

  const april = await start(ana, bank, '2026-04-30', 950)
  assert.deepEqual([april.start_balance, april.cleared_balance, april.difference], [980, 980, -30])
  assert.equal((await tick(ana, april, [lineOn(bank, late)])).difference, 0)
  const { data } = await ana.call(listReconciliations, { params: { id: bank.id } })
  assert.deepEqual(
    data.map((one) => [one.date, one.status, one.cleared_balance, one.difference, one.cleared_count]),
    [
      ['2026-04-30', 'open', 950, 0, 1],
      ['2026-03-31', 'finished', 980, 0, 2],
    ],
  )
})

test('the transactions of a finished reconciliation are locked, and so are their lines', async () => {
  const { ana, food, bank, salary, meal, late } = await banking(world)
  const cash = await account(ana, 'Cash')
  const march = await start(ana, bank, '2026-03-31', 980)
  await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  assert.equal((await ana.call(getExpense, { params: { id: meal.id } })).is_locked, false)
  await finish(ana, march)

  const shown = await ana.call(getExpense, { params: { id: meal.id } })
  assert.equal(shown.is_locked, true)
  assert.deepEqual(
    shown.lines.map((line) => [line.account_name, line.is_locked, line.reconciliation_id]),
    [
      ['Food', false, null],
      ['Bank', true, march.id],
    ],
  )
  const { data: listed } = await ana.call(listTransactions, { query: {} })
  assert.deepEqual(
    listed.map(({ id, is_locked }) => [id, is_locked]),
    [late.id, meal.id, salary.id].map((id) => [id, id !== late.id]),
  )
  const { data: register } = await ana.call(listAccountLines, { params: { id: bank.id } })
  assert.deepEqual(
    register.map(({ is_locked, reconciliation_id }) => [is_locked, reconciliation_id]),
    [
      [false, null],
      [true, march.id],
      [true, march.id],
    ],
  )

  const { version } = await ana
    .call(listChanges, { query: { order: 'desc', limit: 1 } })
    .then(({ data }) => data[0] ?? assert.fail())
  const params = { id: meal.id }
  const part = { category_id: food.id, amount: 10 }
  const attempts = [
    ...[
      { amount: 21 },
      { date: '2026-03-05' },
      { date: '2026-04-05' },
      { asset_account_id: cash.id },
      { is_refund: true },
      { splits: [part, part] },
    ].map((body) => ana.call(updateExpense, { params, body })),
    ana.call(updateExpense, { params, body: { currency_id: 'USD', fx_rate: 1 } }),
    ana.call(deleteExpense, { params }),
    ana.call(bulkTransactions, { body: { ids: [late.id, meal.id], delete: true } }),
    undo(ana, meal),
  ]
  for (const problem of await Promise.all(attempts.map((attempt) => refused(attempt)))) {
    assert.deepEqual([problem.status, problem.code], [409, 'locked'])
    assert.match(problem.message, /on the statement of "Bank" of 2026-03-31/)
    assert.equal(problem.params.reconciliation_id, march.id)
  }
  assert.equal((await ana.call(listChanges, { query: { since: version } })).data.length, 0, 'nothing changed')

  const fun = await category(ana, 'Fun')
  const changed = await ana.call(updateExpense, {
    params,
    body: { category_id: fun.id, notes: 'with Bela', tags: ['x'], memo: 'soup' },
  })
  assert.deepEqual(
    [changed.category_name, changed.is_locked, lineOn(bank, changed)],
    ['Fun', true, lineOn(bank, meal)],
  )
  await ana.call(bulkTransactions, { body: { ids: [meal.id, late.id], set: { category_id: food.id } } })
  assert.equal((await read(ana, march)).difference, 0)

  const open = await ana.call(reopenReconciliation, at(march))
  assert.deepEqual([open.status, open.cleared_count, open.difference], ['open', 2, 0])
  assert.equal((await ana.call(getExpense, { params })).is_locked, false)
  await ana.call(updateExpense, { params, body: { amount: 21 } })
  assert.deepEqual(
    [(await read(ana, march)).cleared_count, (await read(ana, march)).difference],
    [1, -20],
    'a line that changed has lost its tick',
  )
})

test('a tick goes and comes back with its transaction, and a finished reconciliation keeps no tick on what is not there', async () => {
  const { ana, bank, salary, meal } = await banking(world)
  const params = { id: meal.id }
  const march = await start(ana, bank, '2026-03-31', 980)
  await tick(ana, march, [lineOn(bank, salary), lineOn(bank, meal)])
  const dearer = await ana.call(updateExpense, { params, body: { amount: 25 } })
  assert.equal((await read(ana, march)).difference, -20)
  await undo(ana, dearer)
  assert.equal((await read(ana, march)).difference, 0)
  await ana.call(deleteExpense, { params })
  const without = await read(ana, march)
  assert.deepEqual([without.difference, without.cleared_line_ids], [-20, [lineOn(bank, salary)]])
  await ana.call(restoreExpense, { params })
  assert.equal((await read(ana, march)).difference, 0)
  await ana.call(deleteExpense, { params })
  const put = await ana.call(updateReconciliation, { ...at(march), body: { balance: 1000 } })
  assert.equal(put.difference, 0)
  await finish(ana, march)
  await ana.call(restoreExpense, { params })
  const back = await ana.call(getExpense, { params })
  assert.deepEqual([back.is_locked, back.lines.map((line) => line.reconciliation_id)], [false, [null, null]])
  assert.equal((await read(ana, march)).cleared_balance, 1000)
})

test('a difference becomes an ordinary transaction, ticked and locked with the rest, in one change', async () => {
  const { ana, food, pay, bank, salary } = await banking(world)
  const card = await openBank(ana, 'Card', 'EUR', {
    type: 'liability',
    opening_balance: 100,
    opening_date: '2026-03-01',
  })
  const cases = [
    [bank, lineOn(bank, salary), 990, food.id, 'expense', false, 10],
    [bank, lineOn(bank, salary), 1010, food.id, 'expense', true, 10],
    [bank, lineOn(bank, salary), 1010, pay.id, 'income', false, 10],
    [bank, lineOn(bank, salary), 990, pay.id, 'income', true, 10],
    [card, undefined, 107.5, food.id, 'expense', false, 107.5],
    [card, undefined, -3, food.id, 'expense', true, 3],
  ] as const
  for (const [on, line, balance, category_id, kind, is_refund, amount] of cases) {
    const one = await start(ana, on, '2026-03-31', balance)
    if (line) await tick(ana, one, [line])
    const before = await balances(ana, on.id)
    const done = await finish(ana, one, { adjust: { category_id } })
    const id = done.adjustment_id ?? assert.fail()
    const made = await ana.call(getTransaction, { params: { id } })
    assert.deepEqual(
      [made.kind, made.is_refund, made.amount, made.date, made.category_id, made.is_locked],
      [kind, is_refund, amount, '2026-03-31', category_id, true],
    )
    assert.deepEqual([done.status, done.difference, done.cleared_balance], ['finished', 0, balance])
    assert(done.cleared_line_ids.includes(lineOn(on, made)))
    const { data } = await ana.call(listChanges, { query: { since: done.version - 1 } })
    assert.deepEqual(
      data.map(({ action, resource }) => `${resource} ${action}`),
      ['reconciliation updated', `${kind} created`],
    )
    const { version } = await undo(ana, done)
    assert.deepEqual(await balances(ana, on.id), before)
    const open = await read(ana, one)
    assert.deepEqual([open.status, open.adjustment_id, open.cleared_count], ['open', null, line ? 1 : 0])
    await undo(ana, { version })
    assert.deepEqual(
      { ...(await read(ana, one)), version: 0, updated_at: '' },
      { ...done, version: 0, updated_at: '' },
    )
    await undo(ana, { version: version + 1 })
    await ana.call(deleteReconciliation, at(one))
  }
  const one = await start(ana, bank, '2026-03-31', 990)
  await tick(ana, one, [lineOn(bank, salary)])
  for (const [category_id, code] of [
    [bank.id, 'category_not_found'],
    ['nonsense', 'category_not_found'],
  ] as const) {
    const problem = await refused(finish(ana, one, { adjust: { category_id } }))
    assert.deepEqual([problem.status, problem.code], [422, code])
    assert.deepEqual(Object.keys(problem.errors ?? {}), ['adjust.category_id'])
  }
  const adjust = { category_id: food.id }
  await ana.call(updateCategory, { params: { id: food.id }, body: { is_active: false } })
  assert.equal(await outcome(finish(ana, one, { adjust })), 'category_inactive')
  await ana.call(updateCategory, { params: { id: food.id }, body: { is_active: true } })
  await ana.call(updateAccount, { params: { id: bank.id }, body: { is_active: false } })
  assert.equal(await outcome(finish(ana, one, { adjust })), 'account_not_usable')
  await ana.call(updateAccount, { params: { id: bank.id }, body: { is_active: true } })
  const large = { ...at(one), body: { balance: -9_999_999_999_999.99 } }
  await ana.call(updateReconciliation, large)
  assert.equal(await outcome(finish(ana, one, { adjust })), 'amount_too_large')
  await ana.call(updateReconciliation, { ...at(one), body: { balance: 990 } })
  const foreign = await start(ana, bank, '2026-03-31', 5, { currency_id: 'JPY' })
  const unrated = await refused(finish(ana, foreign, { adjust }))
  assert.deepEqual([unrated.code, unrated.errors], ['fx_rate_missing', undefined])
  assert.match(unrated.message, /\. Store a rate with PUT/)
  await ana.call(updateBook, { body: { closed_through: '2026-03-31' } })
  assert.equal(await outcome(finish(ana, one, { adjust: { category_id: food.id } })), 'locked')
  await ana.call(updateReconciliation, { ...at(one), body: { balance: 1000 } })
  assert.equal((await finish(ana, one)).status, 'finished', 'ticks change no entry of a closed day')
})

test('an account that takes several currencies has a reconciliation in each', async () => {
  const { ana, bank, salary, food } = await banking(world)
  const dollars = { currency_id: 'USD', fx_rate: 0.9, asset_account_id: bank.id, date: '2026-03-09' }
  const meal = await spend(ana, { amount: 7, category_id: food.id, ...dollars })
  const euros = await start(ana, bank, '2026-03-31', 1000)
  const other = await start(ana, bank, '2026-03-31', -7, { currency_id: 'usd' })
  assert.deepEqual([euros.currency_id, other.currency_id], ['EUR', 'USD'])
  assert.equal(await outcome(tick(ana, euros, [lineOn(bank, meal)])), 'line_not_found')
  assert.equal((await tick(ana, other, [lineOn(bank, meal)])).difference, 0)
  assert.equal((await tick(ana, euros, [lineOn(bank, salary)])).difference, 0)
  const problem = await refused(start(ana, bank, '2026-03-31', 1))
  assert.deepEqual([problem.status, problem.code], [409, 'reconciliation_open'])
  assert.equal(problem.params.reconciliation_id, euros.id)
  const bound = await openBank(ana, 'Dollars', 'USD')
  assert.equal((await start(ana, bound, '2026-03-31', 0)).currency_id, 'USD')
  assert.equal(await outcome(start(ana, bound, '2026-03-31', 0, { currency_id: 'EUR' })), 'account_currency')
})

test('both sides of a transfer are ticked, each on its own account', async () => {
  const { ana, bank } = await banking(world)
  const cash = await account(ana, 'Cash')
  const moved = await ana.call(createTransfer, {
    body: { from_account_id: bank.id, to_account_id: cash.id, amount: 50, date: '2026-03-10' },
  })
  const [from, to] = [await start(ana, bank, '2026-03-31', -50), await start(ana, cash, '2026-03-31', 50)]
  assert.equal((await tick(ana, from, [lineOn(bank, moved)])).difference, 0)
  assert.equal((await tick(ana, to, [lineOn(cash, moved)])).difference, 0)
  assert.equal(await outcome(tick(ana, to, [lineOn(bank, moved)])), 'line_not_found')
})

test('what cannot be reconciled, or not any more, is refused and changes nothing', async () => {
  const { ana, bank, salary, meal, late, food } = await banking(world)
  const eve = await banking(world)
  const names = ['Receivables', 'Payables', 'Opening balances', 'Currency exchange', 'Food', 'Pay']
  for (const name of names) {
    const problem = await refused(start(ana, await account(ana, name), '2026-03-31', 0))
    assert.deepEqual([problem.status, problem.code], [422, 'account_not_reconcilable'], name)
    assert.deepEqual(Object.keys(problem.errors ?? {}), ['account_id'])
  }
  const march = await start(ana, bank, '2026-03-31', 980)
  const trashed = await spend(ana, {
    amount: 1,
    category_id: food.id,
    asset_account_id: bank.id,
    date: '2026-03-05',
  })
  await ana.call(deleteExpense, { params: { id: trashed.id } })
  const { version } = await read(ana, march)
  const own = lineOn(bank, salary)
  const debit = meal.lines.find(({ account_id }) => account_id !== bank.id)?.id ?? ''
  const wrongLines = [
    lineOn(bank, trashed),
    debit,
    lineOn(eve.bank, eve.salary),
    salary.id,
    march.id,
    'nonsense',
  ]
  for (const line of wrongLines) {
    const problem = await refused(tick(ana, march, [own, line]))
    assert.deepEqual([problem.status, problem.code], [422, 'line_not_found'], line)
    assert.deepEqual(Object.keys(problem.errors ?? {}), ['cleared_line_ids.1'])
  }
  assert.equal(await outcome(tick(ana, march, [own, own])), 'invalid')
  assert.equal(await outcome(tick(ana, march, [own, own.toUpperCase()])), 'invalid')
  const body = (more: object) => ana.call(updateReconciliation, { ...at(march), body: more })
  assert.equal(await outcome(body({ balance: 1.234 })), 'amount_decimals')
  assert.equal(await outcome(body({ balance: 1e15 })), 'amount_too_large')
  assert.equal(await outcome(start(ana, bank, '2026-03-31', 1.234)), 'amount_decimals')
  assert.equal(await outcome(start(ana, bank, '2026-03-31', 1e15)), 'amount_too_large')
  assert.equal(await outcome(start(ana, bank, '2199-03-31', 1)), 'statement_date')
  assert.equal(await outcome(body({ date: '2199-01-01' })), 'statement_date')
  assert.equal(await outcome(body({ cleared_line_ids: null })), 'invalid')
  assert.equal(await outcome(start(ana, bank, '2026-03-31', 1, { currency_id: 'EUX' })), 'currency_not_found')
  const stale = { ...at(march), body: { balance: 1 }, headers: { 'if-match': '"1"' } }
  assert.equal(await outcome(ana.call(updateReconciliation, stale)), 'stale')
  assert.equal(await outcome(ana.call(reopenReconciliation, at(march))), 'reconciliation_unfinished')
  assert.equal((await read(ana, march)).version, version)

  await tick(ana, march, [own.toUpperCase(), lineOn(bank, meal)])
  const done = await finish(ana, march)
  for (const [attempt, code] of [
    [finish(ana, march), 'reconciliation_finished'],
    [tick(ana, march, []), 'reconciliation_finished'],
    [ana.call(deleteReconciliation, at(march)), 'reconciliation_finished'],
    [start(ana, bank, '2026-03-30', 1), 'statement_date'],
  ] as const)
    assert.equal(await outcome(attempt), code)
  const same = await tick(ana, march, done.cleared_line_ids)
  assert.equal(same.version, done.version, 'sent back whole, a finished one stays as it is')
  const april = await start(ana, bank, '2026-04-30', 950)
  const taken = await refused(tick(ana, april, [lineOn(bank, late), own]))
  assert.deepEqual(
    [taken.status, taken.code, taken.params.reconciliation_id],
    [409, 'line_reconciled', march.id],
  )
  assert.equal(await outcome(ana.call(reopenReconciliation, at(march))), 'reconciliation_followed')
  await ana.call(deleteReconciliation, at(april))
  assert.equal(await outcome(read(ana, april)), 'not_found')
  assert.equal((await ana.call(reopenReconciliation, at(march))).status, 'open')
})
