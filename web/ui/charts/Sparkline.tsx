import type { ChartProps } from './Chart.tsx'
import { LineChart } from './LineChart.tsx'
import type { Value } from './scale.ts'
import type { ChartPoint } from './series.ts'

/** A line without axes, as beside the balance of a register. It has the same crosshair, keys and table. */
export const Sparkline = ({
  height = 48,
  ...props
}: Omit<ChartProps, 'today' | 'legend' | 'beside'> & {
  currency: string
  name: string
  points: readonly (ChartPoint & { value: Value })[]
}) => <LineChart bare steps height={height} {...props} />
