import { type Day, LAST_DAY } from '../../contract/day.ts'
import { occurrencesBetween, postingDay, type Schedule } from '../../contract/schedule.ts'
import { comma, listed, t } from '../../words/t.ts'
import { dayInSentence, dayLong, weekdayText } from '../ui/dates.ts'
import { wordLocale } from '../ui/locale.ts'
import { firstWords, innerWords } from './rhythm-words.ts'

/** The rhythm of a plan in words: every month on the last day. */

/** 1st, 2nd, 3rd, 11th */
export const ordinal = (number: number): string =>
  t('{number, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { number })

/** Monday is 1. The first of January 2024 was a Monday. */
export const weekdayName = (weekday: number, locale = wordLocale()): string =>
  weekdayText(`2024-01-0${weekday}`, locale)

/** The second Tuesday, the last Friday */
export const nthWeekday = (
  { weekday, nth }: { weekday: number; nth: number },
  locale = wordLocale(),
): string =>
  t(
    '{nth, select, 1 {the first {weekday}} 2 {the second {weekday}} 3 {the third {weekday}} 4 {the fourth {weekday}} 5 {the fifth {weekday}} other {the last {weekday}}} [every month on …]',
    { nth, weekday: weekdayName(weekday, locale) },
  )

/** No month is shorter than 28 days. */
const SHORTEST_MONTH = 28

/** A day and its month, of a year that has all of them. */
const ofYear = (month: string, day: number, locale: string): string => {
  const text = `2024-${month}-${String(day).padStart(2, '0')}`
  return dayInSentence(text, text, locale)
}

const monthWord = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
    Date.parse(`2024-${month}-01T00:00:00Z`),
  )

/** The rhythm without its exceptions: how often, and on which day. */
function base({ every, unit, on, start }: Schedule, isFirst: boolean, locale: string): string {
  const words = isFirst ? firstWords : innerWords
  if (unit === 'day') return words.day({ every })
  if (unit === 'week') return words.week({ every, weekday: weekdayText(start, locale) })
  const which = on ?? Number(start.slice(8))
  if (unit === 'month') {
    if (which === 'last') return words.lastOfMonth({ every })
    if (typeof which === 'object') return words.weekdayOfMonth({ every, weekday: nthWeekday(which, locale) })
    return words.dayOfMonth({ every, day: ordinal(which) })
  }
  const number = start.slice(5, 7)
  const month = monthWord(number, locale)
  if (which === 'last') return words.lastOfYear({ every, month })
  if (typeof which === 'object')
    return words.weekdayOfYear({ every, weekday: nthWeekday(which, locale), month })
  const length = Temporal.PlainYearMonth.from(`2024-${number}`).daysInMonth
  return words.dayOfYear({ every, day: ofYear(number, Math.min(which, length), locale) })
}

/** What holds for the months that do not have the day. */
function exception({ unit, on, start }: Schedule): string {
  const which = on ?? Number(start.slice(8))
  if (unit === 'month' && typeof which === 'object' && which.nth === 5)
    return t('in the months that have one')
  if (unit === 'month' && typeof which === 'number' && which > SHORTEST_MONTH)
    return t('or the last day of a shorter month')
  const isLeapDay = unit === 'year' && typeof which === 'number' && which >= 29 && start.slice(5, 7) === '02'
  return isLeapDay ? t('or the 28th in most years') : ''
}

const shifts: Readonly<Record<Schedule['working_days'], () => string>> = {
  none: () => '',
  before: () => t('on the Friday before if that is a weekend'),
  after: () => t('on the Monday after if that is a weekend'),
}

function limit({ end, count }: Schedule, today: Day, locale: string): string {
  if (count !== null) return t('{count, plural, one {# time} other {# times}}', { count })
  return end === null ? '' : t('until {day}', { day: dayInSentence(end, today, locale) })
}

/** Every month on the last day, until 30 June 2027. It begins with a small letter, unless it is first. */
export function rhythmText(schedule: Schedule, today: Day, locale = wordLocale(), isFirst = false): string {
  const [first] = nextDays(schedule, schedule.start, 1)
  if (schedule.count === 1 && first !== undefined) {
    const day = dayInSentence(first, today, locale)
    return isFirst ? t('Once, on {day}', { day }) : t('once, on {day}', { day })
  }
  const clauses = [
    base(schedule, isFirst, locale),
    exception(schedule),
    shifts[schedule.working_days](),
    limit(schedule, today, locale),
  ]
  return clauses.filter((clause) => clause !== '').join(comma())
}

/** The first days from a day on, each moved by the working-day rule. */
export function nextDays(schedule: Schedule, from: Day, most: number): Day[] {
  const days: Day[] = []
  for (const day of occurrencesBetween(schedule, from, LAST_DAY)) {
    days.push(postingDay(day, schedule.working_days))
    if (days.length === most) break
  }
  return days
}

/** A schedule read back while one makes it: its rhythm, and its first days. */
export function scheduleSentence(schedule: Schedule, today: Day, locale = wordLocale()): string {
  const [first, ...then] = nextDays(schedule, schedule.start, 4)
  if (first === undefined) return t('No day fits this, so it would never come.')
  const day = dayLong(first, today, locale)
  if (schedule.count === 1) return t('Once, on {day}.', { day })
  const rhythm = rhythmText(schedule, today, locale, true)
  if (then.length === 0) return t('{rhythm}. First on {day}.', { rhythm, day })
  const days = listed(then.map((one) => dayInSentence(one, today, locale)))
  return t('{rhythm}. First on {day}, then {days}.', { rhythm, day, days })
}
