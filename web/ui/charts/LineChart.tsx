import { Chart, type ChartProps } from './Chart.tsx'
import { type ChartValue, drawnRuns, isValue } from './scale.ts'
import { type ChartPoint, type Geometry, lastValue, linePath, type Series, solidAndDotted } from './series.ts'

type Props = ChartProps & {
  currency: string
  points: readonly (ChartPoint & { value: ChartValue; second?: ChartValue })[]
  /** The name of the line, for the readout and the table. */
  name: string
  /** The name of the dashed line, where there is one: October. */
  secondName?: string | undefined
  /** Balances jump, so they are drawn in steps. */
  steps?: boolean
  withZero?: boolean
  bare?: boolean
}

/** One line over time, with another dashed one to compare with. */
export function LineChart({ points, name, secondName, currency, steps = false, ...props }: Props) {
  const { withZero = false, bare = false, ...rest } = props
  const line: Series = {
    name,
    values: points.map(({ value }) => value),
    mark: 'line',
    colour: 'text-chart-1',
  }
  const dashed: Series[] =
    secondName === undefined
      ? []
      : [
          {
            name: secondName,
            values: points.map(({ second }) => second),
            mark: 'dashed',
            colour: 'text-chart-rest',
          },
        ]
  const frame = { currency, points, series: [line, ...dashed], withZero, places: 'points' as const, bare }
  const curve = steps ? 'steps' : 'straight'

  return (
    <Chart frame={frame} {...rest}>
      {(geometry, active) => (
        <g fill="none">
          {dashed.map(({ values }) => (
            <path
              key="dashed"
              d={linePath(values, geometry, curve)}
              strokeWidth="1.5"
              strokeDasharray="4 3"
              className="stroke-chart-rest"
            />
          ))}
          <ValueLine values={line.values} points={points} geometry={geometry} curve={curve} />
          {points
            .slice(0, -1)
            .map(
              ({ key, isStated }, index) =>
                isStated && <Dot key={key} values={line.values} index={index} geometry={geometry} />,
            )}
          <LonePoints values={line.values} geometry={geometry} />
          <Dot values={line.values} index={lastValue(line.values)} geometry={geometry} isEnd />
          {active === null ? null : <Dot values={line.values} index={active} geometry={geometry} />}
        </g>
      )}
    </Chart>
  )
}

/** A line of values, dotted where they are as recorded. */
export function ValueLine({
  values,
  points,
  geometry,
  curve = 'straight',
}: {
  values: readonly ChartValue[]
  points: readonly ChartPoint[]
  geometry: Geometry
  curve?: 'straight' | 'steps'
}) {
  const { solid, dotted } = solidAndDotted(values, points)
  const round = { strokeWidth: '2', strokeLinejoin: 'round', strokeLinecap: 'round' } as const
  return (
    <g fill="none" className="stroke-chart-1">
      <path d={linePath(dotted, geometry, curve)} {...round} strokeDasharray="0.1 5" data-line="dotted" />
      <path d={linePath(solid, geometry, curve)} {...round} />
    </g>
  )
}

/** A point between two gaps has no line: it is a dot. */
const LonePoints = ({ values, geometry }: { values: readonly ChartValue[]; geometry: Geometry }) =>
  drawnRuns(values)
    .filter(({ from, to }) => from === to)
    .map(({ from }) => <Dot key={from} values={values} index={from} geometry={geometry} isEnd />)

export function Dot({
  values,
  index,
  geometry: { x, y },
  isEnd = false,
}: {
  values: readonly ChartValue[]
  index: number
  geometry: Pick<Geometry, 'x' | 'y'>
  /** Full, as the end of a line; else a ring, as under the crosshair. */
  isEnd?: boolean
}) {
  const value = values[index]
  if (!isValue(value)) return null
  return (
    <circle
      cx={x(index)}
      cy={y(value)}
      r="4"
      strokeWidth="2"
      className={isEnd ? 'fill-chart-1 stroke-surface' : 'fill-surface stroke-chart-1'}
    />
  )
}

/** A line without axes, as beside the balance of a register. It has the same crosshair, keys and table. */
export const Sparkline = ({
  height = 48,
  ...props
}: Omit<ChartProps, 'today' | 'legend' | 'beside'> & {
  currency: string
  name: string
  points: readonly (ChartPoint & { value: ChartValue })[]
}) => <LineChart bare steps height={height} {...props} />
