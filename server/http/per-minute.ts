/** How many keys are remembered: with more, the one whose minute began first is forgotten. */
const MOST_KEYS = 100_000

/**
 * Counts by key, each from its first for a minute. The function it makes counts one more, and answers with the seconds to
 * wait if that was more than the limit, otherwise with 0. A limit of 0 is none.
 */
export function perMinute(limit: number): (key: string) => number {
  const counts = new Map<string, { count: number; endsAt: number }>()
  return (key) => {
    if (limit === 0) return 0
    const now = performance.now() // it never goes back, as a clock on the wall can
    let counted = counts.get(key)
    if (!counted || counted.endsAt <= now) {
      counts.delete(key)
      const [oldest] = counts.size >= MOST_KEYS ? counts.keys() : []
      if (oldest !== undefined) counts.delete(oldest)
      counted = { count: 0, endsAt: now + 60_000 }
      counts.set(key, counted)
    }
    counted.count++
    return counted.count > limit ? Math.ceil((counted.endsAt - now) / 1000) : 0
  }
}
