import { createAccount, listAccountLines, listAccounts } from '../contract/accounts.ts'
import { createTransactions } from '../contract/batches.ts'
import { createIncome, createTransfer } from '../contract/budgeting.ts'
import { putBudget } from '../contract/budgets.ts'
import { createCategory } from '../contract/categories.ts'
import type { Client } from '../contract/client.ts'
import { createContact } from '../contract/contacts.ts'
import { putExchangeRate } from '../contract/currencies.ts'
import { id as example } from '../contract/examples/ids.ts'
import { createGoal, createGoalMove } from '../contract/goals.ts'
import { createImportRule, type RuleDraft } from '../contract/import-rules.ts'
import { createImport, getImport } from '../contract/imports.ts'
import { createObligation, createPayment } from '../contract/obligations.ts'
import { createPlan } from '../contract/plans.ts'
import { createReconciliation, updateReconciliation } from '../contract/reconciliations.ts'
import { putValue } from '../contract/values.ts'
import { until } from './until.ts'

/** How many of each kind a wide book has. The records themselves are always as wide as the contract allows. */
export type Width = {
  contacts: number
  categories: number
  accounts: number
  /** Debts of one contact, in each direction. */
  debts: number
  plans: number
  goals: number
  moves: number
  rules: number
  /** Transactions with 100 parts each. */
  split: number
  /** Transactions with the longest notes, memo and tags. */
  noted: number
  plain: number
  /** Rows of a file. */
  rows: number
}

/** As wide as the contract's own limits allow where it has some, and as a person could make it in a few hours where it has none. */
export const FULL: Width = {
  contacts: 10_000,
  categories: 1_000,
  accounts: 500,
  debts: 800,
  plans: 500,
  goals: 90,
  moves: 2_000,
  rules: 200,
  split: 1_000,
  noted: 10_000,
  plain: 100_000,
  rows: 10_000,
}

/** As much as ten seconds make. Work may grow with the square of the larger numbers, so bounds are those of this width. */
export const SHORT: Width = {
  contacts: 900,
  categories: 100,
  accounts: 50,
  debts: 24,
  plans: 45,
  goals: 20,
  moves: 60,
  rules: 24,
  split: 30,
  noted: 240,
  plain: 5_000,
  rows: 800,
}

export const DAY = '2026-05-20'
const NOTES = 'ab'.concat('a'.repeat(9_998))
/** The notes of an obligation are bounded by the body alone. */
const DEBT_NOTES = 'n'.repeat(250_000)
/** The pattern that takes longest to search for one character at a time, and a text that nearly has it. */
export const SLOW_PATTERN = (n: number): string => `b${'a'.repeat(249)}${String(n).padStart(5, '0')}`
const TAGS = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(2, '0').padEnd(50, 't'))
const MEMO = 'shop '.repeat(51)

/** As many conditions as a rule may have. */
export const wideRule = (n: number, category_id: string): RuleDraft => ({
  name: `rule ${n}`.padEnd(150, 'r'),
  when: {
    match: 'any',
    conditions: [0, 1].map((half) => ({
      field: 'group' as const,
      match: 'any' as const,
      conditions: Array.from({ length: 50 }, (_, m) => ({
        field: 'text' as const,
        is: 'contains' as const,
        value: SLOW_PATTERN(n * 100 + half * 50 + m),
      })),
    })),
  },
  set: { category_id, add_tags: TAGS, notes: NOTES },
})

export const wideTransactions = (count: number, more: object) =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'expense' as const,
    amount: n + 0.37,
    date: dayOf(n),
    ...more,
  }))

export const wideFile = (rows: number): string =>
  `Date,Text,Amount\n${Array.from({ length: rows }, (_, n) => `${dayOf(n)},shop ${n} ${'a'.repeat(900)},-${n + 1}.00`).join('\n')}\n`

const dayOf = (n: number): string => {
  const month = String(1 + (n % 5)).padStart(2, '0')
  return `2026-${month}-${String(1 + (n % 28)).padStart(2, '0')}`
}

/** The records that stand for those of the contract's examples, by the id there; and the version of a change of many records. */
export type Filled = { of: Map<string, string>; version: number }

/** Fills the book of somebody who has just registered in euros, several requests at a time. */
export async function fillWide(ana: Client, width: Width): Promise<Filled> {
  const chart = await makeChart(ana, width)
  const { categories, salary, contacts, accounts, cash } = chart
  const [travel, bela] = [first(categories), first(contacts)]
  const debts = await owe(ana, width, chart)
  const plans = await many(width.plans, (n) =>
    ana.call(createPlan, {
      body: {
        name: `plan ${n}`.padEnd(150, 'p'),
        kind: 'expense',
        auto: false,
        draft: { amount: 100, splits: splitsOver(categories), notes: NOTES, tags: TAGS, contact_id: bela },
        schedule: { start: '2026-10-01', unit: n === 0 ? 'day' : 'month' },
      },
    }),
  )
  const inEuros = accounts.filter(({ currency_id }) => currency_id === 'EUR').map(({ id }) => id)
  const goals = await many(width.goals, (n) =>
    ana.call(createGoal, {
      body: {
        name: `goal ${n}`.padEnd(255, 'g'),
        target_amount: 100,
        notes: NOTES,
        ...(n % 2 === 0
          ? { envelope: { account_id: first(accounts) } }
          : { account_ids: inEuros.slice(0, 20) }),
      },
    }),
  )
  const moves = await many(width.moves, (n) =>
    ana.call(createGoalMove, {
      params: { id: first(goals) },
      body: { amount: 1, date: dayOf(n), notes: NOTES },
    }),
  )
  const rules = await many(width.rules, (n) => ana.call(createImportRule, { body: wideRule(n, travel) }))
  const batch = (count: number, more: object) =>
    ana.call(createTransactions, { body: { transactions: wideTransactions(count, more) } })
  const [split] = await inPieces(width.split, 50, (count) =>
    batch(count, { amount: 100, splits: splitsOver(categories), notes: NOTES, tags: TAGS }),
  )
  await inPieces(width.plain, 10_000, (count) =>
    batch(count, { category_id: travel, asset_account_id: first(accounts), memo: 'shop' }),
  )
  const noted = { category_id: travel, notes: NOTES, memo: MEMO, tags: TAGS, contact_id: bela }
  const [large] = await inPieces(width.noted, 800, (count) => batch(count, noted))
  const income = await ana.call(createIncome, {
    body: { amount: 9, category_id: salary, notes: NOTES, date: DAY },
  })
  const transfer = await ana.call(createTransfer, {
    body: { from_account_id: cash, to_account_id: first(accounts), amount: 1, notes: NOTES, date: DAY },
  })
  const params = { id: first(accounts) }
  const { data: lines } = await ana.call(listAccountLines, { params, query: { limit: 1000, date_to: DAY } })
  const { id: reconciliation_id } = await ana.call(createReconciliation, {
    params,
    body: { date: DAY, balance: 5 },
  })
  const cleared_line_ids = lines.filter(({ kind }) => kind === 'expense').map(({ id }) => id)
  await ana.call(updateReconciliation, {
    params: { ...params, reconciliation_id },
    body: { cleared_line_ids },
  })
  const file = await ana.call(createImport, {
    query: { account_id: first(accounts) },
    body: wideFile(width.rows),
  })
  await untilRead(ana, file.id)
  const named = {
    travel,
    salary,
    bela,
    cash,
    savings: first(accounts),
    ...debts,
    income: income.id,
    transfer: transfer.id,
    expense: split?.data[0]?.id ?? missing(),
    plan: first(plans),
    goal: first(goals),
    goalMove: first(moves),
    importRule: first(rules),
    reconciliation: reconciliation_id,
    bankFile: file.id,
    incomeDebit: cleared_line_ids[0] ?? '',
    transferCredit: cleared_line_ids[1] ?? '',
  }
  const of = Object.entries(named).map(
    ([name, id]): [string, string] => [example[name as keyof typeof named], id], // its keys are these
  )
  return { of: new Map(of), version: large?.data[0]?.version ?? missing() }
}

/** Waits until a file was read and judged. */
export const untilRead = (ana: Client, id: string): Promise<void> =>
  until(async () => (await ana.call(getImport, { params: { id } })).status !== 'reading', 120_000)

type Made = { id: string }
type Chart = Awaited<ReturnType<typeof makeChart>>

async function makeChart(ana: Client, width: Width) {
  const addCategory = (n: number, kind: 'expense' | 'income') =>
    ana.call(createCategory, { body: { name: `shop ${n} `.padEnd(255, 'c'), kind } })
  const categories = await many(width.categories, (n) => addCategory(n, 'expense'))
  const { id: salary } = await addCategory(0, 'income')
  const contacts = await many(width.contacts, (n) =>
    ana.call(createContact, { body: { name: `shop ${n} `.padEnd(255, 'p'), notes: NOTES } }),
  )
  const accounts = await many(width.accounts, (n) =>
    ana.call(createAccount, {
      body: {
        name: `shop ${n} `.padEnd(255, 'k'),
        type: 'asset',
        currency_id: n % 2 ? 'JPY' : 'EUR',
        ...(n % 2 === 0 && { opening_balance: 100, opening_date: '2026-01-01' }),
      },
    }),
  )
  const { data: chart } = await ana.call(listAccounts, { query: { limit: 1000 } })
  const called = (name: string) => (chart.find((one) => one.name === name) ?? missing()).id
  await many(28, (n) =>
    ana.call(putExchangeRate, {
      params: { from: 'JPY', to: 'EUR', date: dayOf(n) },
      body: { rate: 0.006 },
    }),
  )
  await many(width.categories, (n) =>
    ana.call(putBudget, {
      params: { category_id: categories[n]?.id ?? '', month: '2026-05' },
      body: { amount: 5, rollover: true },
    }),
  )
  await many(28, (n) =>
    ana.call(putValue, {
      params: { id: accounts[0]?.id ?? '', date: dayOf(n) },
      body: { amount: 1000 + n, fx_rate: 1, notes: NOTES },
    }),
  )
  const own = { cash: called('Cash'), receivables: called('Receivables'), payables: called('Payables') }
  return { categories, salary, contacts, accounts, ...own }
}

/** Debts of one contact in both directions, with the longest notes. */
async function owe(ana: Client, width: Width, { contacts, cash, receivables, payables }: Chart) {
  const debts = await many(width.debts * 2, (n) =>
    ana.call(createObligation, {
      body: {
        name: `debt ${n}`,
        opened_date: '2026-01-10',
        ...amountOf(n % 2 ? 50 : 100),
        contact_id: first(contacts),
        currency_id: 'EUR',
        notes: DEBT_NOTES,
        account_id: n % 2 ? payables : receivables,
      },
    }),
  )
  const [debt = missing()] = debts.slice(-2) // the last that is paid
  const { id: payment } = await ana.call(createPayment, {
    params: { id: debt.id },
    body: { amount: 1, date: DAY, asset_account_id: cash, notes: NOTES },
  })
  return { debt: debt.id, payment, receivables }
}

const amountOf = (amount: number) => ({ original_amount: amount, outstanding_amount: amount })

/** As many parts as an expense may have, of 1 each, over as many categories as there are. */
const splitsOver = (categories: readonly Made[]) =>
  Array.from({ length: 100 }, (_, n) => ({
    category_id: (categories[n % categories.length] ?? missing()).id,
    amount: 1,
    memo: MEMO,
  }))

const first = ([one = missing()]: readonly Made[]): string => one.id

function missing(): never {
  throw new Error('The book should have it.')
}

/** Several at a time, in any order. */
const AT_ONCE = 16

async function many<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  let next = 0
  const work = async () => {
    while (next < count) {
      const n = next++
      made[n] = await make(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return made
}

async function inPieces<T>(all: number, most: number, make: (count: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let left = all; left > 0; left -= most) made.push(await make(Math.min(left, most)))
  return made
}
