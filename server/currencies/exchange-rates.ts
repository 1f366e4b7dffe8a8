import type { ExchangeRate } from '../../contract/currencies.ts'
import { isDay } from '../../contract/day.ts'
import { currencyCode, currencyFacts } from '../../contract/iso4217.ts'
import { decimalNumber, decimalOf } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db, Tx } from '../database/database.ts'
import { type Book, type BookRow, type Guard, keep } from '../ledger/book.ts'
import { findRate } from '../ledger/rates.ts'
import {
  deleteOwnRate,
  findKnownRate,
  findOwnRate,
  idOf,
  type Pair,
  saveOwnRate,
} from './exchange-rates.sql.ts'

/** The pair that an address names, its codes in any case; refuses an address of no rate there could be. */
function requirePair({ date, ...codes }: Pair): Pair {
  const [from, to] = [currencyFacts(currencyCode(codes.from)), currencyFacts(currencyCode(codes.to))]
  return from && to && isDay(date) ? { from: from.id, to: to.id, date } : refuse('not_found')
}

/** The rate that a transaction of that day would get; whatever is not a row of the book's own is at version 0. */
export async function theRateOfDay(db: Db, book: BookRow, address: Pair): Promise<ExchangeRate> {
  const pair = requirePair(address)
  const { from, to, date } = pair
  const own = await findOwnRate(db, book.id, pair)
  if (own) return own
  // The ledger looks for rates into the base currency: so it is asked about this book as if it were kept in `to`.
  const keptInTo = { ...book, base_currency_id: to }
  const known = await findKnownRate(db, keptInTo, pair)
  const found = findRate(keptInTo, from, date, known ? [known] : []) ?? refuse('not_found')
  return {
    id: idOf(pair),
    ...pair,
    rate: decimalNumber(found.rate),
    source: found.source,
    rate_date: found.date,
    version: 0,
  }
}

/** Keeps a rate of the book's own. It counts from here on; transactions keep the rate they have. */
export async function keepOwnRate(
  tx: Tx,
  book: Book,
  address: Pair,
  sent: number,
  guard: Guard,
): Promise<ExchangeRate> {
  const pair = requirePair(address)
  const { from, to, date } = pair
  if (from === to) refuse('rate_same_currency', { currency_id: from })
  const before = await findOwnRate(tx, book.id, pair)
  // A published rate has been read at version 0, and may be replaced by whoever saw that one.
  guard(before ?? { id: idOf(pair), version: 0 })
  const rate = decimalNumber(decimalOf(sent)) // fifteen digits, so equal rates are equal numbers
  if (before?.rate === rate) return before

  const record: ExchangeRate = {
    id: idOf(pair),
    ...pair,
    rate,
    source: 'own',
    rate_date: date,
    version: book.version,
  }
  return keep(tx, book, {
    action: before ? 'updated' : 'created',
    resource: 'exchange_rate',
    record,
    statements: [saveOwnRate(book.id, record)],
  })
}

/** Removes a rate of the book's own, and answers with it. */
export async function removeOwnRate(tx: Tx, book: Book, address: Pair, guard: Guard): Promise<ExchangeRate> {
  const before = (await findOwnRate(tx, book.id, requirePair(address))) ?? refuse('not_found')
  guard(before)
  return keep(tx, book, {
    action: 'deleted',
    resource: 'exchange_rate',
    record: { ...before, version: book.version },
    statements: [deleteOwnRate(book.id, before)],
  })
}
