import { addDays, todayIn } from '../../../contract/day.ts'
import { type Later, later } from '../../../words/t.ts'
import type { DateOrder } from './days.ts'
import {
  type Answers,
  AS_LAST_TIME,
  BY_PERSON,
  type Evidence,
  type Followed,
  type Hints,
  NONE_READ,
  type ReadAs,
  SAME,
} from './evidence.ts'

/** Currencies whose people write the month first, and those whose people write the day first; elsewhere, both are written. */
const MONTH_FIRST = ['USD', 'PHP']
const DAY_FIRST = ['GBP', 'AUD', 'NZD', 'INR', 'CHF', 'PLN', 'CZK', 'HUF', 'RON', 'BGN', 'BRL', 'TRY', 'ILS']
/** A file may have days up to so far ahead, of payments that are announced. */
const AHEAD_DAYS = 7
/** A file whose days are older than this, in years, may be read wrong. */
const OLD_YEARS = 10
/** Currencies whose people may write two digits of the year first, and those whose people count years of an era in two digits. */
const YEAR_FIRST = ['SEK', 'HUF', 'KRW', 'CAD', 'JPY', 'CNY', 'TWD', 'ZAR']
const ERAS = ['JPY', 'TWD', 'THB']
/** One order has to explain the file this much better than the other. */
const CLEARLY = 4

/** The order of day, month and year in a column. */
export function dayOrderFor(evidence: Evidence, hints: Hints, said: Answers<DateOrder>): ReadAs<DateOrder> {
  const { dayFirst, monthFirst, yearFirst, byDay, byMonth, openDay } = evidence
  if (said.given !== undefined) return { value: said.given, certainty: 'proven', why: BY_PERSON }
  if (yearFirst > dayFirst + monthFirst && openDay === undefined)
    return { value: 'year_first', certainty: 'proven', why: later('Days begin with the year.') }
  if (said.remembered == null) {
    const short = shortYears(evidence, hints)
    if (short) return short
  }
  const value = dayFirst > monthFirst ? 'day_first' : 'month_first'
  if (dayFirst > 0 && monthFirst > 0)
    return {
      value,
      certainty: openDay === undefined ? 'likely' : 'undecided',
      why: later('Some days have more than 12 in their first place, and others in their second.'),
    }
  if (dayFirst !== monthFirst)
    return {
      value,
      certainty: 'proven',
      why:
        value === 'day_first'
          ? later('There are days with more than 12 in their first place.')
          : later('There are days with more than 12 in their second place.'),
    }
  if (openDay === undefined)
    return {
      value: said.remembered ?? 'day_first',
      ...(evidence.hasDays ? { certainty: 'proven', why: SAME } : { certainty: 'likely', why: NONE_READ }),
    }
  if (said.remembered != null) return { value: said.remembered, certainty: 'likely', why: AS_LAST_TIME }
  const likely = (order: DateOrder, why: Later) => ({ value: order, certainty: 'likely' as const, why })
  if (evidence.hasPoints) return likely('day_first', later('Days with points begin with the day.'))
  const usual = usualOrder(evidence, hints)
  const followed = orderByNeighbours(byDay, byMonth, hints.isOneText === true)
  // Days of one month in a row are, in the other order, one day of several months: of fees and standing orders.
  const other = followed === 'day_first' ? byMonth : byDay
  const isDoubtful =
    followed !== undefined &&
    usual !== undefined &&
    usual.value !== followed &&
    other.isSameDay &&
    (hints.language === 'other' || hints.isRepeated === true || other.latest?.endsWith('-01') === true)
  if (followed && !isDoubtful)
    return likely(
      followed,
      later('So read, the days of the file follow each other; otherwise they jump by months.'),
    )
  const soon = addDays(todayIn('UTC'), AHEAD_DAYS)
  const isAhead = ({ latest }: Followed) => latest !== undefined && latest > soon
  if (isAhead(byDay) !== isAhead(byMonth))
    return likely(
      isAhead(byDay) ? 'month_first' : 'day_first',
      later('Otherwise some days would be in the future.'),
    )
  if (isDoubtful || (usual && !hints.order && isDoubted(evidence, usual.value, hints)))
    return {
      value: usual.value,
      certainty: 'undecided',
      why: later('The days are one day of several months, or days of one month in a row, as in {day}.', {
        day: openDay,
      }),
    }
  // The program and the country may differ: other programs write as Quicken does, with the day first.
  if (hints.order && usual?.value !== 'day_first')
    return likely(hints.order, later('The program that wrote the file always writes days so.'))
  if (usual && !hints.order) return likely(usual.value, usual.why)
  return {
    value:
      usual?.value ??
      hints.order ??
      (hints.language === 'english' && hints.currency === undefined ? 'month_first' : 'day_first'),
    certainty: 'undecided',
    why: later('No day of the file has a number above 12 that tells the day from the month, as in {day}.', {
      day: openDay,
    }),
  }
}

/** In a reading that is this many times shorter, days follow each other. */
const FAR = 10
/** One day of so many months in a row is that of a standing order. */
const REGULAR = 4

/** Whether the days of the usual order are one day of several months, and those of the other follow each other. Those of a standing order are its days. */
function isDoubted({ byDay, byMonth }: Evidence, usual: DateOrder, { isOneText }: Hints): boolean {
  const [own, other] = usual === 'day_first' ? [byDay, byMonth] : [byMonth, byDay]
  const isOrder = isOneText === true || (own.isRegular && own.steps >= REGULAR)
  return !isOrder && own.isSameDay && other.steps > 0 && other.jumped * FAR <= own.jumped
}

/** The order that people of the language or the currency write. */
function usualOrder({ hasSlashes }: Evidence, { language, currency }: Hints) {
  if (language === 'other')
    return {
      value: 'day_first',
      why: later('In the language of the headings, the day comes first.'),
    } as const
  if (hasSlashes && currency !== undefined && MONTH_FIRST.includes(currency))
    return {
      value: 'month_first',
      why: later('Where one pays in {currency}, the month comes first.', { currency }),
    } as const
  if (currency !== undefined && DAY_FIRST.includes(currency))
    return {
      value: 'day_first',
      why: later('Where one pays in {currency}, the day comes first.', { currency }),
    } as const
  return undefined
}

/** Days of two digits each, as 24-03-13: the year may come first. Undefined if it does not. */
function shortYears(evidence: Evidence, { currency = '' }: Hints): ReadAs<DateOrder> | undefined {
  const { byDay, byMonth, byYear } = evidence
  if (!evidence.areShort || byYear.latest === undefined) return undefined
  const [today, others] = [todayIn('UTC'), [byDay, byMonth].filter(({ isWhole }) => isWhole)]
  const old = addDays(today, -OLD_YEARS * 366)
  const isRecent = ({ latest = '' }: Followed) => latest > old && latest <= addDays(today, AHEAD_DAYS)
  const isByYear =
    byYear.steps > 0 &&
    byYear.jumped * CLEARLY <= Math.min(byDay.jumped || Number.MAX_VALUE, byMonth.jumped || Number.MAX_VALUE)
  if (isByYear && (isRecent(byYear) || !ERAS.includes(currency)))
    return {
      value: 'year_first',
      certainty: 'likely',
      why: later('So read, the days of the file follow each other; otherwise they jump by years.'),
    }
  if (isByYear)
    return {
      value: 'year_first',
      certainty: 'undecided',
      why: later(
        'The last day would be of {year}. Years of an era, as of Reiwa, are not read: if these are some, export the file with years of four digits.',
        { year: byYear.latest.slice(0, 4) },
      ),
    }
  const isFollowed = others.some(({ jumped, steps }) => steps > 0 && jumped * CLEARLY <= byYear.jumped)
  const isOpen = !others.some(isRecent) || YEAR_FIRST.includes(currency)
  return byYear.isWhole && isRecent(byYear) && !isFollowed && isOpen
    ? {
        value: byDay.isWhole ? 'day_first' : 'month_first',
        certainty: 'undecided',
        why: later('Days have two digits for the year, which may stand first or last.'),
      }
    : undefined
}

/** The order in which the days of a file follow each other, if they jump in the other. */
function orderByNeighbours(byDay: Followed, byMonth: Followed, isOneText: boolean): DateOrder | undefined {
  const isBetter = (one: Followed, other: Followed) =>
    one.turns <= other.turns &&
    !other.isRegular &&
    !(other.isSameDay && isOneText) &&
    Math.max(one.steps, other.steps) >= 2 &&
    (one.jumped * CLEARLY <= other.jumped || (one.turns === 0 && other.turns > 0))
  if (isBetter(byDay, byMonth)) return isBetter(byMonth, byDay) ? undefined : 'day_first'
  return isBetter(byMonth, byDay) ? 'month_first' : undefined
}
