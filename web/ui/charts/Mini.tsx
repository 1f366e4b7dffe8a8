/** Small charts without axes, for a card whose words say the figure: shapes only, and nothing to press. */

const WIDTH = 300
const HEIGHT = 64

/** Lengths on the screen: where a value stands between the lowest and the highest, zero included. */
function heightsOf(values: readonly number[]): (value: number) => number {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const whole = high - low || 1
  return (value) => HEIGHT - ((value - low) / whole) * HEIGHT
}

const Drawing = ({ children }: { children: React.ReactNode }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
    preserveAspectRatio="none"
    className="block h-full w-full overflow-visible"
  >
    {children}
  </svg>
)

const fills = ['fill-chart-3', 'fill-chart-2', 'fill-chart-1']

/** Bars side by side in each group, all from zero: in and out of each month. The last group is the one that the figure is about. */
export function MiniBars({ groups }: { groups: readonly (readonly number[])[] }) {
  const y = heightsOf(groups.flat())
  const step = WIDTH / Math.max(1, groups.length)
  const zero = y(0)
  return (
    <Drawing>
      {groups.flatMap((values, at) => {
        const width = (step * 0.62) / values.length
        return values.map((value, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no name but its place.
            key={`${at} ${index}`}
            x={at * step + step * 0.19 + index * width}
            width={width - 2}
            y={Math.min(zero, y(value))}
            height={Math.abs(y(value) - zero)}
            className={fills[index]}
            opacity={at === groups.length - 1 ? 1 : 0.55}
          />
        ))
      })}
      <ZeroLine at={zero} />
    </Drawing>
  )
}

const ZeroLine = ({ at }: { at: number }) => (
  <line x1={0} x2={WIDTH} y1={at} y2={at} className="stroke-line-2" vectorEffect="non-scaling-stroke" />
)

/** A line over the one of zero, and a dashed one to compare it with; a gap where there is no value. */
export function MiniLine({
  values,
  second = [],
  steps = false,
}: {
  values: readonly (number | undefined)[]
  second?: readonly (number | undefined)[]
  /** Sums jump from day to day, as in the large chart. */
  steps?: boolean
}) {
  const known = [...values, ...second].filter((value) => value !== undefined)
  const y = heightsOf(known)
  const count = Math.max(values.length, second.length)
  const pathOf = (line: readonly (number | undefined)[]) =>
    line
      .map((value, index) => {
        if (value === undefined) return ''
        const x = count < 2 ? WIDTH / 2 : (index / (count - 1)) * WIDTH
        const isFirst = line[index - 1] === undefined
        const isAlone = isFirst && line[index + 1] === undefined // a dot, by the round cap
        const at = `${x.toFixed(1)},${y(value).toFixed(1)}`
        if (isFirst) return `M${at}${isAlone ? 'h0' : ''}`
        return steps ? `H${x.toFixed(1)}V${y(value).toFixed(1)}` : `L${at}`
      })
      .join('')
  const drawn = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'round' } as const
  return (
    <Drawing>
      <ZeroLine at={y(0)} />
      <path
        d={pathOf(second)}
        {...drawn}
        strokeWidth="1.5"
        strokeDasharray="4 3"
        className="stroke-chart-rest"
      />
      <path
        d={pathOf(values)}
        {...drawn}
        strokeWidth={known.length === 1 ? 7 : 2}
        className="stroke-chart-1"
      />
    </Drawing>
  )
}

/** A few names with a bar each, the largest first. */
export const MiniRows = ({ rows }: { rows: readonly { key: string; name: string; value: number }[] }) => {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul aria-hidden="true" className="flex h-full flex-col justify-between text-caption text-text-2">
      {rows.map(({ key, name, value }) => (
        <li key={key} className="flex items-center gap-2">
          <span className="w-[46%] max-w-44 truncate">{name}</span>
          <span className="h-2 flex-1">
            <span
              className="block h-2 rounded-[2px] bg-chart-1"
              style={{ width: `${(100 * Math.max(0, value)) / most}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
