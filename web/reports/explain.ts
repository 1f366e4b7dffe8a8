import type { Search } from '../page/address.ts'

/** The key of the figure by which a row changed: the list of its days less that of the days they are compared with. */
export const changeKey = (key: string): string => `${key}.change`

/** A page of the app, as a link takes it. */
export type PageLink =
  | { to: '/transactions' | '/obligations' | '/reports/balance-sheet'; search: Search }
  | { to: '/accounts/$id'; params: { id: string }; search: Search }

/**
 * The page that lists the transactions behind a figure, from the figure's `explain`: the same filters under the same names, so that the
 * list ends in the same sum.
 */
export function pageBehind(explain: string): PageLink {
  const [path = '', query = ''] = explain.split('?')
  const { include: _, ...search } = Object.fromEntries(new URLSearchParams(query)) // the page decides what its list adds up
  const accountId = /^\/accounts\/([^/]+)\/lines$/.exec(path)?.[1]
  // Only a register can show one side of an account; everything else of it is a list of transactions.
  if (accountId !== undefined && 'side' in search)
    return { to: '/accounts/$id', params: { id: accountId }, search }
  if (accountId !== undefined) return { to: '/transactions', search: { account_id: accountId, ...search } }
  if (path === '/reports/valuation') return { to: '/reports/balance-sheet', search }
  if (path === '/obligations') return { to: '/obligations', search }
  return { to: '/transactions', search }
}
