import { useQuery } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getTransaction } from '../../contract/budgeting.ts'
import { type Change, listChanges } from '../../contract/changes.ts'
import { cache, call } from '../api/ask.ts'
import { watchVersions } from '../api/live.ts'
import { accounts } from '../page/accounts.ts'
import { noteArrived } from '../page/arrived.ts'
import { books, useBook, useMe } from '../page/me.ts'
import { usePeople } from '../page/people.ts'
import { accountsById, isOtherBook } from '../transactions/title.ts'
import { isTransaction, liveWords } from './live-words.ts'

/** At most one announcement in this time. */
const QUIET_MS = 5_000
/** So long an announcement stays. */
const SAID_MS = 4_000
const MAX_CHANGES = 50

/** Whether something under the hand would move: somebody types, or has scrolled down. */
const isBusy = (): boolean =>
  window.scrollY > 200 ||
  (document.activeElement instanceof HTMLElement &&
    document.activeElement.matches('input,textarea,select,[contenteditable]'))

/** The other tabs watch by themselves: one in which somebody types must not move because of this one. */
const askAgain = () => void cache.invalidateQueries()

const show = (changes: readonly Change[]) => {
  noteArrived(changes.filter((one) => isTransaction(one) && one.after !== null).map(({ id }) => id))
  askAgain()
}

/** Changes of others appear as they happen; while somebody types or has scrolled down, nothing moves and a chip waits. */
export function Live() {
  const { id, version } = useBook()
  const me = useMe()
  const { personOf } = usePeople()
  const { data: all } = useQuery(accounts)
  const byId = accountsById(all)
  const wordsOf = useRef((_: readonly Change[]): string => '')
  wordsOf.current = (changes) =>
    liveWords(
      changes,
      (userId) => personOf(userId).short,
      (accountId) => isOtherBook(byId, accountId),
    )
  const [first] = useState(version) // the version that the answers on the page have at least
  const [said, setSaid] = useState('')
  const held = useRef<Change[]>([])
  const [waiting, setWaiting] = useState<string>()
  const showHeld = useCallback(() => {
    show(held.current)
    held.current = []
    setWaiting(undefined)
  }, [])

  useEffect(() => {
    let known = first
    let saidAt = Number.NEGATIVE_INFINITY
    let unsaid: Change[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    /** Says all that is new, and then nothing for a while: changes meanwhile are said together. */
    function announce(changes: readonly Change[]): void {
      unsaid.push(...changes)
      if (unsaid.length === 0 || timer !== undefined) return
      const quiet = saidAt + QUIET_MS - performance.now()
      if (quiet > 0) {
        timer = setTimeout(() => {
          timer = undefined
          announce([])
        }, quiet)
        return
      }
      saidAt = performance.now()
      setSaid(wordsOf.current(unsaid))
      unsaid = []
      setTimeout(() => setSaid(''), SAID_MS)
    }
    async function look(to: number): Promise<void> {
      if (to <= known) return
      const since = known
      known = to
      try {
        const { data } = await call(listChanges, { query: { since, limit: MAX_CHANGES } })
        const others = data.filter(({ user_id }) => user_id !== me.id)
        if (others.length > 0 && isBusy()) {
          held.current.push(...others)
          setWaiting(wordsOf.current(held.current))
          // An open sheet says at once that its record is another one now; nothing else moves.
          void cache.invalidateQueries({ queryKey: [getTransaction.path] })
          return
        }
        held.current.push(...others)
        showHeld()
        announce(others)
      } catch {
        known = Math.min(known, since) // the next version tells
      }
    }
    const end = watchVersions(id, first, {
      onVersion: (to) => void look(to),
      onBack: () => void cache.invalidateQueries({ queryKey: books.queryKey }), // the role may be another one now
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [id, me.id, first, showHeld])

  // On a phone it is above the tabs: at the top are the book's name and the field in which somebody types.
  return (
    <div className="pointer-events-none fixed inset-x-0 top-2 z-40 flex justify-center max-sm:top-auto max-sm:bottom-[calc(84px+env(safe-area-inset-bottom))] max-sm:[:root:has([data-toast])_&]:bottom-[calc(176px+env(safe-area-inset-bottom))] print:hidden">
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
            window.scrollTo({ top: 0 })
            showHeld()
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
