import { addDays, type Day } from '../../contract/day.ts'
import type { Month } from '../../contract/month.ts'
import { t } from '../../words/t.ts'
import { countText, currentLocale, wordLocale } from './locale.ts'
import { remembered } from './remembered.ts'

/**
 * Days, months and moments as the reader writes them, in the words of the reader's language. A civil day is formatted as midnight UTC in UTC, so that no time
 * zone moves it.
 */
type DateOptions = Intl.DateTimeFormatOptions

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: DateOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formatters.get(key)
  if (!format) {
    // An English reader gets the calendar that the days of the books are counted in.
    format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options })
    formatters.set(key, format)
  }
  return format
}

const midnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const civil = (day: Day, options: DateOptions, locale: string): string =>
  formatter(locale, { timeZone: 'UTC', ...options }).format(midnight(day))

const yearOf = (day: Day): string => day.slice(0, 4)

/** How many days the second day is after the first. */
export const daysBetween = (first: Day, second: Day): number =>
  Math.round((midnight(second) - midnight(first)) / 86_400_000)

/** 12 Nov 2026 */
export const dayText = (day: Day, locale = wordLocale()): string =>
  civil(day, { day: 'numeric', month: 'short', year: 'numeric' }, locale)

/** 30 Nov; with its year if that is another one than today's. */
export const dayShort = (day: Day, today: Day, locale = wordLocale()): string =>
  yearOf(day) === yearOf(today)
    ? civil(day, { day: 'numeric', month: 'short' }, locale)
    : dayText(day, locale)

/** Saturday 14 November; with its year if that is another one than today's. */
export const dayLong = (day: Day, today: Day, locale = wordLocale()): string =>
  civil(
    day,
    {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(yearOf(day) === yearOf(today) ? {} : { year: 'numeric' }),
    },
    locale,
  )

/** Saturday 14 Nov: a day at the head of a phone. */
export const weekdayAndShort = (day: Day, locale = wordLocale()): string =>
  civil(day, { weekday: 'long', day: 'numeric', month: 'short' }, locale)

/** 1 November; with its year if that is another one than today's: a day in a sentence. */
export const dayInSentence = (day: Day, today: Day, locale = wordLocale()): string =>
  civil(
    day,
    {
      day: 'numeric',
      month: 'long',
      ...(yearOf(day) === yearOf(today) ? {} : { year: 'numeric' }),
    },
    locale,
  )

const MONTHS = Array.from({ length: 12 }, (_, at) =>
  civil(`2024-${String(at + 1).padStart(2, '0')}-01`, { month: 'long' }, 'en'),
)
const SAID = new RegExp(`(?<=\\b(?:on|for) )(\\d{1,2}) (${MONTHS.join('|')})(?: (\\d{4}))?\\b`, 'g')

/** A sentence of the service with its days as the reader writes them: on 4 November, on November 4. */
export const withDays = (sentence: string, locale = wordLocale()): string =>
  sentence.replace(SAID, (_, date: string, month: string, year: string | undefined) => {
    const day = `${year ?? '2024'}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
    return dayInSentence(day, year === undefined ? day : '0001-01-01', locale)
  })

/** Saturday */
export const weekdayText = (day: Day, locale = wordLocale()): string =>
  civil(day, { weekday: 'long' }, locale)

/** Mon: three letters at most, or as few as the language needs to tell its days apart (lun, пн, 一, ن). */
export function weekdayShort(day: Day, locale = wordLocale()): string {
  const short = civil(day, { weekday: 'short' }, locale).replace('.', '')
  return short.length <= 3 && !locale.startsWith('zh') ? short : civil(day, { weekday: 'narrow' }, locale)
}

/** 14, the day of the month. */
export const dayOfMonth = (day: Day, locale = currentLocale()): string =>
  countText(Number(day.slice(8)), locale)

/** Thu 12. In English the weekday leads everywhere; other languages have their own order. */
const weekdayAndDay = (day: Day, locale: string): string =>
  locale.startsWith('en')
    ? `${civil(day, { weekday: 'short' }, locale)} ${dayOfMonth(day, locale)}`
    : civil(day, { weekday: 'short', day: 'numeric' }, locale)

const daysNear = remembered((today) => ({ before: addDays(today, -1), after: addDays(today, 1) }))

/** Tomorrow, Today, Yesterday; undefined for other days. */
export function nearDay(day: Day, today: Day): string | undefined {
  const { before, after } = daysNear(today)
  if (day === today) return t('Today')
  return day === before ? t('Yesterday') : day === after ? t('Tomorrow') : undefined
}

/** The day of a row below the heading of its month: Today, Yesterday, Thu 12. */
export const dayInMonth = (day: Day, today: Day, locale = wordLocale()): string =>
  nearDay(day, today) ?? weekdayAndDay(day, locale)

/** The day of a row: Today, Yesterday, Thu 12, Sat 31 Oct, 12 Nov 2025. */
export function dayOfRow(day: Day, today: Day, locale = wordLocale()): string {
  const near = nearDay(day, today)
  if (near !== undefined) return near
  if (day.slice(0, 7) === today.slice(0, 7)) return weekdayAndDay(day, locale)
  if (yearOf(day) !== yearOf(today)) return dayText(day, locale)
  return civil(day, { weekday: 'short', day: 'numeric', month: 'short' }, locale)
}

/** 13 days late, due today, due tomorrow, due Friday, due 30 Nov. */
export function dueText(due: Day, today: Day, locale = wordLocale()): string {
  const days = daysBetween(today, due)
  if (days < 0) return t('{days, plural, one {# day late} other {# days late}}', { days: -days })
  if (days === 0) return t('due today')
  if (days === 1) return t('due tomorrow')
  return days < 7
    ? t('due {weekday}', { weekday: weekdayText(due, locale) })
    : t('due {day}', { day: dayShort(due, today, locale) })
}

/** 1–14 Oct 2026, 30 Oct – 2 Nov 2026 */
export const rangeText = (from: Day, to: Day, locale = wordLocale()): string =>
  formatter(locale, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })
    .formatRange(midnight(from), midnight(to))
    .replace(/^(\d+)\s–\s(?=\d)/, '$1–')

/** 1–14 October, 30 October – 2 November: days in a sentence, with the year if it is another one than today's. */
export const rangeInSentence = (from: Day, to: Day, today: Day, locale = wordLocale()): string =>
  formatter(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    ...(yearOf(from) === yearOf(today) ? {} : { year: 'numeric' }),
  })
    .formatRange(midnight(from), midnight(to))
    .replace(/^(\d+)\s–\s(?=\d)/, '$1–')

/** November 2026 */
export const monthText = (month: Month, locale = wordLocale()): string =>
  civil(`${month}-01`, { month: 'long', year: 'numeric' }, locale)

/** November */
export const monthName = (month: Month, locale = wordLocale()): string =>
  civil(`${month}-01`, { month: 'long' }, locale)

/** Nov. A month has the same letters as in a day, where German has another short form: Sept. and not Sep. */
export function monthShort(month: Month, locale = wordLocale()): string {
  const day: Day = `${month}-01`
  const parts = formatter(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).formatToParts(
    midnight(day),
  )
  const inDay = parts.find(({ type }) => type === 'month')?.value ?? ''
  return /\p{L}/u.test(inDay) ? inDay : civil(day, { month: 'short' }, locale)
}

/** Nov 2026 */
export const monthShortText = (month: Month, locale = wordLocale()): string =>
  civil(`${month}-01`, { month: 'short', year: 'numeric' }, locale)

/** The reader's own time zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day of a moment, in the reader's time zone. */
export const dayOfMoment = (moment: string, timeZone = ownTimeZone()): Day =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** 18:02 */
export const timeText = (moment: string, timeZone = ownTimeZone(), locale = currentLocale()): string =>
  formatter(locale, { timeZone, timeStyle: 'short' }).format(Date.parse(moment))

/** Today 18:02, Yesterday 18:02, Thu 12 18:02: a moment in the reader's time zone. */
export const momentText = (moment: string, today: Day, timeZone = ownTimeZone(), locale?: string): string =>
  t('{day}, {time}', {
    day: dayOfRow(dayOfMoment(moment, timeZone), today, locale),
    time: timeText(moment, timeZone, locale),
  })

/** today, 18:02: the same inside a sentence. */
export function momentInSentence(moment: string, today: Day): string {
  const [day, time] = [dayOfMoment(moment), timeText(moment)]
  const { before, after } = daysNear(today)
  if (day === today) return t('today, {time}', { time })
  if (day === before) return t('yesterday, {time}', { time })
  return day === after ? t('tomorrow, {time}', { time }) : momentText(moment, today)
}
