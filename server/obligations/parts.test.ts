import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateBook } from '../../contract/books.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { deleteObligation, deletePayment, type Obligation } from '../../contract/obligations.ts'
import { type ContactPayment, payContact } from '../../contract/settlements.ts'
import { account, balanced, balances, bank, publish } from '../../test/books.ts'
import { lender, pay, read } from '../../test/debts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { names, sql } from '../database/sql.ts'
import { obligation } from '../records/obligation.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
await publish(world, '2026-03-10', { USD: '1.25', JPY: '160' })

const date = '2026-03-11'
const settle = (person: Person, { id }: { id: string }, body: ContactPayment) =>
  person.call(payContact, { params: { id }, body })
const owed = (amount: number, currency_id: string, more: object = {}) => ({
  original_amount: amount,
  outstanding_amount: amount,
  currency_id,
  name: `${amount} ${currency_id}`,
  ...more,
})
const part = ({ id }: Obligation, amount: number, more: object = {}) => ({
  obligation_id: id,
  amount,
  ...more,
})
const latest = async (person: Person) =>
  (await person.call(listChanges, { query: { order: 'desc', limit: 1 } })).data[0]?.version ?? assert.fail()

test('one sum settles debts in several currencies, each by its part, in one change that one undo takes back', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const cash = await account(ana, 'Cash')
  const euros = await owe('Receivables', owed(60, 'EUR'))
  const dollars = await owe('Receivables', owed(43, 'USD', { fx_rate: 0.9 }))
  const yen = await owe('Receivables', owed(3_000, 'JPY', { fx_rate: 0.006 }))
  const { version, data } = await settle(ana, friend, {
    direction: 'receivable',
    amount: 110,
    currency_id: 'EUR',
    date,
    notes: 'all but yen',
    obligations: [
      part({ ...dollars, id: dollars.id.toUpperCase() }, 40, { applied_amount: 43 }),
      part(euros, 60, { applied_amount: null }),
      part(yen, 10),
    ],
  })
  assert.deepEqual(
    data.map((one) => [
      one.obligation_id,
      one.amount,
      one.currency_id,
      one.applied_amount,
      one.applied_source,
      one.base_amount,
      one.exchange_difference,
      one.outstanding_amount,
      one.notes,
      one.version,
    ]),
    [
      [dollars.id, 40, 'EUR', 43, 'given', 40, 1.3, 0, 'all but yen', version],
      [euros.id, 60, 'EUR', 60, 'found', 60, 0, 0, 'all but yen', version],
      [yen.id, 10, 'EUR', 1_600, 'found', 10, 0.4, 1_400, 'all but yen', version], // at the published rate, as for a payment of one debt
    ],
  )
  assert.deepEqual(await balances(ana, cash.id), { EUR: 110 })
  const exchange = await account(ana, 'Currency exchange')
  assert.equal(exchange.base_balance, 0)
  const { data: changes } = await ana.call(listChanges, { query: { since: version - 1 } })
  assert.deepEqual([changes.length, new Set(changes.map((one) => one.version)).size], [6, 1])
  await balanced(ana)
  await ana.call(undoChange, { params: { version: String(version) } })
  for (const debt of [euros, dollars, yen])
    assert.equal((await read(ana, debt)).outstanding_amount, debt.outstanding_amount)
  assert.deepEqual(await balances(ana, cash.id), {})
  assert.deepEqual(await verify(world.db), [])
})

test('a part is recorded as a payment of its debt alone would be, in a currency of neither the debt nor the book', async () => {
  const [one, other] = [await lender(world), await lender(world)]
  const twice = async ({ owe }: typeof one) => [
    await owe('Payables', owed(80, 'EUR', { fx_rate: 1.1 })),
    await owe('Payables', owed(70, 'USD')),
  ]
  const paying = { date, currency_id: 'JPY', fx_rate: 0.007 }
  const [first, second] = (await twice(one)) as [Obligation, Obligation]
  const single = [
    await pay(one.ana, first, { ...paying, amount: 5_000, applied_amount: 33.33 }),
    await pay(one.ana, second, { ...paying, amount: 7_001 }),
  ]
  const [third, fourth] = (await twice(other)) as [Obligation, Obligation]
  const { data } = await settle(other.ana, other.friend, {
    ...paying,
    direction: 'payable',
    amount: 12_001,
    obligations: [part(third, 5_000, { applied_amount: 33.33 }), part(fourth, 7_001)],
  })
  const figures = (payments: typeof data) =>
    payments.map(
      ({
        id,
        obligation_id,
        transaction_id,
        asset_account_id,
        version,
        created_by,
        changed_by,
        created_at,
        ...figures
      }) => figures,
    )
  assert.deepEqual(figures(data), figures(single))
  await other.ana.call(deletePayment, { params: { id: third.id, payment_id: data[0]?.id ?? '' } })
  assert.equal((await read(other.ana, third)).outstanding_amount, 80)
  assert.equal((await read(other.ana, fourth)).outstanding_amount, single[1]?.outstanding_amount)
  await balanced(other.ana)
})

test('parts that do not fit are refused with their place and the numbers, and change nothing', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const eve = await lender(world)
  const stranger = await ana.call(createContact, { body: { name: 'Other' } })
  const euros = await owe('Receivables', owed(60, 'EUR'))
  const dollars = await owe('Receivables', owed(43, 'USD', { fx_rate: 0.9 }))
  const theirs = await owe('Receivables', owed(10, 'EUR', { contact_id: stranger.id }))
  const mine = await owe('Payables', owed(10, 'EUR'))
  const settled = await owe('Receivables', owed(10, 'EUR'))
  await pay(ana, settled, { amount: 10, date })
  const gone = await owe('Receivables', owed(10, 'EUR'))
  await ana.call(deleteObligation, { params: { id: gone.id } })
  const dinars = await owe('Receivables', owed(10, 'KWD', { fx_rate: 3 }))
  const foreign = await eve.owe('Receivables')
  const [inDollars, claim] = [await bank(ana, 'Dollars', 'USD'), await account(ana, 'Receivables')]
  const version = await latest(ana)
  const draft = { direction: 'receivable' as const, amount: 100, date }
  const good = [part(euros, 60), part(dollars, 40, { applied_amount: 43 })]
  const second = (more: object) => ({ obligations: [good[0], { ...good[1], ...more }] })
  const unpayable = (debt: Obligation): [object, string, string] => [
    second({ obligation_id: debt.id }),
    'obligation_not_payable',
    'obligations.1.obligation_id',
  ]
  const cases: [object, string, string, RegExp?][] = [
    [{ amount: 10, obligations: [part(mine, 10)] }, 'obligation_not_payable', 'obligations.0.obligation_id'],
    [
      second({ amount: 39.99 }),
      'parts_mismatch',
      'obligations',
      /^obligations: 2 parts add up to 99\.99 EUR, but amount is 100\.00 EUR\.$/,
    ],
    [
      { obligations: [good[0]] },
      'parts_mismatch',
      'obligations',
      /^obligations: 1 part adds up to 60\.00 EUR, but amount is 100\.00 EUR\.$/,
    ],
    [{ amount: 100.01 }, 'parts_mismatch', 'obligations'],
    [
      second({ applied_amount: 43.01 }),
      'overpaid',
      'obligations.1.applied_amount',
      /^obligations\.1\.applied_amount: 43\.01 USD is more than the 43\.00 USD that are outstanding\.$/,
    ],
    // At the published rate, 40 EUR are 50 USD.
    [second({ applied_amount: null }), 'overpaid', 'obligations.1.applied_amount'],
    [
      { amount: 60.01, obligations: [part(euros, 60.01)] },
      'overpaid',
      'obligations.0.amount',
      /^obligations\.0\.amount: 60\.01 EUR is more than the 60\.00 EUR/,
    ],
    [
      { obligations: [part(euros, 60, { applied_amount: 59 }), good[1]] },
      'payment_mismatch',
      'obligations.0.applied_amount',
      /^obligations\.0\.applied_amount: 60\.00 EUR cannot settle 59\.00 EUR/,
    ],
    [second({ amount: 40.001 }), 'amount_decimals', 'obligations.1.amount'],
    [second({ applied_amount: 42.999 }), 'amount_decimals', 'obligations.1.applied_amount'],
    [second({ amount: 1e15 }), 'amount_too_large', 'obligations.1.amount'],
    [second({ applied_amount: 1e15 }), 'amount_too_large', 'obligations.1.applied_amount'],
    [second({ amount: 0 }), 'invalid', 'obligations.1.amount'],
    [second({ applied_amount: -1 }), 'invalid', 'obligations.1.applied_amount'],
    [{ obligations: [] }, 'invalid', 'obligations'],
    [{ obligations: Array(1_001).fill(good[0]) }, 'invalid', 'obligations'],
    [{ obligation_ids: [euros.id] }, 'invalid', 'obligations', /together with obligation_ids/],
    [
      second({ obligation_id: euros.id.toUpperCase() }),
      'invalid',
      'obligations',
      /obligations must not name an obligation twice/,
    ],
    ...[theirs, mine, settled, gone, foreign, { ...gone, id: 'nonsense' }].map(unpayable),
    [
      second({ obligation_id: dinars.id, applied_amount: null }),
      'fx_rate_missing',
      'obligations.1.applied_amount',
      /Send obligations\.1\.applied_amount, or store a rate/,
    ],
    [{ asset_account_id: inDollars.id }, 'payment_currency', 'currency_id'],
    [{ asset_account_id: claim.id }, 'account_not_usable', 'asset_account_id'],
    [{ currency_id: 'EUX' }, 'currency_not_found', 'currency_id'],
    [{ fx_rate: 2 }, 'fx_rate_base', 'fx_rate'],
    [{ date: '2026-01-09' }, 'payment_date', 'date', /when "60 EUR" was opened/],
    [{ date: '2199-01-01' }, 'payment_date', 'date'],
  ]
  for (const [more, code, field, sentence = /./] of cases) {
    // The request of each case without its own change is one that is accepted below.
    const problem = await refused(settle(ana, friend, { ...draft, obligations: good, ...more }))
    assert.deepEqual(
      [problem.status, problem.code],
      [422, code],
      `${JSON.stringify(more)} ${problem.message}`,
    )
    assert.deepEqual(Object.keys(problem.errors ?? {}), [field])
    assert.match(problem.message, sentence)
  }
  const noRate = { ...draft, currency_id: 'KWD', amount: 5, obligations: [part(euros, 5)] }
  const { errors, message } = await refused(settle(ana, friend, noRate))
  assert.deepEqual(Object.keys(errors ?? {}), ['fx_rate', 'obligations.0.applied_amount'])
  assert.match(message, /Send fx_rate or obligations\.0\.applied_amount, or store a rate/)
  await ana.call(updateBook, { body: { closed_through: date } })
  assert.equal((await refused(settle(ana, friend, { ...draft, obligations: good }))).code, 'locked')
  await ana.call(updateBook, { body: { closed_through: null } })
  assert.equal((await refused(settle(eve.ana, friend, { ...draft, obligations: good }))).code, 'not_found')
  const { data } = await ana.call(listChanges, { query: { since: version, resource: 'payment,obligation' } })
  assert.deepEqual(data, [])
  assert.equal((await settle(ana, friend, { ...draft, obligations: good })).data.length, 2)
})

test('one sum settles 1,000 debts with long notes in 30 currencies', async () => {
  const { ana, friend, owe } = await lender(world, { base_currency_id: 'EUR' })
  const currencies =
    'AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY ZAR USD EUR'
  await publish(world, date, Object.fromEntries(currencies.split(' ').map((id) => [id, '1'])))
  const first = await owe('Receivables', owed(100, 'EUR', { notes: 'n'.repeat(10_000) }))
  const columns = names(
    ...Object.keys(obligation.columns).filter((name) => name !== 'id' && name !== 'currency_id'),
  )
  // Past Florin, since recording so many one by one takes longer than a test should.
  const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID())
  await transaction(world.db, (tx) =>
    change(
      tx,
      sql`insert into obligations (book_id, id, currency_id, ${columns})
          select book_id, copy.id, (string_to_array(${currencies}, ' '))[1 + n % 30], ${columns}
          from obligations o, unnest(${ids}::uuid[]) with ordinality copy (id, n) where o.id = ${first.id}`,
    ),
  )
  const [since, used] = [performance.now(), process.cpuUsage()]
  const { data } = await settle(ana, friend, {
    direction: 'receivable',
    amount: 1_000,
    date,
    obligations: ids.map((obligation_id) => ({ obligation_id, amount: 1 })),
  })
  const { user, system } = process.cpuUsage(used)
  const ms = (user + system) / 1_000
  console.log(`1,000 parts: ${ms.toFixed(0)} ms of processor, ${(performance.now() - since).toFixed(0)} ms`)
  assert.deepEqual(
    data.map((one) => [one.obligation_id, one.applied_amount]),
    ids.map((id) => [id, 1]),
  )
  assert(ms < 3_000, `${ms} ms`)
})
