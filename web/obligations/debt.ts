import type { Day } from '../../contract/day.ts'
import type { ObligationDraft } from '../../contract/obligations.ts'
import { fieldOfAmount, typedAmount } from '../ui/amount-input.ts'
import { minorOf } from '../ui/money.ts'
import { debtName } from './debt-name.ts'
import type { Debt } from './owed.ts'
import { toApi } from './payment.ts'

/** The fields of a debt that a person changes, as a form has them. */
export type DebtValues = { name: string; due: Day | null; text: string; opened: Day; notes: string }

const debtValues = (debt: Debt): DebtValues => ({
  name: debtName(debt),
  due: debt.due_date,
  text: fieldOfAmount(debt.original_amount, debt.currency_id),
  opened: debt.opened_date,
  notes: debt.notes ?? '',
})

/** A debt at a version, with its fields as a form has them. */
export type SavedDebt = { values: DebtValues; version: number; debt: Debt }

export const savedDebt = (debt: Debt): SavedDebt => ({
  values: debtValues(debt),
  version: debt.version,
  debt,
})

/** Whether nothing of it was paid or forgiven: only then its amount can change. */
export const isUnpaid = (debt: Debt): boolean =>
  minorOf(debt.original_amount, debt.currency_id) === minorOf(debt.outstanding_amount, debt.currency_id)

/** The whole debt with some fields changed, as an update takes it. A changed amount of an unpaid debt is outstanding. */
export function changedDebt({ debt }: SavedDebt, edits: Partial<DebtValues>): ObligationDraft {
  const typed = edits.text === undefined ? undefined : typedAmount(edits.text, debt.currency_id)
  const amount = typed === undefined ? debt.original_amount : toApi(typed, debt.currency_id)
  return {
    name: edits.name ?? debt.name,
    reference: debt.reference,
    notes: edits.notes === undefined ? debt.notes : edits.notes || null,
    opened_date: edits.opened ?? debt.opened_date,
    due_date: edits.due === undefined ? debt.due_date : edits.due,
    original_amount: amount,
    outstanding_amount: typed === undefined ? debt.outstanding_amount : amount,
    contact_id: debt.contact_id,
    account_id: debt.account_id,
    currency_id: debt.currency_id,
    counter_account_id: debt.counter_account_id,
  }
}
