import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransactions } from '../../contract/batches.ts'
import { updateBook } from '../../contract/books.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact, deleteContact, listContacts } from '../../contract/contacts.ts'
import {
  deleteObligation,
  deletePayment,
  getStatement,
  listPayments,
  updatePayment,
} from '../../contract/obligations.ts'
import { type ContactPayment, payContact, type SetOff, setOff } from '../../contract/settlements.ts'
import { account, balanced, balances, bank, category, publish } from '../../test/books.ts'
import { lender, read } from '../../test/debts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { florinFor } from '../ledger/verb.ts'
import { makeWriter } from '../ledger/writer.ts'
import { verify } from '../verify/verify.ts'
import * as settling from './settlements.ts'

const world = await makeWorld()
await publish(world, '2026-03-10', { USD: '1.25', JPY: '160' })

type Named = { id: string }
const payAll = (person: Person, { id }: Named, body: ContactPayment) =>
  person.call(payContact, { params: { id }, body })
const offset = (person: Person, { id }: Named, body: SetOff = {}) =>
  person.call(setOff, { params: { id }, body })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const codeOf = async (work: Promise<unknown>) => (await refused(work)).code
const statement = (person: Person, { id }: Named) => person.call(getStatement, { params: { id } })
const date = '2026-03-11'

/** A debt of this amount, with the day it is due. */
const due = (amount: number, due_date: string | null, more: object = {}) => ({
  original_amount: amount,
  outstanding_amount: amount,
  due_date,
  name: `${amount} by ${due_date}`,
  ...more,
})

test('one payment pays several debts of a contact, the oldest first, in one change', async () => {
  const { ana, friend, owe } = await lender(world)
  const cash = await account(ana, 'Cash')
  const never = await owe('Receivables', due(10, null))
  const late = await owe('Receivables', due(20, '2026-05-01'))
  const soon = await owe('Receivables', due(30, '2026-04-01', { opened_date: '2026-02-01' }))
  const older = await owe('Receivables', due(40, '2026-04-01'))
  const mine = await owe('Payables', due(99, '2026-01-20'))
  const { version, data } = await payAll(ana, friend, {
    direction: 'receivable',
    amount: 95,
    currency_id: 'usd',
    date,
    notes: 'in an envelope',
  })
  assert.deepEqual(
    data.map((one) => [one.obligation_id, one.amount, one.outstanding_amount, one.notes, one.version]),
    [
      [older.id, 40, 0, 'in an envelope', version],
      [late.id, 20, 0, 'in an envelope', version],
      [never.id, 10, 0, 'in an envelope', version],
      [soon.id, 25, 5, 'in an envelope', version],
    ],
  )
  assert.deepEqual((await balances(ana, cash.id)).USD, 95)
  assert.equal((await read(ana, mine)).outstanding_amount, 99)
  const { data: changes } = await ana.call(listChanges, { query: { since: version - 1 } })
  assert.deepEqual([changes.length, new Set(changes.map((one) => one.version)).size], [8, 1])
  const { currencies } = await statement(ana, friend)
  assert.deepEqual(currencies, [{ currency_id: 'USD', receivable: 5, payable: 99, net: -94 }])
  await undo(ana, version)
  for (const debt of [never, late, soon, older])
    assert.equal((await read(ana, debt)).outstanding_amount, debt.outstanding_amount)
  await balanced(ana)
})

test('a payment may name the debts it is for', async () => {
  const { ana, friend, owe } = await lender(world)
  const [first, second] = [await owe('Payables', due(30, '2026-04-01')), await owe('Payables', due(50, null))]
  const pay = (obligation_ids: string[], amount: number) =>
    payAll(ana, friend, { direction: 'payable', amount, date, obligation_ids })
  const { data } = await pay([second.id.toUpperCase()], 20)
  assert.deepEqual(
    data.map((one) => [one.obligation_id, one.amount]),
    [[second.id, 20]],
  )
  const problem = await refused(pay([second.id], 30.01))
  assert.deepEqual([problem.status, problem.code], [422, 'overpaid'])
  assert.match(problem.message, /30\.01 USD is more than the 30\.00 USD that are outstanding/)
  await pay([second.id, first.id], 60)
  for (const debt of [first, second]) assert.equal((await read(ana, debt)).status, 'settled')
  assert.match((await refused(pay([first.id], 1))).message, /"30 by 2026-04-01" is settled/)
})

test('a payment that is not possible with a contact is refused by field, and changes nothing', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const eve = await lender(world)
  const foreign = await eve.owe('Receivables')
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  const euros = { currency_id: 'EUR' }
  const debt = await owe('Receivables', due(10, null, euros))
  const theirs = await owe('Receivables', due(10, null, { ...euros, contact_id: other.id }))
  const mine = await owe('Payables', due(10, null, euros))
  const yen = await owe('Receivables', due(1000, null, { currency_id: 'JPY', fx_rate: 0.01 }))
  const gone = await owe('Receivables', due(10, null, euros))
  await ana.call(deleteObligation, { params: { id: gone.id } })
  const dollars = await bank(ana, 'Dollars', 'USD')
  const { version } =
    (await ana.call(listChanges, { query: { order: 'desc', limit: 1 } })).data[0] ?? assert.fail()
  const draft = { direction: 'receivable' as const, amount: 5, date }
  const cases: [object, number, string, string?][] = [
    [{ amount: 10.01 }, 422, 'overpaid', 'amount'],
    [{ amount: 1.001 }, 422, 'amount_decimals', 'amount'],
    [{ amount: 1e15 }, 422, 'amount_too_large', 'amount'],
    [{ amount: 0 }, 422, 'invalid', 'amount'],
    [{ direction: 'both' }, 422, 'invalid', 'direction'],
    [{ currency_id: 'EUX' }, 422, 'currency_not_found', 'currency_id'],
    [{ currency_id: 'USD' }, 409, 'nothing_owed'],
    [{ date: '2026-01-09' }, 409, 'nothing_owed'],
    [{ date: '2026-01-09', obligation_ids: [debt.id] }, 422, 'payment_date', 'date'],
    [{ date: '2199-01-01' }, 422, 'payment_date', 'date'],
    [
      { asset_account_id: (await account(ana, 'Receivables')).id },
      422,
      'account_not_usable',
      'asset_account_id',
    ],
    [{ asset_account_id: dollars.id }, 422, 'payment_currency', 'currency_id'],
    [{ fx_rate: 2 }, 422, 'fx_rate_base', 'fx_rate'],
    [{ currency_id: 'JPY', date: '2026-01-11' }, 422, 'fx_rate_missing', 'fx_rate'],
    ...[theirs.id, mine.id, yen.id, gone.id, foreign.id, 'nonsense'].map(
      (id): [object, number, string, string] => [
        { obligation_ids: [debt.id, id] },
        422,
        'obligation_not_payable',
        'obligation_ids.1',
      ],
    ),
    [{ obligation_ids: [debt.id, debt.id.toUpperCase()] }, 422, 'invalid', 'obligation_ids'],
    [{ obligation_ids: [] }, 422, 'invalid', 'obligation_ids'],
  ]
  for (const [more, status, code, field] of cases) {
    const problem = await refused(payAll(ana, friend, { ...draft, ...more }))
    assert.deepEqual([problem.status, problem.code], [status, code], JSON.stringify(more))
    if (field) assert(Object.keys(problem.errors ?? {}).includes(field), JSON.stringify(problem.errors))
  }
  const reasons: [string, RegExp][] = [
    [theirs.id, /there is no such obligation between you and "Friend"/],
    [foreign.id, /there is no such obligation between you and "Friend"/],
    [mine.id, /"10 by null" is a payable: you owe it to "Friend"\. The payment is of receivables\./],
    [yen.id, /"1000 by null" is in JPY, and the payment is in EUR\./],
  ]
  for (const [id, reason] of reasons)
    assert.match((await refused(payAll(ana, friend, { ...draft, obligation_ids: [id] }))).message, reason)
  assert.match(
    (await refused(payAll(ana, friend, { ...draft, amount: 10.5 }))).message,
    /10\.50 EUR is more than the 10\.00 EUR that are outstanding of obligations opened by 2026-03-11/,
  )
  const nobody = await ana.call(createContact, { body: { name: 'Nobody' } })
  const problem = await refused(payAll(ana, nobody, { ...draft, direction: 'payable' }))
  assert.equal(problem.message, `You owe "Nobody" nothing in EUR on ${date}.`)
  const unknown = { ...draft, asset_account_id: other.id }
  assert.equal(
    await codeOf(payAll(ana, nobody, unknown)),
    'account_not_usable',
    'the request before the books',
  )
  assert.equal(await codeOf(offset(ana, nobody, { amount: 1.234 })), 'amount_decimals')
  assert.equal(await codeOf(offset(ana, nobody)), 'nothing_to_set_off')
  await ana.call(deleteContact, { params: { id: nobody.id } })
  for (const work of [payAll(ana, nobody, draft), offset(ana, nobody), payAll(ana, eve.friend, draft)])
    assert.equal(await codeOf(work), 'not_found')
  await ana.call(updateBook, { body: { closed_through: date } })
  assert.equal(await codeOf(payAll(ana, friend, draft)), 'locked')
  assert.equal(await codeOf(offset(ana, friend, { date })), 'locked')
  const { data } = await ana.call(listChanges, { query: { since: version, resource: 'payment,obligation' } })
  assert.deepEqual(data, [])
})

test('debts of both directions are set off against each other, without any money account, and undone as one', async () => {
  const { ana, friend, owe } = await lender(world)
  const names = ['Cash', 'Bank', 'Currency exchange', 'Receivables', 'Payables']
  const figures = async () =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name, (await balances(ana, (await account(ana, name)).id)).USD ?? 0]),
      ),
    )
  const [a, b] = [await owe('Receivables', due(30, '2026-04-01')), await owe('Receivables', due(50, null))]
  const [c, d] = [await owe('Payables', due(45, '2026-04-01')), await owe('Payables', due(20, '2026-05-01'))]
  const before = await figures()
  const { version, data } = await offset(ana, friend, { date, notes: 'even' })
  assert.deepEqual(
    data.map(({ obligation_id, amount, outstanding_amount }) => [obligation_id, amount, outstanding_amount]),
    [
      [a.id, 30, 0],
      [c.id, 30, 15],
      [b.id, 15, 35],
      [c.id, 15, 0],
      [b.id, 20, 15],
      [d.id, 20, 0],
    ],
  )
  assert.deepEqual(await figures(), { ...before, Receivables: 15, Payables: 0 })
  const shown = await statement(ana, friend)
  assert.deepEqual(shown.currencies, [{ currency_id: 'USD', receivable: 15, payable: 0, net: 15 }])
  assert.deepEqual(
    shown.movements.filter(({ kind }) => kind === 'payment').reduce((sum, { amount }) => sum + amount, 0),
    0,
  )
  await balanced(ana)

  const side = { id: b.id, payment_id: data[2]?.id ?? '' }
  const problems = [
    ana.call(deletePayment, { params: side }),
    ana.call(updatePayment, { params: side, body: { amount: 1 } }),
    ana.call(deleteObligation, { params: { id: c.id } }),
  ].map(refused)
  for (const problem of await Promise.all(problems)) {
    assert.deepEqual(
      [problem.status, problem.code, problem.params.version],
      [409, 'payment_of_set_off', version],
    )
  }
  const { data: listed } = await ana.call(listPayments, { params: { id: b.id } })
  assert.equal(listed.length, 2)
  const { version: undone } = await undo(ana, version)
  assert.deepEqual(await figures(), before)
  await undo(ana, undone)
  assert.deepEqual(await figures(), { ...before, Receivables: 15, Payables: 0 })
  assert.deepEqual(await verify(world.db), [])
})

test('a set-off is per currency, in part if an amount is sent, and its exchange differences are gains and losses', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const dollars = (fx_rate: number) => ({ currency_id: 'USD', fx_rate })
  const lent = await owe('Receivables', due(100, null, dollars(0.9)))
  const borrowed = await owe('Payables', due(60, null, dollars(0.7)))
  const yen = await owe('Receivables', due(500, null, { currency_id: 'JPY', fx_rate: 0.01 }))
  const euros = [
    await owe('Receivables', due(7, null, { currency_id: 'EUR' })),
    await owe('Payables', due(9, null, { currency_id: 'EUR' })),
  ] as const
  const problem = await refused(offset(ana, friend, { currency_id: 'JPY', date }))
  assert.deepEqual([problem.status, problem.code], [409, 'nothing_to_set_off'])
  assert.match(problem.message, /"Friend" owes you 500 JPY; you owe 0 JPY/)
  const cases: [SetOff, string][] = [
    [{ currency_id: 'USD', amount: 60.01 }, 'overpaid'],
    [{ currency_id: 'USD', amount: 0.001 }, 'amount_decimals'],
    [{ currency_id: 'USD', amount: 1e15 }, 'amount_too_large'],
    [{ currency_id: 'EUX' }, 'currency_not_found'],
    [{ fx_rate: 2 }, 'fx_rate_base'],
    [{ amount: 8 }, 'overpaid'],
  ]
  for (const [body, code] of cases) assert.equal(await codeOf(offset(ana, friend, { date, ...body })), code)
  assert.equal(await codeOf(offset(ana, friend, { date: '2026-01-11' })), 'fx_rate_missing')
  assert.equal(await codeOf(offset(ana, friend, { date: '2199-01-01' })), 'payment_date')
  const part = await offset(ana, friend, { currency_id: 'USD', amount: 10, date, fx_rate: 0.8 })
  assert.deepEqual(
    part.data.map((one) => [one.obligation_id, one.base_amount, one.exchange_difference]),
    [
      [lent.id, 8, -1],
      [borrowed.id, 8, -1],
    ],
  )
  const rest = await offset(ana, friend, { date })
  assert.deepEqual(new Set(rest.data.map(({ notes }) => notes)), new Set(['Set-off with Friend']))
  const left = async (debt: typeof lent) => (await read(ana, debt)).outstanding_amount
  assert.deepEqual([await left(lent), await left(borrowed), await left(yen)], [40, 0, 500])
  assert.deepEqual([await left(euros[0]), await left(euros[1])], [0, 2])
  const exchange = await account(ana, 'Currency exchange')
  assert.equal(exchange.base_balance, 0)
  assert.deepEqual(await balances(ana, exchange.id), {})
  await balanced(ana)
  assert.deepEqual(await verify(world.db), [])
})

test('contacts are listed with what they owe and are owed', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const other = await ana.call(createContact, { body: { name: 'Other' } })
  await owe('Receivables', due(100, null, { currency_id: 'USD', fx_rate: 0.8 }))
  await owe('Payables', due(30, null, { currency_id: 'USD', fx_rate: 0.9 }))
  await owe('Payables', due(5, null, { currency_id: 'EUR' }))
  const settled = await owe('Payables', due(6, null, { currency_id: 'EUR' }))
  await payAll(ana, friend, { direction: 'payable', amount: 6, date, obligation_ids: [settled.id] })
  const { data, meta } = await ana.call(listContacts, { query: { include: 'balance,total' } })
  const { currencies, receivable_base, payable_base, net_base } = await statement(ana, friend)
  assert.deepEqual(
    data.map(({ name, balance }) => [name, balance]),
    [
      ['Friend', { currencies, receivable_base, payable_base, net_base }],
      ['Other', { currencies: [], receivable_base: 0, payable_base: 0, net_base: 0 }],
    ],
  )
  assert.deepEqual([receivable_base, payable_base, net_base, meta.total], [80, 32, 48, 2])
  assert.deepEqual(currencies, [
    { currency_id: 'EUR', receivable: 0, payable: 5, net: -5 },
    { currency_id: 'USD', receivable: 100, payable: 30, net: 70 },
  ])
  const { data: plain } = await ana.call(listContacts)
  assert.deepEqual(
    plain.map((one) => Object.keys(one).includes('balance')),
    [false, false],
  )
  assert.equal(other.name, 'Other')
})

test('a payment over very many debts lets others in between', async () => {
  const { ana, friend } = await lender(world)
  const share = { contact_id: friend.id, amount: 1 }
  const { id: category_id } = await category(ana, 'Food')
  const expense = { kind: 'expense' as const, amount: 2, category_id, date, shares: [share] }
  await ana.call(createTransactions, { body: { transactions: Array.from({ length: 1_000 }, () => expense) } })
  const verb = settling.payContact(friend.id, { direction: 'receivable', amount: 1_000, date })
  let [turns, isDeciding] = [0, true]
  const turn = () => {
    turns++
    if (isDeciding) setImmediate(turn)
  }
  await makeWriter(world.service).write({
    bookId: ana.book_id,
    token: null,
    by: florinFor(ana.user.id),
    admit: () => undefined,
    key: undefined,
    command: 'TEST',
    most: { rows: 1e6, bytes: 1e9 },
    serialise: () => '',
    isGone: () => false,
    verb: {
      ...verb,
      async decide(book, known) {
        setImmediate(turn)
        const decision = await verb.decide(book, known)
        isDeciding = false
        return decision
      },
    },
  })
  assert(turns > 2, `the event loop turned ${turns} times`)
})
