import type {
  Reconciliation,
  ReconciliationChange,
  ReconciliationDraft,
  ReconciliationFinish,
  ReconciliationSummary,
} from '../reconciliations.ts'
import { id, stamps } from './ids.ts'

export const reconciliationSummary: ReconciliationSummary = {
  id: id.reconciliation,
  account_id: id.savings,
  account_name: 'Savings',
  currency_id: 'EUR',
  date: '2026-05-31',
  status: 'open',
  statement_balance: 3800,
  start_balance: 1500,
  cleared_balance: 4000,
  difference: -200,
  cleared_count: 1,
  adjustment_id: null,
  finished_at: null,
  version: 12,
  ...stamps,
}

export const reconciliation: Reconciliation = {
  ...reconciliationSummary,
  cleared_line_ids: [id.incomeDebit],
}

export const reconciliationDraft: ReconciliationDraft = { date: '2026-05-31', balance: 3800 }
export const reconciliationChange: ReconciliationChange = {
  cleared_line_ids: [id.incomeDebit, id.transferCredit],
}
export const reconciliationFinish: ReconciliationFinish = { adjust: { category_id: id.travel } }
