/** How many keys are remembered: with more, the one whose minute began first is forgotten. */
const MAX_KEYS = 100_000

export type PerMinute = {
  (key: string, isAsked?: boolean): number
  /** Adds the counts of another process. */
  hear: (key: string, times: number) => void
  /** Called with each key that is counted here, to inform the other processes. */
  tell?: (key: string) => void
}

/**
 * Counts by key, for a minute from the key's first. The function it returns counts one more, and returns the seconds to wait if that exceeds
 * the limit, otherwise 0. A limit of 0 means no limit. `isAsked` checks the next one without counting it.
 */
export function perMinute(limit: number): PerMinute {
  const counts = new Map<string, { count: number; endsAt: number }>()

  function countedAs(key: string, now: number) {
    const known = counts.get(key)
    if (known && known.endsAt > now) return known
    counts.delete(key)
    const [oldest] = counts.size >= MAX_KEYS ? counts.keys() : []
    if (oldest !== undefined) counts.delete(oldest)
    const counted = { count: 0, endsAt: now + 60_000 }
    counts.set(key, counted)
    return counted
  }

  const count: PerMinute = (key, isAsked = false) => {
    if (limit === 0) return 0
    const now = performance.now() // a monotonic clock
    const known = counts.get(key)
    if (isAsked && (!known || known.endsAt <= now)) return 0
    const counted = countedAs(key, now)
    const next = counted.count + 1
    if (!isAsked) {
      counted.count = next
      count.tell?.(key)
    }
    return next > limit ? Math.ceil((counted.endsAt - now) / 1000) : 0
  }
  count.hear = (key, times) => {
    if (limit > 0) countedAs(key, performance.now()).count += times
  }
  return count
}
