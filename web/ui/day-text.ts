import { addDays, type Day, isDay } from '../../contract/day.ts'
import { fold } from './matching.ts'

/**
 * Reads what a person types as a day: 12, 12.11, 12/11, 2026-11-12, 12 nov, fri, last fri, yesterday, today, tomorrow, -3, +2.
 *
 * Missing parts are filled in by the nearest sensible day. For spending (`lean: 'past'`) a day of the month and a weekday is the latest
 * one that is not after today, and a day with its month the latest one that is at most 31 days ahead: in November, 24.12 is last
 * Christmas and 1.12 is the coming first of December. For due days (`lean: 'future'`) it is the first one that is not before today.
 */
export type DayWords = {
  readonly today: readonly string[]
  readonly yesterday: readonly string[]
  readonly tomorrow: readonly string[]
  readonly beforeYesterday: readonly string[]
  readonly afterTomorrow: readonly string[]
  /** From Monday to Sunday. */
  readonly weekdays: readonly (readonly string[])[]
  /** From January to December. */
  readonly months: readonly (readonly string[])[]
  /** The short names of months as the language writes them, with accents and capitals. */
  readonly monthsWritten: readonly string[]
  /** Before a weekday, or with a plus in front of it after one. */
  readonly last: readonly string[]
  readonly next: readonly string[]
  /** Before a weekday: that of the week before, or after, this one, from Monday to Sunday. */
  readonly lastWeek: readonly string[]
  readonly nextWeek: readonly string[]
  /** Between a day and its month. */
  readonly of: readonly string[]
}

export type DayStyle = {
  readonly today: Day
  /** Whether 11/12 is the eleventh of December or the twelfth of November. */
  readonly order: 'day first' | 'month first'
  readonly words: DayWords
  readonly lean?: 'past' | 'future'
}

const orders = new Map<string, DayStyle['order']>()

/** The order in which a locale writes day and month. */
export function orderIn(locale: string): DayStyle['order'] {
  let order = orders.get(locale)
  if (order === undefined) {
    const parts = new Intl.DateTimeFormat(locale, {
      calendar: 'gregory',
      day: 'numeric',
      month: 'numeric',
    }).formatToParts(0)
    const place = (wanted: string) => parts.findIndex(({ type }) => type === wanted)
    order = place('month') < place('day') ? 'month first' : 'day first'
    orders.set(locale, order)
  }
  return order
}

/** How far ahead a day with its month may be before it is taken for last year's. */
const AHEAD_DAYS = 31

const two = (number: number): string => String(number).padStart(2, '0')

const dayFrom = (year: number, month: number, day: number): Day | undefined => {
  const text = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
  return isDay(text) ? text : undefined
}

/** 26 is 2026, and 99 is 1999 as long as 2099 is far away. */
function fullYear(text: string, today: Day): number {
  if (text.length > 2) return Number(text)
  const century = Number(today.slice(0, 2)) * 100
  const year = century + Number(text)
  return year > Number(today.slice(0, 4)) + 20 ? year - 100 : year
}

/** The first of the days that exists, is not refused, and lies on the wanted side. */
const nearest = (days: readonly (Day | undefined)[], { today, lean = 'past' }: DayStyle, ahead: number) => {
  const real = days.filter((day) => day !== undefined).sort()
  return lean === 'future'
    ? real.find((day) => day >= today)
    : real.findLast((day) => day <= addDays(today, ahead))
}

function inYear(month: number, day: number, style: DayStyle): Day | undefined {
  const year = Number(style.today.slice(0, 4))
  // The 29th of February may be up to eight years away.
  const reach = month === 2 && day === 29 ? 9 : 1
  const years = Array.from({ length: 2 * reach + 1 }, (_, index) => year - reach + index)
  return nearest(
    years.map((each) => dayFrom(each, month, day)),
    style,
    AHEAD_DAYS,
  )
}

function inMonth(day: number, style: DayStyle): Day | undefined {
  const [year = 0, month = 0] = style.today.split('-').map(Number)
  const days = Array.from({ length: 7 }, (_, index) => {
    const count = year * 12 + month - 1 + index - 3
    return dayFrom(Math.floor(count / 12), (count % 12) + 1, day)
  })
  return nearest(days, style, 0)
}

function onWeekday(weekday: number, { today, lean = 'past' }: DayStyle, side?: 'last' | 'next'): Day {
  const behind = (Temporal.PlainDate.from(today).dayOfWeek - 1 - weekday + 7) % 7
  if (side === 'last') return addDays(today, -(behind || 7))
  if (side === 'next') return addDays(today, 7 - behind)
  return addDays(today, lean === 'future' && behind > 0 ? 7 - behind : -behind)
}

/** Day and month in the locale's order, or in the other one if only that exists. */
function inOrder(first: number, second: number, style: DayStyle, year?: number): Day | undefined {
  const make = (day: number, month: number) =>
    year === undefined ? inYear(month, day, style) : dayFrom(year, month, day)
  return style.order === 'day first'
    ? (make(first, second) ?? make(second, first))
    : (make(second, first) ?? make(first, second))
}

const placeIn = (lists: readonly (readonly string[])[], word: string): number =>
  lists.findIndex((list) => list.includes(word))

/** As the words of the tables are written: without the point of an abbreviation too. */
const plainWord = (word: string): string => {
  const folded = /^[\w.]*$/.test(word) ? word.toLowerCase() : fold(word)
  return folded.endsWith('.') ? folded.slice(0, -1) : folded
}

/** The month that a word names, from 1 to 12; 0 if it names none. */
export const monthNamed = (word: string, words: DayWords): number =>
  /^[\d.,]+$/.test(word) ? 0 : placeIn(words.months, plainWord(word)) + 1

/** The day that a word or a phrase names, or a weekday with "last" or "next". */
export function dayNamed(text: string, style: DayStyle): Day | undefined {
  if (/^[\d-]/.test(text)) return undefined // quickly: most words of a line of figures
  const { today, words } = style
  const parts = text.split(' ').map(plainWord)
  const whole = parts.join(' ')
  if (words.today.includes(whole)) return today
  if (words.yesterday.includes(whole)) return addDays(today, -1)
  if (words.tomorrow.includes(whole)) return addDays(today, 1)
  if (words.beforeYesterday.includes(whole)) return addDays(today, -2)
  if (words.afterTomorrow.includes(whole)) return addDays(today, 2)
  const [first = '', second] = parts
  if (parts.length > 2) return undefined
  if (second !== undefined) return weekdayBeside(first, second, style)
  const weekday = placeIn(words.weekdays, whole)
  return weekday < 0 ? undefined : onWeekday(weekday, style)
}

function weekdayBeside(first: string, second: string, style: DayStyle): Day | undefined {
  const { today, words } = style
  const isLater = placeIn(words.weekdays, second) >= 0
  const weekday = placeIn(words.weekdays, isLater ? second : first)
  const word = isLater ? first : `+${second}`
  if (weekday < 0) return undefined
  if (words.last.includes(word)) return onWeekday(weekday, style, 'last')
  if (words.next.includes(word)) return onWeekday(weekday, style, 'next')
  const weeks = words.lastWeek.includes(word) ? -1 : words.nextWeek.includes(word) ? 1 : 0
  return weeks === 0
    ? undefined
    : addDays(today, 7 * weeks + weekday + 1 - Temporal.PlainDate.from(today).dayOfWeek)
}

const WHOLE = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})[日号]?$/
const PARTS = /^(\d{1,2})[-./](\d{1,2})(?:[-./](\d{2}|\d{4})|\.)?$/

/** The day that is written in figures with its month: 2026-11-12, 12.11, 12/11/26. */
export function dayInFigures(text: string, style: DayStyle): Day | undefined {
  const whole = WHOLE.exec(text)
  if (whole) return dayFrom(Number(whole[1]), Number(whole[2]), Number(whole[3]))
  const parts = PARTS.exec(text)
  if (!parts) return undefined
  const year = parts[3] === undefined ? undefined : fullYear(parts[3], style.today)
  return inOrder(Number(parts[1]), Number(parts[2]), style, year)
}

const FIGURE = /^(\d{1,2})(?:st|nd|rd|th|er|º|日|号|\.)?$/
/** A figure that says by itself that it is a day: 12th. */
export const ORDINAL = /^\d{1,2}(?:st|nd|rd|th|er|º|日|号)$/i

/** The day of a figure and a month's name, in either order, with or without a year: 12 nov, nov 12, 12 november 2025. */
export function dayWithMonth(words: readonly string[], style: DayStyle): Day | undefined {
  const [first = '', second = '', year, ...more] = words.filter(
    (word) => !style.words.of.includes(fold(word)),
  )
  if (more.length > 0 || (year !== undefined && !/^\d{4}$/.test(year))) return undefined
  const [figure, month] = FIGURE.test(first)
    ? [FIGURE.exec(first)?.[1], monthNamed(second, style.words)]
    : [FIGURE.exec(second)?.[1], monthNamed(first, style.words)]
  if (figure === undefined || month === 0) return undefined
  return year === undefined
    ? inYear(month, Number(figure), style)
    : dayFrom(Number(year), month, Number(figure))
}

const COUNT = /^([-+−])(\d{1,3})$/

/** This many days ago, or from today: -3, +2. */
export function dayByCount(text: string, today: Day): Day | undefined {
  const [, sign, count] = COUNT.exec(text) ?? []
  if (count === undefined) return undefined
  const day = addDays(today, sign === '+' ? Number(count) : -Number(count))
  return isDay(day) ? day : undefined
}

/** The day that a text says; undefined if it says none. */
export function readDay(text: string, style: DayStyle): Day | undefined {
  const plain = text.trim().replace(/\s+/g, ' ').replaceAll(',', '')
  if (plain.length > 40) return undefined
  const figure = FIGURE.exec(plain)?.[1]
  if (figure !== undefined) return inMonth(Number(figure), style)
  const words = plain.replace(/^(\d{1,2})(?=\p{L}{3,}$)/u, '$1 ').split(' ')
  return (
    dayByCount(plain, style.today) ??
    dayInFigures(plain, style) ??
    dayNamed(plain, style) ??
    (words.length > 1 ? dayWithMonth(words, style) : undefined)
  )
}

/**
 * A day as text to edit again: as it is `shown` elsewhere, if that reads as the same day, and else in a form that does, whatever today is: 12 Nov 2026, or
 * Nov 12, 2026 where months come first.
 */
export function dayForEditing(day: Day, style: DayStyle, shown: string): string {
  if (readDay(shown, style) === day) return shown
  const [year = '', month = '', date = ''] = day.split('-')
  const name = style.words.monthsWritten[Number(month) - 1] ?? month
  return style.order === 'month first'
    ? `${name} ${Number(date)}, ${year}`
    : `${Number(date)} ${name} ${year}`
}
