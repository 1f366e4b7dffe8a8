import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { listTransactions, type TransactionQuery } from '../../../contract/budgeting.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { cache, paging } from '../../api/ask.ts'
import { useBook } from '../../page/me.ts'
import { TIMELINE_ROWS } from '../../page/timeline-rows.ts'
import type { LoadedPages } from '../actions.ts'
import { itemsOf } from './items.ts'
import { shareTexts } from './sharing-texts.ts'

type TransactionPage = ReplyOf<typeof listTransactions>

/** This many pages around the visible ones are asked for again after a change; those further away when they come into sight. */
const NEAR_PAGES = 1

/** A list of categories, accounts or a section adds up parts of transactions, and says of each which. */
const isOfParts = ({ category_id, group_id, account_id, section }: TransactionQuery) =>
  Boolean(category_id || group_id || account_id || section)

const optionsOf = (query: TransactionQuery) =>
  paging(listTransactions, {
    query: { ...query, limit: TIMELINE_ROWS, ...(isOfParts(query) ? { include: 'sum' } : {}) },
  })

/**
 * The timeline, as far as it is loaded. After a change the pages in sight are asked for again; a page far away stays as it was until it
 * comes into sight, so that a change at the end of 100,000 transactions does not ask for all of them.
 */
export function useTimeline(query: TransactionQuery, hasDayLines: boolean) {
  const isFlat = query.sort !== undefined
  const options = optionsOf(query)
  const key = options.queryKey.at(-1)
  const near = useRef({ key, first: 0, last: 0 })
  const old = useRef(new Set<string>())
  if (near.current.key !== key) {
    near.current = { key, first: 0, last: 0 }
    old.current.clear()
  }

  const timeline = useInfiniteQuery({
    ...options,
    structuralSharing: false, // pages that stay are the same objects; comparing the others row by row takes longer than showing them
    queryFn: async (context) => {
      const cursor = context.pageParam
      const before = cache.getQueryData(options.queryKey) as LoadedPages | undefined // the answers so far
      const index = before?.pageParams.indexOf(cursor) ?? -1
      const { first, last } = near.current
      const page = before?.pages[index]
      if (page && (index < first - NEAR_PAGES || index > last + NEAR_PAGES)) {
        old.current.add(cursor)
        return page
      }
      old.current.delete(cursor)
      if (typeof options.queryFn !== 'function') throw new Error('a list has a query function')
      const fresh = (await options.queryFn(context)) as TransactionPage
      shareTexts(fresh.data)
      return fresh
    },
  })
  const { data, refetch, hasNextPage, isFetching, fetchNextPage } = timeline
  const pages = data?.pages as TransactionPage[] | undefined // each is a reply of the list
  const { month_starts_on } = useBook()
  const items = useMemo(
    () => pages && itemsOf(pages, { monthStart: month_starts_on, hasDayLines, isFlat }),
    [pages, month_starts_on, hasDayLines, isFlat],
  )

  /** Says which items are in sight, so that the pages around them are fresh and the next one is there before it is reached. */
  function onSight(firstItem: number, lastItem: number): void {
    if (!items || !data || firstItem > lastItem) return
    // A page has at least as many items as rows; the estimate is good enough to tell near from far.
    const perPage = Math.max(items.length / Math.max(data.pages.length, 1), 1)
    const first = Math.floor(firstItem / perPage)
    const last = Math.floor(lastItem / perPage)
    near.current = { key, first, last }
    if (hasNextPage && !isFetching && lastItem > items.length - TIMELINE_ROWS * 2) void fetchNextPage()
    const isOld = (data.pageParams as string[])
      .slice(first, last + 1)
      .some((cursor) => old.current.has(cursor))
    if (isOld && !isFetching) void refetch()
  }
  return { ...timeline, items, onSight }
}
