import { type Static, Type } from 'typebox'
import { TimeOf } from './moment.ts'
import { plainResources } from './resources.ts'
import {
  DayOf,
  Id,
  Nullable,
  named,
  pageMeta,
  pageQuery,
  route,
  Several,
  SeveralOf,
  Timestamp,
} from './route.ts'

/** Every kind of record in the history of a book. More may be added: programs ignore unknown kinds. */
export const resources = [
  'book',
  'account',
  'category',
  ...plainResources.map(({ name }) => name),
  'exchange_rate',
  'budget',
  'expense',
  'income',
  'transfer',
  'opening',
  'value',
  'value_posting',
  'obligation',
  'obligation_posting',
  'payment',
  'write_off',
  'plan',
  'plan_occurrence',
  'reconciliation',
  'import_rule',
  'goal',
  'goal_move',
] as const
export type Resource = (typeof resources)[number]

const actions = ['created', 'updated', 'deleted', 'restored', 'erased'] as const
export type Action = (typeof actions)[number]

/**
 * Fields that the feed shows as they were when it was read, and that change later without their record: each follows from other records. A
 * program that mirrors a book computes them, or reads the record again. `transaction` stands for every kind of transaction.
 */
export const following: Readonly<
  Record<
    'account' | 'transaction' | 'obligation' | 'reconciliation' | 'budget' | 'value' | 'goal' | 'book',
    Record<string, string>
  >
> = {
  account: {
    balances: 'transactions',
    base_balance: 'transactions',
    base_value: 'transactions and exchange rates',
    missing_rates: 'exchange rates',
    opening_balance: 'its opening, a transaction of its own',
    opening_date: 'its opening',
    fx_rate: 'its opening',
    fx_source: 'its opening',
  },
  transaction: {
    category_name: 'the category',
    'splits.category_name': 'the category',
    contact_name: 'the contact',
    'shares.contact_name': 'the contact',
    'lines.account_name': 'the account',
    'lines.reconciliation_id': 'reconciliations',
    'lines.is_locked': "the book's closed_through, and reconciliations",
    is_locked: "the book's closed_through, and reconciliations",
  },
  obligation: {
    'contact.name': 'the contact',
    'account.name': 'the account',
    'account.code': 'the account',
    is_overdue: 'the day',
  },
  reconciliation: {
    account_name: 'the account',
    cleared_line_ids: 'transactions: a line that is changed or deleted is no longer ticked',
    cleared_count: 'its ticked lines',
    cleared_balance: 'its ticked lines',
    difference: 'its ticked lines',
  },
  budget: { category_name: 'the category', running: 'budgets of earlier months' },
  value: {
    account_name: 'the account',
    change: 'the value that was stated before it',
    difference: 'its entry, a transaction of its own',
  },
  goal: {
    saved: 'its moves, or the balances of its accounts',
    left: 'saved',
    needed_a_month: 'saved, and the day',
    pace: 'its moves, or the balances of its accounts',
    is_reached: 'saved',
    reached_on: 'saved',
    explain: 'its accounts, and the day',
    explains: 'the balances of its accounts',
    also_in: 'other goals',
    also_in_count: 'other goals',
    overdrawn: 'other goals, and the balances of its accounts',
    envelope_account: 'other goals, and the balance of its account',
  },
  book: { version: 'every change', seal: 'every change' },
}

/** Fields of a shape that `before` and `after` do not have: they are computed from other records. */
export const leftOut: Readonly<Partial<Record<Resource, readonly string[]>>> = {
  account: [
    'balances',
    'base_balance',
    'base_value',
    'missing_rates',
    'opening_balance',
    'opening_date',
    'fx_rate',
    'fx_source',
  ],
  reconciliation: ['cleared_balance', 'difference', 'cleared_count'],
  value: ['change', 'difference'],
  book: ['seal'],
  goal: Object.keys(following.goal),
}

/** The shape of `before` and `after`, and the list or the address that has such records; occurrences of plans have a shape of their own. */
export const sources: Readonly<Partial<Record<Resource, { shape: string; path: string }>>> = {
  book: { shape: 'Book', path: '/books/current' },
  account: { shape: 'Account', path: '/accounts' },
  category: { shape: 'Category', path: '/budgeting/categories' },
  ...Object.fromEntries(plainResources.map(({ name, shape, list }) => [name, { shape, path: list.path }])),
  exchange_rate: { shape: 'ExchangeRate', path: '/exchange-rates' },
  budget: { shape: 'Budget', path: '/budgeting/budgets/{category_id}/{month}' },
  expense: { shape: 'Transaction', path: '/budgeting/transactions' },
  income: { shape: 'Transaction', path: '/budgeting/transactions' },
  transfer: { shape: 'Transaction', path: '/budgeting/transactions' },
  opening: { shape: 'Transaction', path: '/budgeting/transactions' },
  value: { shape: 'Value', path: '/accounts/{id}/values' },
  value_posting: { shape: 'Transaction', path: '/budgeting/transactions?kind=value' },
  obligation: { shape: 'Obligation', path: '/obligations' },
  obligation_posting: { shape: 'Transaction', path: '/budgeting/transactions?kind=obligation' },
  payment: { shape: 'Transaction', path: '/budgeting/transactions' },
  write_off: { shape: 'Transaction', path: '/budgeting/transactions' },
  plan: { shape: 'Plan', path: '/plans' },
  reconciliation: { shape: 'Reconciliation', path: '/accounts/{id}/reconciliations' },
  import_rule: { shape: 'ImportRule', path: '/import-rules' },
  goal: { shape: 'Goal', path: '/goals' },
  goal_move: { shape: 'GoalMove', path: '/goals/{id}/moves' },
}

const RecordShown = (description: string) =>
  Nullable(Type.Object({}, { additionalProperties: true, description }))

const VersionOf = (description: string) => Nullable(Type.Integer({ description }))

export const Change = named(
  'Change',
  Type.Object({
    version: Type.Integer({ description: 'The version of the book that this change made.' }),
    at: Timestamp,
    user_id: Id,
    user_name: Nullable(
      Type.String({ description: 'The name of the person today; null if their account was deleted.' }),
    ),
    device_name: Nullable(
      Type.String({
        description:
          'The device that sent the change, if it was one of yours; null if it was not, or is no longer known. Florin: no device did.',
      }),
    ),
    action: Type.Unsafe<Action>({
      type: 'string',
      enum: [...actions],
      description: 'The kind of change. erased: the record was deleted for good.',
    }),
    resource: Type.Unsafe<Resource>({
      type: 'string',
      description: `The kind of the changed record: ${resources.join(', ')}. More kinds may be added.`,
    }),
    id: Type.String({ description: 'The id of the record.' }),
    before: RecordShown(
      'The record before the change, as the API shows it (the guide, "History and undo", has the shape of each kind, and the fields that it lacks here, such as balances); null if there was none, or if it was deleted for good since.',
    ),
    after: RecordShown(
      'The record after the change, in the same shape; null if there is none, or if it was deleted for good since.',
    ),
    undoes: VersionOf('The version that this version undoes; null if it is not an undo.'),
    undone_by: VersionOf('The version that has undone this one; null while this one is in effect.'),
  }),
)
export type Change = Static<typeof Change>

/** A list in the order of the history. Its pages are cut by `limit` and by size, also inside a version. */
export const listChanges = route({
  method: 'GET',
  path: '/changes',
  needs: 'read',
  summary: "Read the book's history: who changed which record, when, and the record before and after.",
  query: Type.Object({
    ...pageQuery,
    since: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description:
          'A version of the book: only later changes. A version that the book has not reached yet is refused.',
      }),
    ),
    resource: SeveralOf('Only records of this kind', resources),
    id: Several('Only records with this id'),
    user_id: Several('Only changes of this person'),
    created_by: Several('The same as user_id, by the name that other lists have for it'),
    from: Type.Optional(TimeOf('Only changes made at this time or later')),
    to: Type.Optional(TimeOf('Only changes made at this time or earlier')),
    dated_from: Type.Optional(
      DayOf('Only changes of transactions dated on this day or later, before or after the change.'),
    ),
    dated_to: Type.Optional(
      DayOf('Only changes of transactions dated on this day or earlier, before or after the change.'),
    ),
    order: Type.Optional(
      Type.Unsafe<'asc' | 'desc'>({
        type: 'string',
        enum: ['asc', 'desc'],
        default: 'asc',
        description: 'The oldest first (asc), or the latest first (desc).',
      }),
    ),
  }),
  // A client that polls keeps next_since. It never includes a version of which a matching record was not delivered: a
  // page can end inside a version, and then only the cursor leads to the rest of it.
  reply: Type.Object({
    data: Type.Array(Change),
    meta: Type.Object({
      ...pageMeta,
      next_since: Type.Integer({
        description:
          'All changes up to this version were looked at: send it as since the next time. On the last page it is the version of the book, even if the filters left out the latest changes. If a page ends inside a version, follow next_cursor. With order=desc it repeats the since of the request.',
      }),
    }),
  }),
  refuses: ['since_ahead'],
})
export type ChangeQuery = Static<typeof listChanges.query>

export const undoChange = route({
  method: 'POST',
  path: '/changes/{version}/undo',
  needs: 'write',
  annotates: true,
  summary:
    'Undo everything that a version did, as a new change. Undoing an undo does it again. Records that the version created go to the trash.',
  reply: named(
    'Undo',
    Type.Object({
      version: Type.Integer({ description: 'The version of the book that the undo made.' }),
      count: Type.Integer({ description: 'How many records the undo changed.' }),
      data: Type.Array(Change, {
        description:
          'The records that the undo changed: at most 200 and 1 MiB. GET /changes with since = version - 1 lists all of them.',
      }),
    }),
  ),
  refuses: [
    'book_is_default',
    'balance_not_possible',
    'undo_blocked',
    'already_undone',
    'not_undoable',
    'erased',
    'imported_again',
    'external_id_taken',
    'locked',
    'statement_differs',
    'line_after_statement',
    'other_half',
  ],
})
