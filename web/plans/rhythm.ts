import { type Day, LAST_DAY } from '../../contract/day.ts'
import { type OnDay, occurrencesBetween, postingDay, type Schedule } from '../../contract/schedule.ts'
import { t } from '../../words/t.ts'
import { dayInSentence, dayLong, weekdayText } from '../ui/dates.ts'
import { currentLocale } from '../ui/locale.ts'
import { capital, listed } from '../ui/wording.ts'

/** The rhythm of a plan in words: every month on the last day. */

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
}
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })

/** 1st, 2nd, 3rd, 11th */
export const ordinal = (number: number): string => `${number}${endings[ordinals.select(number)]}`

const places: Readonly<Record<number, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
}

/** Monday is 1. The first of January 2024 was a Monday. */
export const weekdayName = (weekday: number, locale = currentLocale()): string =>
  weekdayText(`2024-01-0${weekday}`, locale)

/** The second Tuesday, the last Friday */
export const nthWeekday = (
  { weekday, nth }: { weekday: number; nth: number },
  locale = currentLocale(),
): string => `the ${places[nth] ?? ordinal(nth)} ${weekdayName(weekday, locale)}`

const every = ({ every: count, unit }: Pick<Schedule, 'every' | 'unit'>): string =>
  count === 1 ? `every ${unit}` : count === 2 ? `every other ${unit}` : `every ${count} ${unit}s`

/** No month is shorter than 28 days. */
const SHORTEST_MONTH = 28

function onInMonth(on: OnDay, locale: string): string {
  if (on === 'last') return t('the last day')
  if (typeof on === 'object')
    return `${nthWeekday(on, locale)}${on.nth === 5 ? t(', in the months that have one') : ''}`
  return `the ${ordinal(on)}${on > SHORTEST_MONTH ? t(', or the last day of a shorter month') : ''}`
}

/** A day and its month, of a year that has all of them. */
const ofYear = (month: string, day: number, locale: string): string => {
  const text = `2024-${month}-${String(day).padStart(2, '0')}`
  return dayInSentence(text, text, locale)
}

const monthWord = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(
    Date.parse(`2024-${month}-01T00:00:00Z`),
  )

function onInYear(on: OnDay, start: Day, locale: string): string {
  const month = start.slice(5, 7)
  if (on === 'last') return `the last day of ${monthWord(month, locale)}`
  if (typeof on === 'object') return `${nthWeekday(on, locale)} of ${monthWord(month, locale)}`
  const length = Temporal.PlainYearMonth.from(`2024-${month}`).daysInMonth
  const leap = month === '02' && on >= 29 ? t(', or the 28th in most years') : ''
  return `${ofYear(month, Math.min(on, length), locale)}${leap}`
}

function onWhich({ unit, on, start }: Schedule, locale: string): string {
  if (unit === 'day') return ''
  if (unit === 'week') return ` on ${weekdayText(start, locale)}`
  const which = on ?? Number(start.slice(8))
  return ` on ${unit === 'month' ? onInMonth(which, locale) : onInYear(which, start, locale)}`
}

const shifts: Readonly<Record<Schedule['working_days'], string>> = {
  none: '',
  before: ', on the Friday before if that is a weekend',
  after: ', on the Monday after if that is a weekend',
}

function limit({ end, count }: Schedule, today: Day, locale: string): string {
  if (count !== null) return `, ${count} times`
  return end === null ? '' : `, until ${dayInSentence(end, today, locale)}`
}

/** Every month on the last day, until 30 June 2027. It begins with a small letter. */
export function rhythmText(schedule: Schedule, today: Day, locale = currentLocale()): string {
  const [first] = nextDays(schedule, schedule.start, 1)
  if (schedule.count === 1 && first !== undefined) return `once, on ${dayInSentence(first, today, locale)}`
  return `${every(schedule)}${onWhich(schedule, locale)}${shifts[schedule.working_days]}${limit(schedule, today, locale)}`
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
export function scheduleSentence(schedule: Schedule, today: Day, locale = currentLocale()): string {
  const [first, ...then] = nextDays(schedule, schedule.start, 4)
  if (first === undefined) return t('No day fits this, so it would never come.')
  if (schedule.count === 1) return `Once, on ${dayLong(first, today, locale)}.`
  const rhythm = capital(rhythmText(schedule, today, locale))
  const after = listed(then.map((day) => dayInSentence(day, today, locale)))
  return `${rhythm}. First on ${dayLong(first, today, locale)}${after === '' ? '' : `, then ${after}`}.`
}
