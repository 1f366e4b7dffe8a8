import type { Known } from '../ledger/known.ts'
import { type AccountRow, isAsOf, type SaidAccount } from './account.ts'
import type { ReconciliationRow } from './reconciliation.ts'

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
export const startsWithSaid = (
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
