import type { Reconciliation } from '../../contract/reconciliations.ts'
import { amountToApi } from '../ledger/amounts.ts'
import { normalSide } from '../records/account.ts'
import type { LiveLine, ReconciliationRow } from '../records/reconciliation.ts'
import { reconciliationFieldsToApi } from '../records/reconciliation.ts'

/** The ticked lines of a reconciliation, as far as they are live, and their sum on the account's normal side. */
export type Cleared = { ids: string[]; amount: bigint }

export const clearedIn = (account: { type: string }, lines: readonly LiveLine[]): Cleared => ({
  ids: lines.map(({ id }) => id),
  amount: normalSide(account) * lines.reduce((sum, { amount }) => sum + amount, 0n),
})

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
