import { type Static, Type } from 'typebox'
import { KnownAt, knownAtRefusals } from './moment.ts'
import {
  ByIds,
  CurrencyId,
  Day,
  DayOf,
  Forever,
  FxSource,
  Id,
  IdOf,
  includeTotalAndSum,
  includingQuery,
  listOf,
  listQuery,
  Name,
  Nullable,
  named,
  Rate,
  route,
  Search,
  SentSource,
  Several,
  summedListOf,
  Timestamp,
  Trash,
  ValueSource,
  Version,
} from './route.ts'
import { Direction, Statement } from './statement.ts'
import { who } from './who.ts'

const Status = Type.Unsafe<'open' | 'settled'>({
  type: 'string',
  enum: ['open', 'settled'],
  description: 'Computed: settled when nothing is outstanding, else open. Ignored in a request.',
})

export const Obligation = named(
  'Obligation',
  Type.Object({
    id: Id,
    name: Type.String(),
    reference: Nullable(Type.String()),
    notes: Nullable(Type.String()),
    opened_date: Type.String({ format: 'date' }),
    due_date: Nullable(Type.String({ format: 'date' })),
    original_amount: Type.Number({ description: 'The whole debt, when it arose.' }),
    outstanding_amount: Type.Number({ description: 'The part that is still owed.' }),
    status: Status,
    settled_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Computed: when the outstanding amount became zero; null while it is not zero.',
      }),
    ),
    contact: Type.Object({ id: Id, name: Nullable(Type.String()) }),
    account: Type.Object({ id: Id, name: Nullable(Type.String()), code: Nullable(Type.String()) }),
    currency: Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      code: Nullable(Type.String()),
    }),
    contact_id: Id,
    account_id: Id,
    currency_id: Type.String(),
    counter_account_id: Id,
    direction: Direction,
    is_overdue: Type.Boolean(),
    fx_rate: Type.Number({ description: 'From its currency to the base currency, when it was opened.' }),
    fx_source: FxSource,
    fx_date: Type.String({ format: 'date', description: 'The day of the rate.' }),
    outstanding_base: Type.Number({
      description: 'The outstanding amount in the base currency, at its book value.',
    }),
    expense_id: Nullable(IdOf('The expense that this obligation is a share of.')),
    plan_id: Nullable(IdOf('The plan that posted it. The plan may have been deleted for good since.')),
    version: Version,
    ...who,
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Nullable(Timestamp),
  }),
)
export type Obligation = Static<typeof Obligation>

/** Required fields are required on update too. */
export const ObligationDraft = named(
  'ObligationDraft',
  Type.Object({
    name: Name(150),
    reference: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
    notes: Type.Optional(Nullable(Type.String())),
    opened_date: Day,
    due_date: Type.Optional(Nullable(Day)),
    original_amount: Type.Number({ exclusiveMinimum: 0, description: 'The whole debt, when it arose.' }),
    outstanding_amount: Type.Number({
      minimum: 0,
      description: 'The part that is still owed; the rest was paid before the debt was recorded.',
    }),
    contact_id: Id,
    account_id: IdOf('Any account except one of type equity.'),
    currency_id: CurrencyId(),
    counter_account_id: Type.Optional(
      Nullable(
        IdOf(
          'For a claim or a liability: the account on the other side of the opening. Default: Opening balances.',
        ),
      ),
    ),
    fx_rate: Type.Optional(Nullable(Rate)),
    fx_source: SentSource,
  }),
)
export type ObligationDraft = Static<typeof ObligationDraft>

const obligationQuery = includingQuery(includeTotalAndSum, ['due_date', 'name', 'created_at'], {
  status: Type.Optional(
    Type.Unsafe<'open' | 'settled'>({
      type: 'string',
      enum: ['open', 'settled'],
      description: 'Only open obligations (with an outstanding amount), or only settled ones.',
    }),
  ),
  direction: Type.Optional(Direction),
  contact_id: Several('Only those of this contact'),
  account_id: Several('Only those on this account'),
  currency_id: Several('Only those in this currency, in any case'),
  due_from: Type.Optional(DayOf('The first due date, as YYYY-MM-DD.')),
  due_to: Type.Optional(DayOf('The last due date, as YYYY-MM-DD.')),
  overdue: Type.Optional(
    Type.Boolean({ description: 'true: only open obligations past their due date. false: only the others.' }),
  ),
  ...ByIds,
  ...Search,
  ...Trash,
  ...KnownAt,
})

const saving = [
  'contact_not_found',
  'obligation_account',
  'counter_account',
  'account_currency',
  'currency_not_found',
  'amount_decimals',
  'amount_too_large',
  'fx_rate_missing',
  'fx_rate_base',
  'locked',
] as const

export const listObligations = route({
  method: 'GET',
  path: '/obligations',
  needs: 'read',
  summary: 'List obligations by due date, those without a due date last.',
  query: obligationQuery,
  reply: summedListOf(Obligation, 'It adds up outstanding_base of all obligations, in both directions.'),
  refuses: knownAtRefusals,
})

export const createObligation = route({
  method: 'POST',
  path: '/obligations',
  needs: 'write',
  summary: 'Record an amount that is owed to me or by me.',
  body: ObligationDraft,
  reply: Obligation,
  refuses: saving,
})

export const getObligation = route({
  method: 'GET',
  path: '/obligations/{id}',
  needs: 'read',
  summary: 'Read an obligation.',
  query: Type.Object(KnownAt),
  reply: Obligation,
  refuses: knownAtRefusals,
})

export const updateObligation = route({
  method: 'PUT',
  path: '/obligations/{id}',
  needs: 'write',
  summary:
    'Change an obligation; a changed outstanding amount is posted against the opening balances. Its status follows the outstanding amount.',
  body: ObligationDraft,
  reply: Obligation,
  refuses: [...saving, 'has_payments', 'payment_date', 'obligation_of_share'],
})

export const deleteObligation = route({
  method: 'DELETE',
  path: '/obligations/{id}',
  needs: 'write',
  summary: 'Put an obligation into the trash, together with its opening and its payments.',
  query: Forever,
  reply: Obligation,
  refuses: ['locked', 'obligation_of_share', 'not_in_trash', 'payment_of_set_off'],
})

export const restoreObligation = route({
  method: 'POST',
  path: '/obligations/{id}/restore',
  needs: 'write',
  summary: 'Restore an obligation from the trash, together with its opening and its payments.',
  reply: Obligation,
  refuses: ['locked', 'link_deleted', 'obligation_of_share'],
})

export const Payment = named(
  'Payment',
  Type.Object({
    id: Id,
    obligation_id: Id,
    transaction_id: Id,
    date: Type.String({ format: 'date' }),
    amount: Type.Number({ description: 'In the currency of the payment.' }),
    currency_id: Type.String(),
    applied_amount: Type.Number({ description: 'In the currency of the obligation.' }),
    applied_source: ValueSource,
    asset_account_id: Id,
    fx_rate: Type.Number(),
    fx_source: FxSource,
    fx_date: Type.String({ format: 'date', description: 'The day of the rate.' }),
    base_amount: Type.Number({ description: 'The paid amount, in the base currency.' }),
    exchange_difference: Type.Number({
      description: 'The exchange gain (positive) or loss (negative), in the base currency.',
    }),
    outstanding_amount: Type.Number({
      description:
        'The amount outstanding after this payment, in the order in which payments were recorded, not by their dates.',
    }),
    notes: Nullable(Type.String()),
    version: Version,
    ...who,
    created_at: Timestamp,
  }),
)
export type Payment = Static<typeof Payment>

export const listPayments = route({
  method: 'GET',
  path: '/obligations/{id}/payments',
  needs: 'read',
  summary: 'List the payments of an obligation, the latest first.',
  query: listQuery(['date'], {}),
  reply: listOf(Payment),
})

const paymentFields = {
  date: Type.Optional(Day),
  asset_account_id: Type.Optional(IdOf("Default: the book's default account.")),
  currency_id: Type.Optional(CurrencyId('Default: the currency of the obligation.')),
  applied_amount: Type.Optional(
    Nullable(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'The amount that it settles, in the currency of the obligation.',
      }),
    ),
  ),
  fx_rate: Type.Optional(Nullable(Rate)),
  notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
}

const PaymentDraft = named(
  'PaymentDraft',
  Type.Object({ amount: Type.Number({ exclusiveMinimum: 0 }), ...paymentFields }),
)
export type PaymentDraft = Static<typeof PaymentDraft>

const PaymentChange = named(
  'PaymentChange',
  Type.Object({
    amount: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    ...paymentFields,
    fx_source: SentSource,
    applied_source: SentSource,
  }),
)
export type PaymentChange = Static<typeof PaymentChange>

const paying = [
  'account_not_usable',
  'currency_not_found',
  'payment_currency',
  'payment_mismatch',
  'overpaid',
  'amount_decimals',
  'amount_too_large',
  'fx_rate_missing',
  'fx_rate_base',
  'payment_date',
  'locked',
] as const

export const createPayment = route({
  method: 'POST',
  path: '/obligations/{id}/payments',
  needs: 'write',
  summary: 'Pay an obligation, in part or in full, in any currency.',
  body: PaymentDraft,
  reply: Payment,
  refuses: paying,
})

export const getPayment = route({
  method: 'GET',
  path: '/obligations/{id}/payments/{payment_id}',
  needs: 'read',
  summary: 'Read a payment.',
  reply: Payment,
})

export const updatePayment = route({
  method: 'PUT',
  path: '/obligations/{id}/payments/{payment_id}',
  needs: 'write',
  summary: 'Change a payment; an omitted field keeps its value.',
  body: PaymentChange,
  reply: Payment,
  refuses: [...paying, 'payment_of_set_off'],
})

export const deletePayment = route({
  method: 'DELETE',
  path: '/obligations/{id}/payments/{payment_id}',
  needs: 'write',
  summary: 'Take a payment back: its applied amount is outstanding again.',
  reply: Payment,
  refuses: ['locked', 'payment_of_set_off'],
})

export const writeOff = route({
  method: 'POST',
  path: '/obligations/{id}/write-off',
  needs: 'write',
  summary: 'Write off the outstanding amount or a part of it, or record that it was forgiven, to a category.',
  body: named(
    'WriteOff',
    Type.Object({
      date: Type.Optional(Day),
      category_id: Type.String({
        format: 'uuid',
        description:
          'A category of expenses for a receivable (owed to me), of incomes for a payable (owed by me).',
        'x-missing': 'debt_category_required',
      }),
      amount: Type.Optional(
        Nullable(
          Type.Number({
            exclusiveMinimum: 0,
            description: 'In the currency of the obligation. Default: the whole outstanding amount.',
          }),
        ),
      ),
      notes: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    }),
  ),
  reply: Obligation,
  refuses: [
    'write_off_category',
    'category_inactive',
    'payment_date',
    'overpaid',
    'amount_decimals',
    'amount_too_large',
    'nothing_outstanding',
    'locked',
  ],
})
export type WriteOff = Static<typeof writeOff.body>

export const undoWriteOff = route({
  method: 'DELETE',
  path: '/obligations/{id}/write-off',
  needs: 'write',
  summary: 'Take a write-off back: the written-off amount is outstanding again.',
  reply: Obligation,
  refuses: ['locked', 'nothing_written_off'],
})

export const getStatement = route({
  method: 'GET',
  path: '/contacts/{id}/statement',
  needs: 'read',
  summary:
    'Read the statement of a contact: the amounts owed each way, per currency and in the base currency, their ageing, and every movement in order. A contact in the trash has a statement as long as an amount is outstanding.',
  query: Type.Object(KnownAt),
  reply: Statement,
  refuses: knownAtRefusals,
})
