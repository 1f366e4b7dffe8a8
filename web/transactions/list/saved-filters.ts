import { useSyncExternalStore } from 'react'
import type { Search } from '../../page/address.ts'
import { storedOfBook } from '../../ui/stored.ts'

/** Filters that this browser remembers by name, for each person. */
export type SavedFilter = { name: string; search: Search }

const store = storedOfBook('florin.filters')

/** The stored filters, as far as they can be read. */
export function readSaved(text: string | null): SavedFilter[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isSaved) : []
  } catch {
    return []
  }
}

const isSaved = (value: unknown): value is SavedFilter =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null

/** Saves filters under a name; those that had it before are replaced. */
export const saveFilter = (name: string, search: Search): void =>
  write([...readSaved(store.get()).filter((one) => one.name !== name), { name, search }])

export const forgetFilter = (name: string): void =>
  write(readSaved(store.get()).filter((one) => one.name !== name))

const write = (all: SavedFilter[]) => store.set(all.length === 0 ? null : JSON.stringify(all))

export const useSavedFilters = (): SavedFilter[] =>
  readSaved(useSyncExternalStore(store.subscribe, store.get))
