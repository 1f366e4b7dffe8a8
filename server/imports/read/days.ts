import { type Day, isDay, todayIn } from '../../../contract/day.ts'
import type { Mapping } from '../../../contract/import-mapping.ts'

export type DateOrder = NonNullable<Mapping['date_order']>

const MAX_CHARACTERS = 60
const LATEST_YEAR = Number(todayIn('UTC').slice(2, 4)) + 10

/** A time after a day, its zone, or the day of another booking behind "as of": all are ignored. */
const TIME =
  /(?:(?:T|[ ,]{1,3}|\s-\s)\d{1,2}[:.h]\d{2}.*|(?<=[./]\d{4})-\d{1,2}:\d{2}.*|(?:\.\d{1,6})?\[[-+\d.]{1,6}(?::\w{1,6})?\]|\s+as of\s.*)$/i

/** A day as files write it: 2026-11-04, 04.11.2026, 11/4/26, 20261104, 4 Nov 2026, with or without a time. Undefined if it is not a day. */
export function dayIn(cell: string, order: DateOrder): Day | undefined {
  if (cell.length > MAX_CHARACTERS || cell.length < 6) return undefined
  const known = read[order].get(cell)
  if (known !== undefined) return known ?? undefined
  const day = dayOfCell(cell, order)
  if (read[order].size >= MAX_KNOWN) read[order].clear()
  read[order].set(cell, day ?? null)
  return day
}

/** A cache of cells: the rows of a file have few distinct days. */
const read: Readonly<Record<DateOrder, Map<string, Day | null>>> = {
  day_first: new Map(),
  month_first: new Map(),
  year_first: new Map(),
}
const MAX_KNOWN = 20_000

/** 14/03/2024 of Thu 14/03/2024. */
export const withoutWeekday = (cell: string): string =>
  cell.replace(/^\s*\p{L}{2,12}\.?,?\s+(?=\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/u, '')

function dayOfCell(cell: string, order: DateOrder): Day | undefined {
  const text = withoutWeekday(cell.trim().replace(TIME, '').trim())
  const numbers = /^(\d{1,4})\s?([-./ ])\s?(\d{1,2})\s?([-./ ])\s?(\d{1,4})\.?$/.exec(text)
  if (numbers) {
    const [, a = '', , b = '', , c = ''] = numbers
    return ordered(a, b, c, order)
  }
  if (/^\d{8}(?:\d{6})?$/.test(text)) return compact(text, order)
  if (/^\d{4}:\d\d:\d\d$/.test(text)) return dayOf(text.slice(0, 4), text.slice(5, 7), text.slice(8))
  return /\p{L}/u.test(text) ? withMonthName(text) : undefined
}

function ordered(a: string, b: string, c: string, order: DateOrder): Day | undefined {
  if (a.length === 3) return dayOf(String(Number(a) + REPUBLIC), b, c)
  if (a.length > 2 || (order === 'year_first' && c.length <= 2)) return dayOf(a, b, c)
  return order === 'month_first' ? dayOf(c, a, b) : dayOf(c, b, a)
}

/** 20261104, also with a time after it, or 04112026. */
function compact(text: string, order: DateOrder): Day | undefined {
  const year = dayOf(text.slice(0, 4), text.slice(4, 6), text.slice(6, 8))
  if (year || text.length > 8) return year
  return ordered(text.slice(0, 2), text.slice(2, 4), text.slice(4), order)
}

/** Banks in Taiwan count from 1912: 115/11/04 is in 2026. A year of three digits is none of another calendar. */
const REPUBLIC = 1_911
/** Banks in Thailand count from 543 BC: 2569 is 2026. No file is of a year that far ahead. */
const BUDDHIST = 543

const western = (year: string): string =>
  Number(year) > 1_900 + BUDDHIST && Number(year) <= 2_000 + LATEST_YEAR + BUDDHIST
    ? String(Number(year) - BUDDHIST)
    : year

/**
 * A two-digit year is of this century up to ten years from now, and of the last one from 70 on. Between, it is none that a file has, but one of
 * another calendar.
 */
function dayOf(year: string, month: string, day: string): Day | undefined {
  if ((year.length !== 2 && year.length !== 4) || day.length > 2 || month.length > 2) return undefined
  if (year.length === 2 && Number(year) < 70 && Number(year) > LATEST_YEAR) return undefined
  const whole = year.length === 4 ? western(year) : `${Number(year) < 70 ? '20' : '19'}${year}`
  const text = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : undefined
}

/** 4 Nov 2026, Nov 4, 2026, 04-NOV-26, 4. ledna 2026, 4 de noviembre de 2026, 2026. november 4., 2026年11月4日; a weekday does not matter. */
function withMonthName(text: string): Day | undefined {
  const eastern = /^(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]$/.exec(text)
  if (eastern) return dayOf(eastern[1] ?? '', eastern[2] ?? '', eastern[3] ?? '')
  const parts = text.match(LETTERS_OR_DIGITS) ?? []
  const numbers = parts.filter((part) => /^\d/.test(part))
  if (numbers.length !== 2) return undefined
  if (hasSeveralMonths(text)) return undefined
  const month = parts
    .filter((part) => /^\p{L}/u.test(part))
    .flatMap((part) => monthNames().get(foldedName(part)) ?? [])[0]
  const [first = '', second = ''] = numbers
  if (month === undefined) return undefined
  const isYearFirst = first.length === 4
  return dayOf(isYearFirst ? first : second, String(month), isYearFirst ? second : first)
}

/**
 * Months of Croatian that are others in Polish or Czech, where listopad is November and not October. With a point behind the day, as Croatian has
 * it and Polish has not, nothing says which it is.
 */
const SEVERAL = /^\d{1,2}\.\s?(?:lip|srp|lis|listopada?)(?!\p{L})/iu

/** Whether the month of a cell is one month in one language and another in another. */
export const hasSeveralMonths = (cell: string): boolean => SEVERAL.test(cell.trim())

const LETTERS_OR_DIGITS = /\p{L}[\p{L}\p{M}]*|\d+/gu

const locales =
  'en de fr es it nl pt pl hu cs sk sl ro tr ru uk sv da nb fi et lv lt id hr sr sr-Latn bg el'.split(' ')

let names: ReadonlyMap<string, number> | undefined

/** The names of months in many languages, full, short and as written next to a day. They are computed when a file first needs them. */
function monthNames(): ReadonlyMap<string, number> {
  if (names) return names
  const made = new Map<string, number>()
  const styles: Intl.DateTimeFormatOptions[] = [
    { month: 'long' },
    { month: 'short' },
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
  ]
  for (const locale of locales)
    for (const style of styles) {
      const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2026, month - 1, 15))
        const name = foldedName(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (/\p{L}/u.test(name) && !made.has(name)) made.set(name, month)
      }
    }
  for (const [name, month] of [
    ['sept', 9],
    ['marz', 3],
    ['maerz', 3],
    ['mrz', 3],
    ['janner', 1],
    ['okt', 10],
    ['dez', 12],
  ] as const)
    made.set(name, month)
  names = made
  return names
}

const foldedName = (name: string): string =>
  name
    .replaceAll('ł', 'l')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
