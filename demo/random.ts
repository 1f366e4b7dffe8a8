/** Random numbers that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const chance = (probability: number): boolean => next() < probability
  function pick<T>(list: readonly T[]): T {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }
  return { next, below, chance, pick }
}
export type Random = ReturnType<typeof randomFrom>
