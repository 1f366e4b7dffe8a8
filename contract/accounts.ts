import { type Static, Type } from 'typebox'
import { Line } from './budgeting.ts'
import { KnownAt, KnownAtWithValues, knownAtRefusals } from './moment.ts'
import {
  ByIds,
  CountedBase,
  CurrencyId,
  Day,
  DayOf,
  Forever,
  FxSource,
  foreverRefusals,
  Id,
  IdOf,
  includeTotalAndSum,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  pageQuery,
  type QueryOf,
  Rate,
  route,
  Search,
  SentSource,
  Several,
  SeveralOf,
  summedListOf,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { kinds } from './transaction-query.ts'
import { who } from './who.ts'

const AccountType = Type.Unsafe<'asset' | 'liability' | 'equity' | 'income' | 'expense'>({
  type: 'string',
  enum: ['asset', 'liability', 'equity', 'income', 'expense'],
})

export const Account = named(
  'Account',
  Type.Object({
    id: Id,
    name: Type.String(),
    code: Type.String(),
    type: AccountType,
    is_active: Type.Boolean(),
    is_claim: Type.Boolean({ description: 'Whether the account is a claim on others rather than money.' }),
    is_system: Type.Boolean({ description: 'Whether Florin itself posts to the account.' }),
    is_default: Type.Boolean({
      description: 'Whether expenses, incomes and payments use this account by default.',
    }),
    currency_id: Nullable(
      Type.String({ description: 'The only currency of the account; null if it takes any currency.' }),
    ),
    balances: Type.Array(Type.Object({ currency_id: Type.String(), amount: Type.Number() }), {
      description: 'By currency. All entries count, also those dated after today.',
    }),
    base_balance: Type.Number({ description: 'At the rates recorded with each transaction.' }),
    base_value: Nullable(
      Type.Number({
        description: "At today's rates; null if one is missing, and always null with known_at.",
      }),
    ),
    missing_rates: Type.Array(Type.String(), {
      description: 'Currencies without a rate for today; always empty with known_at.',
    }),
    opening_balance: Nullable(Type.Number({ description: "Positive on the account's normal side." })),
    opening_date: Nullable(Type.String({ format: 'date' })),
    fx_rate: Nullable(
      Type.Number({ description: "From the opening balance's currency to the base currency." }),
    ),
    fx_source: Nullable(FxSource),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
    balance_as_of: Nullable(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          amount: Type.Number(),
          includes_day: Type.Boolean(),
        },
        {
          description: 'The balance that was said as of a day, which the opening follows; null without one.',
        },
      ),
    ),
    is_valued: Type.Boolean({
      description:
        'Whether the account is worth something without being money that one pays with, such as a house: left out of cash flow and forecast.',
    }),
  }),
)
export type Account = Static<typeof Account>

const fields = {
  code: Type.Optional({
    ...Name(20),
    description: 'Unique in the book. Default: the next free number of its type.',
  }),
  is_active: Type.Optional(
    Type.Boolean({ description: 'false: new transactions cannot use the account. Default: true.' }),
  ),
  is_claim: Type.Optional(
    Type.Boolean({
      description:
        'Whether an asset is a claim on others rather than money, so that nothing can be paid from it. Default: false.',
    }),
  ),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        'true: expenses, incomes and payments use this account by default, in place of the one before.',
    }),
  ),
  is_valued: Type.Optional(
    Type.Boolean({
      description:
        'true: an asset or a liability in one currency that is worth something without being money, such as a house. It is left out of cash flow and forecast, and cannot be the default. Default: false.',
    }),
  ),
  currency_id: Type.Optional(Nullable(CurrencyId())),
  balance_as_of: Type.Optional(
    Nullable(
      Type.Object(
        {
          date: { ...Day, description: 'Not after today.' },
          amount: Type.Number({
            description: "Signed as opening_balance is, in the account's currency, or in the base currency.",
          }),
          includes_day: Type.Optional(
            Type.Boolean({
              description:
                "Whether the entries of the day itself are in the amount, as in a bank's closing balance; false unless it is sent.",
            }),
          ),
        },
        {
          description:
            'The balance before the entries of a day, or with them. Entries up to then move the opening, and the balance stays as it was said. ' +
            'A changed opening_balance or opening_date ends this; null ends it too, and leaves the opening as it is.',
        },
      ),
    ),
  ),
  opening_balance: Type.Optional(
    Nullable(
      Type.Number({
        description:
          "Positive on the account's normal side: money in an asset, money owed on a liability. In the account's currency, or in the base currency if it takes any.",
      }),
    ),
  ),
  opening_date: Type.Optional(Nullable({ ...Day, description: 'Default: today.' })),
  fx_rate: Type.Optional(
    Nullable(
      Type.Number({ ...Rate, description: 'The rate of the opening balance; null: Florin finds it.' }),
    ),
  ),
}

export const AccountDraft = named(
  'AccountDraft',
  Type.Object({ name: Name(255), type: AccountType, ...fields }),
)
export type AccountDraft = Static<typeof AccountDraft>
export const AccountChange = named(
  'AccountChange',
  Type.Object({
    name: Type.Optional(Name(255)),
    type: Type.Optional(AccountType),
    ...fields,
    fx_source: SentSource,
  }),
)
export type AccountChange = Static<typeof AccountChange>

const opening = [
  'opening_not_possible',
  'balance_not_possible',
  'balance_in_future',
  'balance_or_opening',
  'amount_decimals',
  'amount_too_large',
  'fx_rate_missing',
  'fx_rate_base',
  'opening_missing',
  'locked',
] as const
const saving = [
  'code_taken',
  'currency_not_found',
  'default_not_possible',
  'claim_not_possible',
  'value_not_possible',
  ...opening,
] as const
const untouchable = [
  'account_is_system',
  'account_of_category',
  'account_is_default',
  'account_in_use',
] as const

export const listAccounts = route({
  method: 'GET',
  path: '/accounts',
  needs: 'read',
  summary: 'List accounts by name, with their balances.',
  query: listQuery(['name', 'created_at'], {
    type: Type.Optional(
      Type.Unsafe<Static<typeof AccountType>>({ ...AccountType, description: 'Only accounts of this type.' }),
    ),
    is_active: Type.Optional(Type.Boolean({ description: 'Only active accounts, or only inactive ones.' })),
    ...KnownAtWithValues,
    ...ByIds,
    ...Search,
    ...Trash,
  }),
  reply: listOf(Account),
  refuses: knownAtRefusals,
})

export const createAccount = route({
  method: 'POST',
  path: '/accounts',
  needs: 'write',
  summary: 'Open an account, with its opening balance if it has one.',
  body: AccountDraft,
  reply: Account,
  refuses: saving,
})

export const getAccount = route({
  method: 'GET',
  path: '/accounts/{id}',
  needs: 'read',
  summary: 'Read an account.',
  query: Type.Object(KnownAtWithValues),
  reply: Account,
  refuses: knownAtRefusals,
})

export const updateAccount = route({
  method: 'PUT',
  path: '/accounts/{id}',
  needs: 'write',
  summary: 'Change an account; an omitted field keeps its value.',
  body: AccountChange,
  reply: Account,
  refuses: [...saving, ...untouchable, 'account_has_values', 'account_has_goals', 'value_covered'],
})

export const deleteAccount = route({
  method: 'DELETE',
  path: '/accounts/{id}',
  needs: 'write',
  summary: 'Put an account that was never used into the trash.',
  query: Forever,
  reply: Account,
  refuses: [...untouchable, 'account_has_values', 'account_has_goals', ...foreverRefusals],
})

export const restoreAccount = route({
  method: 'POST',
  path: '/accounts/{id}/restore',
  needs: 'write',
  summary: 'Restore an account from the trash.',
  reply: Account,
  refuses: ['account_of_category'],
})

export const RegisterLine = named(
  'RegisterLine',
  Type.Object({
    ...Line.properties,
    transaction_id: IdOf(
      'Lines with the same transaction follow each other: an expense with splits or shares has a line for each of them, which its account paid as one amount.',
    ),
    kind: Type.String(),
    date: Type.String({ format: 'date' }),
    contact_id: Nullable(Id),
    contact_name: Nullable(Type.String()),
    obligation_id: Nullable(
      IdOf('The obligation that the transaction opened, changed, paid or wrote off; null for all others.'),
    ),
    share_contact_name: Nullable(
      Type.String({
        description:
          'The contact whose share of an expense this line is; null for all other lines. Such a line has the memo of the expense.',
      }),
    ),
    share_obligation_id: Nullable(
      IdOf('The obligation of that contact, which says whether the share was paid back.'),
    ),
    category_id: Nullable(Id),
    category_name: Nullable(
      Type.String({
        description: 'The category of this line; null if there is none or more than one.',
      }),
    ),
    counter_account_id: Id,
    counter_account_name: Type.String({ description: 'The account on the other side of the same entry.' }),
    running_balance: Type.Number({
      description:
        "The balance of the account after this line, in the line's currency, positive on the account's normal side. Filters do not change it.",
    }),
    counted_base: CountedBase,
  }),
)
export type RegisterLine = Static<typeof RegisterLine>

export const listAccountLines = route({
  method: 'GET',
  path: '/accounts/{id}/lines',
  needs: 'read',
  summary: 'Read the register of an account, the latest line first, with running balances.',
  query: Type.Object({
    ...pageQuery,
    include: includeTotalAndSum,
    date_from: Type.Optional(DayOf('The first day, as YYYY-MM-DD.')),
    date_to: Type.Optional(DayOf('The last day, as YYYY-MM-DD.')),
    currency_id: Several('Only lines in this currency, in any case'),
    side: Type.Optional(
      Type.Unsafe<'debit' | 'credit'>({
        type: 'string',
        enum: ['debit', 'credit'],
        description: 'Only lines on this side: on a money account, debit is money in, credit is money out.',
      }),
    ),
    kind: SeveralOf('Only lines of transactions of this kind', kinds),
    reconciliation_id: Several(
      'Only lines ticked in this reconciliation (none: in no reconciliation); with known_at, as ticked at that time',
    ),
    ...KnownAt,
    ...Search,
  }),
  reply: summedListOf(RegisterLine),
  refuses: knownAtRefusals,
})
export type RegisterQuery = QueryOf<typeof listAccountLines>
