import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { type Import, listImportRows } from '../../contract/imports.ts'
import { t } from '../../words/t.ts'
import { asking } from '../api/ask.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useAddress } from '../page/address.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Empty } from '../ui/States.tsx'
import { CheckedRows } from './CheckedRows.tsx'
import { CheckFoot } from './CheckFoot.tsx'
import { CheckHeading } from './CheckHeading.tsx'
import { CheckTabs } from './CheckTabs.tsx'
import { goesTo } from './goes-to.ts'
import { BringsCard } from './moving/BringsCard.tsx'
import { isMoved } from './moving/moved.ts'
import { NoCategories } from './NoCategories.tsx'
import { useSortedBy } from './use-check-lines.ts'
import { useChoices } from './use-choices.ts'
import { useDecide } from './use-decide.ts'
import { PAGE_ROWS, useImportRows } from './use-import-rows.ts'
import { addressOfTab, type CountedRows, filterOf, isUndecided, type RowTab, tabIn } from './verdict-words.ts'

/** Below this width a row is a card. */
const CARDS_PX = 900

/** Florin's verdict on each row, for a person to look over. */
export function CheckStep({ file }: { file: Import }) {
  const { search, filter } = useAddress()
  const tab = tabIn(search)
  const query = useImportRows(file.id, filterOf(tab, search.q))
  const counted = useCounted(file)
  const shown = useUndecided(query.rows, tab)
  const decide = useDecide(file.id)
  const choices = useChoices(file.id, decide)
  const sorted = useSortedBy()
  // Rows that come later would move shops that are in sight.
  const isWhole = query.total <= PAGE_ROWS
  const card = useRef<HTMLElement>(null)
  const isCards = useIsNarrow(card, CARDS_PX)
  return (
    <>
      <CheckHeading file={file} undecided={counted.undecided} fallbacks={counted.fallbacks} />
      {isMoved(file) ? <BringsCard file={file} /> : <NoCategories />}
      <CheckTabs counts={file.counts} rows={counted} tab={tab} sorted={isWhole ? sorted : undefined} />
      <Card ref={card} isBehind={query.isPlaceholderData}>
        <Loaded query={{ data: shown, error: query.error, refetch: query.refetch as never }} rows={9}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty
                title={search.q ? t('Nothing matches.') : t('No row is here.')}
                actions={
                  <Button onClick={() => filter({ ...addressOfTab('all'), q: undefined })}>
                    {t('Show all rows')}
                  </Button>
                }
              />
            ) : (
              <CheckedRows
                key={tab}
                file={file}
                rows={rows}
                tab={tab}
                decide={decide}
                choices={choices}
                by={isWhole ? sorted[0] : 'day'}
                isCards={isCards}
                q={search.q}
                total={tab === 'decide' ? rows.length : query.total}
                onSight={query.onSight}
              />
            )
          }
        </Loaded>
      </Card>
      <CheckFoot file={file} decide={decide} />
    </>
  )
}

/** Counts in the rows what the counts of the file do not say. In a file of several pages, unknown rows have no tab. */
function useCounted({ id, counts }: Import): CountedRows & { fallbacks: readonly string[] } {
  const { rows: every = [] } = useImportRows(id, filterOf('all', undefined))
  const isWhole = counts.rows <= PAGE_ROWS
  const maybe = { becomes: 'duplicate', needs_attention: true, limit: 1, include: 'total' as const }
  const { data } = useQuery({
    ...asking(listImportRows, { params: { id }, query: maybe }),
    enabled: !isWhole,
  })
  if (!isWhole) return { undecided: 0, maybeHere: data?.meta.total ?? 0, fallbacks: [] }
  const undecided = every.filter(isUndecided)
  return {
    undecided: undecided.length,
    fallbacks: [...new Set(undecided.flatMap((row) => goesTo(row)?.text ?? []))],
    maybeHere: every.filter((row) => row.verdict === 'duplicate' && row.needs_attention).length,
  }
}

/** Of the tab "Category unknown", the rows that Florin does not know; one that was decided stays until another tab is opened. */
function useUndecided(rows: readonly ImportRow[] | undefined, tab: RowTab): readonly ImportRow[] | undefined {
  const seen = useRef(new Set<number>())
  if (tab !== 'decide') {
    seen.current.clear()
    return rows
  }
  for (const row of rows ?? []) if (isUndecided(row)) seen.current.add(row.n)
  return rows?.filter(({ n }) => seen.current.has(n))
}

/** Whether an element is narrower than this many pixels. */
function useIsNarrow(element: RefObject<HTMLElement | null>, px: number): boolean {
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < px)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setNarrow(current.offsetWidth < px))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, px])
  return isNarrow
}
