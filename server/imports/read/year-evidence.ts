import { addDays, type Day } from '../../../contract/day.ts'
import { type DateOrder, dayIn } from './days.ts'

/** The time that a line above a table, or the name of a file, says the table is of. */
export type Period = {
  /** Both days, or one day that the rows end or start with, or are near to, or a whole year. */
  readonly is: 'period' | 'end' | 'start' | 'day' | 'year'
  readonly from: Day
  readonly to: Day
}

/** Statements have bookings some days before and after their period. */
const MARGIN = 45
const NEAR = 92
const HALF_YEAR = 183

/** Whether rows with these days are of a period. */
export function isOf({ is, from, to }: Period, days: readonly Day[]): boolean {
  const sorted = days.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return false
  if (is === 'year') return first >= from && last <= to
  if (is === 'period') return first >= addDays(from, -MARGIN) && last <= addDays(to, MARGIN)
  if (is === 'end') return last <= addDays(to, 5) && last >= addDays(to, -HALF_YEAR)
  if (is === 'start') return first >= addDays(from, -5) && first <= addDays(from, HALF_YEAR)
  return first <= addDays(to, NEAR) && last >= addDays(from, -NEAR)
}

const FULL =
  /(?<![\d.])(?:(?:19|20)\d{2}[-/._](?:0?[1-9]|1[0-2])[-/._]\d{1,2}|\d{1,2}[-/._]\d{1,2}[-/._](?:(?:19|20)\d{2}|\d{2})|(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|\d{1,2}\.? \p{L}{3,12}\.? (?:19|20)\d{2})(?!\d)/gu
const MONTH =
  /(?<!\d)(?:((?:19|20)\d{2})[-/._ ]?(0[1-9]|1[0-2])|(0?[1-9]|1[0-2])[-/._]((?:19|20)\d{2}))(?!\d)/
const NAMED_MONTH = /(\p{L}{3,12})\.?[-_. ]{0,2}((?:19|20)\d{2})(?!\d)/gu
const YEAR = /(?<!\d)((?:19|20)\d{2})(?!\d)/g

/** Words before the last day of a table, and before its first. */
const END =
  /\b(?:to|until|till|through|bis|as of|per|stand|kontostand|created|generated|downloaded|exported|erstellt|export|download|closing|endsaldo|téléchargement|au|al|t\/m|tot|do)\b[^\d]{0,30}$/i
const START = /\b(?:from|since|von|ab|start|opening|anfangssaldo|beginn|desde|dal|vanaf|od)\b[^\d]{0,30}$/i

/** The periods that lines say, the surest first: periods, months, then single days, then years. */
export function periodsIn(lines: readonly string[], order: DateOrder, isName: boolean): Period[] {
  const found: Period[] = []
  const starts: Day[] = []
  const ends: Day[] = []
  for (const line of lines) {
    const text = line.slice(0, 500)
    const days = [...text.matchAll(FULL)].flatMap(({ 0: written, index }) => {
      const day =
        dayIn(written.replaceAll('_', '-'), order) ?? dayIn(written.replaceAll('_', '-'), 'year_first')
      return day ? { day, before: text.slice(0, index) } : []
    })
    const [one, other, more] = days
    if (one && other && !more) {
      const [from, to] = [one.day, other.day].sort() as [Day, Day] // two days
      found.push({ is: 'period', from, to })
    } else if (one && !other) {
      const is = isName ? 'day' : START.test(one.before) ? 'start' : END.test(one.before) ? 'end' : 'day'
      if (is === 'end') ends.push(one.day)
      if (is === 'start') starts.push(one.day)
      found.push({ is, from: one.day, to: one.day })
    } else if (days.length === 0) found.push(...monthOrYear(text, isName))
  }
  const [from, to] = [starts[0], ends[0]]
  if (from && to && starts.length === 1 && ends.length === 1 && from < to)
    found.push({ is: 'period', from, to })
  const ranks = ['period', 'end', 'start', 'day', 'year']
  return found.toSorted((a, b) => ranks.indexOf(a.is) - ranks.indexOf(b.is))
}

function monthOrYear(text: string, isName: boolean): Period[] {
  const [, year, month, second = '', ofSecond] = MONTH.exec(text) ?? []
  const named = [...text.matchAll(NAMED_MONTH)].flatMap(
    ([, name, ofName]) => dayIn(`1 ${name} ${ofName}`, 'day_first') ?? [],
  )
  const first = dayIn(`${year ?? ofSecond}-${month ?? second.padStart(2, '0')}-01`, 'year_first') ?? named[0]
  if (first) return [{ is: 'period', from: first, to: addDays(first, 27) }]
  const years = [...new Set([...text.matchAll(YEAR)].map((match) => match[1]))]
  // Above a table, a year among other numbers may be part of an account's number.
  const isAlone = isName || (text.match(/\d+/g) ?? []).length === 1
  return years.length === 1 && isAlone
    ? [{ is: 'year', from: `${years[0]}-01-01`, to: `${years[0]}-12-31` }]
    : []
}
