import type { Day } from '../../contract/day.ts'
import { todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { type Decimal, decimalFrom, one, ratio } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import type { FxSource } from './journal.ts'

/** A rate into the base currency, and where it comes from. */
export type Rate = { rate: Decimal; source: FxSource; date: Day }

/** A rate that we found ourselves: nobody gave it to us. */
type FoundRate = Rate & { source: 'base' | 'own' | 'ecb' }

/** What the database knows about a currency on a day: rates of the book's own, either way round, and published ones. */
export type KnownRate = {
  currency_id: string
  own: string | null
  own_inverse: string | null
  published_date: Day | null
  from_per_euro: string | null
  to_per_euro: string | null
}

const OLDEST_DAYS = 31
const CROSS_DECIMALS = 10

/**
 * Rows of `KnownRate` for each of the currencies. Published rates of both currencies are of one and the same day: the latest on
 * or before the date, at most 31 days old; for a date to come, as of today. Where the date is a piece of SQL it speaks of the
 * caller's tables, so no name given here may be one of theirs.
 */
export const knownRates = (book: BookRow, currencies: Sql, date: Day | Sql): Sql => {
  const on = sql`least(${date}::date, ${todayIn(book.time_zone)}::date)`
  return sql`
    select asked.currency_id, own.rate::text as own, inverse.rate::text as own_inverse, published.date as published_date,
           published.from_per_euro::text, published.to_per_euro::text
    from (select distinct unnest(${currencies}) as currency_id) asked
    left join book_rates own on own.book_id = ${book.id} and own.from_id = asked.currency_id
          and own.to_id = ${book.base_currency_id} and own.date = ${date}::date
    left join book_rates inverse on inverse.book_id = ${book.id} and inverse.from_id = ${book.base_currency_id}
          and inverse.to_id = asked.currency_id and inverse.date = ${date}::date
    left join lateral (
      select rate_from.date, rate_from.per_euro as from_per_euro, rate_to.per_euro as to_per_euro
      from published_rates rate_from
      join published_rates rate_to on rate_to.date = rate_from.date and rate_to.currency_id = ${book.base_currency_id}
      where rate_from.currency_id = asked.currency_id and rate_from.date <= ${on} and rate_from.date >= ${on} - ${OLDEST_DAYS}::int
      order by rate_from.date desc limit 1) published on true
    where asked.currency_id is not null and asked.currency_id <> ${book.base_currency_id}`
}

/** The same rows as one JSON list, to go along with whatever else a verb loads. */
export const knownRatesJson = (book: BookRow, currencies: Sql, date: Day | Sql): Sql =>
  sql`(select coalesce(json_agg(known), '[]') from (${knownRates(book, currencies, date)}) known)`

/** The rate for a currency on a day, by our order of preference; undefined where there is none. Never a guess. */
export function findRate(
  book: BookRow,
  currencyId: string,
  date: Day,
  known: readonly KnownRate[],
): FoundRate | undefined {
  if (currencyId === book.base_currency_id) return { rate: one, source: 'base', date }
  const found = known.find(({ currency_id }) => currency_id === currencyId)
  if (!found) return undefined
  if (found.own !== null) return { rate: decimalFrom(found.own), source: 'own', date }
  if (found.own_inverse !== null) {
    return positive({ rate: ratio(one, decimalFrom(found.own_inverse), CROSS_DECIMALS), source: 'own', date })
  }
  const { published_date, from_per_euro, to_per_euro } = found
  if (published_date === null || from_per_euro === null || to_per_euro === null) return undefined
  const rate = ratio(decimalFrom(to_per_euro), decimalFrom(from_per_euro), CROSS_DECIMALS)
  return positive({ rate, source: 'ecb', date: published_date })
}

/** A rate so small that it rounds to nothing is none. */
const positive = (rate: FoundRate): FoundRate | undefined => (rate.rate.digits > 0n ? rate : undefined)

export function theRate(book: BookRow, currencyId: string, date: Day, known: readonly KnownRate[]): Rate {
  const pair = { from: currencyId, to: book.base_currency_id, date }
  return findRate(book, currencyId, date, known) ?? refuse('fx_rate_missing', pair)
}

/** The decimals of a currency that is known to exist. */
export function decimalsOf(currencyId: string): number {
  const facts = currencyFacts(currencyId)
  if (!facts) throw new Error(`no currency ${currencyId}`)
  return facts.decimals
}
