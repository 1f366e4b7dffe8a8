import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { listImportRows } from '../../contract/imports.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { cache, paging } from '../api/ask.ts'

type RowPage = ReplyOf<typeof listImportRows>
type Pages = { pages: RowPage[]; pageParams: string[] }

export const PAGE_ROWS = 500

/** The rows of a tab as far as they are loaded; those that come into sight are asked for. Only decisions made here change them. */
export function useImportRows(id: string, filter: object) {
  const query = useInfiniteQuery({
    ...paging(listImportRows, {
      params: { id },
      query: { ...filter, sort: 'attention', limit: PAGE_ROWS, include: 'total' },
    }),
    structuralSharing: false, // pages that stay are the same objects
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const pages = data?.pages as RowPage[] | undefined // each is a reply of the list
  const rows = useMemo(() => pages?.flatMap((page) => page.data as ImportRow[]), [pages])
  return {
    ...query,
    rows,
    total: pages?.[0]?.meta.total ?? rows?.length ?? 0,
    /** Says which row is the last in sight, so that the next ones are there before they are reached. */
    onSight: (last: number) => {
      if (rows && hasNextPage && !isFetchingNextPage && last > rows.length - PAGE_ROWS / 2)
        void fetchNextPage()
    },
  }
}

/** Changes rows of an import wherever they are shown, at once. */
export function patchImportRows(id: string, change: (row: ImportRow) => ImportRow): void {
  const start = listImportRows.path.replace('{id}', id)
  const all = cache.getQueriesData<Pages>({ queryKey: [listImportRows.path, 'pages'] })
  for (const [key, data] of all) {
    if (!data || !String(key.at(-1)).startsWith(start)) continue
    const pages = data.pages.map((page) => {
      let isChanged = false
      const rows = page.data.map((row) => {
        const next = change(row as ImportRow) // a row of the list
        isChanged ||= next !== row
        return next
      })
      return isChanged ? { ...page, data: rows } : page
    })
    cache.setQueryData(key, { ...data, pages })
  }
}
