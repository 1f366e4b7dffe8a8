import {
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type Arguments, addressOf, type Client, client, Refused } from '../../contract/client.ts'
import type { ReplyOf, Route } from '../../contract/route.ts'
import { bookOfPage } from './page-book.ts'
import { onSignedOut } from './person.ts'
import { reach, reachSignedIn, Unreachable } from './session.ts'

export const BASE = '/api/v1'

/** The client of a book: that of this page, unless another one is named. */
export const clientOf = (via: typeof reach, bookId = bookOfPage()): Client =>
  client((url, init) => via(url, init), BASE, undefined, bookId)

/** Calls that need a session: if it has ended, they wait until the person has signed in again. */
export const call: Client['call'] = (route, ...input) => clientOf(reachSignedIn).call(route, ...input)

/** Calls that are refused at once if nobody is signed in. */
export const callOpenly: Client['call'] = (route, ...input) => clientOf(reach).call(route, ...input)

/** Everything the service has answered, by address: the only copy of it. It is of one book, so that the addresses do not name the book. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      networkMode: 'always', // the service may be on this machine, which works without a network
      // A refusal is final; only failures that may pass by themselves are tried again.
      retry: (count, error) => count < 2 && (error instanceof Unreachable || isPassing(error)),
      retryDelay: (count) => 400 * 2 ** count,
    },
  },
})

// Signed out in another tab: asking again shows the sign-in over this page.
onSignedOut(() => void cache.invalidateQueries())

const isPassing = (error: Error) => error instanceof Refused && error.problem.status === 503

/**
 * While filters change, the answer to the previous ones stays on the screen. For another record it must not: nobody may see the figures
 * of one account under the name of another.
 */
const formerOf =
  (address: string) =>
  <T>(former: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query && pathOf(String(query.queryKey.at(-1))) === pathOf(address) ? former : undefined
const pathOf = (address: string) => address.split('?')[0]

type Get = Route & { method: 'GET' }

/** The key of an answer: the route's path, then the whole address, so that `['/contacts']` is every page of contacts. */
export const queryKeyOf = (route: Route, input: object = {}) => [route.path, addressOf(route, input)] as const

/** The query options of a route, for `useQuery`, loaders and prefetching. */
export const asking = <R extends Get>(route: R, ...input: Arguments<R>) =>
  queryOptions({
    queryKey: queryKeyOf(route, input[0]),
    queryFn: () => call(route, ...input),
    placeholderData: formerOf(queryKeyOf(route, input[0])[1]),
  })

/** Asks a route and stays up to date: `const { data, error } = useAsk(getAccount, { params: { id } })`. */
export function useAsk<R extends Get>(route: R, ...input: Arguments<R>) {
  return useQuery(asking(route, ...input))
}

type ListPage = { data: unknown[]; meta: { next_cursor: string | null } }
type ItemOf<R extends Get> = ReplyOf<R> extends { data: (infer T)[] } ? T : never

/** A list, page by page: `fetchNextPage` brings the next one. */
export const paging = <R extends Get>(route: R, input: { params?: object; query?: object } = {}) =>
  infiniteQueryOptions({
    queryKey: [route.path, 'pages', addressOf(route, input as object)] as const,
    queryFn: ({ pageParam }) =>
      call(route, {
        ...input,
        query: { ...input.query, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      } as never), // a list's input and a cursor
    initialPageParam: '',
    placeholderData: formerOf(addressOf(route, input as object)),
    getNextPageParam: (page) => (page as ListPage).meta.next_cursor,
  })

/** All records of the pages that are here, and how to get more. */
export function usePages<R extends Get>(route: R, input: { params?: object; query?: object } = {}) {
  const query = useInfiniteQuery(paging(route, input))
  const pages = query.data?.pages as ReplyOf<R>[] | undefined // each page is a reply of the route
  return { ...query, pages, rows: pages?.flatMap((page) => (page as ListPage).data as ItemOf<R>[]) }
}

/** Every record of a list, however many pages it has: for choices and sums on the screen. */
export const everything = <R extends Get>(route: R, input: { params?: object; query?: object } = {}) =>
  queryOptions({
    queryKey: [route.path, 'all', addressOf(route, input as object)] as const,
    queryFn: async () => {
      const rows: ItemOf<R>[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query: object = { limit: 1000, ...input.query, ...(cursor === '' ? {} : { cursor }) }
        const page = (await call(route, { ...input, query } as never)) as ListPage
        rows.push(...(page.data as ItemOf<R>[]))
        cursor = page.meta.next_cursor
      }
      return rows
    },
    placeholderData: formerOf(addressOf(route, input as object)),
  })

export function useEverything<R extends Get>(route: R, input: { params?: object; query?: object } = {}) {
  return useQuery(everything(route, input))
}
