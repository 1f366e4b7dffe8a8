import type { TransactionQuery } from '../../contract/budgeting.ts'
import type { Day } from '../../contract/day.ts'
import type { ValuationQuery } from '../../contract/valuation.ts'

/** Addresses of the lists behind figures: a path and a query, below /api/v1. */

type Days = { date_from?: Day | undefined; date_to?: Day | undefined }

/** How many categories the address of a list has room for. */
export const MAX_EXPLAINED = 100

/** Text that is written as it is: ids, days, names of our own. A report has hundreds of addresses, and of these alone. */
const isPlain = /^[\w.,-]+$/

function address(path: string, query: object): string {
  let text = path
  let mark = '?'
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const given = String(value)
    text += `${mark}${isPlain.test(given) ? `${name}=${given}` : encoded(name, given)}`
    mark = '&'
  }
  return text
}

const encoded = (name: string, value: string): string =>
  new URLSearchParams([[name, value]]).toString().replaceAll('%2C', ',')

/** The register of an account: its meta.sum_base is the movement on its normal side. */
export const registerAddress = (
  accountId: string,
  { date_from, date_to }: Days,
  version: number | undefined,
  { side, kind }: { side?: 'debit' | 'credit'; kind?: string } = {},
) =>
  address(`/accounts/${accountId}/lines`, {
    date_from,
    date_to,
    side,
    kind,
    include: 'sum',
    known_at: version,
  })

/** Transactions of all kinds: with `section`, their meta.sum_base is the amount that they add to the accounts of these sections. */
export const transactionsAddress = (
  filter: Pick<
    TransactionQuery,
    | 'section'
    | 'except_account_id'
    | 'flow'
    | 'kind'
    | 'category_id'
    | 'group_id'
    | 'contact_id'
    | 'asset_account_id'
    | 'tag'
    | 'is_tagged'
    | 'account_id'
  > & { created_by?: string | undefined },
  { date_from, date_to }: Days,
  version: number | undefined,
) => address('/budgeting/transactions', { ...filter, date_from, date_to, include: 'sum', known_at: version })

/** The movement of an account on its normal side: its register, or, of one person, their transactions on it. */
export const movementAddress = (
  account_id: string,
  days: Days,
  version: number | undefined,
  created_by: string | undefined,
) =>
  created_by === undefined
    ? registerAddress(account_id, days, version)
    : transactionsAddress({ account_id, created_by }, days, version)

/** The valuation of accounts on a day: its meta.sum_base is their value, or the unrealised difference. */
export const valuationAddress = (
  date: Day,
  query: Pick<ValuationQuery, 'section' | 'of' | 'since'>,
  version: number | undefined,
) => address('/reports/valuation', { date, ...query, known_at: version })

/** The open obligations of a direction with the sum of their outstanding amounts, always current. */
export const obligationsAddress = (direction: 'receivable' | 'payable') =>
  address('/obligations', { status: 'open', direction, include: 'sum' })

/** The open obligations past their due date, always current. */
export const lateAddress = () => address('/obligations', { overdue: true, include: 'sum' })

/** The occurrences of plans up to a day. */
export const upcomingAddress = (until: Day) => address('/plans/upcoming', { until })

/** The files that were read and not committed. */
export const openImportsAddress = () => address('/imports', { status: 'ready' })

/** The sheet of budgets of a month, where a group counts once. */
export const budgetsAddress = (month: string) => address('/budgeting/budgets', { month, by_group: true })

/** The lines of an account in a currency up to a day: they add up to its balance in that currency. */
export const registerInAddress = (
  accountId: string,
  currencyId: string,
  date_to: Day,
  version: number | undefined,
) =>
  address(`/accounts/${accountId}/lines`, {
    date_to,
    currency_id: currencyId,
    include: 'sum',
    known_at: version,
  })

/** The moves of a goal's envelope: its meta.sum is the amount that it holds. */
export const movesAddress = (goalId: string, version: number | undefined) =>
  address(`/goals/${goalId}/moves`, { include: 'sum', known_at: version })
