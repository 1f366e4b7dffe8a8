import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, listAccounts } from '../../contract/accounts.ts'
import { bulkTransactions, createTransactions } from '../../contract/batches.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import { listTransactions } from '../../contract/budgeting.ts'
import { updateCategory } from '../../contract/categories.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { createPayment, listObligations } from '../../contract/obligations.ts'
import { balances, category, spend } from '../../test/books.ts'
import { type Person, refused, sharedWorld } from '../../test/world.ts'

const world = await sharedWorld()

async function accountIds(ana: Person): Promise<{ cash: string; bank: string }> {
  const { data } = await ana.call(listAccounts)
  const id = (name: string) => data.find((account) => account.name === name)?.id ?? assert.fail()
  return { cash: id('Cash'), bank: id('Bank') }
}

test('many transactions of every kind are one change, in their order, and one undo takes them back', async () => {
  const ana = await world.person()
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const { cash, bank } = await accountIds(ana)
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const { version } = await ana.call(getBook)
  const expense = { kind: 'expense' as const, amount: 10, category_id: food.id, date: '2026-01-01' }
  const made = await ana.call(createTransactions, {
    body: {
      transactions: [
        expense,
        { kind: 'income', amount: 100, category_id: pay.id, asset_account_id: bank },
        { kind: 'transfer', amount: 30, from_account_id: bank, to_account_id: cash },
        expense,
        { ...expense, shares: [{ contact_id: bela.id, amount: 4 }] },
      ],
    },
  })
  assert.equal(made.version, version + 1)
  assert.deepEqual(
    made.data.map(({ kind, amount, version }) => [kind, amount, version]),
    [
      ['expense', 10, made.version],
      ['income', 100, made.version],
      ['transfer', 30, made.version],
      ['expense', 10, made.version],
      ['expense', 10, made.version],
    ],
  )
  assert.equal(new Set(made.data.map(({ id }) => id)).size, 5, 'identical drafts are separate transactions')
  assert.deepEqual(await balances(ana, cash), {})
  assert.deepEqual(await balances(ana, bank), { USD: 70 })
  assert.equal((await ana.call(listObligations)).data[0]?.outstanding_amount, 4)
  const listed = (await ana.call(listTransactions, { query: { sort: 'created_at' } })).data
  assert.deepEqual(listed, made.data, 'a list has them in the order of the request')
  const changes = (await ana.call(listChanges, { query: { since: version } })).data
  assert.deepEqual(new Set(changes.map((change) => change.version)), new Set([made.version]))
  await ana.call(undoChange, { params: { version: String(made.version) } })
  assert.deepEqual((await ana.call(listTransactions)).data, [])
  assert.deepEqual(await balances(ana, cash), {})
})

test('one bad draft among many is refused by its position, and nothing is recorded', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const food = await category(ana, 'Food')
  const theirs = await category(eve, 'Theirs')
  await ana.call(updateBook, { body: { closed_through: '2020-12-31' } })
  const { version } = await ana.call(getBook)
  const good = Array.from({ length: 60 }, () => ({ kind: 'expense', amount: 1, category_id: food.id }))
  const cases: [draft: object, status: number, code: string, field: string | undefined][] = [
    [{ kind: 'expense', amount: -1, category_id: food.id }, 422, 'invalid', 'transactions.17.amount'],
    [
      { kind: 'expense', amount: 1.001, category_id: food.id },
      422,
      'amount_decimals',
      'transactions.17.amount',
    ],
    [{ kind: 'expense', amount: 1 }, 422, 'invalid', 'transactions.17.category_id'],
    [
      { kind: 'expense', amount: 1, category_id: theirs.id },
      422,
      'category_not_found',
      'transactions.17.category_id',
    ],
    [
      { kind: 'expense', amount: 2, category_id: food.id, splits: [{ category_id: food.id, amount: 1 }] },
      422,
      'splits_mismatch',
      'transactions.17.splits',
    ],
    [{ kind: 'transfer', amount: 1 }, 422, 'invalid', 'transactions.17.from_account_id'],
    [{ kind: 'payment', amount: 1 }, 422, 'invalid', 'transactions.17.kind'],
    [{ amount: 1, category_id: food.id }, 422, 'invalid', 'transactions.17.kind'],
    [{ kind: 'expense', amount: 1, category_id: food.id, date: '2020-01-01' }, 409, 'locked', undefined],
    [
      { kind: 'expense', amount: 1, category_id: food.id, currency_id: 'EUR' },
      422,
      'fx_rate_missing',
      'transactions.17.fx_rate',
    ],
  ]
  for (const [draft, status, code, field] of cases) {
    const transactions = good.with(17, draft as never)
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/transactions',
      payload: { transactions },
    })
    assert.deepEqual([answer.status, answer.body.code], [status, code], answer.text.slice(0, 300))
    if (field) assert(answer.body.errors[field], answer.text.slice(0, 300))
    if (code !== 'invalid') assert.match(answer.body.message, /^transactions\.17[.:]/)
  }
  for (const transactions of [[], Array.from({ length: 10_001 }, () => good[0]), 'many', undefined]) {
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/transactions',
      payload: { transactions },
    })
    assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, ['transactions']])
  }
  assert.equal((await ana.call(getBook)).version, version)
  assert.deepEqual((await ana.call(listTransactions)).data, [])
})

test('a batch sent twice with one key is recorded once, and answered alike', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const transactions = Array.from({ length: 30 }, () => ({
    kind: 'expense',
    amount: 1,
    category_id: food.id,
  }))
  const request = {
    method: 'POST',
    url: '/budgeting/transactions',
    payload: { transactions },
    headers: { 'idempotency-key': 'twice' },
  }
  const [first, second] = await Promise.all([ana.send(request), ana.send(request)])
  assert.deepEqual([first?.status, second?.status], [200, 200])
  assert.equal(first?.text, second?.text)
  assert.deepEqual(
    [first, second]
      .map((answer) => answer?.headers['idempotency-replayed'] ?? 'no')
      .toSorted((a, b) => (a < b ? -1 : 1)),
    ['no', 'true'],
  )
  assert.equal((await ana.call(listTransactions)).data.length, 30)
})

test('rates of many days and currencies are looked up together', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`)
  for (const [index, day] of days.entries())
    await ana.send({
      method: 'PUT',
      url: `/exchange-rates/EUR/USD/${day}`,
      payload: { rate: 1 + index / 100 },
    })
  const { data } = await ana.call(createTransactions, {
    body: {
      transactions: days.map((date) => ({
        kind: 'expense' as const,
        amount: 100,
        currency_id: 'EUR',
        category_id: food.id,
        date,
      })),
    },
  })
  assert.deepEqual(
    data.map(({ base_amount, fx_date }) => [base_amount, fx_date]),
    days.map((day, index) => [100 + index, day]),
  )
})

test('a change of many sets what it names on each, leaves the rest, and is one change', async () => {
  const ana = await world.person()
  const [food, fun] = [await category(ana, 'Food'), await category(ana, 'Fun')]
  const one = await spend(ana, { amount: 1, category_id: food.id, tags: ['a'], notes: 'one' })
  const two = await spend(ana, { amount: 2, category_id: fun.id, tags: ['b'] })
  const { version } = await ana.call(getBook)
  const changed = await ana.call(bulkTransactions, {
    body: { ids: [two.id, one.id], set: { category_id: fun.id, add_tags: ['b', 'c'] } },
  })
  assert.equal(changed.version, version + 1)
  assert.deepEqual(
    changed.data.map(({ id, category_id, tags, notes }) => [id, category_id, tags, notes]),
    [
      [two.id, fun.id, ['b', 'c'], null],
      [one.id, fun.id, ['a', 'b', 'c'], 'one'],
    ],
  )
  const again = await ana.call(bulkTransactions, { body: { ids: [one.id], set: { category_id: fun.id } } })
  assert.equal((await ana.call(getBook)).version, version + 1, 'what changes nothing takes no version')
  assert.equal(again.data[0]?.version, version + 1)
  await ana.call(bulkTransactions, { body: { ids: [one.id, two.id], delete: true } })
  assert.deepEqual((await ana.call(listTransactions)).data, [])
  await ana.call(undoChange, { params: { version: String(version + 2) } })
  assert.equal((await ana.call(listTransactions)).data.length, 2)
})

test('a change of many that cannot be is refused by its position, and changes nothing', async () => {
  const [ana, eve] = [await world.person(), await world.person()]
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const { cash, bank } = await accountIds(ana)
  const lunch = await spend(ana, {
    amount: 1,
    category_id: food.id,
    tags: Array.from({ length: 19 }, (_, n) => `t${n}`),
  })
  const foreign = await spend(eve, { amount: 1, category_id: (await category(eve, 'Food')).id })
  const { data } = await ana.call(createTransactions, {
    body: { transactions: [{ kind: 'transfer', amount: 1, from_account_id: cash, to_account_id: bank }] },
  })
  const [transfer = assert.fail()] = data
  const { version } = await ana.call(getBook)
  const bulk = (body: unknown) => refused(ana.call(bulkTransactions, { body: body as never }))
  const cases: [body: object, code: string, field: string][] = [
    [{ ids: [lunch.id] }, 'bulk_choice', 'set'],
    [{ ids: [lunch.id], set: {} }, 'bulk_choice', 'set'],
    [{ ids: [lunch.id], set: { notes: 'x' }, delete: true }, 'bulk_choice', 'set'],
    [{ ids: [lunch.id], set: {}, delete: true }, 'bulk_choice', 'set'],
    [{ ids: [lunch.id, foreign.id], delete: true }, 'transaction_not_found', 'ids.1'],
    [{ ids: [lunch.id, 'nonsense'], set: { notes: 'x' } }, 'transaction_not_found', 'ids.1'],
    [{ ids: [lunch.id, transfer.id], set: { category_id: food.id } }, 'bulk_kind', 'ids.1'],
    [{ ids: [lunch.id], set: { category_id: pay.id } }, 'category_not_found', 'ids.0.category_id'],
    [{ ids: [lunch.id], set: { contact_id: foreign.id } }, 'contact_not_found', 'ids.0.contact_id'],
    [{ ids: [lunch.id], set: { add_tags: ['x', 'y'] } }, 'tags_too_many', 'ids.0'],
    [{ ids: [], delete: true }, 'invalid', 'ids'],
    [{ ids: [lunch.id, lunch.id], delete: true }, 'invalid', 'ids'],
    [{ ids: [lunch.id, lunch.id.toUpperCase()], set: { notes: 'x' } }, 'invalid', 'ids'],
  ]
  for (const [body, code, field] of cases) {
    const problem = await bulk(body)
    assert.equal(problem.code, code, JSON.stringify(problem))
    assert(problem.errors?.[field], JSON.stringify(problem))
  }
  assert.equal((await ana.call(getBook)).version, version)
})

test('whatever a transaction is refused for alone, it is refused for at its position', async () => {
  const ana = await world.person()
  const [food, off] = [await category(ana, 'Food'), await category(ana, 'Off')]
  await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
  const { cash, bank } = await accountIds(ana)
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const euros = await ana.call(createAccount, {
    body: { name: 'Euros', type: 'asset', currency_id: 'EUR' },
  })
  const expense = { kind: 'expense', amount: 10, category_id: food.id }
  const transfer = { kind: 'transfer', amount: 10, from_account_id: cash, to_account_id: bank }
  const split = { category_id: food.id, amount: 5 }
  const cases: [draft: object, code: string, field: string][] = [
    [{ ...expense, asset_account_id: food.account.id }, 'account_not_usable', 'asset_account_id'],
    [{ ...expense, contact_id: food.id }, 'contact_not_found', 'contact_id'],
    [{ ...expense, category_id: off.id }, 'category_inactive', 'category_id'],
    [{ ...expense, currency_id: 'XYZ' }, 'currency_not_found', 'currency_id'],
    [{ ...expense, amount: 1e15 }, 'amount_too_large', 'amount'],
    [{ ...expense, fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
    [{ ...expense, splits: [split, split], memo: 'both' }, 'beside_splits', 'memo'],
    [{ ...expense, charged_amount: 9 }, 'charged_mismatch', 'charged_amount'],
    [{ ...expense, shares: [{ contact_id: bela.id, amount: 10 }] }, 'shares_mismatch', 'shares'],
    [{ ...transfer, to_account_id: cash }, 'transfer_same_account', 'to_account_id'],
    [{ ...transfer, to_account_id: euros.id, to_currency_id: 'USD' }, 'account_currency', 'to_currency_id'],
    [{ ...transfer, to_amount: 9 }, 'transfer_mismatch', 'to_amount'],
  ]
  for (const [draft, code, field] of cases) {
    const transactions = [expense, draft]
    const answer = await ana.send({
      method: 'POST',
      url: '/budgeting/transactions',
      payload: { transactions },
    })
    assert.deepEqual([answer.status, answer.body.code], [422, code], answer.text)
    assert(answer.body.errors[`transactions.1.${field}`], answer.text)
  }
  assert.deepEqual((await ana.call(listTransactions)).data, [])
})

test('whatever a change is refused for alone, it is refused for among many', async () => {
  const ana = await world.person()
  const [food, off] = [await category(ana, 'Food'), await category(ana, 'Off')]
  const fun = await category(ana, 'Fun')
  await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const plain = await spend(ana, { amount: 10, category_id: food.id })
  const parts = [4, 6].map((amount) => ({ category_id: food.id, amount }))
  const split = await spend(ana, { amount: 10, category_id: food.id, splits: parts })
  const { data } = await ana.call(createTransactions, {
    body: {
      transactions: [
        {
          kind: 'expense',
          amount: 10,
          category_id: food.id,
          shares: [{ contact_id: bela.id, amount: 4 }],
        },
      ],
    },
  })
  const [shared = assert.fail()] = data
  await ana.call(createPayment, {
    params: { id: shared.shares[0]?.obligation_id ?? '' },
    body: { amount: 1 },
  })
  const closed = await spend(ana, { amount: 10, category_id: food.id, date: '2020-01-01' })
  await ana.call(updateBook, { body: { closed_through: '2020-12-31' } })
  const { version } = await ana.call(getBook)
  const cases: [ids: string[], rest: object, code: string][] = [
    [[plain.id], { set: { category_id: off.id } }, 'category_inactive'],
    [[plain.id, shared.id], { delete: true }, 'share_paid'],
    [[plain.id, closed.id], { delete: true }, 'locked'],
  ]
  for (const [ids, rest, code] of cases) {
    const problem = await refused(ana.call(bulkTransactions, { body: { ids, ...rest } as never }))
    assert.equal(problem.code, code, JSON.stringify(problem))
  }
  const problem = await refused(
    ana.call(bulkTransactions, { body: { ids: [plain.id, split.id], set: { category_id: fun.id } } }),
  )
  assert.deepEqual([problem.code, Object.keys(problem.errors ?? {})], ['bulk_kind', ['ids.1']])
  assert.equal((await ana.call(getBook)).version, version)
})

test('a change that would write too much to the log at once is refused, and changes nothing', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  const draft = { kind: 'expense' as const, amount: 1, category_id: food.id }
  const made = await ana.call(createTransactions, {
    body: { transactions: Array.from({ length: 1_500 }, () => draft) },
  })
  const ids = made.data.map(({ id }) => id)
  const notes = '\u0001'.repeat(10_000) // six characters each in the log
  const problem = await refused(ana.call(bulkTransactions, { body: { ids, set: { notes } } }))
  assert.equal(problem.code, 'change_too_large')
  assert.equal((await ana.call(getBook)).version, made.version)
})
