import { hashKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cache } from './ask.ts'

/** The answers that were taken from this device, by their query, and when each came from the service. */
const taken = new Map<string, number>()

/** Shows an answer that is kept on this device, unless the service has answered meanwhile. */
export function takeFromDevice(key: readonly unknown[], answer: unknown, at: number): void {
  if (cache.getQueryData(key) !== undefined) return
  cache.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY }) // it cannot be asked for again
  cache.setQueryData(key, answer, { updatedAt: at })
  taken.set(hashKey(key), at)
}

/** Florin answers again: what is on the screen is asked for. */
export function leaveDevice(): void {
  taken.clear()
  void cache.invalidateQueries()
}

/** The time of the oldest answer on the screen that is from this device; undefined if none is. */
function oldestShown(): number | undefined {
  if (taken.size === 0) return undefined
  const shown = cache
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && taken.get(query.queryHash) === query.state.dataUpdatedAt)
  return shown.length === 0 ? undefined : Math.min(...shown.map(({ state }) => state.dataUpdatedAt))
}

const subscribe = (listener: () => void) => cache.getQueryCache().subscribe(listener)

/** When the screen is from, if it is shown from this device. */
export const useFromDevice = (): number | undefined => useSyncExternalStore(subscribe, oldestShown)
