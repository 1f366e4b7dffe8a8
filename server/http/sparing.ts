const MAX_KEYS = 1_000
const EVERY_MS = 1_000

/**
 * Limits repeated log lines: the returned function says how many lines of this kind were left out before this one, or undefined if this one
 * has to be left out too. One line of a kind is written each second.
 */
export function makeSparing(): (kind: string) => number | undefined {
  const kinds = new Map<string, { writtenAt: number; leftOut: number }>()
  return (kind) => {
    const now = performance.now()
    const known = kinds.get(kind)
    if (known && now - known.writtenAt < EVERY_MS) {
      known.leftOut++
      return undefined
    }
    kinds.delete(kind)
    const [oldest] = kinds.size >= MAX_KEYS ? kinds.keys() : []
    if (oldest !== undefined) kinds.delete(oldest)
    kinds.set(kind, { writtenAt: now, leftOut: 0 })
    return known?.leftOut ?? 0
  }
}
