import { t } from '../../../words/t.ts'
import { Chart, type ChartProps } from './Chart.tsx'
import { type ChartValue, isValue } from './scale.ts'
import type { ChartPoint, Geometry, Series } from './series.ts'

type Props = ChartProps & {
  currency: string
  /** `today` names the unfinished one, which is hatched. */
  points: readonly (ChartPoint & { in: ChartValue; out: ChartValue })[]
  inName?: string
  outName?: string
}

const MAX_BAR_PX = 36
const BETWEEN = 2

/** In against out: two bars for each month. */
export function PairedBars({
  points,
  currency,
  inName = t('Income'),
  outName = t('Spending'),
  ...props
}: Props) {
  const series: Series[] = [
    { name: inName, values: points.map((point) => point.in), mark: 'bar', colour: 'text-chart-3' },
    { name: outName, values: points.map((point) => point.out), mark: 'bar', colour: 'text-chart-2' },
  ]
  const frame = { currency, points, series, withZero: true, places: 'bands' as const, bare: false }
  return (
    <Chart frame={frame} {...props}>
      {(geometry, _, pattern) =>
        points.map((point, index) => {
          const width = Math.max(2, Math.min(MAX_BAR_PX, (geometry.step * 0.62 - BETWEEN) / 2))
          const middle = geometry.x(index)
          const isOpen = index === props.today
          return (
            <g key={point.key}>
              <Bar
                value={point.in}
                left={middle - BETWEEN / 2 - width}
                width={width}
                geometry={geometry}
                className="fill-chart-3 stroke-chart-3"
                hatch={isOpen ? `${pattern}-3` : undefined}
              />
              <Bar
                value={point.out}
                left={middle + BETWEEN / 2}
                width={width}
                geometry={geometry}
                className="fill-chart-2 stroke-chart-2"
                hatch={isOpen ? pattern : undefined}
              />
            </g>
          )
        })
      }
    </Chart>
  )
}

/** A bar from zero, rounded at its far end. */
function Bar({
  value,
  left,
  width,
  geometry: { y },
  className,
  hatch,
}: {
  value: ChartValue
  left: number
  width: number
  geometry: Geometry
  className: string
  hatch: string | undefined
}) {
  if (!isValue(value) || value === 0) return null
  return (
    <path
      d={barPath(left, width, y(0), y(value))}
      className={className}
      {...(hatch ? { style: { fill: `url(#${hatch})` } } : {})}
      strokeWidth="1"
    />
  )
}

/** A bar with two round corners at the end that is not at zero, upwards or downwards. */
export function barPath(left: number, width: number, zero: number, end: number): string {
  const radius = Math.min(3, width / 2, Math.abs(end - zero))
  const inward = end < zero ? radius : -radius
  return `M${left},${zero}V${end + inward}Q${left},${end} ${left + radius},${end}H${left + width - radius}Q${left + width},${end} ${left + width},${end + inward}V${zero}Z`
}
