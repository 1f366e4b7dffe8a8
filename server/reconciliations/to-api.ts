import type { Reconciliation } from '../../contract/reconciliations.ts'
import { amountToApi } from '../ledger/amounts.ts'
import type { LiveLine } from '../ledger/known.ts'
import type { ReconciliationRow } from '../ledger/records.ts'

/** +1 where debits add to an account, -1 where credits do: a reconciled account is an asset or a liability. */
export const signOf = ({ type }: { type: string }): bigint => (type === 'asset' ? 1n : -1n)

/** The ticked lines of a reconciliation, as far as they are live, and their sum on the account's normal side. */
export type Cleared = { ids: string[]; amount: bigint }

export const clearedIn = (account: { type: string }, lines: readonly LiveLine[]): Cleared => ({
  ids: lines.map(({ id }) => id),
  amount: signOf(account) * lines.reduce((sum, { amount }) => sum + amount, 0n),
})

/** The fields that a reconciliation shows in the history, where it has no balances but its statement's. */
export function reconciliationFieldsToApi(row: ReconciliationRow, account: { name: string }) {
  const { id, account_id, currency_id, date, finished_at, cleared_line_ids } = row
  return {
    ...{ id, account_id, account_name: account.name, currency_id, date },
    status: finished_at === null ? ('open' as const) : ('finished' as const),
    statement_balance: amountToApi(row.statement_amount, currency_id),
    start_balance: amountToApi(row.start_amount, currency_id),
    ...{ adjustment_id: row.adjustment_id, finished_at, cleared_line_ids },
    ...{ version: row.version, created_at: row.created_at, updated_at: row.updated_at },
    deleted_at: row.deleted_at,
  }
}

/** A reconciliation as the API shows it. One that is finished was balanced, and its lines are locked. */
export function reconciliationToApi(
  row: ReconciliationRow,
  account: { name: string },
  { ids, amount }: Cleared,
): Reconciliation {
  const { currency_id, statement_amount, start_amount } = row
  const cleared = start_amount + amount
  return {
    ...reconciliationFieldsToApi(row, account),
    cleared_balance: amountToApi(cleared, currency_id),
    difference: amountToApi(statement_amount - cleared, currency_id),
    cleared_count: ids.length,
    cleared_line_ids: ids,
  }
}
