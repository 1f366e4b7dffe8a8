import type { Day } from '../../contract/day.ts'
import { refuse } from '../../contract/refusals.ts'
import { formatAmount } from '../ledger/amounts.ts'
import type { Known } from '../ledger/known.ts'
import { type AccountRow, isAsOf, type SaidAccount } from '../records/account.ts'
import { coveredThrough } from '../records/balance-as-of.ts'
import type { LiveLine, ReconciliationRow } from '../records/reconciliation.ts'

/** A reconciliation without its lines. */
export type Head = Omit<ReconciliationRow, 'cleared_line_ids'>

type CreationOrder = Pick<Head, 'id' | 'created_version' | 'created_at'>

/** The order of the book. A book that was restored has one version for all its records, and the times that they were created at. */
export const inOrder = (a: CreationOrder, b: CreationOrder): number =>
  a.created_version - b.created_version || byText(a.created_at, b.created_at) || byText(a.id, b.id)

const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

export const isAfter = (one: CreationOrder, other: CreationOrder): boolean => inOrder(one, other) > 0

/** The live reconciliations of an account in a currency, each starting where the one before it ended. Only the last can be open. */
export const chainOf = (
  known: Known,
  { account_id, currency_id }: { account_id: string; currency_id: string },
): Head[] =>
  (known.find('reconciliations', account_id) ?? [])
    .filter((one) => one.deleted_at === null && one.currency_id === currency_id)
    .sort(inOrder)

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
