import { useSyncExternalStore } from 'react'

/** Opens quick entry for N and the + of the palette: the one of the page, if it has one, else one over the page. */
let field: HTMLInputElement | null = null
let isOpen = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  isOpen = next
  for (const listener of listeners) listener()
}

/** Registers the quick entry of the page; null removes it. */
export const quickEntryOfPage = (input: HTMLInputElement | null): void => {
  field = input
}

export function openQuickEntry(): void {
  if (field?.checkVisibility()) field.focus()
  else set(true)
}
export const closeQuickEntry = (): void => set(false)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useIsQuickEntryOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
