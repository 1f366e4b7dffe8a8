import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateCategory } from '../../contract/categories.ts'
import { createContact } from '../../contract/contacts.ts'
import { createObligation, getStatement, undoWriteOff, writeOff } from '../../contract/obligations.ts'
import { account, balanced, balances, category, publish } from '../../test/books.ts'
import { owing, pay } from '../../test/debts.ts'
import { makeWorld, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-10', { USD: '1.00', JPY: '100' })
await publish(world, '2026-02-10', { USD: '1.10', JPY: '110' })
await publish(world, '2026-03-10', { USD: '1.25', JPY: '125' })
await publish(world, '2026-04-10', { USD: '0.80', JPY: '80' })

test('the outstanding amount is written off to a category, in both directions, and that can be taken back', async () => {
  const lent = await owing(world, 'EUR', 'Receivables')
  const bad = await category(lent.ana, 'Bad debts')
  await pay(lent.ana, lent.debt, { amount: 30 })
  const written = await lent.ana.call(writeOff, {
    params: { id: lent.debt.id },
    body: { category_id: bad.id, date: '2026-05-01' },
  })
  assert.deepEqual([written.status, written.outstanding_amount], ['settled', 0])
  assert.deepEqual(await balances(lent.ana, bad.account.id), { EUR: 70 })
  const problem = await refused(
    lent.ana.call(writeOff, { params: { id: lent.debt.id }, body: { category_id: bad.id } }),
  )
  assert.equal(problem.code, 'nothing_outstanding')
  const undone = await lent.ana.call(undoWriteOff, { params: { id: lent.debt.id } })
  assert.deepEqual([undone.status, undone.outstanding_amount], ['open', 70])
  assert.equal(
    (await refused(lent.ana.call(undoWriteOff, { params: { id: lent.debt.id } }))).code,
    'nothing_written_off',
  )
  await balanced(lent.ana)

  const mine = await owing(world, 'USD', 'Payables')
  const gift = await category(mine.ana, 'Gifts', 'income')
  await mine.ana.call(writeOff, { params: { id: mine.debt.id }, body: { category_id: gift.id } })
  assert.deepEqual(
    [(await account(mine.ana, 'Gifts')).base_balance, (await account(mine.ana, 'Payables')).base_balance],
    [100, 0],
    'forgiven, at what the books had it at',
  )
  await balanced(mine.ana)
})

test('a part is written off at its part of what the books have the debt at, and the last part takes the rest', async () => {
  const { ana, debt } = await owing(world, 'USD', 'Receivables', {
    original_amount: 10,
    outstanding_amount: 10,
  })
  const bad = await category(ana, 'Bad debts')
  const off = (body: object) =>
    ana.call(writeOff, { params: { id: debt.id }, body: { category_id: bad.id, ...body } })
  await pay(ana, debt, { amount: 1, fx_rate: 2 })
  const part = await off({ amount: 3.33 })
  assert.deepEqual([part.status, part.outstanding_amount, part.outstanding_base], ['open', 5.67, 5.67])
  for (const [amount, code] of [
    [5.68, 'overpaid'],
    [0.001, 'amount_decimals'],
    [1e14, 'amount_too_large'],
  ] as const) {
    const problem = await refused(off({ amount }))
    assert.deepEqual([problem.code, Object.keys(problem.errors ?? {})], [code, ['amount']])
  }
  const rest = await off({ amount: null })
  assert.deepEqual([rest.status, rest.outstanding_amount, rest.outstanding_base], ['settled', 0, 0])
  assert.deepEqual(await balances(ana, bad.account.id), { EUR: 9 })
  assert.equal((await ana.call(undoWriteOff, { params: { id: debt.id } })).outstanding_amount, 5.67)
  assert.equal((await ana.call(undoWriteOff, { params: { id: debt.id } })).outstanding_amount, 9)
  await balanced(ana)
})

test('a receivable is written off to expenses, a payable to incomes, and a write-off without a category says so', async () => {
  for (const [name, kind, other] of [
    ['Receivables', 'expense', 'income'],
    ['Payables', 'income', 'expense'],
  ] as const) {
    const { ana, debt } = await owing(world, 'EUR', name)
    const [right, wrong, off] = [
      await category(ana, 'Right', kind),
      await category(ana, 'Wrong', other),
      await category(ana, 'Off', kind),
    ]
    await ana.call(updateCategory, { params: { id: off.id }, body: { is_active: false } })
    const send = (payload: object) =>
      ana.send({ method: 'POST', url: `/obligations/${debt.id}/write-off`, payload })
    for (const category_id of [wrong.id, '', 'nonsense', debt.id]) {
      const answer = await send({ category_id })
      assert.deepEqual([answer.status, answer.body.code], [422, 'write_off_category'])
      assert(answer.body.errors.category_id[0].includes(`?kind=${kind} lists them`), answer.text)
    }
    const missing = await send({})
    assert.deepEqual(missing.body.errors.category_id, [
      'category_id is required: send a category of expenses for a receivable (owed to you), or of incomes for a payable (owed by you).',
    ])
    assert.equal((await send({ category_id: off.id })).body.code, 'category_inactive')
    await ana.call(writeOff, { params: { id: debt.id }, body: { category_id: right.id } })
  }
})

test('nothing is written off, or taken back, on a closed day', async () => {
  const { ana, debt } = await owing(world, 'EUR', 'Receivables')
  const off = await category(ana, 'Off')
  await ana.send({ method: 'PUT', url: '/books/current', payload: { closed_through: '2026-06-30' } })
  const locked = await refused(
    ana.call(writeOff, { params: { id: debt.id }, body: { category_id: off.id, date: '2026-06-30' } }),
  )
  assert.equal(locked.code, 'locked')
  await ana.send({ method: 'PUT', url: '/books/current', payload: { closed_through: null } })
  await ana.call(writeOff, { params: { id: debt.id }, body: { category_id: off.id, date: '2026-06-30' } })
  await ana.send({ method: 'PUT', url: '/books/current', payload: { closed_through: '2026-06-30' } })
  assert.equal((await refused(ana.call(undoWriteOff, { params: { id: debt.id } }))).code, 'locked')
})

test('the statement says what is owed each way, how old it is, and every movement in order', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const day = (ago: number) => Temporal.Now.plainDateISO('UTC').subtract({ days: ago }).toString()
  const owe = async (name: string, original_amount: number, ago: number | null) =>
    ana.call(createObligation, {
      body: {
        name: `${name} ${ago}`,
        opened_date: '2026-01-10',
        due_date: ago === null ? null : day(ago),
        original_amount,
        outstanding_amount: original_amount,
        contact_id: friend.id,
        account_id: (await account(ana, name)).id,
        currency_id: 'EUR',
      },
    })
  for (const [amount, ago] of [
    [1, null],
    [2, 0],
    [4, 1],
    [8, 30],
    [16, 31],
    [32, 60],
    [64, 61],
    [128, 90],
    [256, 91],
  ] as const)
    await owe('Receivables', amount, ago)
  const mine = await owe('Payables', 11, 5)
  await pay(ana, mine, { amount: 1, date: '2026-01-11' })
  const statement = await ana.call(getStatement, { params: { id: friend.id } })
  assert.deepEqual(statement.currencies, [{ currency_id: 'EUR', receivable: 511, payable: 10, net: 501 }])
  assert.deepEqual([statement.receivable_base, statement.payable_base, statement.net_base], [511, 10, 501])
  assert.deepEqual(statement.ageing, [
    {
      currency_id: 'EUR',
      direction: 'payable',
      not_due: 0,
      days_1_30: 10,
      days_31_60: 0,
      days_61_90: 0,
      older: 0,
    },
    {
      currency_id: 'EUR',
      direction: 'receivable',
      not_due: 3,
      days_1_30: 12,
      days_31_60: 48,
      days_61_90: 192,
      older: 256,
    },
  ])
  assert.deepEqual([statement.opening, statement.is_complete, statement.movements.length], [[], true, 11])
  assert.equal(statement.movements.at(-1)?.balance, 501)
  assert.equal(statement.movements.at(-1)?.amount, 1, 'paying what I owe brings me closer to even')
  const eve = await world.person()
  assert.equal((await refused(eve.call(getStatement, { params: { id: friend.id } }))).code, 'not_found')
})
