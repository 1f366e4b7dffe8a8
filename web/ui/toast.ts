import { useSyncExternalStore } from 'react'
import { forget, remember, type Step, takeStep } from './undo-steps.ts'

/** One short message at a time, with the actions it offers. */
export type Toast = {
  id: number
  words: string
  /** The button's action: mostly undoing the change, or redoing it, which the keys do too, also once the message is gone. */
  action?: { label: string; run: () => unknown } & (Step | { turn?: never })
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

export function say(toast: Omit<Toast, 'id'>): void {
  if (toast.action?.turn) remember(toast.action)
  set({ ...toast, id: ++count })
}

const AFTER_LOAD = 'florin.said'

/** Says it once the app is loaded again, which the caller begins: another book is another load. */
export function sayAfterLoad(words: string): void {
  try {
    sessionStorage.setItem(AFTER_LOAD, words)
  } catch {
    // Without storage it stays unsaid.
  }
}

/** Says the words that were left for this load. */
export function sayWhatIsLeft(): void {
  try {
    const words = sessionStorage.getItem(AFTER_LOAD)
    sessionStorage.removeItem(AFTER_LOAD)
    if (words !== null) say({ words })
  } catch {
    // Without storage nothing was left.
  }
}

/** Takes the message away, if it is still the same one. */
export const dismiss = (id: number): void => {
  if (current?.id === id) set(undefined)
}

export const currentToast = (): Toast | undefined => current

/** Runs the action of the message, which takes it away. */
export function actOnToast(): void {
  const action = current?.action
  if (!current || !action) return
  dismiss(current.id)
  forget(action)
  action.run()
}

/** Takes back the latest change that the keys know, or the one that was undone last; false if there is none. The message goes. */
export function turnByKey(direction: Step['turn']): boolean {
  const isTaken = takeStep(direction)
  if (isTaken && current) dismiss(current.id)
  return isTaken
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToast = (): Toast | undefined => useSyncExternalStore(subscribe, currentToast)
