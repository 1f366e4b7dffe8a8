/** How many keys are remembered: with more, the one whose minute began first is forgotten. */
const MOST_KEYS = 100_000

/**
 * Counts by key, each from its first for a minute. The function it makes counts one more, and answers with the seconds to
 * wait if that was more than the limit, otherwise with 0. A limit of 0 is none. With `isAsked` it counts nothing, and answers for
 * the next one.
 */
export function perMinute(limit: number): (key: string, isAsked?: boolean) => number {
  const counts = new Map<string, { count: number; endsAt: number }>()
  return (key, isAsked = false) => {
    if (limit === 0) return 0
    const now = performance.now() // it never goes back, as a clock on the wall can
    let counted = counts.get(key)
    if (isAsked && (!counted || counted.endsAt <= now)) return 0
    if (!counted || counted.endsAt <= now) {
      counts.delete(key)
      const [oldest] = counts.size >= MOST_KEYS ? counts.keys() : []
      if (oldest !== undefined) counts.delete(oldest)
      counted = { count: 0, endsAt: now + 60_000 }
      counts.set(key, counted)
    }
    const count = counted.count + 1
    if (!isAsked) counted.count = count
    return count > limit ? Math.ceil((counted.endsAt - now) / 1000) : 0
  }
}
