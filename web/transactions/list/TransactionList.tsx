import { useRouter } from '@tanstack/react-router'
import { ListX } from 'lucide-react'
import { type RefObject, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../words/t.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { type Search, useAddress } from '../../page/address.ts'
import { useBook } from '../../page/me.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Money } from '../../ui/Money.tsx'
import { rich } from '../../ui/rich.ts'
import { Empty } from '../../ui/States.tsx'
import { filtersIn, isFiltered, isOfOwnShares, isSummed, sortIn, without } from '../filters.ts'
import { useWords } from '../references.ts'
import { isPerhapsAmount } from '../searched.ts'
import { countedTransactions } from '../title.ts'
import { FilterBar } from './FilterBar.tsx'
import { type Item, rowBeside } from './items.ts'
import { Listed, type ListTools, type SheetAddress } from './Listed.tsx'
import { useTotals } from './month-sums.ts'
import { COMPACT_PX, type TimelineView } from './Timeline.tsx'
import { useTimeline } from './use-timeline.ts'

const TransactionSheet = lazily(async () => (await import('../sheet/TransactionSheet.tsx')).TransactionSheet)

/** The timeline with its filters, selection and keys. */
export function TransactionList() {
  const { search, filter } = useAddress()
  const card = useRef<HTMLElement>(null)
  const isCompact = useIsNarrow(card)
  const sort = sortIn(search)
  const asked = { ...filtersIn(search), ...(sort && { sort }) }
  const timeline = useTimeline(asked, isCompact)
  const { items } = timeline
  const view = useRef<TimelineView>(null)
  const tools = useRef<ListTools>(null)
  const sheet = useSheetAddress()
  const refetch = timeline.refetch as never // its answer is not looked at
  return (
    <>
      <FilterBar
        query={asked}
        totals={<Totals search={search} items={items} />}
        onSelectAll={() => tools.current?.selectAll()}
      />
      <Card ref={card} className="@container" isBehind={timeline.isPlaceholderData}>
        <Loaded query={{ data: items, error: timeline.error, refetch }} rows={8}>
          {(items) =>
            items.length > 0 ? (
              <Listed
                items={items}
                isCompact={isCompact}
                search={search}
                sheet={sheet}
                onSight={timeline.onSight}
                view={view}
                tools={tools}
              />
            ) : isFiltered(search) ? (
              <Empty
                icon={<ListX size={20} />}
                title={t('Nothing matches.')}
                actions={
                  <>
                    {isPerhapsAmount(search.q) && (
                      <Button
                        onClick={() => filter({ q: undefined, amount_min: search.q, amount_max: search.q })}
                      >
                        {t('Find the amount {amount}', { amount: search.q ?? '' })}
                      </Button>
                    )}
                    <Button onClick={() => filter(without())}>{t('Clear filters')}</Button>
                  </>
                }
              />
            ) : (
              <Empty
                title={t('Nothing is written down yet')}
                actions={
                  <ButtonLink needs="write" look="primary" to="/add">
                    {t('Add the first one')}
                  </ButtonLink>
                }
              >
                {t('Your first one: try 12.50 lunch.')}
              </Empty>
            )
          }
        </Loaded>
      </Card>
      {search.open && <OpenSheet id={search.open} items={items ?? []} view={view} onClose={sheet.close} />}
    </>
  )
}

/**
 * Opening a transaction adds a step to the history, and closing takes it back, so that Back then leads to where one came from. If the
 * list was scrolled meanwhile, no step is taken back: it would scroll the list to where it was.
 */
function useSheetAddress(): SheetAddress {
  const { search, filter, open } = useAddress()
  const { history } = useRouter()
  const openedAt = useRef<number>(undefined)
  return {
    open: (id) => {
      if (search.open) return filter({ open: id })
      openedAt.current = window.scrollY
      open({ open: id })
    },
    close: () => {
      const isHere = openedAt.current === window.scrollY
      openedAt.current = undefined
      if (isHere) history.back()
      else filter({ open: undefined })
    },
  }
}

/** The transaction that the address names, beside the list or over it. */
function OpenSheet({
  id,
  items,
  view,
  onClose,
}: {
  id: string
  items: readonly Item[]
  view: RefObject<TimelineView | null>
  onClose: () => void
}) {
  const { filter } = useAddress()
  const { accounts } = useWords()
  const row = items.find((item) => item.type === 'row' && item.key === id)
  const onStep = (by: 1 | -1) => {
    const index = rowBeside(items, id, by)
    if (index === undefined) return
    filter({ open: items[index]?.key })
    view.current?.showRow(index)
  }
  return (
    <Suspense>
      <TransactionSheet
        id={id}
        row={row?.type === 'row' ? row.transaction : undefined}
        place={{ accounts, onStep, onClose }}
      />
    </Suspense>
  )
}

/** 19 transactions; of a filtered list also their sum, and whether it counts of bills only one's own share. */
function Totals({ search, items = [] }: { search: Search; items: readonly Item[] | undefined }) {
  const { base_currency_id } = useBook()
  const totals = useTotals(filtersIn(search))
  const isShared = useMemo(
    () =>
      isOfOwnShares(search) && items.some((one) => one.type === 'row' && one.transaction.shares.length > 0),
    [items, search],
  )
  if (totals?.total === undefined) return null
  const sum = totals.sum_base !== undefined && (
    <Money amount={totals.sum_base} currency={base_currency_id} className="font-medium text-text" />
  )
  return (
    <span role="status" className="flex flex-wrap items-center justify-end gap-x-3 text-table text-text-3">
      {countedTransactions(totals.total)}
      {isFiltered(search) && isSummed(search) && sum && totals.total > 0 && (
        <span>{isShared ? rich('{amount}, of shared bills only your share', { amount: sum }) : sum}</span>
      )}
    </span>
  )
}

/** Whether the list is too narrow for rows of one line. */
function useIsNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < COMPACT_PX)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setNarrow(current.offsetWidth < COMPACT_PX))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return isNarrow
}
