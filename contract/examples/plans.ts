import type { Forecast } from '../forecast.ts'
import type { NewPlan, Occurrence, OccurrenceAction, Plan, PlanChange } from '../plans.ts'
import type { FixedPlans, FoundPlan } from '../recurring.ts'
import { id, stamps } from './ids.ts'

const trainPass: Plan = {
  id: id.plan,
  name: 'Train pass',
  kind: 'expense',
  draft: { amount: 49, category_id: id.travel, asset_account_id: id.savings },
  schedule: {
    start: '2026-01-31',
    every: 1,
    unit: 'month',
    on: 'last',
    end: null,
    count: null,
    working_days: 'before',
  },
  auto: true,
  next_date: '2026-05-29',
  version: 11,
  ...stamps,
}
const occurrence: Occurrence = {
  id: id.occurrence,
  plan_id: id.plan,
  plan_name: 'Train pass',
  kind: 'expense',
  scheduled_date: '2026-05-31',
  date: '2026-05-29',
  amount: 49,
  currency_id: 'EUR',
  draft: null,
  auto: true,
  state: 'coming',
  reason: null,
  transaction_id: null,
  obligation_id: null,
  goal_move_id: null,
  version: null,
}
const forecast: Forecast = {
  date_from: '2026-05-20',
  date_to: '2026-05-31',
  points: [
    {
      date: '2026-05-20',
      account_id: id.savings,
      account_name: 'Savings',
      currency_id: 'EUR',
      amount: 0,
      balance: 1200,
      because: { kind: 'balance', id: null, name: null, date: '2026-05-20' },
    },
    {
      date: '2026-05-29',
      account_id: id.savings,
      account_name: 'Savings',
      currency_id: 'EUR',
      amount: -49,
      balance: 1151,
      because: { kind: 'plan', id: id.plan, name: 'Train pass', date: '2026-05-29' },
    },
  ],
  envelopes: [{ date: '2026-05-20', account_id: id.savings, currency_id: 'EUR', held: 300 }],
  is_complete: true,
  left_out: [],
}
const found: FoundPlan = {
  key: '6f1d7a2b0c9e4835a1b2c3d4e5f60718',
  name: 'Train pass',
  kind: 'expense',
  draft: { amount: 49, currency_id: 'EUR', category_id: id.travel, asset_account_id: id.savings },
  schedule: {
    start: '2026-05-31',
    every: 1,
    unit: 'month',
    on: 'last',
    end: null,
    count: null,
    working_days: 'before',
  },
  next_date: '2026-05-29',
  amount: 49,
  base_amount: 49,
  smallest_amount: 49,
  largest_amount: 49,
  currency_id: 'EUR',
  count: 3,
  evidence: [{ transaction_id: id.expense, date: '2026-04-30', amount: 49 }],
}
const fixed: FixedPlans = {
  base_currency_id: 'EUR',
  date: '2026-05-20',
  out: 49,
  in: 0,
  rows: [
    {
      plan_id: id.plan,
      plan_name: 'Train pass',
      currency_id: 'EUR',
      amount: 49,
      side: 'out',
      base_amount: 49,
    },
  ],
  is_complete: true,
  left_out: [],
}
const planDraft: NewPlan = {
  name: 'Train pass',
  kind: 'expense',
  draft: { amount: 49, category_id: id.travel, asset_account_id: id.savings },
  schedule: { start: '2026-01-31', unit: 'month', on: 'last', working_days: 'before' },
  auto: true,
}
const planChange: PlanChange = { auto: false }
const occurrenceAction: OccurrenceAction = { action: 'post', draft: { amount: 52 } }

/** The plans of the household of the examples, by the name of their shape. */
export const examplesOfPlans: Record<string, unknown> = {
  Plan: trainPass,
  Occurrence: occurrence,
  Forecast: { ...forecast, ignored: [] },
  FoundPlan: found,
  FixedPlans: { ...fixed, ignored: [] },
  PlanDraft: planDraft,
  PlanChange: planChange,
  OccurrenceAction: occurrenceAction,
}
