import { type Static, type TObject, Type } from 'typebox'
import { knownAtRefusals } from './moment.ts'
import type { Code } from './refusals.ts'
import {
  CountedBase,
  CurrencyId,
  Day,
  Forever,
  FxSource,
  Id,
  IdOf,
  Nullable,
  named,
  Rate,
  route,
  SentSource,
  summedListOf,
  Timestamp,
  ValueSource,
  Version,
} from './route.ts'
import { columns, sheet } from './transaction-columns.ts'
import { Amount, AmountOf, Memo, Notes, Tags, TransactionMemo } from './transaction-fields.ts'
import { ExternalId, kinds, timelineQuery, transactionQuery } from './transaction-query.ts'
import { who } from './who.ts'

export type { TransactionQuery } from './transaction-query.ts'

export const Line = named(
  'Line',
  Type.Object({
    id: Id,
    account_id: Id,
    account_name: Type.String(),
    currency_id: Type.String(),
    debit: Type.Number({ description: 'In currency_id; 0 if the line is a credit.' }),
    credit: Type.Number({ description: 'In currency_id; 0 if the line is a debit.' }),
    debit_base: Type.Number({ description: 'The debit in the base currency.' }),
    credit_base: Type.Number({ description: 'The credit in the base currency.' }),
    memo: Type.String({
      description:
        'The memo of its part of the transaction. The lines of charged_amount have that of the first part with one.',
    }),
    reconciliation_id: Nullable(
      IdOf('The reconciliation that this line is ticked in, open or finished; null if there is none.'),
    ),
    is_locked: Type.Boolean({ description: 'Whether its day is closed or its reconciliation is finished.' }),
  }),
)
export type Line = Static<typeof Line>

export const Transaction = named(
  'Transaction',
  Type.Object({
    id: Id,
    kind: Type.Unsafe<(typeof kinds)[number]>({ type: 'string', enum: [...kinds] }),
    date: Type.String({ format: 'date' }),
    currency_id: Type.String(),
    currency_code: Type.String(),
    base_currency_id: Type.String(),
    base_currency_code: Type.String(),
    category_id: Nullable(Id),
    category_name: Nullable(Type.String()),
    asset_account_id: Nullable(Id),
    amount: Type.Number({ description: 'In the currency of the transaction.' }),
    base_amount: Type.Number({ description: 'In the base currency of the book.' }),
    fx_rate: Type.Number({ description: 'From the currency of the transaction to the base currency.' }),
    fx_source: FxSource,
    fx_date: Type.String({ format: 'date', description: 'The day of the rate.' }),
    charged_amount: Nullable(
      Type.Number({ description: "The amount taken from the account, in the account's own currency." }),
    ),
    charged_source: Nullable(ValueSource),
    contact_id: Nullable(Id),
    contact_name: Nullable(Type.String()),
    obligation_id: Nullable(
      IdOf('The obligation that it opened, changed, paid or wrote off; null for all other transactions.'),
    ),
    plan_id: Nullable(IdOf('The plan that posted it. The plan may have been deleted for good since.')),
    notes: Nullable(Type.String()),
    memo: Nullable(Type.String()),
    tags: Type.Array(Type.String()),
    is_refund: Type.Boolean(),
    splits: Type.Array(
      Type.Object({
        category_id: Id,
        category_name: Type.String(),
        amount: Type.Number(),
        memo: Nullable(Type.String()),
      }),
    ),
    shares: Type.Array(
      Type.Object({ contact_id: Id, contact_name: Type.String(), amount: Type.Number(), obligation_id: Id }),
      {
        description:
          'The shares of the expense that others owe: each is an obligation of its own, a receivable.',
      },
    ),
    from_account_id: Nullable(Id),
    to_account_id: Nullable(Id),
    to_amount: Nullable(Type.Number()),
    to_currency_id: Nullable(Type.String()),
    to_source: Nullable(ValueSource),
    is_locked: Type.Boolean({
      description:
        'Whether its day is closed, or one of its lines is in a finished reconciliation. On a closed day entries cannot change; a reconciled line keeps its day, account, side, currency and amount. Notes, tags, contact and external_id can still change, and so can the category if the day is not closed.',
    }),
    lines: Type.Array(Line),
    counted_base: CountedBase,
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
    external_id: Nullable(
      Type.String({
        description: 'The identifier that a client gave it; unique in the book.',
      }),
    ),
  }),
)
export type Transaction = Static<typeof Transaction>

/**
 * A transaction of one kind, with the links that all of that kind have: it fits the change of its kind when it is sent back.
 * Its type is that of every transaction, since the service makes all kinds in one place.
 */
const ofKind = (title: string, kind: Transaction['kind'], links: (keyof Transaction)[]) =>
  named(
    title,
    Type.Unsafe<Transaction>({
      ...Transaction,
      properties: {
        ...Transaction.properties,
        kind: { type: 'string', enum: [kind] },
        ...Object.fromEntries(links.map((link) => [link, Id])),
      },
    }),
  )
const Expense = ofKind('Expense', 'expense', ['category_id', 'asset_account_id'])
const Income = ofKind('Income', 'income', ['category_id', 'asset_account_id'])
const Transfer = ofKind('Transfer', 'transfer', ['from_account_id', 'to_account_id'])

const Split = Type.Object({ category_id: Id, amount: Amount, memo: Memo })

const optionalOf = {
  currency_id: Type.Optional(CurrencyId('Default: the base currency.')),
  date: Type.Optional(Day),
  asset_account_id: Type.Optional(IdOf("Default: the book's default account.")),
  fx_rate: Type.Optional(Nullable(Rate)),
  charged_amount: AmountOf('The amount that the account was charged, in its own currency.'),
  contact_id: Type.Optional(Nullable(Id)),
  notes: Notes,
  memo: TransactionMemo,
  tags: Tags,
  external_id: ExternalId,
  is_refund: Type.Optional(
    Type.Boolean({ description: 'Whether money is paid back: it reduces the total of the category.' }),
  ),
  splits: Type.Optional(
    Type.Array(Split, { maxItems: 100, description: 'Divides one payment among several categories.' }),
  ),
}

/** The shares that others owe of an expense that I paid in full. */
const shares = Type.Optional(
  Type.Array(Type.Object({ contact_id: Id, amount: Amount }), {
    maxItems: 100,
    description: 'Parts of the amount that contacts owe me; the rest is my expense.',
  }),
)

export const TransactionDraft = named(
  'TransactionDraft',
  Type.Object({
    amount: Amount,
    category_id: Type.Optional(
      Type.String({
        format: 'uuid',
        description: 'Required unless there are splits.',
        'x-required-unless': 'splits',
      }),
    ),
    ...optionalOf,
  }),
)
export type TransactionDraft = Static<typeof TransactionDraft>

export const TransactionChange = named(
  'TransactionChange',
  Type.Object({
    amount: Type.Optional(Amount),
    category_id: Type.Optional(Id),
    ...optionalOf,
    fx_source: SentSource,
    charged_source: SentSource,
  }),
)
export type TransactionChange = Static<typeof TransactionChange>

export const ExpenseDraft = named('ExpenseDraft', Type.Object({ ...TransactionDraft.properties, shares }))
export type ExpenseDraft = Static<typeof ExpenseDraft>
const ExpenseChange = named('ExpenseChange', Type.Object({ ...TransactionChange.properties, shares }))
export type ExpenseChange = Static<typeof ExpenseChange>

const unknownReference = [
  'category_not_found',
  'category_inactive',
  'account_not_usable',
  'contact_not_found',
  'currency_not_found',
] as const
const money = ['amount_decimals', 'amount_too_large', 'fx_rate_missing', 'fx_rate_base'] as const
export const booking = [
  ...unknownReference,
  ...money,
  'splits_mismatch',
  'beside_splits',
  'charged_mismatch',
  'locked',
] as const

export const listTransactions = route({
  method: 'GET',
  path: '/budgeting/transactions',
  needs: 'read',
  summary: 'List transactions of all kinds in one timeline, the latest first.',
  query: timelineQuery,
  reply: summedListOf(Transaction),
  columns: columns satisfies Record<string, { of: (record: Transaction) => unknown } | null>,
  sheet: sheet satisfies readonly { of: (record: Transaction) => unknown }[],
  refuses: knownAtRefusals,
})

export const getTransaction = route({
  method: 'GET',
  path: '/budgeting/transactions/{id}',
  needs: 'read',
  summary: 'Read a transaction of any kind, including openings, payments and postings of obligations.',
  reply: Transaction,
})

/** The routes of one kind of transaction: the same for each. */
const routesOf = <
  const P extends string,
  D extends TObject,
  C extends TObject,
  const R extends readonly Code[],
>(
  path: P,
  [one, many]: [string, string],
  [draft, change, shape]: [D, C, typeof Expense],
  refuses: R,
  removing: readonly Code[] = [], // further refusals of changes and deletions
) => ({
  list: route({
    method: 'GET',
    path,
    needs: 'read',
    summary: `List ${many}, the latest first.`,
    query: transactionQuery,
    reply: summedListOf(shape),
    columns,
    refuses: knownAtRefusals,
  }),
  create: route({
    method: 'POST',
    path,
    needs: 'write',
    summary: `Record ${one}.`,
    body: draft,
    reply: shape,
    refuses: [...refuses, 'external_id_taken'],
  }),
  get: route({ method: 'GET', path: `${path}/{id}`, needs: 'read', summary: `Read ${one}.`, reply: shape }),
  update: route({
    method: 'PUT',
    path: `${path}/{id}`,
    needs: 'write',
    annotates: true,
    summary: `Change ${one}; an omitted field keeps its value.`,
    body: change,
    reply: shape,
    refuses: [...refuses, 'external_id_taken', ...removing],
  }),
  remove: route({
    method: 'DELETE',
    path: `${path}/{id}`,
    needs: 'write',
    summary: `Put ${one} into the trash; balances no longer include it.`,
    query: Forever,
    reply: shape,
    refuses: ['locked', ...removing.filter((code) => code !== 'half_fixed'), 'not_in_trash'],
  }),
  restore: route({
    method: 'POST',
    path: `${path}/{id}/restore`,
    needs: 'write',
    summary: `Restore ${one} from the trash.`,
    reply: shape,
    refuses: ['locked', 'link_deleted', ...removing.filter((code) => code === 'other_half')],
  }),
})

export const {
  list: listExpenses,
  create: createExpense,
  get: getExpense,
  update: updateExpense,
  remove: deleteExpense,
  restore: restoreExpense,
} = routesOf(
  '/budgeting/expenses',
  ['an expense', 'expenses'],
  [ExpenseDraft, ExpenseChange, Expense],
  [...booking, 'shares_mismatch'],
  ['share_paid'],
)

export const {
  list: listIncomes,
  create: createIncome,
  get: getIncome,
  update: updateIncome,
  remove: deleteIncome,
  restore: restoreIncome,
} = routesOf(
  '/budgeting/incomes',
  ['an income', 'incomes'],
  [TransactionDraft, TransactionChange, Income],
  booking,
)

const transferFields = {
  currency_id: Type.Optional(
    CurrencyId('Default: the currency of the account it comes from, else the base currency.'),
  ),
  date: Type.Optional(Day),
  to_amount: AmountOf('The amount that arrives, in to_currency_id.'),
  to_currency_id: Type.Optional(
    Nullable(CurrencyId('Default: the currency of the account it goes to, else currency_id.')),
  ),
  fx_rate: Type.Optional(Nullable(Rate)),
  contact_id: Type.Optional(Nullable(Id)),
  notes: Notes,
  memo: TransactionMemo,
  tags: Tags,
  external_id: ExternalId,
}

export const TransferDraft = named(
  'TransferDraft',
  Type.Object({
    from_account_id: Id,
    to_account_id: Id,
    amount: Amount,
    ...transferFields,
  }),
)
export type TransferDraft = Static<typeof TransferDraft>

export const TransferChange = named(
  'TransferChange',
  Type.Object({
    from_account_id: Type.Optional(Id),
    to_account_id: Type.Optional(Id),
    amount: Type.Optional(Amount),
    ...transferFields,
    fx_source: SentSource,
    to_source: SentSource,
  }),
)
export type TransferChange = Static<typeof TransferChange>

export const transferring = [
  'account_not_usable',
  'contact_not_found',
  'currency_not_found',
  ...money,
  'transfer_same_account',
  'account_currency',
  'transfer_mismatch',
  'locked',
] as const

export const {
  list: listTransfers,
  create: createTransfer,
  get: getTransfer,
  update: updateTransfer,
  remove: deleteTransfer,
  restore: restoreTransfer,
} = routesOf(
  '/budgeting/transfers',
  ['a transfer', 'transfers'],
  [TransferDraft, TransferChange, Transfer],
  transferring,
  ['other_half', 'half_fixed'],
)
