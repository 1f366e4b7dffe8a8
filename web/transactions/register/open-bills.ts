import { useMemo, useState } from 'react'
import { type Bill, rowsOf } from './bills.ts'

/** Which bills of a list are open, and its rows: an open bill has its parts below it. */
export function useOpenBills(bills: readonly Bill[]) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  /** Opens or closes a bill by its id; without a wish it does the other. */
  const [onToggle] = useState(
    () =>
      (id: string, isToOpen?: boolean): void =>
        setOpened((before) => {
          const next = new Set(before)
          if (isToOpen ?? !before.has(id)) next.add(id)
          else next.delete(id)
          return next
        }),
  )
  return { opened, onToggle, rows: useMemo(() => rowsOf(bills, opened), [bills, opened]) }
}
