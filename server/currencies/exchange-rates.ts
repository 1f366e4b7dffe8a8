import type { ExchangeRate } from '../../contract/currencies.ts'
import { isDay } from '../../contract/day.ts'
import { fault } from '../../contract/faults.ts'
import { currencyCode, currencyFacts } from '../../contract/iso4217.ts'
import { decimalFrom, decimalNumber, decimalOf, decimalText } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Db } from '../database/database.ts'
import type { BookRow } from '../ledger/book.ts'
import { findRate } from '../ledger/rates.ts'
import { changed, type Guard, unchanged, type Verb } from '../ledger/verb.ts'
import { rateId, rateToApi } from '../records/exchange-rate.ts'
import { findKnownRate, findOwnRate, type RateKey } from './exchange-rates.sql.ts'

/** The pair that an address names, its codes in any case. An address that no rate can have is not found. */
const requirePair = (address: RateKey): RateKey => {
  const { from, to, date } = partsOf(address)
  return from && to && date ? { from, to, date } : refuse('not_found')
}

const partsOf = ({ from, to, date }: RateKey): Record<keyof RateKey, string | undefined> => ({
  from: currencyFacts(currencyCode(from))?.id,
  to: currencyFacts(currencyCode(to))?.id,
  date: isDay(date) ? date : undefined,
})

/** The same for a request that stores a rate: the refusal names the part of the address that no rate can have. */
function requirePairToKeep(address: RateKey): RateKey {
  const parts = partsOf(address)
  const wrong = (['from', 'to', 'date'] as const).filter((name) => parts[name] === undefined)
  const notOf = (name: keyof RateKey) =>
    fault(name, 'not_a_rate', {
      kind: name === 'date' ? 'day' : 'currency',
      value: address[name].slice(0, 60),
    })
  return wrong.length > 0 ? refuse('invalid', { faults: wrong.map(notOf) }) : requirePair(address)
}

const idOf = ({ from, to, date }: RateKey): string => rateId({ from_id: from, to_id: to, date })

/** Reads the rate that a transaction of that day would get. A rate that is not the book's own is at version 0. */
export async function readRate(db: Db, book: BookRow, address: RateKey): Promise<ExchangeRate> {
  const pair = requirePair(address)
  const { from, to, date } = pair
  const own = await findOwnRate(db, book.id, pair)
  if (own) return rateToApi(own)
  // The ledger finds rates into the base currency, so `findRate` is asked about this book as if `to` were its base currency.
  const keptInTo = { ...book, base_currency_id: to }
  const found = findRate(keptInTo, from, date, await findKnownRate(db, keptInTo, pair)) ?? refuse('not_found')
  return {
    id: idOf(pair),
    ...pair,
    rate: decimalNumber(found.rate),
    source: found.source,
    rate_date: found.date,
    version: 0,
  }
}

/** Keeps a rate of the book's own. It is used from here on; transactions keep the rate they have. */
export function keepOwnRate(address: RateKey, sent: number, guard: Guard): Verb<ExchangeRate> {
  const pair = requirePairToKeep(address)
  const { from, to, date } = pair
  const id = idOf(pair)
  return {
    looksAt: { own_rate: [id] },
    decide(book, known) {
      if (from === to) refuse('rate_same_currency', { currency_id: from })
      const before = known.find('own_rate', id) ?? null
      // A published rate is shown at version 0, and a client that saw that version may replace it.
      guard(before ?? { id, version: 0 })

      // Nothing below this line refuses.
      const rate = decimalOf(sent)
      // Fifteen digits: equal rates are equal numbers.
      if (before && decimalNumber(decimalFrom(before.rate)) === decimalNumber(rate))
        return unchanged(rateToApi(before))
      const after = { id, from_id: from, to_id: to, date, rate: decimalText(rate), version: book.version }
      return { answer: rateToApi(after), changes: [changed('exchange_rate', before, after)] }
    },
  }
}

/** Removes a rate of the book's own, and answers with it. */
export function removeOwnRate(address: RateKey, guard: Guard): Verb<ExchangeRate> {
  const id = idOf(requirePair(address))
  return {
    looksAt: { own_rate: [id] },
    decide(book, known) {
      const before = known.find('own_rate', id) ?? refuse('not_found')
      guard(before)

      // Nothing below this line refuses.
      const answer = rateToApi({ ...before, version: book.version })
      return { answer, changes: [changed('exchange_rate', before, null)] }
    },
  }
}
