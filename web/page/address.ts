import { useNavigate, useSearch } from '@tanstack/react-router'

/** The parameters of the address: the API's names, and text as the API takes it. */
export type Search = { readonly [name: string]: string | undefined }

export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

export function writeSearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/**
 * The parameters of this page's address, and how to change some of them; undefined takes one away. Opening something adds a step to
 * the history, so that Back closes it; filters take the place of the step before.
 */
export function useAddress() {
  const search = useSearch({ strict: false }) as Search // parseSearch has made it
  const navigate = useNavigate()
  const go = (change: Search, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Search) => ({ ...before, ...change }),
      replace,
      resetScroll: false,
    })
  return {
    search,
    filter: (change: Search) => go(change, true),
    open: (change: Search) => go(change, false),
  }
}

/** Addresses that mean the machine itself: another one, or a phone, would look for Florin on itself. */
export const isOwnMachine = (host: string): boolean => /^(localhost|127\.|\[::1\])/.test(host)
