/** Why spending changed: the few parts that a sentence names. */

/** How many parts are named that changed as the whole did. */
export const MAX_ALONG = 3
const MAX_AGAINST = 1
/** A part is named from one twentieth (5 %) of the whole change on. */
const PART = 20n

const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** The largest amount, in minor units, that a part can have without being named. */
export const tooSmall = (change: bigint): bigint => sizeOf(change) / PART

/**
 * The parts to name, the largest first: at most three that changed as the whole did, then at most one that changed against it, each at
 * least 5 % of the whole change. A whole that did not change has none.
 */
export function becauseOf<Part>(
  parts: readonly Part[],
  change: bigint,
  changeOf: (part: Part) => bigint,
): Part[] {
  if (change === 0n) return []
  const named = (isAlong: boolean) =>
    parts
      .filter((part) => {
        const own = changeOf(part)
        return own !== 0n && own > 0n === (change > 0n === isAlong) && sizeOf(own) * PART >= sizeOf(change)
      })
      .sort((a, b) => Number(sizeOf(changeOf(b)) - sizeOf(changeOf(a))))
  return [...named(true).slice(0, MAX_ALONG), ...named(false).slice(0, MAX_AGAINST)]
}
