import { type Static, type TObject, Type } from 'typebox'
import {
  booking,
  ExpenseDraft,
  Transaction,
  TransactionDraft,
  TransferDraft,
  transferring,
} from './budgeting.ts'
import { Day, Id, IdOf, Nullable, named, OneOf, route } from './route.ts'
import { Notes, Tags } from './transaction-fields.ts'

/** The most transactions in one request. */
export const MAX_BATCH = 10_000

/** A draft as one item of a list: its field `kind` says which kind it is. */
const inBatch = <const K extends string, D extends TObject>(title: string, kind: K, draft: D) =>
  named(
    title,
    Type.Object({
      kind: Type.Unsafe<K>({ type: 'string', enum: [kind] }),
      ...(draft.properties as D['properties']), // spread, a type parameter's fields lose their types
    }),
  )

export const BatchItem = OneOf('kind', [
  inBatch('BatchExpense', 'expense', ExpenseDraft),
  inBatch('BatchIncome', 'income', TransactionDraft),
  inBatch('BatchTransfer', 'transfer', TransferDraft),
])
export type BatchItem = Static<typeof BatchItem>

/** Several transactions that were written together. */
const WrittenTransactions = named(
  'WrittenTransactions',
  Type.Object({
    version: Type.Integer({
      description: 'The version of the book that has all of these changes: one undo takes them back.',
    }),
    data: Type.Array(Transaction, { description: 'In the order of the request.' }),
  }),
)
export type WrittenTransactions = Static<typeof WrittenTransactions>

export const createTransactions = route({
  method: 'POST',
  path: '/budgeting/transactions',
  needs: 'write',
  summary:
    'Record up to 10,000 expenses, incomes and transfers as one change: all of them or none. An error names the position of its item, such as transactions.17.amount.',
  body: named(
    'TransactionBatch',
    Type.Object({ transactions: Type.Array(BatchItem, { minItems: 1, maxItems: MAX_BATCH }) }),
  ),
  maxBodyBytes: 10 * 1024 * 1024,
  reply: WrittenTransactions,
  refuses: [...new Set([...booking, 'shares_mismatch', ...transferring, 'external_id_taken'] as const)],
})
export type TransactionBatch = Static<typeof createTransactions.body>

export const bulkTransactions = route({
  method: 'POST',
  path: '/budgeting/transactions/bulk',
  needs: 'write',
  annotates: true,
  summary:
    'Change the same fields of up to 10,000 expenses, incomes and transfers, or put all of them into the trash, as one change: all of them or none. The refusal is that of the first; params.refused_count counts all that are refused, and params.refused has up to 20 reasons, each with code, message, params and ids.',
  body: named(
    'TransactionBulk',
    Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BATCH, uniqueItems: true }),
      set: Type.Optional(
        Type.Object(
          {
            category_id: Type.Optional(
              IdOf('A category of the kind of the transactions; not possible for transfers and splits.'),
            ),
            contact_id: Type.Optional(Nullable(Id)),
            asset_account_id: Type.Optional(
              IdOf('The account that was paid from or into; not possible for transfers, which have two.'),
            ),
            date: Type.Optional(Day),
            tags: Tags,
            add_tags: Type.Optional({
              ...Tags,
              description: 'Tags to add to those that each transaction has.',
            }),
            notes: Notes,
          },
          {
            description:
              'Required unless delete is sent, and not together with it: the new values. An omitted field keeps its value.',
          },
        ),
      ),
      delete: Type.Optional(
        Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'Put all of them into the trash.' }),
      ),
    }),
  ),
  maxBodyBytes: 1024 * 1024,
  reply: WrittenTransactions,
  refuses: [
    'bulk_choice',
    'transaction_not_found',
    'bulk_kind',
    'category_not_found',
    'category_inactive',
    'contact_not_found',
    'account_not_usable',
    'currency_not_found',
    'fx_rate_missing',
    'charged_mismatch',
    'transfer_mismatch',
    'amount_too_large',
    'tags_too_many',
    'share_paid',
    'locked',
    'other_half',
  ],
})
export type TransactionBulk = Static<typeof bulkTransactions.body>
