import { type Day, LAST_DAY } from './day.ts'

/** Which day of a month: its number, its last day, or its n-th weekday (Monday is 1; the last one is -1). */
export type OnDay = number | 'last' | { weekday: number; nth: number }

/** A recurring schedule. Without `end` and `count` it has no end. */
export type Schedule = {
  start: Day
  every: number
  unit: 'day' | 'week' | 'month' | 'year'
  /** For months and years; null stands for the day of `start`. */
  on: OnDay | null
  end: Day | null
  count: number | null
  /** Where a date that falls on a Saturday or a Sunday is moved. */
  working_days: 'none' | 'before' | 'after'
}

const date = (day: Day) => Temporal.PlainDate.from(day)
const monthOf = ({ year, month }: Temporal.PlainDate) => year * 12 + month - 1
const daysBetween = (from: Temporal.PlainDate, to: Temporal.PlainDate) => from.until(to).days
const earlier = (a: Day, b: Day): Day => (a < b ? a : b)

/** A place in a schedule by number: periods are counted from the one that has the start in it. */
type Periods = {
  /** The day of a period, unless it has none: not every month has a fifth Monday. */
  day: (index: number) => Day | undefined
  /** The first period that can have a day on this day or later. */
  indexAt: (day: Day) => number
}

function periodsOf({ start, every, unit, on }: Schedule): Periods {
  const first = date(start)
  if (unit === 'day' || unit === 'week') {
    const step = unit === 'week' ? 7 * every : every
    const most = daysBetween(first, date(LAST_DAY))
    return {
      day: (index) => (index * step > most ? LAST_OVER : first.add({ days: index * step }).toString()),
      indexAt: (day) => Math.max(0, Math.ceil(daysBetween(first, date(day)) / step)),
    }
  }
  const step = unit === 'year' ? 12 * every : every
  const lastMonth = monthOf(date(LAST_DAY))
  return {
    day(index) {
      const month = monthOf(first) + index * step
      if (month > lastMonth) return LAST_OVER
      const firstDay = new Temporal.PlainDate(Math.floor(month / 12), (month % 12) + 1, 1)
      return dayIn(firstDay, on ?? first.day)
    },
    indexAt: (day) => Math.max(0, Math.floor((monthOf(date(day)) - monthOf(first)) / step)),
  }
}

/** A day after the last one that Florin knows. */
const LAST_OVER = '9999-12-31'

/** A day of the month that begins with `first`; a number that the month does not have is its last day. */
function dayIn(first: Temporal.PlainDate, on: OnDay): Day | undefined {
  const length = first.daysInMonth
  if (on === 'last') return first.with({ day: length }).toString()
  if (typeof on === 'number') return first.with({ day: Math.min(on, length) }).toString()
  const earliest = 1 + ((on.weekday - first.dayOfWeek + 7) % 7)
  const latest = earliest + 7 * Math.floor((length - earliest) / 7)
  const day = on.nth === -1 ? latest : earliest + 7 * (on.nth - 1)
  return day > length ? undefined : first.with({ day }).toString()
}

const lastDays = new WeakMap<Schedule, Day>()

/** The last day that a schedule can have. It is remembered: a count of fifth Mondays has to be counted. */
export function lastDayOf(schedule: Schedule): Day {
  const day = lastDays.get(schedule) ?? computeLastDay(schedule)
  lastDays.set(schedule, day)
  return day
}

/** Its end, the last of its count, or the last day that Florin knows. */
function computeLastDay(schedule: Schedule): Day {
  const { start, end, count, on } = schedule
  if (count === null) return earlier(end ?? LAST_DAY, LAST_DAY)
  const { day } = periodsOf(schedule)
  const isGapless = on === null || typeof on !== 'object' || on.nth !== 5
  // The day of the first period may be before the start.
  const skipped = (day(0) ?? LAST_OVER) < start ? 1 : 0
  if (isGapless) return earlier(day(skipped + count - 1) ?? LAST_DAY, LAST_DAY)
  let left = count
  for (let index = 0; ; index++) {
    const one = day(index)
    if (one === LAST_OVER) return LAST_DAY
    if (one !== undefined && one >= start && --left === 0) return one
  }
}

/**
 * The days of a schedule between two days, both included, before any working-day rule. It goes straight to the first of them, however
 * long ago the schedule began.
 */
export function* occurrencesBetween(schedule: Schedule, from: Day, to: Day): Generator<Day, undefined> {
  const lower = from > schedule.start ? from : schedule.start
  const upper = earlier(to, lastDayOf(schedule))
  const { day, indexAt } = periodsOf(schedule)
  for (let index = indexAt(lower); lower <= upper; index++) {
    const one = day(index)
    if (one !== undefined && one > upper) return
    if (one !== undefined && one >= lower) yield one
  }
}

/** The first day of a schedule on this day or later; undefined if there is none. */
export const firstOccurrence = (schedule: Schedule, from: Day = schedule.start): Day | undefined =>
  occurrencesBetween(schedule, from, LAST_DAY).next().value

/** Whether a day is in a schedule, before any working-day rule. */
export const isOccurrence = (schedule: Schedule, day: Day): boolean =>
  occurrencesBetween(schedule, day, day).next().value === day

/** How many occurrences a schedule has a day, on average. */
export const perDay = ({ every, unit }: Schedule): number =>
  1 / (every * { day: 1, week: 7, month: 30, year: 365 }[unit])

/** How far the working-day rule can move a day. */
export const MAX_SHIFT_DAYS = 2

/** The day on which an occurrence happens: with a working-day rule, the Friday before a weekend or the Monday after it. */
export function postingDay(day: Day, rule: Schedule['working_days']): Day {
  if (rule === 'none') return day
  const one = date(day)
  const beyond = one.dayOfWeek - 5 // 1 on a Saturday, 2 on a Sunday
  if (beyond <= 0) return day
  const moved = rule === 'before' ? one.subtract({ days: beyond }) : one.add({ days: 3 - beyond })
  return moved.toString()
}
