import type { MoneyFlow } from '../flow.ts'
import type { Overview } from '../overview.ts'
import type { BalanceSheet, CashFlow, IncomeStatement, NetWorth, Spending } from '../reports.ts'
import type { Valuation } from '../valuation.ts'
import { japan } from './goals.ts'
import { id } from './ids.ts'
import { expense } from './transactions.ts'

/** The reports of the household in May 2026, which agree with its trial balance. */
const may = { label: '2026-05', date_from: '2026-05-01', date_to: '2026-05-31' }
const april = { label: '2026-04', date_from: '2026-04-01', date_to: '2026-04-30' }
const { date_from, date_to } = may
const inMay = `date_from=${date_from}&date_to=${date_to}&include=sum`
const inApril = `date_from=${april.date_from}&date_to=${april.date_to}&include=sum`
const range = { base_currency_id: 'EUR', date_from, date_to }

const linesOf = (account: string, days = inMay) => `/accounts/${account}/lines?${days}`
const sectionOf = (section: string) => `/budgeting/transactions?section=${section}&${inMay}`
const valuationOf = (query = '') => `/reports/valuation?date=${date_to}${query}`
const series = (total: number) => ({ amounts: [total], total })
const explained = (explain: string) => ({ explain, explains: [explain] })

const incomeStatement: IncomeStatement = {
  ...range,
  periods: [may],
  income: [
    {
      category_id: id.salary,
      category_name: 'Salary',
      account_id: id.salaryAccount,
      ...series(2500),
      ...explained(linesOf(id.salaryAccount)),
    },
  ],
  expense: [
    {
      category_id: id.travel,
      category_name: 'Travel',
      account_id: id.travelAccount,
      ...series(6.48),
      ...explained(linesOf(id.travelAccount)),
    },
  ],
  totals: {
    income: { ...series(2500), ...explained(sectionOf('income,exchange')) },
    expense: { ...series(6.48), ...explained(sectionOf('expense')) },
    net: { ...series(2493.52), ...explained(sectionOf('income,exchange,expense')) },
    savings_rate: { amounts: [0.9974], total: 0.9974 },
  },
}

const balance = (account_id: string | null, account_name: string, amount: number, explain: string) => ({
  account_id,
  account_name,
  base_balance: amount,
  base_value: amount,
  explain,
  balances: account_id === null ? [] : [{ currency_id: 'EUR', amount }],
})
const until = `date_to=${date_to}&include=sum`

const balanceSheet: BalanceSheet = {
  base_currency_id: 'EUR',
  date: date_to,
  assets: [
    balance(id.cash, 'Cash', 143.52, linesOf(id.cash, until)),
    balance(id.savings, 'Savings', 3800, linesOf(id.savings, until)),
    balance(id.receivables, 'Receivables', 50, linesOf(id.receivables, until)),
  ],
  liabilities: [],
  equity: [
    balance(id.openings, 'Opening balances', 1500, linesOf(id.openings, until)),
    balance(
      null,
      'Result so far',
      2493.52,
      `/budgeting/transactions?section=income,exchange,expense&${until}`,
    ),
    balance(null, 'Unrealised difference', 0, valuationOf('&of=difference')),
  ],
  totals: { assets: 3993.52, liabilities: 0, equity: 3993.52 },
  explains: {
    assets: valuationOf('&section=money,claim'),
    liabilities: valuationOf('&section=liability'),
    equity: valuationOf(),
  },
  is_complete: true,
  missing_rates: [],
}

const held = (account_id: string, account_name: string, amount: number) => ({
  account_id,
  account_name,
  currency_id: 'EUR',
  amount,
  base_balance: amount,
  rate: 1,
  rate_date: date_to,
  base_value: amount,
  difference: 0,
  since: 0,
})

const valuation: Valuation = {
  data: [
    held(id.cash, 'Cash', 143.52),
    held(id.savings, 'Savings', 3800),
    held(id.receivables, 'Receivables', 50),
  ],
  meta: { sum_base: 3993.52, is_complete: true, ignored: [] },
}

const points = [
  { date: april.date_to, net: 1500 },
  { date: date_to, net: 3993.52 },
].map(({ date, net }) => ({
  date,
  assets: net,
  liabilities: 0,
  net,
  opening: 0,
  is_complete: true,
  begins_later: { assets: 0, liabilities: 0 },
  explain: `/reports/valuation?date=${date}`,
}))

const began_with = {
  net: 1500,
  accounts: [{ account_id: id.savings, account_name: 'Savings', date: april.date_from, net: 1500 }],
}

const netWorth: NetWorth = {
  ...range,
  points,
  changes: {
    income: 2500,
    expense: 6.48,
    exchange: 0,
    revalued: 0,
    other: 0,
    value: 0,
    opening: 0,
    between: 0,
  },
  explains: {
    income: sectionOf('income'),
    expense: sectionOf('expense'),
    exchange: valuationOf(`&of=difference&since=${april.date_to}`),
    other: sectionOf('equity'),
    value: sectionOf('value'),
    opening: linesOf(id.openings),
    between: sectionOf('money,thing,liability&flow=between'),
  },
  began_with,
  is_complete: true,
  missing_rates: [],
}

const spending: Spending = {
  ...range,
  previous_date_from: april.date_from,
  previous_date_to: april.date_to,
  rows: [
    {
      id: id.travel,
      name: 'Travel',
      amount: 6.48,
      share: 1,
      previous: 0,
      change: 6.48,
      count: 1,
      explain: `/budgeting/transactions?category_id=${id.travel}&${inMay}`,
      previous_explain: `/budgeting/transactions?category_id=${id.travel}&${inApril}`,
    },
  ],
  total: 6.48,
  previous_total: 0,
  explain: sectionOf('expense'),
  is_complete: true,
  previous_explain: `/budgeting/transactions?section=expense&${inApril}`,
}

const flow = (account: string, total: number, side: string) => ({
  ...series(total),
  explain: `/accounts/${account}/lines?date_from=${date_from}&date_to=${date_to}&side=${side}&include=sum`,
})

const cashFlow: CashFlow = {
  ...range,
  periods: [may],
  accounts: [
    {
      account_id: id.cash,
      account_name: 'Cash',
      in: flow(id.cash, 30, 'debit'),
      out: flow(id.cash, 256.48, 'credit'),
      net: series(-226.48),
      ...explained(linesOf(id.cash)),
    },
    {
      account_id: id.savings,
      account_name: 'Savings',
      in: flow(id.savings, 2700, 'debit'),
      out: flow(id.savings, 0, 'credit'),
      net: series(2700),
      ...explained(linesOf(id.savings)),
    },
  ],
  totals: {
    in: series(2530),
    out: series(56.48),
    net: series(2473.52),
    moved: series(200),
    ...explained(sectionOf('money')),
    came_in: { ...series(2530), ...explained(sectionOf('money&flow=in')) },
    went_out: { ...series(56.48), ...explained(sectionOf('money&flow=out')) },
    opening: { ...series(0), ...explained(sectionOf('money&kind=opening')) },
    between: { ...series(0), ...explained(sectionOf('money&flow=between')) },
    value: { ...series(0), ...explained(sectionOf('money&kind=value')) },
  },
}

const spent = { amount: 6.48, previous: 0, change: 6.48 }

const moneyFlow: MoneyFlow = {
  ...range,
  income: 2500,
  nodes: [
    {
      id: `income:${id.salaryAccount}`,
      name: 'Salary',
      kind: 'income',
      category_id: id.salary,
      account_id: id.salaryAccount,
    },
    { id: 'total', name: 'Income', kind: 'total', category_id: null, account_id: null },
    {
      id: `category:${id.travelAccount}`,
      name: 'Travel',
      kind: 'category',
      category_id: id.travel,
      account_id: id.travelAccount,
    },
    { id: 'kept', name: 'Kept', kind: 'kept', category_id: null, account_id: null },
  ],
  links: [
    {
      from: `income:${id.salaryAccount}`,
      to: 'total',
      amount: 2500,
      explain: linesOf(id.salaryAccount),
    },
    {
      from: 'total',
      to: `category:${id.travelAccount}`,
      amount: 6.48,
      explain: linesOf(id.travelAccount),
    },
    { from: 'total', to: 'kept', amount: 2493.52, explain: sectionOf('income,exchange,expense') },
  ],
}

const overview: Overview = {
  date: date_to,
  base_currency_id: 'EUR',
  net_worth: {
    net: 3993.52,
    assets: 3993.52,
    liabilities: 0,
    change: 2493.52,
    opening: 0,
    between: 0,
    value: 0,
    revalued: 0,
    points,
    began_with,
    is_complete: true,
    missing_rates: [],
  },
  spent: {
    ...may,
    ...spent,
    days: [{ date: date_from, amount: 6.48 }],
    previous_month: { ...april, total: 0, days: [{ date: april.date_from, amount: 0 }] },
    income: 2500,
    explain: sectionOf('expense'),
    income_explain: sectionOf('income'),
    previous_explain: `/budgeting/transactions?section=expense&${inApril}`,
  },
  budgets: { month: may.label, left: 0, rows: [] },
  categories: {
    rows: [
      {
        category_id: id.travel,
        category_name: 'Travel',
        account_id: id.travelAccount,
        ...spent,
        explain: linesOf(id.travelAccount),
        previous_explain: linesOf(id.travelAccount, inApril),
      },
    ],
    rest: {
      count: 0,
      amount: 0,
      previous: 0,
      change: 0,
      explain: `/budgeting/transactions?section=expense&except_account_id=${id.travelAccount}&${inMay}`,
      previous_explain: `/budgeting/transactions?section=expense&except_account_id=${id.travelAccount}&${inApril}`,
    },
  },
  because: [
    {
      category_id: id.travel,
      name: 'Travel',
      ...spent,
      explain: linesOf(id.travelAccount),
      previous_explain: linesOf(id.travelAccount, inApril),
    },
  ],
  owed: {
    receivable: 50,
    payable: 0,
    balance: 50,
    late_count: 0,
    explains: {
      receivable: '/obligations?status=open&direction=receivable&include=sum',
      payable: '/obligations?status=open&direction=payable&include=sum',
    },
    obligations: [
      {
        id: id.debt,
        name: 'Concert ticket',
        direction: 'receivable',
        contact_id: id.bela,
        contact_name: 'Bela',
        due_date: '2026-06-30',
        days_late: 0,
        outstanding_amount: 50,
        currency_id: 'EUR',
        outstanding_base: 50,
        expense_id: null,
      },
    ],
  },
  latest: [expense],
  coming_up: [],
  goals: [japan],
  todo: [{ kind: 'late_debts', count: 1, path: '/obligations?overdue=true&include=sum' }],
}

export const examplesOfReports: Record<string, unknown> = {
  IncomeStatement: { ...incomeStatement, ignored: [] },
  BalanceSheet: { ...balanceSheet, ignored: [] },
  Valuation: valuation,
  NetWorth: { ...netWorth, ignored: [] },
  Spending: { ...spending, ignored: [] },
  CashFlow: { ...cashFlow, ignored: [] },
  MoneyFlow: { ...moneyFlow, ignored: [] },
  Overview: { ...overview, ignored: [] },
}
