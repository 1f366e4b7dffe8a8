import { useEffect, useSyncExternalStore } from 'react'
import type { Overview } from '../../contract/overview.ts'
import { useBook, useMe, useToday } from '../page/me.ts'
import { useMay } from '../ui/rights.ts'
import { awayStore, beginSteps, begunStore, hasYear, isNewcomer } from './first-steps.ts'

/**
 * Whether the first steps are shown: to somebody new, until they are all done or put away. A book that came with a year behind it needs none,
 * but a file of a year ends none that were begun.
 */
export function useFirstSteps(data: Overview | undefined): boolean {
  const away = useSyncExternalStore(awayStore.subscribe, awayStore.get)
  const { id } = useBook()
  const isNewPerson = isNewcomer(useMe(), useToday())
  const mayWrite = useMay('write')
  const begun = useSyncExternalStore(begunStore.subscribe, begunStore.get)
  const isShown =
    mayWrite && isNewPerson && away !== id && data !== undefined && (begun === id || !hasYear(data))
  useEffect(() => {
    if (isShown) beginSteps(id)
  }, [isShown, id])
  return isShown
}
