import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Refused } from '../../contract/client.ts'
import { awayText } from '../api/kept-rules.ts'
import { lastPerson } from '../api/person.ts'
import { useKept } from '../api/queue.ts'
import { whenReachable } from '../api/reachable.ts'
import { Unreachable } from '../api/session.ts'
import { Failed } from '../ui/States.tsx'
import { useMainTag } from './in-frame.ts'

/** Takes the place of a page that failed: Florin is away, refuses, or has a fault. Once Florin is back, the page goes on by itself. */
export function Broken({ error }: ErrorComponentProps) {
  const router = useRouter()
  const Main = useMainTag()
  const kept = useKept(lastPerson() ?? '')
  const isAway = error instanceof Unreachable
  useEffect(() => {
    if (!isAway) return
    let isShown = true
    void whenReachable().then(() => (isShown ? router.invalidate() : undefined))
    return () => {
      isShown = false
    }
  }, [isAway, router])
  const sentence = isAway
    ? awayText(kept.length)
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
