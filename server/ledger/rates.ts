import type { Day } from '../../contract/day.ts'
import { todayIn } from '../../contract/day.ts'
import { currencyFacts } from '../../contract/iso4217.ts'
import { type Decimal, decimalFrom, one, quotient } from '../../contract/money.ts'
import { nothing, type Sql, sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import type { FxSource } from './journal.ts'

/** A rate into the base currency, and where it comes from. */
export type Rate = { rate: Decimal; source: FxSource; date: Day }

/** A rate that Florin found: nobody gave it with a request. */
export type FoundRate = Rate & { source: 'base' | 'own' | 'ecb' }

/** The latest usable rates of a currency on a day: one of the book's own, kept either way round, and a published one. */
export type KnownRate = {
  currency_id: string
  own_date: Day | null
  own: string | null
  is_inverse: boolean | null
  published_date: Day | null
  from_per_euro: string | null
  to_per_euro: string | null
  /** Where neither is usable and the loader asked for it: the day of the nearest rate there is. */
  nearest_date?: Day | null
}

const OLDEST_DAYS = 31

/**
 * Rows of `KnownRate` for each of the currencies. A usable rate is of the date or before it, and at most 31 days old on the date; for a
 * date to come, at most 31 days old today. Published rates of both currencies are of one and the same day. Where the date is a
 * piece of SQL it refers to the caller's tables, so no name given here may be one of theirs.
 */
export const knownRates = (book: BookRow, currencies: Sql, date: Day | Sql, hasNearest = false): Sql => {
  const base = book.base_currency_id
  const isUsable = (day: Sql) =>
    sql`${day} <= ${date}::date and ${day} >= least(${date}::date, ${todayIn(book.time_zone)}::date) - ${OLDEST_DAYS}::int`
  const own = (from: Sql, to: Sql, isInverse: Sql) => sql`
    (select date, rate, ${isInverse} as is_inverse from book_rates
     where book_id = ${book.id} and from_id = ${from} and to_id = ${to} and ${isUsable(sql`date`)} order by date desc limit 1)`
  return sql`
    select asked.currency_id, own.date as own_date, own.rate::text as own, own.is_inverse, published.date as published_date,
           published.from_per_euro::text, published.to_per_euro::text ${hasNearest ? sql`, nearest.date as nearest_date` : nothing}
    from (select distinct unnest(${currencies}) as currency_id) asked
    left join lateral (
      select * from (${own(sql`asked.currency_id`, sql`${base}`, sql`false`)} union all
                     ${own(sql`${base}`, sql`asked.currency_id`, sql`true`)}) kept
      order by date desc, is_inverse limit 1) own on true
    left join lateral (
      select rate_from.date, rate_from.per_euro as from_per_euro, rate_to.per_euro as to_per_euro
      from published_rates rate_from
      join published_rates rate_to on rate_to.date = rate_from.date and rate_to.currency_id = ${base}
      where rate_from.currency_id = asked.currency_id and ${isUsable(sql`rate_from.date`)}
      order by rate_from.date desc limit 1) published on true
    ${hasNearest ? nearestRate(book, date) : nothing}
    where asked.currency_id is not null and asked.currency_id <> ${base}`
}

/** The nearest rate of any age, looked for only where none is usable: a refusal names it. */
const nearestRate = (book: BookRow, date: Day | Sql): Sql => {
  const base = book.base_currency_id
  const published = (side: Sql, order: Sql) => sql`
    (select rate_from.date from published_rates rate_from
     join published_rates rate_to on rate_to.date = rate_from.date and rate_to.currency_id = ${base}
     where rate_from.currency_id = asked.currency_id and rate_from.date ${side} ${date}::date
     order by rate_from.date ${order} limit 1)`
  return sql`
    left join lateral (
      select there.date from (
        select date from book_rates where book_id = ${book.id} and from_id = asked.currency_id and to_id = ${base}
        union all
        select date from book_rates where book_id = ${book.id} and from_id = ${base} and to_id = asked.currency_id
        union all ${published(sql`<=`, sql`desc`)} union all ${published(sql`>`, sql`asc`)}) there
      where own.date is null and published.date is null
      order by abs(there.date - ${date}::date), there.date limit 1) nearest on true`
}

/** The same rows as one JSON list, to go along with whatever else is loaded. A verb also wants the nearest rate, to refuse with. */
export const knownRatesJson = (book: BookRow, currencies: Sql, date: Day | Sql, hasNearest = false): Sql =>
  sql`(select coalesce(json_agg(known), '[]') from (${knownRates(book, currencies, date, hasNearest)}) known)`

/**
 * The one answer to "which rate?" for a currency on a day: of the book's own and the published one, the later; on the same day,
 * the book's own. Undefined where there is none: never a guess.
 */
export function findRate(
  book: BookRow,
  currencyId: string,
  date: Day,
  known: readonly KnownRate[],
): FoundRate | undefined {
  if (currencyId === book.base_currency_id) return { rate: one, source: 'base', date }
  const found = known.find(({ currency_id }) => currency_id === currencyId)
  if (!found) return undefined
  const { own, own_date, is_inverse, published_date, from_per_euro, to_per_euro } = found
  if (own !== null && own_date !== null && own_date >= (published_date ?? '')) {
    const rate = decimalFrom(own)
    return { rate: is_inverse ? quotient(one, rate) : rate, source: 'own', date: own_date }
  }
  if (published_date === null || from_per_euro === null || to_per_euro === null) return undefined
  const rate = quotient(decimalFrom(to_per_euro), decimalFrom(from_per_euro))
  return { rate, source: 'ecb', date: published_date }
}

/** The decimals of a currency that is known to exist. */
export function decimalsOf(currencyId: string): number {
  const facts = currencyFacts(currencyId)
  if (!facts) throw new Error(`no currency ${currencyId}`)
  return facts.decimals
}
