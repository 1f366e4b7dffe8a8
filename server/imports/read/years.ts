import type { Day } from '../../../contract/day.ts'
import type { Cells } from './cells.ts'
import { dayOrderFor } from './day-order.ts'
import { type DateOrder, dayIn } from './days.ts'
import { type Hints, startEvidence } from './evidence.ts'
import { folded, rolesByHeading } from './headings.ts'
import type { Layout } from './layout.ts'
import { isOf, periodsIn } from './year-evidence.ts'

/** A day and a month without a year, as in 12.03., 03/12 or 12 Mar, with or without a time. */
const YEARLESS =
  /^(?:(\d{1,2})([./-])(\d{1,2})\2?|\d{1,2}\.?[ -]?\p{L}{3,12}\.?|\p{L}{3,12}\.?[ -]\d{1,2}\.?)(?:,? \d{1,2}:\d{2}(?::\d{2})?)?$/u

export const isYearless = (cell: string): boolean => cell.length < 30 && YEARLESS.test(cell.trim())

/** A day without a year, with that year. */
function withYear(cell: string, year: number): string {
  const [, a, mark, b] = YEARLESS.exec(cell.trim()) ?? []
  if (a !== undefined) return `${a}${mark}${b}${mark}${year}`
  return `${cell.trim().replace(/,? \d{1,2}:\d{2}(?::\d{2})?$/, '')} ${year}`
}

/** A leap year, so that every day has its place in it. */
const ANY = 2024
const HALF_YEAR = 183
/** A step back within a table in order of time that is larger than this is the turn of a year. */
const MAX_STEP_BACK = 31

/**
 * Adds years to the days of a table that have none: that of another day in the row, else that of a period, a month or a day above the
 * headings or in the file's name; a year that turns over follows the order of the rows. Never today's year: if nothing proves it, the days stay
 * as they are, and `yearless` is their column.
 */
export function withYears(
  layout: Layout,
  text: string,
  filename: string,
  hints: Hints,
  given?: DateOrder,
): Layout {
  const columns = yearlessColumns(layout)
  const [main] = columns
  if (main === undefined) return layout
  const order = given ?? orderOf(layout, main, hints)
  // Only days of the booking: a card or a mandate has days of other years.
  const others = (layout.header ?? []).flatMap((heading, at) =>
    isDate(heading) && !columns.includes(at) ? at : [],
  )
  const rows: DatedCell[] = []
  for (const { cells } of layout.records()) {
    const cell = cells[main] ?? ''
    const place = dayIn(isYearless(cell) ? withYear(cell, ANY) : '', order)?.slice(5)
    const beside = others.flatMap((at) => dayIn(cells[at] ?? '', order) ?? [])[0]
    const own = dayIn(cell, order)
    rows.push({ place: place ?? own?.slice(5), year: own ? yearOf(own) : nearest(place, beside) })
  }
  const above = text.split(/\r\n|\r|\n/, layout.skipLines)
  const years = yearsOf(rows, above, filename, order)
  if (!years) return { ...layout, yearless: main }
  return {
    ...layout,
    *records() {
      let at = 0
      for (const record of layout.records()) yield dated(record, years[at++])
    },
    sample: layout.sample.map((record, at) => dated(record, years[at])),
  }

  function dated({ line, cells }: Cells, year: number | undefined): Cells {
    const day = year === undefined ? undefined : dayIn(withYear(cells[main ?? 0] ?? '', year), order)
    return {
      line,
      cells: cells.map((cell, at) => {
        if (!columns.includes(at) || !isYearless(cell)) return cell
        if (at === main) return year === undefined ? cell : withYear(cell, year)
        const own = nearest(dayIn(withYear(cell, ANY), order)?.slice(5), day)
        return own === undefined ? cell : withYear(cell, own)
      }),
    }
  }
}

/** Whether a column has days by its heading. A time such as 10.15 is none. */
const isDate = (heading: string): boolean =>
  folded(heading) !== 'time' && rolesByHeading(heading).some(({ role }) => role === 'date')

/** The columns with the heading of a day whose cells are mostly days without a year. */
function yearlessColumns({ header = [], sample }: Layout): number[] {
  return header.flatMap((heading, at) => {
    const filled = sample.map(({ cells }) => cells[at]?.trim() ?? '').filter(Boolean)
    const without = filled.filter(isYearless).length
    return isDate(heading) && without > 0 && without >= filled.length * 0.5 ? at : []
  })
}

function orderOf(layout: Layout, column: number, hints: Hints): DateOrder {
  const evidence = startEvidence()
  for (const { cells } of layout.records()) {
    const cell = cells[column] ?? ''
    evidence.day(isYearless(cell) ? withYear(cell, ANY) : cell)
  }
  return dayOrderFor(evidence.end(), hints, { given: undefined, remembered: undefined }).value
}

/** The month and day of a row, and its year where the row itself says it. */
type DatedCell = { readonly place: string | undefined; readonly year: number | undefined }

const yearOf = (day: Day): number => Number(day.slice(0, 4))
const timeOf = (year: number, place: string): number => Date.parse(`${year}-${place}`) / 86_400_000

/** The year in which a day is nearest to another one. */
function nearest(place: string | undefined, beside: Day | undefined): number | undefined {
  if (place === undefined || beside === undefined) return undefined
  const time = Date.parse(beside) / 86_400_000
  const year = yearOf(beside)
  return [year, year - 1, year + 1].find((one) => Math.abs(timeOf(one, place) - time) <= HALF_YEAR)
}

/** The year of every row, if it is proven. */
function yearsOf(
  rows: readonly DatedCell[],
  above: readonly string[],
  filename: string,
  order: DateOrder,
): readonly (number | undefined)[] | undefined {
  const dated = rows.filter(({ place }) => place !== undefined)
  if (dated.length > 0 && dated.every(({ year }) => year !== undefined)) return rows.map(({ year }) => year)
  const ways = waysThrough(rows)
  const known = rows.find(({ year }) => year !== undefined)
  const isKept = (years: readonly (number | undefined)[]) =>
    rows.every(({ year }, at) => year === undefined || years[at] === undefined || years[at] === year)
  const start = known?.year ?? 0
  if (known) {
    const found = distinct(
      ways.flatMap((way) => [-2, -1, 0, 1, 2].map((by) => shifted(way, start + by)).filter(isKept)),
    )
    return found.length === 1 ? found[0] : undefined
  }
  for (const period of [...periodsIn(above, order, false), ...periodsIn([filename], order, true)]) {
    const years = Array.from({ length: 7 }, (_, by) => yearOf(period.from) - 4 + by)
    const found = distinct(
      ways.flatMap((way) =>
        years
          .map((year) => shifted(way, year))
          .filter((way) =>
            isOf(
              period,
              rows.map(({ place }, at) => dayOfRow(place, way[at])).filter((day) => day !== undefined),
            ),
          ),
      ),
    )
    if (found.length === 1) return found[0]
  }
  return undefined
}

const dayOfRow = (place: string | undefined, year: number | undefined): Day | undefined =>
  place === undefined || year === undefined ? undefined : `${year}-${place === '02-29' ? '02-28' : place}`

const shifted = (way: readonly (number | undefined)[], year: number) =>
  way.map((offset) => (offset === undefined ? undefined : offset + year))

const distinct = (ways: readonly (readonly (number | undefined)[])[]) => [
  ...new Map(ways.map((way) => [way.join(), way])).values(),
]

/** The years of the rows from the first row's on, if the table goes up in time, and if it goes down; the days decide if most steps agree. */
function waysThrough(rows: readonly DatedCell[]): (number | undefined)[][] {
  const places = rows.flatMap(({ place }) => place ?? [])
  const steps = places
    .slice(1)
    .map((place, at) => Math.sign(timeOf(ANY, place) - timeOf(ANY, places[at] ?? place)))
  const [ups, downs] = [steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length]
  const ways = ups > downs + 1 ? [1] : downs > ups + 1 ? [-1] : [1, -1]
  return ways.map((way) => {
    let [offset, before]: [number, string | undefined] = [0, undefined]
    return rows.map(({ place }) => {
      if (place === undefined) return undefined
      const step = before === undefined ? 0 : (timeOf(ANY, place) - timeOf(ANY, before)) * way
      if (step < -MAX_STEP_BACK) offset += way
      before = place
      return offset
    })
  })
}
