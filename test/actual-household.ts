import type { ActualBook } from './actual-file.ts'

/** An invented household in the tables of Actual. Amounts are cents. */

const tx = (
  id: string,
  date: number,
  acct: string,
  amount: number,
  more: Readonly<Record<string, string | number | null>> = {},
) => ({ id, date, acct, amount, sort_order: date, ...more })

/** A transfer, which has a half on each account. */
const moved = (id: string, date: number, from: string, to: string, amount: number, more = {}) => [
  tx(`${id}-out`, date, from, -amount, { description: `p-${to}`, transferred_id: `${id}-in`, ...more }),
  tx(`${id}-in`, date, to, amount, { description: `p-${from}`, transferred_id: `${id}-out` }),
]

const json = (value: unknown) => JSON.stringify(value)
const set = (field: string, value: string) => ({ op: 'set', field, value, type: 'id' })

/** A schedule with the rule that says when and how much. */
const scheduled = (
  id: string,
  facts: {
    name?: string
    payee?: string
    account?: string | null
    amount: unknown
    op?: string
    date: unknown
    next: number
    actions?: readonly unknown[]
    more?: Readonly<Record<string, number>>
  },
) => ({
  schedule: { id, rule: `r-${id}`, name: facts.name ?? null, ...facts.more },
  next: {
    id: `n-${id}`,
    schedule_id: id,
    local_next_date: facts.next,
    local_next_date_ts: 5,
    base_next_date: 20200101,
    base_next_date_ts: 5,
  },
  rule: {
    id: `r-${id}`,
    stage: null,
    conditions: json([
      ...(facts.payee ? [{ op: 'is', field: 'description', value: facts.payee, type: 'id' }] : []),
      ...(facts.account === null
        ? []
        : [{ op: 'is', field: 'acct', value: facts.account ?? 'giro', type: 'id' }]),
      { op: facts.op ?? 'is', field: 'amount', value: facts.amount },
      { op: 'isapprox', field: 'date', value: facts.date },
    ]),
    actions: json([{ op: 'link-schedule', value: id }, ...(facts.actions ?? [])]),
  },
})

const schedules = [
  scheduled('rent', {
    name: 'Rent',
    payee: 'p-lord',
    amount: -85000,
    date: { frequency: 'monthly', start: '2024-11-01', skipWeekend: true, weekendSolveMode: 'after' },
    next: 20260302, // 1 March is a Sunday
    actions: [set('category', 'c-rent'), { op: 'set', field: 'notes', value: 'Flat 7' }],
  }),
  scheduled('pay', {
    payee: 'p-work',
    amount: { num1: 240000, num2: 250000 },
    op: 'isbetween',
    date: { frequency: 'monthly', start: '2025-01-31', patterns: [{ type: 'day', value: -1 }] },
    next: 20260228,
    actions: [set('category', 'c-pay')],
  }),
  scheduled('save', {
    name: 'Saving',
    payee: 'p-save',
    amount: -10000,
    date: {
      frequency: 'weekly',
      interval: 2,
      start: '2026-01-09',
      endMode: 'after_n_occurrences',
      endOccurrences: 10,
    },
    next: 20260220, // the fourth, which is paid
    more: { posts_transaction: 1 },
  }),
  scheduled('cinema', {
    name: 'Cinema',
    amount: -1500,
    date: {
      frequency: 'monthly',
      start: '2026-01-01',
      patterns: [
        { type: 'FR', value: 2 },
        { type: 'day', value: 30 },
      ],
    },
    next: 20260213,
  }),
  scheduled('gift', { name: 'Gift', amount: -5000, date: '2026-05-08', next: 20260508 }),
  scheduled('old', {
    name: 'Old loan',
    amount: -5000,
    date: '2023-05-08',
    next: 20230508,
    more: { completed: 1 },
  }),
  scheduled('none', { name: 'Anywhere', account: null, amount: -5000, date: '2026-05-08', next: 20260508 }),
  scheduled('twice', {
    name: 'In parts',
    amount: -5000,
    date: '2026-05-09',
    next: 20260509,
    actions: [{ op: 'set-split-amount', value: 2000, options: { splitIndex: 1, method: 'fixed-amount' } }],
  }),
]

const rule = (id: string, conditions: readonly unknown[], actions: readonly unknown[], more = {}) => ({
  id,
  stage: null,
  conditions: json(conditions),
  actions: json(actions),
  ...more,
})
const words = (field: string, op: string, value: unknown) => ({ field, op, value })

const rules = [
  rule(
    'r1',
    [words('imported_description', 'oneOf', ['lidl sagt danke', 'lidl 4711'])],
    [set('description', 'p-lidl')],
    {
      stage: 'pre',
    },
  ),
  rule('r2', [words('description', 'is', 'p-lidl')], [set('category', 'c-food')]),
  rule('r3', [words('description', 'is', 'p-baker')], [set('category', 'c-food')]),
  rule(
    'r4',
    [
      words('imported_description', 'contains', 'stadtwerke'),
      { field: 'amount', op: 'gt', value: 5000, options: { outflow: true } },
      words('acct', 'is', 'giro'),
    ],
    [set('category', 'c-power'), { op: 'set', field: 'notes', value: 'Meter 12' }],
  ),
  rule('r5', [words('date', 'is', '2026-01')], [set('category', 'c-food')]),
  rule('r6', [words('imported_description', 'matches', '^x.*')], [set('category', 'c-food')]),
  rule(
    'r7',
    [words('imported_description', 'contains', 'own transfer'), words('notes', 'doesNotContain', 'gift')],
    [set('description', 'p-save')],
  ),
  rule('r8', [words('notes', 'contains', 'void')], [{ op: 'delete-transaction', value: '' }]),
  rule(
    'r9',
    [words('description', 'is', 'p-cinema')],
    [set('category', 'c-fun'), { op: 'set', field: 'cleared', value: true }],
  ),
  rule('dead', [words('notes', 'contains', 'dead')], [set('category', 'c-food')], { tombstone: 1 }),
]

const planned = (table: string, month: number, category: string, amount: number, carryover = 0) => ({
  id: `${table}-${month}-${category}`,
  month,
  category,
  amount,
  carryover,
})
const zero = (...all: Parameters<typeof planned> extends [string, ...infer Rest] ? Rest : never) =>
  planned('zero', ...all)

export const household: ActualBook = {
  accounts: [
    { id: 'giro', name: 'Girokonto', sort_order: 1 },
    { id: 'card', name: 'Visa', sort_order: 2 },
    { id: 'save', name: 'Savings', sort_order: 3 },
    { id: 'house', name: 'House fund', offbudget: 1, sort_order: 4 },
    { id: 'old', name: 'Visa', closed: 1, sort_order: 5 },
    { id: 'gone', name: 'Mistake', tombstone: 1, sort_order: 6 },
  ],
  category_groups: [
    { id: 'g-home', name: 'Home', sort_order: 1 },
    { id: 'g-daily', name: 'Daily: usual', sort_order: 2 },
    { id: 'g-old', name: 'Old', sort_order: 3, hidden: 1 },
    { id: 'g-in', name: 'Income', is_income: 1, sort_order: 9 },
  ],
  categories: [
    { id: 'c-rent', name: 'Rent', cat_group: 'g-home', sort_order: 2 },
    { id: 'c-power', name: 'Power', cat_group: 'g-home', sort_order: 1, goal_def: '[{"type":"simple"}]' },
    { id: 'c-food', name: 'Groceries', cat_group: 'g-daily', sort_order: 3 },
    { id: 'c-fun', name: 'Fun', cat_group: 'g-daily', sort_order: 4 },
    { id: 'c-gym', name: 'Gym', cat_group: 'g-old', sort_order: 5 },
    { id: 'c-eat', name: 'Eating', cat_group: 'g-daily', sort_order: 6, tombstone: 1 },
    { id: 'c-pay', name: 'Salary', is_income: 1, cat_group: 'g-in', sort_order: 1 },
    { id: 'c-start', name: 'Starting Balances', is_income: 1, cat_group: 'g-in', sort_order: 2 },
  ],
  category_mapping: [
    ...['c-rent', 'c-power', 'c-food', 'c-fun', 'c-gym', 'c-pay', 'c-start'].map((id) => ({
      id,
      transferId: id,
    })),
    { id: 'c-eat', transferId: 'c-food' }, // merged
  ],
  payees: [
    ...['giro', 'card', 'save', 'house', 'old'].map((id) => ({ id: `p-${id}`, name: '', transfer_acct: id })),
    { id: 'p-start', name: 'Starting Balance' },
    { id: 'p-lidl', name: 'Lidl' },
    { id: 'p-baker', name: 'Corner Bakery' },
    { id: 'p-work', name: 'Hay Works' },
    { id: 'p-lord', name: 'Landlord' },
    { id: 'p-power', name: 'Stadtwerke' },
    { id: 'p-cinema', name: 'Cinema' },
    { id: 'p-twin', name: 'LIDL 2', tombstone: 1 },
  ],
  payee_mapping: [
    ...[
      'giro',
      'card',
      'save',
      'house',
      'old',
      'start',
      'lidl',
      'baker',
      'work',
      'lord',
      'power',
      'cinema',
    ].map((id) => ({ id: `p-${id}`, targetId: `p-${id}` })),
    { id: 'p-twin', targetId: 'p-lidl' },
  ],
  transactions: [
    tx('t1', 20260101, 'giro', 150000, {
      description: 'p-start',
      category: 'c-start',
      starting_balance_flag: 1,
    }),
    tx('t2', 20260101, 'card', -20000, {
      description: 'p-start',
      category: 'c-start',
      starting_balance_flag: 1,
    }),
    tx('t3', 20260101, 'house', 900000, { description: 'p-start', starting_balance_flag: 1 }),
    tx('t4', 20260105, 'giro', 240000, { description: 'p-work', category: 'c-pay', reconciled: 1 }),
    tx('t5', 20260107, 'giro', -4250, {
      description: 'p-twin',
      category: 'c-eat',
      imported_description: 'LIDL SAGT DANKE',
      notes: 'for the party #party #with-friends',
    }),
    tx('t6', 20260109, 'card', -1290, { description: 'p-cinema', category: 'c-fun', cleared: 0 }),
    tx('t7', 20260112, 'card', 1290, { description: 'p-cinema', category: 'c-fun' }), // refunded
    ...moved('m1', 20260115, 'giro', 'card', 15000),
    ...moved('m2', 20260116, 'giro', 'house', 20000, { category: 'c-rent' }),
    // A split in categories alone, and one with a transfer in it.
    tx('s1', 20260120, 'giro', -6000, { description: 'p-lidl', isParent: 1, notes: 'Weekend' }),
    tx('s1/1', 20260120, 'giro', -4000, {
      isChild: 1,
      parent_id: 's1',
      description: 'p-lidl',
      category: 'c-food',
    }),
    tx('s1/2', 20260120, 'giro', -2000, {
      isChild: 1,
      parent_id: 's1',
      description: 'p-lidl',
      category: 'c-fun',
      notes: 'Toys #kids',
    }),
    tx('s2', 20260123, 'giro', -11500, { description: 'p-baker', isParent: 1 }),
    tx('s2/1', 20260123, 'giro', -1500, {
      isChild: 1,
      parent_id: 's2',
      description: 'p-baker',
      category: 'c-food',
    }),
    tx('s2/2', 20260123, 'giro', -10000, {
      isChild: 1,
      parent_id: 's2',
      description: 'p-save',
      transferred_id: 's2-in',
    }),
    tx('s2-in', 20260125, 'save', 10000, { description: 'p-giro', transferred_id: 's2/2' }),
    tx('t8', 20260203, 'giro', -6140, { description: 'p-power', category: 'c-power' }),
    tx('t9', 20260204, 'giro', -85000, { description: 'p-lord', category: 'c-rent' }),
    tx('t10', 20260205, 'giro', -1999, { description: 'p-cinema', notes: '#fun' }), // without a category
    tx('t11', 20260206, 'house', 12000, { description: 'p-start' }), // gains
    tx('t12', 20260220, 'giro', -10000, {
      description: 'p-save',
      transferred_id: 't12-in',
      schedule: 'save',
    }),
    tx('t12-in', 20260220, 'save', 10000, { description: 'p-giro', transferred_id: 't12', schedule: 'save' }),
    tx('t13', 20260221, 'old', 500, { description: 'p-start', starting_balance_flag: 1 }),
    tx('t14', 20260222, 'old', -500, { description: 'p-cinema', category: 'c-fun' }),
    tx('t15', 20260223, 'giro', 0, { description: 'p-cinema', category: 'c-fun' }),
    tx('x1', 20260110, 'giro', -99999, { description: 'p-lidl', category: 'c-food', tombstone: 1 }),
    tx('x2', 20260110, 'giro', -777, { isChild: 1, parent_id: 'x1', category: 'c-food' }),
    tx('x3', 20260110, 'gone', -888, { category: 'c-food' }),
  ],
  zero_budgets: [
    zero(202601, 'c-food', 12000),
    zero(202601, 'c-fun', 1000), // 20.00 are spent of it
    zero(202602, 'c-fun', 2000),
    zero(202602, 'c-power', 7000),
    zero(202602, 'c-rent', 85000),
    zero(202601, 'c-rent', 15000, 1), // 200.00 are spent of it, and what is missing goes on
    zero(202602, 'c-food', -2000),
  ],
  reflect_budgets: [
    planned('reflect', 202601, 'c-food', 30000),
    planned('reflect', 202602, 'c-food', 31000, 1),
    planned('reflect', 202601, 'c-pay', 240000),
  ],
  zero_budget_months: [{ id: '2026-02', buffered: 5000 }],
  schedules: schedules.map(({ schedule }) => schedule),
  schedules_next_date: schedules.map(({ next }) => next),
  rules: [...rules, ...schedules.map(({ rule: one }) => one)],
  notes: [
    { id: 'account-giro', note: 'IBAN is in the drawer' },
    { id: 'c-food', note: '' },
  ],
  custom_reports: [{ id: 'rep1', name: 'Spending' }],
}
