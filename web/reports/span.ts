import { addDays, type Day, isDay } from '../../contract/day.ts'
import {
  addMonths,
  daysOfMonth,
  dayYearBefore,
  isMonth,
  type MonthStart,
  monthOfDay,
  monthsBetween,
} from '../../contract/month.ts'
import type { Period } from '../../contract/report-parts.ts'
import { t } from '../../words/t.ts'
import type { Search } from '../page/address.ts'
import { dayText, monthShort, monthShortText, monthText, rangeText } from '../ui/dates.ts'

/** The days that a report is about: the last 3, 6 or 12 months of the book, everything, or days of one's own. */

export const spanChoices = ['3m', '6m', '1y', 'all', 'own'] as const
/** Spending is asked about by single months too, and by the year so far. */
export const spendingChoices = ['month', 'last-month', 'year', ...spanChoices] as const
export type SpanChoice = (typeof spendingChoices)[number]

export type Span = { choice: SpanChoice; date_from: Day; date_to: Day }

const months: Partial<Record<SpanChoice, number>> = { '3m': 3, '6m': 6, '1y': 12 }

const isChoice = (text: string | undefined): text is SpanChoice =>
  spendingChoices.some((choice) => choice === text)

/** Which days the address names. Months start as the book says; unfinished ones are shown whole. */
export function spanOf(
  { period, month: named, date_from, date_to }: Search,
  { today, start, first, fallback }: { today: Day; start: MonthStart; first: Day; fallback: SpanChoice },
): Span {
  if (date_from && date_to && isDay(date_from) && isDay(date_to) && date_from <= date_to)
    return { choice: 'own', date_from, date_to }
  const choice = isChoice(period) && period !== 'own' ? period : fallback
  const month = monthOfDay(today, start)
  const end = daysOfMonth(month, start).date_to
  if (choice === 'all') {
    const from = monthOfDay(first < today ? first : today, start)
    return { choice, date_from: daysOfMonth(from, start).date_from, date_to: end }
  }
  // Where single months are asked for, the address may name one that has begun.
  if (fallback === 'month' && choice === 'month' && named && isMonth(named) && named <= month)
    return { choice, ...daysOfMonth(named, start) }
  if (choice === 'last-month') return { choice, ...daysOfMonth(addMonths(month, -1), start) }
  const earliest = choice === 'year' ? `${month.slice(0, 4)}-01` : addMonths(month, 1 - (months[choice] ?? 1))
  return { choice, date_from: daysOfMonth(earliest, start).date_from, date_to: end }
}

/** The same span up to today where its last month is not over: half a month is never compared with a whole one. */
export const soFar = (span: Span, today: Day): Span =>
  span.choice !== 'own' && span.date_from <= today && today < span.date_to
    ? { ...span, date_to: today }
    : span

/** Whether the days end today, within a month that goes on. */
export const isSoFar = (date_to: Day, today: Day, start: MonthStart): boolean =>
  date_to === today && daysOfMonth(monthOfDay(today, start), start).date_to > today

/** How far the columns of a report are apart, so that there are not too many to read. */
export function columnsOf({ date_from, date_to }: Omit<Span, 'choice'>, start: MonthStart) {
  const count = monthsBetween(monthOfDay(date_from, start), monthOfDay(date_to, start)) + 1
  return count <= 13 ? ('month' as const) : count <= 39 ? ('quarter' as const) : ('year' as const)
}

const MONTH = /^\d{4}-\d{2}$/
const QUARTER = /^(\d{4})-Q(\d)$/

/** The name of a period in full: November 2026, Q4 2026, 2026, 1–14 Nov 2026. */
export function periodText({ label, date_from, date_to }: Period): string {
  if (MONTH.test(label)) return monthText(label)
  const [, year, quarter] = QUARTER.exec(label) ?? []
  if (year) return t('Q{quarter} {year} [the fourth quarter of 2026]', { quarter: quarter ?? '', year })
  return /^\d{4}$/.test(label)
    ? label
    : date_from === date_to
      ? dayText(date_from)
      : rangeText(date_from, date_to)
}

/** The name of a period at the head of a column; with its year if that is not this one. */
export function periodShort(period: Period, today: Day): string {
  const { label } = period
  if (MONTH.test(label))
    return label.slice(0, 4) === today.slice(0, 4) ? monthShort(label) : monthShortText(label)
  const [, year, quarter] = QUARTER.exec(label) ?? []
  if (year && year === today.slice(0, 4))
    return t('Q{quarter} [the fourth quarter]', { quarter: quarter ?? '' })
  return periodText(period)
}

/** Whether a period is not over yet. */
export const isUnfinished = ({ date_from, date_to }: Pick<Period, 'date_from' | 'date_to'>, today: Day) =>
  date_from <= today && today < date_to

/** The same days a year before. */
export const spanYearBefore = (
  { date_from, date_to }: Omit<Span, 'choice'>,
  start: MonthStart,
): Omit<Span, 'choice'> => ({
  date_from: dayYearBefore(date_from, start),
  date_to: addDays(dayYearBefore(addDays(date_to, 1), start), -1),
})

/** Whether days can be compared with those a year before: more than a year of them would be compared with themselves. */
export const isWithinYear = (span: Omit<Span, 'choice'>, start: MonthStart): boolean =>
  spanYearBefore(span, start).date_to < span.date_from

/** As many days, just before: the span to compare with. Whole months of the book are compared with as many months. */
export function spanBefore(
  { date_from, date_to }: Omit<Span, 'choice'>,
  start: MonthStart,
): Omit<Span, 'choice'> {
  const [first, last] = [monthOfDay(date_from, start), monthOfDay(date_to, start)]
  const isWhole =
    daysOfMonth(first, start).date_from === date_from && daysOfMonth(last, start).date_to === date_to
  if (!isWhole) {
    const days = Temporal.PlainDate.from(date_from).until(date_to).days + 1
    const before = (day: Day) => Temporal.PlainDate.from(day).subtract({ days }).toString()
    return { date_from: before(date_from), date_to: before(date_to) }
  }
  const count = monthsBetween(first, last) + 1
  return {
    date_from: daysOfMonth(addMonths(first, -count), start).date_from,
    date_to: daysOfMonth(addMonths(first, -1), start).date_to,
  }
}
