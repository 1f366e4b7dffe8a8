import { useSyncExternalStore } from 'react'

/** One short message at a time, with what can be done about it. */
export type Toast = {
  id: number
  words: string
  /** What the button does: mostly taking the change back. */
  action?: { label: string; run: () => void; key?: string }
  /** What else can be done, which leaves the message to whatever it says itself. */
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

/** Does what the message offers, which takes it away; false if it offers nothing. */
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
