import { memo } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { comma } from '../../words/t.ts'
import { classes } from '../ui/classes.ts'
import { dayShort, dayText } from '../ui/dates.ts'
import { isPlainCard } from './card-height.ts'
import type { Choice } from './choices.ts'
import { GoesTo, type RowActions, RowAmount, Tick, WhoAndWhat, Why } from './RowParts.tsx'
import { DaysOfShop, ShopName } from './ShopName.tsx'
import { nameOf, type Shop } from './shops.ts'
import { VerdictChip } from './VerdictChip.tsx'

type Props = {
  row: ImportRow
  /** Its place in the list. */
  index: number
  height: number
  today: string
  isSelected: boolean
  /** The account, where the file has several. */
  hasAccount: boolean
  choice: Choice | undefined
  /** The rows that it stands for, where it is a line for a shop. */
  shop: Shop | undefined
  isInShop: boolean
  /** Whether the line of its shop has said its reason. */
  isSaid: boolean
  actions: RowActions
}

const ring =
  'has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent'

const ground = (row: ImportRow, isSelected: boolean) =>
  isSelected ? 'bg-accent-soft' : row.needs_attention ? 'bg-warn-soft' : 'hover:bg-canvas'

/** A row of the check as a row of a table. */
export const RowLine = memo(function RowLine({
  row,
  index,
  height,
  today,
  isSelected,
  hasAccount,
  choice,
  shop,
  isInShop,
  isSaid,
  actions,
}: Props) {
  return (
    <tr
      data-id={row.n}
      aria-rowindex={index + 2}
      style={{ height }}
      className={classes('border-t border-line text-table', ring, ground(row, isSelected))}
    >
      <td className="ps-5">
        <span className="flex">
          <Tick row={row} isPartly={shop?.isPartly} onTick={actions.onTick} />
        </span>
      </td>
      <td>
        <VerdictChip row={row} />
      </td>
      <td title={row.text} className={classes('pe-3', isInShop && 'ps-7')}>
        {shop ? (
          <ShopName row={row} shop={shop} onFold={actions.onFold} />
        ) : (
          <WhoAndWhat row={row} beside={[hasAccount && row.account_name, row.part]} />
        )}
      </td>
      <td className="truncate pe-2 text-text-2" title={row.date && !shop ? dayText(row.date) : undefined}>
        {shop ? <DaysOfShop shop={shop} today={today} /> : row.date && dayShort(row.date, today)}
      </td>
      <td className="pe-5 text-end">
        <RowAmount row={row} sum={shop?.sum} />
      </td>
      <td className="pe-3">
        <span className="flex">
          <GoesTo row={row} onOpen={actions.onOpen} />
        </span>
      </td>
      <td className="pe-5">
        <span className="flex flex-col gap-1">
          {(!isSaid || choice) && <Why row={row} choice={choice} actions={actions} />}
        </span>
      </td>
    </tr>
  )
})

/** The same row as a card, for thumbs. */
export const RowCard = memo(function RowCard({
  row,
  index,
  measure,
  today,
  isSelected,
  hasAccount,
  choice,
  shop,
  isInShop,
  actions,
}: Omit<Props, 'height' | 'isSaid'> & {
  /** Tells the list how high it is. */
  measure: (card: HTMLElement | null) => void
}) {
  const isOut = !row.is_chosen && !row.needs_attention
  const isPlain = isPlainCard(row)
  const who = nameOf(row)
  return (
    <li
      ref={measure}
      data-id={row.n}
      data-index={index}
      className={classes(
        'flex gap-1 pe-4 select-none',
        isInShop && 'ps-4',
        index > 0 && 'border-t border-line',
        ring,
        ground(row, isSelected),
      )}
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the box inside it has a name; the label makes room for a thumb. */}
      <label className="flex w-12 shrink-0 justify-center pt-3.5">
        <Tick row={row} isPartly={shop?.isPartly} onTick={actions.onTick} />
      </label>
      <div className="flex min-w-0 flex-1 flex-col gap-1 py-3">
        {!isPlain && (
          <div className="flex h-6 items-center justify-between gap-3">
            <VerdictChip row={row} />
            <RowAmount row={row} sum={shop?.sum} />
          </div>
        )}
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 flex-1">
            {shop ? (
              <ShopName row={row} shop={shop} onFold={actions.onFold} isCard />
            ) : (
              <>
                <p className={classes('line-clamp-2 text-body wrap-anywhere', isOut && 'text-text-2')}>
                  {who.name}
                </p>
                {who.words && (
                  <p className="line-clamp-2 text-caption wrap-anywhere text-text-2">{who.words}</p>
                )}
                {row.part && <p className="truncate text-caption text-text-2">{row.part}</p>}
              </>
            )}
          </div>
          {isPlain && <RowAmount row={row} sum={shop?.sum} />}
        </div>
        {row.draft && (
          <div className="flex min-w-0 items-center justify-between gap-2">
            <span className="flex min-w-0">
              <GoesTo row={row} onOpen={actions.onOpen} />
            </span>
            <span className="max-w-1/2 shrink-0 truncate text-caption text-text-2">
              {shop ? <DaysOfShop shop={shop} today={today} /> : row.date && dayShort(row.date, today)}
              {hasAccount && row.account_name && `${comma()}${row.account_name}`}
            </span>
          </div>
        )}
        <div className="flex flex-col gap-2">
          <Why row={row} choice={choice} actions={actions} isCard />
        </div>
      </div>
    </li>
  )
})
