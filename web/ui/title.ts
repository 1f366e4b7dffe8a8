import { useEffect } from 'react'

/** The title of the window: what the page is, then whose it is. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Florin' : `${title} · Florin`
  }, [title])
}
