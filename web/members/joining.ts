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
