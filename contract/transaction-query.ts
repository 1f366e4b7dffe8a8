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

/** The filters and orders of the lists of transactions, and the external_id by which a client finds one. */

export const kinds = [
  'expense',
  'income',
  'transfer',
  'opening',
  'value',
  'obligation',
  'payment',
  'write_off',
] as const

/** The sections of the chart of accounts; each account is in one. */
export const sections = [
  'money',
  'claim',
  'thing',
  'liability',
  'equity',
  'value',
  'income',
  'exchange',
  'expense',
] as const

const EXTERNAL_ID_CHARACTERS = 255
const MAX_EXTERNAL_IDS = 100

/** A client's own identifier of a transaction. */
export const ExternalId = Type.Optional(
  Nullable({
    ...Type.String({ maxLength: EXTERNAL_ID_CHARACTERS, pattern: '^$|\\S' }),
    description:
      "Your own identifier, such as the bank's reference; null or an empty text: none. It is unique in the book, trash included (external_id_taken), and compared exactly.",
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
  group_id: Several('Only transactions of this category and of the categories in it, split ones included'),
  account_id: Several('Only transactions with an entry on this account'),
  section: SeveralOf(
    'Only transactions with an entry on an account of this section of the chart (assets are money, claims, and things that are worth something; exchange is the account Exchange gains and losses, which is not part of income here, and value the account Changes in value, which is not part of equity here)',
    sections,
  ),
  except_account_id: Several('With section: leaves out the entries on this account'),
  flow: Type.Optional(
    Type.Unsafe<'in' | 'out' | 'between'>({
      type: 'string',
      enum: ['in', 'out', 'between'],
      description:
        'With section: only amounts debited to its accounts (in: on money accounts, what came in) or credited to them (out), both positive in the sum. in and out leave out the balances that accounts began with, changes in value, transfers between accounts of the section, and money from or to other books. between lists that money.',
    }),
  ),
  asset_account_id: Several('Only transactions with this asset_account_id (none: without one)'),
  obligation_id: Several('Only transactions that opened, shared, changed, paid or wrote off this obligation'),
  plan_id: Several('Only transactions that this plan has posted'),
  import_id: Several('Only transactions that were recorded with this import'),
  contact_id: Several('Only transactions with this contact (none: without a contact)'),
  currency_id: Several('Only transactions in this currency, in any case'),
  amount_min: Type.Optional(
    Type.Number({ description: 'The smallest amount, in the currency of the transaction.' }),
  ),
  amount_max: Type.Optional(
    Type.Number({ description: 'The largest amount, in the currency of the transaction.' }),
  ),
  tag: Repeated(
    { maxLength: TAG_CHARACTERS, maxItems: MAX_TAGS },
    'Only transactions with this tag. Given several times (tag=a&tag=b): only those with all of these tags.',
  ),
  is_tagged: Type.Optional(Type.Boolean({ description: 'Only transactions with a tag, or without one.' })),
  created_by: Several('Only transactions that this person created'),
  external_id: Repeated(
    { maxLength: EXTERNAL_ID_CHARACTERS, maxItems: MAX_EXTERNAL_IDS },
    'Only the transaction with this external_id; with deleted=only, one in the trash. Given several times (external_id=a&external_id=b): transactions with any of them.',
  ),
  ...KnownAt,
  ...Search,
  ...Trash,
}

const sorts = ['date', 'amount', 'created_at'] as const
const orders = 'amount: by base_amount, so that amounts in several currencies can be compared.'
export const transactionQuery = includingQuery(includeTotalAndSum, sorts, filters, orders)

const MAX_LOCALE = 35
const timelineFilters = {
  ...filters,
  kind: SeveralOf('Only transactions of this kind', kinds),
  locale: Type.Optional(
    Type.String({
      maxLength: MAX_LOCALE,
      format: 'language_tag',
      description:
        'With format=csv: a file for people instead, with eight columns (Day, Account, Who, What, Category, Amount, Currency, Tags). Days and decimal marks are written as in this locale (a language tag such as de-AT); cells are separated by semicolons where the decimal mark is a comma. It starts with a byte order mark. Amounts are negative if money leaves the account. A bill that others owe a part of has its whole amount and their names in Who.',
    }),
  ),
}
export const timelineQuery = includingQuery(includeTotalAndSum, sorts, timelineFilters, orders)
export type TransactionQuery = Static<typeof timelineQuery>
