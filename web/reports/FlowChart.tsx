import { type KeyboardEvent, useState } from 'react'
import type { MoneyFlow } from '../../contract/flow.ts'
import { comma, t } from '../../words/t.ts'
import { useWidth } from '../ui/charts/use-width.ts'
import { classes } from '../ui/classes.ts'
import { sumOf } from '../ui/money.ts'
import { percentText } from '../ui/percent.ts'
import { hiddenMoneyText } from '../ui/privacy.ts'
import {
  type Flow,
  flowFills,
  fullest,
  joined,
  layoutOf,
  NODE_PX,
  type NodeBox,
  shareOfIncome,
  whereItWent,
} from './flow-layout.ts'
import { useGroupColours } from './group-colours.ts'

/** The room above the nodes, for the label of the total. */
const HEAD_PX = 22
/** The room below them, for the lower half of the last label. */
const FOOT_PX = 12
/** The room at the right, for the labels of the last nodes. */
const LABEL_PX = 170

/** Where there is less room, the chart is of the total and where it went: the table has the rest. */
const MIN_PX = 640

/** What a page has above and below the chart. */
const AROUND_PX = 290

/** Incomes, groups, categories and the part kept, as bands from left to right. ↑ and ↓ walk the bands, Enter opens one. */
export function FlowChart({
  flow,
  currency,
  sentenceOf,
  onOpen,
}: {
  flow: MoneyFlow
  currency: string
  /** A flow in words. */
  sentenceOf: (link: Flow['links'][number], nodes: Flow['nodes']) => string
  /** Joined flows, and some of a group with many categories, have no list. */
  onOpen: (key: string) => void
}) {
  const [box, width] = useWidth()
  const [active, setActive] = useState<number>()
  const all = joined(flow, currency)
  const shown = width < MIN_PX ? whereItWent(all) : all
  const groups = useGroupColours()
  const height = Math.max(300, fullest(shown) * 32, width < MIN_PX ? 0 : window.innerHeight - AROUND_PX)
  const { nodes, bands } = layoutOf(shown, width - LABEL_PX, height, undefined, groups)
  const lastColumn = Math.max(...nodes.map(({ column }) => column))
  const current = active === undefined ? undefined : bands[active]
  const open = (place: number | undefined) => {
    const band = place === undefined ? undefined : bands[place]
    if (band) onOpen(band.key)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setActive(((active ?? (step > 0 ? -1 : 0)) + step + bands.length) % bands.length)
    else if (event.key === 'Enter') open(active)
    else return
    event.preventDefault()
  }
  return (
    <div ref={box}>
      {width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
        <div
          role="group"
          aria-label={t('Flows of money: the arrows up and down walk them, Enter opens one')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys walk the bands.
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setActive(undefined)}
          className="rounded-control"
        >
          <svg
            aria-hidden="true"
            width={width}
            height={HEAD_PX + height + FOOT_PX}
            className="block select-none"
          >
            <g transform={`translate(0 ${HEAD_PX})`}>
              {bands.map((band, index) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chart do the same.
                <path
                  key={band.key}
                  d={band.path}
                  onPointerEnter={() => setActive(index)}
                  onClick={() => open(index)}
                  className={classes(
                    flowFills[band.colour],
                    'cursor-pointer',
                    band.isThin
                      ? 'opacity-70'
                      : active === undefined
                        ? 'opacity-25'
                        : active === index
                          ? 'opacity-55'
                          : 'opacity-15',
                  )}
                />
              ))}
              {nodes.map((node) => (
                <Node
                  key={node.id}
                  node={node}
                  currency={currency}
                  amount={through(shown, node.id, currency)}
                  share={node.kind === 'kept' ? keptShare(flow) : undefined}
                  isLast={node.column === lastColumn}
                />
              ))}
            </g>
          </svg>
          <p role="status" className="mt-2 min-h-5 text-table text-text-2">
            {current ? sentenceOf(current, shown.nodes) : ''}
          </p>
        </div>
      )}
    </div>
  )
}

const keptShare = ({ links, income }: MoneyFlow): number | undefined => {
  const kept = links.find(({ to }) => to === 'kept')
  return kept && shareOfIncome(kept.amount, income)
}

/** As much flows into a node as out of it; the first have only the one, the last only the other. */
const through = ({ links }: Flow, id: string, currency: string): bigint => {
  const amounts = (side: 'from' | 'to') =>
    links.filter((link) => link[side] === id).map(({ amount }) => amount)
  const [into, out] = [amounts('to'), amounts('from')]
  return sumOf(into.length > 0 ? into : out, currency)
}

function Node({
  node: { x, y, height, kind, colour, name, column },
  currency,
  amount,
  share,
  isLast,
}: {
  node: NodeBox
  currency: string
  amount: bigint
  /** The part of the income, where it is said. */
  share: number | undefined
  /** Whether no band leaves it: its label stands beside it, and otherwise above it, where no band covers it. */
  isLast: boolean
}) {
  const place =
    kind === 'total'
      ? {
          x: x === 0 ? 0 : x + NODE_PX / 2,
          y: x === 0 ? -8 : y - 8,
          textAnchor: x === 0 ? ('start' as const) : ('middle' as const),
        }
      : isLast
        ? { x: x + NODE_PX + 6, y: y + height / 2 + 4, textAnchor: 'start' as const }
        : {
            x: column === 0 ? x : x + NODE_PX,
            y: y - 5,
            textAnchor: column === 0 ? ('start' as const) : ('end' as const),
          }
  return (
    <>
      <rect x={x} y={y} width={NODE_PX} height={height} rx={1.5} className={flowFills[colour]} />
      <text {...place} strokeWidth={3} className="fill-text stroke-surface text-caption [paint-order:stroke]">
        <tspan className="font-medium">{short(name)}</tspan>{' '}
        <tspan className="fill-text-2">
          {hiddenMoneyText(amount, currency)}
          {share === undefined ? '' : `${comma()}${percentText(share)}`}
        </tspan>
      </text>
    </>
  )
}

const short = (name: string): string => (name.length > 18 ? `${name.slice(0, 17)}…` : name)
