import { Type } from 'typebox'
import { Name, Nullable } from './route.ts'

/** Fields that drafts of transactions, batches, imports and rules have in common. */

export const Amount = Type.Number({ exclusiveMinimum: 0 })
/** An amount on the other side, which is given or found. */
export const AmountOf = (description: string) =>
  Type.Optional(Nullable(Type.Number({ ...Amount, description })))
export const Notes = Type.Optional(
  Nullable(Type.String({ maxLength: 10_000, description: 'Remarks that are not part of the entries.' })),
)
/** The text of one part of a transaction. */
export const Memo = Type.Optional(Nullable(Type.String({ maxLength: 255 })))

export const TransactionMemo = Type.Optional(
  Nullable(
    Type.String({ maxLength: 255, description: 'The short text of its entries, shown in registers.' }),
  ),
)
export const Tags = Type.Optional(Type.Array(Name(50), { maxItems: 20 }))
