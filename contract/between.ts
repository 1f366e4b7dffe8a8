import { type Static, Type } from 'typebox'
import { createTransfer, transferring } from './budgeting.ts'
import { id } from './examples/ids.ts'
import { transfer } from './examples/transactions.ts'
import { CurrencyId, Day, Id, IdOf, Nullable, named, Rate, route } from './route.ts'
import { Amount, AmountOf, Notes, Tags } from './transaction-fields.ts'

/** Money that somebody moves from one of their books to another: one half in each. */

const OtherHalf = named(
  'OtherHalf',
  Type.Object({ book_id: Id, book_name: Type.String(), transaction_id: Id }),
  { book_id: id.bela, book_name: 'Annenstraße', transaction_id: id.payment },
)

export const BetweenDraft = named(
  'BetweenDraft',
  Type.Object({
    to_book_id: IdOf('Another of your books; you must be allowed to change both.'),
    from_account_id: IdOf('An account of this book.'),
    to_account_id: IdOf('An account of the other book.'),
    amount: Amount,
    currency_id: Type.Optional(
      CurrencyId('Default: the currency of the account it comes from, else the base currency of this book.'),
    ),
    date: Type.Optional(Day),
    to_amount: AmountOf(
      'The amount that arrives, in the currency of the account it goes to; without it, and in another currency, it is found by a rate of the other book.',
    ),
    to_currency_id: Type.Optional(
      Nullable(CurrencyId('Default: the currency of the account it goes to, else currency_id.')),
    ),
    fx_rate: Type.Optional(Nullable(Rate)),
    to_fx_rate: Type.Optional(
      Nullable(
        Type.Number({
          ...Rate,
          description:
            'Units of the base currency of the other book for one unit of to_currency_id; null: Florin finds it.',
        }),
      ),
    ),
    contact_id: Type.Optional(Nullable(IdOf('A contact of this book, for its half.'))),
    notes: Notes,
    tags: Tags,
    to_notes: Notes,
    to_tags: Tags,
  }),
  { to_book_id: id.bela, from_account_id: id.cash, to_account_id: id.savings, amount: 200 },
)
export type BetweenDraft = Static<typeof BetweenDraft>

export const moveBetween = route({
  method: 'POST',
  path: '/books/current/transfers-between',
  needs: 'write',
  summary:
    'Move money from this book to another of yours: a transfer in each, recorded together or not at all. In each book it is between the account and "Other book of" you, which counts as neither income nor expense. contact_id, notes and tags are of the half in this book, to_notes and to_tags of the other one. Both halves have the same day, are in the trash together and, in one currency, have the same amount. If you change or delete one half, the other one follows: you must be allowed to change both books (other_half). If one of the books refuses, its name comes first: "In Annenstraße: …".',
  body: BetweenDraft,
  reply: named(
    'MovedBetween',
    Type.Object({
      transfer: createTransfer.reply,
      other_half: Type.Object({ book_id: Id, transaction_id: Id }),
    }),
    { transfer, other_half: { book_id: id.bela, transaction_id: id.payment } },
  ),
  refuses: [
    'same_book',
    'to_book_unknown',
    ...transferring.filter((code) => code !== 'transfer_same_account'),
  ],
})

export const getOtherHalf = route({
  method: 'GET',
  path: '/budgeting/transfers/{id}/other-half',
  needs: 'read',
  summary:
    'Find the other half of a transfer between two books. Not found for any other transfer, and for somebody who is not a member of the other book.',
  reply: OtherHalf,
})
