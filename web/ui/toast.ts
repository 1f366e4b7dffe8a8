import { useSyncExternalStore } from 'react'

/** One short message at a time, with the actions it offers. */
export type Toast = {
  id: number
  words: string
  /** The button's action: mostly undoing the change. */
  action?: { label: string; run: () => void; key?: string }
  /** A second action. It does not close the message, but may replace it with its own. */
  other?: { label: string; run: () => void }
  tone?: 'done' | 'refused'
}

let current: Toast | undefined
let count = 0
const listeners = new Set<() => void>()
const set = (toast: Toast | undefined) => {
  current = toast
  for (const listener of listeners) listener()
}

export const say = (toast: Omit<Toast, 'id'>): void => set({ ...toast, id: ++count })

/** Takes the message away, if it is still the same one. */
export const dismiss = (id: number): void => {
  if (current?.id === id) set(undefined)
}

export const currentToast = (): Toast | undefined => current

/** Runs the action of the message, which takes it away; false if it offers none. */
export function actOnToast(): boolean {
  const action = current?.action
  if (!current || !action) return false
  dismiss(current.id)
  action.run()
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToast = (): Toast | undefined => useSyncExternalStore(subscribe, currentToast)
