import { useSyncExternalStore } from 'react'

/** Whether an overlay is open. A key or a button anywhere opens it; the frame shows it. */
export function openState() {
  let isOpen = false
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    open: (): void => set(true),
    close: (): void => set(false),
    useIsOpen: (): boolean => useSyncExternalStore(subscribe, () => isOpen),
  }
}
