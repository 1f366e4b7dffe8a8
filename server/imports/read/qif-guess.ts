import { type DateOrder, dayIn } from './days.ts'
import { decimalMarkOf, numberedLines } from './file-values.ts'

/** The notation of dates and amounts in a QIF file. The file does not state it, so it is found from all values. */

/** The number of values that decide. */
const MAX_VALUES = 20_000

function* valuesOf(text: string, letters: string, pattern: RegExp): Generator<string> {
  let count = 0
  for (const { words } of numberedLines(text, 'QIF')) {
    if (words.length > 40 || !letters.includes(words[0] ?? ' ')) continue
    const value = words.slice(1).trim()
    if (!pattern.test(value)) continue
    if (++count > MAX_VALUES) return
    yield value
  }
}

/** A date in the notation of the other readers: Quicken writes 1/ 2'06 for a day since 2000, some of its versions 1/ 2' 6. */
export const unquoted = (written: string): string =>
  written
    .replace(/\s+/g, '')
    .replace(/'(\d)$/, '/0$1')
    .replace("'", '/')

/**
 * The order of day, month and year that makes the most dates valid. If two orders are possible, dates with points begin with the day; for
 * other dates, the order in which the rows of the file are sorted by date is used; if that does not decide, it is the order of Quicken,
 * month first.
 */
export function orderOf(text: string, remembered: DateOrder | undefined): DateOrder {
  const dates = [...valuesOf(text, 'D', /^\d{1,4}[-./' ]/)].map(unquoted)
  const counts = (['month_first', 'day_first', 'year_first'] as const).map((order) => {
    const days = dates.map((date) => dayIn(date, order))
    const known = days.filter((day) => day !== undefined)
    const steps = known.filter((day, index) => index > 0 && day < (known[index - 1] ?? ''))
    return { order, known: known.length, steps: Math.min(steps.length, known.length - 1 - steps.length) }
  })
  const most = Math.max(...counts.map(({ known }) => known))
  const possible = counts.filter(({ known }) => known === most)
  const has = (order: DateOrder) => possible.some((one) => one.order === order)
  // A date that begins with its year is valid in every order; the order is year first only if all dates begin with the year.
  if (dates.length > 0 && dates.every((date) => /^\d{4}/.test(date))) return 'year_first'
  if (remembered !== undefined && has(remembered)) return remembered
  if (has('day_first') && dates.some((date) => date.includes('.'))) return 'day_first'
  return (
    possible.filter(({ order }) => order !== 'year_first').sort((a, b) => a.steps - b.steps)[0]?.order ??
    'year_first'
  )
}

/** The decimal mark, if any amount decides it. */
export function decimalOf(text: string, decimals: number): '.' | ',' | undefined {
  let [points, commas] = [0, 0]
  for (const amount of valuesOf(text, 'TU$', /^[-+\d.,\s']*[.,][\d.,]*$/)) {
    if (/^[-+]?\d{1,3}[.,]\d{3}$/.test(amount) && decimals !== 3) continue // it may be a thousand
    if (decimalMarkOf(amount, decimals) === '.') points++
    else commas++
  }
  return points + commas === 0 ? undefined : commas > points ? ',' : '.'
}
