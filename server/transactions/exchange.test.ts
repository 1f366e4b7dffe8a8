import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createExpense,
  createTransfer,
  type TransactionChange,
  updateExpense,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { createObligation, getObligation, getPayment, updatePayment } from '../../contract/obligations.ts'
import { account, balanced, balances, bank, category, publish, spend } from '../../test/books.ts'
import { pay } from '../../test/debts.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'

const world = await makeWorld()
await publish(world, '2026-01-05', { USD: '1.1', JPY: '160', GBP: '0.8' })
await publish(world, '2026-02-05', { USD: '1.111111', JPY: '150', GBP: '0.8' })

const keepRate = (person: Person, from: string, date: string, rate: number) =>
  person.call(putExchangeRate, { params: { from, to: 'EUR', date }, body: { rate } })

async function shopper() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  const food = await category(ana, 'Food')
  const buy = (body: object) =>
    spend(ana, { amount: 10, category_id: food.id, date: '2026-01-05', currency_id: 'USD', ...body })
  const change = (id: string, body: TransactionChange) => ana.call(updateExpense, { params: { id }, body })
  return { ana, food, buy, change }
}

test('another day leaves alone what arrived, what a card was charged, and a rate that was given', async () => {
  const { ana, buy, change } = await shopper()
  const [cash, giro] = [await account(ana, 'Cash'), await bank(ana, 'Giro', 'EUR')]
  const dollars = await bank(ana, 'Dollars', 'USD')
  const sides = { from_account_id: cash.id, to_account_id: dollars.id, amount: 100, date: '2026-01-05' }
  const moved = await ana.call(createTransfer, { body: { ...sides, to_amount: 120 } })
  const later = await ana.call(updateTransfer, { params: { id: moved.id }, body: { date: '2026-02-05' } })
  assert.deepEqual([later.to_amount, later.to_source, later.base_amount], [120, 'given', 100])

  const charged = await buy({
    amount: 1000,
    currency_id: 'JPY',
    asset_account_id: giro.id,
    charged_amount: 6.5,
  })
  const card = await change(charged.id, { date: '2026-02-05' })
  assert.deepEqual([card.charged_amount, card.charged_source, card.fx_rate], [6.5, 'given', 0.0065])

  const given = await buy({ fx_rate: 0.5 })
  for (const body of [{ date: '2026-02-05' }, { date: '2026-01-05', fx_rate: 0.5 }]) {
    const kept = await change(given.id, body)
    assert.deepEqual([kept.fx_rate, kept.fx_source, kept.base_amount], [0.5, 'given', 5])
  }
  await balanced(ana)
})

test("another day leaves alone what a friend's share of an expense is worth", async () => {
  const { ana, food, change } = await shopper()
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const shares = [{ contact_id: friend.id, amount: 40 }]
  const body = { amount: 100, currency_id: 'USD', category_id: food.id, date: '2026-01-05', fx_rate: 0.5 }
  const made = await ana.call(createExpense, { body: { ...body, shares } })
  await change(made.id, { date: '2026-02-05' })
  const params = { id: made.shares[0]?.obligation_id ?? '' }
  const share = await ana.call(getObligation, { params })
  assert.deepEqual([share.fx_rate, share.fx_source, share.outstanding_base], [0.5, 'given', 20])
})

test('a value sent now outranks a stored one that contradicts it; two sent values that contradict each other are refused', async () => {
  const { ana, buy, change } = await shopper()
  const giro = await bank(ana, 'Giro', 'EUR')
  const facts = async (id: string, body: TransactionChange) => {
    const { fx_rate, fx_source, charged_amount, charged_source } = await change(id, body)
    return [fx_rate, fx_source, charged_amount, charged_source]
  }
  const { id } = await buy({ asset_account_id: giro.id, fx_rate: 0.5 })
  assert.deepEqual(await facts(id, { charged_amount: 6 }), [0.6, 'charged', 6, 'given'])
  assert.deepEqual(await facts(id, { fx_rate: 0.7 }), [0.7, 'given', 7, 'found'])
  assert.deepEqual(await facts(id, { charged_amount: 7 }), [0.7, 'given', 7, 'given'], 'these agree')
  assert.deepEqual(
    await facts(id, { amount: 20 }),
    [0.35, 'charged', 7, 'given'],
    'of two stored ones that a new amount sets at odds, what was taken stays',
  )
  assert.deepEqual(await facts(id, { charged_amount: null }), [0.909090909090909, 'ecb', 18.18, 'found'])
  const problem = await refused(change(id, { fx_rate: 0.5, charged_amount: 11 }))
  assert.equal(problem.code, 'charged_mismatch')
  assert.match(problem.message, /amount × fx_rate is 10\.00 EUR, not 11\.00 EUR\. Send one of the two/)
  await balanced(ana)
})

test('the latest day wins, the book before the ECB on the same day, and an own rate to come counts from its day on', async () => {
  const { ana, buy } = await shopper()
  const rate = async (date: string) => {
    const { fx_rate, fx_source, fx_date } = await buy({ date })
    return [fx_rate, fx_source, fx_date]
  }
  await keepRate(ana, 'USD', '2026-01-04', 0.7)
  assert.deepEqual(await rate('2026-01-06'), [0.909090909090909, 'ecb', '2026-01-05'])
  assert.deepEqual(await rate('2026-01-04'), [0.7, 'own', '2026-01-04'])
  await keepRate(ana, 'USD', '2026-01-05', 0.8)
  assert.deepEqual(await rate('2026-01-06'), [0.8, 'own', '2026-01-05'])
  await keepRate(ana, 'USD', '2026-01-20', 0.75)
  assert.deepEqual(await rate('2026-01-24'), [0.75, 'own', '2026-01-20'], 'though a published one is there')
  assert.deepEqual(await rate('2026-02-06'), [0.900000090000009, 'ecb', '2026-02-05'])
  await keepRate(ana, 'CHF', '2150-01-01', 1.5)
  assert.equal((await buy({ currency_id: 'CHF', date: '2190-01-01' })).fx_rate, 1.5)
  const before = await refused(buy({ currency_id: 'CHF', date: '2149-12-31' }))
  assert.equal(before.code, 'fx_rate_missing')
  assert.match(before.message, /the nearest one is for 2150-01-01/)
})

test('a billion rupiah is worth what the published rates say, to the cent', async () => {
  const { buy } = await shopper()
  await publish(world, '2026-03-02', { IDR: '19185.46' })
  const made = await buy({ amount: 1e9, currency_id: 'IDR', date: '2026-03-02' })
  assert.deepEqual([made.fx_rate, made.base_amount], [0.0000521228054995815, 52122.81])
  const dear = await buy({ amount: 9_000_000_000, currency_id: 'IDR', date: '2026-03-02' })
  assert.equal(dear.base_amount, 469105.25)
})

test('a missing rate names the fields that would help in this very request, and each of them does', async () => {
  const { ana, food } = await shopper()
  const [giro, card, pounds] = [
    await bank(ana, 'Giro', 'EUR'),
    await bank(ana, 'Card', 'USD'),
    await bank(ana, 'Krona', 'SEK'),
  ]
  const body = { amount: 10, category_id: food.id, date: '2026-01-05', currency_id: 'BHD' }
  const cases: [more: object, pair: string, help: object[]][] = [
    [{}, 'BHD to EUR', [{ fx_rate: 2 }]],
    [{ asset_account_id: giro.id }, 'BHD to EUR', [{ fx_rate: 2 }, { charged_amount: 20 }]],
    [{ asset_account_id: card.id }, 'BHD to EUR', [{ fx_rate: 2 }, { charged_amount: 22 }]],
    [{ asset_account_id: pounds.id }, 'BHD to EUR', [{ fx_rate: 2, charged_amount: 200 }]],
    [{ asset_account_id: pounds.id, charged_amount: 200 }, 'BHD to EUR', [{ fx_rate: 2 }]],
    [{ asset_account_id: pounds.id, fx_rate: 2 }, 'SEK to EUR', [{ charged_amount: 200 }]],
    [{ asset_account_id: pounds.id, currency_id: 'EUR' }, 'SEK to EUR', [{ charged_amount: 100 }]],
  ]
  for (const [more, pair, help] of cases) {
    const problem = await refused(spend(ana, { ...body, ...more }))
    assert.equal(problem.code, 'fx_rate_missing')
    assert.match(problem.message, new RegExp(`no rate from ${pair} for 2026-01-05`))
    assert.match(problem.message, /there is none for any other day either/)
    assert.deepEqual(Object.keys(problem.errors ?? {}), [...new Set(help.flatMap(Object.keys))])
    for (const fields of help) assert((await spend(ana, { ...body, ...more, ...fields })).id)
  }
  const cash = await account(ana, 'Cash')
  const sides = { from_account_id: cash.id, to_account_id: pounds.id, amount: 5, date: '2026-01-05' }
  const moved = await refused(ana.call(createTransfer, { body: sides }))
  assert.deepEqual(Object.keys(moved.errors ?? {}), ['to_amount'])
  await balanced(ana)
})

test('a charge in a currency whose rate is known needs no rate for the currency spent', async () => {
  const { ana, buy, change } = await shopper()
  const card = await bank(ana, 'Card', 'USD')
  const made = await buy({ amount: 10, currency_id: 'BHD', asset_account_id: card.id, charged_amount: 22 })
  assert.deepEqual(
    [made.base_amount, made.fx_rate, made.fx_source, made.fx_date, made.charged_source],
    [20, 2, 'charged', '2026-01-05', 'given'],
  )
  const dearer = await change(made.id, { charged_amount: 33 })
  assert.deepEqual([dearer.base_amount, dearer.fx_rate], [30, 3])
  assert.equal((await change(made.id, { notes: 'x' })).fx_rate, 3)
  assert.equal((await refused(change(made.id, { charged_amount: null }))).code, 'fx_rate_missing')
  assert.deepEqual(await balances(ana, card.id), { USD: -33 })
  await balanced(ana)
})

test('a payment is read and changed: what is left out stays, the debt follows, and more than is owed is refused', async () => {
  const { ana } = await shopper()
  const friend = await ana.call(createContact, { body: { name: 'Friend' } })
  const debt = await ana.call(createObligation, {
    body: {
      name: 'Loan',
      opened_date: '2026-01-05',
      original_amount: 110,
      outstanding_amount: 110,
      contact_id: friend.id,
      account_id: (await account(ana, 'Receivables')).id,
      currency_id: 'USD',
    },
  })
  const first = await pay(ana, debt, { amount: 1600, currency_id: 'JPY', date: '2026-01-05', notes: 'n' })
  assert.deepEqual([first.applied_amount, first.applied_source, first.base_amount], [11, 'found', 10])
  await pay(ana, debt, { amount: 50, date: '2026-01-06' })
  const params = { id: debt.id, payment_id: first.id }
  const put = (body: object) => ana.call(updatePayment, { params, body })
  assert.deepEqual(await ana.call(getPayment, { params }), first)
  assert.deepEqual(await put(first), first, 'sent back whole')
  const given = await put({ applied_amount: 20 })
  assert.deepEqual(
    [given.applied_amount, given.applied_source, given.outstanding_amount, given.notes],
    [20, 'given', 90, 'n'],
  )
  assert.deepEqual(await ana.call(getPayment, { params }), given)
  assert.equal((await ana.call(getObligation, { params })).outstanding_amount, 40)
  const moved = await put({ date: '2026-02-05', notes: null })
  assert.deepEqual([moved.applied_amount, moved.fx_date, moved.notes], [20, '2026-02-05', null])
  const cheap = await put({ amount: 15, currency_id: 'USD' })
  assert.deepEqual([cheap.applied_amount, cheap.applied_source, cheap.currency_id], [15, 'found', 'USD'])
  assert.equal((await refused(put({ amount: 60.01 }))).code, 'overpaid')
  const all = await put({ amount: 60 })
  assert.equal(all.exchange_difference, -0.55)
  assert.equal((await ana.call(getObligation, { params })).status, 'settled')
  for (const payment_id of ['nonsense', debt.id]) {
    const other = { ...params, payment_id }
    assert.equal((await refused(ana.call(getPayment, { params: other }))).code, 'not_found')
    assert.equal((await refused(ana.call(updatePayment, { params: other, body: {} }))).code, 'not_found')
  }
  assert.deepEqual(await balances(ana, (await account(ana, 'Receivables')).id), {})
  await balanced(ana)
})
