import { ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { listChanges } from '../../contract/changes.ts'
import { call } from '../api/ask.ts'
import { refresh } from '../api/change.ts'
import { watchVersions } from '../api/live.ts'
import { useBook, useMe } from '../page/me.ts'
import { usePeople } from '../page/people.ts'
import { liveWords } from './live-words.ts'

/** At most one announcement in this time. */
const QUIET_MS = 5_000
/** So long an announcement stays. */
const SAID_MS = 4_000
const MAX_CHANGES = 50

/** Whether something under the hand would move: somebody types, or has scrolled down. */
const isBusy = (): boolean =>
  window.scrollY > 200 ||
  (document.activeElement instanceof HTMLElement &&
    document.activeElement.matches('input, textarea, select, [contenteditable]'))

/** Changes of others appear as they happen; while somebody types or has scrolled down, nothing moves and a chip waits. */
export function Live() {
  const { id } = useBook()
  const me = useMe()
  const { personOf } = usePeople()
  const nameOf = useRef((_: string): string => '')
  nameOf.current = (userId) => personOf(userId).short
  const [said, setSaid] = useState('')
  const [waiting, setWaiting] = useState<string>()

  useEffect(() => {
    let known: number | undefined
    let saidAt = Number.NEGATIVE_INFINITY
    async function look(version: number): Promise<void> {
      const since = known
      known = Math.max(version, known ?? 0)
      if (since === undefined || version <= since) return
      const { data } = await call(listChanges, { query: { since, limit: MAX_CHANGES } })
      const others = data.filter(({ user_id }) => user_id !== me.id)
      const words = others.length > 0 ? liveWords(others, nameOf.current) : undefined
      if (words !== undefined && isBusy()) {
        setWaiting(words)
        return
      }
      setWaiting(undefined)
      void refresh()
      if (words === undefined || performance.now() - saidAt < QUIET_MS) return
      saidAt = performance.now()
      setSaid(words)
      setTimeout(() => setSaid(''), SAID_MS)
    }
    return watchVersions(id, (version) => void look(version).catch(() => undefined)) // the next version tells
  }, [id, me.id])

  return (
    <div className="pointer-events-none fixed inset-x-0 top-2 z-40 flex justify-center print:hidden">
      <p
        role="status"
        className={
          said ? 'rounded-control bg-accent-soft px-3 py-1.5 text-table font-medium text-accent' : 'sr-only'
        }
      >
        {said}
      </p>
      {waiting !== undefined && (
        <button
          type="button"
          onClick={() => {
            setWaiting(undefined)
            window.scrollTo({ top: 0 })
            void refresh()
          }}
          className="pointer-events-auto flex min-h-8 items-center gap-1.5 rounded-control border border-line bg-accent-soft px-3 text-table font-medium text-accent touch:min-h-11"
        >
          <ArrowUp size={14} aria-hidden />
          {waiting}
        </button>
      )}
    </div>
  )
}
