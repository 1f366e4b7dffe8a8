import type { Account } from '../../contract/accounts.ts'
import type { Day } from '../../contract/day.ts'
import type { Goal, GoalDraft } from '../../contract/goals.ts'
import { t } from '../../words/t.ts'
import { amountOfField, fieldOfAmount } from '../ui/amount-input.ts'

/** The fields of a goal's form, as people fill them in. */
export type GoalForm = {
  name: string
  amount: string
  currency_id: string
  target_date: Day | null
  place: 'envelope' | 'accounts'
  envelope_account_id: string | null
  account_ids: readonly string[]
  icon: string | null
  notes: string
}

export const emptyGoal = (currency_id: string): GoalForm => ({
  name: '',
  amount: '',
  currency_id,
  target_date: null,
  place: 'envelope',
  envelope_account_id: null,
  account_ids: [],
  icon: 'piggy-bank',
  notes: '',
})

export const goalFormOf = (goal: Goal): GoalForm => ({
  name: goal.name,
  amount: fieldOfAmount(goal.target_amount, goal.currency_id),
  currency_id: goal.currency_id,
  target_date: goal.target_date,
  place: goal.envelope ? 'envelope' : 'accounts',
  envelope_account_id: goal.envelope?.account_id ?? null,
  account_ids: goal.account_ids,
  icon: goal.icon,
  notes: goal.notes ?? '',
})

/** The accounts that something can be saved on: own money in use, not things. */
export const isSavable = ({ type, is_claim, is_system, is_valued, is_active }: Account): boolean =>
  type === 'asset' && !is_claim && !is_system && !is_valued && is_active

/** Whether an account can stand beside the chosen ones: in the currency of the goal, or in any. */
export const fits = ({ currency_id }: Account, currencyId: string): boolean =>
  currency_id === null || currency_id === currencyId

export type GoalFaults = Partial<Record<keyof GoalForm, string>>

export function goalFaults(form: GoalForm): GoalFaults {
  const faults: GoalFaults = {}
  const amount = amountOfField(form.amount, form.currency_id)
  if (form.name.trim() === '') faults.name = t('What is it for?')
  if (amount === undefined || amount <= 0) faults.amount = t('How much do you want to save?')
  if (form.place === 'envelope' && !form.envelope_account_id)
    faults.envelope_account_id = t('Which account is it part of?')
  if (form.place === 'accounts' && form.account_ids.length === 0)
    faults.account_ids = t('Choose at least one account.')
  return faults
}

/** The goal that a form makes. */
export const goalOf = (form: GoalForm): GoalDraft => ({
  name: form.name.trim(),
  target_amount: amountOfField(form.amount, form.currency_id) ?? 0,
  currency_id: form.currency_id,
  target_date: form.target_date,
  ...(form.place === 'envelope'
    ? { envelope: { account_id: form.envelope_account_id ?? '' } }
    : { account_ids: [...form.account_ids] }),
  icon: form.icon,
  notes: form.notes.trim() === '' ? null : form.notes,
})
