import { useSyncExternalStore } from 'react'

/** Whether the sheet with the shortcuts is open: `?` opens it, and the palette. */
let isOpen = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openHelp = (): void => set(true)
export const closeHelp = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsHelpOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
