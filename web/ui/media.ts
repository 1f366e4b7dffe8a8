import { useSyncExternalStore } from 'react'

/** Whether a media query holds now. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Wide enough for a sidebar, and a sheet beside the page. */
export const useIsWide = () => useMedia('(min-width: 1024px)')

/** So narrow that the page has tabs at its foot. */
export const useIsPhone = () => useMedia('(max-width: 639px)')

/** Pointed at with fingers. */
export const useIsTouch = () => useMedia('(pointer: coarse)')
