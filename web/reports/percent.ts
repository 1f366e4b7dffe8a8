import { currentLocale } from '../ui/locale.ts'

/** Parts of a whole in percent. */

/**
 * Parts as whole steps that add up to the rounded sum of all: each is rounded down, and the steps that are missing go to the largest
 * remainders. Rounded one by one, seven parts of a whole can add up to 103.
 */
export function steps(parts: readonly number[], whole?: number): number[] {
  const low = parts.map(Math.floor)
  const sum = (some: readonly number[]) => some.reduce((all, one) => all + one, 0)
  const missing = (whole ?? Math.round(sum(parts))) - sum(low)
  const remainder = (index: number) => (parts[index] ?? 0) - (low[index] ?? 0)
  const first = new Set(
    parts
      .map((_, index) => index)
      .sort((a, b) => remainder(b) - remainder(a) || a - b)
      .slice(0, Math.max(0, missing)),
  )
  return low.map((one, index) => (first.has(index) ? one + 1 : one))
}

type Shared = { key: string; share: number | null; members: readonly Shared[] }

/** The shares of rows as whole percents; the members of a row add up to its own. */
export function percentsOf(rows: readonly Shared[]): ReadonlyMap<string, number> {
  const percents = steps(rows.map(({ share }) => 100 * (share ?? 0)))
  return new Map(
    rows.flatMap(({ key, members }, index) => {
      const own = percents[index] ?? 0
      const inside = steps(
        members.map(({ share }) => 100 * (share ?? 0)),
        own,
      )
      return [[key, own], ...members.map((member, at) => [member.key, inside[at] ?? 0] as const)] as const
    }),
  )
}

/** 35.1%, always with as many decimals, so that percents stand below each other. */
export const percentText = (part: number, decimals = 1): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(part)

/** A share in whole percents. A little is not nothing, whatever it was rounded to. */
export const shareText = (percent: number, share: number | null): string =>
  share !== null && share > 0 && share < 0.01 ? `<${percentText(0.01, 0)}` : percentText(percent / 100, 0)
