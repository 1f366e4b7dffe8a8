import { type Static, Type } from 'typebox'
import { KnownAt } from './moment.ts'
import {
  ByIds,
  DayOf,
  includeTotalAndSum,
  includingQuery,
  Nullable,
  Search,
  Several,
  SeveralOf,
  Trash,
} from './route.ts'

/** The filters and orders of the lists of transactions, and the name by which a client finds one. */

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

const EXTERNAL_ID_CHARACTERS = 255
const MAX_EXTERNAL_IDS = 100

/** A client's own name for a transaction. */
export const ExternalId = Type.Optional(
  Nullable({
    ...Type.String({ maxLength: EXTERNAL_ID_CHARACTERS, pattern: '^$|\\S' }),
    description:
      "Your own name for it, such as the bank's reference; null or an empty text for none. One transaction of a book can have it, trash included: a second one is refused (external_id_taken), however late. Compared exactly, upper and lower case and spaces included.",
  }),
)

const TAG_CHARACTERS = 50
const MAX_TAGS = 20

/** A filter of texts that may have commas in them: several are given one by one. */
const Repeated = ({ maxLength, maxItems }: { maxLength: number; maxItems: number }, description: string) =>
  Type.Optional(
    Type.Unsafe<string | string[]>({
      type: ['string', 'array'],
      maxLength,
      items: { type: 'string', maxLength },
      maxItems,
      description,
    }),
  )

const filters = {
  ...ByIds,
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
  obligation_id: Several('Only transactions that opened, shared, changed, paid or wrote off this obligation'),
  plan_id: Several('Only transactions that this plan has posted'),
  import_id: Several('Only transactions that were recorded with this import'),
  contact_id: Several('Only transactions with this contact; none for those without a contact'),
  currency_id: Several('Only transactions in this currency, in any case'),
  amount_min: Type.Optional(
    Type.Number({ description: 'The least amount, in the currency of the transaction.' }),
  ),
  amount_max: Type.Optional(
    Type.Number({ description: 'The largest amount, in the currency of the transaction.' }),
  ),
  tag: Repeated(
    { maxLength: TAG_CHARACTERS, maxItems: MAX_TAGS },
    'Only transactions with this tag. Given several times (tag=a&tag=b): only those with all of these tags.',
  ),
  is_tagged: Type.Optional(Type.Boolean({ description: 'Only transactions with a tag, or without one.' })),
  external_id: Repeated(
    { maxLength: EXTERNAL_ID_CHARACTERS, maxItems: MAX_EXTERNAL_IDS },
    'Only the transaction with this external_id; one in the trash with deleted=only. Given several times (external_id=a&external_id=b): those with any of them.',
  ),
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
