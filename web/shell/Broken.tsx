import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Refused } from '../../contract/client.ts'
import { Unreachable } from '../api/session.ts'
import { Failed } from '../ui/States.tsx'
import { useMainTag } from './in-frame.ts'

/** What a page shows when it cannot be shown: Florin is away, refuses, or has a fault. */
export function Broken({ error }: ErrorComponentProps) {
  const router = useRouter()
  const Main = useMainTag()
  const sentence =
    error instanceof Unreachable
      ? 'Florin cannot be reached. Nothing is lost: try again when you are back.'
      : error instanceof Refused
        ? error.problem.detail
        : 'Something in this page went wrong. Nothing was changed.'
  const requestId = error instanceof Refused ? error.problem.request_id : undefined
  return (
    <Main className="mx-auto max-w-lg pt-16">
      <h1 className="sr-only">Florin</h1>
      <Failed sentence={sentence} requestId={requestId} onRetry={() => void router.invalidate()} />
    </Main>
  )
}
