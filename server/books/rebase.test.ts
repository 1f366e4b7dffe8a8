import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, getAccount, listAccounts, updateAccount } from '../../contract/accounts.ts'
import { updateMe } from '../../contract/auth.ts'
import { addStarter, getBook, updateBook } from '../../contract/books.ts'
import { undoChange } from '../../contract/changes.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { createReconciliation } from '../../contract/reconciliations.ts'
import { trialBalance } from '../../contract/reports.ts'
import { account, bank, category, spend } from '../../test/books.ts'
import { roundTrip } from '../../test/round-trip.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()
const today = Temporal.Now.plainDateISO('UTC').toString()
const EARLIER = '2026-01-05'

const rate = (person: Person, from: string, to: string, value: number, date = today) =>
  person.call(putExchangeRate, { params: { from, to, date }, body: { rate: value } })
const rebase = (person: Person, base_currency_id: string) =>
  person.call(updateBook, { body: { base_currency_id } })
const undo = (person: Person, version: number) =>
  person.call(undoChange, { params: { version: String(version) } })
const say = (person: Person, id: string, amount: number) =>
  person.call(updateAccount, { params: { id }, body: { balance_as_of: { date: today, amount } } })

/** A book as the welcome page leaves it, in euros: Bank is bound to them, Cash takes any currency. */
async function welcomed() {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await ana.call(addStarter)
  const [giro, cash] = [await account(ana, 'Bank'), await account(ana, 'Cash')]
  await say(ana, giro.id, 1000)
  await say(ana, cash.id, 50)
  return { ana, giro, cash }
}

/** The accounts without the marks of a change. */
const accountsOf = async (person: Person) =>
  (await person.call(listAccounts, { query: { limit: 100 } })).data.map(
    ({ version: _, updated_at: __, ...one }) => one,
  )

test('balances that were typed stay in their currency when the book gets another base currency; the undo is exact', async () => {
  const { ana, giro, cash } = await welcomed()
  await rate(ana, 'EUR', 'CHF', 0.93)
  const before = [await accountsOf(ana), await ana.call(trialBalance)]
  const { version } = await rebase(ana, 'CHF')
  const [inBank, inPurse] = [
    await ana.call(getAccount, { params: { id: giro.id } }),
    await ana.call(getAccount, { params: { id: cash.id } }),
  ]
  assert.deepEqual(
    [inBank.currency_id, inBank.balances, inBank.base_balance, inBank.balance_as_of?.amount, inBank.fx_rate],
    ['EUR', [{ currency_id: 'EUR', amount: 1000 }], 930, 1000, 0.93],
  )
  assert.deepEqual(
    [inPurse.currency_id, inPurse.balances, inPurse.base_balance, inPurse.balance_as_of?.amount],
    ['EUR', [{ currency_id: 'EUR', amount: 50 }], 46.5, 50],
    'an account that took any currency is bound to the one that its balance was typed in',
  )
  assert.equal((await ana.call(trialBalance)).total_debit_base, 976.5)
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana)

  const undone = await undo(ana, version)
  assert.equal((await ana.call(getBook)).base_currency_id, 'EUR')
  assert.deepEqual([await accountsOf(ana), await ana.call(trialBalance)], before)
  assert.deepEqual(await verify(world.db), [])
  await undo(ana, undone.version)
  assert.equal((await ana.call(getAccount, { params: { id: giro.id } })).base_balance, 930)
  assert.equal((await rebase(ana, 'EUR')).base_currency_id, 'EUR')
  assert.equal((await ana.call(getAccount, { params: { id: giro.id } })).base_balance, 1000)
  assert.deepEqual(await verify(world.db), [])
})

test('openings that were entered find their worth anew, on their own day; one in the new base currency needs no rate', async () => {
  const ana = await world.person({ base_currency_id: 'EUR' })
  await rate(ana, 'EUR', 'JPY', 160, EARLIER)
  await rate(ana, 'JPY', 'EUR', 0.005, EARLIER)
  await rate(ana, 'USD', 'EUR', 0.9, EARLIER)
  await rate(ana, 'USD', 'JPY', 150, EARLIER)
  const opened = (name: string, currency_id: string | null, opening_balance: number, type = 'asset') =>
    ana.call(createAccount, {
      body: { name, type: type as 'asset', currency_id, opening_balance, opening_date: EARLIER },
    })
  const euros = await opened('Any currency', null, 10.5)
  const card = await opened('Card', 'USD', 20, 'liability')
  const yen = await opened('Yen', 'JPY', 3000)
  const before = await accountsOf(ana)
  const { version } = await rebase(ana, 'JPY')
  const shown = async ({ id }: { id: string }) => {
    const { base_balance, opening_balance, opening_date, currency_id } = await ana.call(getAccount, {
      params: { id },
    })
    return [base_balance, opening_balance, opening_date, currency_id]
  }
  assert.deepEqual(await shown(euros), [1680, 10.5, EARLIER, 'EUR'])
  assert.deepEqual(await shown(card), [3000, 20, EARLIER, 'USD'])
  assert.deepEqual(await shown(yen), [3000, 3000, EARLIER, 'JPY'])
  assert.deepEqual(await verify(world.db), [])
  await undo(ana, version)
  assert.deepEqual(await accountsOf(ana), before)
  assert.deepEqual(await verify(world.db), [])
})

for (const [way, send] of [
  ['the book', rebase],
  ['the profile', (person, base_currency_id) => person.call(updateMe, { body: { base_currency_id } })],
] as [string, (person: Person, base: string) => Promise<unknown>][])
  test(`another base currency by ${way} is refused where a rate is missing, a figure gets too large or a day is closed, and nothing changes`, async () => {
    const { ana } = await welcomed()
    const before = await ana.call(getBook)
    const missing = await refused(send(ana, 'CHF'))
    assert.deepEqual([missing.status, missing.code], [422, 'fx_rate_missing'])
    assert.match(missing.message, /Store a rate with PUT \/exchange-rates\/EUR\/CHF\//)
    assert.equal(missing.errors, undefined)
    await rate(ana, 'EUR', 'CHF', 1e11)
    assert.equal((await refused(send(ana, 'CHF'))).code, 'amount_too_large')
    await rate(ana, 'EUR', 'CHF', 0.93)
    await ana.call(updateBook, { body: { closed_through: today } })
    const locked = await refused(send(ana, 'CHF'))
    assert.deepEqual([locked.status, locked.code], [409, 'locked'])
    await ana.call(updateBook, { body: { closed_through: null } })
    assert.equal((await ana.call(getBook)).base_currency_id, before.base_currency_id)
    assert.deepEqual(await verify(world.db), [])
    await rate(ana, 'EUR', 'CHF', 1)
    await send(ana, 'CHF')
    assert.equal((await ana.call(getBook)).base_currency_id, 'CHF')
    assert.deepEqual(await verify(world.db), [], 'also at a rate of exactly 1')
  })

test('the undo of another base currency waits for balances that were typed since, and for whatever was recorded', async () => {
  const { ana } = await welcomed()
  await rate(ana, 'EUR', 'CHF', 0.93)
  const { version } = await rebase(ana, 'CHF')
  const later = await bank(ana, 'Later', 'CHF', { balance_as_of: { date: today, amount: 5 } })
  const problem = await refused(undo(ana, version))
  assert.deepEqual(
    [problem.code, problem.blockers?.some(({ id }) => id === later.id)],
    ['undo_blocked', true],
  )
  const food = await category(ana, 'Food')
  await spend(ana, { amount: 1, category_id: food.id })
  assert.equal((await refused(rebase(ana, 'EUR'))).code, 'base_currency_fixed')
  assert.deepEqual(await verify(world.db), [])
})

test('no undo brings back a balance of before under another base currency', async () => {
  const { ana, giro } = await welcomed()
  const { version } = await say(ana, giro.id, 900)
  await rate(ana, 'EUR', 'CHF', 0.93)
  const rebased = await rebase(ana, 'CHF')
  const problem = await refused(undo(ana, version))
  assert.deepEqual([problem.code, problem.blockers?.[0]?.version], ['undo_blocked', rebased.version])
})

test('figures that were meant in the new base currency stay as they are, and so does one undo', async () => {
  const { ana, giro, cash } = await welcomed()
  const opened = (name: string, currency_id: string | null, opening_balance: number) =>
    ana.call(createAccount, {
      body: { name, type: 'liability', currency_id, opening_balance, opening_date: EARLIER },
    })
  const [bound, any] = [await opened('Card', 'EUR', 20.5), await opened('Any', null, -7)]
  const empty = await account(ana, 'Savings')
  const before = [await accountsOf(ana), await ana.call(trialBalance)]
  const { version } = await ana.call(updateBook, { body: { base_currency_id: 'CHF', keep_figures: true } })
  const now = async ({ id }: { id: string }) => {
    const { currency_id, balances, base_balance, balance_as_of } = await ana.call(getAccount, {
      params: { id },
    })
    return [
      currency_id,
      balances.map((one) => `${one.amount} ${one.currency_id}`).join(),
      base_balance,
      balance_as_of?.amount,
    ]
  }
  assert.deepEqual(await now(giro), ['CHF', '1000 CHF', 1000, 1000])
  assert.deepEqual(await now(cash), [null, '50 CHF', 50, 50], 'it takes any currency, as before')
  assert.deepEqual(await now(bound), ['CHF', '20.5 CHF', 20.5, undefined])
  assert.deepEqual(await now(any), [null, '-7 CHF', -7, undefined])
  assert.deepEqual(await now(empty), ['CHF', '', 0, undefined])
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana)
  await undo(ana, version)
  assert.deepEqual([await accountsOf(ana), await ana.call(trialBalance)], before)
  assert.deepEqual(await verify(world.db), [])
})

test('figures that the new base currency cannot have, or that a statement has, are not kept', async () => {
  const { ana, giro } = await welcomed()
  await say(ana, giro.id, 1000.5)
  const keep = (base_currency_id: string) =>
    refused(ana.call(updateBook, { body: { base_currency_id, keep_figures: true } }))
  assert.equal((await keep('JPY')).code, 'amount_decimals')
  await ana.call(createReconciliation, {
    params: { id: giro.id },
    body: { date: today, balance: 1000.5 },
  })
  assert.equal((await keep('CHF')).code, 'locked')
  assert.equal((await ana.call(getBook)).base_currency_id, 'EUR')
})
