import { comma, t } from '../words/t.ts'
import { currencyFacts } from './iso4217.ts'
import { amountText, readAmount } from './money.ts'

/** One refusal: the HTTP status it always has, a title, the sentence a person reads, and the field a 422 is about. */
export type Entry<D> = { status: number; title: string; sentence: (detail: D) => string; field?: string }

export const entry = <D = void>(
  status: number,
  title: string,
  sentence: (detail: D) => string,
  field?: string,
): Entry<D> => ({ status, title, sentence, ...(field === undefined ? {} : { field }) })

/** A count with its noun: "1 transaction", "3 entries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** An amount as a person reads it: "12.50 EUR". */
export function priced(amount: number, currencyId: string): string {
  const decimals = currencyFacts(currencyId)?.decimals ?? 0
  const minor = readAmount(amount, decimals)
  return typeof minor === 'bigint' ? amountText(minor, decimals, currencyId) : `${amount} ${currencyId}`
}

/** The first few of many, and how many more there are. */
export const fewOf = (few: readonly string[], count: number): string =>
  count > few.length
    ? t('{few} and {more} more', { few: few.join(comma()), more: count - few.length })
    : few.join(comma())

/** The faults of a request, by field: each is a whole sentence. */
export type FieldErrors = Record<string, string[]>

/** A later change that an undo would have to take back too. */
export type Blocker = { version: number; resource: string; id: string }

/** The right that a person must have in a book: to read it, to change its records, or those of its owner. */
export type Needs = 'read' | 'write' | 'own'

/** A refusal by the rules of one of two books has the id of that book. */
export type InBook = { book_id?: string }

/** The path of the book that a refusal is about: the one of the request, or the other one by its id. */
export const pathOfBook = ({ book_id = 'current' }: InBook): string => `/books/${book_id}`
