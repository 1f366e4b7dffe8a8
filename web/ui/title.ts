import { useEffect } from 'react'

/** The title of the window: the page, then the app. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Florin' : `${title} · Florin`
  }, [title])
}
