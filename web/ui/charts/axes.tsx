import { DOTS } from '../privacy.ts'
import { missingRuns } from './scale.ts'
import { axisLabels, type ChartPoint, type Geometry, type Series } from './series.ts'

/** The grid and its labels. Zero is drawn stronger where bars stand on it. */
export const YAxis = ({
  geometry: { ticks, left, right, y },
  isHidden,
}: {
  geometry: Geometry
  isHidden: boolean
}) => (
  <g>
    {ticks.map(({ value, text }) => (
      <g key={value}>
        <line
          x1={left}
          x2={right}
          y1={Math.round(y(value)) + 0.5}
          y2={Math.round(y(value)) + 0.5}
          className={value === 0 ? 'stroke-line-2' : 'stroke-chart-grid'}
        />
        <text
          x={left - 8}
          y={y(value) + 4}
          textAnchor="end"
          className={`text-axis fill-text-3 ${isHidden ? 'privacy-blur' : ''}`}
        >
          {isHidden ? DOTS.slice(0, 4) : text}
        </text>
      </g>
    ))}
  </g>
)

/** The width of the switch between chart and table, which stands where the axes meet. */
const CORNER = 26

/** The labels of days or months: as many as have room, today's always and in bold. */
export function XAxis({
  geometry: { x, bottom, step, width },
  points,
  today,
}: {
  geometry: Geometry
  points: readonly ChartPoint[]
  today: number | undefined
}) {
  // Inside the chart, and beside the switch in its corner.
  const placeOf = (index: number, size: number) =>
    Math.max(Math.min(x(index), width - size / 2), CORNER + size / 2)
  return (
    <g>
      {axisLabels(points, step, today ?? points.length - 1, placeOf).map(({ index, text, width: size }) => (
        <text
          key={points[index]?.key}
          x={placeOf(index, size)}
          y={bottom + 18}
          textAnchor="middle"
          className={`text-axis ${index === today ? 'fill-text font-semibold' : 'fill-text-3'}`}
        >
          {text}
        </text>
      ))}
      {today === undefined ? null : (
        <line x1={x(today)} x2={x(today)} y1={bottom} y2={bottom + 5} className="stroke-text" />
      )}
    </g>
  )
}

/** Diagonal lines in the current colour: a pattern beside the colour. */
export const Hatch = ({ id, className }: { id: string; className: string }) => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
    <rect width="6" height="2.5" className={className} />
  </pattern>
)

/** Where a value is missing: hatched from top to bottom, so that nobody takes it for nothing. */
export const Gaps = ({
  geometry: { x, step, top, bottom, left, right },
  series,
  pattern,
}: {
  geometry: Geometry
  series: readonly Series[]
  pattern: string
}) => (
  <g>
    {missingRuns(series[0]?.values ?? []).map(({ from, to }) => {
      const start = Math.max(left, x(from) - step / 2)
      const end = Math.min(right, x(to) + step / 2)
      return (
        <rect
          key={from}
          x={start}
          y={top}
          width={end - start}
          height={bottom - top}
          fill={`url(#${pattern})`}
        />
      )
    })}
  </g>
)
