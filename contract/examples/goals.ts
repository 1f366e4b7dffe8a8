import type { Goal, GoalChange, GoalDraft, GoalMove, GoalMoveDraft } from '../goals.ts'
import { id, stamps } from './ids.ts'

/** The saving goal of the examples: Ana goes to Japan again. */
export const japan: Goal = {
  id: id.goal,
  name: 'Japan in spring',
  target_amount: 1200,
  currency_id: 'EUR',
  target_date: '2027-04-01',
  account_ids: [],
  envelope: { account_id: id.savings },
  icon: 'plane',
  notes: null,
  is_active: true,
  saved: 300,
  left: 900,
  needed_a_month: 81.82,
  pace: { a_month: 100, reaches_on: '2027-02-20', on_time: true },
  is_reached: false,
  reached_on: null,
  explain: `/goals/${id.goal}/moves`,
  explains: [],
  also_in: [],
  also_in_count: 0,
  overdrawn: null,
  envelope_account: { balance: 1200, held: 300 },
  version: 15,
  ...stamps,
}
const move: GoalMove = {
  id: id.goalMove,
  goal_id: id.goal,
  date: '2026-05-01',
  amount: 100,
  currency_id: 'EUR',
  notes: null,
  plan_id: id.goalPlan,
  version: 16,
  ...stamps,
}
const draft: GoalDraft = {
  name: 'Japan in spring',
  target_amount: 1200,
  target_date: '2027-04-01',
  envelope: { account_id: id.savings },
  icon: 'plane',
}
const change: GoalChange = { target_amount: 1500, target_date: null }
const moveDraft: GoalMoveDraft = { amount: 100, notes: 'From the bonus.' }

export const examplesOfGoals: Record<string, unknown> = {
  Goal: japan,
  GoalMove: move,
  GoalDraft: draft,
  GoalChange: change,
  GoalMoveDraft: moveDraft,
}
