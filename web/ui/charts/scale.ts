/** The arithmetic of charts: places on a screen, never amounts. */

/** A value of a series. null is missing (a gap with a note); undefined is not there yet, as the rest of this month. */
export type ChartValue = number | null | undefined

export const isValue = (value: ChartValue): value is number => typeof value === 'number'

/** Where the bars of assets and debts end. A debt below zero, as of a card that was overpaid, is an asset: no debt is drawn above zero. */
export function barsOf({ have, owe }: { have: ChartValue; owe: ChartValue }): {
  above: ChartValue
  below: ChartValue
} {
  if (!isValue(owe)) return { above: have, below: owe }
  return { above: isValue(have) ? have + Math.max(0, -owe) : have, below: Math.min(0, -owe) }
}

/** Steps between ticks that people count in, as a mantissa and a power of ten. */
const mantissas = [1, 2, 2.5, 5] as const

/** The most and the fewest spaces between ticks: 3 to 5 ticks. */
const MAX_SPACES = 4

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
      if (last - first > MAX_SPACES) continue
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
  const room = size * LEAST_PART
  return [low - room, high + room]
}

/** The least part of the largest value that an axis covers: a change of a thousandth is not drawn as a fall. */
const LEAST_PART = 0.05

/** A range of at least a twentieth of its largest value, around the values. */
export function roomy(low: number, high: number): [number, number] {
  const room = (Math.max(Math.abs(low), Math.abs(high)) * LEAST_PART - (high - low)) / 2
  return room > 0 ? [low - room, high + room] : [low, high]
}

/** How much of the space at an end of the axis must be used for its tick to stay. */
const USED = 0.55

/** The ticks of a range and where the axis ends: a tick far beyond the values is left out, if three remain. */
export function axisOf(low: number, high: number): { ticks: number[]; domain: [number, number] } {
  const ticks = ticksOf(low, high)
  const domain: [number, number] = [ticks[0] ?? low, ticks.at(-1) ?? high]
  const step = (ticks[1] ?? high) - domain[0]
  const room = step * 0.08
  if (ticks.length > 3 && domain[1] - high > step * (1 - USED)) {
    ticks.pop()
    domain[1] = Math.max(high + room, ticks.at(-1) ?? high)
  }
  if (ticks.length > 3 && low - domain[0] > step * (1 - USED)) {
    ticks.shift()
    domain[0] = Math.min(low - room, ticks[0] ?? low)
  }
  return { ticks, domain }
}

/** The range of all values, with zero if the chart needs it. */
export function rangeOf(series: readonly (readonly ChartValue[])[], withZero: boolean): [number, number] {
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

/** The places of this many points from edge to edge. */
export const pointPlaces =
  (count: number, left: number, right: number) =>
  (index: number): number =>
    count < 2 ? (left + right) / 2 : left + (index / (count - 1)) * (right - left)

/** The middles of this many bands side by side. */
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

const runsWhere = (values: readonly ChartValue[], holds: (value: ChartValue) => boolean): Run[] => {
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
export const drawnRuns = (values: readonly ChartValue[]): Run[] => runsWhere(values, isValue)

/** The stretches that are missing. */
export const missingRuns = (values: readonly ChartValue[]): Run[] =>
  runsWhere(values, (value) => value === null)

/** The room between two labels of the x axis. */
const APART = 10

/**
 * Which labels of the x axis have room: every n-th, counted back from the last one, or by weeks where there are more than a fortnight of
 * days. The anchor (today, or the latest) always has one, in place of those that would touch it. `placeOf` is the middle of a label, which
 * at the edges of a chart is not that of its point.
 */
export function labelled(
  widths: readonly number[],
  spacing: number,
  anchor: number,
  placeOf: (index: number) => number = (index) => index * spacing,
): number[] {
  const count = widths.length
  const width = Math.max(0, ...widths.filter((_, index) => index !== anchor))
  const every = Math.max(1, Math.ceil((width + APART) / Math.max(spacing, 1e-6)))
  const isDays = count > 14
  const step = isDays ? Math.ceil(every / 7) * 7 : every
  const start = isDays ? 0 : (count - 1) % step
  const areApart = (one: number, other: number) =>
    Math.abs(placeOf(one) - placeOf(other)) >= ((widths[one] ?? 0) + (widths[other] ?? 0)) / 2 + APART
  const indices = [anchor]
  for (let index = start; index < count; index += step) {
    const last = indices.at(-1) ?? anchor
    if (index !== anchor && areApart(index, anchor) && areApart(index, last)) indices.push(index)
  }
  return indices.sort((a, b) => a - b)
}
