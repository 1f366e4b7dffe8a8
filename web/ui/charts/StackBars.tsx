import { t } from '../../../words/t.ts'
import { Chart, type ChartProps } from './Chart.tsx'
import { Dot, ValueLine } from './LineChart.tsx'
import { barPath } from './PairedBars.tsx'
import { barsOf, type ChartValue, isValue } from './scale.ts'
import type { ChartPoint, Geometry, Series } from './series.ts'

type Props = ChartProps & {
  currency: string
  /** Debts are above zero here as in the books, and drawn below it. */
  points: readonly (ChartPoint & { have: ChartValue; owe: ChartValue; net: ChartValue })[]
  names?: { have: string; owe: string; net: string }
}

const MAX_BAR_PX = 44

/** Assets above zero, debts below it, and the difference as a line. */
export function StackBars({ points, currency, names, ...props }: Props) {
  const { have, owe, net } = names ?? {
    have: t('What you have'),
    owe: t('What you owe'),
    net: t('Net worth'),
  }
  const bars = points.map(barsOf)
  const below = bars.map((bar) => bar.below)
  const nets = points.map((point) => point.net)
  const drawn = nets.map((net, index) => (points[index]?.isPart ? undefined : net))
  const series: Series[] = [
    {
      name: have,
      values: bars.map((bar) => bar.above),
      said: points.map((point) => point.have),
      mark: 'soft',
      colour: 'text-chart-1',
    },
    {
      name: owe,
      values: below,
      said: points.map((point) => point.owe),
      mark: 'soft',
      colour: 'text-chart-2',
    },
    { name: net, values: nets, mark: 'line', colour: 'text-chart-1' },
  ]
  const frame = { currency, points, series, withZero: true, places: 'bands' as const, bare: false }
  return (
    <Chart frame={frame} {...props}>
      {(geometry, active) => {
        const width = Math.max(3, Math.min(MAX_BAR_PX, geometry.step * 0.5))
        return (
          <>
            {points.map((point, index) => (
              <g key={point.key} {...(point.isPart && { opacity: 0.4, 'data-part': '' })}>
                <SoftBar
                  value={bars[index]?.above}
                  index={index}
                  width={width}
                  geometry={geometry}
                  colour="chart-1"
                  isRecorded={point.isRecorded}
                />
                <SoftBar
                  value={below[index]}
                  index={index}
                  width={width}
                  geometry={geometry}
                  colour="chart-2"
                  isRecorded={point.isRecorded}
                />
              </g>
            ))}
            <ValueLine values={drawn} points={points} geometry={geometry} />
            {points.map((point, index) =>
              geometry.step >= 18 || index === active ? (
                <Dot
                  key={point.key}
                  values={index === active ? nets : drawn}
                  index={index}
                  geometry={geometry}
                  isEnd={index === active}
                />
              ) : null,
            )}
          </>
        )
      }}
    </Chart>
  )
}

const colours = {
  'chart-1': { fill: 'fill-chart-1/22', edge: 'stroke-chart-1' },
  'chart-2': { fill: 'fill-chart-2/35', edge: 'stroke-chart-2' },
} as const

/** A quiet bar whose far edge is drawn in full colour, so that its height is seen. */
function SoftBar({
  value,
  index,
  width,
  geometry: { x, y },
  colour,
  isRecorded = false,
}: {
  value: ChartValue
  index: number
  width: number
  geometry: Geometry
  colour: keyof typeof colours
  isRecorded?: boolean | undefined
}) {
  if (!isValue(value) || value === 0) return null
  const left = x(index) - width / 2
  return (
    <g>
      <path d={barPath(left, width, y(0), y(value))} className={colours[colour].fill} />
      <line
        x1={left + 2}
        x2={left + width - 2}
        y1={y(value)}
        y2={y(value)}
        strokeWidth="1.5"
        strokeLinecap="round"
        {...(isRecorded && { strokeDasharray: '0.1 4' })}
        className={colours[colour].edge}
      />
    </g>
  )
}
