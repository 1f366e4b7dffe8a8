import type { ReactNode } from 'react'
import { Refused } from '../../contract/client.ts'
import { Failed, Skeleton } from '../ui/States.tsx'
import { Away } from './Away.tsx'
import { sentenceOf } from './change.ts'
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
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton rows={rows} />
  if (error instanceof Unreachable) return <Away onBack={refetch} />
  const requestId = error instanceof Refused ? error.problem.request_id : undefined
  return <Failed sentence={sentenceOf(error)} requestId={requestId} onRetry={() => void refetch()} />
}
