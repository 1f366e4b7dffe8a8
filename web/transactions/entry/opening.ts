import { useSyncExternalStore } from 'react'

/**
 * Where N and the + of the palette lead: into the quick entry of the page, if it has one, else quick entry opens over the page.
 */
let field: HTMLInputElement | null = null
let isOpen = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  isOpen = next
  for (const listener of listeners) listener()
}

/** The quick entry of the page says that it is there, and with null that it goes. */
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
