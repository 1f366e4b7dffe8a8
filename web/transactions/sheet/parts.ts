import { allocate } from '../../../contract/money.ts'

/** How an amount is divided, in minor units: over categories, and among people. Every division adds up to the amount. */

/** The amount that no part has taken yet; negative if the parts exceed the total. */
export const remainderOf = (total: bigint, parts: readonly bigint[]): bigint =>
  parts.reduce((left, part) => left - part, total)

/** Adds the rest to one part, or takes the excess off it. */
export const putOn = (total: bigint, parts: readonly bigint[], index: number): bigint[] =>
  parts.map((part, at) => (at === index ? part + remainderOf(total, parts) : part))

/** Spreads the amount over the parts in proportion to their sizes: a tax, a tip, a discount. */
export const spreadBySize = (total: bigint, parts: readonly bigint[]): bigint[] => allocate(total, parts)

/** Equal parts, mine first: I paid, so the minor units that do not divide are mine. */
export const equally = (total: bigint, people: number): bigint[] => byWeight(total, Array(people).fill(1n))

/** Parts in proportion to weights, mine first, which takes the minor units that do not divide. Without any weight all is mine. */
export function byWeight(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const parts = weights.map((weight, index) => (index === 0 || sum === 0n ? 0n : (total * weight) / sum))
  return putOn(total, parts, 0)
}
