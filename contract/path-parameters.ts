import { type TSchema, Type } from 'typebox'
import { CurrencyId, Day, IdOf, MonthName } from './route.ts'

/** Path parameters by name. */
export const PATH_PARAMETERS: Record<string, TSchema> = {
  book_id: Type.String({ description: 'The id of a book, or current: the default one.', default: 'current' }),
  user_id: IdOf('The id of the person.'),
  id: IdOf('The id of the record.'),
  payment_id: IdOf('The id of the payment.'),
  move_id: IdOf('The id of the move.'),
  category_id: IdOf('The id of the category.'),
  month: MonthName,
  reconciliation_id: IdOf('The id of the reconciliation.'),
  n: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The number of the row in the file, from 1.',
  }),
  code: CurrencyId(),
  from: CurrencyId('The source currency: an ISO 4217 code, in any case.'),
  to: CurrencyId('The target currency: an ISO 4217 code, in any case.'),
  date: Day,
  version: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'A version of the book, as GET /changes shows it.',
  }),
}

/** The names in the braces of a path. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
