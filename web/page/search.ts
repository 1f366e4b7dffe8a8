import { useSyncExternalStore } from 'react'

/** Whether the search is open. Buttons in the frame and on pages open it. */
let isOpen = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openSearch = (): void => set(true)
export const closeSearch = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsSearchOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
