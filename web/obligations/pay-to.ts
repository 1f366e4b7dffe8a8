import { useSyncExternalStore } from 'react'
import { storedOfPerson } from '../ui/stored.ts'

/** Where others are asked to pay to, in the person's own words: a name, an IBAN. This browser remembers one for each book. */
const store = storedOfPerson('florin.pay-to')

export const MAX_PAY_TO = 200

/** The remembered text of each book, as far as it can be read. */
export function readPayTo(text: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, one]) => typeof one === 'string'))
  } catch {
    return {}
  }
}

export function setPayTo(bookId: string, text: string): void {
  const { [bookId]: _, ...others } = readPayTo(store.get())
  const all = text.trim() === '' ? others : { ...others, [bookId]: text.slice(0, MAX_PAY_TO) }
  store.set(Object.keys(all).length === 0 ? null : JSON.stringify(all))
}

export const usePayTo = (bookId: string): string =>
  readPayTo(useSyncExternalStore(store.subscribe, store.get))[bookId] ?? ''
