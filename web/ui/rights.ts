import { createContext, useContext } from 'react'

/** A right of the page's person in its book. Reading is not among them: without it there is no page. */
export type Right = 'annotate' | 'write' | 'own'

const RightsHeld = createContext<ReadonlySet<Right>>(new Set(['annotate', 'write', 'own']))

/** Around every page of a book, with the rights that its person has there. */
export const Rights = RightsHeld.Provider

/** Whether the person has a right in this book; without one asked for, everybody has it. */
export const useMay = (right: Right | undefined): boolean => {
  const held = useContext(RightsHeld)
  return right === undefined || held.has(right)
}
