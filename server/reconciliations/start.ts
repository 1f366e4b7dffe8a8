import { refuse } from '../../contract/refusals.ts'
import { formatAmount } from '../ledger/amounts.ts'
import { type AccountRow, isAsOf, type SaidAccount } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import type { LiveLine, ReconciliationRow } from '../records/reconciliation.ts'

/** A reconciliation without its lines. */
export type Head = Omit<ReconciliationRow, 'cleared_line_ids'>

/** Whether the balance of the account that was said as of a day is where its first statement starts. */
const startsWithSaid = (
  account: AccountRow,
  { currency_id, date }: Pick<Head, 'currency_id' | 'date'>,
): account is SaidAccount =>
  isAsOf(account) && account.as_of_currency_id === currency_id && date >= account.as_of_date

/** A reconciliation starts where the finished one before it ended; the first with the balance that was said, or else with nothing. */
export const startOf = (
  account: AccountRow,
  statement: Pick<Head, 'currency_id' | 'date'>,
  last: Head | undefined,
): bigint => last?.statement_amount ?? (startsWithSaid(account, statement) ? account.as_of_amount : 0n)

/** Refuses lines that the balance with which the first statement starts has in it already. */
export function checkNotSaid(account: AccountRow, first: Head, lines: readonly LiveLine[]): void {
  if (!startsWithSaid(account, first) || first.start_amount !== account.as_of_amount) return
  const last = coveredThrough(account)
  const index = lines.findIndex(({ date }) => date <= last)
  const line = lines[index]
  if (!line) return
  refuse('line_in_balance', {
    field: `cleared_line_ids.${index}`,
    line_date: line.date,
    balance: formatAmount(account.as_of_amount, account.as_of_currency_id),
    balance_date: account.as_of_date,
  })
}
