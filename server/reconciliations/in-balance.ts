import type { Day } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatAmount } from '../ledger/amounts.ts'
import { type AccountRow, isAsOf, type SaidAccount } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import { type Head, startsWithSaid } from '../records/chain.ts'
import type { LiveLine } from '../records/reconciliation.ts'

/** Refuses lines that the balance with which the first statement starts has in it already. `earlier` are the statements before this one. */
export function checkNotSaid(
  account: AccountRow,
  statement: Head,
  earlier: readonly Head[],
  lines: readonly LiveLine[],
): void {
  const [first] = earlier
  if (!startsWithSaid(account, first ?? statement)) return
  if (first && first.start_amount !== account.as_of_amount) return // the chain is older than the balance
  const last = coveredThrough(account)
  const index = lines.findIndex(({ date }) => date <= last)
  const line = lines[index]
  if (line) refuseInBalance(account, `cleared_line_ids.${index}`, line.date)
}

/** Refuses a difference as an entry that the balance has in it: it would move the opening, and not the balance. */
export function checkAdjustable(account: AccountRow, { currency_id, date }: Head): void {
  if (!isAsOf(account) || account.as_of_currency_id !== currency_id) return
  if (date <= coveredThrough(account)) refuseInBalance(account, 'adjust', date)
}

const refuseInBalance = (account: SaidAccount, field: string, line_date: Day): never =>
  refuse('line_in_balance', {
    field,
    line_date,
    balance: formatAmount(account.as_of_amount, account.as_of_currency_id),
    balance_date: account.as_of_date,
  })
