import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ImportRow } from '../../contract/import-rows.ts'
import { storedOfPerson } from '../ui/stored.ts'
import { type CheckLine, linesOf } from './shops.ts'
import { isUndecided } from './verdict-words.ts'

export type SortedBy = 'shop' | 'day'

const sorted = storedOfPerson('florin.import-sorted')

/** How the rows of the check are sorted: as this person chose last. */
export const useSortedBy = (): readonly [SortedBy, (by: SortedBy) => void] => [
  useSyncExternalStore(sorted.subscribe, sorted.get) === 'day' ? 'day' : 'shop',
  (by) => sorted.set(by === 'day' ? by : null),
]

/** The lines of the check. Lines of a shop open and close; a row that was asked about stays where it is when it is answered. */
export function useCheckLines(
  rows: readonly ImportRow[],
  by: SortedBy,
): { lines: readonly CheckLine[]; fold: (id: number, isOpen?: boolean) => void } {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const asked = useRef(new Set<number>())
  const unknown = useRef(new Set<number>())
  const lines = useMemo(() => {
    for (const row of rows) {
      if (row.needs_attention) asked.current.add(row.n)
      if (isUndecided(row)) unknown.current.add(row.n)
    }
    return linesOf(rows, by, opened, asked.current, unknown.current)
  }, [rows, by, opened])
  return {
    lines,
    fold: (id, isOpen) =>
      setOpened((before) => (before.has(id) === isOpen ? before : before.symmetricDifference(new Set([id])))),
  }
}
