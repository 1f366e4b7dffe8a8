import {
  createAccount,
  deleteAccount,
  listAccountLines,
  restoreAccount,
  updateAccount,
} from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { updateBook } from '../contract/books.ts'
import {
  createIncome,
  createTransfer,
  deleteExpense,
  restoreExpense,
  updateExpense,
} from '../contract/budgeting.ts'
import { deleteBudget, putBudget, putBudgets } from '../contract/budgets.ts'
import {
  arrangeCategories,
  createCategory,
  deleteCategory,
  mergeCategories,
  restoreCategory,
  updateCategory,
} from '../contract/categories.ts'
import { undoChange } from '../contract/changes.ts'
import { createContact, deleteContact, restoreContact, updateContact } from '../contract/contacts.ts'
import { deleteExchangeRate, putExchangeRate } from '../contract/currencies.ts'
import {
  createGoal,
  createGoalMove,
  deleteGoal,
  deleteGoalMove,
  restoreGoal,
  updateGoal,
} from '../contract/goals.ts'
import {
  applyImportRule,
  createImportRule,
  deleteImportRule,
  updateImportRule,
} from '../contract/import-rules.ts'
import {
  createObligation,
  createPayment,
  deleteObligation,
  deletePayment,
  undoWriteOff,
  updateObligation,
  updatePayment,
  writeOff,
} from '../contract/obligations.ts'
import { createPlan, deletePlan, restorePlan, settleOccurrence, updatePlan } from '../contract/plans.ts'
import {
  createReconciliation,
  deleteReconciliation,
  finishReconciliation,
  reopenReconciliation,
  updateReconciliation,
} from '../contract/reconciliations.ts'
import { setOff } from '../contract/settlements.ts'
import { deleteValue, putValue } from '../contract/values.ts'
import { account, bank, category, publish, spend } from './books.ts'
import { plainInEveryState } from './plain.ts'
import type { Person, World } from './world.ts'

/**
 * A book with every kind of record, some of them changed, deleted and restored, so that every table of the books has rows in every
 * possible state.
 */
export async function richBook(world: World): Promise<Person> {
  await publish(world, '2026-03-01', { USD: '1.2', JPY: '160' })
  const ana = await world.person({ name: 'Ana', base_currency_id: 'EUR' })
  const names = ['Food', 'Fun', 'Old', 'Gone']
  const [food, fun, old, gone] = (await Promise.all(names.map((name) => category(ana, name)))) as [
    Cat,
    Cat,
    Cat,
    Cat,
  ] // one each
  const pay = await category(ana, 'Pay', 'income')
  const cash = await account(ana, 'Cash')
  const opening = { opening_balance: 100, opening_date: '2026-03-02' }
  const dollars = await bank(ana, 'Dollars', 'USD', opening)
  await recordTransactions(ana, { food, fun, old, pay, cash, dollars })
  await ana.call(updateCategory, { params: { id: fun.id }, body: { name: 'Joy', is_active: false } })
  for (const { id } of [old, gone]) await ana.call(deleteCategory, { params: { id } })
  await ana.call(restoreCategory, { params: { id: gone.id } })
  await groupCategories(ana, { food, gone })

  const card = { name: 'Card', type: 'liability', opening_balance: 5 } as const
  const { id } = await ana.call(createAccount, { body: card })
  await ana.call(updateAccount, { params: { id: dollars.id }, body: { opening_balance: 90 } })
  const said = { date: '2026-03-03', amount: 500, includes_day: true }
  const savings = await bank(ana, 'Savings', 'USD', { balance_as_of: said })
  const fee = { amount: 7, currency_id: 'USD', category_id: food.id, asset_account_id: savings.id }
  await spend(ana, { ...fee, date: '2026-03-02' })
  await ana.call(updateAccount, {
    params: { id: (await account(ana, 'Bank')).id },
    body: { is_default: true },
  })
  const spare = await bank(ana, 'Spare', 'JPY')
  const car = await bank(ana, 'Car', 'USD', { is_valued: true })
  for (const [date, amount, notes] of [
    ['2026-03-05', 900, 'bought'],
    ['2026-03-20', 850, null],
    ['2026-03-12', 880, null],
    ['2026-03-20', 840, 'a guess'],
  ] as const)
    await ana.call(putValue, { params: { id: car.id, date }, body: { amount, notes, fx_rate: 0.9 } })
  await ana.call(deleteValue, { params: { id: car.id, date: '2026-03-12' } })
  await spend(ana, { ...fee, asset_account_id: car.id, date: '2026-03-18' })
  await ana.call(deleteAccount, { params: { id: spare.id } })
  await ana.call(restoreAccount, { params: { id: spare.id } })
  await ana.call(updateAccount, { params: { id }, body: { name: 'Credit card' } })

  for (const [date, rate] of [
    ['2026-03-09', 0.9],
    ['2026-03-11', 0.95],
    ['2026-03-09', 0.91],
  ] as const)
    await ana.call(putExchangeRate, { params: { from: 'USD', to: 'EUR', date }, body: { rate } })
  await ana.call(deleteExchangeRate, { params: { from: 'USD', to: 'EUR', date: '2026-03-11' } })
  for (const [month, amount, only] of [
    ['2026-03', 50, false],
    ['2026-04', 60, true],
    ['2026-03', 55, false],
    ['2026-03', 45, true],
    ['2026-07', 70, false],
    ['2026-08', 80, true],
  ] as const)
    await ana.call(putBudget, {
      params: { category_id: food.id, month },
      body: { amount, rollover: true, only },
    })
  for (const month of ['2026-04', '2026-09'])
    await ana.call(deleteBudget, { params: { category_id: food.id, month } })
  await ana.call(putBudgets, {
    params: { month: '2026-05' },
    body: { rows: [{ category_id: pay.id, amount: 2000 }] },
  })
  await oweAndLend(ana, { food, pay, dollars })
  await plan(ana, food)
  await save(ana, { savings, cash })
  await rule(ana, food)
  await reconcile(ana, { food, cash })
  await ana.call(updateBook, {
    body: { name: 'Household', time_zone: 'Europe/Vienna', month_starts_on: 25, ecb_rates: true },
  })
  await undoAndErase(ana, food)
  await ana.call(updateBook, { body: { closed_through: '2025-12-31' } })
  return ana
}

/** A change that is undone, redone and undone again; and records that are deleted for good. */
async function undoAndErase(ana: Person, food: Cat): Promise<void> {
  const snack = await spend(ana, { amount: 4, category_id: food.id, date: '2026-06-01' })
  let { version } = await ana.call(updateExpense, { params: { id: snack.id }, body: { amount: 5 } })
  for (let times = 0; times < 3; times++)
    version = (await ana.call(undoChange, { params: { version: String(version) } })).version
  const { version: created } = await spend(ana, { amount: 6, category_id: food.id, date: '2026-06-02' })
  await ana.call(undoChange, { params: { version: String(created) } })
  await plainInEveryState(ana)
}

/** Rules: one that was changed, undone and applied, one in the trash, and one that is deleted for good. */
async function rule(ana: Person, food: Cat): Promise<void> {
  const when = {
    match: 'all' as const,
    conditions: [{ field: 'text' as const, is: 'contains' as const, value: 'box' }],
  }
  const body = { name: 'Boxes', when, set: { category_id: food.id, add_tags: ['box'] } }
  const { id } = await ana.call(createImportRule, { body })
  const { version } = await ana.call(updateImportRule, {
    params: { id },
    body: { is_active: false, rank: 7 },
  })
  await ana.call(undoChange, { params: { version: String(version) } })
  await ana.call(applyImportRule, { params: { id }, body: {} })
  for (const isForever of [false, true]) {
    const other = await ana.call(createImportRule, { body: { ...body, name: 'Dropped' } })
    await ana.call(deleteImportRule, { params: { id: other.id } })
    if (isForever) await ana.call(deleteImportRule, { params: { id: other.id }, query: { forever: true } })
  }
}

/** Goals: an envelope that was filled by hand and by a plan, one on whole accounts, one in the trash, and one that is deleted for good. */
async function save(ana: Person, { savings, cash }: Ids): Promise<void> {
  const body = {
    name: 'Japan',
    target_amount: 4000,
    currency_id: 'USD',
    target_date: '2027-04-01',
    envelope: { account_id: savings?.id ?? '' },
    icon: 'plane',
    notes: 'in spring',
  }
  const { id } = await ana.call(createGoal, { body })
  const params = { id }
  const move = (amount: number, date: string, notes: string | null = null) =>
    ana.call(createGoalMove, { params, body: { amount, date, notes } })
  await move(120, '2026-03-20', 'to begin with')
  await move(-20, '2026-04-20')
  const taken = await move(30, '2026-05-20')
  await ana.call(deleteGoalMove, { params: { id, move_id: taken.id } })
  const undone = await move(40, '2026-05-21')
  await ana.call(undoChange, { params: { version: String(undone.version) } })
  await ana.call(updateGoal, { params, body: { target_amount: 4200, name: 'Japan in spring' } })
  const schedule = { start: '2026-06-01', unit: 'month' as const, count: 3 }
  const draft = { goal_id: id, amount: 25 }
  const plan = await ana.call(createPlan, { body: { name: 'For Japan', kind: 'goal', draft, schedule } })
  for (const [date, action] of [
    ['2026-06-01', 'post'],
    ['2026-07-01', 'skip'],
  ] as const)
    await ana.call(settleOccurrence, { params: { id: plan.id, date }, body: { action } })
  const whole = { name: 'Flat', target_amount: 40_000, account_ids: [cash?.id ?? ''], is_active: false }
  await ana.call(createGoal, { body: whole })
  for (const isForever of [false, true]) {
    const other = await ana.call(createGoal, { body: { ...body, name: 'Dropped' } })
    await ana.call(createGoalMove, { params: { id: other.id }, body: { amount: 5, date: '2026-05-05' } })
    await ana.call(deleteGoal, { params: { id: other.id } })
    if (isForever) await ana.call(deleteGoal, { params: { id: other.id }, query: { forever: true } })
    else await ana.call(restoreGoal, { params: { id: other.id } })
    if (!isForever) await ana.call(deleteGoal, { params: { id: other.id } })
  }
}

/** A plan with occurrences that were posted, skipped, changed and taken back, one in the trash, and one that is deleted for good. */
async function plan(ana: Person, food: Cat): Promise<void> {
  const draft = { amount: 8, category_id: food.id, tags: ['box'] }
  const body = {
    name: 'Box',
    kind: 'expense' as const,
    draft,
    schedule: { start: '2026-03-01', unit: 'week' as const },
  }
  const { id } = await ana.call(createPlan, { body })
  const settle = (date: string, action: 'post' | 'skip' | 'change') =>
    ana.call(settleOccurrence, {
      params: { id, date },
      body: { action, ...(action !== 'skip' && { draft: { amount: 9 } }) },
    })
  await settle('2026-03-01', 'post')
  await settle('2026-03-08', 'change')
  await settle('2026-03-08', 'post')
  await settle('2026-03-15', 'skip')
  await settle('2026-03-29', 'change')
  const { version } = await ana.call(updatePlan, { params: { id }, body: { auto: true } })
  await ana.call(updatePlan, { params: { id }, body: { name: 'Vegetables' } })
  for (const one of [version, version - 2]) await ana.call(undoChange, { params: { version: String(one) } })
  for (const isForever of [false, true]) {
    const other = await ana.call(createPlan, { body: { ...body, name: 'Dropped' } })
    await ana.call(deletePlan, { params: { id: other.id } })
    if (isForever) await ana.call(deletePlan, { params: { id: other.id }, query: { forever: true } })
    else await ana.call(restorePlan, { params: { id: other.id } })
    if (!isForever) await ana.call(deletePlan, { params: { id: other.id } })
  }
}

type Cat = Awaited<ReturnType<typeof category>>

/** A group with categories, one of them merged from another, and one that stood in it when it went to the trash. */
async function groupCategories(ana: Person, { food, gone }: Record<'food' | 'gone', Cat>): Promise<void> {
  const place = (name: string, more: object) => ana.call(createCategory, { body: { name, ...more } })
  const living = await place('Living', { position: 3, icon: 'house' })
  const rows = [food, gone].map(({ id }, index) => ({ id, parent_id: living.id, position: index + 1 }))
  await ana.call(arrangeCategories, { body: { rows } })
  await ana.call(updateCategory, { params: { id: gone.id }, body: { parent_id: null } })
  const left = await place('Left', { parent_id: living.id })
  await ana.call(deleteCategory, { params: { id: left.id } })
  const twin = await place('Twin', { parent_id: living.id, icon: 'apple' })
  await spend(ana, { amount: 3, category_id: twin.id, date: '2026-06-03' })
  const dropped = await spend(ana, { amount: 2, category_id: twin.id, date: '2026-06-04' })
  await ana.call(deleteExpense, { params: { id: dropped.id } })
  const month = '2026-07'
  await ana.call(putBudget, { params: { category_id: twin.id, month }, body: { amount: 30 } })
  await ana.call(mergeCategories, { params: { id: twin.id }, body: { into: food.id } })
}
type Ids = Record<string, { id: string }>

/** A reconciliation that was finished with an adjustment, reopened and finished again, one that is open, and one in the trash. */
async function reconcile(ana: Person, { food, cash }: Ids): Promise<void> {
  const params = { id: cash?.id ?? '' }
  const query = { currency_id: 'EUR', date_to: '2026-04-30' }
  const { data } = await ana.call(listAccountLines, { params, query })
  const [first, ...rest] = data.map(({ id }) => id)
  const start = async (date: string, balance: number, cleared_line_ids: string[]) => {
    const { id } = await ana.call(createReconciliation, { params, body: { date, balance } })
    const place = { ...params, reconciliation_id: id }
    await ana.call(updateReconciliation, { params: place, body: { cleared_line_ids } })
    return place
  }
  const given = await start('2026-04-30', 5, [first ?? ''])
  await ana.call(deleteReconciliation, { params: given })
  const march = await start('2026-03-31', 900, rest)
  await ana.call(finishReconciliation, {
    params: march,
    body: { adjust: { category_id: food?.id ?? '' } },
  })
  await ana.call(reopenReconciliation, { params: march })
  await ana.call(finishReconciliation, { params: march, body: {} })
  await start('2026-04-30', 1, [first ?? ''])
}

async function recordTransactions(ana: Person, { food, fun, old, pay, cash, dollars }: Ids): Promise<void> {
  const of = (one: { id: string } | undefined) => one?.id ?? ''
  const meal = await spend(ana, {
    amount: 12.5,
    category_id: of(food),
    date: '2026-03-04',
    notes: 'Lünch',
    memo: 'soup',
    tags: ['eating', 'out'],
  })
  await spend(ana, {
    amount: 1600,
    currency_id: 'JPY',
    asset_account_id: of(dollars),
    charged_amount: 13,
    date: '2026-03-05',
    splits: [
      { category_id: of(food), amount: 1000, memo: 'a' },
      { category_id: of(fun), amount: 600 },
    ],
  })
  const move = { from_account_id: of(dollars), to_account_id: of(cash), amount: 12, date: '2026-04-01' }
  await ana.call(createTransfer, { body: { ...move, to_currency_id: 'EUR', fx_rate: 0.8 } })
  const salary = { amount: 1000, category_id: of(pay), date: '2026-03-31', external_id: 'Pay, "2026/03"' }
  await ana.call(createIncome, { body: salary })
  const old7 = { amount: 7, category_id: of(old), date: '2026-03-06', external_id: 'pay, "2026/03"' }
  const trashed = await spend(ana, old7)
  await ana.call(updateExpense, {
    params: { id: meal.id },
    body: { amount: 13.5, date: '2026-03-07', external_id: 'bank-42' },
  })
  await ana.call(updateExpense, { params: { id: meal.id }, body: { notes: 'Lünch again' } })
  await ana.call(deleteExpense, { params: { id: trashed.id } })
  await ana.call(restoreExpense, { params: { id: trashed.id } })
  await ana.call(deleteExpense, { params: { id: trashed.id } })
  const drafts = [1, 2, 3].map((amount) => ({
    kind: 'expense' as const,
    amount,
    category_id: of(food),
    date: `2026-05-0${amount}`,
  }))
  await ana.call(createTransactions, { body: { transactions: drafts } })
}

async function oweAndLend(ana: Person, { food, pay, dollars }: Ids): Promise<void> {
  const draft = { name: 'Bela', phone: '+36 1 234', email: 'bela@example.com', notes: 'met in Pécs' }
  const bela = await ana.call(createContact, { body: draft })
  await ana.call(updateContact, { params: { id: bela.id }, body: { name: 'Béla' } })
  const unused = await ana.call(createContact, { body: { name: 'Unused' } })
  await ana.call(deleteContact, { params: { id: unused.id } })
  await ana.call(restoreContact, { params: { id: unused.id } })
  await ana.call(deleteContact, { params: { id: unused.id } })
  const debt = {
    name: 'Loan',
    reference: 'L-1',
    notes: 'by hand',
    opened_date: '2026-03-10',
    due_date: '2026-12-31',
    original_amount: 60,
    outstanding_amount: 50,
    contact_id: bela.id,
    currency_id: 'USD',
    account_id: (await account(ana, 'Payables')).id,
  }
  const { id } = await ana.call(createObligation, { body: debt })
  const payment = { amount: 20, date: '2026-03-20', fx_rate: 0.7, asset_account_id: dollars?.id ?? '' }
  const paid = await ana.call(createPayment, { params: { id }, body: payment })
  const again = await ana.call(createPayment, { params: { id }, body: { ...payment, amount: 5 } })
  await ana.call(updatePayment, { params: { id, payment_id: paid.id }, body: { amount: 15 } })
  await ana.call(deletePayment, { params: { id, payment_id: again.id } })
  await ana.call(updateObligation, { params: { id }, body: { ...debt, outstanding_amount: 33 } })
  for (const category_id of [pay?.id ?? '', pay?.id ?? '']) {
    await ana.call(writeOff, { params: { id }, body: { category_id, date: '2026-04-02', amount: 3 } })
    await ana.call(undoWriteOff, { params: { id } })
  }
  await ana.call(writeOff, { params: { id }, body: { category_id: pay?.id ?? '', date: '2026-04-02' } })
  const lent = { ...debt, account_id: (await account(ana, 'Receivables')).id, name: 'Lent' }
  await ana.call(createObligation, { body: lent })
  await ana.call(createObligation, { body: { ...debt, name: 'Borrowed' } })
  await ana.call(setOff, {
    params: { id: bela.id },
    body: { date: '2026-03-21', amount: 20, currency_id: 'USD' },
  })
  const dropped = await ana.call(createObligation, { body: { ...debt, name: 'Dropped' } })
  await ana.call(deleteObligation, { params: { id: dropped.id } })
  await spend(ana, {
    amount: 30,
    category_id: food?.id ?? '',
    date: '2026-03-12',
    currency_id: 'USD',
    shares: [{ contact_id: bela.id, amount: 10 }],
  })
}
