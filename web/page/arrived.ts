import { useSyncExternalStore } from 'react'

/** So long a record of somebody else is marked after it has come. */
const MARKED_MS = 4_000

let marked: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function mark(next: ReadonlySet<string>): void {
  marked = next
  for (const listener of listeners) listener()
}

/** Records that somebody else has just added or changed: lists mark their rows for a while. */
export function noteArrived(ids: readonly string[]): void {
  if (ids.length === 0) return
  mark(new Set([...marked, ...ids]))
  setTimeout(() => mark(new Set([...marked].filter((id) => !ids.includes(id)))), MARKED_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a record of somebody else has just come. */
export const useIsArrived = (id: string): boolean => useSyncExternalStore(subscribe, () => marked.has(id))
