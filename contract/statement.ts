import { type Static, Type } from 'typebox'
import { ContactBalance } from './contacts.ts'
import { Id, Nullable, named } from './route.ts'

export const Direction = Type.Unsafe<'payable' | 'receivable'>({
  type: 'string',
  enum: ['payable', 'receivable'],
  description: 'payable: I owe it. receivable: it is owed to me. The type of the account decides.',
})
const Money = Type.Object({ currency_id: Type.String(), amount: Type.Number() })

export const Statement = named(
  'Statement',
  Type.Object({
    contact: Type.Object({ id: Id, name: Type.String() }),
    date: Type.String({ format: 'date' }),
    base_currency_id: Type.String(),
    ...ContactBalance.properties,
    ageing: Type.Array(
      Type.Object({
        currency_id: Type.String(),
        direction: Direction,
        not_due: Type.Number(),
        days_1_30: Type.Number(),
        days_31_60: Type.Number(),
        days_61_90: Type.Number(),
        older: Type.Number(),
      }),
    ),
    opening: Type.Array(Money, { description: 'The balance before the first listed movement.' }),
    movements: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        kind: Type.String(),
        transaction_id: Id,
        obligation_id: Id,
        name: Type.String(),
        direction: Direction,
        currency_id: Type.String(),
        amount: Type.Number({ description: 'Positive when the contact owes me more, or I owe less.' }),
        base_amount: Type.Number(),
        balance: Type.Number({ description: 'Net, in this currency, after this movement.' }),
        notes: Nullable(
          Type.String({ description: 'The first 500 characters; the transaction has the whole text.' }),
        ),
      }),
    ),
    is_complete: Type.Boolean({
      description: 'Whether every movement is listed; a longer statement lists the latest 1,000.',
    }),
  }),
)
export type Statement = Static<typeof Statement>
