import type { Debt } from './owed.ts'

/** Debts for tests. */
let count = 0
/** A debt of 45 euro that Bela owes, with some fields of its own. */
export const aDebt = (own: Partial<Debt> = {}): Debt => {
  const id = own.id ?? `debt ${++count}`
  const amount = own.original_amount ?? own.outstanding_amount ?? 45
  const left = own.outstanding_amount ?? amount
  const contact_id = own.contact_id ?? 'bela'
  const currency_id = own.currency_id ?? 'EUR'
  const account = { id: 'cash', name: 'Cash', code: '1000' }
  return {
    id,
    name: 'Concert tickets',
    reference: null,
    notes: null,
    opened_date: '2026-10-30',
    due_date: null,
    original_amount: amount,
    outstanding_amount: left,
    status: left === 0 ? 'settled' : 'open',
    settled_at: null,
    contact: { id: contact_id, name: 'Bela Kovács' },
    account,
    contact_id,
    currency: { id: currency_id, name: null, code: null },
    account_id: 'cash',
    currency_id,
    counter_account_id: 'cash',
    direction: 'receivable',
    is_overdue: false,
    fx_rate: 1,
    fx_source: 'base',
    fx_date: '2026-10-30',
    outstanding_base: left,
    expense_id: null,
    plan_id: null,
    version: 1,
    created_at: '2026-10-30T10:00:00Z',
    updated_at: '2026-10-30T10:00:00Z',
    deleted_at: null,
    ...own,
  }
}
