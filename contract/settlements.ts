import { type Static, Type } from 'typebox'
import { Payment } from './obligations.ts'
import {
  CurrencyId,
  Day,
  DayOf,
  Id,
  IdOf,
  includeTotalAndSum,
  includingQuery,
  Nullable,
  named,
  Rate,
  route,
  Several,
  summedListOf,
} from './route.ts'
import { Direction } from './statement.ts'

/** The most obligations that one payment names. */
const MAX_OBLIGATIONS = 1_000

const Notes = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })))

/** Several payments that were written together. */
const WrittenPayments = named(
  'WrittenPayments',
  Type.Object({
    version: Type.Integer({
      description: 'The version of the book that has all of these changes: one undo takes them back.',
    }),
    data: Type.Array(Payment, { description: 'In the order in which the obligations were paid.' }),
  }),
)
export type WrittenPayments = Static<typeof WrittenPayments>

const PaymentPart = named(
  'PaymentPart',
  Type.Object({
    obligation_id: IdOf('An obligation of the contact, in any currency. Each may appear only once.'),
    amount: Type.Number({
      exclusiveMinimum: 0,
      description: 'The part of the payment, in the currency of the payment.',
    }),
    applied_amount: Type.Optional(
      Nullable(
        Type.Number({
          exclusiveMinimum: 0,
          description:
            'The amount that the part settles, in the currency of the obligation. Default: the part at the rates of the day.',
        }),
      ),
    ),
  }),
)

const ContactPayment = named(
  'ContactPayment',
  Type.Object({
    direction: Type.Unsafe<Static<typeof Direction>>({
      ...Direction,
      description: 'receivable: the contact pays me. payable: I pay the contact.',
    }),
    amount: Type.Number({ exclusiveMinimum: 0 }),
    currency_id: Type.Optional(
      CurrencyId(
        'The currency of the payment. Without obligations, also the currency of the obligations that are paid. Default: the base currency.',
      ),
    ),
    date: Type.Optional(Day),
    asset_account_id: Type.Optional(IdOf("Default: the book's default account.")),
    fx_rate: Type.Optional(Nullable(Rate)),
    obligation_ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: MAX_OBLIGATIONS,
        uniqueItems: true,
        description: 'Only these obligations are paid. Default: all that were opened on or before that day.',
      }),
    ),
    obligations: Type.Optional(
      Type.Array(PaymentPart, {
        minItems: 1,
        maxItems: MAX_OBLIGATIONS,
        description:
          'Instead of obligation_ids: the part of the amount for each obligation. The obligations may be in several currencies. The parts must add up to amount.',
      }),
    ),
    notes: Notes,
  }),
)
export type ContactPayment = Static<typeof ContactPayment>

export const payContact = route({
  method: 'POST',
  path: '/contacts/{id}/payments',
  needs: 'write',
  summary:
    'Record one payment from or to a contact that covers several obligations. The oldest is paid first, by the day it was opened, then by its due date; or the field obligations sets the part of each, also in other currencies. It is one change, with a payment for each obligation.',
  body: ContactPayment,
  reply: WrittenPayments,
  refuses: [
    'nothing_owed',
    'obligation_not_payable',
    'overpaid',
    'account_not_usable',
    'currency_not_found',
    'payment_currency',
    'payment_mismatch',
    'parts_mismatch',
    'amount_decimals',
    'amount_too_large',
    'fx_rate_missing',
    'fx_rate_base',
    'payment_date',
    'locked',
  ],
})

const SetOff = named(
  'SetOff',
  Type.Object({
    currency_id: Type.Optional(
      CurrencyId(
        'Only obligations in this currency. Default: each currency separately; with amount or fx_rate, the base currency.',
      ),
    ),
    amount: Type.Optional(
      Nullable(
        Type.Number({
          exclusiveMinimum: 0,
          description: 'Default: the whole amount that both sides owe each other.',
        }),
      ),
    ),
    date: Type.Optional(Day),
    fx_rate: Type.Optional(Nullable(Rate)),
    notes: Type.Optional({
      ...Notes,
      description: 'Default: "Set-off with" and the name of the contact.',
    }),
  }),
)
export type SetOff = Static<typeof SetOff>

export const setOff = route({
  method: 'POST',
  path: '/contacts/{id}/set-off',
  needs: 'write',
  summary:
    'Set off the debts of a contact to me against my debts to the contact, in each currency, the oldest obligations first. No money moves: each pair of obligations gets two payments of the same amount, through the account Currency exchange. It is one change, and is undone as a whole.',
  body: SetOff,
  reply: WrittenPayments,
  refuses: [
    'nothing_to_set_off',
    'overpaid',
    'currency_not_found',
    'amount_decimals',
    'amount_too_large',
    'fx_rate_missing',
    'fx_rate_base',
    'payment_date',
    'locked',
  ],
})

const ListedPayment = named(
  'ListedPayment',
  Type.Object({
    ...Payment.properties,
    obligation: Type.Object({
      id: Id,
      name: Type.String(),
      direction: Direction,
      currency_id: Type.String({ description: 'The currency of applied_amount and outstanding_amount.' }),
    }),
    contact: Type.Object({ id: Id, name: Type.String() }),
  }),
)
export type ListedPayment = Static<typeof ListedPayment>

export const listAllPayments = route({
  method: 'GET',
  path: '/payments',
  needs: 'read',
  summary:
    'List the payments of all obligations, the latest first, each with its obligation and the amount that it settled. A set-off is two payments for each pair of obligations; their asset_account_id is the account Currency exchange. Write-offs are not payments: the statement of a contact lists them.',
  query: includingQuery(includeTotalAndSum, ['date'], {
    contact_id: Several('Only those of this contact'),
    obligation_id: Several('Only those of this obligation'),
    direction: Type.Optional(Direction),
    currency_id: Several('Only those paid in this currency, in any case'),
    date_from: Type.Optional(DayOf('The first day, as YYYY-MM-DD.')),
    date_to: Type.Optional(DayOf('The last day, as YYYY-MM-DD.')),
  }),
  reply: summedListOf(
    ListedPayment,
    'It adds up base_amount of all payments, in both directions, set-offs included.',
  ),
})
export type PaymentQuery = Static<typeof listAllPayments.query>
