import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Refused } from '../../contract/client.ts'
import { t } from '../../words/t.ts'
import { Away } from '../api/Away.tsx'
import { lastPerson } from '../api/person.ts'
import { useKept } from '../api/queue.ts'
import { Unreachable } from '../api/session.ts'
import { Failed } from '../ui/States.tsx'
import { useMainTag } from './in-frame.ts'

/** Takes the place of a page that failed: Florin is away, refuses, or has a fault. Once Florin is back, the page goes on by itself. */
export function Broken({ error }: ErrorComponentProps) {
  const router = useRouter()
  const Main = useMainTag()
  const kept = useKept(lastPerson() ?? '')
  const again = () => void router.invalidate()
  const sentence =
    error instanceof Refused
      ? error.problem.detail
      : t('Something in this page went wrong. Nothing was changed.')
  const requestId = error instanceof Refused ? error.problem.request_id : undefined
  return (
    <Main className="mx-auto max-w-lg pt-16">
      <h1 className="sr-only">{'Florin'}</h1>
      {error instanceof Unreachable ? (
        <Away kept={kept.length} onBack={again} />
      ) : (
        <Failed sentence={sentence} requestId={requestId} onRetry={again} />
      )}
    </Main>
  )
}
