import { type Flow, flowFills, layoutOf, NODE_PX } from './flow-layout.ts'
import { useGroupColours } from './group-colours.ts'

const WIDTH = 300
const HEIGHT = 78

/** The bands of a flow in a card, without words. */
export function MiniFlow({ flow }: { flow: Flow }) {
  const colours = useGroupColours()
  if (flow.links.length === 0) return null
  const { nodes, bands } = layoutOf(flow, WIDTH, HEIGHT, 1.5, colours)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-full w-full"
    >
      {bands.map(({ key, path, colour, isThin }) => (
        <path key={key} d={path} className={`${flowFills[colour]} ${isThin ? 'opacity-40' : 'opacity-25'}`} />
      ))}
      {nodes.map(({ id, x, y, height, colour }) => (
        <rect key={id} x={x} y={y} width={NODE_PX} height={height} className={flowFills[colour]} />
      ))}
    </svg>
  )
}
