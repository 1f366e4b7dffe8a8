import { useSyncExternalStore } from 'react'

/**
 * The book of this page. It is decided once, when the page is loaded: by the address (`/b/ID/…`), or else it is the default book. From then on every
 * request names it, so that another default moves nothing that was begun; another book is another load of the app.
 */
let own: string | undefined
let isNamed = false
let isGone = false
const listeners = new Set<() => void>()

const IN_ADDRESS = /^\/b\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?=\/|$)/

/** The book that an address names. */
export const bookIn = (path: string): string | undefined => IN_ADDRESS.exec(path)?.[1]

/** The address of a page without its book: the one that the routes know. */
export const withoutBook = (path: string): string => path.replace(IN_ADDRESS, '') || '/'

/** The address of a page in a book. */
export const addressIn = (bookId: string, path: string): string => `/b/${bookId}${path === '/' ? '' : path}`

/** These pages are of no book. */
const isOutside = (path: string) => /^\/(sign-in|sign-up|recover|forgot|confirm|join)(\/|$)/.test(path)

/** The address of a page of this app as it stands in the browser: with the book, if addresses name it. */
export const shownAddress = (path: string): string =>
  own !== undefined && isNamed && !isOutside(path) ? addressIn(own, path) : path

/** How the router reads the addresses in the browser, and writes them. */
export const bookInAddress = {
  input: ({ url }: { url: URL }) => {
    url.pathname = withoutBook(url.pathname)
    return url
  },
  output: ({ url }: { url: URL }) => {
    url.pathname = shownAddress(url.pathname)
    return url
  },
}

/** The book of this page; undefined until it is decided: then requests are about the default book. */
export const bookOfPage = (): string | undefined => own

/** Sets the book of this page. `isInAddress` says whether its addresses name it. */
export function beginInBook(id: string, isInAddress: boolean): void {
  own = id
  isNamed = isInAddress
}

const first = typeof window === 'undefined' ? undefined : bookIn(window.location.pathname)
if (first !== undefined) beginInBook(first, true)

/** The service has said that there is no such book, or that one is not a member of it. */
export function noteNoBook(url: string): void {
  if (isGone || own === undefined || !url.includes(`/books/${own}`)) return
  isGone = true
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the book of this page is not, or no longer, one of this person's. */
export const useIsBookGone = (): boolean => useSyncExternalStore(subscribe, () => isGone)

/** The kind of a page, for another book: the page of one record becomes its list, and nothing that names a record of this book goes along. */
export function kindOfPage(path: string): string {
  const [first = '', second = '', ...more] = withoutBook(path).split('/').filter(Boolean)
  const isRecord = /^(accounts|contacts|imports|goals)$/.test(first)
  return `/${[first, ...(isRecord ? [] : [second, ...more])].filter(Boolean).join('/')}`
}
