import assert from 'node:assert/strict'
import { test } from 'node:test'
import { updateAccount } from '../../contract/accounts.ts'
import { updateMe } from '../../contract/auth.ts'
import { getBook, updateBook } from '../../contract/books.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  deleteIncome,
  deleteTransfer,
  getExpense,
  restoreExpense,
  restoreIncome,
  restoreTransfer,
  updateExpense,
  updateIncome,
  updateTransfer,
} from '../../contract/budgeting.ts'
import { listChanges, undoChange } from '../../contract/changes.ts'
import type { MonthStart } from '../../contract/month.ts'
import { trialBalance } from '../../contract/reports.ts'
import { account, back, balances, bank, category, spend } from '../../test/books.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { change, transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const close = (person: Person, closed_through: string | null) =>
  person.call(updateBook, { body: { closed_through } })
const isLocked = async (work: Promise<unknown>) => assert.equal((await refused(work)).code, 'locked')

test("the ECB's rates are switched on and off, and undone; where the service fetches none, switching on is refused", async () => {
  const ana = await world.person()
  const on = await ana.call(updateBook, { body: { ecb_rates: true } })
  assert.deepEqual([on.ecb_rates, on.version], [true, 2])
  assert.equal(
    (await ana.call(updateBook, { body: { name: 'X' } })).ecb_rates,
    true,
    'other changes leave it',
  )
  await ana.call(undoChange, { params: { version: '2' } })
  assert.equal((await ana.call(getBook)).ecb_rates, false)
  const { status, body } = await ana.send({
    method: 'PUT',
    url: '/books/current',
    payload: { ecb_rates: 'yes' },
  })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['ecb_rates']])

  const offline = await makeWorld({ ratesUrl: 'off' })
  const bea = await offline.person()
  const before = await bea.call(getBook)
  const problem = await refused(bea.call(updateBook, { body: { ecb_rates: true, name: 'Y' } }))
  assert.deepEqual([problem.code, problem.status], ['rates_off', 409])
  assert.deepEqual(await bea.call(getBook), before)
  assert.equal((await bea.call(updateBook, { body: { ecb_rates: false, name: 'Y' } })).name, 'Y')
  // One that has it from before may be sent back whole, and switched off.
  await transaction(offline.db, (tx) =>
    change(tx, sql`update books set ecb_rates = true where id = ${bea.book_id}`),
  )
  assert.equal((await bea.call(updateBook, { body: { ecb_rates: true, name: 'Z' } })).name, 'Z')
  assert.equal((await bea.call(updateBook, { body: { ecb_rates: false } })).ecb_rates, false)
})

test('a book is read and told its name, time zone and how far it is closed', async () => {
  const ana = await world.person({ name: 'Ana' })
  const before = await ana.call(getBook)
  assert.deepEqual(before, {
    id: ana.book_id,
    name: 'Ana',
    base_currency_id: 'USD',
    time_zone: 'UTC',
    closed_through: null,
    month_starts_on: 1,
    ecb_rates: false,
    is_archived: false,
    version: 1,
    seal: { version: 1, hash: before.seal.hash },
  })
  assert.deepEqual(await ana.call(updateBook, { body: before }), before)
  const after = await ana.call(updateBook, {
    body: { name: 'Household', time_zone: 'Pacific/Auckland', closed_through: '2025-12-31' },
  })
  assert.deepEqual(after, {
    ...before,
    name: 'Household',
    time_zone: 'Pacific/Auckland',
    closed_through: '2025-12-31',
    version: 2,
    seal: { version: 2, hash: after.seal.hash },
  })
  assert.deepEqual(await ana.call(getBook), after)
  const food = await category(ana, 'Food')
  const { date } = await spend(ana, { amount: 1, category_id: food.id })
  assert.equal(date, Temporal.Now.plainDateISO('Pacific/Auckland').toString(), "today is the book's")
  assert.equal(
    (await refused(ana.call(updateBook, { body: { name: 'X' }, headers: { 'if-match': '"1"' } }))).code,
    'stale',
  )
})

test('the months of a book start on a day from 1 to 28 or on the last working day; an undo puts the day back', async () => {
  const ana = await world.person()
  const set = (month_starts_on: MonthStart) => ana.call(updateBook, { body: { month_starts_on } })
  assert.equal((await set(25)).month_starts_on, 25)
  const last = await set('last_working_day')
  assert.equal(last.month_starts_on, 'last_working_day')
  assert.equal((await set('last_working_day')).version, last.version, 'nothing changed')
  assert.deepEqual(await ana.call(getBook), last)
  const { data } = await ana.call(listChanges, { query: { resource: 'book' } })
  assert.deepEqual(
    data.map(({ after }) => Object(after).month_starts_on),
    [1, 25, 'last_working_day'],
  )
  await ana.call(undoChange, { params: { version: String(last.version) } })
  assert.equal((await ana.call(getBook)).month_starts_on, 25)
  for (const sent of [0, 29, 1.5, '25', 'first', null, true]) {
    const answer = await ana.send({
      method: 'PUT',
      url: '/books/current',
      payload: { month_starts_on: sent },
    })
    assert.equal(answer.status, 422, answer.text)
    assert.match(
      answer.body.errors.month_starts_on[0],
      /^month_starts_on must be a number from 1 to 28, or last_working_day[,;] /,
    )
  }
  assert.equal((await ana.call(getBook)).month_starts_on, 25)
  assert.deepEqual(await verify(world.db), [])
})

test('a time zone, a currency or a day that does not exist is refused', async () => {
  const ana = await world.person()
  for (const [body, field] of [
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: '' }, 'time_zone'],
    [{ base_currency_id: 'XXX' }, 'base_currency_id'],
    [{ closed_through: '2025-02-30' }, 'closed_through'],
    [{ name: ' ' }, 'name'],
  ] as const) {
    const answer = await ana.send({ method: 'PUT', url: '/books/current', payload: body })
    assert.equal(answer.status, 422, answer.text)
    assert(answer.body.errors[field], answer.text)
  }
})

test('the base currency can change while nothing was ever recorded', async () => {
  const ana = await world.person()
  await ana.call(updateBook, { body: { base_currency_id: 'EUR' } })
  assert.equal((await ana.call(updateMe, { body: { base_currency_id: 'GBP' } })).base_currency_id, 'GBP')
  const food = await category(ana, 'Food')
  const { id, base_currency_id } = await spend(ana, { amount: 1, category_id: food.id })
  assert.equal(base_currency_id, 'GBP')
  await ana.call(deleteExpense, { params: { id } })
  const problem = await refused(ana.call(updateMe, { body: { base_currency_id: 'EUR' } }))
  assert.equal(problem.code, 'base_currency_fixed')
  assert.match(
    problem.message,
    /base currency of the book is GBP, and the book has 1 transaction, budget or stated value, trash included/,
  )
  assert.equal(
    (await refused(ana.call(updateBook, { body: { base_currency_id: 'EUR' } }))).code,
    'base_currency_fixed',
  )
})

test('no entry dated on or before a closed day appears, changes or disappears, whichever way it is tried; notes and tags may', async () => {
  const ana = await world.person()
  const [food, pay] = [await category(ana, 'Food'), await category(ana, 'Pay', 'income')]
  const [cash, other] = [await account(ana, 'Cash'), await account(ana, 'Bank')]
  const opened = await bank(ana, 'Old', 'USD', { opening_balance: 5, opening_date: '2025-01-01' })
  const [on, after] = ['2026-01-31', '2026-02-01']
  const expense = (date: string) => spend(ana, { amount: 1, category_id: food.id, date })
  const income = (date: string) => ana.call(createIncome, { body: { amount: 1, category_id: pay.id, date } })
  const transfer = (date: string) =>
    ana.call(createTransfer, { body: { amount: 1, from_account_id: cash.id, to_account_id: other.id, date } })
  const [oldExpense, oldIncome, oldTransfer] = [await expense(on), await income(on), await transfer(on)]
  const [newExpense, newIncome, newTransfer] = [
    await expense(after),
    await income(after),
    await transfer(after),
  ]
  const [goneExpense, goneIncome, goneTransfer] = [await expense(on), await income(on), await transfer(on)]
  await ana.call(deleteExpense, { params: { id: goneExpense.id } })
  await ana.call(deleteIncome, { params: { id: goneIncome.id } })
  await ana.call(deleteTransfer, { params: { id: goneTransfer.id } })
  assert.equal((await ana.call(getExpense, { params: { id: oldExpense.id } })).is_locked, false)

  await close(ana, on)
  assert.equal((await ana.call(getExpense, { params: { id: oldExpense.id } })).is_locked, true)
  assert.equal((await ana.call(getExpense, { params: { id: newExpense.id } })).is_locked, false)
  const before = await ana.call(trialBalance)

  await isLocked(expense(on))
  await isLocked(income('2020-01-01'))
  await isLocked(transfer(on))
  const at = ({ id }: { id: string }) => ({ params: { id } })
  for (const body of [{ amount: 2 }, { date: after }, { memo: 'other' }, { is_refund: true }]) {
    await isLocked(ana.call(updateExpense, { ...at(oldExpense), body }))
    await isLocked(ana.call(updateIncome, { ...at(oldIncome), body }))
  }
  await isLocked(ana.call(updateTransfer, { ...at(oldTransfer), body: { amount: 2 } }))
  await isLocked(ana.call(updateExpense, { ...at(newExpense), body: { date: on } }))
  await isLocked(ana.call(updateIncome, { ...at(newIncome), body: { date: on } }))
  await isLocked(ana.call(updateTransfer, { ...at(newTransfer), body: { date: on } }))
  await isLocked(ana.call(deleteExpense, at(oldExpense)))
  await isLocked(ana.call(deleteIncome, at(oldIncome)))
  await isLocked(ana.call(deleteTransfer, at(oldTransfer)))
  await isLocked(ana.call(restoreExpense, at(goneExpense)))
  await isLocked(ana.call(restoreIncome, at(goneIncome)))
  await isLocked(ana.call(restoreTransfer, at(goneTransfer)))
  await isLocked(ana.call(updateAccount, { ...at(opened), body: { opening_balance: 6 } }))
  await isLocked(ana.call(updateAccount, { ...at(opened), body: { opening_balance: null } }))
  await isLocked(ana.call(updateAccount, { ...at(other), body: { opening_balance: 1, opening_date: on } }))
  await isLocked(bank(ana, 'New', 'USD', { opening_balance: 5, opening_date: on }))
  assert.deepEqual(await ana.call(trialBalance), before)

  const noted = await ana.call(updateExpense, {
    ...at(oldExpense),
    body: { notes: 'a receipt', tags: ['tax'] },
  })
  assert.deepEqual(
    [noted.notes, noted.is_locked],
    ['a receipt', true],
    'a field without an entry is not locked',
  )
  assert.deepEqual(await ana.call(updateExpense, { ...at(oldExpense), body: back(noted) }), noted)
  await ana.call(updateExpense, { ...at(newExpense), body: { amount: 3 } })
  const problem = await refused(expense(on))
  assert.equal(problem.status, 409)
  assert.match(problem.message, /closed through 2026-01-31: no entry dated 2026-01-31/)

  await close(ana, '2025-12-31')
  await ana.call(deleteExpense, at(oldExpense))
  await close(ana, null)
  await ana.call(updateAccount, { ...at(opened), body: { opening_balance: 6 } })
  assert.deepEqual(await balances(ana, opened.id), { USD: 6 })
})

test('the trial balance is equal on both sides on any date', async () => {
  const ana = await world.person()
  const food = await category(ana, 'Food')
  await bank(ana, 'Giro', 'USD', { opening_balance: 100, opening_date: '2026-01-15' })
  await spend(ana, { amount: 30, category_id: food.id, date: '2026-01-20' })
  await spend(ana, { amount: 12, category_id: food.id, date: '2026-02-10' })
  const at = async (date: string) => {
    const { accounts, total_debit_base, total_credit_base } = await ana.call(trialBalance, {
      query: { date },
    })
    assert.equal(total_debit_base, total_credit_base)
    return Object.fromEntries(
      accounts.map(({ account, debit_base, credit_base }) => [account.name, debit_base - credit_base]),
    )
  }
  assert.deepEqual(await at('2026-01-14'), {})
  assert.deepEqual(await at('2026-01-15'), { Giro: 100, 'Opening balances': -100 })
  assert.deepEqual(await at('2026-01-31'), { Cash: -30, Giro: 100, 'Opening balances': -100, Food: 30 })
  assert.deepEqual(await at('2026-12-31'), { Cash: -42, Giro: 100, 'Opening balances': -100, Food: 42 })
  assert.equal((await ana.send({ url: '/reports/trial-balance?date=2026-02-30' })).status, 422)
})
