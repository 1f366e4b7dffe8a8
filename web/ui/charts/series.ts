import { comma, t } from '../../../words/t.ts'
import { axisMoney, spokenMoney } from '../money.ts'
import { hiddenWord } from '../privacy.ts'
import {
  axisOf,
  bandPlaces,
  type ChartValue,
  isValue,
  labelled,
  linear,
  pointPlaces,
  rangeOf,
  roomy,
} from './scale.ts'

/** A place on the x axis: a day or a month. */
export type ChartPoint = {
  key: string
  /** In full, for the readout and the table: 30 September 2026. */
  label: string
  /** At the axis: Sep. */
  short: string
  /** At an axis where `short` would take the place of other labels. */
  narrow?: string | undefined
  /** Why a value is missing, in words: no rate from yen to euro. */
  missing?: string | undefined
  /** Its place between the first point, 0, and the last, 1, where points are not equally far apart. */
  at?: number | undefined
  /** Whether its value counts amounts as they were recorded, because a rate is missing: it is drawn dotted. */
  isRecorded?: boolean | undefined
  /** Whether accounts that begin later are not in it: it is drawn pale, and no line leads from it. */
  isPart?: boolean | undefined
  /** Whether a person stated its value: a line has a ring there. */
  isStated?: boolean | undefined
}

/** How a series is drawn, which its legend repeats. */
export type Mark = 'line' | 'dashed' | 'bar' | 'soft' | 'hatched'

export type Series = {
  name: string
  values: readonly ChartValue[]
  /** The values as they are said, where they are drawn otherwise: debts are drawn below zero. */
  said?: readonly ChartValue[]
  mark: Mark
  /** The class of its colour: text-chart-1. */
  colour: string
}

export type Frame = {
  currency: string
  points: readonly ChartPoint[]
  series: readonly Series[]
  /** Bars start at zero, lines need not. */
  withZero: boolean
  /** Points from edge to edge, or bands side by side. */
  places: 'points' | 'bands'
  /** Without axes, as a sparkline. */
  bare: boolean
}

/** Where everything is, in real pixels. */
export type Geometry = {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
  ticks: readonly { value: number; text: string }[]
  x: (index: number) => number
  y: (value: number) => number
  /** The room of one point. */
  step: number
}

/** The width of a text at an axis, where letters are 11 px high; most are narrower. */
export const axisWidth = (text: string): number =>
  Math.ceil(text.replaceAll(/[\u200e\u200f]/g, '').length * 6.4)

type AxisLabel = { index: number; text: string; width: number }

/**
 * The labels of the x axis that have room. Narrow ones are used if more labels have room then. `placeOf` is the middle of a label of some
 * width, which stays inside the chart.
 */
export function axisLabels(
  points: readonly ChartPoint[],
  step: number,
  anchor: number,
  placeOf: (index: number, width: number) => number = (index) => index * step,
): AxisLabel[] {
  const labels = (texts: readonly string[]): AxisLabel[] => {
    const widths = texts.map(axisWidth)
    const at = (index: number) => placeOf(index, widths[index] ?? 0)
    return labelled(widths, step, anchor, at).map((index) => ({
      index,
      text: texts[index] ?? '',
      width: widths[index] ?? 0,
    }))
  }
  const usual = labels(points.map(({ short }) => short))
  const narrow = labels(points.map(({ short, narrow = short }) => narrow))
  return narrow.length > usual.length ? narrow : usual
}

const GAP = 10

export function geometryOf(frame: Frame, width: number, height: number, locale: string): Geometry {
  const { points, series, withZero, places, bare, currency } = frame
  const [low, high] = rangeOf(
    series.map(({ values }) => values),
    withZero,
  )
  const axis = axisOf(...(bare ? ([low, high] as const) : roomy(low, high)))
  const texts = axisMoney(axis.ticks, currency, locale)
  const ticks = axis.ticks.map((value, index) => ({ value, text: texts[index] ?? '' }))
  const left = bare ? 2 : Math.max(...ticks.map(({ text }) => axisWidth(text))) + GAP
  const right = width - (bare ? 6 : places === 'points' ? 14 : 0)
  const top = bare ? 6 : 8
  const bottom = height - (bare ? 6 : 24)
  const count = points.length
  const isPlaced = points.some(({ at }) => at !== undefined)
  const range: [number, number] = bare ? [low, low === high ? high + 1 : high] : axis.domain
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    ticks,
    x: isPlaced
      ? (index) => left + (points[index]?.at ?? 0) * (right - left)
      : (places === 'points' ? pointPlaces : bandPlaces)(count, left, right),
    y: linear(range, [bottom, top]),
    step: (right - left) / Math.max(places === 'points' ? count - 1 : count, 1),
  }
}

/** The path of a line: straight from one value to the next, since a curve shows values that nobody had; in steps where money jumps on a day. */
export function linePath(
  values: readonly ChartValue[],
  { x, y }: Pick<Geometry, 'x' | 'y'>,
  curve: 'straight' | 'steps' = 'straight',
): string {
  let path = ''
  let [run, last] = [0, 0]
  // A value alone is closed, so that the round end of its line shows as a dot.
  const ended = () => (run === 1 ? `${path}Z` : path)
  for (const [index, value] of values.entries()) {
    if (!isValue(value)) {
      path = ended()
      run = 0
      continue
    }
    const [across, down] = [tenths(x(index)), tenths(y(value))]
    const corner = curve === 'steps' && run > 0 ? `L${across},${last}` : ''
    path += `${corner}${run === 0 ? 'M' : 'L'}${across},${down}`
    run++
    last = down
  }
  return ended()
}

const tenths = (pixels: number): number => Math.round(pixels * 10) / 10

/** A line in two parts: solid between values at the rates of their days, dotted to and from those as recorded. */
export function solidAndDotted(
  values: readonly ChartValue[],
  points: readonly Pick<ChartPoint, 'isRecorded'>[],
): { solid: ChartValue[]; dotted: ChartValue[] } {
  const isRecorded = (index: number) => points[index]?.isRecorded === true
  return {
    solid: values.map((value, index) => (isRecorded(index) ? undefined : value)),
    dotted: values.map((value, index) =>
      [index - 1, index, index + 1].some(isRecorded) ? value : undefined,
    ),
  }
}

/** The last index that has a value. */
export const lastValue = (values: readonly ChartValue[]): number => values.findLastIndex(isValue)

/** The words of the readout for a missing value. */
export const absence = (value: null | undefined, point: ChartPoint): string =>
  point.missing ?? (value === null ? t('not known [an amount]') : t('not yet [an amount]'))

/** A value as it is said. */
export const saidValue = ({ values, said }: Series, index: number): ChartValue => (said ?? values)[index]

/** The text read aloud when the crosshair moves. */
export function spokenPoint(frame: Frame, index: number, isHidden: boolean): string {
  const point = frame.points[index]
  if (!point) return ''
  const parts = frame.series
    .filter((one) => saidValue(one, index) !== undefined)
    .map((one) => {
      const { name } = one
      const value = saidValue(one, index)
      const said = isHidden
        ? hiddenWord()
        : isValue(value)
          ? spokenMoney(value, frame.currency)
          : absence(null, point)
      return frame.series.length > 1 ? t('{name}: {amount}', { name, amount: said }) : said
    })
  return [point.label, ...parts].join(comma())
}
