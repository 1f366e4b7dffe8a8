import { type Static, Type } from 'typebox'
import { KnownAt } from './moment.ts'
import { DayOf, includeTotalAndSum, includingQuery, Search, Several, SeveralOf, Trash } from './route.ts'

/** What the lists of transactions are filtered and sorted by. */

export const kinds = [
  'expense',
  'income',
  'transfer',
  'opening',
  'obligation',
  'payment',
  'write_off',
] as const

/** The sections of the chart of accounts; each account is in one. */
export const sections = ['money', 'claim', 'liability', 'equity', 'income', 'exchange', 'expense'] as const

const filters = {
  date_from: Type.Optional(DayOf('The first day, as YYYY-MM-DD.')),
  date_to: Type.Optional(DayOf('The last day, as YYYY-MM-DD.')),
  category_id: Several('Only transactions of this category, split ones included'),
  account_id: Several('Only transactions with an entry on this account'),
  section: SeveralOf(
    'Only transactions with an entry on an account of this section of the chart (assets are money and claims; exchange is the account Exchange gains and losses, which is not part of income here)',
    sections,
  ),
  except_account_id: Several('With section: leaves out the entries on this account'),
  asset_account_id: Several(
    'Only transactions whose money is on this account, as their asset_account_id says; none for those without such an account',
  ),
  import_id: Several('Only transactions that were recorded with this import'),
  contact_id: Several('Only transactions with this contact; none for those without a contact'),
  currency_id: Several('Only transactions in this currency, in any case'),
  amount_min: Type.Optional(
    Type.Number({ description: 'The least amount, in the currency of the transaction.' }),
  ),
  amount_max: Type.Optional(
    Type.Number({ description: 'The largest amount, in the currency of the transaction.' }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 50, description: 'Only transactions with this tag.' })),
  is_tagged: Type.Optional(Type.Boolean({ description: 'Only transactions with a tag, or without one.' })),
  ...KnownAt,
  ...Search,
  ...Trash,
}

const sorts = ['date', 'amount', 'created_at'] as const
const orders = 'amount: by base_amount, so that amounts in several currencies compare.'
export const transactionQuery = includingQuery(includeTotalAndSum, sorts, filters, orders)
const timelineFilters = { ...filters, kind: SeveralOf('Only transactions of this kind', kinds) }
export const timelineQuery = includingQuery(includeTotalAndSum, sorts, timelineFilters, orders)
export type TransactionQuery = Static<typeof timelineQuery>
