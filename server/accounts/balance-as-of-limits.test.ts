import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AccountChange,
  createAccount,
  getAccount,
  restoreAccount,
  updateAccount,
} from '../../contract/accounts.ts'
import { getBook } from '../../contract/books.ts'
import type { Transaction } from '../../contract/budgeting.ts'
import { createIncome, deleteIncome } from '../../contract/budgeting.ts'
import { undoChange } from '../../contract/changes.ts'
import { createContact } from '../../contract/contacts.ts'
import { putExchangeRate } from '../../contract/currencies.ts'
import { createObligation, createPayment, writeOff } from '../../contract/obligations.ts'
import {
  createReconciliation,
  finishReconciliation,
  getReconciliation,
  listReconciliations,
  reopenReconciliation,
  updateReconciliation,
} from '../../contract/reconciliations.ts'
import { account, balances, bank, category } from '../../test/books.ts'
import { roundTrip } from '../../test/round-trip.ts'
import { day, household as householdIn, today } from '../../test/said-balance.ts'
import { makeWorld, type Person, refused } from '../../test/world.ts'
import { verify } from '../verify/verify.ts'

const world = await makeWorld()

const household = (amount?: number, includes_day?: boolean) => householdIn(world, amount, includes_day)

test('the first reconciliation starts with the balance that was said, and what is in it stays free', async () => {
  const { ana, giro, shop, opening } = await household(200, true)
  const old = await shop(10, day(-5))
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-2), amount: 200, includes_day: true } },
  })
  const paid = await shop(30, day(-1))
  const lineOf = ({ lines }: Transaction) =>
    lines.find(({ account_id }) => account_id === giro.id)?.id ?? assert.fail()
  const statement = await ana.call(createReconciliation, {
    params: { id: giro.id },
    body: { date: today, balance: 170 },
  })
  assert.deepEqual([statement.start_balance, statement.difference], [200, -30])
  const params = { id: giro.id, reconciliation_id: statement.id }
  const tick = (id: string) => ana.call(updateReconciliation, { params, body: { cleared_line_ids: [id] } })
  const problem = await refused(tick(lineOf(old)))
  assert.deepEqual([problem.status, problem.code], [422, 'line_in_balance'])
  await tick(lineOf(paid))
  assert.equal((await ana.call(finishReconciliation, { params, body: {} })).status, 'finished')
  await shop(5, day(-9))
  assert.deepEqual(await opening(), [215, day(-10)], 'the opening is no part of the statement')
  assert.equal(
    (
      await ana.call(createReconciliation, {
        params: { id: giro.id },
        body: { date: today, balance: 170 },
      })
    ).start_balance,
    170,
  )
})

test('a balance with which a reconciled statement starts stays until that is reopened; an open one shows the balance of now', async () => {
  const { ana, giro, shop, shown, undo } = await household(200)
  const { version: said } = await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: today, amount: 300 } },
  })
  const paid = await shop(30, today)
  const statement = await ana.call(createReconciliation, {
    params: { id: giro.id },
    body: { date: today, balance: 270 },
  })
  const params = { id: giro.id, reconciliation_id: statement.id }
  await ana.call(updateReconciliation, {
    params,
    body: { cleared_line_ids: [paid.lines.find(({ account_id }) => account_id === giro.id)?.id ?? ''] },
  })
  await ana.call(finishReconciliation, { params, body: {} })
  const before = await shown()
  const say = (balance_as_of: { date: string; amount: number; includes_day?: boolean } | null) =>
    ana.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of } })
  for (const change of [
    say({ date: today, amount: 400 }),
    say({ date: today, amount: 300, includes_day: true }),
    say(null),
    ana.call(updateAccount, { params: { id: giro.id }, body: { opening_balance: 5 } }),
    undo(said),
  ]) {
    const problem = await refused(change)
    assert.deepEqual([problem.status, problem.code], [409, 'locked'])
    assert.match(problem.detail, /starts with 300\.00 USD, the balance that you said as of/)
  }
  assert.deepEqual(await shown(), before)
  await ana.call(updateAccount, { params: { id: giro.id }, body: { name: 'Giro 2' } })
  await ana.call(reopenReconciliation, { params })
  await say({ date: today, amount: 400 })
  const open = await ana.call(getReconciliation, { params })
  assert.deepEqual([open.start_balance, open.cleared_balance, open.difference], [400, 370, -100])
  const [listed] = (await ana.call(listReconciliations, { params: { id: giro.id } })).data
  assert.deepEqual([listed?.start_balance, listed?.difference], [400, -100])
  assert.equal(
    (await refused(ana.call(finishReconciliation, { params, body: {} }))).code,
    'statement_differs',
  )
})

test('an account that is sent back as it was read, before its opening moved, does not end the balance', async () => {
  const { ana, giro, shop, shown } = await household(300)
  const read = await shown()
  await shop(7, day(-9))
  const moved = await shown()
  const body = { ...read, name: 'Renamed' } as AccountChange
  const problem = await refused(ana.call(updateAccount, { params: { id: giro.id }, body }))
  assert.deepEqual([problem.status, problem.code], [422, 'balance_or_opening'])
  assert.deepEqual(await shown(), moved)
  const renamed = await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { ...moved, name: 'Renamed' },
  })
  assert.deepEqual([renamed.name, renamed.balance_as_of], ['Renamed', moved.balance_as_of])
})

test('an opening that comes back from the trash with another amount goes there again with that one', async () => {
  const ana = await world.person()
  const giro = await bank(ana, 'Giro', 'USD', { opening_balance: 10, opening_date: day(-9) })
  const change = (opening_balance: number | null) =>
    ana.call(updateAccount, { params: { id: giro.id }, body: { opening_balance } })
  await change(null)
  const { version } = await change(25)
  await ana.call(undoChange, { params: { version: String(version) } })
  assert.equal((await change(40)).balances[0]?.amount, 40)
  assert.deepEqual(await verify(world.db), [])
})

test('debts on such an account, their payments and write-offs move its opening too', async () => {
  const { ana, giro, opening, undo } = await household(1000)
  const loan = await ana.call(createAccount, {
    body: { name: 'Car loan', type: 'liability', balance_as_of: { date: today, amount: 5000 } },
  })
  const bela = await ana.call(createContact, { body: { name: 'Bela' } })
  const debt = { contact_id: bela.id, opened_date: day(-8), currency_id: 'USD' }
  const lent = await ana.call(createObligation, {
    body: {
      ...debt,
      name: 'Lent',
      original_amount: 100,
      outstanding_amount: 100,
      account_id: (await account(ana, 'Receivables')).id,
      counter_account_id: giro.id,
    },
  })
  assert.deepEqual(await opening(), [1100, day(-9)])
  await ana.call(createPayment, {
    params: { id: lent.id },
    body: { amount: 30, date: day(-3), asset_account_id: giro.id },
  })
  assert.deepEqual(await opening(), [1070, day(-9)])
  const owed = await ana.call(createObligation, {
    body: {
      ...debt,
      name: 'Owed',
      original_amount: 200,
      outstanding_amount: 200,
      account_id: loan.id,
      counter_account_id: giro.id,
    },
  })
  const openingOf = async () => (await ana.call(getAccount, { params: { id: loan.id } })).opening_balance
  assert.deepEqual([await openingOf(), (await opening())[0]], [4800, 870])
  await ana.call(writeOff, {
    params: { id: owed.id },
    body: { date: day(-2), category_id: (await category(ana, 'Gift', 'income')).id },
  })
  assert.equal(await openingOf(), 5000)
  await undo()
  assert.equal(await openingOf(), 4800)
  assert.deepEqual(
    [await balances(ana, giro.id), await balances(ana, loan.id)],
    [{ USD: 1000 }, { USD: 5000 }],
  )
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana, 0)
})

test('an account that was opened with a balance comes back with it, by an undo of the undo or from the trash', async () => {
  const { ana, giro, undo, shown } = await household(1000)
  const undone = await undo(giro.version)
  assert.deepEqual(await verify(world.db), [])
  await roundTrip(world, ana, 0)
  await undo(undone.version)
  assert.deepEqual([(await shown()).balances[0]?.amount, (await shown()).opening_balance], [1000, 1000])
  await undo()
  const back = await ana.call(restoreAccount, { params: { id: giro.id } })
  assert.deepEqual(
    [back.balances[0]?.amount, back.opening_balance, back.balance_as_of?.amount],
    [1000, 1000, 1000],
  )
  assert.deepEqual(await balances(ana, giro.id), { USD: 1000 })
  assert.deepEqual(await verify(world.db), [])
})

test('a difference to a statement is not recorded among entries that a balance has in it', async () => {
  const { ana, food, giro, shop } = await household(200)
  await shop(10, day(-5))
  const params = { id: giro.id }
  const statement = await ana.call(createReconciliation, { params, body: { date: day(-3), balance: 5 } })
  assert.equal(statement.start_balance, 0, 'it is of a day before')
  const finish = ana.call(finishReconciliation, {
    params: { ...params, reconciliation_id: statement.id },
    body: { adjust: { category_id: food.id } },
  })
  assert.equal((await refused(finish)).code, 'line_in_balance')
})

test('a balance that is said anew is where an open first statement starts', async () => {
  const { ana, giro, shop } = await household(200)
  const paid = await shop(30, today)
  const params = { id: giro.id }
  const { id } = await ana.call(createReconciliation, { params, body: { date: today, balance: 70 } })
  await ana.call(updateAccount, { params, body: { balance_as_of: { date: today, amount: 100 } } })
  const line = paid.lines.find(({ account_id }) => account_id === giro.id)?.id ?? ''
  const ticked = await ana.call(updateReconciliation, {
    params: { ...params, reconciliation_id: id },
    body: { cleared_line_ids: [line] },
  })
  assert.deepEqual([ticked.start_balance, ticked.difference], [100, 0])
})

test('an account that is freed from its currency keeps its opening, and a day without an opening is refused', async () => {
  const ana = await world.person()
  const params0 = { from: 'CHF', to: 'USD', date: day(-3) }
  await ana.call(putExchangeRate, { params: params0, body: { rate: 1.1 } })
  const swiss = await bank(ana, 'Swiss', 'CHF', { balance_as_of: { date: day(-3), amount: 100 } })
  const params = { id: swiss.id }
  const freed = await ana.call(updateAccount, { params, body: { currency_id: null } })
  assert.deepEqual([freed.balance_as_of, freed.opening_balance, freed.balances[0]?.amount], [null, 100, 100])
  const { ana: bela, giro } = await household(0)
  const dated = bela.call(updateAccount, { params: { id: giro.id }, body: { opening_date: day(-9) } })
  assert.equal((await refused(dated)).code, 'opening_missing')
})

test('an opening that would be too large is refused with the balance', async () => {
  const { ana, giro, shop } = await household(9_999_999_999_999.99)
  const pay = await category(ana, 'Pay', 'income')
  const body = { amount: 100, category_id: pay.id, asset_account_id: giro.id, date: day(-3) }
  const { id } = await ana.call(createIncome, { body })
  await shop(100, day(-2))
  const problem = await refused(ana.call(deleteIncome, { params: { id } }))
  assert.deepEqual([problem.code, Object(problem.params).balance_as_of.account_id], ['locked', giro.id])
})

test('at an earlier version, the balance is what was said then', async () => {
  const { ana, giro, shop } = await household(100)
  const { version } = await ana.call(getBook)
  await shop(10, day(-5))
  await ana.call(updateAccount, {
    params: { id: giro.id },
    body: { balance_as_of: { date: day(-1), amount: 70 } },
  })
  const then = await ana.call(getAccount, { params: { id: giro.id }, query: { known_at: String(version) } })
  assert.deepEqual([then.balance_as_of?.amount, then.opening_balance], [100, 100])
  const before = await ana.call(getAccount, {
    params: { id: giro.id },
    query: { known_at: String(version + 1) },
  })
  assert.deepEqual([before.balance_as_of?.amount, before.opening_balance], [100, 110])
})

test('somebody else cannot say a balance', async () => {
  const { giro } = await household()
  const eve: Person = await world.person()
  const attempt = eve.call(updateAccount, { params: { id: giro.id }, body: { balance_as_of: null } })
  assert.equal((await refused(attempt)).status, 404)
})
