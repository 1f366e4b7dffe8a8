import { Refused } from '../../contract/client.ts'

/** The token of a link to a book, which stands behind # so that no server sees it before somebody answers. */
export const tokenIn = (hash: string): string => /^#?(flb_\w+)$/.exec(hash)?.[1] ?? ''

const KEPT = 'florin.join'

/** Takes the token out of the address, where it could be copied or read; a reload, and the way to a provider and back, find it in this tab. */
export function takeToken(): string {
  const given = tokenIn(location.hash)
  try {
    if (given === '') return sessionStorage.getItem(KEPT) ?? ''
    sessionStorage.setItem(KEPT, given)
  } catch {
    // Without storage, a reload has to begin with the link again.
  }
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}

/** The link is used up. */
export function forgetToken(): void {
  try {
    sessionStorage.removeItem(KEPT)
  } catch {
    // Nothing was kept.
  }
}

/** Who somebody says they are, on the page of a link. */
export type Step = 'ask' | 'sign-in' | 'sign-up'

export const isInvalid = (error: unknown): boolean =>
  error instanceof Refused && error.problem.code === 'link_invalid'

/** The page of the book that was joined. The app is loaded anew: it may have been another person's. */
export function goTo(bookId: string): void {
  forgetToken()
  window.location.assign(`/b/${bookId}/`)
}

/** The book that somebody is in already, or the one that opens first. */
export function openOwn(bookId: string | undefined): void {
  if (bookId !== undefined) goTo(bookId)
  else {
    forgetToken()
    window.location.assign('/')
  }
}
