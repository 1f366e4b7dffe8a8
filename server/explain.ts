import type { TransactionQuery } from '../contract/budgeting.ts'
import type { Day } from '../contract/day.ts'
import type { ValuationQuery } from '../contract/reports.ts'

/** Addresses of the lists behind figures: a path and a query, below /api/v1. */

type Days = { date_from?: Day | undefined; date_to?: Day | undefined }

function address(path: string, query: object): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `${path}?${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`
}

/** The register of an account: its meta.sum_base is the movement on its normal side. */
export const registerAddress = (
  accountId: string,
  { date_from, date_to }: Days,
  version: number | undefined,
  side?: 'debit' | 'credit',
) => address(`/accounts/${accountId}/lines`, { date_from, date_to, side, include: 'sum', known_at: version })

/** Transactions of all kinds: with `section`, their meta.sum_base is what they add to the accounts of these sections. */
export const transactionsAddress = (
  filter: Pick<
    TransactionQuery,
    'section' | 'except_account_id' | 'category_id' | 'contact_id' | 'asset_account_id' | 'tag' | 'is_tagged'
  >,
  { date_from, date_to }: Days,
  version: number | undefined,
) => address('/budgeting/transactions', { ...filter, date_from, date_to, include: 'sum', known_at: version })

/** What accounts hold on a day: its meta.sum_base is their value, or the unrealised difference. */
export const valuationAddress = (
  date: Day,
  query: Pick<ValuationQuery, 'section' | 'of' | 'since'>,
  version: number | undefined,
) => address('/reports/valuation', { date, ...query, known_at: version })

/** What is outstanding of all open obligations of a direction, as it is now. */
export const obligationsAddress = (direction: 'receivable' | 'payable') =>
  address('/obligations', { status: 'open', direction, include: 'sum' })
