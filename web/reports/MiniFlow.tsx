import { type Flow, flowFills, layoutOf, NODE_PX } from './flow-layout.ts'

const WIDTH = 300
const HEIGHT = 78

/** The bands of a flow in a card, without words. */
export function MiniFlow({ flow }: { flow: Flow }) {
  if (flow.links.length === 0) return null
  const { nodes, bands } = layoutOf(flow, WIDTH, HEIGHT, 1.5)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-full w-full"
    >
      {bands.map(({ key, path, colour }) => (
        <path key={key} d={path} className={`${flowFills[colour]} opacity-25`} />
      ))}
      {nodes.map(({ id, x, y, height, colour }) => (
        <rect key={id} x={x} y={y} width={NODE_PX} height={height} className={flowFills[colour]} />
      ))}
    </svg>
  )
}
