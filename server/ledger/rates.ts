import { addDays, type Day, todayIn } from '../../contract/day.ts'
import { type Decimal, decimalFrom, one, quotient } from '../../contract/money.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { BookRow } from './book.ts'
import type { FxSource } from './journal.ts'
import { type Known, type KnownRate, rateKey } from './known.ts'
import { part } from './stored.ts'

/** A rate into the base currency, and where it comes from. */
export type Rate = { rate: Decimal; source: FxSource; date: Day }

/** A rate that Florin found, as opposed to one that was sent. */
export type FoundRate = Rate & { source: 'base' | 'own' | 'ecb' }

const OLDEST_DAYS = 31

/** The columns of `KnownRate` but for the currency, from the joins of `rateJoins`. */
export const rateColumns: Sql = sql`own.date as own_date, own.rate::text as own, own.is_inverse, published.date as published_date,
  published.from_per_euro::text, published.to_per_euro::text, later.date as later_date`

/** Looks for the rates of a currency into a base currency on a day. All four are pieces of SQL that may refer to the caller's tables. */
const rateJoins = (ofBook: Sql, base: Sql, currency: Sql, day: Sql): Sql => {
  const own = (from: Sql, to: Sql, isInverse: Sql) => sql`
    (select date, rate, ${isInverse} as is_inverse from book_rates
     where ${ofBook} and from_id = ${from} and to_id = ${to} and date <= ${day} order by date desc limit 1)`
  const ownAfter = (from: Sql, to: Sql) => sql`
    (select date from book_rates where ${ofBook} and from_id = ${from} and to_id = ${to} and date > ${day} order by date limit 1)`
  // Published rates of both currencies are of one and the same day.
  const published = (side: Sql, order: Sql) => sql`
    select rate_from.date, rate_from.per_euro as from_per_euro, rate_to.per_euro as to_per_euro
    from published_rates rate_from
    join published_rates rate_to on rate_to.date = rate_from.date and rate_to.currency_id = ${base}
    where rate_from.currency_id = ${currency} and rate_from.date ${side} ${day}
    order by rate_from.date ${order} limit 1`
  return sql`
    left join lateral (
      select * from (${own(currency, base, sql`false`)} union all ${own(base, currency, sql`true`)}) stored
      order by date desc, is_inverse limit 1) own on true
    left join lateral (${published(sql`<=`, sql`desc`)}) published on true
    left join lateral (
      select date from (${ownAfter(currency, base)} union all ${ownAfter(base, currency)} union all
                        select date from (${published(sql`>`, sql`asc`)}) first) after_it
      order by date limit 1) later on true`
}

/** Rows of `KnownRate` for each of the currencies, into the book's base currency, on one day. */
export const knownRates = (book: BookRow, currencies: Sql, date: Day): Sql => {
  const base = sql`${book.base_currency_id}::text`
  return sql`
    select asked.currency_id, ${rateColumns}
    from (select distinct unnest(${currencies}) as currency_id) asked
    ${rateJoins(sql`book_id = ${book.id}`, base, sql`asked.currency_id`, sql`${date}::date`)}
    where asked.currency_id is not null and asked.currency_id <> ${base}`
}

/** Rows of `KnownRate` with their day, for each pair of a currency and a day; none of the currencies is the base currency. */
export const knownRatesOn = (book: BookRow, pairs: readonly { currency_id: string; date: Day }[]): Sql => sql`
  select asked.currency_id, asked.date, ${rateColumns}
  from unnest(${pairs.map(({ currency_id }) => currency_id)}::text[], ${pairs.map(({ date }) => date)}::date[]) asked (currency_id, date)
  ${rateJoins(sql`book_id = ${book.id}`, sql`${book.base_currency_id}::text`, sql`asked.currency_id`, sql`asked.date`)}`

/** The same rows as one JSON list, as a column of another statement. */
export const knownRatesJson = (book: BookRow, currencies: Sql, date: Day): Sql =>
  sql`(select coalesce(json_agg(known), '[]') from (${knownRates(book, currencies, date)}) known)`

/** The oldest day of a rate that may be used for a day: OLDEST_DAYS before it, or before today for a future day. */
const oldestFor = (book: BookRow, date: Day): Day => {
  const today = todayIn(book.time_zone)
  return addDays(date < today ? date : today, -OLDEST_DAYS)
}

/**
 * Decides the rate of a currency on a day: the later of the book's own and the published one; on the same day, the book's own.
 * Undefined if none is recent enough.
 */
export function findRate(
  book: BookRow,
  currencyId: string,
  date: Day,
  found: KnownRate | undefined,
): FoundRate | undefined {
  if (currencyId === book.base_currency_id) return { rate: one, source: 'base', date }
  if (!found) return undefined
  const { own, own_date, is_inverse, published_date, from_per_euro, to_per_euro } = found
  const oldest = oldestFor(book, date)
  if (own !== null && own_date !== null && own_date >= (published_date ?? '')) {
    if (own_date < oldest) return undefined
    const rate = decimalFrom(own)
    return { rate: is_inverse ? quotient(one, rate) : rate, source: 'own', date: own_date }
  }
  if (published_date === null || from_per_euro === null || to_per_euro === null) return undefined
  if (published_date < oldest) return undefined
  const rate = quotient(decimalFrom(to_per_euro), decimalFrom(from_per_euro))
  return { rate, source: 'ecb', date: published_date }
}

/** The same from the records that were loaded for a verb. */
export const rateOf = (book: BookRow, known: Known, currencyId: string, date: Day): FoundRate | undefined =>
  findRate(
    book,
    currencyId,
    date,
    currencyId === book.base_currency_id ? undefined : known.find('rate', rateKey(currencyId, date)),
  )

/** The day of the nearest rate of any age; of two at the same distance, the earlier. */
export function nearestDate(found: KnownRate | undefined, date: Day): Day | null {
  const days = [found?.own_date, found?.published_date, found?.later_date].filter((day) => day != null)
  const distance = (day: Day) =>
    Math.abs(Temporal.PlainDate.from(date).until(Temporal.PlainDate.from(day)).total('days'))
  return days.sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))[0] ?? null
}

/** The rates of currencies on days, for the rows of `d`: book_id, currency_id, day; into the base currency, unless another one is named. */
export const ratePart = (books: Sql, d: Sql, name = 'rate', base: Sql = sql`b.base_currency_id`): Sql =>
  part(
    name,
    sql`r.book_id`,
    sql`r.currency_id, r.base_id, r.day, r.own_date, r.own, r.is_inverse, r.published_date, r.from_per_euro, r.to_per_euro, r.later_date`,
    sql`(select d.book_id, d.currency_id, ${base} as base_id, d.day, ${rateColumns}
         from ${d}
         join books b on b.id = d.book_id and b.id = any (${books})
         ${rateJoins(sql`book_id = any (${books}) and book_id = d.book_id`, base, sql`d.currency_id`, sql`d.day`)}
         where d.currency_id <> ${base}) r`,
  )
