import type { ReactNode } from 'react'
import { Refused } from '../../contract/client.ts'
import { Failed, Skeleton } from '../ui/States.tsx'
import { Away } from './Away.tsx'
import { sentenceOf } from './change.ts'
import { useFromDevice } from './from-device.ts'
import { Unreachable } from './session.ts'

/** Shows a query's answer; until it arrives a skeleton, without a connection one line, and if it failed an error with a way to try again. */
export function Loaded<T>({
  query,
  rows = 4,
  children,
}: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  rows?: number
  children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = query
  // A screen from this device waits for no answer: it may not come for long.
  const isAway = useFromDevice() !== undefined
  if (data !== undefined) return children(data)
  if (error instanceof Unreachable || (!error && isAway)) return <Away onBack={refetch} />
  if (!error) return <Skeleton rows={rows} />
  const requestId = error instanceof Refused ? error.problem.request_id : undefined
  return <Failed sentence={sentenceOf(error)} requestId={requestId} onRetry={() => void refetch()} />
}
