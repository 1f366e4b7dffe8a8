/** The arithmetic of charts: places on a screen, never amounts. */

/** A value of a series. null is missing (a gap with a note); undefined is not there yet, as the rest of this month. */
export type Value = number | null | undefined

export const isValue = (value: Value): value is number => typeof value === 'number'

/** Steps between ticks that people count in, as a mantissa and a power of ten. */
const mantissas = [1, 2, 2.5, 5] as const

/** The most and the fewest spaces between ticks: 3 to 5 ticks. */
const MOST_SPACES = 4

const times = (count: number, mantissa: number, exponent: number): number =>
  Number(`${count * mantissa}e${exponent}`)

/**
 * Three to five round ticks that cover the range from low to high. The smallest round step that needs at most four spaces needs at least
 * two, because each round step is at most twice the one before it.
 */
export function ticksOf(low: number, high: number): number[] {
  const [from, to] = widened(low, high)
  // Two powers of ten below the range, every step is too small; it grows until four spaces are enough.
  for (let exponent = Math.floor(Math.log10(to - from)) - 1; ; exponent++) {
    for (const mantissa of mantissas) {
      const step = times(1, mantissa, exponent)
      const [first, last] = [Math.floor(from / step), Math.ceil(to / step)]
      if (last - first > MOST_SPACES) continue
      return Array.from({ length: last - first + 1 }, (_, index) => times(first + index, mantissa, exponent))
    }
  }
}

/** Less than the minor unit of any currency. */
const SMALLEST = 1e-6

/** A range that has a size: a flat line is given room, and nothing at all is shown from 0 to 100. */
function widened(low: number, high: number): [number, number] {
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (high - low > Math.max(size * 1e-9, SMALLEST)) return [low, high]
  if (size < SMALLEST) return [0, 100]
  const room = size * 0.05
  return [low - room, high + room]
}

/** The range of all values, with zero if the chart needs it. */
export function rangeOf(series: readonly (readonly Value[])[], withZero: boolean): [number, number] {
  const values = series.flatMap((one) => one.filter(isValue))
  if (withZero || values.length === 0) values.push(0)
  // Not by spreading, which fails for long series.
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/** Turns a value into a place between two pixels. */
export const linear =
  ([low, high]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    high === low ? (start + end) / 2 : start + ((value - low) / (high - low)) * (end - start)

/** The places of so many points from edge to edge. */
export const pointPlaces =
  (count: number, left: number, right: number) =>
  (index: number): number =>
    count < 2 ? (left + right) / 2 : left + (index / (count - 1)) * (right - left)

/** The middles of so many bands side by side. */
export const bandPlaces =
  (count: number, left: number, right: number) =>
  (index: number): number =>
    left + ((index + 0.5) / Math.max(count, 1)) * (right - left)

/** The point that is nearest to a place. */
export function nearest(place: number, count: number, placeOf: (index: number) => number): number {
  let best = 0
  for (let index = 1; index < count; index++) {
    if (Math.abs(placeOf(index) - place) < Math.abs(placeOf(best) - place)) best = index
  }
  return best
}

/** A run of neighbouring indices, both ends included. */
export type Run = { from: number; to: number }

const runsWhere = (values: readonly Value[], holds: (value: Value) => boolean): Run[] => {
  const runs: Run[] = []
  for (const [index, value] of values.entries()) {
    const last = runs.at(-1)
    if (!holds(value)) continue
    if (last && last.to === index - 1) last.to = index
    else runs.push({ from: index, to: index })
  }
  return runs
}

/** The stretches that a line is drawn along. */
export const drawnRuns = (values: readonly Value[]): Run[] => runsWhere(values, isValue)

/** The stretches that are missing. */
export const missingRuns = (values: readonly Value[]): Run[] => runsWhere(values, (value) => value === null)

/** Which labels of the x axis have room, `room` pixels each: all, or every n-th counted so that `anchor` has one. */
export function labelled(count: number, spacing: number, room: number, anchor: number): number[] {
  const every = Math.max(1, Math.ceil(room / Math.max(spacing, 1e-6)))
  // A month of days is labelled by weeks.
  const step = count > 14 && every <= 7 ? 7 : every
  const start = count > 14 ? 0 : anchor % step
  const indices: number[] = []
  for (let index = start; index < count; index += step) indices.push(index)
  if (count > 14) {
    // The anchor comes in place of those that would touch it.
    const far = indices.filter((index) => Math.abs(index - anchor) * spacing >= room)
    return [...far, anchor].sort((a, b) => a - b)
  }
  return indices
}
