import type { MoneyFlow } from '../../contract/flow.ts'
import { decimalNumber } from '../../contract/money.ts'
import { t } from '../../words/t.ts'
import { coloursOf, MAX_COLOURS } from '../ui/charts/shares.ts'
import { decimalsOf, minorOf } from '../ui/money.ts'

/** Where money flowed, as shapes on the screen: nodes in columns, and bands between them. */

export type FlowNode = MoneyFlow['nodes'][number]
export type FlowLink = MoneyFlow['links'][number]
export type Flow = Pick<MoneyFlow, 'nodes' | 'links'>

/** The most bands that can be told apart. */
const MAX_FLOWS = 24

/** The same flow with the nodes that are no accounts in the reader's words. More than income flows through the total where money came back or was there before. */
export function withNodeNames<F extends Flow>(flow: F): F {
  const has = (kind: FlowNode['kind']) => flow.nodes.some((node) => node.kind === kind)
  const nameOf = ({ kind, name }: FlowNode): string => {
    if (kind === 'kept') return t('Kept')
    if (kind === 'refunds') return t('Refunds')
    if (kind === 'from_savings') return t('From what you had')
    if (kind !== 'total') return name
    if (has('from_savings')) return t('All together')
    return has('refunds') ? t('Income and refunds') : t('Income')
  }
  return { ...flow, nodes: flow.nodes.map((node) => ({ ...node, name: nameOf(node) })) }
}

/** The end of a band that nothing else flows through: an income, or a category. */
const leafOf = ({ from, to }: FlowLink, nodes: ReadonlyMap<string, FlowNode>): 'from' | 'to' | undefined =>
  nodes.get(from)?.kind === 'income' ? 'from' : nodes.get(to)?.kind === 'category' ? 'to' : undefined

/** The same flow with at most `most` bands, as far as that goes: the smallest from or to one node join. */
export function joined({ nodes, links }: Flow, base: string, most = MAX_FLOWS): Flow {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const shown = [...links]
  while (shown.length > most) {
    const pair = smallestPair(shown, byId, base)
    if (!pair) break
    const [one, other, side] = pair
    const stem = side === 'from' ? one.to : one.from
    const id = `${JOINED}${side} ${stem}`
    const kind = side === 'from' ? ('income' as const) : ('category' as const)
    byId.set(id, { id, name: t('Others'), kind, category_id: null, account_id: null })
    const digits = minorOf(one.amount, base) + minorOf(other.amount, base)
    const amount = decimalNumber({ digits, scale: decimalsOf(base) })
    shown.splice(shown.indexOf(one), 1)
    const link = side === 'from' ? { from: id, to: stem } : { from: stem, to: id }
    shown.splice(shown.indexOf(other), 1, { ...link, amount, explain: null })
  }
  const used = new Set(shown.flatMap(({ from, to }) => [from, to]))
  return { nodes: [...byId.values()].filter(({ id }) => used.has(id)), links: shown }
}

const JOINED = 'others '
const isJoined = ({ from, to }: FlowLink) => from.startsWith(JOINED) || to.startsWith(JOINED)

type Pair = readonly [FlowLink, FlowLink, 'from' | 'to']

/** The two bands that join next, at one node and on one side: the smallest two, or the smallest one and those that have joined already. */
function smallestPair(
  links: readonly FlowLink[],
  nodes: ReadonlyMap<string, FlowNode>,
  base: string,
): Pair | undefined {
  const leaves = links.flatMap((link) => {
    const side = leafOf(link, nodes)
    return side ? [{ link, side, stem: side === 'from' ? link.to : link.from }] : []
  })
  // Those that have joined are no name to lose.
  const lost = (link: FlowLink) => (isJoined(link) ? 0n : minorOf(link.amount, base))
  const size = ([one, other]: Pair) => lost(one) + lost(other)
  return [...Map.groupBy(leaves, ({ side, stem }) => `${side} ${stem}`).values()]
    .flatMap((some): Pair[] => {
      const [one, other] = some.toSorted((a, b) => Number(lost(a.link) - lost(b.link)))
      return one && other ? [[one.link, other.link, one.side]] : []
    })
    .toSorted((a, b) => Number(size(a) - size(b)))[0]
}

/** The part of a flow from the total on, in two columns: for a phone. */
export function whereItWent({ nodes, links }: Flow): Flow {
  const total = nodes.find(({ kind }) => kind === 'total')?.id
  const out = links.filter(({ from }) => from === total)
  return { nodes: nodes.filter(({ id }) => id === total || out.some(({ to }) => to === id)), links: out }
}

export type NodeBox = FlowNode & { x: number; y: number; height: number; colour: number; column: number }
/** A thin band has to be drawn stronger to be seen. */
type Band = FlowLink & { path: string; colour: number; key: string; isThin: boolean }

const columns: Record<FlowNode['kind'], number> = {
  income: 0,
  refunds: 0,
  from_savings: 0,
  total: 1,
  group: 2,
  kept: 2,
  category: 2,
}
export const NODE_PX = 10
/** The least height of a node and of a band. */
const LEAST_PX = 2
/** The room between two nodes, in which the label of the lower one has its place. */
const GAP_PX = 20

export const flowFills = [
  'fill-chart-1',
  'fill-chart-2',
  'fill-chart-3',
  'fill-chart-4',
  'fill-chart-5',
  'fill-chart-rest',
  'fill-in',
]

/** The colour of money that came in or was kept, as its amounts have it. Money that was there before or came back has that of the rest; groups have their own, and categories without one those that are left. */
export const INCOME = 6

/** Places the nodes of a flow in columns, and the bands between them, each as high as its amount. */
export function layoutOf(
  flow: Flow,
  width: number,
  height: number,
  gap = GAP_PX,
  groups: ReadonlyMap<string, number> = new Map(),
): { nodes: NodeBox[]; bands: Band[] } {
  const fromGroup = new Set(flow.links.filter(({ from }) => isKind(flow, from, 'group')).map(({ to }) => to))
  const columnOf = ({ id, kind }: FlowNode) => (fromGroup.has(id) ? 3 : columns[kind])
  const last = Math.max(...flow.nodes.map(columnOf), 1)
  const first = Math.min(...flow.nodes.map(columnOf), last - 1)
  const through = (id: string) =>
    Math.max(sum(flow.links.filter(({ to }) => to === id)), sum(flow.links.filter(({ from }) => from === id)))
  const sides = Array.from({ length: last + 1 }, (_, column) =>
    flow.nodes.filter((node) => columnOf(node) === column),
  )
  const room = Math.min(
    ...sides.map(
      (some) =>
        (height - gap * (some.length - 1)) /
        Math.max(1e-9, sum(some.map(({ id }) => ({ amount: through(id) })))),
    ),
  )
  const boxes = new Map<string, NodeBox>()
  const isColoured = ({ id, kind }: FlowNode) =>
    kind === 'group' || (kind === 'category' && !fromGroup.has(id))
  const keyed = ({ id, category_id }: FlowNode) => category_id ?? id
  const colours = coloursOf(flow.nodes.filter(isColoured).map(keyed), undefined, groups)
  const colourOf = (node: FlowNode): number => {
    if (isColoured(node)) return colours.get(keyed(node)) ?? MAX_COLOURS
    if (node.kind === 'from_savings' || node.kind === 'refunds') return MAX_COLOURS
    const stem = flow.links.find(({ to }) => to === node.id)?.from
    return fromGroup.has(node.id) ? (boxes.get(stem ?? '')?.colour ?? MAX_COLOURS) : INCOME
  }
  for (const [column, some] of sides.entries()) {
    // Categories stand beside their groups, so that no band crosses another.
    const stems = (id: string) =>
      [...boxes.keys()].indexOf(flow.links.find(({ to }) => to === id)?.from ?? '')
    const ordered = column === 3 ? some.toSorted((a, b) => stems(a.id) - stems(b.id)) : some
    // Each column stands in the middle, so that bands leave upwards and downwards alike.
    const stack = sum(some.map(({ id }) => ({ amount: through(id) }))) * room + gap * (some.length - 1)
    let y = Math.max(0, (height - stack) / 2)
    for (const node of ordered) {
      const high = through(node.id) * room
      const x = ((column - first) / (last - first)) * (width - NODE_PX)
      boxes.set(node.id, { ...node, x, y, height: Math.max(high, LEAST_PX), colour: colourOf(node), column })
      y += high + gap
    }
  }
  const used = { from: new Map<string, number>(), to: new Map<string, number>() }
  const take = (side: 'from' | 'to', id: string, high: number) => {
    const at = used[side].get(id) ?? 0
    used[side].set(id, at + high)
    return (boxes.get(id)?.y ?? 0) + at
  }
  const order = [...boxes.keys()]
  const bands = flow.links
    .toSorted(
      (a, b) => order.indexOf(a.from) - order.indexOf(b.from) || order.indexOf(a.to) - order.indexOf(b.to),
    )
    .map((link): Band => {
      const high = link.amount * room
      const [from, to] = [boxes.get(link.from), boxes.get(link.to)]
      const [x1, x2] = [(from?.x ?? 0) + NODE_PX, to?.x ?? 0]
      const [y1, y2] = [take('from', link.from, high), take('to', link.to, high)]
      return {
        ...link,
        key: keyOf(link),
        colour: ((from?.column ?? 0) === 0 ? from : to)?.colour ?? MAX_COLOURS,
        path: bandPath(x1, y1, x2, y2, Math.max(high, LEAST_PX)),
        isThin: high < LEAST_PX,
      }
    })
  return { nodes: [...boxes.values()], bands }
}

/** The name of a flow in the address. */
export const keyOf = ({ from, to }: Pick<FlowLink, 'from' | 'to'>): string => `${from} ${to}`

const isKind = ({ nodes }: Flow, id: string, kind: FlowNode['kind']): boolean =>
  nodes.some((node) => node.id === id && node.kind === kind)

/** Lengths on the screen, not money. */
const sum = (some: readonly { amount: number }[]): number => some.reduce((all, { amount }) => all + amount, 0)

function bandPath(x1: number, y1: number, x2: number, y2: number, high: number): string {
  const middle = (x1 + x2) / 2
  const at = (...numbers: number[]) => numbers.map((one) => one.toFixed(1)).join(',')
  return `M${at(x1, y1)}C${at(middle, y1, middle, y2, x2, y2)}L${at(x2, y2 + high)}C${at(middle, y2 + high, middle, y1 + high, x1, y1 + high)}Z`
}

/** How many nodes stand above each other in the fullest column. */
export const fullest = (flow: Flow): number =>
  Math.max(
    ...[
      ...Map.groupBy(flow.nodes, ({ id, kind }) =>
        kind === 'category' && flow.links.some(({ from, to }) => to === id && isKind(flow, from, 'group'))
          ? 3
          : columns[kind],
      ).values(),
    ].map(({ length }) => length),
    1,
  )

/** Each flow as a part of the income, as the savings rate is; none without an income. */
export const shareOfIncome = (amount: number, income: number): number | undefined =>
  income > 0 ? amount / income : undefined
