import { type Static, Type } from 'typebox'
import {
  CurrencyId,
  Day,
  Id,
  IdOf,
  listOf,
  listQuery,
  Nullable,
  named,
  route,
  Timestamp,
  Trash,
  Version,
} from './route.ts'
import { who } from './who.ts'

/** The most lines of one reconciliation. */
export const MAX_LINES = 10_000

const summary = {
  id: Id,
  account_id: Id,
  account_name: Type.String(),
  currency_id: Type.String(),
  date: Type.String({ format: 'date', description: 'The day of the statement.' }),
  status: Type.Unsafe<'open' | 'finished'>({ type: 'string', enum: ['open', 'finished'] }),
  statement_balance: Type.Number({
    description: "The balance that the statement ends with, positive on the account's normal side.",
  }),
  start_balance: Type.Number({
    description:
      'The balance that the finished reconciliation before it ended with. For the first: the balance_as_of of the account, if the statement is of that day or later, else 0.',
  }),
  cleared_balance: Type.Number({ description: 'The start balance and the ticked lines together.' }),
  difference: Type.Number({ description: 'The statement balance less the cleared balance.' }),
  cleared_count: Type.Integer({ description: 'How many lines are ticked.' }),
  adjustment_id: Nullable(IdOf('The transaction that recorded the difference; null if there is none.')),
  finished_at: Nullable(Timestamp),
  version: Version,
  ...who,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Nullable(Timestamp),
}

const ReconciliationSummary = named('ReconciliationSummary', Type.Object(summary))
export type ReconciliationSummary = Static<typeof ReconciliationSummary>

export const Reconciliation = named(
  'Reconciliation',
  Type.Object({
    ...summary,
    cleared_line_ids: Type.Array(Id, {
      description: 'The ticked lines, without those of transactions in the trash.',
    }),
  }),
)
export type Reconciliation = Static<typeof Reconciliation>

const ReconciliationDraft = named(
  'ReconciliationDraft',
  Type.Object({
    date: {
      ...Day,
      description:
        'The day of the statement: at the latest tomorrow, and not before that of the finished one before it.',
    },
    balance: Type.Number({
      description: "The balance that the statement ends with, positive on the account's normal side.",
    }),
    currency_id: Type.Optional(
      CurrencyId('Default: the only currency of the account, or the base currency if it takes any currency.'),
    ),
  }),
)
export type ReconciliationDraft = Static<typeof ReconciliationDraft>

const ReconciliationChange = named(
  'ReconciliationChange',
  Type.Object({
    date: Type.Optional(Day),
    balance: Type.Optional(Type.Number({ description: 'The balance that the statement ends with.' })),
    statement_balance: Type.Optional(
      Type.Number({
        description:
          'The same as balance, under its name in answers, so that an answer can be corrected and sent back. If both are sent, they must be equal.',
      }),
    ),
    cleared_line_ids: Type.Optional(
      Type.Array(Id, {
        maxItems: MAX_LINES,
        uniqueItems: true,
        description: 'All ticked lines: an omitted line loses its tick.',
      }),
    ),
  }),
)
export type ReconciliationChange = Static<typeof ReconciliationChange>

const ReconciliationFinish = named(
  'ReconciliationFinish',
  Type.Object({
    adjust: Type.Optional(
      Nullable(
        Type.Object(
          { category_id: Id },
          {
            description:
              "Records the difference, if there is one, as an expense or an income of this category on the statement's day; a difference against the kind of the category is recorded as a refund.",
          },
        ),
      ),
    ),
  }),
)
export type ReconciliationFinish = Static<typeof ReconciliationFinish>

export const listReconciliations = route({
  method: 'GET',
  path: '/accounts/{id}/reconciliations',
  needs: 'read',
  summary: 'List the reconciliations of an account, the latest statement first.',
  query: listQuery(['date'], { ...Trash }),
  reply: listOf(ReconciliationSummary),
})

export const createReconciliation = route({
  method: 'POST',
  path: '/accounts/{id}/reconciliations',
  needs: 'write',
  summary:
    'Start the reconciliation of an account with a statement. An account has at most one open reconciliation in each currency.',
  body: ReconciliationDraft,
  reply: Reconciliation,
  refuses: [
    'account_not_reconcilable',
    'account_currency',
    'currency_not_found',
    'amount_decimals',
    'amount_too_large',
    'statement_date',
    'reconciliation_open',
  ],
})

export const getReconciliation = route({
  method: 'GET',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}',
  needs: 'read',
  summary: 'Read a reconciliation, with the ids of its ticked lines.',
  reply: Reconciliation,
})

export const updateReconciliation = route({
  method: 'PUT',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}',
  needs: 'write',
  summary:
    'Tick the lines that are on the statement, all at once, or correct its day or balance; an omitted field keeps its value.',
  body: ReconciliationChange,
  maxBodyBytes: 1024 * 1024,
  reply: Reconciliation,
  refuses: [
    'amount_decimals',
    'amount_too_large',
    'statement_date',
    'line_not_found',
    'line_after_statement',
    'line_in_balance',
    'line_reconciled',
    'reconciliation_finished',
  ],
})

export const deleteReconciliation = route({
  method: 'DELETE',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}',
  needs: 'write',
  summary: 'Put an open reconciliation into the trash: its lines can be ticked in another one.',
  reply: Reconciliation,
  refuses: ['reconciliation_finished'],
})

export const restoreReconciliation = route({
  method: 'POST',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}/restore',
  needs: 'write',
  summary:
    'Restore a reconciliation from the trash. It is open, and keeps its ticks except on lines that another reconciliation has ticked since. It starts with the balance that the finished reconciliation before it ends with now.',
  reply: Reconciliation,
  refuses: ['reconciliation_open', 'reconciliation_followed', 'statement_date'],
})

export const finishReconciliation = route({
  method: 'POST',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}/finish',
  needs: 'write',
  summary:
    'Finish a reconciliation whose difference is 0, or record the difference. The transactions of its lines are locked from then on.',
  body: ReconciliationFinish,
  reply: Reconciliation,
  refuses: [
    'reconciliation_finished',
    'statement_differs',
    'line_after_statement',
    'line_in_balance',
    'category_not_found',
    'category_inactive',
    'account_not_usable',
    'currency_not_found',
    'amount_too_large',
    'fx_rate_missing',
    'locked',
  ],
})

export const reopenReconciliation = route({
  method: 'POST',
  path: '/accounts/{id}/reconciliations/{reconciliation_id}/reopen',
  needs: 'write',
  summary:
    'Reopen the latest finished reconciliation of an account and currency. Its lines keep their ticks.',
  reply: Reconciliation,
  refuses: ['reconciliation_unfinished', 'reconciliation_followed'],
})
