import type { Day } from '../../contract/day.ts'
import type { NewPlan, Plan, PlanDraft, PlanKind } from '../../contract/plans.ts'
import type { OnDay, Schedule } from '../../contract/schedule.ts'
import type { ScheduleDraft } from '../../contract/schedule-shapes.ts'
import { t } from '../../words/t.ts'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'
import { amountOfPlan } from './plan-words.ts'

/** The fields of a plan's form, as people fill them in, and the plan that they make. */
export type PlanForm = {
  kind: PlanKind
  name: string
  amount: string
  currency_id: string
  category_id: string | null
  asset_account_id: string | null
  from_account_id: string | null
  to_account_id: string | null
  contact_id: string | null
  /** Of a debt: the account of the category that it is for. */
  account_id: string | null
  /** The goal whose envelope is filled. */
  goal_id: string | null
  /** Of a debt: how many days after its own day it is due; empty for no due date. */
  due_days: string
  auto: boolean
  start: Day
  every: string
  unit: Schedule['unit']
  on: 'day' | 'last' | 'weekday'
  day: string
  nth: number
  weekday: number
  ends: 'never' | 'day' | 'count'
  end: Day
  count: string
  working_days: Schedule['working_days']
}

const dayOf = (day: Day): number => Number(day.slice(8))
const weekdayOf = (day: Day): number => Temporal.PlainDate.from(day).dayOfWeek

/** An empty form: monthly, from today on. */
export const emptyPlan = (today: Day, currency: string): PlanForm => ({
  kind: 'expense',
  name: '',
  amount: '',
  currency_id: currency,
  category_id: null,
  asset_account_id: null,
  from_account_id: null,
  to_account_id: null,
  contact_id: null,
  account_id: null,
  goal_id: null,
  due_days: '0',
  auto: false,
  start: today,
  every: '1',
  unit: 'month',
  on: 'day',
  day: String(dayOf(today)),
  nth: 1,
  weekday: weekdayOf(today),
  ends: 'never',
  end: Temporal.PlainDate.from(today).add({ years: 1 }).toString(),
  count: '12',
  working_days: 'none',
})

/** A plan as a form, in the currency that the plan has (`currencyOfPlan`): its draft may name none. */
export function planFormOf(
  { name, kind, draft, schedule, auto }: Pick<Plan, 'name' | 'kind' | 'draft' | 'schedule' | 'auto'>,
  today: Day,
  currency_id: string,
): PlanForm {
  const { start, every, unit, on, end, count, working_days } = schedule
  const form = emptyPlan(today, currency_id)
  return {
    ...form,
    kind,
    name,
    auto,
    start,
    unit,
    working_days,
    every: String(every),
    amount: fieldOfAmount(amountOfPlan({ draft }), currency_id),
    category_id: draft.category_id ?? null,
    asset_account_id: draft.asset_account_id ?? null,
    from_account_id: draft.from_account_id ?? null,
    to_account_id: draft.to_account_id ?? null,
    contact_id: draft.contact_id ?? null,
    account_id: draft.account_id ?? null,
    goal_id: draft.goal_id ?? null,
    due_days: draft.due_days === null ? '' : String(draft.due_days ?? 0),
    ...(typeof on === 'object' && on
      ? { on: 'weekday', nth: on.nth, weekday: on.weekday }
      : { on: on === 'last' ? 'last' : 'day', weekday: weekdayOf(start) }),
    day: String(typeof on === 'number' ? on : dayOf(start)),
    ends: end !== null ? 'day' : count !== null ? 'count' : 'never',
    ...(end !== null && { end }),
    ...(count !== null && { count: String(count) }),
  }
}

const whole = (text: string): number | undefined => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined)

function onOf({ unit, on, day, nth, weekday, start }: PlanForm): OnDay | null {
  if (unit === 'day' || unit === 'week') return null
  if (on === 'last') return 'last'
  if (on === 'weekday') return { weekday, nth }
  const number = whole(day) ?? dayOf(start)
  return number === dayOf(start) ? null : Math.min(31, Math.max(1, number))
}

/** The schedule of a form; text that is not a number yet counts as 1. */
export const scheduleOf = (form: PlanForm): Schedule => ({
  start: form.start,
  every: Math.max(1, whole(form.every) ?? 1),
  unit: form.unit,
  on: onOf(form),
  end: form.ends === 'day' ? form.end : null,
  count: form.ends === 'count' ? Math.max(1, whole(form.count) ?? 1) : null,
  working_days: form.working_days,
})

export type PlanFaults = Partial<Record<keyof PlanForm, string>>

/** The faults of missing fields. */
export function planFaults(form: PlanForm): PlanFaults {
  const faults: PlanFaults = {}
  const amount = amountOfField(form.amount, form.currency_id)
  if (form.name.trim() === '') faults.name = t('What is it called?')
  if (amount === undefined || amount <= 0) faults.amount = t('How much is it?')
  if ((form.kind === 'expense' || form.kind === 'income') && !form.category_id)
    faults.category_id = t('Choose a category.')
  if (form.kind === 'transfer') {
    if (!form.from_account_id) faults.from_account_id = t('Where does it come from?')
    if (!form.to_account_id) faults.to_account_id = t('Where does it go?')
    else if (form.to_account_id === form.from_account_id)
      faults.to_account_id = t('This is the account it comes from.')
  }
  if (form.kind === 'goal' && !form.goal_id) faults.goal_id = t('Which goal is it for?')
  if (form.kind === 'obligation') {
    if (!form.contact_id) faults.contact_id = t('Who is it with?')
    if (!form.account_id) faults.account_id = t('What is it for?')
    if (form.due_days.trim() !== '' && whole(form.due_days) === undefined)
      faults.due_days = t('A number of days, or nothing.')
  }
  if (!whole(form.every)) faults.every = t('A number, 1 or more.')
  if (form.ends === 'count' && !whole(form.count)) faults.count = t('A number, 1 or more.')
  if (form.ends === 'day' && form.end < form.start) faults.end = t('This is before the first day.')
  return faults
}

/** The plan that a form makes. Fields of a draft that the form does not show are kept as they were. */
export function planOf(form: PlanForm, before?: Plan): NewPlan {
  const kept = before?.kind === form.kind ? before.draft : {}
  const isRenamed = kept.memo === undefined || kept.memo === before?.name
  const name = form.name.trim()
  const amount = amountOfField(form.amount, form.currency_id) ?? 0
  // A goal has its own currency.
  const common: PlanDraft = form.kind === 'goal' ? kept : { ...kept, currency_id: form.currency_id }
  const memo = isRenamed ? { memo: name.slice(0, 255) } : {}
  const own: Record<PlanKind, PlanDraft> = {
    expense: { ...spending(form, kept), amount, ...memo },
    income: { ...spending(form, kept), amount, ...memo },
    transfer: {
      amount,
      ...memo,
      ...(form.from_account_id && { from_account_id: form.from_account_id }),
      ...(form.to_account_id && { to_account_id: form.to_account_id }),
    },
    obligation: {
      original_amount: amount,
      contact_id: form.contact_id,
      due_days: whole(form.due_days) ?? null,
      ...(form.account_id && { account_id: form.account_id }),
    },
    goal: { amount, ...(form.goal_id && { goal_id: form.goal_id }) },
  }
  const schedule: ScheduleDraft = scheduleOf(form)
  return { name, kind: form.kind, draft: { ...common, ...own[form.kind] }, schedule, auto: form.auto }
}

const spending = (form: PlanForm, kept: PlanDraft): PlanDraft => ({
  // A draft with splits has its categories in them.
  ...(form.category_id && !kept.splits?.length && { category_id: form.category_id }),
  ...(form.asset_account_id && { asset_account_id: form.asset_account_id }),
  ...(form.contact_id !== (kept.contact_id ?? null) && { contact_id: form.contact_id }),
})
